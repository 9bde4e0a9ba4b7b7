/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef COMPAT_XDP_H
#define COMPAT_XDP_H

#include <linux/bpf.h>
#include <linux/filter.h>
#include <net/xdp.h>

/* Whether this kernel knows frames of more than one buffer. */
static __always_inline bool compat_xdp_frags(void)
{
	return IS_ENABLED(HAVE_XDP_BUFF_HAS_FRAGS);
}

static inline bool compat_prog_has_frags(const struct bpf_prog *prog)
{
#ifdef HAVE_PROG_XDP_HAS_FRAGS
	return prog->aux->xdp_has_frags;
#else
	return false;
#endif
}

/* Buffers. Where there are no frags no buffer has any, and code for them goes. */

#ifndef HAVE_XDP_BUFF_HAS_FRAGS
static __always_inline bool xdp_buff_has_frags(const struct xdp_buff *xdp)
{
	return false;
}

static __always_inline void xdp_buff_set_frags_flag(struct xdp_buff *xdp)
{
}

static __always_inline void xdp_buff_clear_frags_flag(struct xdp_buff *xdp)
{
}
#endif

#ifndef HAVE_XDP_INIT_BUFF
static __always_inline void xdp_init_buff(struct xdp_buff *xdp, u32 frame_sz,
					  struct xdp_rxq_info *rxq)
{
	xdp->rxq = rxq;
	xdp->frame_sz = frame_sz;
	xdp_buff_clear_frags_flag(xdp);
}
#endif

#ifndef HAVE_XDP_PREPARE_BUFF
static __always_inline void xdp_prepare_buff(struct xdp_buff *xdp, unsigned char *hard_start,
					     int headroom, int data_len, const bool meta_valid)
{
	xdp->data_hard_start = hard_start;
	xdp->data = hard_start + headroom;
	xdp->data_end = xdp->data + data_len;
	/* one past the data is how the helpers know that there is no metadata */
	xdp->data_meta = xdp->data + !meta_valid;
}
#endif

#ifndef HAVE_NETMEM_REF
typedef struct page *netmem_ref;

static inline netmem_ref page_to_netmem(struct page *page)
{
	return page;
}

static inline struct page *netmem_to_page(netmem_ref netmem)
{
	return netmem;
}
#endif

/* What a buffer's frags are long, and what memory they take. */
static inline void compat_xdp_frags_add(struct skb_shared_info *sinfo, u32 size, u32 truesize)
{
#ifdef HAVE_XDP_FRAGS_SIZE
	sinfo->xdp_frags_size += size;
#endif
#ifdef HAVE_XDP_FRAGS_TRUESIZE
	sinfo->xdp_frags_truesize += truesize;
#endif
}

static inline u32 compat_xdp_frags_size(const struct skb_shared_info *sinfo)
{
#ifdef HAVE_XDP_FRAGS_SIZE
	return sinfo->xdp_frags_size;
#else
	return 0;
#endif
}

#ifndef HAVE_XDP_BUFF_ADD_FRAG
static inline bool xdp_buff_add_frag(struct xdp_buff *xdp, netmem_ref netmem,
				     u32 offset, u32 size, u32 truesize)
{
	struct skb_shared_info *sinfo = xdp_get_shared_info_from_buff(xdp);
	struct page *page = netmem_to_page(netmem);

	if (!compat_xdp_frags())
		return false;
	if (!xdp_buff_has_frags(xdp)) {
		xdp_buff_set_frags_flag(xdp);
		sinfo->nr_frags = 0;
#ifdef HAVE_XDP_FRAGS_SIZE
		sinfo->xdp_frags_size = 0;
#endif
#ifdef HAVE_XDP_FRAGS_TRUESIZE
		sinfo->xdp_frags_truesize = 0;
#endif
	}
	if (sinfo->nr_frags == MAX_SKB_FRAGS)
		return false;
	skb_frag_fill_page_desc(&sinfo->frags[sinfo->nr_frags++], page, offset, size);
	compat_xdp_frags_add(sinfo, size, truesize);
#ifdef HAVE_XDP_BUFF_IS_FRAG_PFMEMALLOC
	if (page_is_pfmemalloc(page))
		xdp_buff_set_frag_pfmemalloc(xdp);
#endif
	return true;
}
#endif

#ifndef HAVE_XDP_BUFF_GET_SKB_FLAGS
static inline u32 xdp_buff_get_skb_flags(const struct xdp_buff *xdp)
{
#ifdef HAVE_XDP_BUFF_IS_FRAG_PFMEMALLOC
	return xdp_buff_is_frag_pfmemalloc((struct xdp_buff *)xdp);
#else
	return 0;
#endif
}
#endif

/* xdp_flags: from xdp_buff_get_skb_flags() and for nothing else */
#ifndef HAVE_XDP_UPDATE_SKB_FRAGS_INFO
static inline void xdp_update_skb_frags_info(struct sk_buff *skb, u8 nr_frags,
					     unsigned int size, unsigned int truesize,
					     u32 xdp_flags)
{
#ifdef HAVE_XDP_UPDATE_SKB_SHARED_INFO
	xdp_update_skb_shared_info(skb, nr_frags, size, truesize, xdp_flags);
#endif
}
#endif

#ifndef HAVE_XDP_GET_BUFF_LEN
static inline unsigned int xdp_get_buff_len(const struct xdp_buff *xdp)
{
	return xdp->data_end - xdp->data;
}
#endif

/* Frames */

#ifndef HAVE_XDP_FRAME_HAS_FRAGS
static __always_inline bool xdp_frame_has_frags(const struct xdp_frame *xdpf)
{
	return false;
}
#endif

#ifndef HAVE_XDP_GET_FRAME_LEN
static inline unsigned int xdp_get_frame_len(const struct xdp_frame *xdpf)
{
	return xdpf->len;
}
#endif

static inline u32 compat_xdp_frame_mem_type(const struct xdp_frame *xdpf)
{
#ifdef HAVE_XDP_FRAME_MEM_TYPE
	return xdpf->mem_type;
#else
	return xdpf->mem.type;
#endif
}

/* The kernel's own form wants rcu_read_lock() held from init to flush. */
#ifndef HAVE_XDP_RETURN_FRAME_BULK
struct xdp_frame_bulk {
	int count;
};

static inline void xdp_frame_bulk_init(struct xdp_frame_bulk *bq)
{
}

static inline void xdp_return_frame_bulk(struct xdp_frame *xdpf, struct xdp_frame_bulk *bq)
{
	xdp_return_frame(xdpf);
}

static inline void xdp_flush_frame_bulk(struct xdp_frame_bulk *bq)
{
}
#endif

/* Queues */

#ifndef HAVE_XDP_RXQ_INFO_REG_FRAG_SIZE
static inline int __xdp_rxq_info_reg(struct xdp_rxq_info *rxq, struct net_device *dev,
				     u32 queue_index, unsigned int napi_id, u32 frag_size)
{
#ifdef HAVE_XDP_RXQ_INFO_REG_4ARG
	return xdp_rxq_info_reg(rxq, dev, queue_index, napi_id);
#else
	return xdp_rxq_info_reg(rxq, dev, queue_index);
#endif
}
#endif

#ifndef HAVE_XDP_RXQ_INFO_REG_4ARG
static inline int compat_xdp_rxq_info_reg(struct xdp_rxq_info *rxq, struct net_device *dev,
					  u32 queue_index, unsigned int napi_id)
{
	return xdp_rxq_info_reg(rxq, dev, queue_index);
}

#define xdp_rxq_info_reg compat_xdp_rxq_info_reg
#endif

#ifndef HAVE_BPF_WARN_INVALID_XDP_ACTION_3ARG
static inline void compat_bpf_warn_invalid_xdp_action(const struct net_device *dev,
						      const struct bpf_prog *prog, u32 act)
{
	bpf_warn_invalid_xdp_action(act);
}

#define bpf_warn_invalid_xdp_action compat_bpf_warn_invalid_xdp_action
#endif

/* What a device says of itself; older kernels ask nothing. */

#ifndef HAVE_NETDEV_XDP_ACT
enum netdev_xdp_act {
	NETDEV_XDP_ACT_BASIC = BIT(0),
	NETDEV_XDP_ACT_REDIRECT = BIT(1),
	NETDEV_XDP_ACT_NDO_XMIT = BIT(2),
	NETDEV_XDP_ACT_XSK_ZEROCOPY = BIT(3),
	NETDEV_XDP_ACT_HW_OFFLOAD = BIT(4),
	NETDEV_XDP_ACT_RX_SG = BIT(5),
	NETDEV_XDP_ACT_NDO_XMIT_SG = BIT(6),
};
#endif

#ifndef HAVE_XDP_SET_FEATURES_FLAG
typedef u32 xdp_features_t;

static inline void xdp_set_features_flag(struct net_device *dev, xdp_features_t val)
{
}
#endif

#ifndef HAVE_XDP_FEATURES_SET_REDIRECT_TARGET
static inline void xdp_features_set_redirect_target(struct net_device *dev, bool support_sg)
{
}

static inline void xdp_features_clear_redirect_target(struct net_device *dev)
{
}
#endif

static inline void compat_set_xdp_zc_max_segs(struct net_device *dev, u32 segs)
{
#ifdef HAVE_XDP_ZC_MAX_SEGS
	dev->xdp_zc_max_segs = segs;
#endif
}

#endif
