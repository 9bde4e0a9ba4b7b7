/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef COMPAT_PAGE_POOL_H
#define COMPAT_PAGE_POOL_H

#include <linux/dma-mapping.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/skbuff.h>
#include <linux/slab.h>
#include <net/page_pool/helpers.h>

/* Once pools had to be told that pages are to be split; then all pools do it. */
#ifndef PP_FLAG_PAGE_FRAG
#define PP_FLAG_PAGE_FRAG 0
#endif

/*
 * Tell a pool which NAPI, device and queue it feeds. The NAPI may only be named
 * when all of the pool's users run in it.
 */
static inline void compat_page_pool_bind(struct page_pool_params *params,
					 struct napi_struct *napi,
					 struct net_device *dev,
					 unsigned int queue_idx)
{
#ifdef HAVE_PAGE_POOL_PARAMS_NAPI
	params->napi = napi;
#endif
#ifdef HAVE_PAGE_POOL_PARAMS_NETDEV
	params->netdev = dev;
#endif
#ifdef HAVE_PAGE_POOL_PARAMS_QUEUE_IDX
	params->queue_idx = queue_idx;
#endif
}

#ifndef HAVE_PAGE_POOL_DMA_SYNC_FOR_CPU
static inline void page_pool_dma_sync_for_cpu(const struct page_pool *pool,
					      const struct page *page, u32 offset, u32 size)
{
	dma_sync_single_range_for_cpu(pool->p.dev, page_pool_get_dma_addr((struct page *)page),
				      pool->p.offset + offset, size, pool->p.dma_dir);
}
#endif

/* Without fragments every buffer is a page of its own. */
#ifndef HAVE_PAGE_POOL_DEV_ALLOC_FRAG
static inline struct page *page_pool_dev_alloc_frag(struct page_pool *pool,
						    unsigned int *offset, unsigned int size)
{
	*offset = 0;
	return page_pool_dev_alloc_pages(pool);
}
#endif

/*
 * Pages that an skb brings back to their pool. Where an skb cannot do that, the
 * pool's owner keeps a second reference to what it gave away, in that order, and
 * takes a page again once nobody else has it: mapped as it is, with no way
 * through the page allocator. The list is the owner's alone; no locks.
 */
#ifdef HAVE_SKB_MARK_FOR_RECYCLE
struct compat_recycler {
};

static inline int compat_recycler_init(struct compat_recycler *recycler, unsigned int pages)
{
	return 0;
}

static inline void compat_recycler_free(struct compat_recycler *recycler, struct page_pool *pool)
{
}

static inline struct page *compat_page_pool_alloc(struct page_pool *pool,
						  struct compat_recycler *recycler)
{
	return page_pool_dev_alloc_pages(pool);
}

static inline void compat_skb_recycle(struct sk_buff *skb, struct page_pool *pool,
				      struct page *page, struct compat_recycler *recycler)
{
	skb_mark_for_recycle(skb);
}
#else
struct compat_recycler {
	struct page **given; /* a ring */
	unsigned int mask;
	unsigned int first;
	unsigned int end;
};

/* A power of two of slots, at least @pages; 0 or -ENOMEM. */
static inline int compat_recycler_init(struct compat_recycler *recycler, unsigned int pages)
{
	recycler->mask = roundup_pow_of_two(pages) - 1;
	recycler->first = 0;
	recycler->end = 0;
	recycler->given = kvcalloc(recycler->mask + 1, sizeof(*recycler->given), GFP_KERNEL);
	return recycler->given ? 0 : -ENOMEM;
}

/* The page that was given away longest ago leaves the pool for good. */
static inline void compat_recycler_let_go(struct compat_recycler *recycler, struct page_pool *pool)
{
	struct page *page = recycler->given[recycler->first++ & recycler->mask];

	page_pool_release_page(pool, page);
	put_page(page);
}

static inline void compat_recycler_free(struct compat_recycler *recycler, struct page_pool *pool)
{
	while (recycler->given && recycler->first != recycler->end)
		compat_recycler_let_go(recycler, pool);
	kvfree(recycler->given);
	recycler->given = NULL;
}

static inline struct page *compat_page_pool_alloc(struct page_pool *pool,
						  struct compat_recycler *recycler)
{
	if (recycler->first != recycler->end) {
		struct page *page = recycler->given[recycler->first & recycler->mask];

		if (page_ref_count(page) == 1) {
			recycler->first++;
			dma_sync_single_range_for_device(pool->p.dev, page_pool_get_dma_addr(page),
							 pool->p.offset, pool->p.max_len,
							 pool->p.dma_dir);
			return page;
		}
	}
	return page_pool_dev_alloc_pages(pool);
}

/*
 * To be called once for each page that skb was just given. Memory of the
 * reserves is not kept.
 */
static inline void compat_skb_recycle(struct sk_buff *skb, struct page_pool *pool,
				      struct page *page, struct compat_recycler *recycler)
{
	if (page_is_pfmemalloc(page)) {
		page_pool_release_page(pool, page);
		return;
	}
	if (recycler->end - recycler->first > recycler->mask)
		compat_recycler_let_go(recycler, pool);
	page_ref_inc(page);
	recycler->given[recycler->end++ & recycler->mask] = page;
}
#endif

#endif
