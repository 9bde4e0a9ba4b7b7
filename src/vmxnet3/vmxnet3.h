/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * vmxnet3 with native XDP: the driver's own structures and doors.
 */
#ifndef VMXNET3_H
#define VMXNET3_H

#include <linux/etherdevice.h>
#include <linux/if_vlan.h>
#include <linux/io.h>
#include <linux/netdevice.h>
#include <linux/pci.h>

#include "vmxnet3_hw.h"
#include "xb_rx_pool.h"
#include "xb_xdp_run.h"

#define VMXNET3_NAME		"vmxnet3"
#define VMXNET3_VERSION		"0.1.0"

#define VMXNET3_DEF_TX_SIZE	512
#define VMXNET3_DEF_RX_SIZE	1024
#define VMXNET3_DEF_RX1_SIZE	512

/* How a piece of a frame reached the device. */
enum vmxnet3_tx_map {
	VMXNET3_MAP_NONE,
	VMXNET3_MAP_SINGLE,
	VMXNET3_MAP_PAGE,
};

/* Who gets the frame back when it is sent. */
enum vmxnet3_tx_owner {
	VMXNET3_OWNER_NONE, /* not the last descriptor of its frame */
	VMXNET3_OWNER_SKB,
	VMXNET3_OWNER_XDPF,
	VMXNET3_OWNER_POOL,
};

/* The software side of one TX descriptor. */
struct vmxnet3_tx_buf {
	union {
		struct sk_buff *skb;
		struct xdp_frame *xdpf;
		struct page *page;
	};
	union {
		dma_addr_t dma;
		struct page_pool *pool; /* owner POOL maps nothing itself */
	};
	u32 len;
	u8 map;
	u8 owner;
};

/* Reasons for which the driver dropped a frame, as ethtool -S names them. */
struct vmxnet3_tx_drops {
	u64 total;
	u64 too_many_frags;
	u64 oversized_header;
	u64 header_error;
	u64 tso;
	u64 ring_full;
	u64 linearized;
	u64 header_copied;
	u64 giant_header;
};

/* Counters belong to the device and outlive the queues that count. */
struct vmxnet3_tx_counters {
	struct vmxnet3_tx_drops drops;
	struct xb_tx_stats stats;
	u64 hw_base[VMXNET3_HW_STATS]; /* the device's, of former activations */
};

struct vmxnet3_tx_queue {
	struct vmxnet3 *vm;
	struct vmxnet3_txq_shared *shared;
	struct vmxnet3_tx_desc *desc;
	struct vmxnet3_tx_buf *buf;
	void *data; /* one slot of data_size bytes per descriptor */
	dma_addr_t data_pa;
	void __iomem *doorbell;
	u32 size;
	u16 data_size;
	u16 id;
	u32 gen; /* VMXNET3_TXD_GEN or 0: what a filled descriptor has now */
	u32 fill;

	/* The completion side. */
	u32 reclaim ____cacheline_aligned_in_smp;
	u32 comp_next;
	u32 comp_gen;
	struct vmxnet3_tx_comp *comp;
	struct vmxnet3_tx_counters *counters;
	dma_addr_t desc_pa;
	dma_addr_t comp_pa;
};

struct vmxnet3_rx_ring {
	struct vmxnet3_rx_desc *desc;
	struct xb_rx_buf *buf;
	u32 size;
	u32 next; /* where the next completion is due */
	u32 fill; /* the first slot that the device may not use yet */
	u32 gen; /* VMXNET3_RXD_GEN or 0: what an armed descriptor has at fill */
	u32 len_type; /* what each descriptor says but for gen */
	dma_addr_t desc_pa;
};

/* Drops of received frames that have a name of old in ethtool -S. */
struct vmxnet3_rx_drops {
	u64 error;
	u64 fcs;
};

struct vmxnet3_rx_counters {
	struct vmxnet3_rx_drops drops;
	struct xb_rx_stats stats;
	u64 hw_base[VMXNET3_HW_STATS];
};

struct vmxnet3_rx_queue {
	struct xb_rx xb;
	struct vmxnet3 *vm;
	struct vmxnet3_tx_queue *tx; /* where verdict TX goes */
	struct vmxnet3_rxq_shared *shared;
	struct vmxnet3_rx_comp *comp;
	u32 comp_size;
	u32 comp_next;
	u32 comp_gen;
	u32 whole; /* the marks of a frame in one buffer of ring 0 */
	u32 whole_data; /* and of one in the data ring */
	bool partial; /* a frame's last buffer has not come yet */
	u16 id;
	u16 queues; /* how many RX queues there are */
	u16 data_size; /* of a slot of the RX data ring, 0 = none */
	u8 *data;
	struct vmxnet3_rx_ring ring[2];
	struct sk_buff *chain; /* what there is of that frame */
	u32 chain_segs; /* LRO: how many segments, and their size */
	u32 chain_mss;
	bool discard; /* or nothing of it is wanted */
	struct vmxnet3_rx_drops *drops;
	dma_addr_t comp_pa;
	dma_addr_t data_pa;
};

/* What a set of queues is made of; a change makes a new set first. */
struct vmxnet3_config {
	u32 tx_size;
	u32 rx_size;
	u32 rx1_size;
	u16 tx_queues;
	u16 rx_queues;
	u16 rx_data_size;
	u16 tx_data_size;
	u32 mtu;
};

struct vmxnet3_queues {
	struct vmxnet3_config cfg;
	struct vmxnet3_tx_queue *tx;
	struct vmxnet3_rx_queue *rx;
	void *shared; /* the queue descriptors, TX then RX */
	size_t shared_len;
	dma_addr_t shared_pa;
};

/* An interrupt vector and the queues it serves. */
struct vmxnet3_vector {
	struct napi_struct napi;
	struct vmxnet3 *vm;
	struct vmxnet3_tx_queue *tx; /* or NULL */
	struct vmxnet3_rx_queue *rx; /* or NULL */
	u16 id;
	char name[IFNAMSIZ + 16];
};

enum vmxnet3_state {
	VMXNET3_ACTIVE, /* the device runs; NAPI is enabled */
	VMXNET3_SUSPENDED,
};

struct vmxnet3 {
	struct net_device *dev;
	struct pci_dev *pdev;
	void __iomem *bar0;
	void __iomem *bar1;
	u8 revision;
	u32 caps; /* v7+: DCR0 as the device granted it */
	u32 ptcr;

	struct bpf_prog __rcu *prog;
	struct vmxnet3_queues *queues; /* while open */
	struct vmxnet3_queues __rcu *xdp_queues; /* while frames may be sent */
	struct vmxnet3_config cfg; /* what open makes */
	u16 max_tx_queues;
	u16 max_rx_queues;

	struct vmxnet3_vector vector[VMXNET3_MAX_QUEUES];
	u16 vectors; /* in use for queues; the event's comes after */
	bool msix;
	bool msi;
	bool mask_active; /* the driver masks, not the device */
	char event_name[IFNAMSIZ + 16];

	spinlock_t cmd_lock; /* CMD and its reply, and the memory a command reads */
	struct vmxnet3_shared *shared;
	dma_addr_t shared_pa;
	struct vmxnet3_rss_conf *rss;
	dma_addr_t rss_pa;
	struct vmxnet3_pm_conf *pm;
	dma_addr_t pm_pa;
	struct vmxnet3_coalesce *coalesce;
	dma_addr_t coalesce_pa;
	bool default_coalesce;
	bool lro_refused; /* and the user was told */
	u32 rss_fields;
	u8 rss_key[VMXNET3_RSS_KEY_LEN];
	bool rss_table_set; /* by a user; kept over restarts then */

	unsigned long vlans[BITS_TO_LONGS(VLAN_N_VID)];
	u32 wol;
	u32 link_speed;
	unsigned long state;
	struct work_struct reset_work;
	u64 tx_timeouts;

	const struct vmxnet3_queues *counted; /* the device counts for these; cmd_lock */
	struct vmxnet3_tx_counters tx_counters[VMXNET3_MAX_QUEUES];
	struct vmxnet3_rx_counters rx_counters[VMXNET3_MAX_QUEUES];
};

/* vmxnet3_ctrl.c */
void vmxnet3_tell(struct vmxnet3 *vm, enum vmxnet3_cmd cmd);
u32 vmxnet3_ask(struct vmxnet3 *vm, enum vmxnet3_cmd cmd);
int vmxnet3_negotiate(struct vmxnet3 *vm);
int vmxnet3_shared_alloc(struct vmxnet3 *vm);
void vmxnet3_shared_free(struct vmxnet3 *vm);
int vmxnet3_activate(struct vmxnet3 *vm);
void vmxnet3_fold_hw_stats(struct vmxnet3 *vm);
void vmxnet3_quiesce(struct vmxnet3 *vm);
void vmxnet3_write_mac(struct vmxnet3 *vm, const u8 *mac);
void vmxnet3_read_mac(struct vmxnet3 *vm, u8 *mac);
void vmxnet3_set_rx_mode(struct net_device *dev);
void vmxnet3_set_features_live(struct vmxnet3 *vm, netdev_features_t features);
void vmxnet3_set_vlan_filter(struct vmxnet3 *vm);
void vmxnet3_set_rss_table(struct vmxnet3 *vm);
int vmxnet3_set_coalesce_live(struct vmxnet3 *vm);
int vmxnet3_set_rss_fields_live(struct vmxnet3 *vm, u32 fields);
void vmxnet3_check_link(struct vmxnet3 *vm);
void vmxnet3_handle_events(struct vmxnet3 *vm);
unsigned long vmxnet3_hw_stats_begin(struct vmxnet3 *vm);
void vmxnet3_hw_stats_end(struct vmxnet3 *vm, unsigned long flags);
u64 vmxnet3_tx_hw_stat(struct vmxnet3 *vm, unsigned int q, enum vmxnet3_tx_stat i);
u64 vmxnet3_rx_hw_stat(struct vmxnet3 *vm, unsigned int q, enum vmxnet3_rx_stat i);
void vmxnet3_set_wake(struct vmxnet3 *vm);

/* vmxnet3_ring.c */
struct vmxnet3_queues *vmxnet3_queues_alloc(struct vmxnet3 *vm, const struct vmxnet3_config *cfg);
void vmxnet3_queues_free(struct vmxnet3 *vm, struct vmxnet3_queues *queues);
void vmxnet3_queues_reset(struct vmxnet3_queues *queues);
void vmxnet3_config_round(struct vmxnet3 *vm, struct vmxnet3_config *cfg);

/* vmxnet3_main.c */
int vmxnet3_restart(struct vmxnet3 *vm, const struct vmxnet3_config *cfg);
void vmxnet3_unmask(struct vmxnet3 *vm, unsigned int vector);

/* vmxnet3_rx.c */
int vmxnet3_rx_poll(struct vmxnet3_rx_queue *rq, int budget);

/* vmxnet3_tx.c */
netdev_tx_t vmxnet3_start_xmit(struct sk_buff *skb, struct net_device *dev);
netdev_features_t vmxnet3_features_check(struct sk_buff *skb, struct net_device *dev,
					 netdev_features_t features);
void vmxnet3_tx_reclaim(struct vmxnet3_tx_queue *tq, struct page_pool *direct, int budget);
void vmxnet3_tx_release(struct vmxnet3_tx_queue *tq);

/* vmxnet3_xdp.c */
extern const struct xb_tx_ops vmxnet3_xb_tx_ops;
u32 vmxnet3_xdp_tx(void *queue, struct page_pool *pool, const struct xb_tx_frame *frame, u32 n);
int vmxnet3_xdp_xmit(struct net_device *dev, int n, struct xdp_frame **frames, u32 flags);
int vmxnet3_bpf(struct net_device *dev, struct netdev_bpf *bpf);

/* vmxnet3_ethtool.c */
void vmxnet3_set_ethtool_ops(struct net_device *dev);
void vmxnet3_get_stats64(struct net_device *dev, struct rtnl_link_stats64 *stats);

static inline u32 vmxnet3_read(struct vmxnet3 *vm, u32 reg)
{
	return readl(vm->bar1 + reg);
}

static inline void vmxnet3_write(struct vmxnet3 *vm, u32 reg, u32 value)
{
	writel(value, vm->bar1 + reg);
}

/* The doorbell of ring 0 or 1 of an RX queue; large BARs have another page for them. */
static inline void __iomem *vmxnet3_rx_doorbell(const struct vmxnet3 *vm, u32 q, u32 ring)
{
	static const u16 reg[2][2] = {
		{ VMXNET3_REG_RXPROD, VMXNET3_REG_RXPROD2 },
		{ VMXNET3_REG_LB_RXPROD, VMXNET3_REG_LB_RXPROD2 },
	};

	return vm->bar0 + reg[!!(vm->caps & VMXNET3_CAP_LARGE_BAR)][ring] +
	       q * VMXNET3_REG_STRIDE;
}

/* Tell the device how far the rings of an RX queue are filled. */
static inline void vmxnet3_rx_kick(const struct vmxnet3_rx_queue *rq)
{
	writel(rq->ring[0].fill, vmxnet3_rx_doorbell(rq->vm, rq->id, 0));
	writel(rq->ring[1].fill, vmxnet3_rx_doorbell(rq->vm, rq->id, 1));
}

static inline bool vmxnet3_lro(const struct net_device *dev)
{
	return dev->features & NETIF_F_LRO;
}

/* What a buffer of ring 1 holds; a descriptor's length has 14 bits. */
#define VMXNET3_BODY_LEN min_t(u32, PAGE_SIZE, 8192)

/* How much of a frame the first buffer holds: two tags more than the MTU. */
static inline u32 vmxnet3_head_len(u32 mtu)
{
	return clamp_t(u32, mtu + ETH_HLEN + 2 * VLAN_HLEN, VMXNET3_HEAD_LEN_MIN,
		       min_t(u32, XB_RX_BUF_LEN, VMXNET3_RXD_LEN));
}

/* Free TX descriptors; one always stays free, since ESXi stalls on a full ring. */
static inline u32 vmxnet3_tx_free(const struct vmxnet3_tx_queue *tq)
{
	/* Pairs with the release in vmxnet3_tx_reclaim(): the slots are done with. */
	u32 reclaim = smp_load_acquire(&tq->reclaim);

	return (reclaim > tq->fill ? 0 : tq->size) + reclaim - tq->fill - 1;
}

static inline void vmxnet3_tx_advance(struct vmxnet3_tx_queue *tq)
{
	if (unlikely(++tq->fill == tq->size)) {
		tq->fill = 0;
		tq->gen ^= VMXNET3_TXD_GEN;
	}
}

/**
 * vmxnet3_tx_kick - announce frames that were put on the ring
 * @tq: the queue
 * @n: how many, segments counted singly
 * @now: false when more are about to follow
 *
 * The device says from how many on it wants to be told (txThreshold).
 *
 * Context: the queue's lock.
 */
static inline void vmxnet3_tx_kick(struct vmxnet3_tx_queue *tq, u32 n, bool now)
{
	u32 deferred = le32_to_cpu(READ_ONCE(tq->shared->deferred)) + n;

	if (now && deferred >= le32_to_cpu(READ_ONCE(tq->shared->threshold))) {
		WRITE_ONCE(tq->shared->deferred, 0);
		writel(tq->fill, tq->doorbell);
	} else {
		WRITE_ONCE(tq->shared->deferred, cpu_to_le32(deferred));
	}
}

#endif
