// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_frame_has_frags(xdpf)
// since: 5.18
// why: multi-buffer frames from other devices
// symbols: none
static bool __used probe_xdp_frame_has_frags(struct xdp_frame *xdpf)
{
	return xdp_frame_has_frags(xdpf);
}
