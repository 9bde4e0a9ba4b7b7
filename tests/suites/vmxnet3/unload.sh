#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The driver goes and comes back while it is in use.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up

after_failure() {
	[ -d /sys/module/vmxnet3 ] || xb-load "$XB_DRIVER"
	xb-nics
	clean
}

again() {
	[ -d /sys/module/vmxnet3 ] || xb-load "$XB_DRIVER"
	ports_up
	frames check --send peer0 --expect dut0 --sizes $SIZES --fence dut0
	frames check --send dut0 --expect peer0 --sizes $SIZES --fence peer0
}

# The peer sends, the program answers; then only the peer is left.
under_traffic() {
	local verdict=$1 out
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict="$verdict" dev=dut1 cpu=1
	flood --send peer0 --expect peer0 --expect peer1 --expect dut0 --sizes $SIZES --max-lost 1000000
	rmmod vmxnet3
	stop_flood
	out=$(cat /tmp/flood.last)
	same "$(field wrong <<<"$out") $(field twice <<<"$out")" "0 0" "frames changed, and seen twice"
	[ "$(field arrived <<<"$out")" -gt 0 ] || same "none arrived" "some did"
	again
}
for verdict in tx redirect cpu; do
	try "the module unloads under traffic with verdict $verdict, and works when it is back" under_traffic $verdict
done

sending() {
	flood --send dut0 --send dut1 --expect peer0 --expect peer1 --sizes $SIZES --max-lost 1000000
	rmmod vmxnet3
	stop_flood
	again
}
try "the module unloads while the stack sends through it" sending

link_held() {
	xdpctl attach dut0 drv link
	xdpctl set dut0 verdict=tx
	frames check --send peer0 --expect peer0 --sizes $SIZES --fence dut0
	rmmod vmxnet3
	same "$(xdpctl link dut0)" 0 "device that the link is attached to"
	again
	same "$(xdpctl show dut0)" none "mode of the new port"
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict=tx
	frames check --send peer0 --expect peer0 --sizes $SIZES --fence dut0
	xdpctl detach dut0
}
try "E03 the module unloads while a bpf_link holds the program, and takes one again after" link_held

unbind() {
	local pci drv=/sys/bus/pci/drivers/vmxnet3
	pci=$(basename "$(readlink /sys/class/net/dut0/device)")
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict=tx
	flood --send peer0 --expect peer0 --sizes $SIZES --max-lost 1000000
	echo "$pci" >$drv/unbind
	stop_flood
	[ ! -e /sys/class/net/dut0 ]
	frames check --send peer1 --expect dut1 --sizes $SIZES --fence dut1
	echo "$pci" >$drv/bind
	xb-nics --wait 10
	ports_up
	frames check --send peer0 --expect dut0 --sizes $SIZES --fence dut0
}
try "one port is unbound under traffic and bound again, the other stays" unbind

in_netns() {
	local mac
	mac=$(cat /sys/class/net/dut0/address)
	ip netns add other
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict=tx
	ip link set dut0 netns other
	ip -n other link set dut0 up
	same "$(xdpctl show other/dut0)" drv "mode in the other namespace"
	wait_for ip netns exec other grep -q 1 /sys/class/net/dut0/carrier
	frames check --send peer0 --expect peer0 --silent other/dut0 --sizes $SIZES --fence other/dut0
	ip netns del other
	wait_for test -e /sys/class/net/dut0
	same "$(cat /sys/class/net/dut0/address)" "$mac" "MAC address"
	ports_up
	same "$(xdpctl show dut0)" drv "mode back home"
	frames check --send peer0 --expect peer0 --sizes $SIZES --fence dut0
	xdpctl detach dut0
}
try "E02 a program stays with its port in another namespace and back" in_netns

many() {
	local _
	for _ in {1..3}; do
		xdpctl attach dut0 drv xb_tx
		rmmod vmxnet3
		xb-load "$XB_DRIVER"
		ip link set dut0 up
	done
	ports_up
	again
}
try "the module is loaded and unloaded many times" many

clean
done_testing
