// SPDX-License-Identifier: GPL-2.0-only
// asks: <net/page_pool/helpers.h>
// since: 6.6
// why: with its types.h beside it; one <net/page_pool.h> before
// symbols: none
#if !__has_include(<net/page_pool/helpers.h>)
#error there is no such header
#endif
