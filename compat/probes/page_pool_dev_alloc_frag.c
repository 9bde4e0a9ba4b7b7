// SPDX-License-Identifier: GPL-2.0-only
// asks: page_pool_dev_alloc_frag(pool, offset, size)
// since: 5.15
// why: several buffers in one page
// symbols: page_pool_alloc_frag
static struct page *__used probe_page_pool_dev_alloc_frag(struct page_pool *pool)
{
	unsigned int offset;

	return page_pool_dev_alloc_frag(pool, &offset, 2048);
}
