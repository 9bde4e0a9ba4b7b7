#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Suspend and resume.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up
[ -w /sys/power/pm_test ] || {
	skip "suspend and resume" "this kernel has no /sys/power/pm_test"
	done_testing
	exit
}
# devices are suspended and resumed at once, the machine stays awake
echo devices >/sys/power/pm_test
echo 0 >/sys/module/suspend/parameters/pm_test_delay 2>/dev/null || true
doze() { echo freeze >/sys/power/state; }

plain() {
	doze
	wait_for carrier dut0
	frames check --send peer0 --expect dut0 --sizes $SIZES --fence dut0
	frames check --send dut0 --expect peer0 --sizes $SIZES --fence peer0
}
try "a port works after resume" plain

program() {
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict=tx head=-20
	doze
	wait_for carrier dut0
	same "$(xdpctl show dut0)" drv mode
	frames check --send peer0 --expect peer0 --silent dut0 --head -20 --sizes $SIZES --fence dut0
	same "$(seen dut0)" 7 "frames that the program saw"
	xdpctl detach dut0
}
try "a program is still there and works after resume" program

settings() {
	local before mac
	mac=$(cat /sys/class/net/dut0/address)
	ip link set dut0 address 02:12:34:56:78:9a mtu 2000
	ethtool -G dut0 rx 256 tx 256
	ethtool -K dut0 rxvlan off
	before=$(ip -o link show dut0; ethtool -g dut0; ethtool -k dut0)
	doze
	wait_for carrier dut0
	same "$(ip -o link show dut0; ethtool -g dut0; ethtool -k dut0)" "$before" settings
	frames check --send peer0 --expect dut0 --dst 02:12:34:56:78:9a --sizes $SIZES --fence dut0
	ip link set dut0 address "$mac"
}
try "address, MTU, rings and features are as before" settings

while_down() {
	ip link set dut0 down
	doze
	ip link set dut0 up
	wait_for carrier dut0
	frames check --send peer0 --expect dut0 --sizes $SIZES --fence dut0
}
try "a port that was down comes up after resume" while_down

with_wake() {
	ethtool -s dut0 wol ug
	doze
	wait_for carrier dut0
	ethtool dut0 | grep -q 'Wake-on: ug'
	frames check --send peer0 --expect dut0 --sizes $SIZES --fence dut0
}
try "with wake-on-LAN set, a port works after resume" with_wake

traffic() {
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict=tx
	flood --send peer0 --expect peer0 --sizes $SIZES --max-lost 1000000
	doze
	stop_flood
	same "$(field wrong </tmp/flood.last) $(field twice </tmp/flood.last)" "0 0" "frames changed, and seen twice"
	wait_for carrier dut0
	frames check --send peer0 --expect peer0 --sizes $SIZES --fence dut0
}
try "under traffic no frame is harmed" traffic

echo none >/sys/power/pm_test
clean
done_testing
