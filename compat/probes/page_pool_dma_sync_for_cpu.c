// SPDX-License-Identifier: GPL-2.0-only
// asks: page_pool_dma_sync_for_cpu(pool, page, offset, size)
// since: 6.9
// why: before, drivers called the DMA API
// symbols: __dma_sync_single_for_cpu dma_sync_single_for_cpu
static void __used probe_page_pool_dma_sync_for_cpu(struct page_pool *pool, struct page *page)
{
	page_pool_dma_sync_for_cpu(pool, page, 0, 64);
}
