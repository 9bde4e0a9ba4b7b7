/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's own header, or what it was called before. */
#ifdef HAVE_HEADER_UNALIGNED
#include_next <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif
