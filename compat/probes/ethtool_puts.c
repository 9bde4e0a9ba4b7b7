// SPDX-License-Identifier: GPL-2.0-only
// asks: ethtool_puts(&data, str)
// since: 6.8
// why: the same without a format
// symbols: ethtool_puts
static void __used probe_ethtool_puts(u8 **data)
{
	ethtool_puts(data, "rx");
}
