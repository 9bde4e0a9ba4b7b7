/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's own header, or what it was called before. */
#ifdef HAVE_HEADER_PAGE_POOL
#include_next <net/page_pool/helpers.h>
#else
#include <net/page_pool.h>
#endif
