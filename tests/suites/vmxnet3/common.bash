# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What the vmxnet3 suites share. The guest has two ports of the driver under test, each on a
# hub of its own with a virtio NIC as its peer, so that frames are made and captured by
# another driver:
#
#   dut0 (vmxnet3) ── hub 1 ── peer0 (virtio)      dut1 (vmxnet3) ── hub 2 ── peer1 (virtio)
set -e
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

# shellcheck disable=SC2034 # for the suites
SIZES=60,64,127,128,129,1000,1514
# shellcheck disable=SC2034
RING=1024 # frames that one receive ring holds by default
# The largest MTU with a program: a page less headroom, tailroom, and a header with two tags.
# shellcheck disable=SC2034
MAX_XDP_MTU=3498
PORTS="dut0 dut1 peer0 peer1"

# Runs COMMAND as the test NAME: it passes if each step of it succeeds, and the failed step
# explains a failure. Unlike lib.sh's check it stops at the first step that fails.
try() {
	local name=$1 said status
	shift
	t_begin "$name"
	set +e
	said=$(set -eE
		trap 'echo "failed in line $LINENO: $BASH_COMMAND"' ERR
		"$@" 2>&1)
	status=$?
	set -e
	if [ $status = 0 ]; then
		ok "$name"
	else
		not_ok "$name" "$said"
		after_failure
	fi
}

# Inside a test: fails unless the two are the same.
same() {
	[ "$1" = "$2" ] || {
		echo "${3:-value}: got \"$1\", want \"$2\""
		return 1
	}
}

# Inside a test: fails if the command succeeds, or if it does not say why.
refuses() {
	local regex=$1 said
	shift
	if said=$("$@" 2>&1); then
		echo "not refused: $*"
		return 1
	fi
	grep -qE -- "$regex" <<<"$said" || {
		echo "$* said \"$said\", want \"$regex\""
		return 1
	}
}

# Waits until COMMAND succeeds, at most 10 s.
wait_for() {
	local tries=0
	until "$@" >/dev/null 2>&1; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || {
			echo "in vain: $*"
			return 1
		}
		sleep 0.05
	done
}

carrier() { [ "$(cat "/sys/class/net/$1/carrier" 2>/dev/null)" = 1 ]; }

# All ports up, quiet, and the peers taking every frame.
ports_up() {
	local dev
	for dev in $PORTS; do
		# a port comes back from a deleted namespace when the kernel gets to it
		wait_for test -e "/proc/sys/net/ipv6/conf/$dev"
		sysctl -qw "net.ipv6.conf.$dev.disable_ipv6=1"
		ip link set "$dev" up
	done
	for dev in peer0 peer1; do ip link set "$dev" promisc on; done
	for dev in $PORTS; do wait_for carrier "$dev"; done
}

# What each later test may rely on: no program, nothing of the last one left.
clean() {
	local dev
	stop_flood >/dev/null || true
	for dev in dut0 dut1; do
		xdpctl detach $dev 2>/dev/null || true
		ip link set dev $dev xdp off 2>/dev/null || true
		ip link set $dev up
	done
	rm -rf /sys/fs/bpf/xb
}

# What brings a suite back to where its next test expects it to be; suites may have their own.
after_failure() { clean; }

# field NAME: the number after NAME= on standard input
field() { sed -n "s/.*\\b$1=\\([0-9]*\\).*/\\1/p" | head -n 1; }

# seen DEV: how many frames the program has counted
seen() { xdpctl count "$1" | field packets; }

# counter DEV NAME: the sum over all queues of what `ethtool -S` calls by that name
counter() {
	ethtool -S "$1" | awk -F': *' -v name="$2" '
		{ sub(/^ */, "", $1); sub(/^[rt]x[0-9]+_/, "", $1) }
		$1 == name { n += $2; found = 1 }
		END { if (!found) { print "no counter " name > "/dev/stderr"; exit 1 } print n }'
}

# The carrier's ups and downs since the device was made.
flaps() { cat "/sys/class/net/$1/carrier_changes"; }

# flood ARGS...: frames flood in the background, until stop_flood
flood() {
	rm -f /tmp/flood.stop
	{
		frames flood --until /tmp/flood.stop "$@" 2>&1
		echo "status=$?"
	} >/tmp/flood.out &
	sleep 0.2
}

# Ends the flood, prints what became of it, and succeeds if frames does.
stop_flood() {
	touch /tmp/flood.stop
	[ -e /tmp/flood.out ] || return 0
	wait_for grep -q status= /tmp/flood.out
	mv /tmp/flood.out /tmp/flood.last
	cat /tmp/flood.last
	grep -q '^status=0' /tmp/flood.last
}

# newer X.Y: is the running kernel X.Y or later?
newer() { [ "$(printf '%s\n' "$1" "$(uname -r)" | sort -V | head -n 1)" = "$1" ]; }
