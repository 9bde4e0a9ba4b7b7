// SPDX-License-Identifier: GPL-2.0-only
// asks: bpf_warn_invalid_xdp_action(act)
// since: 4.8 to 5.16
// why: the form before it took the device
// symbols: bpf_warn_invalid_xdp_action
// group: bpf_warn_invalid_xdp_action
static void __used probe_bpf_warn_invalid_xdp_action_1arg(void)
{
	bpf_warn_invalid_xdp_action(9);
}
