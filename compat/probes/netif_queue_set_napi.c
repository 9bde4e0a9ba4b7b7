// SPDX-License-Identifier: GPL-2.0-only
// asks: netif_queue_set_napi(dev, queue, type, napi)
// since: 6.8
// why: shows in netlink which NAPI a queue belongs to
// symbols: netif_queue_set_napi
static void __used probe_netif_queue_set_napi(struct net_device *dev, struct napi_struct *napi)
{
	netif_queue_set_napi(dev, 0, NETDEV_QUEUE_TYPE_RX, napi);
}
