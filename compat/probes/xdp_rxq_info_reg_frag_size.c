// SPDX-License-Identifier: GPL-2.0-only
// asks: __xdp_rxq_info_reg(rxq, dev, queue, napi_id, frag_size)
// since: 5.18
// why: tells how far bpf_xdp_adjust_tail may grow the last frag
// symbols: __xdp_rxq_info_reg
static int __used probe_xdp_rxq_info_reg_frag_size(struct xdp_rxq_info *rxq,
						   struct net_device *dev)
{
	return __xdp_rxq_info_reg(rxq, dev, 0, 0, 4096);
}
