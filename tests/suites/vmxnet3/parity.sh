#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# On the same device our driver looks to a user as the distribution's does. Each difference is
# meant, and listed with its reason in parity.differences; one that is not listed fails, and
# so does one that is listed and not there.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

after_failure() { :; }

# lines SECTION: each line of the input as "SECTION: line", those that repeat numbered
lines() {
	awk -v s="$1" '{ sub(/[ \t]+$/, ""); n[$0]++; print s ": " $0 (n[$0] > 1 ? " (" n[$0] ")" : "") }'
}
# The counters' names repeat for each queue: number the names, not the lines.
counters() {
	awk -F: '{ v = $NF; sub(/:[^:]*$/, ""); n[$0]++; print "ethtool -S: " $0 " [" n[$0] "]:" v }'
}
# What can be read below DIR, with its value; not what counts, points elsewhere or is measured.
tree() {
	find "$1" -maxdepth "${2:-3}" -type f ! -path '*/statistics/*' ! -path '*/power/*' -printf '%P\n' | sort |
		while read -r file; do
			case $file in
			ifindex | iflink | */byte_queue_limits/* | carrier*_c* | *uevent | dev_id)
				echo "$file" ;;
			*) echo "$file = $(timeout 1 cat "$1/$file" 2>&1 | head -c 200 | tr '\n' ' ')" ;;
			esac
		done
}

# The state of the port and what it says when asked for more.
look() {
	local option
	for option in i g l k c x d a T P m; do
		# where rings lie and how far they have got is nobody's business
		{ ethtool -$option dut0 2>&1 || echo "status $?"; } |
			sed '/^bus-info/d; /Base Address\|next2\|gen  \|CMD  /d' | lines "ethtool -$option"
	done
	ethtool dut0 | lines ethtool
	ethtool -S dut0 | sed 1d | counters
	ip -d -s -s link show dut0 | sed 's/^[0-9]*: //' | lines "ip link"
	tree /sys/class/net/dut0 | lines sysfs
	find /sys/class/net/dut0/statistics -type f -printf '%f\n' | sort | lines "sysfs statistics"
	tree /sys/class/net/dut0/device 1 | grep -v '^\(config\|resource\|rom\|irq\|power\|numa\|local\)' |
		lines "sysfs device"
	find /sys/module/vmxnet3 -mindepth 1 -maxdepth 2 ! -path '*/notes*' ! -path '*/sections*' ! -path '*/holders*' \
		-printf '%P\n' | sort | lines module
	modinfo -F alias "$1" | lines "modinfo alias"
	modinfo -F parm "$1" | lines "modinfo parm"
	modinfo -F license "$1" | lines "modinfo license"
	sed -n 's/.* \(dut0[^ ]*\)$/\1/p' /proc/interrupts | lines interrupts
}

# record DRIVER: load it, let the same traffic through, and look; at rest, in use, and changed
record() {
	local out=/tmp/parity.$1 module=vmxnet3
	[ "$1" = intree ] || module=/xb/modules/vmxnet3.ko
	[ ! -d /sys/module/vmxnet3 ] || rmmod vmxnet3
	xb-load "$1"
	look "$module" | sed 's/^/down: /' >"$out"
	ports_up
	ip addr add 192.0.2.2/24 dev dut0
	frames check --send peer0 --expect dut0 --count 3 --sizes $SIZES --fence dut0
	frames check --send peer0 --silent dut0 --dst 02:00:00:00:00:77 --sizes $SIZES --fence dut0
	frames check --send dut0 --expect peer0 --count 2 --sizes $SIZES --fence peer0
	frames check --send dut0 --expect peer0 --count 2 --sizes $SIZES --dst 02:00:00:00:00:77 --fence peer0
	look "$module" | sed 's/^/up: /' >>"$out"
	ip link set dut0 mtu 2000
	{
		ethtool -G dut0 rx 500 rx-jumbo 100 tx 100 || echo "status $?"
		ethtool -G dut0 rx-mini 128 || echo "status $?"
		ethtool -s dut0 wol ua || echo "status $?"
		ethtool -s dut0 speed 100 || echo "status $?"
		ethtool -K dut0 rx off || echo "status $?"
		ethtool -K dut0 rxvlan off tso off || echo "status $?"
		ethtool -K dut0 tx-udp_tnl-segmentation on || echo "status $?"
		ethtool -X dut0 weight 1 0 1 0 || echo "status $?"
		ethtool -X dut0 hkey "$(printf '%02x:' {1..39})28" || echo "status $?"
		ethtool -C dut0 rx-usecs 10 || echo "status $?"
		ethtool -N dut0 rx-flow-hash udp4 sdfn || echo "status $?"
		ethtool -t dut0 || echo "status $?"
		ethtool -r dut0 || echo "status $?"
		ethtool -A dut0 rx on || echo "status $?"
		ip link set dut0 mtu 59 || echo "status $?"
		ip link set dut0 mtu 9001 || echo "status $?"
	} 2>&1 | lines said | sed 's/^/changed: /' >>"$out"
	wait_for carrier dut0
	look "$module" | sed 's/^/changed: /' >>"$out"
	ip link set dut0 down
	rmmod vmxnet3
}
try "the distribution's driver is looked at" record intree
try "ours is looked at in the same way" record ours

# The differences as "-line" (only in-tree has it) and "+line" (only ours).
differences() {
	diff -U0 --label in-tree --label ours /tmp/parity.intree /tmp/parity.ours | grep -E '^[-+][a-z]+: ' || true
}
# those of parity.differences that speak of this kernel: REGEX<tab>REASON
expected() {
	grep -v '^#' parity.differences | while IFS=$'\t' read -r kernels regex reason; do
		[ -n "$regex" ] || continue
		case " $kernels " in *" all "* | *" $XB_KERNEL "*) printf '%s\t%s\n' "$regex" "$reason" ;; esac
	done
}
differences >/tmp/parity.diff
expected >/tmp/parity.expected

unlisted() {
	cut -f1 /tmp/parity.expected >/tmp/parity.regex
	! grep -vE -f /tmp/parity.regex /tmp/parity.diff || return 1
}
try "no difference but those in parity.differences" unlisted

while IFS=$'\t' read -r regex reason; do
	try "a difference that is meant: $reason" grep -qE -e "$regex" /tmp/parity.diff
done </tmp/parity.expected

done_testing
echo "# PARITYDUMP"; sed 's/^/# D /' /tmp/parity.diff
