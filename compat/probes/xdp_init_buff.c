// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_init_buff(xdp, frame_sz, rxq)
// since: 5.12
// why: before, each driver filled rxq and frame_sz by hand
// symbols: none
static void __used probe_xdp_init_buff(struct xdp_buff *xdp, struct xdp_rxq_info *rxq)
{
	xdp_init_buff(xdp, 4096, rxq);
}
