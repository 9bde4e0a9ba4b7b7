// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_frame.mem.type
// since: 4.18 to 6.15
// why: the form before xdp_frame.mem_type
// symbols: none
// group: the memory type of an xdp_frame
static u32 __used probe_xdp_frame_mem(struct xdp_frame *xdpf)
{
	return xdpf->mem.type;
}
