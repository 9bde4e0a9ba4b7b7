// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_ops.get_rx_ring_count
// since: 6.19
// why: number of receive rings; get_rxnfc(ETHTOOL_GRXRINGS) before
// symbols: none
static u32 probe_ethtool_rx_ring_count(struct net_device *dev)
{
	return 1;
}

static const struct ethtool_ops __used probe_ethtool_rx_ring_count_ops = {
	.get_rx_ring_count = probe_ethtool_rx_ring_count,
};
