// SPDX-License-Identifier: GPL-2.0-only
/* The smallest program there is for a verdict: -DVERDICT=XDP_DROP, XDP_PASS or XDP_TX. */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

SEC("xdp") int verdict(struct xdp_md *ctx)
{
	return VERDICT;
}

char _license[] SEC("license") = "GPL";
