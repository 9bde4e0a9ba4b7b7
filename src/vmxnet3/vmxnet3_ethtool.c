// SPDX-License-Identifier: GPL-2.0-only
/*
 * What ethtool and `ip -s link` show and set. Names, order and units are those
 * of the in-tree driver, since scripts read them; what is ours comes last.
 */
#include <linux/ethtool.h>
#include <linux/log2.h>

#include "vmxnet3.h"

#define VMXNET3_REGS_VERSION 2

/* Where a value of ethtool -S comes from. */
enum vmxnet3_stat_source {
	VMXNET3_FROM_DEVICE,
	VMXNET3_DROPPED, /* the sum of the driver's own drops */
	VMXNET3_FROM_DRIVER, /* a u64 at an offset in the queue's counters */
};

struct vmxnet3_stat {
	const char *name;
	enum vmxnet3_stat_source source;
	size_t where;
};

#define VMXNET3_DEVICE_STAT(name, index)	{ name, VMXNET3_FROM_DEVICE, index }
#define VMXNET3_TX_STAT(name, field)                                                            \
	{ name, VMXNET3_FROM_DRIVER, offsetof(struct vmxnet3_tx_counters, field) }
#define VMXNET3_RX_STAT(name, field)                                                            \
	{ name, VMXNET3_FROM_DRIVER, offsetof(struct vmxnet3_rx_counters, field) }
#define VMXNET3_RX_XB(name, counter)		VMXNET3_RX_STAT(name, stats.count[counter])
#define VMXNET3_TX_XB(name, counter)		VMXNET3_TX_STAT(name, stats.count[counter])

static const struct vmxnet3_stat vmxnet3_tx_stats[] = {
	VMXNET3_DEVICE_STAT("  TSO pkts tx", VMXNET3_TX_TSO_PKTS),
	VMXNET3_DEVICE_STAT("  TSO bytes tx", VMXNET3_TX_TSO_BYTES),
	VMXNET3_DEVICE_STAT("  ucast pkts tx", VMXNET3_TX_UCAST_PKTS),
	VMXNET3_DEVICE_STAT("  ucast bytes tx", VMXNET3_TX_UCAST_BYTES),
	VMXNET3_DEVICE_STAT("  mcast pkts tx", VMXNET3_TX_MCAST_PKTS),
	VMXNET3_DEVICE_STAT("  mcast bytes tx", VMXNET3_TX_MCAST_BYTES),
	VMXNET3_DEVICE_STAT("  bcast pkts tx", VMXNET3_TX_BCAST_PKTS),
	VMXNET3_DEVICE_STAT("  bcast bytes tx", VMXNET3_TX_BCAST_BYTES),
	VMXNET3_DEVICE_STAT("  pkts tx err", VMXNET3_TX_ERROR),
	VMXNET3_DEVICE_STAT("  pkts tx discard", VMXNET3_TX_DISCARD),
	VMXNET3_TX_STAT("  drv dropped tx total", drops.total),
	VMXNET3_TX_STAT("     too many frags", drops.too_many_frags),
	VMXNET3_TX_STAT("     giant hdr", drops.oversized_header),
	VMXNET3_TX_STAT("     hdr err", drops.header_error),
	VMXNET3_TX_STAT("     tso", drops.tso),
	VMXNET3_TX_STAT("  ring full", drops.ring_full),
	VMXNET3_TX_STAT("  pkts linearized", drops.linearized),
	VMXNET3_TX_STAT("  hdr cloned", drops.header_copied),
	VMXNET3_TX_STAT("  giant hdr", drops.giant_header),
	VMXNET3_TX_XB("  xdp xmit", XB_TX_XDP_XMIT),
	VMXNET3_TX_XB("  xdp xmit err", XB_TX_XDP_XMIT_ERR),
};

static const struct vmxnet3_stat vmxnet3_rx_stats[] = {
	VMXNET3_DEVICE_STAT("  LRO pkts rx", VMXNET3_RX_LRO_PKTS),
	VMXNET3_DEVICE_STAT("  LRO byte rx", VMXNET3_RX_LRO_BYTES),
	VMXNET3_DEVICE_STAT("  ucast pkts rx", VMXNET3_RX_UCAST_PKTS),
	VMXNET3_DEVICE_STAT("  ucast bytes rx", VMXNET3_RX_UCAST_BYTES),
	VMXNET3_DEVICE_STAT("  mcast pkts rx", VMXNET3_RX_MCAST_PKTS),
	VMXNET3_DEVICE_STAT("  mcast bytes rx", VMXNET3_RX_MCAST_BYTES),
	VMXNET3_DEVICE_STAT("  bcast pkts rx", VMXNET3_RX_BCAST_PKTS),
	VMXNET3_DEVICE_STAT("  bcast bytes rx", VMXNET3_RX_BCAST_BYTES),
	VMXNET3_DEVICE_STAT("  pkts rx OOB", VMXNET3_RX_OUT_OF_BUF),
	VMXNET3_DEVICE_STAT("  pkts rx err", VMXNET3_RX_ERROR),
	{ "  drv dropped rx total", VMXNET3_DROPPED },
	VMXNET3_RX_STAT("     err", drops.error),
	VMXNET3_RX_STAT("     fcs", drops.fcs),
	VMXNET3_RX_XB("  rx buf alloc fail", XB_RX_ALLOC_FAIL),
	VMXNET3_RX_XB("     xdp packets", XB_RX_XDP_PACKETS),
	VMXNET3_RX_XB("     xdp tx", XB_RX_XDP_TX),
	VMXNET3_RX_XB("     xdp redirects", XB_RX_XDP_REDIRECT),
	VMXNET3_RX_XB("     xdp drops", XB_RX_XDP_DROP),
	VMXNET3_RX_XB("     xdp aborted", XB_RX_XDP_ABORTED),
};

#define VMXNET3_TX_LINES (1 + ARRAY_SIZE(vmxnet3_tx_stats))
#define VMXNET3_RX_LINES (1 + ARRAY_SIZE(vmxnet3_rx_stats))

static void vmxnet3_get_drvinfo(struct net_device *dev, struct ethtool_drvinfo *info)
{
	strscpy(info->driver, VMXNET3_NAME, sizeof(info->driver));
	strscpy(info->version, VMXNET3_VERSION "-xdp", sizeof(info->version));
	strscpy(info->bus_info, pci_name(to_pci_dev(dev->dev.parent)), sizeof(info->bus_info));
}

static int vmxnet3_get_sset_count(struct net_device *dev, int set)
{
	if (set != ETH_SS_STATS)
		return -EOPNOTSUPP;
	return dev->real_num_tx_queues * (VMXNET3_TX_LINES + XB_TX_COUNTERS) +
	       dev->real_num_rx_queues * (VMXNET3_RX_LINES + XB_RX_COUNTERS) + 1;
}

static void vmxnet3_get_strings(struct net_device *dev, u32 set, u8 *data)
{
	unsigned int q, i;

	if (set != ETH_SS_STATS)
		return;
	for (q = 0; q < dev->real_num_tx_queues; q++) {
		ethtool_puts(&data, "Tx Queue#");
		for (i = 0; i < ARRAY_SIZE(vmxnet3_tx_stats); i++)
			ethtool_puts(&data, vmxnet3_tx_stats[i].name);
	}
	for (q = 0; q < dev->real_num_rx_queues; q++) {
		ethtool_puts(&data, "Rx Queue#");
		for (i = 0; i < ARRAY_SIZE(vmxnet3_rx_stats); i++)
			ethtool_puts(&data, vmxnet3_rx_stats[i].name);
	}
	ethtool_puts(&data, "tx timeout count");
	for (q = 0; q < dev->real_num_tx_queues; q++)
		for (i = 0; i < XB_TX_COUNTERS; i++)
			ethtool_sprintf(&data, "tx%u_%s", q, xb_tx_counter_names[i]);
	for (q = 0; q < dev->real_num_rx_queues; q++)
		for (i = 0; i < XB_RX_COUNTERS; i++)
			ethtool_sprintf(&data, "rx%u_%s", q, xb_rx_counter_names[i]);
}

static void vmxnet3_stats_of_engine(struct vmxnet3 *vm, u64 *data)
{
	unsigned int q;

	for (q = 0; q < vm->dev->real_num_tx_queues; q++, data += XB_TX_COUNTERS)
		xb_stats_read(data, vm->tx_counters[q].stats.count, &vm->tx_counters[q].stats.sync,
			      XB_TX_COUNTERS);
	for (q = 0; q < vm->dev->real_num_rx_queues; q++, data += XB_RX_COUNTERS)
		xb_stats_read(data, vm->rx_counters[q].stats.count, &vm->rx_counters[q].stats.sync,
			      XB_RX_COUNTERS);
}

static u64 vmxnet3_tx_stat(struct vmxnet3 *vm, unsigned int q, const struct vmxnet3_stat *stat)
{
	if (stat->source == VMXNET3_FROM_DEVICE)
		return vmxnet3_tx_hw_stat(vm, q, stat->where);
	return *(u64 *)((void *)&vm->tx_counters[q] + stat->where);
}

/* Frames that the driver itself could not deliver, whatever a program wanted. */
static u64 vmxnet3_rx_dropped(const struct vmxnet3_rx_counters *counters)
{
	return counters->drops.error + counters->stats.count[XB_RX_ALLOC_FAIL] +
	       counters->stats.count[XB_RX_BAD_DESC] + counters->stats.count[XB_RX_XDP_FRAGS];
}

static u64 vmxnet3_rx_stat(struct vmxnet3 *vm, unsigned int q, const struct vmxnet3_stat *stat)
{
	if (stat->source == VMXNET3_DROPPED)
		return vmxnet3_rx_dropped(&vm->rx_counters[q]);
	if (stat->source == VMXNET3_FROM_DEVICE)
		return vmxnet3_rx_hw_stat(vm, q, stat->where);
	return *(u64 *)((void *)&vm->rx_counters[q] + stat->where);
}

static void vmxnet3_get_ethtool_stats(struct net_device *dev, struct ethtool_stats *stats,
				      u64 *data)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	unsigned long flags;
	unsigned int q, i;

	memset(data, 0, stats->n_stats * sizeof(*data));
	flags = vmxnet3_hw_stats_begin(vm);
	for (q = 0; q < dev->real_num_tx_queues; q++) {
		*data++ = q;
		for (i = 0; i < ARRAY_SIZE(vmxnet3_tx_stats); i++)
			*data++ = vmxnet3_tx_stat(vm, q, &vmxnet3_tx_stats[i]);
	}
	for (q = 0; q < dev->real_num_rx_queues; q++) {
		*data++ = q;
		for (i = 0; i < ARRAY_SIZE(vmxnet3_rx_stats); i++)
			*data++ = vmxnet3_rx_stat(vm, q, &vmxnet3_rx_stats[i]);
	}
	vmxnet3_hw_stats_end(vm, flags);
	*data++ = vm->tx_timeouts;
	vmxnet3_stats_of_engine(vm, data);
}

/**
 * vmxnet3_get_stats64 - what `ip -s link` shows
 * @dev: the netdev
 * @stats: receives the sums over all queues
 *
 * The device counts; the driver adds what it dropped itself.
 */
void vmxnet3_get_stats64(struct net_device *dev, struct rtnl_link_stats64 *stats)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	unsigned long flags;
	unsigned int q;

	flags = vmxnet3_hw_stats_begin(vm);
	for (q = 0; q < VMXNET3_MAX_QUEUES; q++) {
		u64 multicast = vmxnet3_rx_hw_stat(vm, q, VMXNET3_RX_MCAST_PKTS);

		stats->tx_packets += vmxnet3_tx_hw_stat(vm, q, VMXNET3_TX_UCAST_PKTS) +
				     vmxnet3_tx_hw_stat(vm, q, VMXNET3_TX_MCAST_PKTS) +
				     vmxnet3_tx_hw_stat(vm, q, VMXNET3_TX_BCAST_PKTS);
		stats->tx_bytes += vmxnet3_tx_hw_stat(vm, q, VMXNET3_TX_UCAST_BYTES) +
				   vmxnet3_tx_hw_stat(vm, q, VMXNET3_TX_MCAST_BYTES) +
				   vmxnet3_tx_hw_stat(vm, q, VMXNET3_TX_BCAST_BYTES);
		stats->tx_errors += vmxnet3_tx_hw_stat(vm, q, VMXNET3_TX_ERROR);
		stats->rx_packets += vmxnet3_rx_hw_stat(vm, q, VMXNET3_RX_UCAST_PKTS) +
				     vmxnet3_rx_hw_stat(vm, q, VMXNET3_RX_BCAST_PKTS) + multicast;
		stats->rx_bytes += vmxnet3_rx_hw_stat(vm, q, VMXNET3_RX_UCAST_BYTES) +
				   vmxnet3_rx_hw_stat(vm, q, VMXNET3_RX_MCAST_BYTES) +
				   vmxnet3_rx_hw_stat(vm, q, VMXNET3_RX_BCAST_BYTES);
		stats->rx_errors += vmxnet3_rx_hw_stat(vm, q, VMXNET3_RX_ERROR);
		stats->rx_dropped += vmxnet3_rx_hw_stat(vm, q, VMXNET3_RX_OUT_OF_BUF);
		stats->multicast += multicast;
		stats->tx_dropped += vm->tx_counters[q].drops.total;
		stats->rx_dropped += vmxnet3_rx_dropped(&vm->rx_counters[q]);
	}
	vmxnet3_hw_stats_end(vm, flags);
}

static int vmxnet3_get_regs_len(struct net_device *dev)
{
	const struct vmxnet3 *vm = netdev_priv(dev);
	u32 vectors = vm->msix ? vm->vectors + 1 : 1;

	return (9 + 1 + vectors + 1 + 17 * dev->real_num_tx_queues + 1 +
		23 * dev->real_num_rx_queues) * sizeof(u32);
}

static u32 *vmxnet3_dump_pa(u32 *p, dma_addr_t pa, u32 size)
{
	*p++ = lower_32_bits(pa);
	*p++ = upper_32_bits(pa);
	*p++ = size;
	return p;
}

static u32 *vmxnet3_dump_tx(const struct vmxnet3 *vm, const struct vmxnet3_tx_queue *tq, u32 *p)
{
	*p++ = readl(tq->doorbell);
	p = vmxnet3_dump_pa(p, tq->desc_pa, tq->size);
	*p++ = tq->fill;
	*p++ = tq->reclaim;
	*p++ = !!tq->gen;
	p = vmxnet3_dump_pa(p, tq->data_pa, tq->size);
	*p++ = tq->data_size;
	p = vmxnet3_dump_pa(p, tq->comp_pa, tq->size);
	*p++ = tq->comp_next;
	*p++ = !!tq->comp_gen;
	*p++ = netif_tx_queue_stopped(netdev_get_tx_queue(vm->dev, tq->id));
	return p;
}

static u32 *vmxnet3_dump_rx(const struct vmxnet3 *vm, const struct vmxnet3_rx_queue *rq, u32 *p)
{
	unsigned int i;

	*p++ = readl(vmxnet3_rx_doorbell(vm, rq->id, 0));
	*p++ = readl(vmxnet3_rx_doorbell(vm, rq->id, 1));
	for (i = 0; i < 2; i++) {
		p = vmxnet3_dump_pa(p, rq->ring[i].desc_pa, rq->ring[i].size);
		*p++ = rq->ring[i].fill;
		*p++ = rq->ring[i].next;
		*p++ = !!rq->ring[i].gen;
	}
	p = vmxnet3_dump_pa(p, rq->data_pa, rq->ring[0].size);
	*p++ = rq->data_size;
	p = vmxnet3_dump_pa(p, rq->comp_pa, rq->comp_size);
	*p++ = rq->comp_next;
	*p++ = !!rq->comp_gen;
	return p;
}

static void vmxnet3_get_regs(struct net_device *dev, struct ethtool_regs *regs, void *data)
{
	static const u16 control[] = {
		VMXNET3_REG_VRRS, VMXNET3_REG_UVRS, VMXNET3_REG_DSAL, VMXNET3_REG_DSAH,
		VMXNET3_REG_CMD, VMXNET3_REG_MACL, VMXNET3_REG_MACH, VMXNET3_REG_ICR,
		VMXNET3_REG_ECR,
	};
	struct vmxnet3 *vm = netdev_priv(dev);
	u32 vectors = vm->msix ? vm->vectors + 1 : 1, i, *p = data;

	memset(p, 0, regs->len);
	regs->version = VMXNET3_REGS_VERSION;
	for (i = 0; i < ARRAY_SIZE(control); i++)
		*p++ = vmxnet3_read(vm, control[i]);
	*p++ = vectors;
	for (i = 0; i < vectors; i++)
		*p++ = readl(vm->bar0 + VMXNET3_REG_IMR + i * VMXNET3_REG_STRIDE);
	if (!vm->queues)
		return;
	*p++ = vm->queues->cfg.tx_queues;
	for (i = 0; i < vm->queues->cfg.tx_queues; i++)
		p = vmxnet3_dump_tx(vm, &vm->queues->tx[i], p);
	*p++ = vm->queues->cfg.rx_queues;
	for (i = 0; i < vm->queues->cfg.rx_queues; i++)
		p = vmxnet3_dump_rx(vm, &vm->queues->rx[i], p);
}

static void vmxnet3_get_wol(struct net_device *dev, struct ethtool_wolinfo *wol)
{
	const struct vmxnet3 *vm = netdev_priv(dev);

	wol->supported = WAKE_UCAST | WAKE_ARP | WAKE_MAGIC;
	wol->wolopts = vm->wol;
}

static int vmxnet3_set_wol(struct net_device *dev, struct ethtool_wolinfo *wol)
{
	struct vmxnet3 *vm = netdev_priv(dev);

	if (wol->wolopts & ~(WAKE_UCAST | WAKE_ARP | WAKE_MAGIC))
		return -EOPNOTSUPP;
	vm->wol = wol->wolopts;
	device_set_wakeup_enable(&vm->pdev->dev, vm->wol);
	return 0;
}

static int vmxnet3_get_link_ksettings(struct net_device *dev, struct ethtool_link_ksettings *ks)
{
	const struct vmxnet3 *vm = netdev_priv(dev);

	ethtool_link_ksettings_zero_link_mode(ks, supported);
	ethtool_link_ksettings_add_link_mode(ks, supported, 10000baseT_Full);
	ethtool_link_ksettings_add_link_mode(ks, supported, 1000baseT_Full);
	ethtool_link_ksettings_add_link_mode(ks, supported, TP);
	ethtool_link_ksettings_zero_link_mode(ks, advertising);
	ethtool_link_ksettings_add_link_mode(ks, advertising, TP);
	ks->base.port = PORT_TP;
	ks->base.speed = vm->link_speed ?: SPEED_UNKNOWN;
	ks->base.duplex = vm->link_speed ? DUPLEX_FULL : DUPLEX_UNKNOWN;
	return 0;
}

static void vmxnet3_get_ringparam(struct net_device *dev, struct ethtool_ringparam *ring,
				  struct kernel_ethtool_ringparam *kernel_ring,
				  struct netlink_ext_ack *extack)
{
	const struct vmxnet3 *vm = netdev_priv(dev);

	ring->rx_max_pending = VMXNET3_RING_SIZE_MAX;
	ring->tx_max_pending = VMXNET3_RING_SIZE_MAX;
	ring->rx_mini_max_pending = vm->revision >= 3 ? VMXNET3_DATA_SIZE_MAX : 0;
	ring->rx_jumbo_max_pending = VMXNET3_RING_SIZE_MAX;
	ring->rx_pending = vm->cfg.rx_size;
	ring->tx_pending = vm->cfg.tx_size;
	ring->rx_mini_pending = vm->revision >= 3 ? vm->cfg.rx_data_size : 0;
	ring->rx_jumbo_pending = vm->cfg.rx1_size;
}

static int vmxnet3_set_ringparam(struct net_device *dev, struct ethtool_ringparam *ring,
				 struct kernel_ethtool_ringparam *kernel_ring,
				 struct netlink_ext_ack *extack)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	struct vmxnet3_config cfg = vm->cfg;

	if (!ring->tx_pending || !ring->rx_pending || !ring->rx_jumbo_pending) {
		NL_SET_ERR_MSG_MOD(extack, "tx, rx and rx-jumbo must be at least 1");
		return -EINVAL;
	}
	if (vm->revision < 3 && ring->rx_mini_pending) {
		NL_SET_ERR_MSG_MOD(extack, "rx-mini needs a device of revision 3 or later");
		return -EINVAL;
	}
	cfg.tx_size = ring->tx_pending;
	cfg.rx_size = ring->rx_pending;
	cfg.rx1_size = ring->rx_jumbo_pending;
	cfg.rx_data_size = ring->rx_mini_pending;
	vmxnet3_config_round(vm, &cfg);
	if (!memcmp(&cfg, &vm->cfg, sizeof(cfg)))
		return 0;
	return vmxnet3_restart(vm, &cfg);
}

static void vmxnet3_get_channels(struct net_device *dev, struct ethtool_channels *ch)
{
	const struct vmxnet3 *vm = netdev_priv(dev);

	ch->max_combined = min(vm->max_tx_queues, vm->max_rx_queues);
	ch->combined_count = min(vm->cfg.tx_queues, vm->cfg.rx_queues);
	ch->max_other = 1;
	ch->other_count = 1;
}

static int vmxnet3_set_channels(struct net_device *dev, struct ethtool_channels *ch)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	struct vmxnet3_config cfg = vm->cfg;

	if (ch->rx_count || ch->tx_count || ch->other_count != 1)
		return -EINVAL;
	if (vm->revision < 6 && !is_power_of_2(ch->combined_count)) {
		netdev_warn(dev, "%u channels: before revision 6 the device takes powers of two\n",
			    ch->combined_count);
		return -EINVAL;
	}
	cfg.tx_queues = ch->combined_count;
	cfg.rx_queues = ch->combined_count;
	if (!memcmp(&cfg, &vm->cfg, sizeof(cfg)))
		return 0;
	if (!vm->queues) {
		netif_set_real_num_tx_queues(dev, cfg.tx_queues);
		netif_set_real_num_rx_queues(dev, cfg.rx_queues);
	}
	return vmxnet3_restart(vm, &cfg);
}

static u32 vmxnet3_get_rxfh_indir_size(struct net_device *dev)
{
	const struct vmxnet3 *vm = netdev_priv(dev);

	return vm->cfg.rx_queues > 1 ? VMXNET3_RSS_TABLE_MAX : 0;
}

static u32 vmxnet3_get_rxfh_key_size(struct net_device *dev)
{
	const struct vmxnet3 *vm = netdev_priv(dev);

	return vm->cfg.rx_queues > 1 ? VMXNET3_RSS_KEY_LEN : 0;
}

/* The table as it is, or as the next start will make it. */
static u32 vmxnet3_rss_entry(const struct vmxnet3 *vm, u32 i)
{
	if (vm->queues || vm->rss_table_set)
		return vm->rss->table[i];
	return ethtool_rxfh_indir_default(i, vm->cfg.rx_queues);
}

static int vmxnet3_get_rxfh(struct net_device *dev, struct ethtool_rxfh_param *rxfh)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	u32 i;

	rxfh->hfunc = ETH_RSS_HASH_TOP;
	for (i = 0; rxfh->indir && i < VMXNET3_RSS_TABLE_MAX; i++)
		rxfh->indir[i] = vmxnet3_rss_entry(vm, i);
	if (rxfh->key)
		memcpy(rxfh->key, vm->rss_key, sizeof(vm->rss_key));
	return 0;
}

static int vmxnet3_set_rxfh(struct net_device *dev, struct ethtool_rxfh_param *rxfh,
			    struct netlink_ext_ack *extack)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	bool new_key = rxfh->key && memcmp(vm->rss_key, rxfh->key, sizeof(vm->rss_key));
	u32 i;

	if (rxfh->hfunc != ETH_RSS_HASH_NO_CHANGE && rxfh->hfunc != ETH_RSS_HASH_TOP) {
		NL_SET_ERR_MSG_MOD(extack, "the device hashes by Toeplitz only");
		return -EOPNOTSUPP;
	}
	if (rxfh->indir)
		vm->rss_table_set = false; /* unless it differs from the default */
	for (i = 0; rxfh->indir && i < VMXNET3_RSS_TABLE_MAX; i++) {
		vm->rss->table[i] = rxfh->indir[i];
		if (rxfh->indir[i] != ethtool_rxfh_indir_default(i, vm->cfg.rx_queues))
			vm->rss_table_set = true;
	}
	if (rxfh->indir && test_bit(VMXNET3_ACTIVE, &vm->state))
		vmxnet3_set_rss_table(vm);
	if (!new_key)
		return 0;
	/* Whether a running device looks at the key again, nobody says: restart it. */
	memcpy(vm->rss_key, rxfh->key, sizeof(vm->rss_key));
	return vmxnet3_restart(vm, NULL);
}

static u32 vmxnet3_get_rx_ring_count(struct net_device *dev)
{
	const struct vmxnet3 *vm = netdev_priv(dev);

	return vm->cfg.rx_queues;
}

/* The bit that says whether ports take part in the hash of this kind of flow. */
static u32 vmxnet3_field_of(u32 flow_type)
{
	switch (flow_type) {
	case UDP_V4_FLOW:
		return VMXNET3_FIELD_UDPV4;
	case UDP_V6_FLOW:
		return VMXNET3_FIELD_UDPV6;
	case AH_V4_FLOW:
	case AH_ESP_V4_FLOW:
	case ESP_V4_FLOW:
		return VMXNET3_FIELD_ESPV4;
	case AH_V6_FLOW:
	case AH_ESP_V6_FLOW:
	case ESP_V6_FLOW:
		return VMXNET3_FIELD_ESPV6;
	default:
		return 0;
	}
}

static int vmxnet3_get_rxfh_fields(struct net_device *dev, struct ethtool_rxfh_fields *fields)
{
	const u64 l3 = RXH_IP_SRC | RXH_IP_DST, l4 = RXH_L4_B_0_1 | RXH_L4_B_2_3;
	struct vmxnet3 *vm = netdev_priv(dev);
	u32 in_force;

	if (vm->revision < 4)
		return -EOPNOTSUPP;
	in_force = test_bit(VMXNET3_ACTIVE, &vm->state) ?
			   vmxnet3_ask(vm, VMXNET3_CMD_GET_RSS_FIELDS) : vm->rss_fields;
	switch (fields->flow_type) {
	case TCP_V4_FLOW:
	case TCP_V6_FLOW:
		fields->data = l3 | l4;
		return 0;
	case SCTP_V4_FLOW:
	case SCTP_V6_FLOW:
	case IPV4_FLOW:
	case IPV6_FLOW:
		fields->data = l3;
		return 0;
	}
	if (!vmxnet3_field_of(fields->flow_type))
		return -EINVAL;
	fields->data = l3 | (in_force & vmxnet3_field_of(fields->flow_type) ? l4 : 0);
	return 0;
}

static int vmxnet3_set_rxfh_fields(struct net_device *dev,
				   const struct ethtool_rxfh_fields *fields,
				   struct netlink_ext_ack *extack)
{
	const u64 l3 = RXH_IP_SRC | RXH_IP_DST, l4 = RXH_L4_B_0_1 | RXH_L4_B_2_3;
	struct vmxnet3 *vm = netdev_priv(dev);
	u32 bit = vmxnet3_field_of(fields->flow_type), wanted;
	int err = 0;

	if (vm->revision < 4) {
		NL_SET_ERR_MSG_MOD(extack, "needs a device of revision 4 or later");
		return -EOPNOTSUPP;
	}
	if (fields->data != l3 && fields->data != (l3 | l4))
		return -EINVAL;
	if (!bit) /* TCP always has its ports in, IP alone never */
		return (fields->flow_type == TCP_V4_FLOW || fields->flow_type == TCP_V6_FLOW) ==
			       (fields->data == (l3 | l4)) ? 0 : -EINVAL;
	if (bit == VMXNET3_FIELD_ESPV6 && vm->revision < 6) {
		NL_SET_ERR_MSG_MOD(extack, "ESP over IPv6 needs a device of revision 6 or later");
		return -EOPNOTSUPP;
	}
	wanted = vm->rss_fields;
	if (!wanted && test_bit(VMXNET3_ACTIVE, &vm->state))
		wanted = vmxnet3_ask(vm, VMXNET3_CMD_GET_RSS_FIELDS);
	wanted |= VMXNET3_FIELD_TCPV4 | VMXNET3_FIELD_TCPV6; /* ESXi insists on these */
	wanted = fields->data & l4 ? wanted | bit : wanted & ~bit;
	if (test_bit(VMXNET3_ACTIVE, &vm->state))
		err = vmxnet3_set_rss_fields_live(vm, wanted);
	if (!err)
		vm->rss_fields = wanted;
	return err;
}

static int vmxnet3_get_coalesce(struct net_device *dev, struct ethtool_coalesce *ec,
				struct kernel_ethtool_coalesce *kernel_ec,
				struct netlink_ext_ack *extack)
{
	const struct vmxnet3 *vm = netdev_priv(dev);
	const struct vmxnet3_coalesce *c = vm->coalesce;

	if (vm->revision < 3)
		return -EOPNOTSUPP;
	switch (le32_to_cpu(c->mode)) {
	case VMXNET3_COALESCE_ADAPTIVE:
		ec->use_adaptive_rx_coalesce = true;
		break;
	case VMXNET3_COALESCE_STATIC:
		ec->tx_max_coalesced_frames = le32_to_cpu(c->tx_comp_depth);
		ec->rx_max_coalesced_frames = le32_to_cpu(c->rx_depth);
		break;
	case VMXNET3_COALESCE_RATE:
		if (c->rate)
			ec->rx_coalesce_usecs = USEC_PER_SEC / le32_to_cpu(c->rate);
		break;
	}
	return 0;
}

static int vmxnet3_coalesce_rate(const struct ethtool_coalesce *ec, struct vmxnet3_coalesce *c,
				 struct netlink_ext_ack *extack)
{
	u32 rate = USEC_PER_SEC / ec->rx_coalesce_usecs;

	if (ec->use_adaptive_rx_coalesce || ec->tx_max_coalesced_frames ||
	    ec->rx_max_coalesced_frames) {
		NL_SET_ERR_MSG_MOD(extack, "rx-usecs goes alone: no adaptive-rx, no frames");
		return -EINVAL;
	}
	if (rate < VMXNET3_COALESCE_RATE_MIN || rate > VMXNET3_COALESCE_RATE_MAX) {
		NL_SET_ERR_MSG_MOD(extack, "rx-usecs must be from 10 to 10000");
		return -EINVAL;
	}
	c->mode = cpu_to_le32(VMXNET3_COALESCE_RATE);
	c->rate = cpu_to_le32(rate);
	return 0;
}

static int vmxnet3_coalesce_frames(const struct ethtool_coalesce *ec, struct vmxnet3_coalesce *c,
				   struct netlink_ext_ack *extack)
{
	u32 tx = ec->tx_max_coalesced_frames ?: VMXNET3_COALESCE_DEPTH_DEFAULT;
	u32 rx = ec->rx_max_coalesced_frames ?: VMXNET3_COALESCE_DEPTH_DEFAULT;

	if (ec->use_adaptive_rx_coalesce || tx > VMXNET3_COALESCE_DEPTH_MAX ||
	    rx > VMXNET3_COALESCE_DEPTH_MAX) {
		NL_SET_ERR_MSG_MOD(extack, "frames go up to 128 and without adaptive-rx");
		return -EINVAL;
	}
	c->mode = cpu_to_le32(VMXNET3_COALESCE_STATIC);
	c->tx_depth = cpu_to_le32(VMXNET3_COALESCE_DEPTH_DEFAULT);
	c->tx_comp_depth = cpu_to_le32(tx);
	c->rx_depth = cpu_to_le32(rx);
	return 0;
}

static int vmxnet3_set_coalesce(struct net_device *dev, struct ethtool_coalesce *ec,
				struct kernel_ethtool_coalesce *kernel_ec,
				struct netlink_ext_ack *extack)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	struct vmxnet3_coalesce c = {};
	int err = 0;

	if (vm->revision < 3) {
		NL_SET_ERR_MSG_MOD(extack, "needs a device of revision 3 or later");
		return -EOPNOTSUPP;
	}
	if (ec->rx_coalesce_usecs)
		err = vmxnet3_coalesce_rate(ec, &c, extack);
	else if (ec->tx_max_coalesced_frames || ec->rx_max_coalesced_frames)
		err = vmxnet3_coalesce_frames(ec, &c, extack);
	else
		c.mode = cpu_to_le32(ec->use_adaptive_rx_coalesce ? VMXNET3_COALESCE_ADAPTIVE :
								    VMXNET3_COALESCE_OFF);
	if (err)
		return err;
	*vm->coalesce = c;
	vm->default_coalesce = false;
	return test_bit(VMXNET3_ACTIVE, &vm->state) ? vmxnet3_set_coalesce_live(vm) : 0;
}

static const struct compat_ethtool_ops vmxnet3_ethtool_ops = {
	.supported_coalesce_params = ETHTOOL_COALESCE_RX_USECS | ETHTOOL_COALESCE_MAX_FRAMES |
				     ETHTOOL_COALESCE_USE_ADAPTIVE_RX,
	.get_drvinfo = vmxnet3_get_drvinfo,
	.get_regs_len = vmxnet3_get_regs_len,
	.get_regs = vmxnet3_get_regs,
	.get_wol = vmxnet3_get_wol,
	.set_wol = vmxnet3_set_wol,
	.get_link = ethtool_op_get_link,
	.get_coalesce = vmxnet3_get_coalesce,
	.set_coalesce = vmxnet3_set_coalesce,
	.get_ringparam = vmxnet3_get_ringparam,
	.set_ringparam = vmxnet3_set_ringparam,
	.get_strings = vmxnet3_get_strings,
	.get_sset_count = vmxnet3_get_sset_count,
	.get_ethtool_stats = vmxnet3_get_ethtool_stats,
	.get_rx_ring_count = vmxnet3_get_rx_ring_count,
	.get_rxfh_indir_size = vmxnet3_get_rxfh_indir_size,
	.get_rxfh_key_size = vmxnet3_get_rxfh_key_size,
	.get_rxfh = vmxnet3_get_rxfh,
	.set_rxfh = vmxnet3_set_rxfh,
	.get_rxfh_fields = vmxnet3_get_rxfh_fields,
	.set_rxfh_fields = vmxnet3_set_rxfh_fields,
	.get_channels = vmxnet3_get_channels,
	.set_channels = vmxnet3_set_channels,
	.get_link_ksettings = vmxnet3_get_link_ksettings,
	.get_ts_info = ethtool_op_get_ts_info,
};

void vmxnet3_set_ethtool_ops(struct net_device *dev)
{
	compat_set_ethtool_ops(dev, &vmxnet3_ethtool_ops);
}
