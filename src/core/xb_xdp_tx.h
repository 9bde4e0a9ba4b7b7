/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Verdict TX in bulk: frames gather per NAPI and are sent with one lock and one
 * doorbell for all of them.
 */
#ifndef XB_XDP_TX_H
#define XB_XDP_TX_H

#include <linux/types.h>
#include <net/page_pool/helpers.h>

/* As many as a NAPI poll brings by default, so that a poll is one burst. */
#define XB_TX_BULK 64

/**
 * struct xb_tx_frame - a frame that lies in a page of a pool
 * @page: the page, owned by this entry
 * @dma: the device's address of the frame's first byte
 * @len: its length in bytes
 */
struct xb_tx_frame {
	struct page *page;
	dma_addr_t dma;
	u32 len;
};

struct xb_tx_bulk {
	u32 n;
	struct xb_tx_frame frame[XB_TX_BULK];
};

/**
 * xb_tx_bulk_flush - send what has gathered
 * @bulk: the frames
 * @pool: the pool they all come from
 * @xmit: the driver's burst: takes its queue's lock once, owns the first k
 *	frames from then on, rings one doorbell and returns k
 * @queue: the driver's TX queue
 *
 * Frames that the ring had no room for go back to their pool.
 *
 * Context: the NAPI of @pool.
 * Return: how many frames were dropped.
 */
static __always_inline u32
xb_tx_bulk_flush(struct xb_tx_bulk *bulk, struct page_pool *pool,
		 u32 (*xmit)(void *queue, struct page_pool *pool, const struct xb_tx_frame *frame,
			     u32 n),
		 void *queue)
{
	u32 n = bulk->n, sent, i;

	if (!n)
		return 0;
	sent = xmit(queue, pool, bulk->frame, n);
	for (i = sent; i < n; i++)
		page_pool_recycle_direct(pool, bulk->frame[i].page);
	bulk->n = 0;
	return n - sent;
}

#endif
