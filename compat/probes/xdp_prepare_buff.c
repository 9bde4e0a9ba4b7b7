// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_prepare_buff(xdp, hard_start, headroom, len, meta_valid)
// since: 5.12
// why: before, each driver filled the four data pointers by hand
// symbols: none
static void __used probe_xdp_prepare_buff(struct xdp_buff *xdp, unsigned char *start)
{
	xdp_prepare_buff(xdp, start, 256, 64, true);
}
