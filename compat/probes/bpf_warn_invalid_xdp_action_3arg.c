// SPDX-License-Identifier: GPL-2.0-only
// asks: bpf_warn_invalid_xdp_action(dev, prog, act)
// since: 5.17
// why: names the device and the program
// symbols: bpf_warn_invalid_xdp_action
// group: bpf_warn_invalid_xdp_action
static void __used probe_bpf_warn_invalid_xdp_action_3arg(struct net_device *dev,
							  struct bpf_prog *prog)
{
	bpf_warn_invalid_xdp_action(dev, prog, 9);
}
