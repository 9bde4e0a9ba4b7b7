// SPDX-License-Identifier: GPL-2.0-only
// asks: are errors seen
// since: never
// why: if this compiles, no answer can be trusted
// symbols: none
static int __used probe_control_fail(struct net_device *dev)
{
	return no_kernel_has_this(dev);
}
