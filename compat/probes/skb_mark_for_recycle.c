// SPDX-License-Identifier: GPL-2.0-only
// asks: skb_mark_for_recycle(skb)
// since: 5.15
// why: an skb's pages go back to their pool when it is freed
// symbols: none
// group: a way for page_pool pages into an skb
static void __used probe_skb_mark_for_recycle(struct sk_buff *skb)
{
	skb_mark_for_recycle(skb);
}
