// SPDX-License-Identifier: GPL-2.0-only
// asks: u64_stats_fetch_begin_irq(syncp) and _retry_irq
// since: 3.16 to 6.2
// why: where the plain form is not safe against interrupts on 32 bits
// symbols: none
static bool __used probe_u64_stats_fetch_begin_irq(struct u64_stats_sync *syncp)
{
	return u64_stats_fetch_retry_irq(syncp, u64_stats_fetch_begin_irq(syncp));
}
