// SPDX-License-Identifier: GPL-2.0-only
// asks: page_pool_params.queue_idx
// since: 6.11
// why: names the queue a pool feeds
// symbols: none
static void __used probe_page_pool_params_queue_idx(struct page_pool_params *params)
{
	params->queue_idx = 1;
}
