#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# More CPUs than queues send at once: the stack, verdict TX and redirects from elsewhere.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up
after_failure() {
	ethtool -G dut0 tx 512 || true
	ethtool -L dut0 combined 4 || true
}
modprobe veth
for i in 0 1 2 3; do
	ip link add "in$i" type veth peer name "to$i"
	for dev in "in$i" "to$i"; do
		sysctl -qw "net.ipv6.conf.$dev.disable_ipv6=1"
		ip link set "$dev" up
	done
	# what is sent into a veth on one CPU is redirected to dut0 on that CPU
	xdpctl attach "to$i" drv xb_redirect
	xdpctl set "to$i" dev=dut0
done
xdpctl attach dut0 drv xb_tx

veths="--send in0 --send in1 --send in2 --send in3"

# all QUEUES: not one frame may be lost, changed or doubled. What is under way at once fits the
# ring, so there is no excuse.
all() {
	[ -z "$1" ] || ethtool -L dut0 combined "$1"
	# shellcheck disable=SC2086
	frames flood $veths --send dut0 --send peer0 --expect peer0 --count 3000 --sizes $SIZES --window 32
}
if [ "$XB_DRIVER" = ours ]; then
	for n in 1 2 4; do
		try "4 CPUs send at once by every way on $n queues: each frame arrives once" all $n
	done
else
	try "4 CPUs send at once by every way: each frame arrives once" all ""
fi

# A ring that is too small drops, but says so: nothing vanishes without a counter.
overrun() {
	local out before dropped
	ethtool -L dut0 combined 1
	ethtool -G dut0 tx 32
	before=$(($(counter dut0 xdp_xmit_err) + $(counter dut0 xdp_tx_err)))
	# shellcheck disable=SC2086
	frames flood $veths --expect peer0 --count 2000 --sizes 60,1514 --window 128 --max-lost 8000 >/tmp/out
	out=$(cat /tmp/out)
	dropped=$(($(counter dut0 xdp_xmit_err) + $(counter dut0 xdp_tx_err) - before))
	same "$(field lost <<<"$out")" $dropped "frames lost, against the driver's counters"
	same "$(field wrong <<<"$out") $(field twice <<<"$out")" "0 0" "frames changed, and seen twice"
	ethtool -G dut0 tx 512
	ethtool -L dut0 combined 4
	# shellcheck disable=SC2086
	frames flood $veths --expect peer0 --count 500 --sizes $SIZES --window 32
}
[ "$XB_DRIVER" != ours ] ||
	try "a TX ring too small for the traffic counts each frame it drops" overrun

for i in 0 1 2 3; do
	xdpctl detach "to$i"
	ip link del "in$i"
done
clean
done_testing
