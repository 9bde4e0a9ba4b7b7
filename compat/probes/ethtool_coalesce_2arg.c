// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_ops.get_coalesce and set_coalesce with 2 arguments
// since: 2.6 to 5.14
// why: the form before extended parameters
// symbols: none
// group: ethtool_ops.get_coalesce
static int probe_ethtool_coalesce_2arg(struct net_device *dev, struct ethtool_coalesce *ec)
{
	return 0;
}

static const struct ethtool_ops __used probe_ethtool_coalesce_2arg_ops = {
	.get_coalesce = probe_ethtool_coalesce_2arg,
	.set_coalesce = probe_ethtool_coalesce_2arg,
};
