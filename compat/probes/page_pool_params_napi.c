// SPDX-License-Identifier: GPL-2.0-only
// asks: page_pool_params.napi
// since: 6.4
// why: lets skbs freed by the same NAPI recycle without a lock
// symbols: none
static void __used probe_page_pool_params_napi(struct page_pool_params *params,
					       struct napi_struct *napi)
{
	params->napi = napi;
}
