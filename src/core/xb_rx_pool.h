/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Receive buffers: one page of a page_pool per slot of a ring.
 *
 * Every buffer has XDP's headroom and the tailroom of an skb from the start, so
 * attaching a program needs no new buffers and no stop of the device. A slot of
 * a ring always holds a buffer: a frame leaves its page only after a fresh one
 * was had, and is dropped in place otherwise.
 */
#ifndef XB_RX_POOL_H
#define XB_RX_POOL_H

#include <linux/bpf.h>
#include <linux/dma-mapping.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <net/page_pool/helpers.h>
#include <net/xdp.h>

#include "xb_stats.h"
#include "xb_xdp_tx.h"

#define XB_RX_HEADROOM	XDP_PACKET_HEADROOM
#define XB_RX_TAILROOM	SKB_DATA_ALIGN(sizeof(struct skb_shared_info))

/* The longest frame that one buffer holds for a program or an skb. */
#define XB_RX_BUF_LEN	(PAGE_SIZE - XB_RX_HEADROOM - XB_RX_TAILROOM)

struct xb_rx_buf {
	void *va; /* the page's first byte */
	dma_addr_t dma; /* the same for the device */
};

/**
 * struct xb_rx - a receive queue as the engine sees it
 * @pool: where its buffers come from
 * @recycler: brings the stack's pages back where skbs cannot
 * @napi: the NAPI that polls it
 * @dma_dev: the device that does the DMA
 * @sync: memory must be synced for the CPU and the device
 * @rxq: its identity for programs
 * @stats: its counters, which outlive it
 * @bulk: frames with verdict TX, not sent yet
 */
struct xb_rx {
	struct page_pool *pool;
	struct compat_recycler recycler;
	struct napi_struct *napi;
	struct device *dma_dev;
	bool sync;
	struct xb_rx_stats *stats;
	struct xdp_rxq_info rxq;
	struct xb_tx_bulk bulk;
};

/**
 * struct xb_poll - what one poll of a queue carries from frame to frame
 * @prog: the program in force for the whole poll, or NULL
 * @redirected: something waits in the maps' bulk queues
 */
struct xb_poll {
	struct bpf_prog *prog;
	bool redirected;
};

/**
 * xb_rx_open - make a queue's pool and register it for XDP
 * @rx: the queue
 * @dev: its netdev
 * @dma_dev: the device that does the DMA
 * @napi: the NAPI that polls it
 * @index: its number
 * @stats: its counters
 * @buffers: how many its rings hold
 *
 * Context: process.
 * Return: 0, or a negative errno with nothing left behind.
 */
static inline int xb_rx_open(struct xb_rx *rx, struct net_device *dev, struct device *dma_dev,
			     struct napi_struct *napi, u32 index, struct xb_rx_stats *stats,
			     u32 buffers)
{
	struct page_pool_params params = {
		.flags = PP_FLAG_DMA_MAP | PP_FLAG_DMA_SYNC_DEV,
		.pool_size = min_t(u32, buffers, 8192),
		.nid = NUMA_NO_NODE,
		.dev = dma_dev,
		.dma_dir = DMA_BIDIRECTIONAL, /* a page may be sent where it lies */
		.max_len = PAGE_SIZE,
	};
	int err;

	compat_page_pool_bind(&params, napi, dev, index);
	rx->napi = napi;
	rx->dma_dev = dma_dev;
	rx->sync = false;
	rx->bulk.n = 0;
	rx->stats = stats;
	rx->pool = page_pool_create(&params);
	if (IS_ERR(rx->pool)) {
		err = PTR_ERR(rx->pool);
		rx->pool = NULL;
		return err;
	}
	err = compat_recycler_init(&rx->recycler, buffers);
	if (err)
		goto destroy;
	err = xdp_rxq_info_reg(&rx->rxq, dev, index, napi->napi_id);
	if (err)
		goto forget;
	err = xdp_rxq_info_reg_mem_model(&rx->rxq, MEM_TYPE_PAGE_POOL, rx->pool);
	if (err)
		goto unreg;
	return 0;
unreg:
	xdp_rxq_info_unreg(&rx->rxq);
forget:
	compat_recycler_free(&rx->recycler, rx->pool);
destroy:
	page_pool_destroy(rx->pool);
	rx->pool = NULL;
	return err;
}

/**
 * xb_rx_close - undo xb_rx_open()
 * @rx: the queue; its rings must have given their buffers back
 *
 * Frames that are still with the stack or with another device keep the pool
 * alive until they come home.
 *
 * Context: process, NAPI disabled.
 */
static inline void xb_rx_close(struct xb_rx *rx)
{
	if (!rx->pool)
		return;
	compat_recycler_free(&rx->recycler, rx->pool);
	xdp_rxq_info_unreg(&rx->rxq);
	page_pool_destroy(rx->pool);
	rx->pool = NULL;
}

/**
 * xb_rx_buf_get - a fresh buffer
 * @rx: the queue
 * @buf: receives it
 *
 * Context: the queue's NAPI, or process while that is disabled.
 * Return: false when there is no memory; @buf is untouched then.
 */
static __always_inline bool xb_rx_buf_get(struct xb_rx *rx, struct xb_rx_buf *buf)
{
	struct page *page = compat_page_pool_alloc(rx->pool, &rx->recycler);

	if (unlikely(!page))
		return false;
	buf->va = page_address(page);
	buf->dma = page_pool_get_dma_addr(page);
	return true;
}

/**
 * xb_rx_buf_first - a fresh buffer for a slot that had none
 * @rx: the queue
 * @buf: the slot
 *
 * Learns on the way whether this memory needs syncing. The answer is the same
 * for all of it: every page is mapped in the same way.
 *
 * Context: process; nobody polls the queue yet.
 * Return: false when there is no memory.
 */
static inline bool xb_rx_buf_first(struct xb_rx *rx, struct xb_rx_buf *buf)
{
	struct page *page = page_pool_alloc_pages(rx->pool, GFP_KERNEL | __GFP_NOWARN);

	if (!page)
		return false;
	buf->va = page_address(page);
	buf->dma = page_pool_get_dma_addr(page);
	rx->sync |= dma_need_sync(rx->dma_dev, buf->dma);
	return true;
}

/**
 * xb_rx_buf_put - give a slot's buffer back to the pool
 * @rx: the queue
 * @buf: the slot
 *
 * Context: process, the device stopped and NAPI disabled.
 */
static inline void xb_rx_buf_put(struct xb_rx *rx, struct xb_rx_buf *buf)
{
	if (!buf->va)
		return;
	page_pool_put_full_page(rx->pool, virt_to_page(buf->va), false);
	buf->va = NULL;
}

/**
 * xb_rx_buf_to_cpu - make what the device wrote visible
 * @rx: the queue
 * @buf: the buffer
 * @offset: where the data begins in it, in bytes
 * @len: how many bytes there are
 */
static __always_inline void xb_rx_buf_to_cpu(struct xb_rx *rx, struct xb_rx_buf *buf, u32 offset,
					     u32 len)
{
	if (unlikely(rx->sync))
		dma_sync_single_range_for_cpu(rx->dma_dev, buf->dma, offset, len,
					      DMA_BIDIRECTIONAL);
}

/**
 * xb_rx_buf_reuse - the frame is done with: the buffer stays in its slot
 * @rx: the queue
 * @buf: the buffer
 * @offset: where the data began in it, in bytes
 * @len: how many bytes the CPU may have touched
 */
static __always_inline void xb_rx_buf_reuse(struct xb_rx *rx, struct xb_rx_buf *buf, u32 offset,
					    u32 len)
{
	if (unlikely(rx->sync))
		dma_sync_single_range_for_device(rx->dma_dev, buf->dma, offset, len,
						 DMA_BIDIRECTIONAL);
}

#endif
