// SPDX-License-Identifier: GPL-2.0-only
// asks: skb_inner_tcp_all_headers(skb)
// since: 6.0
// why: the same for the packet within a tunnel
// symbols: none
static int __used probe_skb_inner_tcp_all_headers(struct sk_buff *skb)
{
	return skb_inner_tcp_all_headers(skb);
}
