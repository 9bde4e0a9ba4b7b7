// SPDX-License-Identifier: GPL-2.0-only
// asks: netif_set_tso_max_size(dev, size) and _segs
// since: 5.19
// why: a device's limit, apart from what the user asks for
// symbols: netif_set_tso_max_size netif_set_tso_max_segs
static void __used probe_netif_set_tso_max(struct net_device *dev)
{
	netif_set_tso_max_size(dev, 65536);
	netif_set_tso_max_segs(dev, 16);
}
