// SPDX-License-Identifier: GPL-2.0-only
// asks: does anything compile
// since: always
// why: if this fails, no answer can be trusted
// symbols: none
static int __used probe_control_pass(struct net_device *dev)
{
	return dev->mtu;
}
