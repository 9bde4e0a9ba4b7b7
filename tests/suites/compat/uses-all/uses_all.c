// SPDX-License-Identifier: GPL-2.0-only
/*
 * Uses all that compat offers, with the newest kernel's arguments. It only has
 * to build without a warning on every kernel and to need nothing that the kernel
 * does not export; nobody loads it.
 */
#include <linux/unaligned.h>
#include <net/page_pool/types.h>
#include <net/page_pool/helpers.h>

struct uses_all {
	struct net_device *dev;
	struct napi_struct napi;
	struct xdp_rxq_info rxq;
	struct page_pool *pool;
	struct timer_list timer;
	struct u64_stats_sync syncp;
	u64_stats_t packets;
	int n;
	u32 list[] __counted_by(n);
};

static int uses_poll(struct napi_struct *napi, int budget)
{
	return 0;
}

static void uses_timer(struct timer_list *t)
{
	struct uses_all *u = timer_container_of(u, t, timer);

	if (napi_schedule(&u->napi))
		u->n++;
}

static u64 uses_stats(struct uses_all *u)
{
	unsigned int start;
	u64 packets;

	u64_stats_update_begin(&u->syncp);
	u64_stats_set(&u->packets, 1);
	u64_stats_update_end(&u->syncp);
	do {
		start = u64_stats_fetch_begin(&u->syncp);
		packets = u64_stats_read(&u->packets);
	} while (u64_stats_fetch_retry(&u->syncp, start));
	return packets;
}

static void uses_netdev(struct uses_all *u, struct pci_dev *pdev)
{
	netif_napi_add(u->dev, &u->napi, uses_poll);
	netif_napi_add_tx(u->dev, &u->napi, uses_poll);
	netif_napi_set_irq(&u->napi, pci_irq_vector(pdev, 0));
	netif_queue_set_napi(u->dev, 0, NETDEV_QUEUE_TYPE_RX, &u->napi);
	netif_queue_set_napi(u->dev, 0, NETDEV_QUEUE_TYPE_TX, &u->napi);
	netif_set_tso_max_size(u->dev, 65536);
	netif_set_tso_max_segs(u->dev, 16);
	txq_trans_cond_update(netdev_get_tx_queue(u->dev, 0));
	if (pci_alloc_irq_vectors(pdev, 1, 1, PCI_IRQ_INTX) < 0)
		pr_info("no interrupt\n");
}

static struct page *uses_page_pool(struct uses_all *u, struct sk_buff *skb)
{
	struct page_pool_params params = { .flags = PP_FLAG_PAGE_FRAG };
	struct compat_recycler recycler;
	unsigned int offset;
	struct page *page;

	compat_page_pool_bind(&params, &u->napi, u->dev, 1);
	u->pool = page_pool_create(&params);
	if (IS_ERR(u->pool))
		return NULL;
	if (compat_recycler_init(&recycler, 64))
		return NULL;
	page = page_pool_dev_alloc_frag(u->pool, &offset, 2048);
	if (page) {
		page_pool_dma_sync_for_cpu(u->pool, page, offset, 64);
		compat_skb_recycle(skb, u->pool, page, &recycler);
	}
	page = compat_page_pool_alloc(u->pool, &recycler);
	compat_recycler_free(&recycler, u->pool);
	return page;
}

static unsigned int uses_skb(struct page *page, void *data)
{
	struct sk_buff *skb = napi_build_skb(data, 2048);

	if (!skb)
		return 0;
	skb_frag_fill_page_desc(&skb_shinfo(skb)->frags[0], page, 0, 64);
	return skb_tcp_all_headers(skb) + skb_inner_tcp_all_headers(skb) +
	       get_unaligned_le16(data);
}

static int uses_xdp_setup(struct uses_all *u, struct bpf_prog *prog,
			  struct netlink_ext_ack *extack)
{
	xdp_set_features_flag(u->dev, NETDEV_XDP_ACT_BASIC | NETDEV_XDP_ACT_REDIRECT |
				      NETDEV_XDP_ACT_NDO_XMIT | NETDEV_XDP_ACT_RX_SG |
				      NETDEV_XDP_ACT_XSK_ZEROCOPY | NETDEV_XDP_ACT_HW_OFFLOAD |
				      NETDEV_XDP_ACT_NDO_XMIT_SG);
	xdp_features_set_redirect_target(u->dev, true);
	xdp_features_clear_redirect_target(u->dev);
	compat_set_xdp_zc_max_segs(u->dev, 16);
	if (!compat_prog_has_frags(prog)) {
		NL_SET_ERR_MSG_FMT_MOD(extack, "MTU %u needs frags", u->dev->mtu);
		return -EOPNOTSUPP;
	}
	return xdp_rxq_info_reg(&u->rxq, u->dev, 0, u->napi.napi_id) ?:
	       __xdp_rxq_info_reg(&u->rxq, u->dev, 0, u->napi.napi_id, PAGE_SIZE);
}

static u32 uses_xdp_buff(struct uses_all *u, struct bpf_prog *prog, struct page *page,
			 struct sk_buff *skb)
{
	struct xdp_buff xdp;

	xdp_init_buff(&xdp, PAGE_SIZE, &u->rxq);
	xdp_prepare_buff(&xdp, page_address(page), XDP_PACKET_HEADROOM, 64, true);
	if (compat_xdp_frags() && xdp_buff_add_frag(&xdp, page_to_netmem(page), 0, 64, 2048))
		xdp_update_skb_frags_info(skb, 1, 64, 2048, xdp_buff_get_skb_flags(&xdp));
	if (xdp_buff_has_frags(&xdp)) {
		compat_xdp_frags_add(xdp_get_shared_info_from_buff(&xdp), 64, 2048);
		return compat_xdp_frags_size(xdp_get_shared_info_from_buff(&xdp));
	}
	xdp_buff_set_frags_flag(&xdp);
	xdp_buff_clear_frags_flag(&xdp);
	bpf_warn_invalid_xdp_action(u->dev, prog, 9);
	return xdp_get_buff_len(&xdp);
}

static u32 uses_xdp_frame(struct xdp_frame *xdpf)
{
	struct xdp_frame_bulk bq;
	u32 len;

	len = xdp_get_frame_len(xdpf) + xdp_frame_has_frags(xdpf) +
	      compat_xdp_frame_mem_type(xdpf);
	rcu_read_lock();
	xdp_frame_bulk_init(&bq);
	xdp_return_frame_bulk(xdpf, &bq);
	xdp_flush_frame_bulk(&bq);
	rcu_read_unlock();
	xdp_do_flush();
	return len;
}

static int uses_get_coalesce(struct net_device *dev, struct ethtool_coalesce *ec,
			     struct kernel_ethtool_coalesce *kec,
			     struct netlink_ext_ack *extack)
{
	ec->rx_coalesce_usecs = 1;
	return 0;
}

static void uses_get_ringparam(struct net_device *dev, struct ethtool_ringparam *er,
			       struct kernel_ethtool_ringparam *ker,
			       struct netlink_ext_ack *extack)
{
	er->rx_pending = 1;
}

static int uses_set_ringparam(struct net_device *dev, struct ethtool_ringparam *er,
			      struct kernel_ethtool_ringparam *ker,
			      struct netlink_ext_ack *extack)
{
	NL_SET_ERR_MSG_MOD(extack, "rings are what they are");
	return -EOPNOTSUPP;
}

static int uses_get_rxfh(struct net_device *dev, struct ethtool_rxfh_param *rxfh)
{
	if (rxfh->indir && rxfh->indir_size)
		rxfh->indir[0] = rxfh->key_size;
	rxfh->hfunc = ETH_RSS_HASH_TOP;
	return 0;
}

static int uses_set_rxfh(struct net_device *dev, struct ethtool_rxfh_param *rxfh,
			 struct netlink_ext_ack *extack)
{
	return rxfh->key && rxfh->hfunc ? 0 : -EINVAL;
}

static int uses_get_rxfh_fields(struct net_device *dev, struct ethtool_rxfh_fields *fields)
{
	fields->data = fields->flow_type == TCP_V4_FLOW ? RXH_IP_SRC : 0;
	return 0;
}

static int uses_set_rxfh_fields(struct net_device *dev, const struct ethtool_rxfh_fields *fields,
				struct netlink_ext_ack *extack)
{
	return fields->data ? 0 : -EINVAL;
}

static u32 uses_get_rx_ring_count(struct net_device *dev)
{
	return dev->real_num_rx_queues;
}

static int uses_get_rxnfc(struct net_device *dev, struct ethtool_rxnfc *info, u32 *rule_locs)
{
	return -EOPNOTSUPP;
}

static int uses_get_ts_info(struct net_device *dev, struct kernel_ethtool_ts_info *info)
{
	info->phc_index = -1;
	info->tx_types = BIT(HWTSTAMP_TX_OFF);
	info->rx_filters = BIT(HWTSTAMP_FILTER_NONE);
	return ethtool_op_get_ts_info(dev, info);
}

static void uses_get_strings(struct net_device *dev, u32 set, u8 *data)
{
	ethtool_puts(&data, "name");
	ethtool_sprintf(&data, "name%u", 1);
}

static const struct compat_ethtool_ops uses_ethtool_ops = {
	.supported_coalesce_params = ETHTOOL_COALESCE_USECS,
	.get_link = ethtool_op_get_link,
	.get_coalesce = uses_get_coalesce,
	.set_coalesce = uses_get_coalesce,
	.get_ringparam = uses_get_ringparam,
	.set_ringparam = uses_set_ringparam,
	.get_strings = uses_get_strings,
	.get_rxfh = uses_get_rxfh,
	.set_rxfh = uses_set_rxfh,
	.get_rxfh_fields = uses_get_rxfh_fields,
	.set_rxfh_fields = uses_set_rxfh_fields,
	.get_rx_ring_count = uses_get_rx_ring_count,
	.get_rxnfc = uses_get_rxnfc,
	.get_ts_info = uses_get_ts_info,
};

static int uses_suspend(struct device *dev)
{
	return 0;
}

static DEFINE_SIMPLE_DEV_PM_OPS(uses_pm_ops, uses_suspend, uses_suspend);

static int uses_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct uses_all *u = pci_get_drvdata(pdev);
	struct bpf_prog *prog = NULL;
	struct page *page;

	compat_set_ethtool_ops(u->dev, &uses_ethtool_ops);
	timer_setup(&u->timer, uses_timer, 0);
	uses_netdev(u, pdev);
	page = uses_page_pool(u, NULL);
	return uses_xdp_setup(u, prog, NULL) + uses_xdp_buff(u, prog, page, NULL) +
	       uses_xdp_frame(NULL) + uses_skb(page, NULL) + uses_stats(u);
}

static struct pci_driver uses_driver = {
	.name = KBUILD_MODNAME,
	.probe = uses_probe,
	.driver.pm = pm_sleep_ptr(&uses_pm_ops),
};
module_pci_driver(uses_driver);

MODULE_DESCRIPTION("a user of everything in compat");
MODULE_LICENSE("GPL");
