// SPDX-License-Identifier: GPL-2.0-only
// asks: page_pool_release_page(pool, page)
// since: 4.18 to 6.6
// why: a page leaves its pool for good when an skb takes it
// symbols: page_pool_release_page
// group: a way for page_pool pages into an skb
static void __used probe_page_pool_release_page(struct page_pool *pool, struct page *page)
{
	page_pool_release_page(pool, page);
}
