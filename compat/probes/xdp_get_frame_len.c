// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_get_frame_len(xdpf)
// since: 5.18
// why: length of a frame with its frags
// symbols: none
static unsigned int __used probe_xdp_get_frame_len(struct xdp_frame *xdpf)
{
	return xdp_get_frame_len(xdpf);
}
