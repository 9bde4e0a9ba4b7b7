/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Makes older kernels look like the newest one. Kbuild includes this ahead of
 * every file, so that nothing in src/ has to know which kernel it is built for.
 *
 * Each piece stands behind the probe that asked for it and has the name and
 * the arguments the newest kernel gives it. Where there is no such name, or it
 * cannot be had on all kernels, an accessor is called compat_*.
 */
#ifndef COMPAT_H
#define COMPAT_H

#ifndef pr_fmt
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt
#endif

/* first of all: the kernel's headers find ours in front of some of their own */
#include "generated/probes.h"

#include <linux/bpf.h>
#include <linux/etherdevice.h>
#include <linux/ethtool.h>
#include <linux/filter.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/pci.h>
#include <linux/skbuff.h>
#include <linux/tcp.h>
#include <net/xdp.h>

#include "compat/general.h"
#include "compat/stats.h"
#include "compat/skb.h"
#include "compat/netdev.h"
#include "compat/page_pool.h"
#include "compat/xdp.h"
#include "compat/ethtool.h"

#endif
