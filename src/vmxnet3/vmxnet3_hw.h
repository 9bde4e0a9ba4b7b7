/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The VMXNET3 device as facts: registers, commands, shared memory, descriptors.
 *
 * Sources: the field names and offsets that vmxnet3_defs.h and upt1_defs.h of
 * Linux document, QEMU's hw/net/vmxnet3.c, and the rules that DPDK's and
 * FreeBSD's drivers found on ESXi. Everything is little endian.
 */
#ifndef VMXNET3_HW_H
#define VMXNET3_HW_H

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/types.h>

#define VMXNET3_PCI_VENDOR	0x15ad
#define VMXNET3_PCI_DEVICE	0x07b0

/* BAR1, the control page. */
#define VMXNET3_REG_VRRS	0x00 /* R: bitmap of revisions, W: the one chosen */
#define VMXNET3_REG_UVRS	0x08 /* the same for UPT */
#define VMXNET3_REG_DSAL	0x10 /* DriverShared, physical address */
#define VMXNET3_REG_DSAH	0x18
#define VMXNET3_REG_CMD		0x20
#define VMXNET3_REG_MACL	0x28
#define VMXNET3_REG_MACH	0x30
#define VMXNET3_REG_ICR		0x38 /* INTx: reading it deasserts */
#define VMXNET3_REG_ECR		0x40 /* W: acknowledge events */
#define VMXNET3_REG_DCR0	0x48 /* v7+: device capabilities */
#define VMXNET3_REG_PTCR0	0x88 /* v7+: passthrough capabilities */

/* BAR0, the doorbell page. One register per vector or queue, 8 bytes apart. */
#define VMXNET3_REG_STRIDE	8
#define VMXNET3_REG_IMR		0x000
#define VMXNET3_REG_TXPROD	0x600
#define VMXNET3_REG_RXPROD	0x800
#define VMXNET3_REG_RXPROD2	0xa00
#define VMXNET3_REG_LB_TXPROD	0x1000 /* with VMXNET3_CAP_LARGE_BAR */
#define VMXNET3_REG_LB_RXPROD	0x1400
#define VMXNET3_REG_LB_RXPROD2	0x1800

enum vmxnet3_cmd {
	VMXNET3_CMD_ACTIVATE_DEV	= 0xcafe0000,
	VMXNET3_CMD_QUIESCE_DEV		= 0xcafe0001,
	VMXNET3_CMD_RESET_DEV		= 0xcafe0002,
	VMXNET3_CMD_UPDATE_RX_MODE	= 0xcafe0003,
	VMXNET3_CMD_UPDATE_MAC_FILTERS	= 0xcafe0004,
	VMXNET3_CMD_UPDATE_VLAN_FILTERS	= 0xcafe0005,
	VMXNET3_CMD_UPDATE_RSSIDT	= 0xcafe0006,
	VMXNET3_CMD_UPDATE_PMCFG	= 0xcafe0008,
	VMXNET3_CMD_UPDATE_FEATURE	= 0xcafe0009,
	VMXNET3_CMD_SET_COALESCE	= 0xcafe000e, /* v3 */
	VMXNET3_CMD_SET_RSS_FIELDS	= 0xcafe0010, /* v4 */
	VMXNET3_CMD_SET_RING_BUFFER_SIZE = 0xcafe0013, /* v7 */

	VMXNET3_CMD_GET_QUEUE_STATUS	= 0xf00d0000,
	VMXNET3_CMD_GET_STATS		= 0xf00d0001,
	VMXNET3_CMD_GET_LINK		= 0xf00d0002,
	VMXNET3_CMD_GET_PERM_MAC_LO	= 0xf00d0003,
	VMXNET3_CMD_GET_PERM_MAC_HI	= 0xf00d0004,
	VMXNET3_CMD_GET_CONF_INTR	= 0xf00d0008,
	VMXNET3_CMD_GET_TXDATA_DESC_SIZE = 0xf00d000a, /* v3 */
	VMXNET3_CMD_GET_COALESCE	= 0xf00d000b, /* v3 */
	VMXNET3_CMD_GET_RSS_FIELDS	= 0xf00d000c, /* v4 */
	VMXNET3_CMD_GET_MAX_QUEUES_CONF	= 0xf00d000f, /* v6 */
	VMXNET3_CMD_GET_DCR0_REG	= 0xf00d0012, /* v7 */
	VMXNET3_CMD_GET_DISABLED_OFFLOADS = 0xf00d0014, /* v9 */
};

/* Replies of the GET commands. */
#define VMXNET3_LINK_UP			BIT(0)
#define VMXNET3_LINK_SPEED		GENMASK(31, 16)
#define VMXNET3_CONF_INTR_TYPE		GENMASK(1, 0)
#define VMXNET3_CONF_INTR_MASK_MODE	GENMASK(3, 2)
#define VMXNET3_MASK_MODE_ACTIVE	1
#define VMXNET3_TXDATA_SIZE		GENMASK(15, 0)
#define VMXNET3_RXDATA_SIZE		GENMASK(31, 16) /* v9 */
#define VMXNET3_MAX_QUEUES_TX		GENMASK(7, 0)
#define VMXNET3_MAX_QUEUES_RX		GENMASK(15, 8)
#define VMXNET3_DISABLED_TSO		BIT(0)
#define VMXNET3_DISABLED_LRO		BIT(1)

/* DCR0 and PTCR0, one bit per capability. */
#define VMXNET3_CAP_UDP_RSS		BIT(0)
#define VMXNET3_CAP_ESP_RSS_IPV4	BIT(1)
#define VMXNET3_CAP_GENEVE_CSUM		BIT(2)
#define VMXNET3_CAP_GENEVE_TSO		BIT(3)
#define VMXNET3_CAP_VXLAN_CSUM		BIT(4)
#define VMXNET3_CAP_VXLAN_TSO		BIT(5)
#define VMXNET3_CAP_GENEVE_OUTER_CSUM	BIT(6)
#define VMXNET3_CAP_VXLAN_OUTER_CSUM	BIT(7)
#define VMXNET3_CAP_ESP_RSS_IPV6	BIT(9)
#define VMXNET3_CAP_LARGE_BAR		BIT(16)
#define VMXNET3_PTCR_ERROR		BIT(31) /* no passthrough is wanted */

/* Events, in DriverShared.ecr. */
#define VMXNET3_ECR_RQERR		BIT(0)
#define VMXNET3_ECR_TQERR		BIT(1)
#define VMXNET3_ECR_LINK		BIT(2)

/* uptFeatures. */
#define VMXNET3_F_RXCSUM		BIT(0)
#define VMXNET3_F_RSS			BIT(1)
#define VMXNET3_F_RXVLAN		BIT(2)
#define VMXNET3_F_LRO			BIT(3)
#define VMXNET3_F_RXINNEROFLD		BIT(4)

/* rxFilterConf.rxMode. */
#define VMXNET3_RXM_UCAST		BIT(0)
#define VMXNET3_RXM_MCAST		BIT(1)
#define VMXNET3_RXM_BCAST		BIT(2)
#define VMXNET3_RXM_ALL_MULTI		BIT(3)
#define VMXNET3_RXM_PROMISC		BIT(4)

/* Limits of the device. */
#define VMXNET3_RING_BASE_ALIGN		512
#define VMXNET3_RING_SIZE_ALIGN		32
#define VMXNET3_RING_SIZE_MIN		32
#define VMXNET3_RING_SIZE_MAX		4096
#define VMXNET3_TX_DATA_SIZE_MIN	128
#define VMXNET3_DATA_SIZE_MAX		2048
#define VMXNET3_DATA_SIZE_ALIGN		64
#define VMXNET3_TX_BUF_MAX		16384
#define VMXNET3_TX_DESCS_MAX		16 /* per frame */
#define VMXNET3_TSO_DESCS_MAX		24
#define VMXNET3_HEAD_LEN_MIN		128
#define VMXNET3_MIN_MTU			60
#define VMXNET3_MAX_MTU			9000
#define VMXNET3_V6_MAX_MTU		9190
#define VMXNET3_MAX_QUEUES		32 /* v6+ */
#define VMXNET3_V1_MAX_QUEUES		8
#define VMXNET3_MAX_VECTORS		25
#define VMXNET3_V6_MAX_VECTORS		65
#define VMXNET3_MAX_MC_TABLE		10922 /* its length in bytes is a u16 */
#define VMXNET3_MODERATION_ADAPTIVE	8

/* Transmit descriptor. Offloads stand in the first of a frame, eop and cq in the last. */
struct vmxnet3_tx_desc {
	__le64 addr;
	__le32 len_offload;
	__le32 control;
};
static_assert(sizeof(struct vmxnet3_tx_desc) == 16);

#define VMXNET3_TXD_LEN		GENMASK(13, 0) /* 0 stands for 16384 */
#define VMXNET3_TXD_GEN		BIT(14)
#define VMXNET3_TXD_OCO		BIT(15) /* outer UDP checksum too */
#define VMXNET3_TXD_INNER	BIT(17) /* v7+: the offload is about the inner headers */
#define VMXNET3_TXD_MSSCOF	GENMASK(31, 18) /* MSS, or where the checksum goes */

#define VMXNET3_TXD_HLEN	GENMASK(9, 0)
#define VMXNET3_TXD_OM		GENMASK(11, 10)
#define VMXNET3_OM_NONE		0
#define VMXNET3_OM_ENCAP	1
#define VMXNET3_OM_CSUM		2
#define VMXNET3_OM_TSO		3
#define VMXNET3_TXD_EOP		BIT(12)
#define VMXNET3_TXD_CQ		BIT(13)
#define VMXNET3_TXD_TI		BIT(15) /* insert the tag below */
#define VMXNET3_TXD_TCI		GENMASK(31, 16)

struct vmxnet3_tx_comp {
	__le32 index; /* of the EOP descriptor */
	__le32 reserved[2];
	__le32 type_gen;
};
static_assert(sizeof(struct vmxnet3_tx_comp) == 16);

#define VMXNET3_TXC_INDEX	GENMASK(11, 0)
#define VMXNET3_COMP_GEN	BIT(31)

/* Receive descriptor; the device never writes it. */
struct vmxnet3_rx_desc {
	__le64 addr;
	__le32 len_gen;
	__le32 ext;
};
static_assert(sizeof(struct vmxnet3_rx_desc) == 16);

#define VMXNET3_RXD_LEN		GENMASK(13, 0)
#define VMXNET3_RXD_BODY	BIT(14)
#define VMXNET3_RXD_GEN		BIT(31)

struct vmxnet3_rx_comp {
	__le32 index;
	__le32 hash; /* or segCnt and friends in the first of an LRO frame */
	__le32 len_tci;
	__le32 flags;
};
static_assert(sizeof(struct vmxnet3_rx_comp) == 16);

#define VMXNET3_RXC_INDEX	GENMASK(11, 0)
#define VMXNET3_RXC_HDR_INNER	BIT(13) /* the flags describe the inner header */
#define VMXNET3_RXC_EOP		BIT(14)
#define VMXNET3_RXC_SOP		BIT(15)
#define VMXNET3_RXC_RQID	GENMASK(25, 16)
#define VMXNET3_RXC_RSS_TYPE	GENMASK(29, 26)
#define VMXNET3_RXC_CNC		BIT(30) /* checksum was not looked at */

#define VMXNET3_RXC_SEG_COUNT	GENMASK(7, 0) /* in hash, type LRO */

#define VMXNET3_RXC_LEN		GENMASK(13, 0)
#define VMXNET3_RXC_ERR		BIT(14)
#define VMXNET3_RXC_TS		BIT(15) /* a tag was stripped */
#define VMXNET3_RXC_TCI		GENMASK(31, 16)

#define VMXNET3_RXC_MSS		GENMASK(15, 0) /* type LRO */
#define VMXNET3_RXC_L4_OK	BIT(16)
#define VMXNET3_RXC_UDP		BIT(17)
#define VMXNET3_RXC_TCP		BIT(18)
#define VMXNET3_RXC_IP_OK	BIT(19)
#define VMXNET3_RXC_V6		BIT(20)
#define VMXNET3_RXC_V4		BIT(21)
#define VMXNET3_RXC_FRAGMENT	BIT(22)
#define VMXNET3_RXC_FCS_OK	BIT(23)
#define VMXNET3_RXC_TYPE	GENMASK(30, 24)
#define VMXNET3_RXC_TYPE_LRO	4

enum vmxnet3_rss_type {
	VMXNET3_RSS_NONE,
	VMXNET3_RSS_IPV4,
	VMXNET3_RSS_TCPV4,
	VMXNET3_RSS_IPV6,
	VMXNET3_RSS_TCPV6,
	VMXNET3_RSS_UDPV4,
	VMXNET3_RSS_UDPV6,
	VMXNET3_RSS_ESPV4,
	VMXNET3_RSS_ESPV6,
};

/* The statistics the device keeps per queue; one order for each direction. */
enum vmxnet3_tx_stat {
	VMXNET3_TX_TSO_PKTS, VMXNET3_TX_TSO_BYTES,
	VMXNET3_TX_UCAST_PKTS, VMXNET3_TX_UCAST_BYTES,
	VMXNET3_TX_MCAST_PKTS, VMXNET3_TX_MCAST_BYTES,
	VMXNET3_TX_BCAST_PKTS, VMXNET3_TX_BCAST_BYTES,
	VMXNET3_TX_ERROR, VMXNET3_TX_DISCARD,
	VMXNET3_HW_STATS
};

enum vmxnet3_rx_stat {
	VMXNET3_RX_LRO_PKTS, VMXNET3_RX_LRO_BYTES,
	VMXNET3_RX_UCAST_PKTS, VMXNET3_RX_UCAST_BYTES,
	VMXNET3_RX_MCAST_PKTS, VMXNET3_RX_MCAST_BYTES,
	VMXNET3_RX_BCAST_PKTS, VMXNET3_RX_BCAST_BYTES,
	VMXNET3_RX_OUT_OF_BUF, VMXNET3_RX_ERROR,
};

struct vmxnet3_queue_status {
	u8 stopped;
	u8 pad[3];
	__le32 error;
};

/* What the device is told of one TX queue, read by it at ACTIVATE. */
struct vmxnet3_txq_shared {
	__le32 deferred; /* frames not announced yet; ours */
	__le32 threshold; /* the device's: ring the doorbell from here on */
	__le64 reserved0;
	__le64 ring_pa;
	__le64 data_pa;
	__le64 comp_pa;
	__le64 driver_data_pa;
	__le64 reserved1;
	__le32 ring_size;
	__le32 data_ring_size;
	__le32 comp_size;
	__le32 driver_data_len;
	u8 vector;
	u8 pad0;
	__le16 data_desc_size; /* v3+ */
	u8 pad1[4];
	struct vmxnet3_queue_status status;
	__le64 stats[VMXNET3_HW_STATS];
	u8 reserved2[88];
};
static_assert(offsetof(struct vmxnet3_txq_shared, ring_size) == 0x38);
static_assert(offsetof(struct vmxnet3_txq_shared, vector) == 0x48);
static_assert(offsetof(struct vmxnet3_txq_shared, stats) == 0x58);
static_assert(sizeof(struct vmxnet3_txq_shared) == 256);

struct vmxnet3_rxq_shared {
	u8 update_doorbell; /* the device's: RXPROD must be written */
	u8 pad0[7];
	__le64 reserved0;
	__le64 ring_pa[2];
	__le64 comp_pa;
	__le64 driver_data_pa;
	__le64 data_pa; /* v3+ */
	__le32 ring_size[2];
	__le32 comp_size;
	__le32 driver_data_len;
	u8 vector;
	u8 pad1;
	__le16 data_desc_size; /* v3+, 0 = no data ring */
	u8 pad2[4];
	struct vmxnet3_queue_status status;
	__le64 stats[VMXNET3_HW_STATS];
	u8 reserved2[88];
};
static_assert(offsetof(struct vmxnet3_rxq_shared, ring_size) == 0x38);
static_assert(offsetof(struct vmxnet3_rxq_shared, vector) == 0x48);
static_assert(offsetof(struct vmxnet3_rxq_shared, stats) == 0x58);
static_assert(sizeof(struct vmxnet3_rxq_shared) == 256);

/* A block of memory that a configuration points the device to. */
struct vmxnet3_conf_desc {
	__le32 version;
	__le32 len;
	__le64 pa;
};

/* SET_RING_BUFFER_SIZE, v7+. */
struct vmxnet3_buf_sizes {
	__le16 ring0_head;
	__le16 ring0_body;
	__le16 ring1_body;
	__le16 pad;
};

union vmxnet3_cmd_info {
	struct vmxnet3_conf_desc conf;
	__le32 rss_fields;
	struct vmxnet3_buf_sizes buf_sizes;
	__le64 data[2];
};

#define VMXNET3_MAGIC		0xbabefee1
#define VMXNET3_GOS_64BIT	2
#define VMXNET3_GOS_32BIT	1
#define VMXNET3_GOS_LINUX	1
#define VMXNET3_GOS_BITS	GENMASK(1, 0)
#define VMXNET3_GOS_TYPE	GENMASK(5, 2)
#define VMXNET3_INTR_DISABLE_ALL BIT(0)
#define VMXNET3_VFT_WORDS	128 /* one bit per VLAN id */

struct vmxnet3_shared {
	__le32 magic;
	__le32 size;
	__le32 version;
	__le32 gos;
	__le32 revision; /* always 1: VRRS decides */
	__le32 upt_revision;
	__le64 features;
	__le64 driver_data_pa;
	__le64 queues_pa; /* TX descriptors first, then RX */
	__le32 driver_data_len;
	__le32 queues_len;
	__le32 mtu;
	__le16 max_rx_frags;
	u8 tx_queues;
	u8 rx_queues;
	u8 reserved0[16];

	u8 auto_mask;
	u8 vectors;
	u8 event_vector;
	u8 moderation[VMXNET3_MAX_VECTORS];
	__le32 intr_control;
	u8 reserved1[8];

	__le32 rx_mode;
	__le16 mc_len;
	u8 pad0[2];
	__le64 mc_pa;
	__le32 vlan_filter[VMXNET3_VFT_WORDS];

	struct vmxnet3_conf_desc rss;
	struct vmxnet3_conf_desc pm;
	struct vmxnet3_conf_desc plugin;
	__le32 events;
	u8 reserved2[4];
	union vmxnet3_cmd_info cmd; /* v3+, valid during the command */

	/* v6+: in force instead of the above with more than 8 TX or 16 RX queues. */
	u8 ext_auto_mask;
	u8 ext_vectors;
	u8 ext_event_vector;
	u8 reserved3;
	__le32 ext_intr_control;
	u8 reserved4[4];
	u8 ext_moderation[VMXNET3_V6_MAX_VECTORS];
	u8 pad1[3];
};
static_assert(offsetof(struct vmxnet3_shared, mtu) == 0x38);
static_assert(offsetof(struct vmxnet3_shared, auto_mask) == 0x50);
static_assert(offsetof(struct vmxnet3_shared, rx_mode) == 0x78);
static_assert(offsetof(struct vmxnet3_shared, rss) == 0x288);
static_assert(offsetof(struct vmxnet3_shared, events) == 0x2b8);
static_assert(offsetof(struct vmxnet3_shared, ext_auto_mask) == 0x2d0);
static_assert(sizeof(struct vmxnet3_shared) == 800);

#define VMXNET3_RSS_KEY_LEN	40
#define VMXNET3_RSS_TABLE_MAX	128
#define VMXNET3_HASH_IPV4	BIT(0)
#define VMXNET3_HASH_TCPV4	BIT(1)
#define VMXNET3_HASH_IPV6	BIT(2)
#define VMXNET3_HASH_TCPV6	BIT(3)
#define VMXNET3_HASH_TOEPLITZ	1

struct vmxnet3_rss_conf {
	__le16 hash_type;
	__le16 hash_func;
	__le16 key_size;
	__le16 table_size; /* a power of two */
	u8 key[VMXNET3_RSS_KEY_LEN];
	u8 table[VMXNET3_RSS_TABLE_MAX];
};
static_assert(sizeof(struct vmxnet3_rss_conf) == 176);

/* SET_RSS_FIELDS and GET_RSS_FIELDS, v4+. */
#define VMXNET3_FIELD_TCPV4	BIT(0)
#define VMXNET3_FIELD_TCPV6	BIT(1)
#define VMXNET3_FIELD_UDPV4	BIT(2)
#define VMXNET3_FIELD_UDPV6	BIT(3)
#define VMXNET3_FIELD_ESPV4	BIT(4)
#define VMXNET3_FIELD_ESPV6	BIT(5)

/* Wake on LAN. */
#define VMXNET3_PM_MAGIC	BIT(0)
#define VMXNET3_PM_FILTER	BIT(1)
#define VMXNET3_PM_FILTERS	6

struct vmxnet3_pm_filter {
	u8 mask_size;
	u8 pattern_size;
	u8 mask[16];
	u8 pattern[128];
	u8 pad[6];
};

struct vmxnet3_pm_conf {
	__le16 events;
	u8 filters;
	u8 pad[5];
	struct vmxnet3_pm_filter filter[VMXNET3_PM_FILTERS];
};
static_assert(sizeof(struct vmxnet3_pm_conf) == 920);

/* SET_COALESCE and GET_COALESCE, v3+. */
enum vmxnet3_coalesce_mode {
	VMXNET3_COALESCE_OFF,
	VMXNET3_COALESCE_ADAPTIVE,
	VMXNET3_COALESCE_STATIC,
	VMXNET3_COALESCE_RATE,
};

struct vmxnet3_coalesce {
	__le32 mode;
	union {
		__le32 rate; /* interrupts per second */
		struct {
			__le32 tx_depth;
			__le32 tx_comp_depth;
			__le32 rx_depth;
		};
	};
};
static_assert(sizeof(struct vmxnet3_coalesce) == 16);

#define VMXNET3_COALESCE_RATE_MIN	100
#define VMXNET3_COALESCE_RATE_MAX	100000
#define VMXNET3_COALESCE_DEPTH_MAX	128
#define VMXNET3_COALESCE_DEPTH_DEFAULT	64

#endif
