/* SPDX-License-Identifier: GPL-2.0-only */
/* For ethtool.h: the newest table of operations on kernels with an older one. */
#ifndef COMPAT_ETHTOOL_OPS_H
#define COMPAT_ETHTOOL_OPS_H

#ifndef HAVE_ETHTOOL_COALESCE_4ARG
struct kernel_ethtool_coalesce {
	u8 use_cqe_mode_tx;
	u8 use_cqe_mode_rx;
};
#endif

#ifndef HAVE_ETHTOOL_RINGPARAM_4ARG
struct kernel_ethtool_ringparam {
	u32 rx_buf_len;
	u8 tcp_data_split;
};
#endif

#ifndef HAVE_ETHTOOL_RXFH_PARAM
struct ethtool_rxfh_param {
	u8 hfunc;
	u32 indir_size;
	u32 *indir;
	u32 key_size;
	u8 *key;
	u32 rss_context;
	u8 rss_delete;
	u8 input_xfrm;
};
#endif

#ifndef HAVE_ETHTOOL_RXFH_FIELDS
struct ethtool_rxfh_fields {
	u32 data;
	u32 flow_type;
	u32 rss_context;
};
#endif

#ifndef HAVE_ETHTOOL_TS_INFO_KERNEL
struct kernel_ethtool_ts_info {
	u32 cmd;
	u32 so_timestamping;
	int phc_index;
	u32 tx_types;
	u32 rx_filters;
};
#endif

/* What has had one shape on all kernels is passed on as it is. */
#define COMPAT_ETHTOOL_SAME(op)							\
	op(supported_coalesce_params)						\
	op(get_drvinfo)								\
	op(get_regs_len) op(get_regs)						\
	op(get_wol) op(set_wol)							\
	op(get_msglevel) op(set_msglevel)					\
	op(nway_reset) op(get_link)						\
	op(get_eeprom_len) op(get_eeprom) op(set_eeprom)			\
	op(get_pause_stats) op(get_pauseparam) op(set_pauseparam)		\
	op(self_test) op(set_phys_id) op(reset)					\
	op(get_strings) op(get_sset_count) op(get_ethtool_stats)		\
	op(begin) op(complete)							\
	op(get_priv_flags) op(set_priv_flags)					\
	op(get_rxfh_key_size) op(get_rxfh_indir_size)				\
	op(get_channels) op(set_channels)					\
	op(get_module_info) op(get_module_eeprom)				\
	op(get_tunable) op(set_tunable)						\
	op(get_per_queue_coalesce) op(set_per_queue_coalesce)			\
	op(get_link_ksettings) op(set_link_ksettings)				\
	op(get_fecparam) op(set_fecparam)

struct compat_ethtool_ops {
#define COMPAT_ETHTOOL_MEMBER(op) typeof(((struct ethtool_ops *)NULL)->op) op;
	COMPAT_ETHTOOL_SAME(COMPAT_ETHTOOL_MEMBER)
#undef COMPAT_ETHTOOL_MEMBER
	int (*get_coalesce)(struct net_device *dev, struct ethtool_coalesce *ec,
			    struct kernel_ethtool_coalesce *kec,
			    struct netlink_ext_ack *extack);
	int (*set_coalesce)(struct net_device *dev, struct ethtool_coalesce *ec,
			    struct kernel_ethtool_coalesce *kec,
			    struct netlink_ext_ack *extack);
	void (*get_ringparam)(struct net_device *dev, struct ethtool_ringparam *er,
			      struct kernel_ethtool_ringparam *ker,
			      struct netlink_ext_ack *extack);
	int (*set_ringparam)(struct net_device *dev, struct ethtool_ringparam *er,
			     struct kernel_ethtool_ringparam *ker,
			     struct netlink_ext_ack *extack);
	int (*get_rxnfc)(struct net_device *dev, struct ethtool_rxnfc *info, u32 *rule_locs);
	int (*set_rxnfc)(struct net_device *dev, struct ethtool_rxnfc *info);
	u32 (*get_rx_ring_count)(struct net_device *dev);
	int (*get_rxfh)(struct net_device *dev, struct ethtool_rxfh_param *rxfh);
	int (*set_rxfh)(struct net_device *dev, struct ethtool_rxfh_param *rxfh,
			struct netlink_ext_ack *extack);
	int (*get_rxfh_fields)(struct net_device *dev, struct ethtool_rxfh_fields *fields);
	int (*set_rxfh_fields)(struct net_device *dev, const struct ethtool_rxfh_fields *fields,
			       struct netlink_ext_ack *extack);
	int (*get_ts_info)(struct net_device *dev, struct kernel_ethtool_ts_info *info);
};

/* The kernel's table sits beside the driver's, so that the one leads to the other. */
struct compat_ethtool {
	struct ethtool_ops native;
	const struct compat_ethtool_ops *ops;
};

static inline const struct compat_ethtool_ops *compat_ethtool_ops_of(struct net_device *dev)
{
	return container_of(dev->ethtool_ops, struct compat_ethtool, native)->ops;
}

/* Where the kernel takes no message, a refusal is explained in its log. */
static inline int compat_ethtool_report(struct net_device *dev, int err,
					const struct netlink_ext_ack *extack)
{
	const char *text = extack->_msg;

	if (err && text && net_ratelimit())
		netdev_info(dev, "%s\n", text + str_has_prefix(text, KBUILD_MODNAME ": "));
	return err;
}

#ifndef HAVE_ETHTOOL_COALESCE_4ARG
static inline int compat_get_coalesce(struct net_device *dev, struct ethtool_coalesce *ec)
{
	struct kernel_ethtool_coalesce kec = {};

	return compat_ethtool_ops_of(dev)->get_coalesce(dev, ec, &kec, NULL);
}

static inline int compat_set_coalesce(struct net_device *dev, struct ethtool_coalesce *ec)
{
	struct kernel_ethtool_coalesce kec = {};
	struct netlink_ext_ack extack = {};
	int err;

	err = compat_ethtool_ops_of(dev)->set_coalesce(dev, ec, &kec, &extack);
	return compat_ethtool_report(dev, err, &extack);
}
#endif

#ifndef HAVE_ETHTOOL_RINGPARAM_4ARG
static inline void compat_get_ringparam(struct net_device *dev, struct ethtool_ringparam *er)
{
	struct kernel_ethtool_ringparam ker = {};

	compat_ethtool_ops_of(dev)->get_ringparam(dev, er, &ker, NULL);
}

static inline int compat_set_ringparam(struct net_device *dev, struct ethtool_ringparam *er)
{
	struct kernel_ethtool_ringparam ker = {};
	struct netlink_ext_ack extack = {};
	int err;

	err = compat_ethtool_ops_of(dev)->set_ringparam(dev, er, &ker, &extack);
	return compat_ethtool_report(dev, err, &extack);
}
#endif

#ifndef HAVE_ETHTOOL_RXFH_PARAM
static inline void compat_rxfh_sizes(struct net_device *dev, struct ethtool_rxfh_param *rxfh)
{
	const struct compat_ethtool_ops *ops = compat_ethtool_ops_of(dev);

	if (rxfh->indir && ops->get_rxfh_indir_size)
		rxfh->indir_size = ops->get_rxfh_indir_size(dev);
	if (rxfh->key && ops->get_rxfh_key_size)
		rxfh->key_size = ops->get_rxfh_key_size(dev);
}

static inline int compat_get_rxfh(struct net_device *dev, u32 *indir, u8 *key, u8 *hfunc)
{
	struct ethtool_rxfh_param rxfh = { .indir = indir, .key = key };
	int err;

	compat_rxfh_sizes(dev, &rxfh);
	err = compat_ethtool_ops_of(dev)->get_rxfh(dev, &rxfh);
	if (hfunc)
		*hfunc = rxfh.hfunc;
	return err;
}

static inline int compat_set_rxfh(struct net_device *dev, const u32 *indir, const u8 *key,
				  const u8 hfunc)
{
	struct ethtool_rxfh_param rxfh = {
		.indir = (u32 *)indir,
		.key = (u8 *)key,
		.hfunc = hfunc,
	};
	struct netlink_ext_ack extack = {};
	int err;

	compat_rxfh_sizes(dev, &rxfh);
	err = compat_ethtool_ops_of(dev)->set_rxfh(dev, &rxfh, &extack);
	return compat_ethtool_report(dev, err, &extack);
}
#endif

#ifndef HAVE_ETHTOOL_RXFH_FIELDS
static inline int compat_get_rxfh_fields(struct net_device *dev, struct ethtool_rxnfc *info)
{
	struct ethtool_rxfh_fields fields = { .flow_type = info->flow_type };
	int err;

	if (info->flow_type & FLOW_RSS)
		return -EOPNOTSUPP;
	err = compat_ethtool_ops_of(dev)->get_rxfh_fields(dev, &fields);
	info->data = fields.data;
	return err;
}

static inline int compat_set_rxfh_fields(struct net_device *dev, struct ethtool_rxnfc *info)
{
	struct ethtool_rxfh_fields fields = {
		.flow_type = info->flow_type,
		.data = info->data,
	};
	struct netlink_ext_ack extack = {};
	int err;

	if (info->flow_type & FLOW_RSS)
		return -EOPNOTSUPP;
	err = compat_ethtool_ops_of(dev)->set_rxfh_fields(dev, &fields, &extack);
	return compat_ethtool_report(dev, err, &extack);
}
#endif

static inline int compat_get_rxnfc(struct net_device *dev, struct ethtool_rxnfc *info,
				   u32 *rule_locs)
{
	const struct compat_ethtool_ops *ops = compat_ethtool_ops_of(dev);

#ifndef HAVE_ETHTOOL_RX_RING_COUNT
	if (info->cmd == ETHTOOL_GRXRINGS && ops->get_rx_ring_count) {
		info->data = ops->get_rx_ring_count(dev);
		return 0;
	}
#endif
#ifndef HAVE_ETHTOOL_RXFH_FIELDS
	if (info->cmd == ETHTOOL_GRXFH && ops->get_rxfh_fields)
		return compat_get_rxfh_fields(dev, info);
#endif
	return ops->get_rxnfc ? ops->get_rxnfc(dev, info, rule_locs) : -EOPNOTSUPP;
}

static inline int compat_set_rxnfc(struct net_device *dev, struct ethtool_rxnfc *info)
{
	const struct compat_ethtool_ops *ops = compat_ethtool_ops_of(dev);

#ifndef HAVE_ETHTOOL_RXFH_FIELDS
	if (info->cmd == ETHTOOL_SRXFH && ops->set_rxfh_fields)
		return compat_set_rxfh_fields(dev, info);
#endif
	return ops->set_rxnfc ? ops->set_rxnfc(dev, info) : -EOPNOTSUPP;
}

#ifndef HAVE_ETHTOOL_TS_INFO_KERNEL
static inline int compat_get_ts_info(struct net_device *dev, struct ethtool_ts_info *user)
{
	struct kernel_ethtool_ts_info info = {
		.cmd = user->cmd,
		.phc_index = user->phc_index,
	};
	int err;

	err = compat_ethtool_ops_of(dev)->get_ts_info(dev, &info);
	user->so_timestamping = info.so_timestamping;
	user->phc_index = info.phc_index;
	user->tx_types = info.tx_types;
	user->rx_filters = info.rx_filters;
	return err;
}

static inline int compat_ethtool_op_get_ts_info(struct net_device *dev,
						struct kernel_ethtool_ts_info *info)
{
	struct ethtool_ts_info user = { .cmd = info->cmd };
	int err;

	err = ethtool_op_get_ts_info(dev, &user);
	info->so_timestamping = user.so_timestamping;
	info->phc_index = user.phc_index;
	return err;
}

#define ethtool_op_get_ts_info compat_ethtool_op_get_ts_info
#endif

/* An operation the driver lacks has to be absent from the kernel's table too. */
static inline void compat_ethtool_fill(struct compat_ethtool *table,
				       const struct compat_ethtool_ops *ops)
{
	struct ethtool_ops *native = &table->native;

	table->ops = ops;
#define COMPAT_ETHTOOL_COPY(op) native->op = ops->op;
	COMPAT_ETHTOOL_SAME(COMPAT_ETHTOOL_COPY)
#undef COMPAT_ETHTOOL_COPY
#define COMPAT_ETHTOOL_WRAP(op) native->op = ops->op ? compat_##op : NULL
#ifdef HAVE_ETHTOOL_COALESCE_4ARG
	native->get_coalesce = ops->get_coalesce;
	native->set_coalesce = ops->set_coalesce;
#else
	COMPAT_ETHTOOL_WRAP(get_coalesce);
	COMPAT_ETHTOOL_WRAP(set_coalesce);
#endif
#ifdef HAVE_ETHTOOL_RINGPARAM_4ARG
	native->get_ringparam = ops->get_ringparam;
	native->set_ringparam = ops->set_ringparam;
#else
	COMPAT_ETHTOOL_WRAP(get_ringparam);
	COMPAT_ETHTOOL_WRAP(set_ringparam);
#endif
#ifdef HAVE_ETHTOOL_RXFH_PARAM
	native->get_rxfh = ops->get_rxfh;
	native->set_rxfh = ops->set_rxfh;
#else
	COMPAT_ETHTOOL_WRAP(get_rxfh);
	COMPAT_ETHTOOL_WRAP(set_rxfh);
#endif
#ifdef HAVE_ETHTOOL_RXFH_FIELDS
	native->get_rxfh_fields = ops->get_rxfh_fields;
	native->set_rxfh_fields = ops->set_rxfh_fields;
#endif
#ifdef HAVE_ETHTOOL_RX_RING_COUNT
	native->get_rx_ring_count = ops->get_rx_ring_count;
#endif
	if (ops->get_rxnfc || ops->get_rx_ring_count || ops->get_rxfh_fields)
		native->get_rxnfc = compat_get_rxnfc;
	if (ops->set_rxnfc || ops->set_rxfh_fields)
		native->set_rxnfc = compat_set_rxnfc;
#ifdef HAVE_ETHTOOL_TS_INFO_KERNEL
	native->get_ts_info = ops->get_ts_info;
#else
	COMPAT_ETHTOOL_WRAP(get_ts_info);
#endif
#undef COMPAT_ETHTOOL_WRAP
}

#define compat_set_ethtool_ops(dev, table) do {			\
	static struct compat_ethtool __compat_ethtool;		\
								\
	compat_ethtool_fill(&__compat_ethtool, (table));	\
	(dev)->ethtool_ops = &__compat_ethtool.native;		\
} while (0)

#endif
