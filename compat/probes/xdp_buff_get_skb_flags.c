// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_buff_get_skb_flags(xdp)
// since: 6.18
// why: what xdp_update_skb_frags_info wants to know of the buffer
// symbols: none
static u32 __used probe_xdp_buff_get_skb_flags(struct xdp_buff *xdp)
{
	return xdp_buff_get_skb_flags(xdp);
}
