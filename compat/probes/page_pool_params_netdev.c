// SPDX-License-Identifier: GPL-2.0-only
// asks: page_pool_params.netdev
// since: 6.8
// why: shows the pool under its device in netlink
// symbols: none
static void __used probe_page_pool_params_netdev(struct page_pool_params *params,
						 struct net_device *dev)
{
	params->netdev = dev;
}
