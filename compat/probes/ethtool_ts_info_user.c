// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_ops.get_ts_info with struct ethtool_ts_info
// since: 3.5 to 6.10
// why: the form with the user's struct
// symbols: ethtool_op_get_ts_info
// group: ethtool_ops.get_ts_info
static int probe_ethtool_ts_info_user(struct net_device *dev, struct ethtool_ts_info *info)
{
	return ethtool_op_get_ts_info(dev, info);
}

static const struct ethtool_ops __used probe_ethtool_ts_info_user_ops = {
	.get_ts_info = probe_ethtool_ts_info_user,
};
