// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory of the queues: rings, buffers, and the descriptors that tell the
 * device of them. A set of queues is made whole before the device stops, so
 * that a change for which there is no memory changes nothing.
 */
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "vmxnet3.h"

static void *vmxnet3_dma_alloc(struct vmxnet3 *vm, size_t len, dma_addr_t *pa)
{
	/* Big rings may not be had on a fragmented machine; the caller says so. */
	return dma_alloc_coherent(&vm->pdev->dev, len, pa, GFP_KERNEL | __GFP_NOWARN);
}

static void vmxnet3_dma_free(struct vmxnet3 *vm, size_t len, void *va, dma_addr_t pa)
{
	if (va)
		dma_free_coherent(&vm->pdev->dev, len, va, pa);
}

static u32 vmxnet3_round_size(const struct vmxnet3 *vm, u32 size)
{
	size = clamp_t(u32, ALIGN(size, VMXNET3_RING_SIZE_ALIGN), VMXNET3_RING_SIZE_MIN,
		       VMXNET3_RING_SIZE_MAX);
	return vm->revision >= 7 ? rounddown_pow_of_two(size) : size;
}

/**
 * vmxnet3_config_round - make sizes into ones that the device can do
 * @vm: the device
 * @cfg: the sizes
 *
 * Multiples of 32, powers of two from v7 on; data ring slots multiples of 64.
 */
void vmxnet3_config_round(struct vmxnet3 *vm, struct vmxnet3_config *cfg)
{
	cfg->tx_size = vmxnet3_round_size(vm, cfg->tx_size);
	cfg->rx_size = vmxnet3_round_size(vm, cfg->rx_size);
	cfg->rx1_size = vmxnet3_round_size(vm, cfg->rx1_size);
	cfg->rx_data_size = min_t(u32, ALIGN(cfg->rx_data_size, VMXNET3_DATA_SIZE_ALIGN),
				  VMXNET3_DATA_SIZE_MAX);
}

static void vmxnet3_txq_free(struct vmxnet3 *vm, struct vmxnet3_tx_queue *tq)
{
	if (tq->buf)
		vmxnet3_tx_release(tq);
	vmxnet3_dma_free(vm, tq->size * sizeof(*tq->desc), tq->desc, tq->desc_pa);
	vmxnet3_dma_free(vm, tq->size * sizeof(*tq->comp), tq->comp, tq->comp_pa);
	vmxnet3_dma_free(vm, tq->size * tq->data_size, tq->data, tq->data_pa);
	kvfree(tq->buf);
}

static int vmxnet3_txq_alloc(struct vmxnet3 *vm, struct vmxnet3_tx_queue *tq,
			     const struct vmxnet3_config *cfg)
{
	bool large = vm->caps & VMXNET3_CAP_LARGE_BAR;

	tq->vm = vm;
	tq->size = cfg->tx_size;
	tq->data_size = cfg->tx_data_size;
	tq->doorbell = vm->bar0 + (large ? VMXNET3_REG_LB_TXPROD : VMXNET3_REG_TXPROD) +
		       tq->id * VMXNET3_REG_STRIDE;
	tq->counters = &vm->tx_counters[tq->id];
	tq->desc = vmxnet3_dma_alloc(vm, tq->size * sizeof(*tq->desc), &tq->desc_pa);
	tq->comp = vmxnet3_dma_alloc(vm, tq->size * sizeof(*tq->comp), &tq->comp_pa);
	tq->data = vmxnet3_dma_alloc(vm, tq->size * tq->data_size, &tq->data_pa);
	tq->buf = kvcalloc(tq->size, sizeof(*tq->buf), GFP_KERNEL);
	return tq->desc && tq->comp && tq->data && tq->buf ? 0 : -ENOMEM;
}

/* Tell the device of the queue, in the descriptor it reads at ACTIVATE. */
static void vmxnet3_txq_describe(struct vmxnet3_tx_queue *tq)
{
	struct vmxnet3_txq_shared *shared = tq->shared;

	memset(shared, 0, sizeof(*shared));
	shared->ring_pa = cpu_to_le64(tq->desc_pa);
	shared->data_pa = cpu_to_le64(tq->data_pa);
	shared->comp_pa = cpu_to_le64(tq->comp_pa);
	shared->driver_data_pa = cpu_to_le64(~0ULL);
	shared->ring_size = cpu_to_le32(tq->size);
	shared->data_ring_size = cpu_to_le32(tq->size);
	shared->comp_size = cpu_to_le32(tq->size);
	shared->vector = tq->id;
	shared->data_desc_size = cpu_to_le16(tq->data_size);
}

static void vmxnet3_txq_reset(struct vmxnet3_tx_queue *tq)
{
	vmxnet3_tx_release(tq);
	memset(tq->desc, 0, tq->size * sizeof(*tq->desc));
	memset(tq->comp, 0, tq->size * sizeof(*tq->comp));
	tq->fill = 0;
	tq->reclaim = 0;
	tq->comp_next = 0;
	tq->gen = VMXNET3_TXD_GEN;
	tq->comp_gen = VMXNET3_COMP_GEN;
	vmxnet3_txq_describe(tq);
}

static int vmxnet3_rx_ring_alloc(struct vmxnet3_rx_queue *rq, struct vmxnet3_rx_ring *ring,
				 u32 size, u32 len_type)
{
	u32 i;

	ring->size = size;
	ring->len_type = len_type;
	ring->desc = vmxnet3_dma_alloc(rq->vm, size * sizeof(*ring->desc), &ring->desc_pa);
	ring->buf = kvcalloc(size, sizeof(*ring->buf), GFP_KERNEL);
	if (!ring->desc || !ring->buf)
		return -ENOMEM;
	for (i = 0; i < size; i++)
		if (!xb_rx_buf_first(&rq->xb, &ring->buf[i]))
			return -ENOMEM;
	return 0;
}

static void vmxnet3_rx_ring_free(struct vmxnet3_rx_queue *rq, struct vmxnet3_rx_ring *ring)
{
	u32 i;

	for (i = 0; ring->buf && i < ring->size; i++)
		xb_rx_buf_put(&rq->xb, &ring->buf[i]);
	vmxnet3_dma_free(rq->vm, ring->size * sizeof(*ring->desc), ring->desc, ring->desc_pa);
	kvfree(ring->buf);
}

/* All slots but the last belong to the device, as on the first day. */
static void vmxnet3_rx_ring_reset(struct vmxnet3_rx_ring *ring)
{
	u32 headroom = ring->len_type & VMXNET3_RXD_BODY ? 0 : XB_RX_HEADROOM, i;

	for (i = 0; i < ring->size; i++) {
		u32 gen = i < ring->size - 1 ? VMXNET3_RXD_GEN : 0;

		ring->desc[i].addr = cpu_to_le64(ring->buf[i].dma + headroom);
		ring->desc[i].len_gen = cpu_to_le32(ring->len_type | gen);
		ring->desc[i].ext = 0;
	}
	ring->next = 0;
	ring->fill = ring->size - 1;
	ring->gen = VMXNET3_RXD_GEN;
}

static void vmxnet3_rxq_free(struct vmxnet3 *vm, struct vmxnet3_rx_queue *rq)
{
	if (rq->chain)
		dev_kfree_skb_any(rq->chain);
	if (rq->xb.pool) {
		vmxnet3_rx_ring_free(rq, &rq->ring[0]);
		vmxnet3_rx_ring_free(rq, &rq->ring[1]);
	}
	vmxnet3_dma_free(vm, rq->comp_size * sizeof(*rq->comp), rq->comp, rq->comp_pa);
	vmxnet3_dma_free(vm, rq->ring[0].size * rq->data_size, rq->data, rq->data_pa);
	xb_rx_close(&rq->xb);
}

static int vmxnet3_rxq_alloc(struct vmxnet3 *vm, struct vmxnet3_rx_queue *rq,
			     const struct vmxnet3_config *cfg)
{
	int err;

	rq->vm = vm;
	rq->drops = &vm->rx_counters[rq->id].drops;
	rq->queues = cfg->rx_queues;
	/* The device counts completions of both rings, whether or not it uses both. */
	rq->comp_size = cfg->rx_size + cfg->rx1_size;
	rq->comp = vmxnet3_dma_alloc(vm, rq->comp_size * sizeof(*rq->comp), &rq->comp_pa);
	if (!rq->comp)
		return -ENOMEM;
	err = xb_rx_open(&rq->xb, vm->dev, &vm->pdev->dev, &vm->vector[rq->id].napi, rq->id,
			 &vm->rx_counters[rq->id].stats, rq->comp_size);
	if (err)
		return err;
	err = vmxnet3_rx_ring_alloc(rq, &rq->ring[0], cfg->rx_size, vmxnet3_head_len(cfg->mtu));
	if (err)
		return err;
	return vmxnet3_rx_ring_alloc(rq, &rq->ring[1], cfg->rx1_size,
				     VMXNET3_BODY_LEN | VMXNET3_RXD_BODY);
}

static void vmxnet3_rxq_describe(struct vmxnet3_rx_queue *rq)
{
	struct vmxnet3_rxq_shared *shared = rq->shared;

	memset(shared, 0, sizeof(*shared));
	shared->ring_pa[0] = cpu_to_le64(rq->ring[0].desc_pa);
	shared->ring_pa[1] = cpu_to_le64(rq->ring[1].desc_pa);
	shared->comp_pa = cpu_to_le64(rq->comp_pa);
	shared->driver_data_pa = cpu_to_le64(~0ULL);
	shared->ring_size[0] = cpu_to_le32(rq->ring[0].size);
	shared->ring_size[1] = cpu_to_le32(rq->ring[1].size);
	shared->comp_size = cpu_to_le32(rq->comp_size);
	shared->vector = rq->id;
	if (rq->data) {
		shared->data_pa = cpu_to_le64(rq->data_pa);
		shared->data_desc_size = cpu_to_le16(rq->data_size);
	}
}

/* What the completion of a frame in one buffer, or in the data ring, looks like. */
static void vmxnet3_rx_marks(struct vmxnet3_rx_queue *rq)
{
	const u32 ends = VMXNET3_RXC_SOP | VMXNET3_RXC_EOP;

	rq->whole = ends | FIELD_PREP(VMXNET3_RXC_RQID, rq->id);
	rq->whole_data = U32_MAX; /* matches nothing */
	if (rq->data)
		rq->whole_data = ends | FIELD_PREP(VMXNET3_RXC_RQID, rq->id + 2 * rq->queues);
}

static void vmxnet3_rxq_reset(struct vmxnet3_rx_queue *rq)
{
	if (rq->chain)
		dev_kfree_skb_any(rq->chain);
	rq->chain = NULL;
	rq->partial = false;
	rq->discard = false;
	memset(rq->comp, 0, rq->comp_size * sizeof(*rq->comp));
	rq->comp_next = 0;
	rq->comp_gen = VMXNET3_COMP_GEN;
	vmxnet3_rx_marks(rq);
	vmxnet3_rx_ring_reset(&rq->ring[0]);
	vmxnet3_rx_ring_reset(&rq->ring[1]);
	vmxnet3_rxq_describe(rq);
}

/*
 * The RX data ring is a convenience: without memory for all of it there is none
 * at all, in the shared descriptors neither, and the frames use the rings.
 */
static void vmxnet3_rx_data_alloc(struct vmxnet3 *vm, struct vmxnet3_queues *queues)
{
	struct vmxnet3_config *cfg = &queues->cfg;
	size_t len = (size_t)cfg->rx_size * cfg->rx_data_size;
	u32 i;

	for (i = 0; len && i < cfg->rx_queues; i++) {
		struct vmxnet3_rx_queue *rq = &queues->rx[i];

		rq->data = vmxnet3_dma_alloc(vm, len, &rq->data_pa);
		if (rq->data) {
			rq->data_size = cfg->rx_data_size;
			continue;
		}
		netdev_info(vm->dev, "no memory for RX data rings of %zu bytes, going without\n",
			    len);
		while (i--) {
			vmxnet3_dma_free(vm, len, queues->rx[i].data, queues->rx[i].data_pa);
			queues->rx[i].data = NULL;
			queues->rx[i].data_size = 0;
		}
		cfg->rx_data_size = 0;
		return;
	}
}

/**
 * vmxnet3_queues_free - give a set of queues and all its buffers back
 * @vm: the device
 * @queues: the set; the device no longer uses it
 *
 * Context: process.
 */
void vmxnet3_queues_free(struct vmxnet3 *vm, struct vmxnet3_queues *queues)
{
	u32 i;

	if (!queues)
		return;
	for (i = 0; queues->tx && i < queues->cfg.tx_queues; i++)
		vmxnet3_txq_free(vm, &queues->tx[i]);
	for (i = 0; queues->rx && i < queues->cfg.rx_queues; i++)
		vmxnet3_rxq_free(vm, &queues->rx[i]);
	vmxnet3_dma_free(vm, queues->shared_len, queues->shared, queues->shared_pa);
	kvfree(queues->tx);
	kvfree(queues->rx);
	kfree(queues);
}

static int vmxnet3_queues_fill(struct vmxnet3 *vm, struct vmxnet3_queues *queues)
{
	struct vmxnet3_config *cfg = &queues->cfg;
	struct vmxnet3_txq_shared *tx_shared = queues->shared;
	struct vmxnet3_rxq_shared *rx_shared = (void *)(tx_shared + cfg->tx_queues);
	int err = 0;
	u32 i;

	for (i = 0; !err && i < cfg->tx_queues; i++) {
		queues->tx[i].id = i;
		queues->tx[i].shared = &tx_shared[i];
		err = vmxnet3_txq_alloc(vm, &queues->tx[i], cfg);
	}
	for (i = 0; !err && i < cfg->rx_queues; i++) {
		queues->rx[i].id = i;
		queues->rx[i].shared = &rx_shared[i];
		queues->rx[i].tx = &queues->tx[i % cfg->tx_queues];
		err = vmxnet3_rxq_alloc(vm, &queues->rx[i], cfg);
	}
	return err;
}

/* A pool may go only while the NAPI it was made for rests; those in use go on. */
static void vmxnet3_queues_abandon(struct vmxnet3 *vm, struct vmxnet3_queues *queues)
{
	u32 n = test_bit(VMXNET3_ACTIVE, &vm->state) ? vm->vectors : 0, i;

	for (i = 0; i < n; i++)
		napi_disable(&vm->vector[i].napi);
	vmxnet3_queues_free(vm, queues);
	for (i = 0; i < n; i++) {
		napi_enable(&vm->vector[i].napi);
		local_bh_disable(); /* an interrupt may have come meanwhile */
		napi_schedule(&vm->vector[i].napi);
		local_bh_enable();
	}
}

/**
 * vmxnet3_queues_alloc - make a set of queues, buffers and all
 * @vm: the device
 * @cfg: how many queues, of which sizes, for which MTU
 *
 * Context: process, RTNL.
 * Return: the set, ready for ACTIVATE, or an ERR_PTR with nothing left behind.
 */
struct vmxnet3_queues *vmxnet3_queues_alloc(struct vmxnet3 *vm, const struct vmxnet3_config *cfg)
{
	struct vmxnet3_queues *queues = kzalloc(sizeof(*queues), GFP_KERNEL);

	if (!queues)
		return ERR_PTR(-ENOMEM);
	queues->cfg = *cfg;
	queues->shared_len = cfg->tx_queues * sizeof(struct vmxnet3_txq_shared) +
			     cfg->rx_queues * sizeof(struct vmxnet3_rxq_shared);
	queues->shared = vmxnet3_dma_alloc(vm, queues->shared_len, &queues->shared_pa);
	queues->tx = kvcalloc(cfg->tx_queues, sizeof(*queues->tx), GFP_KERNEL);
	queues->rx = kvcalloc(cfg->rx_queues, sizeof(*queues->rx), GFP_KERNEL);
	if (!queues->shared || !queues->tx || !queues->rx || vmxnet3_queues_fill(vm, queues)) {
		vmxnet3_queues_abandon(vm, queues);
		return ERR_PTR(-ENOMEM);
	}
	vmxnet3_rx_data_alloc(vm, queues);
	vmxnet3_queues_reset(queues);
	return queues;
}

/**
 * vmxnet3_queues_reset - back to the state of a fresh set, buffers kept
 * @queues: the set; the device does not use it
 *
 * Frames on the TX rings are given up; every RX buffer stays in its slot.
 *
 * Context: process, NAPI disabled.
 */
void vmxnet3_queues_reset(struct vmxnet3_queues *queues)
{
	u32 i;

	for (i = 0; i < queues->cfg.tx_queues; i++)
		vmxnet3_txq_reset(&queues->tx[i]);
	for (i = 0; i < queues->cfg.rx_queues; i++)
		vmxnet3_rxq_reset(&queues->rx[i]);
}
