// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_get_buff_len(xdp)
// since: 5.18
// why: length of a buffer with its frags
// symbols: none
static unsigned int __used probe_xdp_get_buff_len(struct xdp_buff *xdp)
{
	return xdp_get_buff_len(xdp);
}
