// SPDX-License-Identifier: GPL-2.0-only
// asks: skb_frag_fill_page_desc(frag, page, offset, size)
// since: 6.5
// why: fills a frag; three setters before
// symbols: none
// group: a way to fill an skb_frag_t
static void __used probe_skb_frag_fill_page_desc(skb_frag_t *frag, struct page *page)
{
	skb_frag_fill_page_desc(frag, page, 0, 64);
}
