// SPDX-License-Identifier: GPL-2.0-only
// asks: netif_napi_set_irq(napi, irq)
// since: 6.8
// why: shows in netlink which interrupt a NAPI belongs to
// symbols: netif_napi_set_irq_locked
static void __used probe_netif_napi_set_irq(struct napi_struct *napi)
{
	netif_napi_set_irq(napi, 1);
}
