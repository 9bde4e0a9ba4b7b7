// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_ops.get_coalesce and set_coalesce with 4 arguments
// since: 5.15
// why: extended parameters and extack
// symbols: none
// group: ethtool_ops.get_coalesce
static int probe_ethtool_coalesce_4arg(struct net_device *dev, struct ethtool_coalesce *ec,
				       struct kernel_ethtool_coalesce *kec,
				       struct netlink_ext_ack *extack)
{
	return 0;
}

static const struct ethtool_ops __used probe_ethtool_coalesce_4arg_ops = {
	.get_coalesce = probe_ethtool_coalesce_4arg,
	.set_coalesce = probe_ethtool_coalesce_4arg,
};
