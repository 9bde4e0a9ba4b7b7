// SPDX-License-Identifier: GPL-2.0-only
/*
 * Receive: completions to frames, frames to a program or the stack.
 *
 * A slot always holds a buffer, and its descriptor is armed again once the
 * frame is dealt with. One slot stays unarmed (ring->fill), so that a full ring
 * differs from an empty one for devices that read RXPROD.
 */
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/prefetch.h>
#include <linux/tcp.h>

#include "vmxnet3.h"
#include "xb_rx_skb.h"

/* Arm at least this often within a poll, so that small rings do not run dry. */
#define VMXNET3_ARM_BURST 16

/* A completion, copied before the device can have its slot back. */
struct vmxnet3_rx_info {
	u32 index;
	u32 hash;
	u32 len_tci;
	u32 flags;
};

static inline u32 vmxnet3_rx_len(const struct vmxnet3_rx_info *info)
{
	return info->len_tci & VMXNET3_RXC_LEN;
}

/* Hand all slots before the next completion's, but one, to the device. */
static __always_inline void vmxnet3_rx_arm(struct vmxnet3_rx_ring *ring)
{
	u32 end = ring->next ? ring->next - 1 : ring->size - 1;

	if (ring->fill == end)
		return;
	dma_wmb(); /* the addresses first */
	while (ring->fill != end) {
		WRITE_ONCE(ring->desc[ring->fill].len_gen,
			   cpu_to_le32(ring->len_type | ring->gen));
		if (unlikely(++ring->fill == ring->size)) {
			ring->fill = 0;
			ring->gen ^= VMXNET3_RXD_GEN;
		}
	}
}

static void vmxnet3_rx_doorbells(struct vmxnet3_rx_queue *rq)
{
	struct vmxnet3 *vm = rq->vm;
	bool large = vm->caps & VMXNET3_CAP_LARGE_BAR;
	u32 offset = rq->id * VMXNET3_REG_STRIDE;

	writel(rq->ring[0].fill,
	       vm->bar0 + (large ? VMXNET3_REG_LB_RXPROD : VMXNET3_REG_RXPROD) + offset);
	writel(rq->ring[1].fill,
	       vm->bar0 + (large ? VMXNET3_REG_LB_RXPROD2 : VMXNET3_REG_RXPROD2) + offset);
}

/*
 * Take slot @index off the device. It may have skipped slots before it; those
 * are armed again with the buffers they have. False if the device does not own
 * that slot.
 */
static __always_inline bool vmxnet3_rx_claim(struct vmxnet3_rx_ring *ring, u32 index)
{
	u32 owned = (ring->fill < ring->next ? ring->size : 0) + ring->fill - ring->next;
	u32 ahead = (index < ring->next ? ring->size : 0) + index - ring->next;

	if (unlikely(index >= ring->size || ahead >= owned))
		return false;
	ring->next = index + 1 == ring->size ? 0 : index + 1;
	return true;
}

static void vmxnet3_rx_csum(struct sk_buff *skb, const struct vmxnet3_rx_info *info)
{
	bool ok = info->flags & VMXNET3_RXC_L4_OK;

	if (info->index & VMXNET3_RXC_CNC || info->flags & VMXNET3_RXC_FRAGMENT)
		return;
	if (info->flags & VMXNET3_RXC_V4)
		ok = ok && info->flags & VMXNET3_RXC_IP_OK;
	else if (!(info->flags & VMXNET3_RXC_V6))
		return;
	if (!ok || !(info->flags & (VMXNET3_RXC_TCP | VMXNET3_RXC_UDP)))
		return;
	skb->ip_summed = CHECKSUM_UNNECESSARY;
	if (info->index & VMXNET3_RXC_HDR_INNER)
		skb->csum_level = 1;
}

static void vmxnet3_rx_hash(struct sk_buff *skb, const struct vmxnet3_rx_info *info)
{
	enum pkt_hash_types type;

	switch (FIELD_GET(VMXNET3_RXC_RSS_TYPE, info->index)) {
	case VMXNET3_RSS_NONE:
		return;
	case VMXNET3_RSS_IPV4:
	case VMXNET3_RSS_IPV6:
		type = PKT_HASH_TYPE_L3;
		break;
	default:
		type = PKT_HASH_TYPE_L4;
	}
	skb_set_hash(skb, info->hash, type);
}

/* What the completion of a frame's last buffer says, told to the stack. */
static __always_inline void vmxnet3_rx_deliver(struct vmxnet3_rx_queue *rq, struct sk_buff *skb,
					       const struct vmxnet3_rx_info *info, bool csum)
{
	struct net_device *dev = rq->vm->dev;

	if (dev->features & NETIF_F_RXCSUM && csum)
		vmxnet3_rx_csum(skb, info);
	if (dev->features & NETIF_F_RXHASH &&
	    FIELD_GET(VMXNET3_RXC_TYPE, info->flags) != VMXNET3_RXC_TYPE_LRO)
		vmxnet3_rx_hash(skb, info);
	if (info->len_tci & VMXNET3_RXC_TS)
		__vlan_hwaccel_put_tag(skb, htons(ETH_P_8021Q),
				       FIELD_GET(VMXNET3_RXC_TCI, info->len_tci));
	skb_record_rx_queue(skb, rq->id);
	skb->protocol = eth_type_trans(skb, dev);
	napi_gro_receive(rq->xb.napi, skb);
}

static void vmxnet3_rx_drop_error(struct vmxnet3_rx_queue *rq, const struct vmxnet3_rx_info *info)
{
	rq->drops.error++;
	if (!(info->flags & VMXNET3_RXC_FCS_OK))
		rq->drops.fcs++;
	rq->drops.total++;
}

/* A frame in one buffer, while a program is attached. */
static __always_inline void vmxnet3_rx_xdp(struct vmxnet3_rx_queue *rq, struct xb_poll *poll,
					   struct xdp_buff *xdp, u32 slot,
					   const struct vmxnet3_rx_info *info)
{
	struct vmxnet3_rx_ring *ring = &rq->ring[0];
	struct xb_rx_buf *buf = &ring->buf[slot];
	void *start = page_address(buf->page);
	u32 len = vmxnet3_rx_len(info);
	struct sk_buff *skb;
	void *data, *end;

	xdp_prepare_buff(xdp, start, XB_RX_HEADROOM, len, true);
	data = xdp->data;
	end = xdp->data_end;
	switch (xb_xdp_run(&rq->xb, poll, buf, xdp, &vmxnet3_xb_tx_ops, rq->tx)) {
	case XB_TAKEN:
		ring->desc[slot].addr = cpu_to_le64(buf->dma + XB_RX_HEADROOM);
		return;
	case XB_REUSE:
		xb_rx_buf_reuse(&rq->xb, buf, XB_RX_HEADROOM, len);
		return;
	case XB_PASS:
		break;
	}
	skb = xb_rx_skb_xdp(&rq->xb, buf, xdp);
	if (unlikely(!skb)) {
		poll->count[XB_RX_ALLOC_FAIL]++;
		xb_rx_buf_reuse(&rq->xb, buf, XB_RX_HEADROOM, len);
		return;
	}
	ring->desc[slot].addr = cpu_to_le64(buf->dma + XB_RX_HEADROOM);
	/* A frame that was cut or grown is not the one the device looked at. */
	vmxnet3_rx_deliver(rq, skb, info, data == xdp->data && end == xdp->data_end);
}

/* A frame in one buffer, with no program. */
static __always_inline void vmxnet3_rx_plain(struct vmxnet3_rx_queue *rq, struct xb_poll *poll,
					     u32 slot, const void *copied,
					     const struct vmxnet3_rx_info *info)
{
	struct vmxnet3_rx_ring *ring = &rq->ring[0];
	struct xb_rx_buf *buf = &ring->buf[slot];
	void *data = page_address(buf->page) + XB_RX_HEADROOM;
	u32 len = vmxnet3_rx_len(info);
	struct sk_buff *skb;

	if (copied || len <= XB_RX_COPYBREAK) {
		skb = xb_rx_skb_copy(&rq->xb, copied ?: data, len);
		if (!copied)
			xb_rx_buf_reuse(&rq->xb, buf, XB_RX_HEADROOM, len);
	} else {
		skb = xb_rx_skb_build(&rq->xb, buf, data, len);
		ring->desc[slot].addr = cpu_to_le64(buf->dma + XB_RX_HEADROOM);
	}
	if (unlikely(!skb)) {
		poll->count[XB_RX_ALLOC_FAIL]++;
		return;
	}
	vmxnet3_rx_deliver(rq, skb, info, true);
}

/* How long the headers of a TCP frame are, or 0 if it is not one after all. */
static u32 vmxnet3_tcp_headers(const struct sk_buff *skb, const struct vmxnet3_rx_info *info)
{
	u32 l3 = ETH_HLEN, l4;
	const struct ethhdr *eth = (void *)skb->data;
	const struct tcphdr *th;

	if (eth->h_proto == htons(ETH_P_8021Q))
		l3 += VLAN_HLEN;
	if (info->index & VMXNET3_RXC_HDR_INNER || !(info->flags & VMXNET3_RXC_TCP))
		return 0;
	if (info->flags & VMXNET3_RXC_V4) {
		const struct iphdr *ip = (void *)skb->data + l3;

		if (skb_headlen(skb) < l3 + sizeof(*ip) || ip->version != 4 ||
		    ip->protocol != IPPROTO_TCP)
			return 0;
		l4 = l3 + ip->ihl * 4;
	} else {
		const struct ipv6hdr *ip = (void *)skb->data + l3;

		if (skb_headlen(skb) < l3 + sizeof(*ip) || ip->version != 6 ||
		    ip->nexthdr != IPPROTO_TCP)
			return 0;
		l4 = l3 + sizeof(*ip);
	}
	if (skb_headlen(skb) < l4 + sizeof(*th))
		return 0;
	th = (void *)skb->data + l4;
	return l4 + th->doff * 4;
}

/*
 * An aggregate has to say how it was cut. Old devices give the size of a
 * segment or only their number, and revision 1 says nothing at all.
 */
static void vmxnet3_rx_lro(struct vmxnet3_rx_queue *rq, struct sk_buff *skb,
			   const struct vmxnet3_rx_info *info)
{
	u32 mtu = rq->vm->dev->mtu, segs = rq->chain_segs, mss = rq->chain_mss, hlen;

	if (segs <= 1 && !mss && skb->len <= mtu + ETH_HLEN + VLAN_HLEN)
		return;
	hlen = vmxnet3_tcp_headers(skb, info);
	if (!hlen || skb->len <= hlen)
		return;
	if (!mss && segs > 1)
		mss = DIV_ROUND_UP(skb->len - hlen, segs);
	else if (!mss && mtu + ETH_HLEN > hlen)
		mss = mtu + ETH_HLEN - hlen;
	if (!mss || skb->len - hlen <= mss)
		return;
	skb_shinfo(skb)->gso_size = mss;
	skb_shinfo(skb)->gso_segs = segs > 1 ? segs : DIV_ROUND_UP(skb->len - hlen, mss);
	skb_shinfo(skb)->gso_type = info->flags & VMXNET3_RXC_V4 ? SKB_GSO_TCPV4 : SKB_GSO_TCPV6;
}

static void vmxnet3_rx_chain_drop(struct vmxnet3_rx_queue *rq)
{
	if (rq->chain)
		dev_kfree_skb_any(rq->chain);
	rq->chain = NULL;
	rq->drops.total++;
}

/* The first buffer of a frame that has more, or of an aggregate. */
static bool vmxnet3_rx_chain_start(struct vmxnet3_rx_queue *rq, struct xb_poll *poll, u32 slot,
				   const struct vmxnet3_rx_info *info)
{
	struct vmxnet3_rx_ring *ring = &rq->ring[0];
	struct xb_rx_buf *buf = &ring->buf[slot];
	void *data = page_address(buf->page) + XB_RX_HEADROOM;

	rq->chain_segs = 0;
	rq->chain_mss = 0;
	if (FIELD_GET(VMXNET3_RXC_TYPE, info->flags) == VMXNET3_RXC_TYPE_LRO) {
		rq->chain_segs = info->hash & VMXNET3_RXC_SEG_COUNT;
		rq->chain_mss = info->flags & VMXNET3_RXC_MSS;
	}
	rq->chain = xb_rx_skb_build(&rq->xb, buf, data, vmxnet3_rx_len(info));
	if (unlikely(!rq->chain)) {
		poll->count[XB_RX_ALLOC_FAIL]++;
		return false;
	}
	ring->desc[slot].addr = cpu_to_le64(buf->dma + XB_RX_HEADROOM);
	return true;
}

static bool vmxnet3_rx_chain_add(struct vmxnet3_rx_queue *rq, struct xb_poll *poll, u32 slot,
				 u32 len)
{
	struct vmxnet3_rx_ring *ring = &rq->ring[1];
	struct xb_rx_buf *buf = &ring->buf[slot];

	if (!len)
		return true; /* seen at the end of LRO frames: only flags */
	xb_rx_buf_to_cpu(&rq->xb, buf, 0, len);
	if (unlikely(!xb_rx_skb_add(&rq->xb, buf, rq->chain, len))) {
		poll->count[XB_RX_ALLOC_FAIL]++;
		return false;
	}
	ring->desc[slot].addr = cpu_to_le64(buf->dma);
	return true;
}

/* One buffer of a frame with several. */
static void vmxnet3_rx_chain(struct vmxnet3_rx_queue *rq, struct xb_poll *poll, u32 which, u32 slot,
			     const struct vmxnet3_rx_info *info)
{
	bool sop = info->index & VMXNET3_RXC_SOP, eop = info->index & VMXNET3_RXC_EOP;
	struct sk_buff *skb;
	bool ok;

	if (sop) {
		if (unlikely(rq->chain))
			vmxnet3_rx_chain_drop(rq); /* its end never came */
		rq->discard = false;
	}
	if (unlikely(rq->discard)) {
		rq->discard = !eop;
		return;
	}
	if (unlikely(sop == !!which || !sop == !rq->chain)) {
		poll->count[XB_RX_BAD_DESC]++;
		ok = false;
	} else if (unlikely(poll->prog)) {
		poll->count[XB_RX_XDP_FRAGS]++;
		ok = false;
	} else if (sop) {
		ok = vmxnet3_rx_chain_start(rq, poll, slot, info);
	} else {
		ok = vmxnet3_rx_chain_add(rq, poll, slot, vmxnet3_rx_len(info));
	}
	if (unlikely(!ok)) {
		vmxnet3_rx_chain_drop(rq);
		rq->discard = !eop;
		return;
	}
	if (!eop)
		return;
	skb = rq->chain;
	rq->chain = NULL;
	if (unlikely(info->len_tci & VMXNET3_RXC_ERR)) {
		dev_kfree_skb_any(skb);
		vmxnet3_rx_drop_error(rq, info);
		return;
	}
	if (vmxnet3_lro(rq->vm->dev))
		vmxnet3_rx_lro(rq, skb, info);
	vmxnet3_rx_deliver(rq, skb, info, true);
}

/* Which ring does the completion speak of, and did its frame go to the data ring? */
static __always_inline int vmxnet3_rx_which(const struct vmxnet3_rx_queue *rq, u32 rqid,
					    bool *in_data)
{
	u32 n = rq->vm->queues->cfg.rx_queues;

	*in_data = false;
	if (likely(rqid == rq->id))
		return 0;
	if (rqid == rq->id + n)
		return 1;
	*in_data = rq->data && rqid == rq->id + 2 * n;
	return *in_data ? 0 : -1;
}

/* A frame that is whole in one ring-0 buffer, the common case. */
static __always_inline void vmxnet3_rx_single(struct vmxnet3_rx_queue *rq, struct xb_poll *poll,
					      struct xdp_buff *xdp, u32 slot, bool in_data,
					      const struct vmxnet3_rx_info *info)
{
	struct xb_rx_buf *buf = &rq->ring[0].buf[slot];
	u32 len = vmxnet3_rx_len(info);
	u32 room = in_data ? rq->data_size : rq->ring[0].len_type & VMXNET3_RXD_LEN;
	void *copied = NULL;

	if (unlikely(!len))
		return; /* an unused buffer comes back */
	if (unlikely(info->len_tci & VMXNET3_RXC_ERR)) {
		vmxnet3_rx_drop_error(rq, info);
		return;
	}
	if (unlikely(len < ETH_HLEN || len > room)) {
		poll->count[XB_RX_BAD_DESC]++;
		return;
	}
	if (in_data)
		copied = rq->data + slot * rq->data_size;
	else
		xb_rx_buf_to_cpu(&rq->xb, buf, XB_RX_HEADROOM, len);
	if (!poll->prog) {
		vmxnet3_rx_plain(rq, poll, slot, copied, info);
		return;
	}
	/* The slot's own buffer is untouched and takes the frame for the program. */
	if (in_data)
		memcpy(page_address(buf->page) + XB_RX_HEADROOM, copied, len);
	vmxnet3_rx_xdp(rq, poll, xdp, slot, info);
}

static __always_inline void vmxnet3_rx_one(struct vmxnet3_rx_queue *rq, struct xb_poll *poll,
					   struct xdp_buff *xdp, const struct vmxnet3_rx_info *info)
{
	const u32 whole = VMXNET3_RXC_SOP | VMXNET3_RXC_EOP;
	u32 slot = info->index & VMXNET3_RXC_INDEX;
	bool in_data;
	int which = vmxnet3_rx_which(rq, FIELD_GET(VMXNET3_RXC_RQID, info->index), &in_data);

	if (unlikely(which < 0 || !vmxnet3_rx_claim(&rq->ring[which], slot))) {
		poll->count[XB_RX_BAD_DESC]++;
		return;
	}
	if (likely((info->index & whole) == whole && !which && !rq->chain &&
		   FIELD_GET(VMXNET3_RXC_TYPE, info->flags) != VMXNET3_RXC_TYPE_LRO)) {
		rq->discard = false;
		vmxnet3_rx_single(rq, poll, xdp, slot, in_data, info);
		return;
	}
	if (unlikely(vmxnet3_rx_len(info) > PAGE_SIZE - (which ? 0 : XB_RX_HEADROOM) || in_data)) {
		poll->count[XB_RX_BAD_DESC]++;
		vmxnet3_rx_chain_drop(rq);
		rq->discard = !(info->index & VMXNET3_RXC_EOP);
		return;
	}
	if (!which)
		xb_rx_buf_to_cpu(&rq->xb, &rq->ring[0].buf[slot], XB_RX_HEADROOM,
				 vmxnet3_rx_len(info));
	vmxnet3_rx_chain(rq, poll, which, slot, info);
}

/* The next completion, if the device has written one. */
static __always_inline bool vmxnet3_rx_next(struct vmxnet3_rx_queue *rq,
					    struct vmxnet3_rx_info *info)
{
	const struct vmxnet3_rx_comp *comp = &rq->comp[rq->comp_next];

	info->flags = le32_to_cpu(READ_ONCE(comp->flags));
	if ((info->flags & VMXNET3_COMP_GEN) != rq->comp_gen)
		return false;
	dma_rmb();
	info->index = le32_to_cpu(comp->index);
	info->hash = le32_to_cpu(comp->hash);
	info->len_tci = le32_to_cpu(comp->len_tci);
	if (unlikely(++rq->comp_next == rq->comp_size)) {
		rq->comp_next = 0;
		rq->comp_gen ^= VMXNET3_COMP_GEN;
	}
	return true;
}

/**
 * vmxnet3_rx_poll - receive up to a budget of frames
 * @rq: the queue
 * @budget: how many completions to take at most
 *
 * Context: the queue's NAPI.
 * Return: how many completions were taken.
 */
int vmxnet3_rx_poll(struct vmxnet3_rx_queue *rq, int budget)
{
	struct bpf_prog *prog = rcu_dereference_check(rq->vm->prog, rcu_read_lock_bh_held());
	struct vmxnet3_rx_info info;
	struct xb_poll poll;
	struct xdp_buff xdp;
	int work = 0;

	xb_poll_begin(&poll, prog, &xdp, &rq->xb);
	while (work < budget && vmxnet3_rx_next(rq, &info)) {
		vmxnet3_rx_one(rq, &poll, &xdp, &info);
		if (!(++work % VMXNET3_ARM_BURST)) {
			vmxnet3_rx_arm(&rq->ring[0]);
			vmxnet3_rx_arm(&rq->ring[1]);
		}
	}
	vmxnet3_rx_arm(&rq->ring[0]);
	vmxnet3_rx_arm(&rq->ring[1]);
	if (unlikely(READ_ONCE(rq->shared->update_doorbell)) && work)
		vmxnet3_rx_doorbells(rq);
	xb_poll_end(&poll, &rq->xb, &vmxnet3_xb_tx_ops, rq->tx);
	return work;
}
