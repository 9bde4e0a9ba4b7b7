// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stack's transmit path, and what comes back from the device.
 */
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/tcp.h>
#include <linux/udp.h>
#include <net/ip6_checksum.h>
#include <net/tcp.h>

#include "vmxnet3.h"

/* A frame that needs no more than this always fits after a wake. */
#define VMXNET3_TX_WAKE	(VMXNET3_TSO_DESCS_MAX + 2)

/* What the first descriptor of a frame says of its offloads. */
struct vmxnet3_offload {
	u32 len_flags; /* MSSCOF, OCO, INNER */
	u32 control; /* OM, HLEN, TI, TCI */
	u32 copy; /* header bytes to put into the data ring */
	u32 segs;
};

static __always_inline void vmxnet3_unmap(struct device *dma_dev, struct vmxnet3_tx_buf *buf)
{
	if (buf->map == VMXNET3_MAP_SINGLE)
		dma_unmap_single(dma_dev, buf->dma, buf->len, DMA_TO_DEVICE);
	else if (buf->map == VMXNET3_MAP_PAGE)
		dma_unmap_page(dma_dev, buf->dma, buf->len, DMA_TO_DEVICE);
	buf->map = VMXNET3_MAP_NONE;
}

/* Give up one descriptor's share of a frame. */
static __always_inline void vmxnet3_tx_buf_free(struct vmxnet3_tx_queue *tq,
						struct vmxnet3_tx_buf *buf,
						struct page_pool *direct,
						struct xdp_frame_bulk *bulk, int budget)
{
	if (buf->map != VMXNET3_MAP_NONE)
		vmxnet3_unmap(&tq->vm->pdev->dev, buf);
	switch (buf->owner) {
	case VMXNET3_OWNER_SKB:
		napi_consume_skb(buf->skb, budget);
		break;
	case VMXNET3_OWNER_POOL:
		page_pool_put_full_page(buf->pool, buf->page, buf->pool == direct);
		break;
	case VMXNET3_OWNER_XDPF:
		xdp_return_frame_bulk(buf->xdpf, bulk);
		break;
	}
	buf->owner = VMXNET3_OWNER_NONE;
}

static inline u32 vmxnet3_next(u32 i, u32 size)
{
	return ++i == size ? 0 : i;
}

static inline void vmxnet3_tx_next_comp(struct vmxnet3_tx_queue *tq)
{
	if (unlikely(++tq->comp_next == tq->size)) {
		tq->comp_next = 0;
		tq->comp_gen ^= VMXNET3_COMP_GEN;
	}
}

/* Senders count in the same place, under the queue's lock. */
static noinline void vmxnet3_tx_bad_comp(struct vmxnet3_tx_queue *tq)
{
	struct netdev_queue *nq = netdev_get_tx_queue(tq->vm->dev, tq->id);

	__netif_tx_lock(nq, smp_processor_id());
	xb_tx_count(&tq->counters->stats, XB_TX_BAD_DESC);
	__netif_tx_unlock(nq);
}

/* Is this index one of the descriptors that the device has? */
static inline bool vmxnet3_tx_outstanding(const struct vmxnet3_tx_queue *tq, u32 index)
{
	u32 fill = READ_ONCE(tq->fill), from = tq->reclaim;

	if (from <= fill)
		return index >= from && index < fill;
	return index >= from ? index < tq->size : index < fill;
}

/**
 * vmxnet3_tx_reclaim - take back what the device has sent
 * @tq: the queue
 * @direct: the pool that the calling NAPI may recycle into directly, or NULL
 * @budget: the NAPI budget, 0 from netpoll
 *
 * A completion names the last descriptor of a frame and stands for all before
 * it. One that names a descriptor we do not have outstanding is counted and
 * otherwise ignored.
 *
 * Context: the NAPI of the queue's vector.
 */
void vmxnet3_tx_reclaim(struct vmxnet3_tx_queue *tq, struct page_pool *direct, int budget)
{
	struct netdev_queue *nq;
	struct xdp_frame_bulk bulk;
	u32 reclaim = tq->reclaim;
	bool any = false;

	xdp_frame_bulk_init(&bulk);
	rcu_read_lock(); /* xdp_return_frame_bulk() wants it */
	for (;;) {
		const struct vmxnet3_tx_comp *comp = &tq->comp[tq->comp_next];
		u32 index, last;

		if ((le32_to_cpu(READ_ONCE(comp->type_gen)) & VMXNET3_COMP_GEN) != tq->comp_gen)
			break;
		dma_rmb();
		index = le32_to_cpu(READ_ONCE(comp->index)) & VMXNET3_TXC_INDEX;
		if (unlikely(!vmxnet3_tx_outstanding(tq, index))) {
			vmxnet3_tx_next_comp(tq);
			vmxnet3_tx_bad_comp(tq);
			continue;
		}
		/* Pools are out of bounds for netpoll; NAPI will see to the rest. */
		if (unlikely(!budget && tq->buf[index].owner != VMXNET3_OWNER_SKB))
			break;
		vmxnet3_tx_next_comp(tq);
		do {
			last = reclaim;
			vmxnet3_tx_buf_free(tq, &tq->buf[last], direct, &bulk, budget);
			reclaim = vmxnet3_next(last, tq->size);
		} while (last != index);
		/* The producer may use the slots from here on. */
		smp_store_release(&tq->reclaim, reclaim);
		any = true;
	}
	xdp_flush_frame_bulk(&bulk);
	rcu_read_unlock();

	if (!any)
		return;
	nq = netdev_get_tx_queue(tq->vm->dev, tq->id);
	smp_mb(); /* against the stop in vmxnet3_tx_maybe_stop() */
	if (unlikely(netif_tx_queue_stopped(nq)) && vmxnet3_tx_free(tq) >= VMXNET3_TX_WAKE)
		netif_tx_wake_queue(nq);
}

/**
 * vmxnet3_tx_release - give up every frame that is still on the ring
 * @tq: the queue
 *
 * Context: process, the device quiesced, NAPI and all senders stopped.
 */
void vmxnet3_tx_release(struct vmxnet3_tx_queue *tq)
{
	struct xdp_frame_bulk bulk;
	u32 i;

	xdp_frame_bulk_init(&bulk);
	local_bh_disable();
	rcu_read_lock();
	for (i = 0; i < tq->size; i++)
		vmxnet3_tx_buf_free(tq, &tq->buf[i], NULL, &bulk, 0);
	xdp_flush_frame_bulk(&bulk);
	rcu_read_unlock();
	local_bh_enable();
}

/* A TCP header as TSO wants it: IPv4 checksum 0, TCP checksum of a length 0. */
static void vmxnet3_prepare_tcp(void *l3, struct tcphdr *th)
{
	struct iphdr *ip4 = l3;

	if (ip4->version == 4) {
		ip4->check = 0;
		th->check = ~csum_tcpudp_magic(ip4->saddr, ip4->daddr, 0, IPPROTO_TCP, 0);
	} else {
		struct ipv6hdr *ip6 = l3;

		th->check = ~csum_ipv6_magic(&ip6->saddr, &ip6->daddr, 0, IPPROTO_TCP, 0);
	}
}

/* The checksum in question lies in the inner frame of a tunnel. */
static bool vmxnet3_is_inner(const struct sk_buff *skb)
{
	return skb->encapsulation &&
	       (skb_is_gso(skb) ||
		skb_checksum_start_offset(skb) == skb_inner_transport_offset(skb));
}

static int vmxnet3_offload_tso(struct vmxnet3_tx_queue *tq, struct sk_buff *skb,
			       struct vmxnet3_offload *off)
{
	bool inner = vmxnet3_is_inner(skb), v7 = tq->vm->revision >= 7;
	u32 hlen = inner ? skb_inner_tcp_all_headers(skb) : skb_tcp_all_headers(skb);
	u32 om = VMXNET3_OM_TSO;

	if (skb_header_cloned(skb))
		tq->counters->drops.header_copied++;
	if (skb_cow_head(skb, 0) || !pskb_may_pull(skb, hlen)) {
		tq->counters->drops.tso++;
		return -ENOMEM;
	}
	if (hlen > FIELD_MAX(VMXNET3_TXD_HLEN)) {
		tq->counters->drops.oversized_header++;
		return -EINVAL;
	}
	if (inner) {
		vmxnet3_prepare_tcp(skb_inner_network_header(skb), inner_tcp_hdr(skb));
		if (skb_shinfo(skb)->gso_type & SKB_GSO_UDP_TUNNEL_CSUM)
			off->len_flags |= VMXNET3_TXD_OCO;
		if (v7)
			off->len_flags |= VMXNET3_TXD_INNER;
		else
			om = VMXNET3_OM_ENCAP;
	} else {
		vmxnet3_prepare_tcp(skb_network_header(skb), tcp_hdr(skb));
	}
	off->len_flags |= FIELD_PREP(VMXNET3_TXD_MSSCOF, skb_shinfo(skb)->gso_size);
	off->control |= FIELD_PREP(VMXNET3_TXD_OM, om) | FIELD_PREP(VMXNET3_TXD_HLEN, hlen);
	off->copy = hlen;
	off->segs = DIV_ROUND_UP(skb->len - hlen, skb_shinfo(skb)->gso_size);
	return 0;
}

/* How long the header is that the checksum belongs to. */
static u32 vmxnet3_l4_len(const struct sk_buff *skb)
{
	u32 start = skb_checksum_start_offset(skb);

	if (skb->csum_offset != offsetof(struct tcphdr, check))
		return sizeof(struct udphdr);
	if (skb_headlen(skb) < start + sizeof(struct tcphdr))
		return sizeof(struct tcphdr);
	return __tcp_hdrlen((struct tcphdr *)(skb->data + start));
}

static int vmxnet3_offload_csum(struct vmxnet3_tx_queue *tq, struct sk_buff *skb,
				struct vmxnet3_offload *off)
{
	u32 start = skb_checksum_start_offset(skb);
	u32 field = start + skb->csum_offset;
	bool inner = vmxnet3_is_inner(skb);
	u32 hlen = inner ? start + vmxnet3_l4_len(skb) : start;
	u32 om = VMXNET3_OM_CSUM;

	if (unlikely(hlen > FIELD_MAX(VMXNET3_TXD_HLEN) || field > 1024)) {
		if (!skb_checksum_help(skb))
			return 0;
		tq->counters->drops.header_error++;
		return -EINVAL;
	}
	if (inner && tq->vm->revision < 7) {
		om = VMXNET3_OM_ENCAP;
		field = 0; /* says: checksum only */
	} else if (inner) {
		off->len_flags |= VMXNET3_TXD_INNER;
	}
	off->len_flags |= FIELD_PREP(VMXNET3_TXD_MSSCOF, field);
	off->control |= FIELD_PREP(VMXNET3_TXD_OM, om) | FIELD_PREP(VMXNET3_TXD_HLEN, hlen);
	off->copy = start + vmxnet3_l4_len(skb);
	return 0;
}

/* Fill in what the frame asks the device for; may change its headers. */
static int vmxnet3_offload(struct vmxnet3_tx_queue *tq, struct sk_buff *skb,
			   struct vmxnet3_offload *off)
{
	int err = 0;

	memset(off, 0, sizeof(*off));
	off->segs = 1;
	if (skb_is_gso(skb))
		err = vmxnet3_offload_tso(tq, skb, off);
	else if (skb->ip_summed == CHECKSUM_PARTIAL)
		err = vmxnet3_offload_csum(tq, skb, off);
	if (err)
		return err;
	if (skb_vlan_tag_present(skb))
		off->control |= VMXNET3_TXD_TI |
				FIELD_PREP(VMXNET3_TXD_TCI, skb_vlan_tag_get(skb));
	/* A short frame goes into the data ring whole and needs no mapping. */
	if (skb->len <= tq->data_size)
		off->copy = skb->len;
	if (off->copy > tq->data_size) {
		tq->counters->drops.giant_header++;
		off->copy = 0;
	} else if (off->copy > skb_headlen(skb)) {
		off->copy = 0;
	}
	return 0;
}

/* How many descriptors the frame takes when @copy bytes go to the data ring. */
static u32 vmxnet3_tx_descs(const struct sk_buff *skb, u32 copy)
{
	u32 n = !!copy + DIV_ROUND_UP(skb_headlen(skb) - copy, VMXNET3_TX_BUF_MAX);
	int i;

	for (i = 0; i < skb_shinfo(skb)->nr_frags; i++)
		n += DIV_ROUND_UP(skb_frag_size(&skb_shinfo(skb)->frags[i]), VMXNET3_TX_BUF_MAX);
	return n;
}

/* Undo the mappings from the ring's end up to, not including, @end. */
static void vmxnet3_tx_unmap_from(struct vmxnet3_tx_queue *tq, u32 end)
{
	u32 i;

	for (i = tq->fill; i != end; i = vmxnet3_next(i, tq->size))
		vmxnet3_unmap(&tq->vm->pdev->dev, &tq->buf[i]);
}

/* Map bytes of the linear part or, with @frag, of a fragment, one descriptor each. */
static int vmxnet3_tx_map_piece(struct vmxnet3_tx_queue *tq, u32 i, void *data,
				const skb_frag_t *frag, u32 len)
{
	struct device *dma_dev = &tq->vm->pdev->dev;
	u32 done, part;

	for (done = 0; done < len; done += part) {
		struct vmxnet3_tx_buf *buf = &tq->buf[i];

		part = min_t(u32, len - done, VMXNET3_TX_BUF_MAX);
		if (frag)
			buf->dma = skb_frag_dma_map(dma_dev, frag, done, part, DMA_TO_DEVICE);
		else
			buf->dma = dma_map_single(dma_dev, data + done, part, DMA_TO_DEVICE);
		if (dma_mapping_error(dma_dev, buf->dma)) {
			vmxnet3_tx_unmap_from(tq, i);
			return -ENOMEM;
		}
		buf->len = part;
		buf->map = frag ? VMXNET3_MAP_PAGE : VMXNET3_MAP_SINGLE;
		i = vmxnet3_next(i, tq->size);
	}
	return i;
}

/*
 * Map all of the frame into the software ring before any descriptor is written,
 * so that a failure leaves nothing for the device to find. Returns the index
 * after the last piece, or a negative errno.
 */
static int vmxnet3_tx_map(struct vmxnet3_tx_queue *tq, struct sk_buff *skb, u32 copy)
{
	int i = tq->fill, f;

	if (copy) {
		memcpy(tq->data + i * tq->data_size, skb->data, copy);
		tq->buf[i].dma = tq->data_pa + i * tq->data_size;
		tq->buf[i].len = copy;
		i = vmxnet3_next(i, tq->size);
	}
	i = vmxnet3_tx_map_piece(tq, i, skb->data + copy, NULL, skb_headlen(skb) - copy);
	for (f = 0; i >= 0 && f < skb_shinfo(skb)->nr_frags; f++) {
		const skb_frag_t *frag = &skb_shinfo(skb)->frags[f];

		i = vmxnet3_tx_map_piece(tq, i, NULL, frag, skb_frag_size(frag));
	}
	return i;
}

/* Write the descriptors up to @end; the first becomes valid last. */
static void vmxnet3_tx_write(struct vmxnet3_tx_queue *tq, struct sk_buff *skb, u32 end,
			     const struct vmxnet3_offload *off)
{
	struct vmxnet3_tx_desc *first = &tq->desc[tq->fill], *desc = first;
	u32 control = off->control, flags = off->len_flags | (tq->gen ^ VMXNET3_TXD_GEN);
	u32 first_gen = tq->gen;
	struct vmxnet3_tx_buf *buf;

	for (;;) {
		u32 i = tq->fill;

		desc = &tq->desc[i];
		buf = &tq->buf[i];
		desc->addr = cpu_to_le64(buf->dma);
		desc->len_offload = cpu_to_le32((buf->len % VMXNET3_TX_BUF_MAX) | flags);
		vmxnet3_tx_advance(tq);
		if (tq->fill == end)
			break;
		desc->control = cpu_to_le32(control);
		control = 0;
		flags = tq->gen;
	}
	desc->control = cpu_to_le32(control | VMXNET3_TXD_EOP | VMXNET3_TXD_CQ);
	buf->skb = skb;
	buf->owner = VMXNET3_OWNER_SKB;
	dma_wmb();
	first->len_offload =
		cpu_to_le32((le32_to_cpu(first->len_offload) & ~VMXNET3_TXD_GEN) | first_gen);
}

/* Stop the queue while @need descriptors are not there; true if they are not. */
static bool vmxnet3_tx_maybe_stop(struct vmxnet3_tx_queue *tq, struct netdev_queue *nq, u32 need)
{
	if (likely(vmxnet3_tx_free(tq) >= need))
		return false;
	netif_tx_stop_queue(nq);
	smp_mb(); /* against the wake in vmxnet3_tx_reclaim() */
	if (likely(vmxnet3_tx_free(tq) < need))
		return true;
	netif_tx_start_queue(nq);
	return false;
}

/* Make the frame fit the device's limit of descriptors; how many it takes, or 0. */
static u32 vmxnet3_tx_fit(struct vmxnet3_tx_queue *tq, struct sk_buff *skb,
			  struct vmxnet3_offload *off)
{
	u32 limit = skb_is_gso(skb) ? VMXNET3_TSO_DESCS_MAX : VMXNET3_TX_DESCS_MAX;
	u32 n = vmxnet3_tx_descs(skb, off->copy);

	if (likely(n <= limit))
		return n;
	if (skb_linearize(skb)) {
		tq->counters->drops.too_many_frags++;
		return 0;
	}
	tq->counters->drops.linearized++;
	return vmxnet3_tx_descs(skb, off->copy);
}

/**
 * vmxnet3_start_xmit - send an skb
 * @skb: the frame
 * @dev: the netdev
 *
 * Context: the TX queue's lock, bottom halves off.
 */
netdev_tx_t vmxnet3_start_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	u32 q = skb_get_queue_mapping(skb), need;
	struct netdev_queue *nq = netdev_get_tx_queue(dev, q);
	struct vmxnet3_tx_queue *tq;
	struct vmxnet3_offload off;
	int end;

	if (unlikely(q >= vm->queues->cfg.tx_queues)) {
		dev_kfree_skb_any(skb); /* the sender chose before there were fewer */
		return NETDEV_TX_OK;
	}
	tq = &vm->queues->tx[q];
	/* Worst case first: nothing of the skb has changed yet. */
	if (unlikely(vmxnet3_tx_maybe_stop(tq, nq, VMXNET3_TX_WAKE))) {
		tq->counters->drops.ring_full++;
		vmxnet3_tx_kick(tq, 0, true);
		return NETDEV_TX_BUSY;
	}
	if (unlikely(vmxnet3_offload(tq, skb, &off)))
		goto drop;
	need = vmxnet3_tx_fit(tq, skb, &off);
	if (unlikely(!need))
		goto drop;
	end = vmxnet3_tx_map(tq, skb, off.copy);
	if (unlikely(end < 0))
		goto drop;
	skb_tx_timestamp(skb);
	vmxnet3_tx_write(tq, skb, end, &off);
	vmxnet3_tx_maybe_stop(tq, nq, VMXNET3_TX_WAKE);
	vmxnet3_tx_kick(tq, off.segs, !netdev_xmit_more() || netif_xmit_stopped(nq));
	return NETDEV_TX_OK;
drop:
	tq->counters->drops.total++;
	dev_kfree_skb_any(skb);
	vmxnet3_tx_kick(tq, 0, !netdev_xmit_more());
	return NETDEV_TX_OK;
}

static bool vmxnet3_tunnel_port(const struct vmxnet3 *vm, const struct sk_buff *skb)
{
	u32 geneve = VMXNET3_CAP_GENEVE_CSUM, vxlan = VMXNET3_CAP_VXLAN_CSUM;
	bool any = vm->revision < 7; /* it does both, and says nothing of it */

	if (skb_is_gso(skb)) {
		geneve |= VMXNET3_CAP_GENEVE_TSO;
		vxlan |= VMXNET3_CAP_VXLAN_TSO;
	}
	if (skb_shinfo(skb)->gso_type & SKB_GSO_UDP_TUNNEL_CSUM) {
		geneve |= VMXNET3_CAP_GENEVE_OUTER_CSUM;
		vxlan |= VMXNET3_CAP_VXLAN_OUTER_CSUM;
	}
	switch (ntohs(udp_hdr(skb)->dest)) {
	case 4789: /* VXLAN */
	case 8472: /* VXLAN as Linux began with it */
		return any || (vm->caps & vxlan) == vxlan;
	case 6081:
		return any || (vm->caps & geneve) == geneve;
	}
	return false;
}

/**
 * vmxnet3_features_check - leave to software what the device cannot do
 * @skb: the frame
 * @dev: the netdev
 * @features: what the stack would ask for
 *
 * The device knows UDP tunnels by their ports alone, and only from v4 on. Where
 * it mangles them, users switch tunnel offload off by its feature bits, and then
 * it has to be off for everything that is encapsulated.
 */
netdev_features_t vmxnet3_features_check(struct sk_buff *skb, struct net_device *dev,
					 netdev_features_t features)
{
	const netdev_features_t tunnel = NETIF_F_GSO_UDP_TUNNEL | NETIF_F_GSO_UDP_TUNNEL_CSUM;
	const struct vmxnet3 *vm = netdev_priv(dev);
	u8 proto = 0;

	features = vlan_features_check(skb, features);
	if (!skb->encapsulation || skb->ip_summed != CHECKSUM_PARTIAL)
		return features;
	if (vlan_get_protocol(skb) == htons(ETH_P_IP))
		proto = ip_hdr(skb)->protocol;
	else if (vlan_get_protocol(skb) == htons(ETH_P_IPV6))
		proto = ipv6_hdr(skb)->nexthdr;
	if (vm->revision >= 4 && proto == IPPROTO_UDP && dev->features & tunnel &&
	    vmxnet3_tunnel_port(vm, skb))
		return features;
	return features & ~(NETIF_F_CSUM_MASK | NETIF_F_GSO_MASK);
}
