// SPDX-License-Identifier: GPL-2.0-only
/*
 * XDP: frames that programs send, and programs that come and go.
 */
#include <linux/bpf.h>
#include <linux/bpf_trace.h>

#include "vmxnet3.h"
#include "xb_xdp_setup.h"

/*
 * One frame in one descriptor, for which there is room. The software side of it
 * is filled in already: a device that still walks the ring may complete the
 * frame as soon as its generation is right.
 */
static __always_inline void vmxnet3_xdp_put(struct vmxnet3_tx_queue *tq, dma_addr_t dma, u32 len)
{
	struct vmxnet3_tx_desc *desc = &tq->desc[tq->fill];
	u32 gen = tq->gen;

	desc->addr = cpu_to_le64(dma);
	desc->control = cpu_to_le32(VMXNET3_TXD_EOP | VMXNET3_TXD_CQ);
	vmxnet3_tx_advance(tq);
	dma_wmb();
	WRITE_ONCE(desc->len_offload, cpu_to_le32(len | gen));
}

/**
 * vmxnet3_xdp_tx - send a burst of frames with verdict TX
 * @queue: the TX queue
 * @pool: where their pages come from and go back to
 * @frame: the frames
 * @n: how many
 *
 * Context: the NAPI of @pool.
 * Return: how many were taken; the pages of the rest stay with the caller.
 */
u32 vmxnet3_xdp_tx(void *queue, struct page_pool *pool, const struct xb_tx_frame *frame, u32 n)
{
	struct vmxnet3_tx_queue *tq = queue;
	struct netdev_queue *nq = netdev_get_tx_queue(tq->vm->dev, tq->id);
	u32 i;

	__netif_tx_lock(nq, smp_processor_id());
	n = min(n, vmxnet3_tx_free(tq));
	if (likely(n)) /* a ring that stays full is for the watchdog to see */
		txq_trans_cond_update(nq);
	for (i = 0; i < n; i++) {
		struct vmxnet3_tx_buf *buf = &tq->buf[tq->fill];

		buf->page = frame[i].page;
		buf->pool = pool;
		buf->owner = VMXNET3_OWNER_POOL;
		vmxnet3_xdp_put(tq, frame[i].dma, frame[i].len);
	}
	vmxnet3_tx_kick(tq, n, true);
	__netif_tx_unlock(nq);
	return n;
}

const struct xb_tx_ops vmxnet3_xb_tx_ops = { .xmit = vmxnet3_xdp_tx };

static bool vmxnet3_xdp_xmit_one(struct vmxnet3_tx_queue *tq, struct xdp_frame *xdpf)
{
	struct device *dma_dev = &tq->vm->pdev->dev;
	struct vmxnet3_tx_buf *buf = &tq->buf[tq->fill];
	dma_addr_t dma;

	if (unlikely(xdp_frame_has_frags(xdpf)))
		return false;
	dma = dma_map_page(dma_dev, virt_to_page(xdpf->data), offset_in_page(xdpf->data), xdpf->len,
			   DMA_TO_DEVICE);
	if (unlikely(dma_mapping_error(dma_dev, dma)))
		return false;
	buf->xdpf = xdpf;
	buf->dma = dma;
	buf->len = xdpf->len;
	buf->map = VMXNET3_MAP_PAGE;
	buf->owner = VMXNET3_OWNER_XDPF;
	vmxnet3_xdp_put(tq, dma, xdpf->len);
	return true;
}

/**
 * vmxnet3_xdp_xmit - send frames that were redirected to this device
 * @dev: the netdev
 * @n: how many
 * @frames: the frames, this device's from here on
 * @flags: XDP_XMIT_FLUSH rings the doorbell
 *
 * Kernels differ in who frees what a driver did not send: 5.10 leaves it to the
 * driver, later ones do it for it. All or nothing is right on both, so what the
 * ring has no room for is dropped and counted here.
 *
 * Context: bottom halves off, under RCU.
 * Return: @n, or a negative errno with no frame touched.
 */
int vmxnet3_xdp_xmit(struct net_device *dev, int n, struct xdp_frame **frames, u32 flags)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	struct vmxnet3_queues *queues;
	struct vmxnet3_tx_queue *tq;
	struct netdev_queue *nq;
	struct xb_tx_stats *stats;
	int i, sent = 0, room;

	if (unlikely(flags & ~XDP_XMIT_FLAGS_MASK))
		return -EINVAL;
	queues = rcu_dereference_check(vm->xdp_queues, rcu_read_lock_bh_held());
	if (unlikely(!queues || !netif_carrier_ok(dev)))
		return -ENETDOWN;
	tq = &queues->tx[smp_processor_id() % queues->cfg.tx_queues];
	nq = netdev_get_tx_queue(dev, tq->id);
	stats = &tq->counters->stats;

	__netif_tx_lock(nq, smp_processor_id());
	room = min_t(int, n, vmxnet3_tx_free(tq));
	if (likely(room))
		txq_trans_cond_update(nq);
	for (i = 0; i < room; i++) {
		if (likely(vmxnet3_xdp_xmit_one(tq, frames[i])))
			sent++;
		else
			xdp_return_frame(frames[i]);
	}
	vmxnet3_tx_kick(tq, sent, flags & XDP_XMIT_FLUSH);
	u64_stats_update_begin(&stats->sync);
	stats->count[XB_TX_XDP_XMIT] += n;
	stats->count[XB_TX_XDP_XMIT_ERR] += n - sent;
	u64_stats_update_end(&stats->sync);
	__netif_tx_unlock(nq);

	for (i = room; i < n; i++)
		xdp_return_frame(frames[i]);
	return n;
}

static int vmxnet3_xdp_setup(struct vmxnet3 *vm, struct bpf_prog *prog,
			     struct netlink_ext_ack *extack)
{
	struct net_device *dev = vm->dev;
	bool change = !!prog != !!rtnl_dereference(vm->prog);
	int err;

	if (prog) {
		err = xb_xdp_check_mtu(dev, dev->mtu, extack);
		if (err)
			return err;
	}
	xb_xdp_swap(&vm->prog, prog);
	if (!change)
		return 0;
	/* Both look at the program: LRO goes or returns, tags stay in or are stripped. */
	netdev_update_features(dev);
	if (test_bit(VMXNET3_ACTIVE, &vm->state))
		vmxnet3_set_features_live(vm, dev->features);
	return 0;
}

/**
 * vmxnet3_bpf - attach, replace or detach a program
 * @dev: the netdev
 * @bpf: the request
 *
 * Context: RTNL.
 * Return: 0, -EINVAL with a reason, or -EOPNOTSUPP for requests of other kinds.
 */
int vmxnet3_bpf(struct net_device *dev, struct netdev_bpf *bpf)
{
	switch (bpf->command) {
	case XDP_SETUP_PROG:
		return vmxnet3_xdp_setup(netdev_priv(dev), bpf->prog, bpf->extack);
	default:
		return -EOPNOTSUPP;
	}
}
