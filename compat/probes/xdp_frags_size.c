// SPDX-License-Identifier: GPL-2.0-only
// asks: skb_shared_info.xdp_frags_size
// since: 5.18
// why: where a multi-buffer frame keeps the length of its frags
// symbols: none
static unsigned int __used probe_xdp_frags_size(struct skb_shared_info *sinfo)
{
	return sinfo->xdp_frags_size;
}
