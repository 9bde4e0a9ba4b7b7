// SPDX-License-Identifier: GPL-2.0-only
// asks: xdp_rxq_info_reg(rxq, dev, queue)
// since: 4.16 to 5.10
// why: the form before napi_id
// symbols: xdp_rxq_info_reg
// group: xdp_rxq_info_reg
static int __used probe_xdp_rxq_info_reg_3arg(struct xdp_rxq_info *rxq, struct net_device *dev)
{
	return xdp_rxq_info_reg(rxq, dev, 0);
}
