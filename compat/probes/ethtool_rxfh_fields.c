// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_ops.get_rxfh_fields and set_rxfh_fields
// since: 6.17
// why: which fields RSS hashes; get_rxnfc(ETHTOOL_GRXFH) before
// symbols: none
static int probe_ethtool_rxfh_fields(struct net_device *dev, struct ethtool_rxfh_fields *fields)
{
	return 0;
}

static int probe_ethtool_rxfh_fields__set(struct net_device *dev,
					  const struct ethtool_rxfh_fields *fields,
					  struct netlink_ext_ack *extack)
{
	return 0;
}

static const struct ethtool_ops __used probe_ethtool_rxfh_fields_ops = {
	.get_rxfh_fields = probe_ethtool_rxfh_fields,
	.set_rxfh_fields = probe_ethtool_rxfh_fields__set,
};
