#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Frames that go on to other devices and CPUs, and come home in the end.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up
after_failure() {
	[ -d /sys/module/vmxnet3 ] || xb-load "$XB_DRIVER"
	ports_up
	[ -e /sys/fs/bpf/xb/dut0 ] || xdpctl attach dut0 drv
	xdpctl detach dut1 2>/dev/null || true
}
modprobe veth
ip link add veth0 type veth peer name veth1
for dev in veth0 veth1; do
	sysctl -qw net.ipv6.conf.$dev.disable_ipv6=1
	ip link set $dev mtu $MAX_XDP_MTU up
done
for dev in dut0 dut1 peer0 peer1; do ip link set $dev mtu $MAX_XDP_MTU; done
# a veth takes redirected frames only while its other end has a program
xdpctl attach veth1 drv xb_pass
xdpctl attach dut0 drv
long=$SIZES,2000,3000,$((MAX_XDP_MTU + 14))

# Every way to hand a frame on, at every length: the kernel's XDP_WARN is a complaint that
# fails the test by itself.
each_way() {
	local verdict dev to
	while read -r verdict dev to; do
		xdpctl set dut0 verdict="$verdict" dev="$dev" cpu=2
		frames check --send peer0 --expect "$to" --silent peer0 --sizes "$long" --count 3 --fence dut0
	done <<-EOF
		redirect dut1 peer1
		if dut1 peer1
		redirect veth0 veth1
		if veth0 veth1
		cpu dut1 dut0
	EOF
}
try "A03 frames of 60 to $((MAX_XDP_MTU + 14)) bytes go to another port, a veth and another CPU" each_way

# What a port's own program does not matter to what is sent through it.
target_program() {
	xdpctl attach dut1 drv xb_drop
	xdpctl set dut0 verdict=redirect dev=dut1
	frames check --send peer0 --expect peer1 --sizes "$long" --fence dut0
	xdpctl detach dut1
	xdpctl set dut0 verdict=redirect dev=dut1
	frames check --send peer0 --expect peer1 --sizes "$long" --fence dut0
}
try "a port sends what is redirected to it with and without a program of its own" target_program

back_out() {
	xdpctl set dut0 verdict=redirect dev=dut0
	frames check --send peer0 --expect peer0 --silent dut0 --sizes "$long" --fence dut0
}
try "a redirect may name the port that the frame came in by" back_out

both_ways() {
	xdpctl attach dut1 drv
	xdpctl set dut0 verdict=redirect dev=dut1
	xdpctl set dut1 verdict=redirect dev=dut0
	frames flood --send peer0 --send peer1 --expect peer0 --expect peer1 --count 5000 --sizes "$long"
	xdpctl detach dut1
}
try "two ports redirect to each other at once and lose nothing" both_ways

in_turn() {
	local verdict dev to
	while read -r verdict dev to; do
		xdpctl set dut0 verdict="$verdict" dev="$dev" cpu=3
		frames flood --send peer0 --expect "$to" --count 5000 --sizes "$long"
	done <<-EOF
		redirect dut1 peer1
		redirect veth0 veth1
		cpu dut1 dut0
		pass dut1 dut0
		tx dut1 peer0
	EOF
}
try "a flood through each target arrives whole" in_turn

# Every page must come home: the pools say how many are missing when they are taken down. One
# that misses pages tries again each second, so the last word of each counts.
trace=/sys/kernel/tracing
releases() {
	sed -n 's/.*page_pool_release: page_pool=\([0-9a-fx]*\) inflight=\(-\?[0-9]*\).*/\1 \2/p' $trace/trace
}
all_released() { releases | awk '{ left[$1] = $2 } END { for (p in left) if (left[p] != 0) exit 1; exit !NR }'; }
home() {
	echo >$trace/trace
	echo 1 >$trace/events/page_pool/page_pool_release/enable
	xdpctl detach dut0
	rmmod vmxnet3
	wait_for all_released
	echo 0 >$trace/events/page_pool/page_pool_release/enable
	# four queues on each of two ports
	same "$(releases | cut -d' ' -f1 | sort -u | wc -l)" 8 "pools released"
	xb-load "$XB_DRIVER"
	ports_up
	frames check --send peer0 --expect dut0 --sizes $SIZES --fence dut0
}
try "A10 after all of that the module unloads and no page is missing" home

ip link del veth0
clean
done_testing
