/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An skb from a receive buffer.
 */
#ifndef XB_RX_SKB_H
#define XB_RX_SKB_H

#include "xb_rx_pool.h"

/*
 * Up to here a copy is cheaper than a fresh page, and a socket is charged for
 * what it holds rather than for a page.
 */
#define XB_RX_COPYBREAK 256

/**
 * xb_rx_skb_copy - an skb that holds a copy
 * @rx: the queue
 * @data: the frame
 * @len: its length in bytes
 *
 * Context: the queue's NAPI.
 * Return: the skb, or NULL when there is no memory.
 */
static __always_inline struct sk_buff *xb_rx_skb_copy(struct xb_rx *rx, const void *data, u32 len)
{
	struct sk_buff *skb = napi_alloc_skb(rx->napi, len);

	if (likely(skb))
		skb_put_data(skb, data, len);
	return skb;
}

/**
 * xb_rx_skb_build - an skb around a slot's buffer; the slot gets a fresh one
 * @rx: the queue
 * @buf: the slot
 * @data: the frame in the buffer
 * @len: its length in bytes
 *
 * Context: the queue's NAPI.
 * Return: the skb, or NULL when there is no memory; the slot is as before then.
 */
static __always_inline struct sk_buff *xb_rx_skb_build(struct xb_rx *rx, struct xb_rx_buf *buf,
						       void *data, u32 len)
{
	struct xb_rx_buf fresh;
	struct sk_buff *skb;

	if (unlikely(!xb_rx_buf_get(rx, &fresh)))
		return NULL;
	skb = napi_build_skb(buf->va, PAGE_SIZE);
	if (unlikely(!skb)) {
		page_pool_recycle_direct(rx->pool, virt_to_page(fresh.va));
		return NULL;
	}
	skb_reserve(skb, data - buf->va);
	__skb_put(skb, len);
	compat_skb_recycle(skb, rx->pool, virt_to_page(buf->va), &rx->recycler);
	*buf = fresh;
	return skb;
}

/**
 * xb_rx_skb_xdp - an skb from a frame that a program passed
 * @rx: the queue
 * @buf: the slot
 * @xdp: the frame as the program left it
 *
 * Context: the queue's NAPI.
 * Return: the skb, or NULL when there is no memory; the slot is as before then.
 */
static __always_inline struct sk_buff *xb_rx_skb_xdp(struct xb_rx *rx, struct xb_rx_buf *buf,
						     struct xdp_buff *xdp)
{
	u32 len = xdp->data_end - xdp->data;
	u32 meta = xdp->data - xdp->data_meta;
	struct sk_buff *skb;

	skb = xb_rx_skb_build(rx, buf, xdp->data, len);
	if (likely(skb) && meta)
		skb_metadata_set(skb, meta);
	return skb;
}

/**
 * xb_rx_skb_add - append a slot's buffer to an skb; the slot gets a fresh one
 * @rx: the queue
 * @buf: the slot
 * @skb: an skb of xb_rx_skb_build()
 * @len: how many bytes, from the buffer's first
 *
 * Context: the queue's NAPI.
 * Return: false when the skb is full or memory is short; nothing changed then.
 */
static inline bool xb_rx_skb_add(struct xb_rx *rx, struct xb_rx_buf *buf, struct sk_buff *skb,
				 u32 len)
{
	struct page *page = virt_to_page(buf->va);
	int nr = skb_shinfo(skb)->nr_frags;

	if (unlikely(nr >= MAX_SKB_FRAGS || !xb_rx_buf_get(rx, buf)))
		return false;
	skb_add_rx_frag(skb, nr, page, 0, len, PAGE_SIZE);
	compat_skb_recycle(skb, rx->pool, page, &rx->recycler);
	return true;
}

#endif
