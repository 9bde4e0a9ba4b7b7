// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_ops.get_ringparam and set_ringparam with 4 arguments
// since: 5.17
// why: extended parameters and extack
// symbols: none
// group: ethtool_ops.get_ringparam
static void probe_ethtool_ringparam_4arg(struct net_device *dev, struct ethtool_ringparam *er,
					 struct kernel_ethtool_ringparam *ker,
					 struct netlink_ext_ack *extack)
{
}

static int probe_ethtool_ringparam_4arg__set(struct net_device *dev, struct ethtool_ringparam *er,
					     struct kernel_ethtool_ringparam *ker,
					     struct netlink_ext_ack *extack)
{
	return 0;
}

static const struct ethtool_ops __used probe_ethtool_ringparam_4arg_ops = {
	.get_ringparam = probe_ethtool_ringparam_4arg,
	.set_ringparam = probe_ethtool_ringparam_4arg__set,
};
