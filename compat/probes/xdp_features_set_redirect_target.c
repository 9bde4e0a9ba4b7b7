// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_features_set_redirect_target(dev, sg) and _clear_
// since: 6.3
// why: advertises ndo_xdp_xmit while it works
// symbols: xdp_features_set_redirect_target xdp_features_clear_redirect_target
static void __used probe_xdp_features_set_redirect_target(struct net_device *dev)
{
	xdp_features_set_redirect_target(dev, true);
	xdp_features_clear_redirect_target(dev);
}
