// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_buff_is_frag_pfmemalloc(xdp) and setting that flag
// since: 5.18 to 6.17
// why: the form before xdp_buff_get_skb_flags
// symbols: none
static bool __used probe_xdp_buff_is_frag_pfmemalloc(struct xdp_buff *xdp)
{
	xdp_buff_set_frag_pfmemalloc(xdp);
	return xdp_buff_is_frag_pfmemalloc(xdp);
}
