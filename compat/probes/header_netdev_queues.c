// SPDX-License-Identifier: GPL-2.0-only
// asks: <net/netdev_queues.h>
// since: 6.0
// why: the stop and wake of queues was taken out of <linux/netdevice.h>
// symbols: none
#if !__has_include(<net/netdev_queues.h>)
#error there is no such header
#endif
