#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# TCP both ways between two namespaces, compared by its hash, with every offload on and off.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up
ip netns add near
ip netns add far
ip link set dut0 netns near
ip link set peer0 netns far
# addresses: also what an MTU below IPv6's smallest takes away, and what a failure leaves
addresses() {
	local at ns dev n
	for at in near/dut0/1 far/peer0/2; do
		IFS=/ read -r ns dev n <<<"$at"
		ip -n "$ns" link set lo up
		ip -n "$ns" link set "$dev" mtu 1500 up
		ip netns exec "$ns" sysctl -qw "net.ipv6.conf.$dev.disable_ipv6=0"
		ip -n "$ns" addr replace "10.0.0.$n/24" dev "$dev"
		ip -n "$ns" addr replace "fd00::$n/64" dev "$dev" nodad
	done
}
after_failure() {
	xdpctl detach near/dut0 2>/dev/null || true
	ip -n near link del v100 2>/dev/null || true
	ip -n far link del v100 2>/dev/null || true
	addresses
}
addresses
reachable() { wait_for ip netns exec near ping -c 1 -W 1 10.0.0.2; }
reachable
head -c 1000000 /dev/urandom >/tmp/data
want=$(sha256sum </tmp/data)

# listen NS PORT FILE: takes one connection into FILE; never holds on to the test's output
listen() { exec ip netns exec "$1" timeout 30 socat -u "TCP6-LISTEN:$2,reuseaddr,ipv6only=0" "CREATE:$3" >/tmp/socat 2>&1; }
listening() { ip netns exec "$1" ss -tlnH "sport = $2" | grep -q .; }

# transfer FROM TO ADDRESS: TO listens at ADDRESS; what arrives is what was sent
transfer() {
	local from=$1 to=$2 addr=$3 pid
	[[ $addr != *:* ]] || addr="[$addr]"
	listen "$to" 5000 /tmp/got &
	pid=$!
	wait_for listening "$to" 5000
	ip netns exec "$from" timeout 30 socat -u FILE:/tmp/data "TCP:$addr:5000"
	wait $pid
	same "$(sha256sum </tmp/got)" "$want" "hash of what arrived"
}
both_ways() {
	transfer near far 10.0.0.2
	transfer far near 10.0.0.1
	transfer near far fd00::2
	transfer far near fd00::1
}
try "TCP both ways, all offloads on" both_ways

with_program() {
	xdpctl attach near/dut0 drv
	xdpctl set near/dut0 verdict=pass
	both_ways
	[ "$(seen near/dut0)" -gt 1000 ]
	xdpctl detach near/dut0
}
try "TCP both ways with a program that passes" with_program

# swaps KIND: 100 programs take turns while TCP runs; the link stays and the data is right
swaps() {
	local pid before
	xdpctl attach near/dut0 drv
	xdpctl set near/dut0 verdict=pass
	before=$(ip netns exec near cat /sys/class/net/dut0/carrier_changes)
	xdpctl replace near/dut0 drv 100 >/tmp/said 2>&1 &
	pid=$!
	while kill -0 $pid; do
		transfer far near 10.0.0.1
		transfer near far 10.0.0.2
	done 2>/dev/null
	wait $pid
	same "$(ip netns exec near cat /sys/class/net/dut0/carrier_changes)" "$before" "changes of the carrier"
	xdpctl detach near/dut0
}
try "A19 100 programs take each other's place while TCP runs, and the link stays" swaps

no_offloads() {
	local f
	for f in tso gso gro sg tx rx lro rxvlan txvlan; do
		ip netns exec near ethtool -K dut0 $f off
	done
	both_ways
	for f in rx tx sg tso gso gro lro rxvlan txvlan; do
		ip netns exec near ethtool -K dut0 $f on
	done
	both_ways
}
try "TCP both ways, each offload off and then on again" no_offloads

on_vlan() {
	modprobe 8021q
	for at in near/dut0/1 far/peer0/2; do
		IFS=/ read -r ns dev n <<<"$at"
		ip -n "$ns" link add link "$dev" name v100 type vlan id 100
		ip -n "$ns" addr add "10.0.100.$n/24" dev v100
		ip -n "$ns" link set v100 up
	done
	transfer near far 10.0.100.2
	transfer far near 10.0.100.1
	xdpctl attach near/dut0 drv xb_pass
	transfer near far 10.0.100.2
	transfer far near 10.0.100.1
	xdpctl detach near/dut0
	ip -n near link del v100
	ip -n far link del v100
}
try "TCP both ways on a VLAN, with a program and without" on_vlan

small_segments() {
	ip -n near link set dut0 mtu 576
	transfer near far 10.0.0.2
	transfer far near 10.0.0.1
	addresses
}
try "TCP both ways with an MTU of 576" small_segments

largest() {
	ip -n near link set dut0 mtu $MAX_XDP_MTU
	ip -n far link set peer0 mtu $MAX_XDP_MTU
	both_ways
	xdpctl attach near/dut0 drv xb_pass
	both_ways
	xdpctl detach near/dut0
}
try "TCP both ways with an MTU of $MAX_XDP_MTU, with a program and without" largest

jumbo() {
	ip -n near link set dut0 mtu 9000
	ip -n far link set peer0 mtu 9000
	both_ways
	addresses
}
try "TCP both ways with an MTU of 9000" jumbo

both_at_once() {
	local pids=() p
	for p in 6001 6002 6003; do
		listen far $p /tmp/got.$p &
		pids+=($!)
		wait_for listening far $p
		ip netns exec near timeout 30 socat -u FILE:/tmp/data TCP:10.0.0.2:$p >/tmp/socat.$p 2>&1 &
		pids+=($!)
	done
	transfer far near 10.0.0.1
	wait "${pids[@]}"
	for p in 6001 6002 6003; do same "$(sha256sum </tmp/got.$p)" "$want" "hash of stream $p"; done
}
try "several TCP streams both ways at once" both_at_once

ip netns del near
ip netns del far
wait_for test -e /sys/class/net/dut0
ports_up
clean
done_testing
