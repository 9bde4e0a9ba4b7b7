// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_ops.get_ringparam and set_ringparam with 2 arguments
// since: 2.6 to 5.16
// why: the form before extended parameters
// symbols: none
// group: ethtool_ops.get_ringparam
static void probe_ethtool_ringparam_2arg(struct net_device *dev, struct ethtool_ringparam *er)
{
}

static int probe_ethtool_ringparam_2arg__set(struct net_device *dev, struct ethtool_ringparam *er)
{
	return 0;
}

static const struct ethtool_ops __used probe_ethtool_ringparam_2arg_ops = {
	.get_ringparam = probe_ethtool_ringparam_2arg,
	.set_ringparam = probe_ethtool_ringparam_2arg__set,
};
