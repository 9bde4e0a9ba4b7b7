#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Checksums: asked of the device, found wrong, and not vouched for after a program's change.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up
ip addr add 192.0.2.2/24 dev dut0
sysctl -qw net.ipv6.conf.dut0.disable_ipv6=0
ip addr add 2001:db8::2/64 dev dut0 nodad
mac=$(cat /sys/class/net/dut0/address)

# The device fills in what the stack left open.
asked() {
	local kind sizes
	for kind in udp4 tcp4 udp6 tcp6; do
		sizes=100,127,128,129,130,1000,1514
		frames check --send dut0 --expect peer0 --kind $kind --csum partial --sizes $sizes
		# what is not asked for is not touched
		frames check --send dut0 --expect peer0 --kind $kind --csum bad --sizes $sizes
		frames check --send dut0 --expect peer0 --kind $kind --csum partial --sizes $sizes --tag 8100:100
	done
}
try "the device computes checksums for TCP and UDP on IPv4 and IPv6, tagged and not" asked
ethtool -K dut0 tx off >/dev/null
try "the stack computes them when the offload is off" asked
ethtool -K dut0 tx on >/dev/null

# stat NAME: a counter of the stack; nobody listens, so a good datagram counts as NoPorts
stat() { nstat -asz "$1" | awk -v n="$1" '$1 == n { print $2 }'; }

# datagrams GOOD BAD KIND...: how many of 6 the stack takes for good and for wrong
datagrams() {
	local good=$1 bad=$2 ports=UdpNoPorts wrong=UdpInCsumErrors p w
	shift 2
	[ "$2" != udp6 ] || { ports=Udp6NoPorts wrong=Udp6InCsumErrors; }
	p=$(stat $ports) w=$(stat $wrong)
	frames check --send peer0 --silent peer1 --sizes 100,1000,1514 --count 2 --dst "$mac" --fence dut0 "$@"
	same "$(($(stat $ports) - p)) $(($(stat $wrong) - w))" "$good $bad" "datagrams taken as good, and as wrong"
}
told_apart() {
	local kind
	for kind in udp4 udp6; do
		datagrams 6 0 --kind $kind
		datagrams 0 6 --kind $kind --csum bad
	done
}
passed() {
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict=pass
	told_apart
	xdpctl set dut0 verdict=cpu cpu=1
	told_apart
	xdpctl detach dut0
}
changed() {
	local kind
	xdpctl attach dut0 drv
	for kind in udp4 udp6; do
		xdpctl set dut0 verdict=pass rewrite=90:1
		datagrams 0 6 --kind $kind
		xdpctl set dut0 verdict=cpu cpu=1 rewrite=90:1
		datagrams 0 6 --kind $kind
	done
	xdpctl detach dut0
}
vouched() {
	local kind
	for kind in udp4 tcp4 udp6 tcp6; do
		frames check --send peer0 --expect dut0 --kind $kind --sizes 100,1000 --fence dut0
	done | grep -o 'csum_valid=[0-9]*'
}
same_word() {
	local without
	ethtool -K dut0 gro off
	without=$(vouched)
	xdpctl attach dut0 drv xb_pass
	same "$(vouched)" "$without" "frames that need no check"
	xdpctl detach dut0
	ethtool -K dut0 gro on
}
for gro in on off; do
	ethtool -K dut0 gro $gro
	try "good and wrong checksums are told apart (gro $gro)" told_apart
	try "A08 they are told apart the same after PASS and cpumap (gro $gro)" passed
	try "A08 a payload that the program changed counts as wrong (gro $gro)" changed
done
try "A08 the device's word on checksums is the same with a program that passes" same_word
ethtool -K dut0 rx off >/dev/null
try "good and wrong checksums are told apart with rx checksumming off" told_apart
ethtool -K dut0 rx on >/dev/null

ip addr flush dev dut0
clean
done_testing
