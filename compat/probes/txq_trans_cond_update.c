// SPDX-License-Identifier: GPL-2.0-only
// asks: txq_trans_cond_update(txq)
// since: 5.17
// why: marks a queue as alive, and writes only when the time has changed
// symbols: none
static void __used probe_txq_trans_cond_update(struct netdev_queue *txq)
{
	txq_trans_cond_update(txq);
}
