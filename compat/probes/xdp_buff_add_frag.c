// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_buff_add_frag(xdp, netmem, offset, size, truesize)
// since: 6.14
// why: before, drivers filled skb_shared_info themselves
// symbols: xdp_return_frag
static bool __used probe_xdp_buff_add_frag(struct xdp_buff *xdp, struct page *page)
{
	return xdp_buff_add_frag(xdp, page_to_netmem(page), 0, 64, 64);
}
