// SPDX-License-Identifier: GPL-2.0-only
#include <err.h>
#include <stdio.h>
#include <string.h>

#include <arpa/inet.h>

#include "frame.h"
#include "knobs.h"

static const uint8_t mark[4] = { 'X', 'B', 'F', 'R' };

#define MARK_SPAN 192 /* the mark is looked for in this many bytes */
#define MARK_LEN (sizeof(mark) + sizeof(uint32_t))

static const struct {
	const char *name;
	uint16_t ethertype;
	uint8_t ip_len, proto, l4_len, csum_offset;
} kinds[] = {
	[FRAME_RAW] = { "raw", XB_ETH_TEST, 0, 0, 0, 0 },
	[FRAME_FENCE] = { "fence", XB_ETH_FENCE, 0, 0, 0, 0 },
	[FRAME_UDP4] = { "udp4", 0x0800, 20, 17, 8, 6 },
	[FRAME_TCP4] = { "tcp4", 0x0800, 20, 6, 20, 16 },
	[FRAME_UDP6] = { "udp6", 0x86dd, 40, 17, 8, 6 },
	[FRAME_TCP6] = { "tcp6", 0x86dd, 40, 6, 20, 16 },
};

enum frame_kind frame_kind_of(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (!strcmp(name, kinds[i].name))
			return i;
	errx(1, "no kind of frame %s", name);
}

static void put16(uint8_t *p, uint16_t v)
{
	p[0] = v >> 8;
	p[1] = v;
}

static void put32(uint8_t *p, uint32_t v)
{
	put16(p, v >> 16);
	put16(p + 2, v);
}

static uint32_t add16(uint32_t sum, const uint8_t *p, int len)
{
	for (; len > 1; p += 2, len -= 2)
		sum += p[0] << 8 | p[1];
	return len ? sum + (p[0] << 8) : sum;
}

static uint16_t fold(uint32_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return sum;
}

static void put_ip(const struct frame_spec *s, uint32_t id, uint8_t *p, int len)
{
	if (kinds[s->kind].ip_len == 40) {
		put32(p, 0x60000000);
		put16(p + 4, len - 40);
		p[6] = kinds[s->kind].proto;
		p[7] = 64;
		memcpy(p + 8, s->ip6_src, 16);
		memcpy(p + 24, s->ip6_dst, 16);
		return;
	}
	put16(p, 0x4500);
	put16(p + 2, len);
	put16(p + 4, id);
	put16(p + 6, 0x4000);
	p[8] = 64;
	p[9] = kinds[s->kind].proto;
	put16(p + 10, 0);
	memcpy(p + 12, s->ip4_src, 4);
	memcpy(p + 16, s->ip4_dst, 4);
	put16(p + 10, ~fold(add16(0, p, 20)));
}

static void put_l4(const struct frame_spec *s, uint8_t *p, int len)
{
	memset(p, 0, kinds[s->kind].l4_len);
	put16(p, s->port);
	put16(p + 2, s->port);
	if (kinds[s->kind].proto == 17) {
		put16(p + 4, len);
		return;
	}
	put16(p + 12, 0x5010);
	put16(p + 14, 0xffff);
}

/* The checksum as asked for; p is the L4 header, written with checksum 0. */
static void put_csum(const struct frame_spec *s, uint8_t *p, int len)
{
	uint8_t *at = p + kinds[s->kind].csum_offset;
	uint32_t pseudo = kinds[s->kind].proto + len;
	uint16_t full;

	if (kinds[s->kind].ip_len == 40)
		pseudo = add16(add16(pseudo, s->ip6_src, 16), s->ip6_dst, 16);
	else
		pseudo = add16(add16(pseudo, s->ip4_src, 4), s->ip4_dst, 4);
	if (s->csum == CSUM_PARTIAL) {
		put16(at, fold(pseudo));
		return;
	}
	full = ~fold(add16(pseudo, p, len));
	if (!full && kinds[s->kind].proto == 17)
		full = 0xffff;
	put16(at, s->csum == CSUM_BAD ? full ^ 0x5555 : full);
}

bool frame_build(const struct frame_spec *s, uint32_t id, int len, struct frame *f)
{
	int ip_len = kinds[s->kind].ip_len, l4_len = kinds[s->kind].l4_len;
	int l2_len = 14 + 4 * s->n_tags, at = l2_len + ip_len + l4_len;
	uint8_t *p = f->data;

	if (len < at + (int)MARK_LEN || len > FRAME_MAX)
		return false;
	memcpy(p, s->dst, 6);
	memcpy(p + 6, s->src, 6);
	for (int i = 0; i < s->n_tags; i++) {
		put16(p + 12 + 4 * i, s->tags[i].tpid);
		put16(p + 14 + 4 * i, s->tags[i].tci);
	}
	put16(p + l2_len - 2, kinds[s->kind].ethertype);
	memcpy(p + at, mark, sizeof(mark));
	put32(p + at + sizeof(mark), id);
	for (int i = at + MARK_LEN; i < len; i++)
		p[i] = 31 * (id + 1) + 7 * i + (i >> 8);
	if (ip_len) {
		put_ip(s, id, p + l2_len, len - l2_len);
		put_l4(s, p + l2_len + ip_len, len - l2_len - ip_len);
		put_csum(s, p + l2_len + ip_len, len - l2_len - ip_len);
	}
	f->len = len;
	f->csum_start = l2_len + ip_len;
	f->csum_offset = kinds[s->kind].csum_offset;
	return true;
}

void frame_push(struct frame *f, uint16_t tpid, uint16_t tci)
{
	memmove(f->data + 16, f->data + 12, f->len - 12);
	put16(f->data + 12, tpid);
	put16(f->data + 14, tci);
	f->len += 4;
}

static void pop(struct frame *f)
{
	memmove(f->data + 12, f->data + 16, f->len - 16);
	f->len -= 4;
}

static void swap(struct frame *f)
{
	uint8_t dst[6];

	memcpy(dst, f->data, 6);
	memmove(f->data, f->data + 6, 6);
	memcpy(f->data + 6, dst, 6);
}

void frame_apply(const struct frame_change *c, struct frame *f)
{
	memmove(f->data + (c->head < 0 ? -c->head : 0), f->data + (c->head > 0 ? c->head : 0),
		f->len - (c->head > 0 ? c->head : 0));
	for (int i = 0; i < -c->head; i++)
		f->data[i] = XB_FILL + (i & 0x1f);
	f->len -= c->head;
	if (c->tail > 0) /* the kernel clears what it adds */
		memset(f->data + f->len, 0, c->tail);
	f->len += c->tail;
	if (c->rewrite >= 0 && c->rewrite < f->len)
		f->data[c->rewrite] = c->rewrite_byte;
	if (c->swap)
		swap(f);
	for (int i = 0; i < c->pop; i++)
		pop(f);
	for (int i = c->n_push - 1; i >= 0; i--)
		frame_push(f, c->push[i].tpid, c->push[i].tci);
}

bool frame_id(const uint8_t *p, int len, uint32_t *id)
{
	const uint8_t *m = memmem(p, len < MARK_SPAN ? len : MARK_SPAN, mark, sizeof(mark));

	if (!m || m + MARK_LEN > p + len)
		return false;
	m += sizeof(mark);
	*id = (uint32_t)m[0] << 24 | m[1] << 16 | m[2] << 8 | m[3];
	return true;
}

bool frame_is_fence(const uint8_t *p, int len)
{
	return len >= 14 && (p[12] << 8 | p[13]) == XB_ETH_FENCE;
}

static void dump(const char *what, const uint8_t *p, int len, int from)
{
	printf("#   %s at %d:", what, from);
	for (int i = from; i < from + 24 && i < len; i++)
		printf(" %02x", p[i]);
	printf("\n");
}

void frame_explain(const char *who, uint32_t id, const struct frame *want, const uint8_t *got,
		   int len)
{
	int i = 0;

	while (i < len && i < want->len && got[i] == want->data[i])
		i++;
	printf("# %s: frame %u: want %d bytes, got %d; they differ from byte %d on\n", who, id,
	       want->len, len, i);
	dump("want", want->data, want->len, i);
	dump("got ", got, len, i);
}
