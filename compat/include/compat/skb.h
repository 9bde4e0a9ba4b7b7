/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef COMPAT_SKB_H
#define COMPAT_SKB_H

#include <linux/skbuff.h>
#include <linux/tcp.h>

#ifndef HAVE_NAPI_BUILD_SKB
static inline struct sk_buff *napi_build_skb(void *data, unsigned int frag_size)
{
	return build_skb(data, frag_size);
}
#endif

#ifndef HAVE_SKB_TCP_ALL_HEADERS
static inline int skb_tcp_all_headers(const struct sk_buff *skb)
{
	return skb_transport_offset(skb) + tcp_hdrlen(skb);
}
#endif

#ifndef HAVE_SKB_INNER_TCP_ALL_HEADERS
static inline int skb_inner_tcp_all_headers(const struct sk_buff *skb)
{
	return skb_inner_transport_offset(skb) + inner_tcp_hdrlen(skb);
}
#endif

#ifndef HAVE_SKB_FRAG_FILL_PAGE_DESC
static inline void skb_frag_fill_page_desc(skb_frag_t *frag, struct page *page,
					   int off, int size)
{
	__skb_frag_set_page(frag, page);
	skb_frag_off_set(frag, off);
	skb_frag_size_set(frag, size);
}
#endif

#endif
