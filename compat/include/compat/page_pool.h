/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef COMPAT_PAGE_POOL_H
#define COMPAT_PAGE_POOL_H

#include <linux/dma-mapping.h>
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
 * The page, which skb has just been given, comes back to pool when the skb is
 * freed; or, where an skb cannot do that, leaves the pool now and for good.
 * To be called once for each page, while the page is still the pool's.
 */
static inline void compat_skb_recycle(struct sk_buff *skb, struct page_pool *pool,
				      struct page *page)
{
#ifdef HAVE_SKB_MARK_FOR_RECYCLE
	skb_mark_for_recycle(skb);
#else
	page_pool_release_page(pool, page);
#endif
}

/* A constant: do pages come back to their pool from an skb? */
static inline bool compat_skb_can_recycle(void)
{
#ifdef HAVE_SKB_MARK_FOR_RECYCLE
	return true;
#else
	return false;
#endif
}

#endif
