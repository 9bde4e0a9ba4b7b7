#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# How long a frame may be, with and without a program, and what says so.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up
peers_jumbo() { for dev in peer0 peer1; do ip link set $dev mtu 9000; done; }

limit="MTU [0-9]+ .*$MAX_XDP_MTU"

# every_length MTU: all lengths around what this MTU allows pass each verdict unharmed
every_length() {
	local mtu=$1 sizes
	sizes=60,1000,$((mtu + 13)),$((mtu + 14))
	ip link set dut1 mtu "$mtu"
	xdpctl set dut0 verdict=pass
	frames check --send peer0 --expect dut0 --sizes "$sizes" --fence dut0
	xdpctl set dut0 verdict=tx
	frames check --send peer0 --expect peer0 --silent dut0 --sizes "$sizes" --fence dut0
	xdpctl set dut0 verdict=redirect dev=dut1
	frames check --send peer0 --expect peer1 --silent dut0 --sizes "$sizes" --fence dut0
	xdpctl set dut0 verdict=cpu cpu=1
	frames check --send peer0 --expect dut0 --sizes "$sizes" --fence dut0
}

attach_then_mtu() {
	peers_jumbo
	local mtu
	xdpctl attach dut0 drv
	for mtu in 68 1500 2000 3000 $MAX_XDP_MTU; do
		ip link set dut0 mtu "$mtu"
		same "$(cat /sys/class/net/dut0/mtu)" "$mtu" MTU
		[ "$mtu" = 68 ] || every_length "$mtu"
	done
	for mtu in $((MAX_XDP_MTU + 1)) 9000; do
		# the kernel gives drivers no way to answer here but its log
		dmesg -C
		refuses . ip link set dut0 mtu "$mtu"
		dmesg | grep -E "dut0: $limit"
		same "$(cat /sys/class/net/dut0/mtu)" $MAX_XDP_MTU "MTU after one was refused"
		same "$(xdpctl show dut0)" drv "mode after an MTU was refused"
	done
	every_length $MAX_XDP_MTU
	xdpctl detach dut0
}
try "A12 attach then MTU: up to the limit each length passes, above it the reason names it" attach_then_mtu

mtu_then_attach() {
	peers_jumbo
	local mtu
	for mtu in $((MAX_XDP_MTU + 1)) 9000; do
		ip link set dut0 mtu "$mtu"
		refuses "EINVAL.*$limit" xdpctl attach dut0 drv
		same "$(xdpctl show dut0)" none "mode after a refusal"
		same "$(ethtool -k dut0 | sed -n 's/^large-receive-offload: //p')" on "LRO after a refusal"
		refuses EINVAL xdpctl attach dut0 drv link
		same "$(xdpctl show dut0)" none "mode after a refusal"
		frames check --send peer0 --expect dut0 --sizes 60,1514 --fence dut0
	done
	ip link set dut0 mtu $MAX_XDP_MTU
	xdpctl attach dut0 drv
	every_length $MAX_XDP_MTU
	xdpctl detach dut0
}
try "A12 MTU then attach: up to the limit it works, above it the reason names it" mtu_then_attach

# A program that takes fragments must not fare worse than one that does not.
frags() {
	peers_jumbo
	ip link set dut0 mtu 1500
	xdpctl attach dut0 drv xb_frags
	xdpctl set dut0 verdict=tx
	frames check --send peer0 --expect peer0 --silent dut0 --sizes $SIZES --fence dut0
	xdpctl detach dut0
	ip link set dut0 mtu 9000
	if xdpctl attach dut0 drv xb_frags >/tmp/said; then
		xdpctl set dut0 verdict=tx
		frames check --send peer0 --expect peer0 --silent dut0 --sizes 60,1514,4000,9014 --fence dut0
		xdpctl detach dut0
	else
		grep -qE "EINVAL.*$limit" /tmp/said
	fi
	ip link set dut0 mtu 1500
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict=tx
	frames check --send peer0 --expect peer0 --silent dut0 --sizes $SIZES --fence dut0
	xdpctl detach dut0
}
if newer 5.18; then
	try "E04 a program with frags is attached or refused with the limit, and leaves nothing behind" frags
fi

# Neither more nor less than the device allows.
range() {
	ip link set dut0 mtu 60
	ip link set dut0 mtu 9000
	refuses . ip link set dut0 mtu 59
	refuses . ip link set dut0 mtu 9191
	same "$(cat /sys/class/net/dut0/mtu)" 9000 MTU
}
try "the MTU goes from 60 to 9000" range

# Room for one tag and for two, at each MTU, with a program and without.
tagged() {
	peers_jumbo
	local mtu
	ip link set dut0 promisc on
	for mtu in 1500 $MAX_XDP_MTU; do
		ip link set dut0 mtu "$mtu"
		frames check --send peer0 --expect dut0 --tag 8100:7 --sizes "100,$((mtu + 18))" --fence dut0
		xdpctl attach dut0 drv xb_pass
		frames check --send peer0 --expect dut0 --tag 88a8:7 --sizes "100,$((mtu + 18))" --fence dut0
		frames check --send peer0 --expect dut0 --tag 88a8:7 --tag 8100:8 \
			--sizes "100,$((mtu + 22))" --fence dut0
		xdpctl detach dut0
	done
	ip link set dut0 promisc off
}
try "A18 frames of the MTU and one or two tags are taken" tagged

clean
done_testing
