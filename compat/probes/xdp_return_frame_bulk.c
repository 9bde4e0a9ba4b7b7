// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_return_frame_bulk(xdpf, bq) with its init and flush
// since: 5.11
// why: gives completed frames back to their pools in groups
// symbols: xdp_return_frame_bulk xdp_flush_frame_bulk
static void __used probe_xdp_return_frame_bulk(struct xdp_frame *xdpf)
{
	struct xdp_frame_bulk bq;

	xdp_frame_bulk_init(&bq);
	xdp_return_frame_bulk(xdpf, &bq);
	xdp_flush_frame_bulk(&bq);
}
