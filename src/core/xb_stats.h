/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters of the engine: one set of names for all drivers.
 */
#ifndef XB_STATS_H
#define XB_STATS_H

#include <linux/string.h>
#include <linux/types.h>
#include <linux/u64_stats_sync.h>

enum xb_rx_counter {
	XB_RX_XDP_PACKETS,	/* frames that a program saw */
	XB_RX_XDP_PASS,
	XB_RX_XDP_DROP,
	XB_RX_XDP_TX,
	XB_RX_XDP_REDIRECT,
	XB_RX_XDP_ABORTED,	/* verdict ABORTED or unknown */
	XB_RX_XDP_TX_ERR,	/* verdict TX, but the TX ring was full */
	XB_RX_XDP_REDIRECT_ERR,	/* the target refused at once */
	XB_RX_XDP_FRAGS,	/* dropped: more buffers than the program can see */
	XB_RX_ALLOC_FAIL,	/* dropped: no fresh buffer or skb */
	XB_RX_BAD_DESC,		/* dropped: the device's completion made no sense */
	XB_RX_COUNTERS
};

enum xb_tx_counter {
	XB_TX_XDP_XMIT,		/* frames other devices redirected to this queue */
	XB_TX_XDP_XMIT_ERR,	/* of those, dropped */
	XB_TX_BAD_DESC,		/* completions that made no sense */
	XB_TX_COUNTERS
};

static const char *const xb_rx_counter_names[XB_RX_COUNTERS] __maybe_unused = {
	[XB_RX_XDP_PACKETS] = "xdp_packets",
	[XB_RX_XDP_PASS] = "xdp_pass",
	[XB_RX_XDP_DROP] = "xdp_drop",
	[XB_RX_XDP_TX] = "xdp_tx",
	[XB_RX_XDP_REDIRECT] = "xdp_redirect",
	[XB_RX_XDP_ABORTED] = "xdp_aborted",
	[XB_RX_XDP_TX_ERR] = "xdp_tx_err",
	[XB_RX_XDP_REDIRECT_ERR] = "xdp_redirect_err",
	[XB_RX_XDP_FRAGS] = "xdp_frags_drop",
	[XB_RX_ALLOC_FAIL] = "alloc_fail",
	[XB_RX_BAD_DESC] = "bad_desc",
};

static const char *const xb_tx_counter_names[XB_TX_COUNTERS] __maybe_unused = {
	[XB_TX_XDP_XMIT] = "xdp_xmit",
	[XB_TX_XDP_XMIT_ERR] = "xdp_xmit_err",
	[XB_TX_BAD_DESC] = "bad_desc",
};

struct xb_rx_stats {
	u64 count[XB_RX_COUNTERS];
	struct u64_stats_sync sync;
};

struct xb_tx_stats {
	u64 count[XB_TX_COUNTERS];
	struct u64_stats_sync sync;
};

/**
 * xb_rx_count - count one event of a receive queue
 * @stats: the queue's counters
 * @counter: what happened
 *
 * Context: the queue's NAPI, its only writer.
 */
static __always_inline void xb_rx_count(struct xb_rx_stats *stats, enum xb_rx_counter counter)
{
	u64_stats_update_begin(&stats->sync);
	stats->count[counter]++;
	u64_stats_update_end(&stats->sync);
}

/**
 * xb_tx_count - count one event of a transmit queue
 * @stats: the queue's counters
 * @counter: what happened
 *
 * Context: the queue's lock, which all writers take.
 */
static __always_inline void xb_tx_count(struct xb_tx_stats *stats, enum xb_tx_counter counter)
{
	u64_stats_update_begin(&stats->sync);
	stats->count[counter]++;
	u64_stats_update_end(&stats->sync);
}

/**
 * xb_stats_read - a consistent copy of a queue's counters
 * @into: where to add them to
 * @total: the queue's counters
 * @sync: their sequence counter
 * @n: how many there are, at most XB_RX_COUNTERS
 *
 * Context: any.
 */
static inline void xb_stats_read(u64 *into, const u64 *total, const struct u64_stats_sync *sync,
				 unsigned int n)
{
	u64 copy[XB_RX_COUNTERS];
	unsigned int start, i;

	do {
		start = u64_stats_fetch_begin(sync);
		memcpy(copy, total, n * sizeof(*copy));
	} while (u64_stats_fetch_retry(sync, start));
	for (i = 0; i < n; i++)
		into[i] += copy[i];
}

#endif
