// SPDX-License-Identifier: GPL-2.0-only
// asks: __skb_frag_set_page(frag, page)
// since: 3.2 to 6.4
// why: the form before skb_frag_fill_page_desc
// symbols: none
// group: a way to fill an skb_frag_t
static void __used probe_skb_frag_set_page(skb_frag_t *frag, struct page *page)
{
	__skb_frag_set_page(frag, page);
}
