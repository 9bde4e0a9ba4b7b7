/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A driver has one table of the newest shape,
 *
 *	static const struct compat_ethtool_ops foo_ethtool_ops = { ... };
 *
 * and gives it to its device by compat_set_ethtool_ops(netdev, &foo_ethtool_ops).
 * Where the kernel's own table has that shape this is all there is to it;
 * elsewhere ethtool_ops.h puts functions of the old shapes in between.
 */
#ifndef COMPAT_ETHTOOL_H
#define COMPAT_ETHTOOL_H

#include <linux/ethtool.h>
#include <linux/netdevice.h>

#ifndef HAVE_ETHTOOL_SPRINTF
static inline __printf(2, 3) void ethtool_sprintf(u8 **data, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(*data, ETH_GSTRING_LEN, fmt, args);
	va_end(args);
	*data += ETH_GSTRING_LEN;
}
#endif

#ifndef HAVE_ETHTOOL_PUTS
static inline void ethtool_puts(u8 **data, const char *str)
{
	strscpy(*data, str, ETH_GSTRING_LEN);
	*data += ETH_GSTRING_LEN;
}
#endif

#if defined(HAVE_ETHTOOL_COALESCE_4ARG) && defined(HAVE_ETHTOOL_RINGPARAM_4ARG) && \
	defined(HAVE_ETHTOOL_RXFH_PARAM) && defined(HAVE_ETHTOOL_RXFH_FIELDS) && \
	defined(HAVE_ETHTOOL_RX_RING_COUNT) && defined(HAVE_ETHTOOL_TS_INFO_KERNEL)
#define compat_ethtool_ops ethtool_ops
#define compat_set_ethtool_ops(dev, table) ((dev)->ethtool_ops = (table))
#else
#include "ethtool_ops.h"
#endif

#endif
