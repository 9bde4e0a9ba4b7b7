/* SPDX-License-Identifier: GPL-2.0-only */
/* What xdpctl and its BPF programs share. */
#ifndef XB_KNOBS_H
#define XB_KNOBS_H

#include <linux/types.h>

/* The first five are the kernel's own; the rest are ways to redirect. */
enum xb_verdict {
	XB_ABORTED,
	XB_DROP,
	XB_PASS,
	XB_TX,
	XB_REDIRECT,	 /* through entry 0 of the devmap */
	XB_REDIRECT_CPU, /* through the cpumap */
	XB_REDIRECT_IF,	 /* bpf_redirect() to an ifindex, no map */
	XB_INVALID,	 /* a number that is no verdict */
};

struct xb_knobs {
	__u32 verdict;
	__s32 head;    /* bpf_xdp_adjust_head() delta */
	__s32 tail;    /* bpf_xdp_adjust_tail() delta */
	__u32 rewrite; /* offset of the byte to rewrite, plus one */
	__u32 rewrite_byte;
	__u32 ifindex;	 /* for XB_REDIRECT_IF */
	__u32 cpu;	 /* for XB_REDIRECT_CPU */
	__u32 capture;	 /* send what is seen to user space */
	__u32 ethertype; /* if set, other frames pass untouched */
};

struct xb_count {
	__u64 packets;
	__u64 bytes;
	__u64 refused; /* a helper refused the adjustment */
};

/* Goes before the frame's bytes in each captured sample. */
struct xb_seen {
	__u32 len;
	__u32 queue;
};

/* Bytes that adjust_head puts in front get this value, counted up. */
#define XB_FILL 0xe0

/*
 * The last frame of a run: every program passes it untouched and uncounted,
 * so its arrival proves that all frames before it were handled.
 */
#define XB_ETH_TEST 0x88b5
#define XB_ETH_FENCE 0x88b6

#endif
