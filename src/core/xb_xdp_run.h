/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From a frame to a verdict, and the verdict carried out.
 */
#ifndef XB_XDP_RUN_H
#define XB_XDP_RUN_H

#include <linux/bpf_trace.h>
#include <linux/filter.h>

#include "xb_rx_pool.h"

/**
 * enum xb_verdict - what is left for the driver to do
 * @XB_PASS: make an skb of xdp->data..data_end; the buffer is still in its slot
 * @XB_REUSE: nothing; the buffer stays in its slot
 * @XB_TAKEN: nothing; the slot has a fresh buffer that the ring must learn of
 */
enum xb_verdict {
	XB_PASS,
	XB_REUSE,
	XB_TAKEN,
};

/**
 * struct xb_tx_ops - a driver's side of verdict TX, a compile-time constant
 * @xmit: see xb_tx_bulk_flush()
 */
struct xb_tx_ops {
	u32 (*xmit)(void *queue, struct page_pool *pool, const struct xb_tx_frame *frame, u32 n);
};

/**
 * xb_poll_begin - start a poll
 * @poll: its state
 * @prog: the attached program or NULL, from under RCU
 * @xdp: the buffer descriptor that the whole poll will use
 * @rx: the queue
 */
static __always_inline void xb_poll_begin(struct xb_poll *poll, struct bpf_prog *prog,
					  struct xdp_buff *xdp, struct xb_rx *rx)
{
	poll->redirected = false;
	poll->prog = prog;
	if (prog)
		xdp_init_buff(xdp, PAGE_SIZE, &rx->rxq);
}

static __always_inline void xb_verdict_tx_flush(struct xb_rx *rx, const struct xb_tx_ops *ops,
						void *tx_queue)
{
	u32 dropped = xb_tx_bulk_flush(&rx->bulk, rx->pool, ops->xmit, tx_queue);

	while (unlikely(dropped--))
		xb_rx_count(rx->stats, XB_RX_XDP_TX_ERR);
}

/**
 * xb_poll_end - send and flush; call before napi_complete_done()
 * @poll: the poll's state
 * @rx: the queue
 * @ops: the driver's constant table
 * @tx_queue: the queue that verdict TX sends on
 */
static __always_inline void xb_poll_end(struct xb_poll *poll, struct xb_rx *rx,
					const struct xb_tx_ops *ops, void *tx_queue)
{
	if (rx->bulk.n)
		xb_verdict_tx_flush(rx, ops, tx_queue);
	if (poll->redirected)
		xdp_do_flush();
}

static __always_inline bool xb_verdict_tx(struct xb_rx *rx, struct xb_rx_buf *buf,
					  struct xdp_buff *xdp, const struct xb_tx_ops *ops,
					  void *tx_queue)
{
	struct xb_tx_frame *frame = &rx->bulk.frame[rx->bulk.n];
	u32 offset = xdp->data - xdp->data_hard_start;

	frame->page = virt_to_page(buf->va);
	frame->dma = buf->dma + offset;
	frame->len = xdp->data_end - xdp->data;
	if (unlikely(!xb_rx_buf_get(rx, buf)))
		return false;
	if (unlikely(rx->sync))
		dma_sync_single_range_for_device(rx->dma_dev, frame->dma, 0, frame->len,
						 DMA_BIDIRECTIONAL);
	if (++rx->bulk.n == XB_TX_BULK)
		xb_verdict_tx_flush(rx, ops, tx_queue);
	return true;
}

static __always_inline bool xb_verdict_redirect(struct xb_rx *rx, struct xb_poll *poll,
						struct xb_rx_buf *buf, struct xdp_buff *xdp)
{
	void *va = buf->va;

	/* The fresh buffer first: a redirected page cannot be had back. */
	if (unlikely(!xb_rx_buf_get(rx, buf)))
		return false;
	if (likely(!xdp_do_redirect(rx->rxq.dev, xdp, poll->prog))) {
		poll->redirected = true;
		xb_rx_count(rx->stats, XB_RX_XDP_REDIRECT);
		return true;
	}
	trace_xdp_exception(rx->rxq.dev, poll->prog, XDP_REDIRECT);
	xb_rx_count(rx->stats, XB_RX_XDP_REDIRECT_ERR);
	page_pool_recycle_direct(rx->pool, virt_to_page(va));
	return true;
}

/**
 * xb_xdp_run - run the program over one frame and carry the verdict out
 * @rx: the queue
 * @poll: the poll's state; poll->prog is not NULL
 * @buf: the frame's slot
 * @xdp: the frame, prepared
 * @ops: the driver's constant table
 * @tx_queue: the queue that verdict TX sends on
 *
 * Context: the queue's NAPI.
 * Return: see &enum xb_verdict.
 */
static __always_inline enum xb_verdict xb_xdp_run(struct xb_rx *rx, struct xb_poll *poll,
						  struct xb_rx_buf *buf, struct xdp_buff *xdp,
						  const struct xb_tx_ops *ops, void *tx_queue)
{
	u32 act = bpf_prog_run_xdp(poll->prog, xdp);

	xb_rx_count(rx->stats, XB_RX_XDP_PACKETS);
	switch (act) {
	case XDP_PASS:
		xb_rx_count(rx->stats, XB_RX_XDP_PASS);
		return XB_PASS;
	case XDP_TX:
		if (unlikely(!xb_verdict_tx(rx, buf, xdp, ops, tx_queue)))
			break;
		xb_rx_count(rx->stats, XB_RX_XDP_TX);
		return XB_TAKEN;
	case XDP_REDIRECT:
		if (unlikely(!xb_verdict_redirect(rx, poll, buf, xdp)))
			break;
		return XB_TAKEN;
	default:
		bpf_warn_invalid_xdp_action(rx->rxq.dev, poll->prog, act);
		fallthrough;
	case XDP_ABORTED:
		trace_xdp_exception(rx->rxq.dev, poll->prog, act);
		xb_rx_count(rx->stats, XB_RX_XDP_ABORTED);
		return XB_REUSE;
	case XDP_DROP:
		xb_rx_count(rx->stats, XB_RX_XDP_DROP);
		return XB_REUSE;
	}
	xb_rx_count(rx->stats, XB_RX_ALLOC_FAIL);
	return XB_REUSE;
}

#endif
