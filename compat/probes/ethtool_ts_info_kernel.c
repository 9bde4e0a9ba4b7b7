// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_ops.get_ts_info with struct kernel_ethtool_ts_info
// since: 6.11
// why: the kernel's own struct
// symbols: ethtool_op_get_ts_info
// group: ethtool_ops.get_ts_info
static int probe_ethtool_ts_info_kernel(struct net_device *dev,
					struct kernel_ethtool_ts_info *info)
{
	return ethtool_op_get_ts_info(dev, info);
}

static const struct ethtool_ops __used probe_ethtool_ts_info_kernel_ops = {
	.get_ts_info = probe_ethtool_ts_info_kernel,
};
