// SPDX-License-Identifier: GPL-2.0-only
// asks: <linux/unaligned.h>
// since: 6.12
// why: moved here from <asm/unaligned.h>
// symbols: none
#if !__has_include(<linux/unaligned.h>)
#error there is no such header
#endif
