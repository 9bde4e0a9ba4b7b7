// SPDX-License-Identifier: GPL-2.0-only
// asks: netif_napi_add_tx(dev, napi, poll)
// since: 5.19
// why: a NAPI that busy polling has no use for; netif_tx_napi_add before
// symbols: netif_napi_add_weight netif_napi_add_weight_locked
static void __used probe_netif_napi_add_tx(struct net_device *dev, struct napi_struct *napi)
{
	netif_napi_add_tx(dev, napi, NULL);
}
