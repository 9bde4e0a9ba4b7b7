// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_sprintf(&data, fmt, ...)
// since: 5.13
// why: one string of a string set
// symbols: ethtool_sprintf
static void __used probe_ethtool_sprintf(u8 **data)
{
	ethtool_sprintf(data, "rx%u", 1);
}
