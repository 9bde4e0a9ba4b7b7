#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Ring sizes, channels, MTU and the port itself change while a program is attached.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up

# works: the program is still there, sees all frames, and what it sends is right
works() {
	same "$(xdpctl show dut0)" drv mode
	wait_for carrier dut0
	xdpctl reset dut0
	xdpctl set dut0 verdict=tx head=-4
	frames check --send peer0 --expect peer0 --silent dut0 --head -4 --count 4 --sizes $SIZES --fence dut0
	same "$(seen dut0)" 28 "frames that the program saw"
	xdpctl set dut0 verdict=pass
	frames check --send peer0 --expect dut0 --silent peer0 --sizes $SIZES --fence dut0
	frames check --send dut0 --expect peer0 --sizes $SIZES --fence peer0
}

# ring NAME: its size now, as ethtool -g says
ring() { ethtool -g dut0 | awk -v n="$1:" '/Current/ { now = 1 } now && $0 ~ "^" n { print $NF; exit }'; }

rings() {
	local rx jumbo tx
	xdpctl attach dut0 drv
	while read -r rx jumbo tx; do
		ethtool -G dut0 rx "$rx" rx-jumbo "$jumbo" tx "$tx"
		same "$(ring RX) $(ring 'RX Jumbo') $(ring TX)" "$rx $jumbo $tx" "ring sizes"
		works
	done <<-EOF
		256 256 256
		4096 4096 4096
		32 32 32
		1024 512 512
	EOF
	xdpctl detach dut0
}
try "A18 ring sizes change with a program attached, and it goes on" rings

odd_rings() {
	ethtool -G dut0 rx 1000 tx 500
	same "$(ring RX) $(ring TX)" "1024 512" "sizes rounded up to a multiple of 32"
	refuses . ethtool -G dut0 rx 4097
	refuses . ethtool -G dut0 rx 0
	same "$(ring RX) $(ring TX)" "1024 512" "sizes after a refusal"
}
try "odd ring sizes are rounded, impossible ones refused" odd_rings

# A large ring of large buffers may not be had in one piece: no WARN either way.
large_rings() {
	xdpctl attach dut0 drv
	ethtool -G dut0 rx 4096 rx-mini 2048 2>/tmp/said || grep -q . /tmp/said
	ethtool -G dut0 rx 4096 rx-jumbo 4096
	works
	ethtool -G dut0 rx 1024 rx-jumbo 512
	xdpctl detach dut0
}
try "A07 the largest rings are had, or done without, in silence" large_rings

channels() { ethtool -l dut0 | awk '/^Combined:/ { n = $2 } END { print n }'; }
all_channels() {
	local n
	xdpctl attach dut0 drv
	for n in 1 2 4 3 4; do
		ethtool -L dut0 combined $n 2>/tmp/said || { [ $n = 3 ] && continue; cat /tmp/said; false; }
		same "$(channels)" $n channels
		same "$(find /sys/class/net/dut0/queues -name 'rx-*' | wc -l)" $n "receive queues"
		works
	done
	xdpctl detach dut0
}
too_many() {
	refuses . ethtool -L dut0 combined 0
	refuses . ethtool -L dut0 combined 5
	refuses . ethtool -L dut0 combined 1000
	same "$(channels)" 4 channels
}
if [ "$XB_DRIVER" = ours ]; then
	try "channels change with a program attached, and it goes on" all_channels
	try "impossible numbers of channels are refused" too_many
fi

mtus() {
	local mtu
	xdpctl attach dut0 drv
	for mtu in 600 3498 1500; do
		ip link set dut0 mtu $mtu
		if [ $mtu = 600 ]; then ip link set peer0 mtu 600; SIZES=60,64,127,128,129,600,614; fi
		works
		ip link set peer0 mtu 3498
		SIZES=60,64,127,128,129,1000,1514
	done
	ip link set peer0 mtu 1500
	xdpctl detach dut0
}
try "the MTU changes with a program attached, and it goes on" mtus

port() {
	local _
	xdpctl attach dut0 drv
	for _ in 1 2 3; do
		ip link set dut0 down
		ip link set dut0 up
		works
	done
	xdpctl detach dut0
}
try "the port goes down and up with a program attached, and it goes on" port

features() {
	local f
	xdpctl attach dut0 drv
	for f in rx tx gro rxvlan rx-vlan-filter; do
		ethtool -K dut0 $f off >/dev/null 2>&1 || true
		works
		ethtool -K dut0 $f on >/dev/null 2>&1 || true
	done
	works
	xdpctl detach dut0
}
try "features change with a program attached, and it goes on" features

# Everything at once, while frames come, are sent back and are sent by the stack.
churn() {
	local i
	for i in 1 2; do
		ethtool -G dut0 rx $((64 << i)) tx $((64 << i))
		[ "$XB_DRIVER" != ours ] || ethtool -L dut0 combined $((3 - i))
		ip link set dut0 mtu $((1400 + i))
		xdpctl replace dut0 drv
		ip link set dut0 down
		ip link set dut0 up
	done
	ethtool -G dut0 rx 1024 tx 512
	[ "$XB_DRIVER" != ours ] || ethtool -L dut0 combined 4
	ip link set dut0 mtu 1500
}
under_traffic() {
	local out
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict="$1"
	flood --send peer0 --send dut0 --expect peer0 --expect dut0 --sizes 60,300,1400 --max-lost 1000000
	churn
	stop_flood
	out=$(cat /tmp/flood.last)
	same "$(field wrong <<<"$out") $(field twice <<<"$out")" "0 0" "frames changed, and seen twice"
	works
	xdpctl detach dut0
}
try "all of it changes under traffic that is sent back, and no frame is harmed" under_traffic tx
try "all of it changes under traffic that is passed, and no frame is harmed" under_traffic pass
try "all of it changes under traffic that is dropped, and no frame is harmed" under_traffic drop

clean
done_testing
