// SPDX-License-Identifier: GPL-2.0-only
/* Sends every frame out of the port in slot 0 of the map, as forwarders do. */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

struct {
	__uint(type, BPF_MAP_TYPE_DEVMAP);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u32);
} out_port SEC(".maps");

SEC("xdp") int redirect(struct xdp_md *ctx)
{
	return bpf_redirect_map(&out_port, 0, 0);
}

char _license[] SEC("license") = "GPL";
