/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a user asks for, checked before anything changes.
 */
#ifndef XB_XDP_SETUP_H
#define XB_XDP_SETUP_H

#include <linux/bpf.h>
#include <linux/if_vlan.h>
#include <linux/netdevice.h>
#include <linux/netlink.h>

#include "xb_rx_pool.h"

/* A frame of the MTU with two tags must fit one buffer. */
#define XB_XDP_MAX_MTU	(XB_RX_BUF_LEN - ETH_HLEN - 2 * VLAN_HLEN)

/* Say why through extack, or in the log where the caller gave none. */
#define xb_refuse(dev, extack, fmt, ...)                                        \
	do {                                                                    \
		if (extack)                                                     \
			NL_SET_ERR_MSG_FMT_MOD(extack, fmt, ##__VA_ARGS__);     \
		else if (net_ratelimit())                                       \
			netdev_warn(dev, fmt "\n", ##__VA_ARGS__);              \
	} while (0)

/**
 * xb_xdp_check_mtu - does every frame of this MTU fit one buffer?
 * @dev: the netdev
 * @mtu: the MTU in force or asked for, in bytes
 * @extack: receives the reason, may be NULL
 *
 * Context: RTNL.
 * Return: 0 or -EINVAL.
 */
static inline int xb_xdp_check_mtu(struct net_device *dev, int mtu, struct netlink_ext_ack *extack)
{
	if (mtu <= (int)XB_XDP_MAX_MTU)
		return 0;
	xb_refuse(dev, extack, "MTU %d is above %d, the largest with an XDP program", mtu,
		  (int)XB_XDP_MAX_MTU);
	return -EINVAL;
}

/**
 * xb_xdp_swap - put a program in force for every poll that begins from now on
 * @slot: the device's program pointer
 * @prog: the new program or NULL; its reference goes to the device
 *
 * Nothing else changes: buffers always have XDP's headroom.
 *
 * Context: RTNL.
 */
static inline void xb_xdp_swap(struct bpf_prog __rcu **slot, struct bpf_prog *prog)
{
	struct bpf_prog *old = rtnl_dereference(*slot);

	rcu_assign_pointer(*slot, prog);
	if (old)
		bpf_prog_put(old);
}

#endif
