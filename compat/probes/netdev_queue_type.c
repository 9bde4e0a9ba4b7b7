// SPDX-License-Identifier: GPL-2.0-only
// asks: NETDEV_QUEUE_TYPE_RX and _TX
// since: 6.8
// why: what netif_queue_set_napi is told of a queue
// symbols: none
static enum netdev_queue_type __used probe_netdev_queue_type(bool tx)
{
	return tx ? NETDEV_QUEUE_TYPE_TX : NETDEV_QUEUE_TYPE_RX;
}
