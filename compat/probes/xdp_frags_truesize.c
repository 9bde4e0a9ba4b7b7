// SPDX-License-Identifier: GPL-2.0-only
// asks: skb_shared_info.xdp_frags_truesize
// since: 6.14
// why: the memory of the frags; before, receivers took frame_sz for each
// symbols: none
static unsigned int __used probe_xdp_frags_truesize(struct skb_shared_info *sinfo)
{
	return sinfo->xdp_frags_truesize;
}
