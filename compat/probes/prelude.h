/* SPDX-License-Identifier: GPL-2.0-only */
/* Every probe sees these headers; scripts/probe compiles all of them at once. */
#include <linux/bpf.h>
#include <linux/bpf_trace.h>
#include <linux/etherdevice.h>
#include <linux/ethtool.h>
#include <linux/filter.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/netlink.h>
#include <linux/pci.h>
#include <linux/skbuff.h>
#include <linux/tcp.h>
#include <linux/u64_stats_sync.h>
#include <net/xdp.h>
#include <net/xdp_sock_drv.h>
#if __has_include(<net/page_pool/helpers.h>)
#include <net/page_pool/helpers.h>
#else
#include <net/page_pool.h>
#endif
#if __has_include(<net/netdev_queues.h>)
#include <net/netdev_queues.h>
#endif
