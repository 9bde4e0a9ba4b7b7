#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# VLAN tags: taken off, put on, filtered, and kept whatever a program does.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

modprobe 8021q
ports_up
# room for a second tag
for dev in $PORTS; do ip link set "$dev" mtu 1504; done
dut0_mac=$(cat /sys/class/net/dut0/address)
sizes=64,128,129,1000,1518

# The forms a tag comes in: name, then what frames is told.
forms() {
	cat <<-EOF
		one tag: --tag 8100:100
		priority alone: --tag 8100:40960
		QinQ: --tag 88a8:200 --tag 8100:100
		two of the same: --tag 8100:100 --tag 8100:300
	EOF
}

# No program: each form arrives as it was sent, and goes out as it was given.
plain() {
	local name tags
	while IFS=: read -r name tags; do
		# QEMU's device takes an outer 88a8 off as well and then calls it 8100
		[ "$1 $name" != "on QinQ" ] || continue
		# shellcheck disable=SC2086
		frames check --send peer0 --expect dut0 $tags --sizes $sizes --fence dut0 || same "$name" ""
		# shellcheck disable=SC2086
		frames check --send dut0 --expect peer0 $tags --sizes $sizes --fence peer0 || same "$name" ""
	done < <(forms)
}

# With a program the tag is on PASS, TX and REDIRECT what it was on the wire.
kept() {
	local name tags
	xdpctl attach dut0 drv
	while IFS=: read -r name tags; do
		xdpctl set dut0 verdict=pass
		# shellcheck disable=SC2086
		frames check --send peer0 --expect dut0 $tags --sizes $sizes --fence dut0 || same "pass: $name" ""
		xdpctl set dut0 verdict=tx
		# shellcheck disable=SC2086
		frames check --send peer0 --expect peer0 $tags --sizes $sizes --fence dut0 || same "tx: $name" ""
		xdpctl set dut0 verdict=redirect dev=dut1
		# shellcheck disable=SC2086
		frames check --send peer0 --expect peer1 $tags --sizes $sizes --fence dut0 || same "redirect: $name" ""
		xdpctl set dut0 verdict=cpu cpu=1
		# shellcheck disable=SC2086
		frames check --send peer0 --expect dut0 $tags --sizes $sizes --fence dut0 || same "cpu: $name" ""
	done < <(forms)
	xdpctl detach dut0
}

# A program that parses tags has to find them.
visible() {
	local name tags
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict=drop capture=1
	while IFS=: read -r name tags; do
		xdpctl seen dut0 5 "frames check --send peer0 --silent peer0 $tags --sizes $sizes --fence dut0 >/dev/null" |
			cut -d' ' -f1,3 | sort >/tmp/seen
		# shellcheck disable=SC2086
		frames print $tags --sizes $sizes | sort >/tmp/want
		cmp /tmp/seen /tmp/want || same "$name" ""
	done < <(forms)
	xdpctl detach dut0
}

# The stack's own VLAN device: both ways, and nothing of another VLAN.
device() {
	frames check --send peer0 --expect dut0.100 --tag 8100:100 --pop 1 --sizes $sizes --fence dut0
	frames check --send dut0.100 --expect peer0 --push 8100:100 --sizes 60,128,1000,1514
	frames check --send peer0 --silent dut0.100 --tag 8100:101 --sizes $sizes --fence dut0
}
device_with_program() {
	xdpctl attach dut0 drv xb_pass
	device
	xdpctl detach dut0
	device
}

ip link add link dut0 name dut0.100 type vlan id 100
sysctl -qw net.ipv6.conf.dut0/100.disable_ipv6=1
ip link set dut0.100 up
ip link set dut0 promisc on
before=$(ethtool -k dut0)
for strip in on off; do
	ethtool -K dut0 rxvlan $strip
	try "tags come and go as they are (rxvlan $strip)" plain $strip
	try "E06 tags are kept on PASS, TX, REDIRECT and cpumap (rxvlan $strip)" kept
	try "E06 a program sees the tags (rxvlan $strip)" visible
	try "E06 the VLAN device works with a program and without (rxvlan $strip)" device_with_program
done
ethtool -K dut0 rxvlan on
for insert in on off; do
	ethtool -K dut0 txvlan $insert
	try "the VLAN device puts its tag on (txvlan $insert)" device
done
ethtool -K dut0 txvlan on
same_features() { diff <(echo "$before") <(ethtool -k dut0); }
try "E06 programs that came and went have left the features as they were" same_features
ip link set dut0 promisc off

# The device's own filter: known VLANs pass, others do not even reach the port.
filtered() {
	frames check --send peer0 --expect dut0 --tag 8100:100 --sizes $sizes --dst "$dut0_mac" --fence dut0
	frames check --send peer0 --silent dut0 --tag 8100:101 --sizes $sizes --dst "$dut0_mac" --fence dut0
	frames check --send peer0 --expect dut0 --tag 8100:0 --sizes $sizes --dst "$dut0_mac" --fence dut0
	ip link add link dut0 name dut0.101 type vlan id 101
	frames check --send peer0 --expect dut0 --tag 8100:101 --sizes $sizes --dst "$dut0_mac" --fence dut0
	ip link del dut0.101
	frames check --send peer0 --silent dut0 --tag 8100:101 --sizes $sizes --dst "$dut0_mac" --fence dut0
	ethtool -G dut0 rx 512
	frames check --send peer0 --expect dut0 --tag 8100:100 --sizes $sizes --dst "$dut0_mac" --fence dut0
	frames check --send peer0 --silent dut0 --tag 8100:101 --sizes $sizes --dst "$dut0_mac" --fence dut0
	ethtool -G dut0 rx 1024
}
try "only the VLANs that are in use pass, also after a restart" filtered

ip link del dut0.100
clean
done_testing
