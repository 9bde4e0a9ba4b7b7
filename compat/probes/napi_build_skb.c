// SPDX-License-Identifier: GPL-2.0-only
// asks: napi_build_skb(data, frag_size)
// since: 5.12
// why: build_skb with a per-CPU cache of heads
// symbols: napi_build_skb
static struct sk_buff *__used probe_napi_build_skb(void *data)
{
	return napi_build_skb(data, 2048);
}
