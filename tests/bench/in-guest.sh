# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What a guest needs to send packets through rx0 and count instructions. The sender is pktgen on
# tx0, on the same hub as rx0; out0 is alone on its hub, for redirects. Under icount a nanosecond
# of guest time is one instruction, and pktgen reports guest time.

BURST=32
# shellcheck disable=SC2034 # used by those who source this
UNOWNED=02:00:00:00:00:99 # nobody's address: what this costs is the sender's alone
programs=/xb/programs

# one setting of pktgen's, which it refuses with a write error
pg() { echo "$2" >"/proc/net/pktgen/$1"; }

# bring the three NICs up, make pktgen own tx0, and let rx0's stack end right behind XDP
set_up() {
	local nic
	for nic in tx0 rx0 out0; do
		ip link set "$nic" up || return
	done
	wait_for_link tx0 rx0 out0 || return
	tc qdisc add dev rx0 clsact || return
	tc filter add dev rx0 ingress matchall action drop || return
	pg kpktgend_0 "add_device tx0" || return
	pg tx0 "clone_skb 1000000"
	pg tx0 "burst $BURST"
	pg tx0 "delay 0"
	pg tx0 "src_min 198.18.0.1"
	pg tx0 "src_max 198.18.0.1"
	pg tx0 "dst 198.18.0.2"
	ours_mac=$(cat /sys/class/net/rx0/address)
}

tear_down() {
	[ ! -e /proc/net/pktgen/kpktgend_0 ] || pg kpktgend_0 rem_device_all
	! grep -q '^vmxnet3 ' /proc/modules || rmmod vmxnet3
}

wait_for_link() {
	local nic tries
	for nic in "$@"; do
		tries=100
		while [ "$(cat "/sys/class/net/$nic/carrier" 2>/dev/null)" != 1 ]; do
			tries=$((tries - 1))
			[ $tries -gt 0 ] || { echo "$nic has no link"; return 1; }
			sleep 0.1
		done
	done
}

# send COUNT SIZE MAC: prints how many packets went out, and in how many microseconds of guest
# time. pktgen finishes its last burst, so that can be more than COUNT.
send() {
	pg tx0 "count $1"
	pg tx0 "pkt_size $2"
	pg tx0 "dst_mac $3"
	pg pgctrl start
	sed -n 's/^Result: OK: \([0-9]*\)(.*) usec, \([0-9]*\) .*/\2 \1/p' /proc/net/pktgen/tx0
}

# timed COUNT SIZE MAC: like send. A run in which tx0's queue was full at some moment ends with
# more than COUNT packets; its time has up to a whole tick of waiting in it, so it is done again.
timed() {
	local sent='' time='' tries=6
	while [ "$sent" != "$1" ] && [ $tries -gt 0 ]; do
		read -r sent time < <(send "$@")
		tries=$((tries - 1))
	done
	echo "$sent $time"
}

# attach MODE ACTION
attach() {
	[ "$1" != none ] || return 0
	ip link set dev rx0 "$(flag_of "$1")" object "$programs/$2.o" section xdp || return
	if [ "$2" = REDIRECT ]; then
		bpftool map update name out_port key 0 0 0 0 value "$(cat /sys/class/net/out0/ifindex)" \
			0 0 0 || return
	fi
	wait_for_link rx0
}

detach() {
	[ "$1" = none ] || ip link set dev rx0 "$(flag_of "$1")" off
	wait_for_link rx0
}

flag_of() { [ "$1" = native ] && echo xdpdrv || echo xdpgeneric; }

# jq would read more easily, and cost more instructions than the packets
sunk() { tc -s filter show dev rx0 ingress | sed -n 's/.*Sent [0-9]* bytes \([0-9]*\) pkt.*/\1/p'; }
sent_by() { cat "/sys/class/net/$1/statistics/tx_packets"; }

# how often the attached program ran; it may be a loader's dispatcher, which runs once per packet
runs() {
	local id count
	id=$(ip link show dev rx0 | sed -n 's/.*prog\/xdp id \([0-9]*\).*/\1/p')
	count=$(bpftool prog show id "$id" | sed -n 's/.*run_cnt \([0-9]*\).*/\1/p')
	echo "${count:-0}"
}

# Where the packets of a cell must end, as a count that only they move.
arrived() {
	case $1 in
	none | PASS) sunk ;;
	TX) sent_by rx0 ;;
	REDIRECT) sent_by out0 ;;
	DROP) echo 0 ;;
	esac
}

# Packets that took another way would be cheap ones: each one has to be seen by the program, and
# to end where its verdict says. verify MODE ACTION SIZE: prints what is wrong.
verify() {
	local sent before after ran=0
	[ "$1" = none ] || { sysctl -qw kernel.bpf_stats_enabled=1; ran=$(runs); }
	before=$(arrived "$2")
	read -r sent _ < <(send 4096 "$3" "$ours_mac")
	[ -n "$sent" ] || { echo "pktgen failed"; return; }
	after=$(arrived "$2")
	if [ "$1" != none ]; then
		ran=$(($(runs) - ran))
		sysctl -qw kernel.bpf_stats_enabled=0
		[ "$ran" = "$sent" ] || { echo "the program ran $ran times for $sent packets"; return; }
	fi
	# a dropped packet ends where it was counted
	[ "$2" = DROP ] || [ $((after - before)) = "$sent" ] ||
		echo "$((after - before)) of $sent packets arrived"
}
