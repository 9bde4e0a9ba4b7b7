// SPDX-License-Identifier: GPL-2.0-only
// asks: netif_napi_add(dev, napi, poll)
// since: 6.1
// why: the weight argument went away
// symbols: netif_napi_add_weight netif_napi_add_weight_locked
// group: netif_napi_add
static void __used probe_netif_napi_add_3arg(struct net_device *dev, struct napi_struct *napi)
{
	netif_napi_add(dev, napi, NULL);
}
