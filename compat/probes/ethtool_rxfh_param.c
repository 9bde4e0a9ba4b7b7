// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_ops.get_rxfh and set_rxfh with struct ethtool_rxfh_param
// since: 6.8
// why: one struct and extack
// symbols: none
// group: ethtool_ops.get_rxfh
static int probe_ethtool_rxfh_param(struct net_device *dev, struct ethtool_rxfh_param *rxfh)
{
	return 0;
}

static int probe_ethtool_rxfh_param__set(struct net_device *dev, struct ethtool_rxfh_param *rxfh,
					 struct netlink_ext_ack *extack)
{
	return 0;
}

static const struct ethtool_ops __used probe_ethtool_rxfh_param_ops = {
	.get_rxfh = probe_ethtool_rxfh_param,
	.set_rxfh = probe_ethtool_rxfh_param__set,
};
