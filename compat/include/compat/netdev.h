/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef COMPAT_NETDEV_H
#define COMPAT_NETDEV_H

#include <linux/netdevice.h>
#ifdef HAVE_HEADER_NETDEV_QUEUES
#include <net/netdev_queues.h>
#endif

#ifndef HAVE_NETIF_NAPI_ADD_3ARG
#define netif_napi_add(dev, napi, poll)	\
	netif_napi_add(dev, napi, poll, NAPI_POLL_WEIGHT)
#endif

#ifndef HAVE_NETIF_NAPI_ADD_TX
#define netif_napi_add_tx(dev, napi, poll)	\
	netif_tx_napi_add(dev, napi, poll, NAPI_POLL_WEIGHT)
#endif

#ifndef HAVE_NETIF_NAPI_SET_IRQ
static inline void netif_napi_set_irq(struct napi_struct *napi, int irq)
{
}
#endif

#ifndef HAVE_NETIF_QUEUE_SET_NAPI
#ifndef HAVE_NETDEV_QUEUE_TYPE
enum netdev_queue_type {
	NETDEV_QUEUE_TYPE_RX,
	NETDEV_QUEUE_TYPE_TX,
};
#endif

static inline void netif_queue_set_napi(struct net_device *dev, unsigned int queue_index,
					enum netdev_queue_type type, struct napi_struct *napi)
{
}
#endif

#ifndef HAVE_NAPI_SCHEDULE_BOOL
static inline bool compat_napi_schedule(struct napi_struct *napi)
{
	if (!napi_schedule_prep(napi))
		return false;
	__napi_schedule(napi);
	return true;
}

#define napi_schedule compat_napi_schedule
#endif

#ifndef HAVE_NETIF_SET_TSO_MAX
static inline void netif_set_tso_max_size(struct net_device *dev, unsigned int size)
{
	netif_set_gso_max_size(dev, min_t(unsigned int, size, GSO_MAX_SIZE));
}

static inline void netif_set_tso_max_segs(struct net_device *dev, unsigned int segs)
{
	dev->gso_max_segs = min_t(unsigned int, segs, GSO_MAX_SEGS);
}
#endif

#ifndef HAVE_TXQ_TRANS_COND_UPDATE
static inline void txq_trans_cond_update(struct netdev_queue *txq)
{
	unsigned long now = jiffies;

	if (READ_ONCE(txq->trans_start) != now)
		WRITE_ONCE(txq->trans_start, now);
}
#endif

#endif
