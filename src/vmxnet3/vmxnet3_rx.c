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
#include <linux/udp.h>

#include "vmxnet3.h"
#include "xb_rx_skb.h"

/* Arm at least this often within a poll, so that small rings do not run dry. */
#define VMXNET3_ARM_BURST 16

/* The marks that tell a frame in one buffer from everything else. */
#define VMXNET3_RX_MARKS (VMXNET3_RXC_RQID | VMXNET3_RXC_SOP | VMXNET3_RXC_EOP)

static inline u32 vmxnet3_rx_len(u32 len_tci)
{
	return len_tci & VMXNET3_RXC_LEN;
}

static __always_inline void vmxnet3_rx_arm_upto(struct vmxnet3_rx_ring *ring, u32 end)
{
	struct vmxnet3_rx_desc *desc = &ring->desc[ring->fill], *stop = &ring->desc[end];
	__le32 armed = cpu_to_le32(ring->len_type | ring->gen);

	for (; desc != stop; desc++)
		WRITE_ONCE(desc->len_gen, armed);
	ring->fill = end;
}

/* Hand all slots before the next completion's, but one, to the device. */
static __always_inline void vmxnet3_rx_arm(struct vmxnet3_rx_ring *ring)
{
	u32 end = ring->next ? ring->next - 1 : ring->size - 1;

	if (ring->fill == end)
		return;
	dma_wmb(); /* the addresses first */
	if (unlikely(end < ring->fill)) {
		vmxnet3_rx_arm_upto(ring, ring->size);
		ring->fill = 0;
		ring->gen ^= VMXNET3_RXD_GEN;
	}
	vmxnet3_rx_arm_upto(ring, end);
}

/*
 * Take slot @index off the device. It may have skipped slots before it; those
 * are armed again with the buffers they have. False if the device does not own
 * that slot.
 */
static bool vmxnet3_rx_claim(struct vmxnet3_rx_ring *ring, u32 index)
{
	u32 owned = (ring->fill < ring->next ? ring->size : 0) + ring->fill - ring->next;
	u32 ahead = (index < ring->next ? ring->size : 0) + index - ring->next;

	if (index >= ring->size || ahead >= owned)
		return false;
	ring->next = index + 1 == ring->size ? 0 : index + 1;
	return true;
}

static __always_inline void vmxnet3_rx_csum(struct sk_buff *skb, u32 index, u32 flags)
{
	const u32 v4_ok = VMXNET3_RXC_V4 | VMXNET3_RXC_IP_OK | VMXNET3_RXC_L4_OK;
	const u32 v6_ok = VMXNET3_RXC_V6 | VMXNET3_RXC_L4_OK;

	if (index & VMXNET3_RXC_CNC || flags & VMXNET3_RXC_FRAGMENT ||
	    !(flags & (VMXNET3_RXC_TCP | VMXNET3_RXC_UDP)))
		return;
	if ((flags & v4_ok) != v4_ok && (flags & v6_ok) != v6_ok)
		return;
	skb->ip_summed = CHECKSUM_UNNECESSARY;
	if (index & VMXNET3_RXC_HDR_INNER)
		skb->csum_level = 1;
}

static void vmxnet3_rx_hash(struct sk_buff *skb, u32 index, u32 hash)
{
	u32 type = FIELD_GET(VMXNET3_RXC_RSS_TYPE, index);

	skb_set_hash(skb, hash, type == VMXNET3_RSS_IPV4 || type == VMXNET3_RSS_IPV6 ?
				PKT_HASH_TYPE_L3 : PKT_HASH_TYPE_L4);
}

/*
 * With LRO on, the device aggregates TCP and the rest goes to the stack as it
 * is, as with the in-tree driver. While a program keeps a wanted LRO off, GRO
 * stands in for it, for all that LRO could have aggregated: everything but UDP.
 * Where the user wants no LRO, GRO sees every frame.
 */
static __always_inline bool vmxnet3_wants_gro(const struct net_device *dev,
					      const struct sk_buff *skb)
{
	const void *l3 = skb->data; /* behind the Ethernet header */

	if (!(dev->wanted_features & NETIF_F_LRO))
		return true;
	if (dev->features & NETIF_F_LRO)
		return false;
	if (skb->protocol == htons(ETH_P_IP) && skb_headlen(skb) >= sizeof(struct iphdr))
		return ((const struct iphdr *)l3)->protocol != IPPROTO_UDP;
	if (skb->protocol == htons(ETH_P_IPV6) && skb_headlen(skb) >= sizeof(struct ipv6hdr))
		return ((const struct ipv6hdr *)l3)->nexthdr != IPPROTO_UDP;
	return true;
}

/*
 * Give the stack a frame and what the completion of its last buffer says of it.
 * A frame that a program cut or grew is not the one the device looked at, so
 * there is no word on its checksum (@csum).
 */
static __always_inline void vmxnet3_rx_deliver(struct vmxnet3_rx_queue *rq, struct sk_buff *skb,
					       u32 index, u32 len_tci,
					       const struct vmxnet3_rx_comp *comp, bool csum)
{
	struct net_device *dev = rq->vm->dev;
	u32 flags = le32_to_cpu(comp->flags);

	if (dev->features & NETIF_F_RXCSUM && csum)
		vmxnet3_rx_csum(skb, index, flags);
	if (index & VMXNET3_RXC_RSS_TYPE && dev->features & NETIF_F_RXHASH &&
	    FIELD_GET(VMXNET3_RXC_TYPE, flags) != VMXNET3_RXC_TYPE_LRO)
		vmxnet3_rx_hash(skb, index, le32_to_cpu(comp->hash));
	if (unlikely(len_tci & VMXNET3_RXC_TS))
		__vlan_hwaccel_put_tag(skb, htons(ETH_P_8021Q),
				       FIELD_GET(VMXNET3_RXC_TCI, len_tci));
	skb_record_rx_queue(skb, rq->id);
	skb->protocol = eth_type_trans(skb, dev);
	if (vmxnet3_wants_gro(dev, skb))
		napi_gro_receive(rq->xb.napi, skb);
	else
		netif_receive_skb(skb);
}

static void vmxnet3_rx_drop_error(struct vmxnet3_rx_queue *rq, const struct vmxnet3_rx_comp *comp)
{
	rq->drops->error++;
	if (!(le32_to_cpu(comp->flags) & VMXNET3_RXC_FCS_OK))
		rq->drops->fcs++;
}

/* The slot has a buffer that the device does not know yet. */
static __always_inline void vmxnet3_rx_refresh(struct vmxnet3_rx_ring *ring, u32 slot, u32 headroom)
{
	ring->desc[slot].addr = cpu_to_le64(ring->buf[slot].dma + headroom);
}

/*
 * A tag that the device stripped, just before the program came, goes back where
 * it was: into the frame.
 */
static noinline void vmxnet3_rx_put_tag(struct xdp_buff *xdp, u32 tci)
{
	struct vlan_ethhdr *eth = xdp->data - VLAN_HLEN;

	memmove(eth, xdp->data, 2 * ETH_ALEN);
	eth->h_vlan_proto = htons(ETH_P_8021Q);
	eth->h_vlan_TCI = htons(tci);
	xdp->data = eth;
	xdp->data_meta = eth;
}

/* A frame in one buffer, while a program is attached. */
static __always_inline void vmxnet3_rx_xdp(struct vmxnet3_rx_queue *rq, struct xb_poll *poll,
					   struct xdp_buff *xdp, u32 index, u32 len_tci,
					   const struct vmxnet3_rx_comp *comp)
{
	u32 slot = index & VMXNET3_RXC_INDEX, len = vmxnet3_rx_len(len_tci);
	struct vmxnet3_rx_ring *ring = &rq->ring[0];
	struct xb_rx_buf *buf = &ring->buf[slot];
	void *data = buf->va + XB_RX_HEADROOM, *end;
	struct sk_buff *skb;

	xdp_prepare_buff(xdp, buf->va, XB_RX_HEADROOM, len, true);
	if (unlikely(len_tci & VMXNET3_RXC_TS)) {
		vmxnet3_rx_put_tag(xdp, FIELD_GET(VMXNET3_RXC_TCI, len_tci));
		len_tci &= ~VMXNET3_RXC_TS;
		data = xdp->data;
	}
	end = xdp->data_end;
	switch (xb_xdp_run(&rq->xb, poll, buf, xdp, &vmxnet3_xb_tx_ops, rq->tx)) {
	case XB_TAKEN:
		vmxnet3_rx_refresh(ring, slot, XB_RX_HEADROOM);
		return;
	case XB_REUSE:
		xb_rx_buf_reuse(&rq->xb, buf, XB_RX_HEADROOM, len);
		return;
	case XB_PASS:
		break;
	}
	skb = xb_rx_skb_xdp(&rq->xb, buf, xdp);
	if (unlikely(!skb)) {
		xb_rx_count(rq->xb.stats, XB_RX_ALLOC_FAIL);
		xb_rx_buf_reuse(&rq->xb, buf, XB_RX_HEADROOM, len);
		return;
	}
	vmxnet3_rx_refresh(ring, slot, XB_RX_HEADROOM);
	vmxnet3_rx_deliver(rq, skb, index, len_tci, comp,
			   xdp->data == data && xdp->data_end == end);
}

/* A frame in one buffer or, with @copied, in the data ring; no program. */
static __always_inline void vmxnet3_rx_plain(struct vmxnet3_rx_queue *rq, const void *copied,
					     u32 index, u32 len_tci,
					     const struct vmxnet3_rx_comp *comp)
{
	u32 slot = index & VMXNET3_RXC_INDEX, len = vmxnet3_rx_len(len_tci);
	struct vmxnet3_rx_ring *ring = &rq->ring[0];
	struct xb_rx_buf *buf = &ring->buf[slot];
	void *data = buf->va + XB_RX_HEADROOM;
	struct sk_buff *skb;

	if (copied || len <= XB_RX_COPYBREAK) {
		skb = xb_rx_skb_copy(&rq->xb, copied ?: data, len);
		if (!copied)
			xb_rx_buf_reuse(&rq->xb, buf, XB_RX_HEADROOM, len);
	} else {
		skb = xb_rx_skb_build(&rq->xb, buf, data, len);
		vmxnet3_rx_refresh(ring, slot, XB_RX_HEADROOM);
	}
	if (unlikely(!skb)) {
		xb_rx_count(rq->xb.stats, XB_RX_ALLOC_FAIL);
		return;
	}
	vmxnet3_rx_deliver(rq, skb, index, len_tci, comp, true);
}

/* A whole frame whose length was checked, in ring 0 or in the data ring. */
static __always_inline void vmxnet3_rx_whole(struct vmxnet3_rx_queue *rq, struct xb_poll *poll,
					     struct xdp_buff *xdp, bool in_data, u32 index,
					     u32 len_tci, const struct vmxnet3_rx_comp *comp)
{
	u32 slot = index & VMXNET3_RXC_INDEX, len = vmxnet3_rx_len(len_tci);
	struct xb_rx_buf *buf = &rq->ring[0].buf[slot];
	void *copied = in_data ? rq->data + slot * rq->data_size : NULL;

	if (!in_data)
		xb_rx_buf_to_cpu(&rq->xb, buf, XB_RX_HEADROOM, len);
	if (!poll->prog) {
		vmxnet3_rx_plain(rq, copied, index, len_tci, comp);
		return;
	}
	/* The slot's own buffer is untouched and takes the frame for the program. */
	if (in_data)
		memcpy(buf->va + XB_RX_HEADROOM, copied, len);
	vmxnet3_rx_xdp(rq, poll, xdp, index, len_tci, comp);
}

/* How long the headers of a TCP frame are, or 0 if it is not one after all. */
static u32 vmxnet3_tcp_headers(const struct sk_buff *skb, u32 index, u32 flags)
{
	const struct ethhdr *eth = (void *)skb->data;
	u32 l3 = ETH_HLEN, l4;

	if (skb_headlen(skb) < ETH_HLEN)
		return 0;
	if (eth->h_proto == htons(ETH_P_8021Q))
		l3 += VLAN_HLEN;
	if (index & VMXNET3_RXC_HDR_INNER || !(flags & VMXNET3_RXC_TCP))
		return 0;
	if (flags & VMXNET3_RXC_V4) {
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
	if (skb_headlen(skb) < l4 + sizeof(struct tcphdr))
		return 0;
	return l4 + ((const struct tcphdr *)(skb->data + l4))->doff * 4;
}

static u32 vmxnet3_tcp_type(u32 flags)
{
	return flags & VMXNET3_RXC_V4 ? SKB_GSO_TCPV4 : SKB_GSO_TCPV6;
}

static void vmxnet3_set_gso(struct sk_buff *skb, u32 size, u32 segs, u32 type)
{
	skb_shinfo(skb)->gso_size = size;
	skb_shinfo(skb)->gso_segs = segs;
	skb_shinfo(skb)->gso_type = type;
}

/* The kind of UDP tunnel by its outer header, or 0 if there is no such header. */
static u32 vmxnet3_tunnel_type(const struct sk_buff *skb)
{
	const struct ethhdr *eth = (void *)skb->data;
	u32 l3 = ETH_HLEN + (eth->h_proto == htons(ETH_P_8021Q) ? VLAN_HLEN : 0), l4;
	const struct iphdr *ip = (void *)skb->data + l3;
	const struct udphdr *udp;

	if (skb_headlen(skb) < l3 + sizeof(struct ipv6hdr) + sizeof(*udp))
		return 0;
	if (ip->version == 4 && ip->protocol == IPPROTO_UDP)
		l4 = l3 + ip->ihl * 4;
	else if (ip->version == 6 && ((struct ipv6hdr *)ip)->nexthdr == IPPROTO_UDP)
		l4 = l3 + sizeof(struct ipv6hdr);
	else
		return 0;
	if (skb_headlen(skb) < l4 + sizeof(*udp))
		return 0;
	udp = (void *)skb->data + l4;
	return udp->check ? SKB_GSO_UDP_TUNNEL_CSUM : SKB_GSO_UDP_TUNNEL;
}

/*
 * An aggregate has to say how it was cut. Old devices give the size of a
 * segment or only their number, and revision 1 says nothing at all.
 */
static void vmxnet3_rx_lro(struct vmxnet3_rx_queue *rq, struct sk_buff *skb, u32 index, u32 flags)
{
	u32 mtu = rq->vm->dev->mtu, segs = rq->chain_segs, mss = rq->chain_mss, hlen;
	u32 tunnel = 0;

	if (index & VMXNET3_RXC_HDR_INNER) {
		/* What lies inside is the device's word alone: take it whole or not at all. */
		tunnel = vmxnet3_tunnel_type(skb);
		if (!tunnel || segs <= 1 || !mss || mss >= GSO_BY_FRAGS)
			return;
		vmxnet3_set_gso(skb, mss, segs, tunnel | vmxnet3_tcp_type(flags));
		return;
	}
	if (segs <= 1 && !mss && skb->len <= mtu + ETH_HLEN + VLAN_HLEN)
		return;
	hlen = vmxnet3_tcp_headers(skb, index, flags);
	if (!hlen || skb->len <= hlen)
		return;
	if (!mss && segs > 1)
		mss = DIV_ROUND_UP(skb->len - hlen, segs);
	else if (!mss && mtu + ETH_HLEN > hlen)
		mss = mtu + ETH_HLEN - hlen;
	if (!mss || mss >= GSO_BY_FRAGS || skb->len - hlen <= mss)
		return;
	vmxnet3_set_gso(skb, mss, segs > 1 ? segs : DIV_ROUND_UP(skb->len - hlen, mss),
			vmxnet3_tcp_type(flags));
}

/* Nothing more of this frame is wanted; @last when this was its last buffer. */
static void vmxnet3_rx_chain_drop(struct vmxnet3_rx_queue *rq, bool last)
{
	if (rq->chain)
		dev_kfree_skb_any(rq->chain);
	rq->chain = NULL;
	rq->discard = !last;
	rq->partial = !last;
}

/* The first buffer of a frame that has more, or of an aggregate. */
static bool vmxnet3_rx_chain_start(struct vmxnet3_rx_queue *rq, u32 slot, u32 len,
				   const struct vmxnet3_rx_comp *comp)
{
	struct vmxnet3_rx_ring *ring = &rq->ring[0];
	struct xb_rx_buf *buf = &ring->buf[slot];
	u32 flags = le32_to_cpu(comp->flags);

	rq->chain_segs = 0;
	rq->chain_mss = 0;
	if (FIELD_GET(VMXNET3_RXC_TYPE, flags) == VMXNET3_RXC_TYPE_LRO) {
		rq->chain_segs = le32_to_cpu(comp->hash) & VMXNET3_RXC_SEG_COUNT;
		rq->chain_mss = flags & VMXNET3_RXC_MSS;
	}
	xb_rx_buf_to_cpu(&rq->xb, buf, XB_RX_HEADROOM, len);
	rq->chain = xb_rx_skb_build(&rq->xb, buf, buf->va + XB_RX_HEADROOM, len);
	if (!rq->chain) {
		xb_rx_count(rq->xb.stats, XB_RX_ALLOC_FAIL);
		return false;
	}
	vmxnet3_rx_refresh(ring, slot, XB_RX_HEADROOM);
	rq->partial = true;
	return true;
}

static bool vmxnet3_rx_chain_add(struct vmxnet3_rx_queue *rq, u32 slot, u32 len)
{
	struct vmxnet3_rx_ring *ring = &rq->ring[1];

	if (!len)
		return true; /* seen at the end of LRO frames: only flags */
	xb_rx_buf_to_cpu(&rq->xb, &ring->buf[slot], 0, len);
	if (!xb_rx_skb_add(&rq->xb, &ring->buf[slot], rq->chain, len)) {
		xb_rx_count(rq->xb.stats, XB_RX_ALLOC_FAIL);
		return false;
	}
	vmxnet3_rx_refresh(ring, slot, 0);
	return true;
}

static void vmxnet3_rx_chain_end(struct vmxnet3_rx_queue *rq, u32 index, u32 len_tci,
				 const struct vmxnet3_rx_comp *comp)
{
	struct sk_buff *skb = rq->chain;

	rq->chain = NULL;
	rq->partial = false;
	if (len_tci & VMXNET3_RXC_ERR) {
		dev_kfree_skb_any(skb);
		vmxnet3_rx_drop_error(rq, comp);
		return;
	}
	if (rq->chain_segs > 1 || vmxnet3_lro(rq->vm->dev))
		vmxnet3_rx_lro(rq, skb, index, le32_to_cpu(comp->flags));
	vmxnet3_rx_deliver(rq, skb, index, len_tci, comp, true);
}

/* One buffer of a frame with several, from ring @which. */
static void vmxnet3_rx_chain(struct vmxnet3_rx_queue *rq, struct xb_poll *poll, u32 which,
			     u32 index, u32 len_tci, const struct vmxnet3_rx_comp *comp)
{
	bool sop = index & VMXNET3_RXC_SOP, eop = index & VMXNET3_RXC_EOP;
	u32 slot = index & VMXNET3_RXC_INDEX, len = vmxnet3_rx_len(len_tci);
	u32 room = which ? VMXNET3_BODY_LEN : rq->ring[0].len_type & VMXNET3_RXD_LEN;
	bool ok;

	if (sop && rq->chain) { /* its end never came */
		xb_rx_count(rq->xb.stats, XB_RX_BAD_DESC);
		vmxnet3_rx_chain_drop(rq, true);
	}
	if (sop)
		rq->discard = false;
	if (rq->discard) {
		rq->discard = !eop;
		rq->partial = !eop;
		return;
	}
	/* The first buffer is of ring 0, the others of ring 1 and after a first one. */
	if (sop == !!which || !sop == !rq->chain || len > room || (sop && len < ETH_HLEN)) {
		xb_rx_count(rq->xb.stats, XB_RX_BAD_DESC);
		ok = false;
	} else if (poll->prog) {
		xb_rx_count(rq->xb.stats, XB_RX_XDP_FRAGS);
		ok = false;
	} else if (sop) {
		ok = vmxnet3_rx_chain_start(rq, slot, len, comp);
	} else {
		ok = vmxnet3_rx_chain_add(rq, slot, len);
	}
	if (!ok)
		vmxnet3_rx_chain_drop(rq, eop);
	else if (eop)
		vmxnet3_rx_chain_end(rq, index, len_tci, comp);
}

/* Every completion that is not a good frame in the buffer whose turn it is. */
static noinline void vmxnet3_rx_other(struct vmxnet3_rx_queue *rq, struct xb_poll *poll,
				      struct xdp_buff *xdp, u32 index, u32 len_tci,
				      const struct vmxnet3_rx_comp *comp)
{
	u32 rqid = FIELD_GET(VMXNET3_RXC_RQID, index), len = vmxnet3_rx_len(len_tci);
	bool in_data = (index & VMXNET3_RX_MARKS) == rq->whole_data;
	bool whole = in_data || (index & VMXNET3_RX_MARKS) == rq->whole;
	u32 room = in_data ? rq->data_size : rq->ring[0].len_type & VMXNET3_RXD_LEN;
	u32 which = !in_data && rqid == rq->id + rq->queues;
	bool lro = FIELD_GET(VMXNET3_RXC_TYPE, le32_to_cpu(comp->flags)) == VMXNET3_RXC_TYPE_LRO;

	if ((!which && !in_data && rqid != rq->id) ||
	    !vmxnet3_rx_claim(&rq->ring[which], index & VMXNET3_RXC_INDEX)) {
		xb_rx_count(rq->xb.stats, XB_RX_BAD_DESC);
		return;
	}
	if (!whole || (lro && !in_data)) {
		vmxnet3_rx_chain(rq, poll, which, index, len_tci, comp);
		return;
	}
	if (!len)
		return; /* an unused buffer comes back */
	if (rq->chain)
		xb_rx_count(rq->xb.stats, XB_RX_BAD_DESC); /* its end never came */
	vmxnet3_rx_chain_drop(rq, true);
	if (len_tci & VMXNET3_RXC_ERR)
		vmxnet3_rx_drop_error(rq, comp);
	else if (len < ETH_HLEN || len > room)
		xb_rx_count(rq->xb.stats, XB_RX_BAD_DESC);
	else
		vmxnet3_rx_whole(rq, poll, xdp, in_data, index, len_tci, comp);
}

/*
 * Is this a good frame, whole, in the slot whose turn it is? One unsigned
 * comparison sees both a length too short and one too long.
 */
static __always_inline bool vmxnet3_rx_usual(const struct vmxnet3_rx_queue *rq, u32 index,
					     u32 len_tci, u32 flags, bool in_data)
{
	const struct vmxnet3_rx_ring *ring = &rq->ring[0];
	u32 room = in_data ? rq->data_size : ring->len_type; /* no other bit is set there */
	u32 slot = index & VMXNET3_RXC_INDEX;

	return slot == ring->next && slot != ring->fill &&
	       (len_tci & (VMXNET3_RXC_LEN | VMXNET3_RXC_ERR)) - ETH_HLEN <= room - ETH_HLEN &&
	       (flags & VMXNET3_RXC_TYPE) != FIELD_PREP(VMXNET3_RXC_TYPE, VMXNET3_RXC_TYPE_LRO) &&
	       !rq->partial;
}

static __always_inline void vmxnet3_rx_one(struct vmxnet3_rx_queue *rq, struct xb_poll *poll,
					   struct xdp_buff *xdp, u32 flags,
					   const struct vmxnet3_rx_comp *comp)
{
	u32 index = le32_to_cpu(READ_ONCE(comp->index));
	u32 len_tci = le32_to_cpu(READ_ONCE(comp->len_tci));
	u32 marks = index & VMXNET3_RX_MARKS;
	struct vmxnet3_rx_ring *ring = &rq->ring[0];
	bool in_data = unlikely(marks != rq->whole) && marks == rq->whole_data;

	if (likely(marks == rq->whole || in_data) &&
	    likely(vmxnet3_rx_usual(rq, index, len_tci, flags, in_data))) {
		if (unlikely(++ring->next == ring->size))
			ring->next = 0;
		vmxnet3_rx_whole(rq, poll, xdp, in_data, index, len_tci, comp);
	} else {
		vmxnet3_rx_other(rq, poll, xdp, index, len_tci, comp);
	}
}

/**
 * vmxnet3_rx_poll - receive up to a budget of frames
 * @rq: the queue
 * @budget: how many completions to take at most
 *
 * A completion's slot is read while its frame is dealt with: the device can
 * write it again only after the rings were armed.
 *
 * Context: the queue's NAPI.
 * Return: how many completions were taken.
 */
int vmxnet3_rx_poll(struct vmxnet3_rx_queue *rq, int budget)
{
	struct bpf_prog *prog = rcu_dereference_check(rq->vm->prog, rcu_read_lock_bh_held());
	struct xb_poll poll;
	struct xdp_buff xdp;
	int work = 0;

	xb_poll_begin(&poll, prog, &xdp, &rq->xb);
	while (work < budget) {
		const struct vmxnet3_rx_comp *comp = &rq->comp[rq->comp_next];
		u32 flags = le32_to_cpu(READ_ONCE(comp->flags));

		if ((flags & VMXNET3_COMP_GEN) != rq->comp_gen)
			break;
		dma_rmb();
		if (unlikely(++rq->comp_next == rq->comp_size)) {
			rq->comp_next = 0;
			rq->comp_gen ^= VMXNET3_COMP_GEN;
		}
		vmxnet3_rx_one(rq, &poll, &xdp, flags, comp);
		if (!(++work % VMXNET3_ARM_BURST)) {
			vmxnet3_rx_arm(&rq->ring[0]);
			vmxnet3_rx_arm(&rq->ring[1]);
		}
	}
	vmxnet3_rx_arm(&rq->ring[0]);
	vmxnet3_rx_arm(&rq->ring[1]);
	if (unlikely(READ_ONCE(rq->shared->update_doorbell)) && work)
		vmxnet3_rx_kick(rq);
	xb_poll_end(&poll, &rq->xb, &vmxnet3_xb_tx_ops, rq->tx);
	return work;
}
