// SPDX-License-Identifier: GPL-2.0-only
// asks: NETDEV_XDP_ACT_* of <linux/netdev.h>
// since: 6.3
// why: the names of the XDP features a device has
// symbols: none
static int __used probe_netdev_xdp_act(void)
{
	return NETDEV_XDP_ACT_BASIC | NETDEV_XDP_ACT_REDIRECT | NETDEV_XDP_ACT_NDO_XMIT |
	       NETDEV_XDP_ACT_XSK_ZEROCOPY | NETDEV_XDP_ACT_HW_OFFLOAD | NETDEV_XDP_ACT_RX_SG |
	       NETDEV_XDP_ACT_NDO_XMIT_SG;
}
