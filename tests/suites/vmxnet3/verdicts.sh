#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Each verdict, with each way a program may move a frame's ends: what arrives, byte for byte.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up
after_failure() {
	ip link set dut1 up
	[ -e /sys/fs/bpf/xb/dut0 ] || xdpctl attach dut0 drv
}

# one VERDICT RECEIVER KNOBS SIZES: the program sees all frames, the receiver gets all of them
# changed as told, everybody else none
one() {
	local verdict=$1 receiver=$2 knobs=$3 sizes=$4 knob change=() args=() dev n
	for knob in $knobs; do
		change+=("--${knob%=*}" "${knob#*=}")
	done
	for dev in dut0 peer0 peer1; do
		if [ "$dev" = "$receiver" ]; then args+=(--expect "$dev"); else args+=(--silent "$dev"); fi
	done
	n=$(tr ',' '\n' <<<"$sizes" | wc -l)
	# shellcheck disable=SC2086 # a list of knobs
	xdpctl set dut0 verdict="$verdict" $knobs dev=dut1 cpu=1
	xdpctl reset dut0
	frames check --send peer0 "${args[@]}" --sizes "$sizes" "${change[@]}" --fence dut0
	same "$(xdpctl count dut0)" \
		"packets=$n bytes=$((${sizes//,/+})) refused=0" "the program's counters"
}

# title VERDICT KNOBS
title() {
	local what=${2//=/ }
	what=${what//head/adjust_head}
	what=${what//tail/adjust_tail}
	case "$1 $2" in
	"tx head="*) echo "A01 $what then TX is byte exact" ;;
	*) echo "$1: ${what:-a frame left as it is} is byte exact" ;;
	esac
}

xdpctl attach dut0 drv
for verdict in pass:dut0 tx:peer0 redirect:peer1 if:peer1 cpu:dut0 drop: aborted:; do
	for knobs in "" head=-20 head=-4 head=14 tail=-10 tail=20 "head=-20 tail=20" "head=14 tail=-10"; do
		sizes=$SIZES
		# what is never seen again needs no more than one try each way
		case "$verdict $knobs" in
		*": "?*" "* | *": head=-4" | *": head=14" | *": tail=-10") continue ;;
		esac
		# A redirect to a device refuses what its MTU and a tag do not allow.
		case "$verdict $knobs" in
		redirect:*" head=-20"* | redirect:*" tail=20" | if:*" head=-20"* | if:*" tail=20")
			sizes=${SIZES/1514/1478} ;;
		esac
		try "$(title "${verdict%:*}" "$knobs")" one "${verdict%:*}" "${verdict#*:}" "$knobs" "$sizes"
	done
done
try "pass: a rewritten byte is the one that arrives" one pass dut0 rewrite=40:90 $SIZES
try "tx: a rewritten byte is the one that arrives" one tx peer0 rewrite=40:90 $SIZES

# The program's own view, frame by frame.
view() {
	xdpctl set dut0 verdict=drop capture=1
	xdpctl seen dut0 7 "frames check --send peer0 --silent dut0 --sizes $SIZES --fence dut0 >/dev/null" |
		cut -d' ' -f1,3 | sort >/tmp/seen
	frames print --sizes $SIZES | sort >/tmp/want
	diff /tmp/want /tmp/seen
}
try "A18 the program sees each frame with its own length and bytes" view

# Counters: what the driver says happened is what did.
counters() {
	local verdict=$1 name=$2 receiver=${3:-} before args=() was
	[ -z "$receiver" ] || args=(--expect "$receiver")
	before=$(counter dut0 "$name")
	was=$(counter dut0 xdp_packets)
	xdpctl set dut0 verdict="$verdict" dev=dut1 cpu=1
	frames check --send peer0 "${args[@]}" --silent lo --count 3 --sizes $SIZES --fence dut0
	# the fence is one more, and passed
	same "$(($(counter dut0 xdp_packets) - was))" 22 xdp_packets
	same "$(($(counter dut0 "$name") - before))" $((verdict_extra + 21)) "$name"
}
if [ "$XB_DRIVER" = ours ]; then
	verdict_extra=0
	for verdict in drop:xdp_drop: tx:xdp_tx:peer0 redirect:xdp_redirect:peer1 aborted:xdp_aborted:; do
		IFS=: read -r verdict name receiver <<<"$verdict"
		try "$verdict: ethtool -S counts each frame once as $name" counters "$verdict" "$name" "$receiver"
	done
	verdict_extra=1
	try "pass: ethtool -S counts each frame once as xdp_pass" counters pass xdp_pass dut0
fi

# Frames that a program kills are to be found by those who look.
traced() {
	local trace=/sys/kernel/tracing verdict=$1 action=$2
	echo >$trace/trace
	echo 1 >$trace/events/xdp/xdp_exception/enable
	xdpctl set dut0 verdict="$verdict"
	frames check --send peer0 --silent dut0 --sizes $SIZES --fence dut0
	echo 0 >$trace/events/xdp/xdp_exception/enable
	same "$(grep -c "xdp_exception:.* action=$action ifindex=$(cat /sys/class/net/dut0/ifindex)" \
		$trace/trace)" 7 "events in the trace"
}
try "aborted: each frame is reported by the tracepoint xdp_exception" traced aborted ABORTED

# A redirect that must fail: the target is down.
target_down() {
	xdpctl set dut0 verdict=redirect dev=dut1
	ip link set dut1 down
	frames check --send peer0 --silent dut0 --silent peer1 --sizes $SIZES --fence dut0
	ip link set dut1 up
	wait_for carrier dut1
	xdpctl set dut0 verdict=redirect dev=dut1
	frames check --send peer0 --expect peer1 --sizes $SIZES --fence dut0
}
try "redirect: frames to a port that is down are dropped, and flow again after" target_down

generic() {
	xdpctl detach dut0
	xdpctl attach dut0 skb
	xdpctl set dut0 verdict=tx
	frames check --send peer0 --expect peer0 --silent dut0 --sizes $SIZES --fence dut0
	xdpctl detach dut0 skb
}
try "generic mode still works" generic

clean
done_testing
