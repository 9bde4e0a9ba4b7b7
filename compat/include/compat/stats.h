/* SPDX-License-Identifier: GPL-2.0-only */
/* Counters that are read while they are written. */
#ifndef COMPAT_STATS_H
#define COMPAT_STATS_H

#include <linux/u64_stats_sync.h>

/* The plain forms are safe against interrupts only where no other forms are. */
#ifdef HAVE_U64_STATS_FETCH_BEGIN_IRQ
#define u64_stats_fetch_begin u64_stats_fetch_begin_irq
#define u64_stats_fetch_retry u64_stats_fetch_retry_irq
#endif

#ifndef HAVE_U64_STATS_SET
static inline void u64_stats_set(u64_stats_t *counter, u64 value)
{
#if BITS_PER_LONG == 64
	local64_set(&counter->v, value);
#else
	counter->v = value;
#endif
}
#endif

#endif
