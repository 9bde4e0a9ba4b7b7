#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A guest is what suites take it for: this kernel, its NICs by name, everything mounted.
# where: guest
# kernels: all
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# driver: intree
. "$(dirname -- "$0")/../lib.sh"

t_begin kernel
like "$(uname -r)" "^${XB_KERNEL//./\\.}\\.[0-9]" "runs the kernel it is for"
is "$(cat /sys/devices/system/cpu/online)" 0-3 "has as many CPUs as it asked for"
is "$(cat /sys/devices/system/clocksource/clocksource0/current_clocksource)" tsc "keeps time by the TSC"

t_begin mounts
for dir in /proc /sys /dev/pts /tmp /run /sys/fs/bpf /sys/kernel/debug /sys/kernel/tracing /sys/fs/cgroup; do
	check "mounts $dir" mountpoint -q "$dir"
done
check "has BTF" test -s /sys/kernel/btf/vmlinux
check "can write to its root" touch /usr/written

t_begin nics
for nic in dut0:vmxnet3 peer0:virtio_net dut1:vmxnet3 peer1:virtio_net; do
	driver=${nic#*:} nic=${nic%:*}
	is "$(basename "$(readlink "/sys/class/net/$nic/device/driver")")" "$driver" "$nic is driven by $driver"
	is "$(cat "/sys/class/net/$nic/address")" "$(awk -v n="$nic" '$1 == n { print $2 }' /xb/nics)" \
		"$nic has the MAC of its command line"
done
is "$(find /sys/class/net -mindepth 1 | wc -l)" 5 "and there are no others but lo"

t_begin tools
for tool in ip ethtool ping tcpdump xdp-loader bpftool iperf3 jq lspci socat frames xdpctl; do
	check "has $tool" command -v $tool
done

t_begin frames
ip netns add other
ip link set peer0 netns other
ip addr add 192.0.2.1/24 dev dut0
ip link set dut0 up
ip -n other addr add 192.0.2.2/24 dev peer0
ip -n other link set peer0 up
check "frames go from one NIC to the other" ping -q -c 3 -i 0.2 -W 5 192.0.2.2
done_testing
