// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_rxq_info_reg(rxq, dev, queue, napi_id)
// since: 5.11
// why: napi_id was added for busy polling
// symbols: xdp_rxq_info_reg __xdp_rxq_info_reg
// group: xdp_rxq_info_reg
static int __used probe_xdp_rxq_info_reg_4arg(struct xdp_rxq_info *rxq, struct net_device *dev)
{
	return xdp_rxq_info_reg(rxq, dev, 0, 0);
}
