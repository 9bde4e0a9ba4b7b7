// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_buff_has_frags(xdp) and setting that flag
// since: 5.18
// why: multi-buffer XDP; without it a frame is always one buffer
// symbols: none
static bool __used probe_xdp_buff_has_frags(struct xdp_buff *xdp)
{
	xdp_buff_set_frags_flag(xdp);
	xdp_buff_clear_frags_flag(xdp);
	return xdp_buff_has_frags(xdp);
}
