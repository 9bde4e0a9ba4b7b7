// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_do_flush(), and the redirect that it completes
// since: 5.6
// why: no XDP without it; absent without CONFIG_BPF_SYSCALL
// symbols: xdp_do_flush xdp_do_redirect
// group: XDP redirect (CONFIG_BPF_SYSCALL)
static int __used probe_xdp_do_flush(struct net_device *dev, struct xdp_buff *xdp,
				     struct bpf_prog *prog)
{
	int err = xdp_do_redirect(dev, xdp, prog);

	xdp_do_flush();
	return err;
}
