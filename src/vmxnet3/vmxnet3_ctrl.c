// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands, and the memory that commands speak of.
 */
#include <linux/inetdevice.h>
#include <linux/slab.h>

#include "vmxnet3.h"

#define VMXNET3_RSS_TABLE_SIZE VMXNET3_RSS_TABLE_MAX

/* Caller holds cmd_lock. The device carries a command out before the write returns. */
static void vmxnet3_tell_locked(struct vmxnet3 *vm, enum vmxnet3_cmd cmd)
{
	vmxnet3_write(vm, VMXNET3_REG_CMD, cmd);
}

static u32 vmxnet3_ask_locked(struct vmxnet3 *vm, enum vmxnet3_cmd cmd)
{
	vmxnet3_write(vm, VMXNET3_REG_CMD, cmd);
	return vmxnet3_read(vm, VMXNET3_REG_CMD);
}

/**
 * vmxnet3_tell - run a command that has no reply
 * @vm: the device
 * @cmd: the command
 *
 * Context: any; takes cmd_lock.
 */
void vmxnet3_tell(struct vmxnet3 *vm, enum vmxnet3_cmd cmd)
{
	unsigned long flags;

	spin_lock_irqsave(&vm->cmd_lock, flags);
	vmxnet3_tell_locked(vm, cmd);
	spin_unlock_irqrestore(&vm->cmd_lock, flags);
}

/**
 * vmxnet3_ask - run a command and read its reply
 * @vm: the device
 * @cmd: the command
 *
 * Context: any; takes cmd_lock.
 */
u32 vmxnet3_ask(struct vmxnet3 *vm, enum vmxnet3_cmd cmd)
{
	unsigned long flags;
	u32 reply;

	spin_lock_irqsave(&vm->cmd_lock, flags);
	reply = vmxnet3_ask_locked(vm, cmd);
	spin_unlock_irqrestore(&vm->cmd_lock, flags);
	return reply;
}

/* v7+: which of the capabilities that the device has we want. */
static void vmxnet3_negotiate_caps(struct vmxnet3 *vm)
{
	const u32 wanted = VMXNET3_CAP_UDP_RSS | VMXNET3_CAP_ESP_RSS_IPV4 |
			   VMXNET3_CAP_ESP_RSS_IPV6 |
			   VMXNET3_CAP_GENEVE_CSUM | VMXNET3_CAP_GENEVE_TSO |
			   VMXNET3_CAP_VXLAN_CSUM | VMXNET3_CAP_VXLAN_TSO |
			   VMXNET3_CAP_GENEVE_OUTER_CSUM | VMXNET3_CAP_VXLAN_OUTER_CSUM;
	u32 has = vmxnet3_read(vm, VMXNET3_REG_DCR0), ask;

	vm->ptcr = vmxnet3_read(vm, VMXNET3_REG_PTCR0);
	ask = has & wanted;
	/* Where passthrough is possible, what its hardware cannot do is off. */
	if (!(vm->ptcr & VMXNET3_PTCR_ERROR))
		ask &= vm->ptcr;
	if (has & VMXNET3_CAP_LARGE_BAR &&
	    pci_resource_len(vm->pdev, 0) >= VMXNET3_REG_LB_RXPROD2 + SZ_1K)
		ask |= VMXNET3_CAP_LARGE_BAR;
	if (ask)
		vmxnet3_write(vm, VMXNET3_REG_DCR0, ask);
	vm->caps = vmxnet3_ask(vm, VMXNET3_CMD_GET_DCR0_REG) & ask;
}

static void vmxnet3_negotiate_queues(struct vmxnet3 *vm)
{
	u32 reply;

	vm->max_tx_queues = VMXNET3_V1_MAX_QUEUES;
	vm->max_rx_queues = VMXNET3_V1_MAX_QUEUES;
	if (vm->revision < 6)
		return;
	reply = vmxnet3_ask(vm, VMXNET3_CMD_GET_MAX_QUEUES_CONF);
	if ((s32)reply <= 0)
		return;
	vm->max_tx_queues = clamp_t(u32, FIELD_GET(VMXNET3_MAX_QUEUES_TX, reply), 1,
				    VMXNET3_MAX_QUEUES);
	vm->max_rx_queues = clamp_t(u32, FIELD_GET(VMXNET3_MAX_QUEUES_RX, reply), 1,
				    VMXNET3_MAX_QUEUES);
}

/**
 * vmxnet3_negotiate - agree on a revision and on what comes with it
 * @vm: the device; receives revision, caps and the limits on queues
 *
 * What is chosen here survives QUIESCE, RESET and D3.
 *
 * Return: 0, or -ENODEV when there is nothing in common.
 */
int vmxnet3_negotiate(struct vmxnet3 *vm)
{
	u32 offered = vmxnet3_read(vm, VMXNET3_REG_VRRS) & GENMASK(8, 0);

	if (!offered) {
		dev_err(&vm->pdev->dev, "the device offers no revision from 1 to 9\n");
		return -ENODEV;
	}
	vm->revision = fls(offered);
	vmxnet3_write(vm, VMXNET3_REG_VRRS, BIT(vm->revision - 1));
	if (!(vmxnet3_read(vm, VMXNET3_REG_UVRS) & 1)) {
		dev_err(&vm->pdev->dev, "the device does not offer UPT version 1\n");
		return -ENODEV;
	}
	vmxnet3_write(vm, VMXNET3_REG_UVRS, 1);
	if (vm->revision >= 7)
		vmxnet3_negotiate_caps(vm);
	vmxnet3_negotiate_queues(vm);
	return 0;
}

static int vmxnet3_block_alloc(struct vmxnet3 *vm, void *where, size_t len, dma_addr_t *pa)
{
	void **va = where;

	*va = dma_alloc_coherent(&vm->pdev->dev, len, pa, GFP_KERNEL);
	return *va ? 0 : -ENOMEM;
}

static void vmxnet3_block_free(struct vmxnet3 *vm, void *va, size_t len, dma_addr_t pa)
{
	if (va)
		dma_free_coherent(&vm->pdev->dev, len, va, pa);
}

/**
 * vmxnet3_shared_alloc - the memory that the device reads its settings from
 * @vm: the device
 *
 * Return: 0, or -ENOMEM; vmxnet3_shared_free() cleans up either way.
 */
int vmxnet3_shared_alloc(struct vmxnet3 *vm)
{
	if (vmxnet3_block_alloc(vm, &vm->shared, sizeof(*vm->shared), &vm->shared_pa) ||
	    vmxnet3_block_alloc(vm, &vm->rss, sizeof(*vm->rss), &vm->rss_pa) ||
	    vmxnet3_block_alloc(vm, &vm->pm, sizeof(*vm->pm), &vm->pm_pa) ||
	    vmxnet3_block_alloc(vm, &vm->coalesce, sizeof(*vm->coalesce), &vm->coalesce_pa))
		return -ENOMEM;
	return 0;
}

void vmxnet3_shared_free(struct vmxnet3 *vm)
{
	vmxnet3_block_free(vm, vm->shared, sizeof(*vm->shared), vm->shared_pa);
	vmxnet3_block_free(vm, vm->rss, sizeof(*vm->rss), vm->rss_pa);
	vmxnet3_block_free(vm, vm->pm, sizeof(*vm->pm), vm->pm_pa);
	vmxnet3_block_free(vm, vm->coalesce, sizeof(*vm->coalesce), vm->coalesce_pa);
}

static void vmxnet3_conf_fill(struct vmxnet3_conf_desc *conf, u32 len, dma_addr_t pa)
{
	conf->version = cpu_to_le32(1);
	conf->len = cpu_to_le32(len);
	conf->pa = cpu_to_le64(pa);
}

static u64 vmxnet3_features(const struct vmxnet3 *vm, netdev_features_t features)
{
	u64 upt = 0;

	if (features & NETIF_F_RXCSUM)
		upt |= VMXNET3_F_RXCSUM;
	if (features & NETIF_F_LRO)
		upt |= VMXNET3_F_LRO;
	/* A program has to see tags, and to send them on; the stack strips what it passes. */
	if (features & NETIF_F_HW_VLAN_CTAG_RX && !rcu_access_pointer(vm->prog))
		upt |= VMXNET3_F_RXVLAN;
	if (vm->revision >= 4 && features & (NETIF_F_GSO_UDP_TUNNEL | NETIF_F_GSO_UDP_TUNNEL_CSUM))
		upt |= VMXNET3_F_RXINNEROFLD;
	if (vm->queues && vm->queues->cfg.rx_queues > 1)
		upt |= VMXNET3_F_RSS;
	return upt;
}

/**
 * vmxnet3_set_features_live - tell a running device of changed offloads
 * @vm: the device
 * @features: the netdev's features from now on
 */
void vmxnet3_set_features_live(struct vmxnet3 *vm, netdev_features_t features)
{
	unsigned long flags;

	spin_lock_irqsave(&vm->cmd_lock, flags);
	vm->shared->features = cpu_to_le64(vmxnet3_features(vm, features));
	vmxnet3_tell_locked(vm, VMXNET3_CMD_UPDATE_FEATURE);
	spin_unlock_irqrestore(&vm->cmd_lock, flags);
}

static void vmxnet3_describe_vectors(struct vmxnet3 *vm)
{
	struct vmxnet3_shared *s = vm->shared;
	u8 n = vm->msix ? vm->vectors + 1 : 1;
	const struct vmxnet3_config *cfg = &vm->queues->cfg;

	if (vm->revision >= 6 && (cfg->rx_queues > 16 || cfg->tx_queues > 8)) {
		s->ext_auto_mask = !vm->mask_active;
		s->ext_vectors = n;
		s->ext_event_vector = n - 1;
		memset(s->ext_moderation, VMXNET3_MODERATION_ADAPTIVE, sizeof(s->ext_moderation));
		s->ext_intr_control = cpu_to_le32(VMXNET3_INTR_DISABLE_ALL);
		return;
	}
	s->auto_mask = !vm->mask_active;
	s->vectors = n;
	s->event_vector = n - 1;
	memset(s->moderation, VMXNET3_MODERATION_ADAPTIVE, sizeof(s->moderation));
	s->intr_control = cpu_to_le32(VMXNET3_INTR_DISABLE_ALL);
}

static void vmxnet3_describe_rss(struct vmxnet3 *vm)
{
	u32 n = vm->queues->cfg.rx_queues, i;
	struct vmxnet3_rss_conf *rss = vm->rss;

	rss->hash_type = cpu_to_le16(VMXNET3_HASH_IPV4 | VMXNET3_HASH_TCPV4 | VMXNET3_HASH_IPV6 |
				     VMXNET3_HASH_TCPV6);
	rss->hash_func = cpu_to_le16(VMXNET3_HASH_TOEPLITZ);
	rss->key_size = cpu_to_le16(VMXNET3_RSS_KEY_LEN);
	rss->table_size = cpu_to_le16(VMXNET3_RSS_TABLE_SIZE);
	memcpy(rss->key, vm->rss_key, sizeof(rss->key));
	for (i = 0; i < VMXNET3_RSS_TABLE_SIZE; i++)
		if (!vm->rss_table_set || rss->table[i] >= n)
			rss->table[i] = ethtool_rxfh_indir_default(i, n);
	vmxnet3_conf_fill(&vm->shared->rss, sizeof(*rss), vm->rss_pa);
}

/* Everything the device reads at ACTIVATE. */
static void vmxnet3_describe(struct vmxnet3 *vm)
{
	const struct vmxnet3_config *cfg = &vm->queues->cfg;
	struct vmxnet3_shared *s = vm->shared;

	memset(s, 0, sizeof(*s));
	s->magic = cpu_to_le32(VMXNET3_MAGIC);
	s->version = cpu_to_le32(0x00010000);
	s->gos = cpu_to_le32(FIELD_PREP(VMXNET3_GOS_BITS, sizeof(void *) == 8 ?
					VMXNET3_GOS_64BIT : VMXNET3_GOS_32BIT) |
			     FIELD_PREP(VMXNET3_GOS_TYPE, VMXNET3_GOS_LINUX));
	s->revision = cpu_to_le32(1);
	s->upt_revision = cpu_to_le32(1);
	s->driver_data_pa = cpu_to_le64(~0ULL);
	s->queues_pa = cpu_to_le64(vm->queues->shared_pa);
	s->queues_len = cpu_to_le32(vm->queues->shared_len);
	s->features = cpu_to_le64(vmxnet3_features(vm, vm->dev->features));
	s->mtu = cpu_to_le32(cfg->mtu);
	/* LRO can come and go while the device runs, so the room is always there. */
	s->max_rx_frags = cpu_to_le16(1 + MAX_SKB_FRAGS);
	s->tx_queues = cfg->tx_queues;
	s->rx_queues = cfg->rx_queues;
	vmxnet3_describe_vectors(vm);
	if (cfg->rx_queues > 1)
		vmxnet3_describe_rss(vm);
}

/* Settings that a device forgets over ACTIVATE. */
static void vmxnet3_after_activate(struct vmxnet3 *vm)
{
	const struct vmxnet3_config *cfg = &vm->queues->cfg;
	unsigned long flags;
	u32 i;

	vmxnet3_write_mac(vm, vm->dev->dev_addr);
	if (vm->revision >= 7) {
		struct vmxnet3_buf_sizes sizes = {
			.ring0_head = cpu_to_le16(vmxnet3_head_len(cfg->mtu)),
			.ring1_body = cpu_to_le16(VMXNET3_BODY_LEN),
		};

		spin_lock_irqsave(&vm->cmd_lock, flags);
		vm->shared->cmd.buf_sizes = sizes;
		vmxnet3_tell_locked(vm, VMXNET3_CMD_SET_RING_BUFFER_SIZE);
		spin_unlock_irqrestore(&vm->cmd_lock, flags);
	}
	vmxnet3_set_coalesce_live(vm);
	if (vm->rss_fields && cfg->rx_queues > 1)
		vmxnet3_set_rss_fields_live(vm, vm->rss_fields);
	for (i = 0; i < cfg->rx_queues; i++)
		vmxnet3_rx_kick(&vm->queues->rx[i]);
}

/**
 * vmxnet3_activate - start the device on vm->queues
 * @vm: the device, quiesced; the queues are freshly made or reset
 *
 * Interrupts stay masked and nothing is received until vmxnet3_set_rx_mode().
 *
 * Context: process, RTNL.
 * Return: 0, or -EIO when the device refuses.
 */
int vmxnet3_activate(struct vmxnet3 *vm)
{
	unsigned long flags;
	u32 reply;

	spin_lock_irqsave(&vm->cmd_lock, flags);
	vmxnet3_describe(vm);
	vmxnet3_write(vm, VMXNET3_REG_DSAL, lower_32_bits(vm->shared_pa));
	vmxnet3_write(vm, VMXNET3_REG_DSAH, upper_32_bits(vm->shared_pa));
	reply = vmxnet3_ask_locked(vm, VMXNET3_CMD_ACTIVATE_DEV);
	if (!reply)
		vm->counted = vm->queues;
	spin_unlock_irqrestore(&vm->cmd_lock, flags);
	if (reply) {
		netdev_err(vm->dev, "the device refused to start (%u)\n", reply);
		return -EIO;
	}
	vmxnet3_after_activate(vm);
	return 0;
}

static void vmxnet3_fold(u64 *base, const __le64 *now)
{
	u32 i;

	for (i = 0; i < VMXNET3_HW_STATS; i++)
		base[i] += le64_to_cpu(now[i]);
}

/* The device starts its counters anew at ACTIVATE; ours only grow. */
void vmxnet3_fold_hw_stats(struct vmxnet3 *vm)
{
	const struct vmxnet3_queues *queues = vm->counted;
	unsigned long flags;
	u32 q;

	flags = vmxnet3_hw_stats_begin(vm);
	for (q = 0; queues && q < queues->cfg.tx_queues; q++)
		vmxnet3_fold(vm->tx_counters[q].hw_base, queues->tx[q].shared->stats);
	for (q = 0; queues && q < queues->cfg.rx_queues; q++)
		vmxnet3_fold(vm->rx_counters[q].hw_base, queues->rx[q].shared->stats);
	vm->counted = NULL;
	vmxnet3_hw_stats_end(vm, flags);
}

/**
 * vmxnet3_quiesce - stop all DMA of the device
 * @vm: the device, running on vm->queues
 *
 * Context: process, RTNL.
 */
void vmxnet3_quiesce(struct vmxnet3 *vm)
{
	vmxnet3_fold_hw_stats(vm);
	vmxnet3_tell(vm, VMXNET3_CMD_QUIESCE_DEV);
}

/**
 * vmxnet3_hw_stats_begin - have the device write its counters, and hold them
 * @vm: the device
 *
 * Until vmxnet3_hw_stats_end() the queues they lie in cannot go away.
 *
 * Context: any; takes cmd_lock.
 * Return: what vmxnet3_hw_stats_end() wants.
 */
unsigned long vmxnet3_hw_stats_begin(struct vmxnet3 *vm)
	__acquires(&vm->cmd_lock)
{
	unsigned long flags;

	spin_lock_irqsave(&vm->cmd_lock, flags);
	if (vm->counted)
		vmxnet3_tell_locked(vm, VMXNET3_CMD_GET_STATS);
	return flags;
}

void vmxnet3_hw_stats_end(struct vmxnet3 *vm, unsigned long flags)
	__releases(&vm->cmd_lock)
{
	spin_unlock_irqrestore(&vm->cmd_lock, flags);
}

/* What the device counted on a queue since it was found. Needs vmxnet3_hw_stats_begin(). */
u64 vmxnet3_tx_hw_stat(struct vmxnet3 *vm, unsigned int q, enum vmxnet3_tx_stat i)
{
	u64 now = 0;

	if (vm->counted && q < vm->counted->cfg.tx_queues)
		now = le64_to_cpu(vm->counted->tx[q].shared->stats[i]);
	return vm->tx_counters[q].hw_base[i] + now;
}

u64 vmxnet3_rx_hw_stat(struct vmxnet3 *vm, unsigned int q, enum vmxnet3_rx_stat i)
{
	u64 now = 0;

	if (vm->counted && q < vm->counted->cfg.rx_queues)
		now = le64_to_cpu(vm->counted->rx[q].shared->stats[i]);
	return vm->rx_counters[q].hw_base[i] + now;
}

void vmxnet3_write_mac(struct vmxnet3 *vm, const u8 *mac)
{
	vmxnet3_write(vm, VMXNET3_REG_MACL, mac[3] << 24 | mac[2] << 16 | mac[1] << 8 | mac[0]);
	vmxnet3_write(vm, VMXNET3_REG_MACH, mac[5] << 8 | mac[4]);
}

void vmxnet3_read_mac(struct vmxnet3 *vm, u8 *mac)
{
	u32 lo = vmxnet3_read(vm, VMXNET3_REG_MACL), hi = vmxnet3_read(vm, VMXNET3_REG_MACH);

	mac[0] = lo;
	mac[1] = lo >> 8;
	mac[2] = lo >> 16;
	mac[3] = lo >> 24;
	mac[4] = hi;
	mac[5] = hi >> 8;
}

/* Caller holds cmd_lock. In promiscuous mode the device filters no VLAN at all. */
static void vmxnet3_write_vlans(struct vmxnet3 *vm)
{
	bool all = vm->dev->flags & IFF_PROMISC;
	u32 i;

	for (i = 0; i < VMXNET3_VFT_WORDS; i++)
		vm->shared->vlan_filter[i] =
			all ? 0 : cpu_to_le32(vm->vlans[i * 32 / BITS_PER_LONG] >>
					      i * 32 % BITS_PER_LONG);
	vmxnet3_tell_locked(vm, VMXNET3_CMD_UPDATE_VLAN_FILTERS);
}

/**
 * vmxnet3_set_vlan_filter - tell a running device of vm->vlans
 * @vm: the device
 */
void vmxnet3_set_vlan_filter(struct vmxnet3 *vm)
{
	unsigned long flags;

	spin_lock_irqsave(&vm->cmd_lock, flags);
	vmxnet3_write_vlans(vm);
	spin_unlock_irqrestore(&vm->cmd_lock, flags);
}

static u8 *vmxnet3_mc_table(struct net_device *dev, u32 *len)
{
	struct netdev_hw_addr *ha;
	u8 *table, *p;

	*len = netdev_mc_count(dev) * ETH_ALEN;
	if (!*len || netdev_mc_count(dev) > VMXNET3_MAX_MC_TABLE)
		return NULL;
	table = kmalloc(*len, GFP_ATOMIC);
	if (!table)
		return NULL;
	p = table;
	netdev_for_each_mc_addr(ha, dev) {
		ether_addr_copy(p, ha->addr);
		p += ETH_ALEN;
	}
	return table;
}

/**
 * vmxnet3_set_rx_mode - tell a running device what to receive
 * @dev: the netdev
 *
 * The device copies the multicast table before the command returns. Where the
 * table cannot be made, all multicast frames are let in.
 *
 * Context: the netdev's address lock.
 */
void vmxnet3_set_rx_mode(struct net_device *dev)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	u32 mode = VMXNET3_RXM_UCAST | VMXNET3_RXM_BCAST, len = 0;
	struct device *dma_dev = &vm->pdev->dev;
	dma_addr_t pa = DMA_MAPPING_ERROR;
	unsigned long flags;
	u8 *table = NULL;

	if (!test_bit(VMXNET3_ACTIVE, &vm->state))
		return;
	if (dev->flags & IFF_PROMISC)
		mode |= VMXNET3_RXM_PROMISC;
	if (dev->flags & IFF_ALLMULTI) {
		mode |= VMXNET3_RXM_ALL_MULTI;
	} else if (!netdev_mc_empty(dev)) {
		table = vmxnet3_mc_table(dev, &len);
		if (table)
			pa = dma_map_single(dma_dev, table, len, DMA_TO_DEVICE);
		mode |= dma_mapping_error(dma_dev, pa) ? VMXNET3_RXM_ALL_MULTI : VMXNET3_RXM_MCAST;
	}

	spin_lock_irqsave(&vm->cmd_lock, flags);
	if (mode & VMXNET3_RXM_MCAST) {
		vm->shared->mc_len = cpu_to_le16(len);
		vm->shared->mc_pa = cpu_to_le64(pa);
	} else {
		vm->shared->mc_len = 0;
		vm->shared->mc_pa = 0;
	}
	if (cpu_to_le32(mode) != vm->shared->rx_mode) {
		vm->shared->rx_mode = cpu_to_le32(mode);
		vmxnet3_tell_locked(vm, VMXNET3_CMD_UPDATE_RX_MODE);
		vmxnet3_write_vlans(vm);
	}
	vmxnet3_tell_locked(vm, VMXNET3_CMD_UPDATE_MAC_FILTERS);
	spin_unlock_irqrestore(&vm->cmd_lock, flags);
	if (mode & VMXNET3_RXM_MCAST)
		dma_unmap_single(dma_dev, pa, len, DMA_TO_DEVICE);
	kfree(table);
}

/**
 * vmxnet3_set_rss_table - tell a running device of a changed indirection table
 * @vm: the device; the table is in vm->rss
 */
void vmxnet3_set_rss_table(struct vmxnet3 *vm)
{
	vmxnet3_tell(vm, VMXNET3_CMD_UPDATE_RSSIDT);
}

/**
 * vmxnet3_set_coalesce_live - give the device vm->coalesce, or ask it for its own
 * @vm: the device, running
 *
 * Return: 0, or -EOPNOTSUPP before v3.
 */
int vmxnet3_set_coalesce_live(struct vmxnet3 *vm)
{
	unsigned long flags;

	if (vm->revision < 3)
		return -EOPNOTSUPP;
	spin_lock_irqsave(&vm->cmd_lock, flags);
	vmxnet3_conf_fill(&vm->shared->cmd.conf, sizeof(*vm->coalesce), vm->coalesce_pa);
	vmxnet3_tell_locked(vm, vm->default_coalesce ? VMXNET3_CMD_GET_COALESCE :
						       VMXNET3_CMD_SET_COALESCE);
	spin_unlock_irqrestore(&vm->cmd_lock, flags);
	return 0;
}

/**
 * vmxnet3_set_rss_fields_live - which fields of which protocols are hashed
 * @vm: the device, running
 * @fields: VMXNET3_FIELD_*
 *
 * Return: 0, or -EOPNOTSUPP when the device refuses, as ESXi 8 does with one queue.
 */
int vmxnet3_set_rss_fields_live(struct vmxnet3 *vm, u32 fields)
{
	unsigned long flags;
	u32 reply;

	spin_lock_irqsave(&vm->cmd_lock, flags);
	vm->shared->cmd.rss_fields = cpu_to_le32(fields);
	reply = vmxnet3_ask_locked(vm, VMXNET3_CMD_SET_RSS_FIELDS);
	spin_unlock_irqrestore(&vm->cmd_lock, flags);
	return reply ? -EOPNOTSUPP : 0;
}

/**
 * vmxnet3_check_link - make the carrier what the device says
 * @vm: the device
 */
void vmxnet3_check_link(struct vmxnet3 *vm)
{
	u32 link = vmxnet3_ask(vm, VMXNET3_CMD_GET_LINK);
	struct net_device *dev = vm->dev;

	if (!(link & VMXNET3_LINK_UP)) {
		if (netif_carrier_ok(dev)) {
			netdev_info(dev, "NIC Link is Down\n");
			netif_carrier_off(dev);
		}
		vm->link_speed = 0;
		return;
	}
	vm->link_speed = FIELD_GET(VMXNET3_LINK_SPEED, link);
	/* v9 says Gb/s, since Mb/s end at 65 of those. */
	if (vm->revision >= 9 && vm->link_speed < 10000)
		vm->link_speed *= 1000;
	if (!netif_carrier_ok(dev)) {
		netdev_info(dev, "NIC Link is Up %u Mbps\n", vm->link_speed);
		netif_carrier_on(dev);
	}
}

static void vmxnet3_report_queue_errors(struct vmxnet3 *vm)
{
	u32 i;

	vmxnet3_tell(vm, VMXNET3_CMD_GET_QUEUE_STATUS);
	if (!net_ratelimit())
		return;
	for (i = 0; i < vm->queues->cfg.tx_queues; i++)
		if (vm->queues->tx[i].shared->status.stopped)
			netdev_err(vm->dev, "the device stopped TX queue %u, error 0x%x\n", i,
				   le32_to_cpu(vm->queues->tx[i].shared->status.error));
	for (i = 0; i < vm->queues->cfg.rx_queues; i++)
		if (vm->queues->rx[i].shared->status.stopped)
			netdev_err(vm->dev, "the device stopped RX queue %u, error 0x%x\n", i,
				   le32_to_cpu(vm->queues->rx[i].shared->status.error));
}

/**
 * vmxnet3_handle_events - see what the device wants to tell
 * @vm: the device
 *
 * Context: hard interrupt.
 */
void vmxnet3_handle_events(struct vmxnet3 *vm)
{
	u32 events = le32_to_cpu(READ_ONCE(vm->shared->events));

	if (!events)
		return;
	vmxnet3_write(vm, VMXNET3_REG_ECR, events);
	if (events & VMXNET3_ECR_LINK)
		vmxnet3_check_link(vm);
	if (events & (VMXNET3_ECR_RQERR | VMXNET3_ECR_TQERR)) {
		vmxnet3_report_queue_errors(vm);
		schedule_work(&vm->reset_work);
	}
}

static void vmxnet3_wake_filter(struct vmxnet3_pm_conf *pm, const u8 *pattern, u8 len,
				const u8 *mask, u8 mask_len)
{
	struct vmxnet3_pm_filter *filter = &pm->filter[pm->filters++];

	memcpy(filter->pattern, pattern, len);
	memcpy(filter->mask, mask, mask_len);
	filter->pattern_size = len;
	filter->mask_size = mask_len;
	pm->events |= cpu_to_le16(VMXNET3_PM_FILTER);
}

/* An ARP request for an address of ours: ethertype, opcode and target address. */
static void vmxnet3_wake_arp(struct vmxnet3 *vm)
{
	u8 pattern[42] = { [12] = 0x08, [13] = 0x06, [20] = 0x00, [21] = 0x01 };
	const u8 mask[6] = { 0x00, 0x30, 0x30, 0x00, 0xc0, 0x03 };
	struct in_device *in_dev;
	struct in_ifaddr *ifa;
	__be32 address = 0;

	rcu_read_lock();
	in_dev = __in_dev_get_rcu(vm->dev);
	ifa = in_dev ? rcu_dereference(in_dev->ifa_list) : NULL;
	if (ifa)
		address = ifa->ifa_address;
	rcu_read_unlock();
	if (!address)
		return;
	memcpy(&pattern[38], &address, sizeof(address));
	vmxnet3_wake_filter(vm->pm, pattern, sizeof(pattern), mask, sizeof(mask));
}

/**
 * vmxnet3_set_wake - tell the device what wakes the machine, from vm->wol
 * @vm: the device
 *
 * Context: process, on the way to suspend.
 */
void vmxnet3_set_wake(struct vmxnet3 *vm)
{
	const u8 mac_mask = 0x3f;

	memset(vm->pm, 0, sizeof(*vm->pm));
	if (vm->wol & WAKE_UCAST)
		vmxnet3_wake_filter(vm->pm, vm->dev->dev_addr, ETH_ALEN, &mac_mask, 1);
	if (vm->wol & WAKE_ARP)
		vmxnet3_wake_arp(vm);
	if (vm->wol & WAKE_MAGIC)
		vm->pm->events |= cpu_to_le16(VMXNET3_PM_MAGIC);
	vmxnet3_conf_fill(&vm->shared->pm, sizeof(*vm->pm), vm->pm_pa);
	vmxnet3_tell(vm, VMXNET3_CMD_UPDATE_PMCFG);
}
