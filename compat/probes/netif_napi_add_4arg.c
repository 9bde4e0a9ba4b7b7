// SPDX-License-Identifier: GPL-2.0-only
// asks: netif_napi_add(dev, napi, poll, weight)
// since: 2.6 to 6.0
// why: the form with a weight
// symbols: netif_napi_add
// group: netif_napi_add
static void __used probe_netif_napi_add_4arg(struct net_device *dev, struct napi_struct *napi)
{
	netif_napi_add(dev, napi, NULL, 64);
}
