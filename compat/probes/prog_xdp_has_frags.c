// SPDX-License-Identifier: GPL-2.0-only
// asks: bpf_prog.aux->xdp_has_frags
// since: 5.18
// why: whether a program can take more than one buffer
// symbols: none
static bool __used probe_prog_xdp_has_frags(struct bpf_prog *prog)
{
	return prog->aux->xdp_has_frags;
}
