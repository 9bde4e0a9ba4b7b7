/* SPDX-License-Identifier: GPL-2.0-only */
/* Attach by netlink, keeping what libbpf drops: the kernel's own words. */
#ifndef XB_NL_H
#define XB_NL_H

#include <linux/types.h>

#define NL_MSG_MAX 256

/*
 * Sets (fd >= 0) or removes (fd == -1) the program of a device; expected is the
 * program to be replaced, or -1. Returns 0 or -errno; msg gets the extack text.
 */
int nl_set_xdp(int ifindex, int fd, __u32 flags, int expected, char *msg);

#endif
