// SPDX-License-Identifier: GPL-2.0-only
// asks: skb_tcp_all_headers(skb)
// since: 6.0
// why: length of the headers up to TCP's end
// symbols: none
static int __used probe_skb_tcp_all_headers(struct sk_buff *skb)
{
	return skb_tcp_all_headers(skb);
}
