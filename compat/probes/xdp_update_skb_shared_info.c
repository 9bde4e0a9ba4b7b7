// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_update_skb_shared_info(skb, nr, size, truesize, pfmemalloc)
// since: 5.18 to 6.17
// why: the form before xdp_update_skb_frags_info
// symbols: none
static void __used probe_xdp_update_skb_shared_info(struct sk_buff *skb)
{
	xdp_update_skb_shared_info(skb, 1, 2, 3, false);
}
