/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's own header, or what it was called before. */
#if __has_include_next(<linux/unaligned.h>)
#include_next <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif
