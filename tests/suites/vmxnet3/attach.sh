#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Programs come, go and take each other's place, also under traffic.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up

# takes_all KIND: attach, see every frame, detach, see none
takes_all() {
	# shellcheck disable=SC2086 # words
	xdpctl attach dut0 drv $1
	same "$(xdpctl show dut0)" drv mode
	xdpctl set dut0 verdict=tx
	frames check --send peer0 --expect peer0 --silent dut0 --sizes $SIZES --fence dut0
	xdpctl detach dut0
	same "$(xdpctl show dut0)" none mode
	frames check --send peer0 --expect dut0 --silent peer0 --sizes $SIZES --fence dut0
}
try "a program attached by netlink sees every frame until it is detached" takes_all ""
try "a program attached by bpf_link sees every frame until it is detached" takes_all link

unnamed_mode() {
	xdpctl attach dut0
	same "$(xdpctl show dut0)" drv mode
	ip -d link show dut0 >/tmp/shown
	grep -q 'mtu 1500 xdp ' /tmp/shown
	grep -q 'prog/xdp id' /tmp/shown
	xdpctl detach dut0
}
try "E07 a program attached without naming a mode runs natively" unnamed_mode

occupied() {
	xdpctl attach dut0 drv
	refuses 'EBUSY|already attached' xdpctl attach dut0 drv
	refuses 'EEXIST|same time' xdpctl attach dut0 skb
	refuses 'E[A-Z]+' xdpctl attach dut0 drv link
	same "$(xdpctl show dut0)" drv mode
	frames check --send peer0 --silent lo --sizes $SIZES --fence dut0
	same "$(seen dut0)" 7 "frames seen by the first program"
	xdpctl detach dut0
}
try "a second program is refused and the first one stays" occupied

# stays_the_same COMMAND...: what others see of the device is untouched by it
snapshot() {
	ethtool -k dut0
	ethtool -g dut0
	ethtool -l dut0 2>&1
	ip -o link show dut0 | sed 's/ xdp / /; s/\\ *prog\/xdp.*//'
	flaps dut0
}
untouched() {
	local before
	before=$(snapshot | grep -v large-receive-offload)
	xdpctl attach dut0 drv
	diff <(echo "$before") <(snapshot | grep -v large-receive-offload)
	xdpctl replace dut0 drv
	diff <(echo "$before") <(snapshot | grep -v large-receive-offload)
	xdpctl detach dut0
	diff <(echo "$before") <(snapshot | grep -v large-receive-offload)
}
try "attaching, replacing and detaching changes no setting but LRO" untouched

lro() { ethtool -k dut0 | sed -n 's/^large-receive-offload: //p'; }
lro_comes_back() {
	same "$(lro)" on "LRO to begin with"
	xdpctl attach dut0 drv
	same "$(lro | cut -d' ' -f1)" off "LRO with a program"
	refuses . ethtool -K dut0 lro on
	same "$(lro | cut -d' ' -f1)" off "LRO with a program, after it was asked for"
	xdpctl detach dut0
	same "$(lro)" on "LRO after detach"
	ethtool -K dut0 lro off
	xdpctl attach dut0 drv
	xdpctl detach dut0
	same "$(lro)" off "LRO after detach, switched off by the user before"
	ethtool -K dut0 lro on
}
try "A13 LRO goes off with a program, is refused while it is there, and comes back" lro_comes_back

# quiet COMMAND...: it must not show in the link's state
quiet() {
	local before pid
	before=$(flaps dut0)
	ip -o monitor link dev dut0 >/tmp/monitor 2>&1 &
	pid=$!
	"$@"
	kill $pid
	same "$(flaps dut0)" "$before" "changes of the carrier"
	refuses '^$' grep -E 'NO-CARRIER|state DOWN' /tmp/monitor
}

swaps() {
	local out
	# shellcheck disable=SC2086
	xdpctl attach dut0 drv $1
	xdpctl set dut0 verdict=pass
	flood --send peer0 --expect dut0 --sizes $SIZES
	xdpctl replace dut0 drv 25
	out=$(stop_flood)
	same "$(field lost <<<"$out")" 0 "frames lost"
	same "$(seen dut0)" "$(field sent <<<"$out")" "frames seen by the programs"
	xdpctl detach dut0
}
try "A19 25 replacements by netlink under traffic lose no frame and let none past" quiet swaps ""
try "A19 25 replacements by bpf_link under traffic lose no frame and let none past" quiet swaps link

comes_and_goes() {
	local out _
	flood --send peer0 --expect dut0 --sizes $SIZES --max-lost $((8 * RING))
	for _ in {1..8}; do
		xdpctl attach dut0 drv
		xdpctl set dut0 verdict=pass
		xdpctl detach dut0
	done
	out=$(stop_flood)
	same "$(field lost <<<"$out")" 0 "frames lost"
}
try "A19 attaching and detaching under traffic loses no frame, and the link stays" quiet comes_and_goes

# frames that meet no program come to dut0, those that meet one go back to peer0
tx_comes_and_goes() {
	local _
	flood --send peer0 --expect dut0 --expect peer0 --sizes $SIZES
	for _ in {1..8}; do
		xdpctl attach dut0 drv xb_tx
		xdpctl detach dut0
	done
	stop_flood
}
try "frames under way when a TX program comes and goes arrive once, here or there" quiet tx_comes_and_goes

down() {
	ip link set dut0 down
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict=tx
	ip link set dut0 up
	wait_for carrier dut0
	frames check --send peer0 --expect peer0 --silent dut0 --sizes $SIZES --fence dut0
	ip link set dut0 down
	same "$(xdpctl show dut0)" drv mode
	xdpctl detach dut0
	ip link set dut0 up
	wait_for carrier dut0
	frames check --send peer0 --expect dut0 --silent peer0 --sizes $SIZES --fence dut0
}
try "a program attached while the port is down works once it is up" down

# The link goes when its last file descriptor does.
no_program() { [ "$(xdpctl show dut0)" = none ]; }
link_closed() {
	xdpctl attach dut0 drv link
	rm /sys/fs/bpf/xb/dut0/link
	wait_for no_program
	frames check --send peer0 --expect dut0 --sizes $SIZES --fence dut0
}
try "a bpf_link that is closed takes its program with it" link_closed

one_of_two() {
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict=drop
	frames check --send peer0 --silent dut0 --sizes $SIZES --fence dut0
	frames check --send peer1 --expect dut1 --sizes $SIZES --fence dut1
	same "$(xdpctl show dut1)" none "mode of the other port"
	same "$(ethtool -k dut1 | sed -n 's/^large-receive-offload: //p')" on "LRO of the other port"
	xdpctl detach dut0
}
try "a program on one port leaves the other port alone" one_of_two

for n in $(ethtool -l dut0 2>/dev/null | awk '/^Combined:/ { for (i = 1; i <= $2; i *= 2) print i; exit }'); do
	queues() {
		ethtool -L dut0 combined "$n" || [ "$(ethtool -l dut0 | awk '/^Combined:/ { m = $2 } END { print m }')" = "$n" ]
		takes_all ""
	}
	try "E09 a program attaches with $n of the queues" queues
done

clean
done_testing
