/* SPDX-License-Identifier: GPL-2.0-only */
/* Frames whose every byte follows from a few numbers, and what may become of them. */
#ifndef XB_FRAME_H
#define XB_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAME_MAX 16384
#define FRAME_TAGS 2

enum frame_kind {
	FRAME_RAW,   /* the local experimental ethertype */
	FRAME_FENCE, /* see XB_ETH_FENCE */
	FRAME_UDP4,
	FRAME_TCP4,
	FRAME_UDP6,
	FRAME_TCP6,
};

enum frame_csum { CSUM_GOOD, CSUM_BAD, CSUM_PARTIAL };

struct frame_tag {
	uint16_t tpid;
	uint16_t tci;
};

struct frame_spec {
	enum frame_kind kind;
	enum frame_csum csum;
	uint8_t dst[6], src[6];
	struct frame_tag tags[FRAME_TAGS];
	int n_tags;
	uint8_t ip4_src[4], ip4_dst[4];
	uint8_t ip6_src[16], ip6_dst[16];
	uint16_t port;
};

struct frame {
	int len;
	/* of the L4 header and of the checksum in it, for CSUM_PARTIAL */
	int csum_start, csum_offset;
	uint8_t data[FRAME_MAX + 64];
};

/* What a program or the stack does to a frame on its way. */
struct frame_change {
	int head, tail; /* as given to bpf_xdp_adjust_*() */
	int rewrite;	/* offset, or -1 */
	uint8_t rewrite_byte;
	bool swap; /* the MAC addresses */
	int pop;   /* tags taken off the front */
	struct frame_tag push[FRAME_TAGS];
	int n_push;
};

enum frame_kind frame_kind_of(const char *name);
/* Makes frame id of len bytes in all; false if the headers alone are longer. */
bool frame_build(const struct frame_spec *s, uint32_t id, int len, struct frame *f);
void frame_apply(const struct frame_change *c, struct frame *f);
void frame_push(struct frame *f, uint16_t tpid, uint16_t tci);
/* Which frame this is, by the mark in its first bytes; false if none of ours. */
bool frame_id(const uint8_t *p, int len, uint32_t *id);
bool frame_is_fence(const uint8_t *p, int len);
/* Prints where two frames differ. */
void frame_explain(const char *who, uint32_t id, const struct frame *want, const uint8_t *got,
		   int len);

#endif
