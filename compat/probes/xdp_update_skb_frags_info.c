// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_update_skb_frags_info(skb, nr, size, truesize, flags)
// since: 6.18
// why: from XDP frags to skb frags; renamed, took a bool before
// symbols: none
static void __used probe_xdp_update_skb_frags_info(struct sk_buff *skb)
{
	xdp_update_skb_frags_info(skb, 1, 2, 3, 0);
}
