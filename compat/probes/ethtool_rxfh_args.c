// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_ops.get_rxfh and set_rxfh with indir, key and hfunc
// since: 4.0 to 6.7
// why: the form before struct ethtool_rxfh_param
// symbols: none
// group: ethtool_ops.get_rxfh
static int probe_ethtool_rxfh_args(struct net_device *dev, u32 *indir, u8 *key, u8 *hfunc)
{
	return 0;
}

static int probe_ethtool_rxfh_args__set(struct net_device *dev, const u32 *indir, const u8 *key,
					const u8 hfunc)
{
	return 0;
}

static const struct ethtool_ops __used probe_ethtool_rxfh_args_ops = {
	.get_rxfh = probe_ethtool_rxfh_args,
	.set_rxfh = probe_ethtool_rxfh_args__set,
};
