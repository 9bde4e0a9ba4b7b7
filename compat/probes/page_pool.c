// SPDX-License-Identifier: GPL-2.0-only
// asks: page_pool_create(params) and what drivers get and put pages with
// since: 4.18
// why: every receive buffer comes from one; absent without CONFIG_PAGE_POOL
// symbols: page_pool_create page_pool_destroy page_pool_alloc_pages page_pool_put_page
// symbols: page_pool_put_defragged_page page_pool_put_unrefed_page page_pool_put_unrefed_netmem
// group: page_pool (CONFIG_PAGE_POOL)
static void __used probe_page_pool(struct page_pool_params *params)
{
	struct page_pool *pool = page_pool_create(params);

	page_pool_put_full_page(pool, page_pool_dev_alloc_pages(pool), false);
	page_pool_destroy(pool);
}
