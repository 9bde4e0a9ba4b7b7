// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_set_features_flag(dev, features)
// since: 6.3
// why: advertises XDP features; older kernels have nowhere to put them
// symbols: xdp_set_features_flag
static void __used probe_xdp_set_features_flag(struct net_device *dev)
{
	xdp_set_features_flag(dev, 0);
}
