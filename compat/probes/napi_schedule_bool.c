// SPDX-License-Identifier: GPL-2.0-only
// asks: napi_schedule(napi) tells whether it did
// since: 6.7
// why: it returned nothing before
// symbols: __napi_schedule napi_schedule_prep
static bool __used probe_napi_schedule_bool(struct napi_struct *napi)
{
	return napi_schedule(napi);
}
