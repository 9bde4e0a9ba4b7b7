// SPDX-License-Identifier: GPL-2.0-only
/* XDP programs steered by xdpctl; they load on 5.10 and later. */
#include <linux/bpf.h>
#include <linux/if_ether.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>

#include "knobs.h"

#define MAX_GROW 64
#define MAX_FRAME 16384

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct xb_knobs);
} knobs SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct xb_count);
} count SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_DEVMAP);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u32);
} devs SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_CPUMAP);
	__uint(max_entries, 8);
	__type(key, __u32);
	__type(value, __u32);
} cpus SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	__type(key, __u32);
	__type(value, __u32);
} events SEC(".maps");

static __always_inline __u16 ethertype(struct xdp_md *ctx)
{
	void *data = (void *)(long)ctx->data;
	struct ethhdr *eth = data;

	if (data + sizeof(*eth) > (void *)(long)ctx->data_end)
		return 0;
	return bpf_ntohs(eth->h_proto);
}

/* Gives the bytes that adjust_head put in front a known value. */
static __always_inline void fill(struct xdp_md *ctx, __u32 n)
{
	__u8 *data = (void *)(long)ctx->data;
	__u8 *end = (void *)(long)ctx->data_end;

	for (__u32 i = 0; i < MAX_GROW; i++) {
		if (i >= n || data + i + 1 > end)
			break;
		data[i] = XB_FILL + (i & 0x1f);
	}
}

static __always_inline void rewrite(struct xdp_md *ctx, struct xb_knobs *k)
{
	__u8 *data = (void *)(long)ctx->data;
	__u32 off = k->rewrite - 1;

	if (off >= MAX_FRAME || data + off + 1 > (__u8 *)(long)ctx->data_end)
		return;
	data[off] = k->rewrite_byte;
}

static __always_inline int verdict(struct xb_knobs *k)
{
	switch (k->verdict) {
	case XB_REDIRECT:
		return bpf_redirect_map(&devs, 0, 0);
	case XB_REDIRECT_CPU:
		return bpf_redirect_map(&cpus, k->cpu, 0);
	case XB_REDIRECT_IF:
		return bpf_redirect(k->ifindex, 0);
	case XB_INVALID:
		return 42;
	default:
		return k->verdict;
	}
}

static __always_inline int run(struct xdp_md *ctx, __u32 len)
{
	struct xb_seen seen = { .len = len, .queue = ctx->rx_queue_index };
	__u16 proto = ethertype(ctx);
	struct xb_count *c;
	struct xb_knobs *k;
	__u32 zero = 0;

	k = bpf_map_lookup_elem(&knobs, &zero);
	c = bpf_map_lookup_elem(&count, &zero);
	if (!k || !c || proto == XB_ETH_FENCE)
		return XDP_PASS;
	if (k->ethertype && k->ethertype != proto)
		return XDP_PASS;

	c->packets++;
	c->bytes += len;
	if (k->capture)
		bpf_perf_event_output(ctx, &events, BPF_F_CURRENT_CPU | (__u64)len << 32, &seen,
				      sizeof(seen));

	if (k->head && bpf_xdp_adjust_head(ctx, k->head))
		goto refused;
	if (k->head < 0)
		fill(ctx, -k->head);
	if (k->tail && bpf_xdp_adjust_tail(ctx, k->tail))
		goto refused;
	if (k->rewrite)
		rewrite(ctx, k);
	return verdict(k);
refused:
	c->refused++;
	return XDP_ABORTED;
}

SEC("xdp")
int xb_knobs(struct xdp_md *ctx)
{
	return run(ctx, ctx->data_end - ctx->data);
}

/* The same for multi-buffer frames (5.18 and later). */
SEC("xdp")
int xb_frags(struct xdp_md *ctx)
{
	return run(ctx, bpf_xdp_get_buff_len(ctx));
}

/* Nothing but a verdict, for measuring. */
SEC("xdp")
int xb_drop(struct xdp_md *ctx)
{
	return XDP_DROP;
}

SEC("xdp")
int xb_pass(struct xdp_md *ctx)
{
	return XDP_PASS;
}

SEC("xdp")
int xb_tx(struct xdp_md *ctx)
{
	return XDP_TX;
}

SEC("xdp")
int xb_redirect(struct xdp_md *ctx)
{
	return bpf_redirect_map(&devs, 0, 0);
}

char _license[] SEC("license") = "GPL";
