/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's own header, or what it was called before. */
#if __has_include_next(<net/page_pool/helpers.h>)
#include_next <net/page_pool/helpers.h>
#else
#include <net/page_pool.h>
#endif
