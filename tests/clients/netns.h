/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A device may be named "ns/dev": dev in the network namespace that
 * `ip netns add ns` made. Only the network namespace changes, so that bpffs
 * stays in sight (`ip netns exec` hides it).
 */
#ifndef XB_NETNS_H
#define XB_NETNS_H

/* Enters the namespace of name, if it has one; returns the plain name. */
const char *netns_enter(const char *name);
/* Back to where the program started. */
void netns_leave(void);

#endif
