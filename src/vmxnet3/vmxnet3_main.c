// SPDX-License-Identifier: GPL-2.0-only
/*
 * vmxnet3 with native XDP: the device found, opened, restarted and left.
 *
 * Everything that changes queues goes through vmxnet3_restart(): the new set is
 * made first, then the device is stopped, handed the new set and started, and
 * on a refusal it gets the old one back.
 */
#include <linux/interrupt.h>
#include <linux/log2.h>
#include <linux/module.h>
#include <linux/rtnetlink.h>

#include "vmxnet3.h"
#include "xb_xdp_setup.h"

#define VMXNET3_BARS	(BIT(0) | BIT(1))
#define VMXNET3_WATCHDOG (5 * HZ)

void vmxnet3_unmask(struct vmxnet3 *vm, unsigned int vector)
{
	writel(0, vm->bar0 + VMXNET3_REG_IMR + vector * VMXNET3_REG_STRIDE);
}

static void vmxnet3_mask(struct vmxnet3 *vm, unsigned int vector)
{
	writel(1, vm->bar0 + VMXNET3_REG_IMR + vector * VMXNET3_REG_STRIDE);
}

/* How many vectors the device uses: the queues', and the event's if it has one. */
static unsigned int vmxnet3_vectors_used(const struct vmxnet3 *vm)
{
	return vm->msix ? vm->vectors + 1 : 1;
}

static void vmxnet3_set_intr_control(struct vmxnet3 *vm, u32 value)
{
	vm->shared->intr_control = cpu_to_le32(value);
	vm->shared->ext_intr_control = cpu_to_le32(value);
	dma_wmb();
}

static void vmxnet3_unmask_all(struct vmxnet3 *vm)
{
	unsigned int i;

	/* First the memory: a write to IMR is when the device looks. */
	vmxnet3_set_intr_control(vm, 0);
	for (i = 0; i < vmxnet3_vectors_used(vm); i++)
		vmxnet3_unmask(vm, i);
}

static void vmxnet3_mask_all(struct vmxnet3 *vm)
{
	unsigned int i;

	vmxnet3_set_intr_control(vm, VMXNET3_INTR_DISABLE_ALL);
	for (i = 0; i < vmxnet3_vectors_used(vm); i++)
		vmxnet3_mask(vm, i);
}

static int vmxnet3_poll(struct napi_struct *napi, int budget)
{
	struct vmxnet3_vector *vector = container_of(napi, struct vmxnet3_vector, napi);
	struct vmxnet3_rx_queue *rq = vector->rx;
	int work = 0;

	if (vector->tx)
		vmxnet3_tx_reclaim(vector->tx, rq && budget ? rq->xb.pool : NULL, budget);
	if (rq && likely(budget))
		work = vmxnet3_rx_poll(rq, budget);
	if (work < budget && napi_complete_done(napi, work))
		vmxnet3_unmask(vector->vm, vector->id);
	return work;
}

static irqreturn_t vmxnet3_queue_irq(int irq, void *data)
{
	struct vmxnet3_vector *vector = data;

	if (vector->vm->mask_active)
		vmxnet3_mask(vector->vm, vector->id);
	napi_schedule(&vector->napi);
	return IRQ_HANDLED;
}

static irqreturn_t vmxnet3_event_irq(int irq, void *data)
{
	struct vmxnet3 *vm = data;

	if (vm->mask_active)
		vmxnet3_mask(vm, vm->vectors);
	vmxnet3_handle_events(vm);
	vmxnet3_unmask(vm, vm->vectors);
	return IRQ_HANDLED;
}

/* MSI and INTx: one vector for everything. */
static irqreturn_t vmxnet3_single_irq(int irq, void *data)
{
	struct vmxnet3 *vm = data;

	/* Reading ICR says whether the line is ours, and lets it go. */
	if (!vm->msi && !vmxnet3_read(vm, VMXNET3_REG_ICR))
		return IRQ_NONE;
	if (vm->mask_active)
		vmxnet3_mask(vm, 0);
	vmxnet3_handle_events(vm);
	napi_schedule(&vm->vector[0].napi);
	return IRQ_HANDLED;
}

static void vmxnet3_free_irqs(struct vmxnet3 *vm)
{
	unsigned int i;

	if (!vm->msix) {
		/* Let a line go that nobody will answer for any more. */
		if (!vm->msi)
			vmxnet3_read(vm, VMXNET3_REG_ICR);
		free_irq(pci_irq_vector(vm->pdev, 0), vm);
		return;
	}
	for (i = 0; i < vm->vectors; i++)
		free_irq(pci_irq_vector(vm->pdev, i), &vm->vector[i]);
	free_irq(pci_irq_vector(vm->pdev, vm->vectors), vm);
}

static const char *vmxnet3_vector_kind(const struct vmxnet3_vector *vector)
{
	if (vector->tx && vector->rx)
		return "rxtx";
	return vector->tx ? "tx" : "rx";
}

static int vmxnet3_request_irqs(struct vmxnet3 *vm)
{
	const char *name = vm->dev->name;
	unsigned int i;
	int err;

	if (!vm->msix)
		return request_irq(pci_irq_vector(vm->pdev, 0), vmxnet3_single_irq,
				   vm->msi ? 0 : IRQF_SHARED, name, vm);
	for (i = 0; i < vm->vectors; i++) {
		struct vmxnet3_vector *vector = &vm->vector[i];

		snprintf(vector->name, sizeof(vector->name), "%s-%s-%u", name,
			 vmxnet3_vector_kind(vector), i);
		err = request_irq(pci_irq_vector(vm->pdev, i), vmxnet3_queue_irq, 0, vector->name,
				  vector);
		if (err)
			goto undo;
	}
	snprintf(vm->event_name, sizeof(vm->event_name), "%s-event-%u", name, i);
	err = request_irq(pci_irq_vector(vm->pdev, i), vmxnet3_event_irq, 0, vm->event_name, vm);
	if (!err)
		return 0;
undo:
	while (i--)
		free_irq(pci_irq_vector(vm->pdev, i), &vm->vector[i]);
	return err;
}

/* Put a set of queues in place: vectors, interrupts, and what the stack sees. */
static int vmxnet3_install(struct vmxnet3 *vm, struct vmxnet3_queues *queues)
{
	const struct vmxnet3_config *cfg = &queues->cfg;
	unsigned int i;
	int err;

	vm->queues = queues;
	vm->vectors = max(cfg->tx_queues, cfg->rx_queues);
	for (i = 0; i < vm->vectors; i++) {
		vm->vector[i].tx = i < cfg->tx_queues ? &queues->tx[i] : NULL;
		vm->vector[i].rx = i < cfg->rx_queues ? &queues->rx[i] : NULL;
	}
	err = netif_set_real_num_tx_queues(vm->dev, cfg->tx_queues);
	if (!err)
		err = netif_set_real_num_rx_queues(vm->dev, cfg->rx_queues);
	if (!err)
		err = vmxnet3_request_irqs(vm);
	if (err)
		vm->queues = NULL;
	return err;
}

/* The opposite of vmxnet3_install(); the device must be stopped. */
static struct vmxnet3_queues *vmxnet3_uninstall(struct vmxnet3 *vm)
{
	struct vmxnet3_queues *queues = vm->queues;

	vmxnet3_free_irqs(vm);
	vm->queues = NULL;
	return queues;
}

/* The device is active on the queues in place: let everybody in. */
static void vmxnet3_go(struct vmxnet3 *vm)
{
	struct net_device *dev = vm->dev;
	unsigned int i;

	set_bit(VMXNET3_ACTIVE, &vm->state);
	netif_addr_lock_bh(dev);
	vmxnet3_set_rx_mode(dev);
	netif_addr_unlock_bh(dev);
	for (i = 0; i < vm->vectors; i++)
		napi_enable(&vm->vector[i].napi);
	vmxnet3_unmask_all(vm);
	vmxnet3_check_link(vm);
	rcu_assign_pointer(vm->xdp_queues, vm->queues);
	netif_tx_wake_all_queues(dev);
}

/* Start the device on the queues in place. */
static int vmxnet3_start(struct vmxnet3 *vm)
{
	int err = vmxnet3_activate(vm);

	if (!err)
		vmxnet3_go(vm);
	return err;
}

/*
 * Nothing is sent or received any more; the device itself goes on. The order: pollers first, since
 * they wake queues and send with verdict TX, then the stack's senders, then
 * other devices'.
 */
static void vmxnet3_halt(struct vmxnet3 *vm)
{
	unsigned int i;

	clear_bit(VMXNET3_ACTIVE, &vm->state);
	for (i = 0; i < vm->vectors; i++)
		napi_disable(&vm->vector[i].napi);
	/* The watchdog must not take this stop for a hang. */
	for (i = 0; i < vm->dev->real_num_tx_queues; i++)
		txq_trans_cond_update(netdev_get_tx_queue(vm->dev, i));
	netif_tx_disable(vm->dev);
	RCU_INIT_POINTER(vm->xdp_queues, NULL);
	synchronize_net();
	vmxnet3_mask_all(vm);
}

/* Stop the device too; its queues stay in place. */
static void vmxnet3_stop(struct vmxnet3 *vm)
{
	vmxnet3_halt(vm);
	vmxnet3_quiesce(vm);
}

/* Nothing worked: leave the device closed rather than half alive. */
static void vmxnet3_give_up(struct vmxnet3 *vm)
{
	netdev_err(vm->dev, "the device cannot be started again, closing it\n");
	netif_carrier_off(vm->dev);
	dev_close(vm->dev);
}

/*
 * Put queues in place and the device to work on them. The set before goes while
 * NAPI is still off, since a pool must not outlive its poller's rest.
 */
static int vmxnet3_switch(struct vmxnet3 *vm, struct vmxnet3_queues *queues,
			  struct vmxnet3_queues *before)
{
	int err = vmxnet3_install(vm, queues);

	if (err)
		return err;
	err = vmxnet3_activate(vm);
	if (err) {
		vmxnet3_uninstall(vm);
		return err;
	}
	vmxnet3_queues_free(vm, before);
	vmxnet3_go(vm);
	return 0;
}

/**
 * vmxnet3_restart - stop the device and start it again, perhaps on new queues
 * @vm: the device
 * @cfg: what the queues shall be from now on, or NULL to keep those there are
 *
 * The carrier stays, the program stays, and without memory for the new queues
 * nothing happens at all. While the netdev is down @cfg is only remembered.
 *
 * Context: process, RTNL.
 * Return: 0, or a negative errno with the old queues at work again.
 */
int vmxnet3_restart(struct vmxnet3 *vm, const struct vmxnet3_config *cfg)
{
	struct vmxnet3_queues *new = NULL, *old;
	int err;

	if (!vm->queues || test_bit(VMXNET3_SUSPENDED, &vm->state)) {
		if (cfg)
			vm->cfg = *cfg;
		return 0;
	}
	if (cfg) {
		new = vmxnet3_queues_alloc(vm, cfg);
		if (IS_ERR(new))
			return PTR_ERR(new);
	}
	vmxnet3_stop(vm);
	if (!new) {
		vmxnet3_tell(vm, VMXNET3_CMD_RESET_DEV); /* it may have hung */
		vmxnet3_queues_reset(vm->queues);
		err = vmxnet3_start(vm);
		if (err)
			vmxnet3_give_up(vm);
		return err;
	}
	old = vmxnet3_uninstall(vm);
	err = vmxnet3_switch(vm, new, old);
	if (!err) {
		vm->cfg = *cfg;
		return 0;
	}
	vmxnet3_queues_free(vm, new);
	vmxnet3_queues_reset(old);
	if (vmxnet3_switch(vm, old, NULL)) {
		vmxnet3_queues_free(vm, old);
		vmxnet3_give_up(vm);
	}
	return err;
}

static int vmxnet3_open(struct net_device *dev)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	struct vmxnet3_config cfg = vm->cfg;
	struct vmxnet3_queues *queues;
	int err;

	cfg.mtu = dev->mtu;
	queues = vmxnet3_queues_alloc(vm, &cfg);
	if (IS_ERR(queues))
		return PTR_ERR(queues);
	err = vmxnet3_switch(vm, queues, NULL);
	if (err)
		vmxnet3_queues_free(vm, queues);
	return err;
}

static int vmxnet3_close(struct net_device *dev)
{
	struct vmxnet3 *vm = netdev_priv(dev);

	if (!vm->queues)
		return 0;
	if (test_bit(VMXNET3_ACTIVE, &vm->state))
		vmxnet3_stop(vm);
	netif_carrier_off(dev);
	vm->link_speed = 0;
	vmxnet3_queues_free(vm, vmxnet3_uninstall(vm));
	return 0;
}

static void vmxnet3_reset_work(struct work_struct *work)
{
	struct vmxnet3 *vm = container_of(work, struct vmxnet3, reset_work);

	rtnl_lock();
	if (test_bit(VMXNET3_ACTIVE, &vm->state)) {
		netdev_notice(vm->dev, "restarting the device\n");
		vmxnet3_restart(vm, NULL);
	}
	rtnl_unlock();
}

static void vmxnet3_tx_timeout(struct net_device *dev, unsigned int txqueue)
{
	struct vmxnet3 *vm = netdev_priv(dev);

	vm->tx_timeouts++;
	netdev_err(dev, "TX queue %u hangs\n", txqueue);
	schedule_work(&vm->reset_work);
}

static int vmxnet3_change_mtu(struct net_device *dev, int mtu)
{
	struct vmxnet3 *vm = netdev_priv(dev);
	struct vmxnet3_config cfg = vm->cfg;
	int err;

	if (rtnl_dereference(vm->prog)) {
		err = xb_xdp_check_mtu(dev, mtu, NULL);
		if (err)
			return err;
	}
	cfg.mtu = mtu;
	err = vmxnet3_restart(vm, &cfg);
	if (!err)
		dev->mtu = mtu;
	return err;
}

static int vmxnet3_set_mac(struct net_device *dev, void *p)
{
	struct sockaddr *addr = p;

	if (!is_valid_ether_addr((u8 *)addr->sa_data))
		return -EADDRNOTAVAIL;
	eth_hw_addr_set(dev, (u8 *)addr->sa_data);
	vmxnet3_write_mac(netdev_priv(dev), dev->dev_addr);
	return 0;
}

static int vmxnet3_vlan_add(struct net_device *dev, __be16 proto, u16 vid)
{
	struct vmxnet3 *vm = netdev_priv(dev);

	set_bit(vid, vm->vlans);
	if (test_bit(VMXNET3_ACTIVE, &vm->state))
		vmxnet3_set_vlan_filter(vm);
	return 0;
}

static int vmxnet3_vlan_kill(struct net_device *dev, __be16 proto, u16 vid)
{
	struct vmxnet3 *vm = netdev_priv(dev);

	clear_bit(vid, vm->vlans);
	set_bit(0, vm->vlans); /* untagged frames always pass */
	if (test_bit(VMXNET3_ACTIVE, &vm->state))
		vmxnet3_set_vlan_filter(vm);
	return 0;
}

static netdev_features_t vmxnet3_fix_features(struct net_device *dev, netdev_features_t features)
{
	struct vmxnet3 *vm = netdev_priv(dev);

	if (!(features & NETIF_F_RXCSUM))
		features &= ~NETIF_F_LRO;
	/* A program sees frames as they were sent; LRO returns when it goes. */
	if (features & NETIF_F_LRO && rtnl_dereference(vm->prog)) {
		if (!(dev->features & NETIF_F_LRO) && !vm->lro_refused)
			netdev_info(dev, "LRO stays off while an XDP program is attached\n");
		vm->lro_refused = !(dev->features & NETIF_F_LRO);
		features &= ~NETIF_F_LRO;
	}
	return features;
}

static int vmxnet3_set_features(struct net_device *dev, netdev_features_t features)
{
	const netdev_features_t told = NETIF_F_RXCSUM | NETIF_F_LRO | NETIF_F_HW_VLAN_CTAG_RX |
				       NETIF_F_GSO_UDP_TUNNEL | NETIF_F_GSO_UDP_TUNNEL_CSUM;
	struct vmxnet3 *vm = netdev_priv(dev);

	if ((features ^ dev->features) & told && test_bit(VMXNET3_ACTIVE, &vm->state))
		vmxnet3_set_features_live(vm, features);
	return 0;
}

static const struct net_device_ops vmxnet3_netdev_ops = {
	.ndo_open = vmxnet3_open,
	.ndo_stop = vmxnet3_close,
	.ndo_start_xmit = vmxnet3_start_xmit,
	.ndo_features_check = vmxnet3_features_check,
	.ndo_set_rx_mode = vmxnet3_set_rx_mode,
	.ndo_set_mac_address = vmxnet3_set_mac,
	.ndo_validate_addr = eth_validate_addr,
	.ndo_change_mtu = vmxnet3_change_mtu,
	.ndo_tx_timeout = vmxnet3_tx_timeout,
	.ndo_get_stats64 = vmxnet3_get_stats64,
	.ndo_vlan_rx_add_vid = vmxnet3_vlan_add,
	.ndo_vlan_rx_kill_vid = vmxnet3_vlan_kill,
	.ndo_fix_features = vmxnet3_fix_features,
	.ndo_set_features = vmxnet3_set_features,
	.ndo_bpf = vmxnet3_bpf,
	.ndo_xdp_xmit = vmxnet3_xdp_xmit,
};

static void vmxnet3_declare_features(struct vmxnet3 *vm)
{
	struct net_device *dev = vm->dev;
	u32 disabled = 0;

	dev->hw_features = NETIF_F_SG | NETIF_F_RXCSUM | NETIF_F_HW_CSUM | NETIF_F_TSO |
			   NETIF_F_TSO6 | NETIF_F_LRO | NETIF_F_HW_VLAN_CTAG_TX |
			   NETIF_F_HW_VLAN_CTAG_RX | NETIF_F_HIGHDMA;
	if (vm->msix && vm->cfg.rx_queues > 1)
		dev->hw_features |= NETIF_F_RXHASH;
	if (vm->revision >= 9)
		disabled = vmxnet3_ask(vm, VMXNET3_CMD_GET_DISABLED_OFFLOADS);
	if (disabled & VMXNET3_DISABLED_TSO)
		dev->hw_features &= ~(NETIF_F_TSO | NETIF_F_TSO6);
	if (disabled & VMXNET3_DISABLED_LRO)
		dev->hw_features &= ~NETIF_F_LRO;
	if (vm->revision >= 4) {
		dev->hw_features |= NETIF_F_GSO_UDP_TUNNEL | NETIF_F_GSO_UDP_TUNNEL_CSUM;
		dev->hw_enc_features = NETIF_F_SG | NETIF_F_RXCSUM | NETIF_F_HW_CSUM |
				       NETIF_F_TSO | NETIF_F_TSO6 | NETIF_F_LRO |
				       NETIF_F_HW_VLAN_CTAG_TX | NETIF_F_HW_VLAN_CTAG_RX |
				       NETIF_F_GSO_UDP_TUNNEL | NETIF_F_GSO_UDP_TUNNEL_CSUM;
	}
	if (vm->revision >= 7) {
		if (!(vm->caps & (VMXNET3_CAP_GENEVE_TSO | VMXNET3_CAP_VXLAN_TSO))) {
			dev->hw_enc_features &= ~NETIF_F_GSO_UDP_TUNNEL;
			dev->hw_features &= ~NETIF_F_GSO_UDP_TUNNEL;
		}
		if (!(vm->caps & (VMXNET3_CAP_GENEVE_OUTER_CSUM | VMXNET3_CAP_VXLAN_OUTER_CSUM))) {
			dev->hw_enc_features &= ~NETIF_F_GSO_UDP_TUNNEL_CSUM;
			dev->hw_features &= ~NETIF_F_GSO_UDP_TUNNEL_CSUM;
		}
	}
	dev->vlan_features = dev->hw_features &
			     ~(NETIF_F_HW_VLAN_CTAG_TX | NETIF_F_HW_VLAN_CTAG_RX);
	dev->features = dev->hw_features | NETIF_F_HW_VLAN_CTAG_FILTER;
	xdp_set_features_flag(dev, NETDEV_XDP_ACT_BASIC | NETDEV_XDP_ACT_REDIRECT |
				   NETDEV_XDP_ACT_NDO_XMIT);
}

/* MSI-X with a vector per pair of queues if it can be had, else one for all. */
static int vmxnet3_alloc_vectors(struct vmxnet3 *vm)
{
	u32 conf = vmxnet3_ask(vm, VMXNET3_CMD_GET_CONF_INTR);
	u32 type = FIELD_GET(VMXNET3_CONF_INTR_TYPE, conf);
	int want = min3((int)num_online_cpus(), (int)max(vm->max_tx_queues, vm->max_rx_queues),
			(vm->revision >= 6 ? VMXNET3_V6_MAX_VECTORS : VMXNET3_MAX_VECTORS) - 1);
	int n = -ENOSPC;

	vm->mask_active = FIELD_GET(VMXNET3_CONF_INTR_MASK_MODE, conf) == VMXNET3_MASK_MODE_ACTIVE;
	if (type == 0 || type == 3)
		n = pci_alloc_irq_vectors(vm->pdev, 2, want + 1, PCI_IRQ_MSIX);
	vm->msix = n > 0;
	if (n < 0) {
		n = pci_alloc_irq_vectors(vm->pdev, 1, 1,
					  type == 1 ? PCI_IRQ_INTX : PCI_IRQ_INTX | PCI_IRQ_MSI);
		if (n < 0)
			return n;
		vm->msi = vm->pdev->msi_enabled;
	}
	vm->max_tx_queues = min_t(u32, vm->max_tx_queues, vm->msix ? n - 1 : 1);
	vm->max_rx_queues = min_t(u32, vm->max_rx_queues, vm->msix ? n - 1 : 1);
	if (vm->revision < 6) {
		vm->max_tx_queues = rounddown_pow_of_two(vm->max_tx_queues);
		vm->max_rx_queues = rounddown_pow_of_two(vm->max_rx_queues);
	}
	return 0;
}

static void vmxnet3_default_config(struct vmxnet3 *vm)
{
	u32 sizes = 0, tx_data;

	vm->cfg.tx_size = VMXNET3_DEF_TX_SIZE;
	vm->cfg.rx_size = VMXNET3_DEF_RX_SIZE;
	vm->cfg.rx1_size = VMXNET3_DEF_RX1_SIZE;
	vm->cfg.tx_queues = vm->max_tx_queues;
	vm->cfg.rx_queues = vm->max_rx_queues;
	vm->cfg.rx_data_size = vm->revision >= 3 ? 128 : 0;
	vm->cfg.mtu = vm->dev->mtu;
	if (vm->revision >= 3)
		sizes = vmxnet3_ask(vm, VMXNET3_CMD_GET_TXDATA_DESC_SIZE);
	if (vm->revision >= 9)
		vm->cfg.rx_data_size = min_t(u32, FIELD_GET(VMXNET3_RXDATA_SIZE, sizes),
					     VMXNET3_DATA_SIZE_MAX);
	tx_data = FIELD_GET(VMXNET3_TXDATA_SIZE, sizes);
	if (tx_data < VMXNET3_TX_DATA_SIZE_MIN || tx_data > VMXNET3_DATA_SIZE_MAX ||
	    tx_data % VMXNET3_DATA_SIZE_ALIGN)
		tx_data = VMXNET3_TX_DATA_SIZE_MIN;
	vm->cfg.tx_data_size = tx_data;
	vmxnet3_config_round(vm, &vm->cfg);
	netdev_rss_key_fill(vm->rss_key, sizeof(vm->rss_key));
	vm->default_coalesce = true;
}

static void vmxnet3_unmap_bars(struct vmxnet3 *vm)
{
	if (vm->bar0)
		iounmap(vm->bar0);
	if (vm->bar1)
		iounmap(vm->bar1);
	pci_release_selected_regions(vm->pdev, VMXNET3_BARS);
}

static int vmxnet3_map_bars(struct vmxnet3 *vm)
{
	struct pci_dev *pdev = vm->pdev;
	int err = pci_request_selected_regions(pdev, VMXNET3_BARS, VMXNET3_NAME);

	if (err)
		return err;
	vm->bar0 = pci_ioremap_bar(pdev, 0);
	vm->bar1 = pci_ioremap_bar(pdev, 1);
	if (vm->bar0 && vm->bar1)
		return 0;
	vmxnet3_unmap_bars(vm);
	return -EIO;
}

static void vmxnet3_setup_netdev(struct vmxnet3 *vm)
{
	struct net_device *dev = vm->dev;
	u8 mac[ETH_ALEN];
	unsigned int i;

	vmxnet3_default_config(vm);
	vmxnet3_declare_features(vm);
	vmxnet3_read_mac(vm, mac);
	eth_hw_addr_set(dev, mac);
	set_bit(0, vm->vlans);
	dev->netdev_ops = &vmxnet3_netdev_ops;
	vmxnet3_set_ethtool_ops(dev);
	dev->watchdog_timeo = VMXNET3_WATCHDOG;
	dev->min_mtu = VMXNET3_MIN_MTU;
	dev->max_mtu = vm->revision >= 6 ? VMXNET3_V6_MAX_MTU : VMXNET3_MAX_MTU;
	for (i = 0; i < VMXNET3_MAX_QUEUES; i++) {
		u64_stats_init(&vm->tx_counters[i].stats.sync);
		u64_stats_init(&vm->rx_counters[i].stats.sync);
	}
	for (i = 0; i < max(vm->max_tx_queues, vm->max_rx_queues); i++) {
		vm->vector[i].vm = vm;
		vm->vector[i].id = i;
		netif_napi_add(dev, &vm->vector[i].napi, vmxnet3_poll);
	}
}

static int vmxnet3_probe_device(struct vmxnet3 *vm)
{
	struct net_device *dev = vm->dev;
	int err;

	err = dma_set_mask_and_coherent(&vm->pdev->dev, DMA_BIT_MASK(64));
	if (err)
		return err;
	err = vmxnet3_negotiate(vm);
	if (err)
		return err;
	err = vmxnet3_shared_alloc(vm);
	if (err)
		goto free_shared;
	err = vmxnet3_alloc_vectors(vm);
	if (err)
		goto free_shared;
	vmxnet3_setup_netdev(vm);
	netif_set_real_num_tx_queues(dev, vm->cfg.tx_queues);
	netif_set_real_num_rx_queues(dev, vm->cfg.rx_queues);
	netif_carrier_off(dev);
	err = register_netdev(dev);
	if (err)
		goto free_vectors;
	vmxnet3_check_link(vm);
	return 0;
free_vectors:
	pci_free_irq_vectors(vm->pdev);
free_shared:
	vmxnet3_shared_free(vm);
	return err;
}

static int vmxnet3_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	u32 queues = min_t(u32, num_online_cpus(), VMXNET3_MAX_QUEUES);
	struct net_device *dev = alloc_etherdev_mq(sizeof(struct vmxnet3), queues);
	struct vmxnet3 *vm;
	int err;

	if (!dev)
		return -ENOMEM;
	vm = netdev_priv(dev);
	vm->dev = dev;
	vm->pdev = pdev;
	spin_lock_init(&vm->cmd_lock);
	INIT_WORK(&vm->reset_work, vmxnet3_reset_work);
	SET_NETDEV_DEV(dev, &pdev->dev);
	pci_set_drvdata(pdev, dev);

	err = pci_enable_device(pdev);
	if (err)
		goto free_dev;
	pci_set_master(pdev);
	err = vmxnet3_map_bars(vm);
	if (err)
		goto disable;
	err = vmxnet3_probe_device(vm);
	if (!err)
		return 0;
	vmxnet3_unmap_bars(vm);
disable:
	pci_disable_device(pdev);
free_dev:
	free_netdev(dev);
	return err;
}

static void vmxnet3_remove(struct pci_dev *pdev)
{
	struct net_device *dev = pci_get_drvdata(pdev);
	struct vmxnet3 *vm = netdev_priv(dev);

	unregister_netdev(dev);
	cancel_work_sync(&vm->reset_work);
	pci_free_irq_vectors(pdev);
	vmxnet3_shared_free(vm);
	vmxnet3_unmap_bars(vm);
	pci_disable_device(pdev);
	free_netdev(dev);
}

/* The device writes to memory until it is told not to, over kexec too. */
static void vmxnet3_shutdown(struct pci_dev *pdev)
{
	struct net_device *dev = pci_get_drvdata(pdev);
	struct vmxnet3 *vm = netdev_priv(dev);

	rtnl_lock();
	netif_device_detach(dev);
	if (test_bit(VMXNET3_ACTIVE, &vm->state)) {
		vmxnet3_stop(vm);
		set_bit(VMXNET3_SUSPENDED, &vm->state);
	}
	rtnl_unlock();
}

static int vmxnet3_suspend(struct device *device)
{
	struct net_device *dev = dev_get_drvdata(device);
	struct vmxnet3 *vm = netdev_priv(dev);

	rtnl_lock();
	netif_device_detach(dev);
	set_bit(VMXNET3_SUSPENDED, &vm->state);
	if (test_bit(VMXNET3_ACTIVE, &vm->state)) {
		vmxnet3_halt(vm);
		if (vm->wol) {
			/* Only an active device looks for what wakes; resume quiesces it. */
			vmxnet3_fold_hw_stats(vm);
			vmxnet3_set_wake(vm);
		} else {
			vmxnet3_quiesce(vm);
		}
	}
	device_set_wakeup_enable(device, vm->wol);
	rtnl_unlock();
	return 0;
}

static int vmxnet3_resume(struct device *device)
{
	struct net_device *dev = dev_get_drvdata(device);
	struct vmxnet3 *vm = netdev_priv(dev);
	int err = 0;

	rtnl_lock();
	clear_bit(VMXNET3_SUSPENDED, &vm->state);
	if (vm->queues) {
		vmxnet3_tell(vm, VMXNET3_CMD_QUIESCE_DEV);
		vmxnet3_tell(vm, VMXNET3_CMD_RESET_DEV);
		vmxnet3_queues_reset(vm->queues);
		err = vmxnet3_start(vm);
		if (err)
			vmxnet3_give_up(vm);
	}
	netif_device_attach(dev);
	rtnl_unlock();
	return err;
}

static DEFINE_SIMPLE_DEV_PM_OPS(vmxnet3_pm_ops, vmxnet3_suspend, vmxnet3_resume);

static const struct pci_device_id vmxnet3_ids[] = {
	{ PCI_DEVICE(VMXNET3_PCI_VENDOR, VMXNET3_PCI_DEVICE) },
	{}
};
MODULE_DEVICE_TABLE(pci, vmxnet3_ids);

static struct pci_driver vmxnet3_driver = {
	.name = VMXNET3_NAME,
	.id_table = vmxnet3_ids,
	.probe = vmxnet3_probe,
	.remove = vmxnet3_remove,
	.shutdown = vmxnet3_shutdown,
	.driver.pm = pm_sleep_ptr(&vmxnet3_pm_ops),
};
module_pci_driver(vmxnet3_driver);

MODULE_DESCRIPTION("VMware vmxnet3 with native XDP (xdp-backports)");
MODULE_LICENSE("GPL");
MODULE_VERSION(VMXNET3_VERSION);
