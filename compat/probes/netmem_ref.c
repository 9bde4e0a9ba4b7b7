// SPDX-License-Identifier: GPL-2.0-only
// asks: netmem_ref and page_to_netmem(page)
// since: 6.8
// why: the type that frags are named by today; a page before
// symbols: none
static netmem_ref __used probe_netmem_ref(struct page *page)
{
	return page_to_netmem(page);
}
