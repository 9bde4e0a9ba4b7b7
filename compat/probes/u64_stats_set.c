// SPDX-License-Identifier: GPL-2.0-only
// asks: u64_stats_set(counter, value)
// since: 5.16
// why: sets a counter
// symbols: none
static void __used probe_u64_stats_set(u64_stats_t *counter)
{
	u64_stats_set(counter, 1);
}
