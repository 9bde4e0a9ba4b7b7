// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_frame.mem_type
// since: 6.16
// why: the memory model of a frame
// symbols: none
// group: the memory type of an xdp_frame
static u32 __used probe_xdp_frame_mem_type(struct xdp_frame *xdpf)
{
	return xdpf->mem_type;
}
