// SPDX-License-Identifier: GPL-2.0-only
// asks: net_device.xdp_zc_max_segs
// since: 6.6
// why: buffers per frame in zero-copy mode
// symbols: none
static void __used probe_xdp_zc_max_segs(struct net_device *dev)
{
	dev->xdp_zc_max_segs = 16;
}
