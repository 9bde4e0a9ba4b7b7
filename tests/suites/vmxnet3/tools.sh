#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The distribution's own XDP tools on our ports.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up
object=$(dirname "$(command -v xdpctl)")/knobs.bpf.o

# dropped DEV, passed DEV: what happens to frames from its peer
dropped() { frames check --send "peer${1#dut}" --silent "$1" --sizes $SIZES; }
passed() { frames check --send "peer${1#dut}" --expect "$1" --sizes $SIZES --fence "$1"; }

loads() {
	xdp-loader load -m native -n xb_drop dut0 "$object"
	same "$(xdpctl show dut0)" drv mode
	ip -d link show dut0 | grep 'prog/xdp id'
	xdp-loader status dut0 >/tmp/status
	grep -E 'dut0 +.* native ' /tmp/status
	grep xb_drop /tmp/status
	dropped dut0
	xdp-loader unload -a dut0
	same "$(xdpctl show dut0)" none "mode after unload"
	passed dut0
	same "$(find /sys/fs/bpf/xdp -type f 2>/dev/null | wc -l)" 0 "pins left behind"
}
try "E01 xdp-loader loads natively, shows it, and unloads" loads

without_dispatcher() {
	LIBXDP_SKIP_DISPATCHER=1 xdp-loader load -m native -n xb_drop dut0 "$object"
	same "$(xdpctl show dut0)" drv mode
	ip link show dut0 | grep 'prog/xdp id .*xb_drop'
	dropped dut0
	xdp-loader unload -a dut0
	same "$(xdpctl show dut0)" none "mode after unload"
	passed dut0
}
try "E01 xdp-loader loads without its dispatcher" without_dispatcher

two_programs() {
	local before
	before=$(flaps dut0)
	xdp-loader load -m native -n xb_pass dut0 "$object"
	passed dut0
	xdp-loader load -m native -n xb_drop dut0 "$object"
	same "$(xdp-loader status dut0 | grep -cE 'xb_(pass|drop)')" 2 "programs in the chain"
	dropped dut0
	xdp-loader unload -a dut0
	passed dut0
	same "$(flaps dut0)" "$before" "changes of the carrier"
}
try "E01 a second program joins the first in the dispatcher, and the link stays" two_programs

generic() {
	xdp-loader load -m skb -n xb_drop dut0 "$object"
	same "$(xdpctl show dut0)" skb mode
	dropped dut0
	xdp-loader unload -a dut0
	passed dut0
}
try "E01 xdp-loader loads in generic mode as well" generic

in_netns() {
	ip netns add other
	ip link set dut1 netns other
	ip -n other link set dut1 up
	wait_for ip netns exec other grep -q 1 /sys/class/net/dut1/carrier
	ip netns exec other xdp-loader load -m native -n xb_drop dut1 "$object"
	same "$(xdpctl show other/dut1)" drv "mode without bpffs"
	ip netns exec other xdp-loader unload -a dut1
	same "$(xdpctl show other/dut1)" none "mode after unload"
	nsenter --net=/run/netns/other xdp-loader load -m native -n xb_drop dut1 "$object"
	same "$(xdpctl show other/dut1)" drv "mode with bpffs"
	nsenter --net=/run/netns/other xdp-loader unload -a dut1
	same "$(xdpctl show other/dut1)" none "mode after unload"
	same "$(find /sys/fs/bpf/xdp -type f | wc -l)" 0 "pins left behind"
}
try "E02 xdp-loader works in a namespace, with bpffs in sight and without" in_netns
ip netns del other
wait_for test -e /sys/class/net/dut1
ports_up

features() {
	local f
	xdp-loader features dut0 >/tmp/features
	for f in BASIC REDIRECT NDO_XMIT; do grep -E "XDP_ACT_$f:.*yes" /tmp/features; done
	for f in XSK_ZEROCOPY HW_OFFLOAD RX_SG; do grep -E "XDP_ACT_$f:.*no" /tmp/features; done
}
if newer 6.3; then
	try "E07 xdp-loader features says what the port can do" features
fi

filter() {
	local mac
	mac=$(cat /sys/class/net/dut0/address)
	xdp-filter load -m native -f udp,tcp,ipv4,ipv6 dut0
	same "$(xdpctl show dut0)" drv mode
	xdp-filter port 7777 -p udp
	frames check --send peer0 --silent dut0 --kind udp4 --dst "$mac" --sizes 100,1000
	frames check --send peer0 --expect dut0 --kind udp4 --port 7778 --dst "$mac" --sizes 100,1000
	xdp-filter unload dut0
	same "$(xdpctl show dut0)" none "mode after unload"
}
try "xdp-filter filters natively" filter

# bench COMMAND...: xdp-bench runs until it is interrupted
bench_start() {
	xdp-bench "$@" >/tmp/bench 2>&1 &
	echo $! >/tmp/bench.pid
	wait_for bench_attached
}
bench_attached() { [ "$(xdpctl show dut0)" = drv ]; }
bench_end() {
	kill -INT "$(cat /tmp/bench.pid)"
	wait "$(cat /tmp/bench.pid)" || true
	same "$(xdpctl show dut0)" none "mode after xdp-bench"
}
bench() {
	bench_start drop dut0
	frames check --send peer0 --silent dut0 --count 20 --sizes $SIZES
	bench_end
	bench_start tx dut0
	# it fills its maps after it attaches
	wait_for frames check --send peer0 --expect peer0 --swap --timeout 1
	frames flood --send peer0 --expect peer0 --swap --count 2000 --sizes 64,512
	bench_end
	bench_start redirect dut0 dut1
	wait_for frames check --send peer0 --expect peer1 --swap --timeout 1
	frames flood --send peer0 --expect peer1 --swap --count 2000 --sizes 64,512
	bench_end
	bench_start redirect-map dut0 dut1
	wait_for frames check --send peer0 --expect peer1 --swap --timeout 1
	frames flood --send peer0 --expect peer1 --swap --count 2000 --sizes 64,512
	bench_end
	bench_start redirect-cpu -c 1 -p no-touch -r pass dut0
	wait_for frames check --send peer0 --expect dut0 --timeout 1
	passed dut0
	bench_end
}
name="E10 xdp-bench drops, sends back and redirects natively"
if timeout -s INT 2 xdp-bench drop -m skb lo >/tmp/bench 2>&1 || ! grep -q 'failed to load' /tmp/bench; then
	try "$name" bench
else
	skip "$name" "xdp-bench of this release does not load on this kernel: $(grep -m 1 failed /tmp/bench)"
fi

# It ends with 1 whatever happened, so only what arrives tells.
received() { cat /sys/class/net/peer0/statistics/rx_packets; }
all_arrived() { [ $(($(received) - $1)) -ge $((4096 - $(counter dut0 "$2") + $3)) ]; }
trafficgen() {
	local before errors name='xdp xmit err'
	before=$(received)
	errors=$(counter dut0 "$name")
	xdp-trafficgen udp dut0 -n 4096 -m "$(cat /sys/class/net/peer0/address)" </dev/null || true
	# what the ring had no room for is counted
	wait_for all_arrived "$before" "$name" "$errors"
	[ $(($(received) - before)) -ge 1000 ]
}
name="E10 xdp-trafficgen sends through ndo_xdp_xmit"
if xdp-trafficgen probe >/tmp/probe 2>&1; then
	try "$name" trafficgen
else
	skip "$name" "xdp-trafficgen of this release cannot work on this kernel: $(grep -m 1 . /tmp/probe)"
fi

forward() {
	local n
	for n in 0 1; do
		ip netns add "far$n"
		ip link set "peer$n" netns "far$n"
		ip -n "far$n" link set "peer$n" up
		ip -n "far$n" addr add "10.$n.0.2/24" dev "peer$n"
		ip -n "far$n" route add default via "10.$n.0.1"
		ip addr add "10.$n.0.1/24" dev "dut$n"
	done
	sysctl -qw net.ipv4.ip_forward=1
	ip netns exec far0 ping -c 2 -W 2 10.1.0.2
	xdp-forward load dut0 dut1
	same "$(xdpctl show dut0) $(xdpctl show dut1)" "drv drv" modes
	ip netns exec far0 ping -c 20 -i 0.05 -W 2 10.1.0.2
	[ "$XB_DRIVER" = intree ] || {
		[ "$(counter dut0 xdp_redirect)" -ge 20 ]
		[ "$(counter dut1 xdp_redirect)" -ge 20 ]
	}
	xdp-forward unload dut0 dut1
	same "$(xdpctl show dut0) $(xdpctl show dut1)" "none none" "modes after unload"
}
if command -v xdp-forward >/dev/null; then
	try "E10 xdp-forward forwards between two ports natively" forward
	for n in 0 1; do ip netns del far$n; done
	wait_for test -e /sys/class/net/peer1
	ports_up
fi

clean
done_testing
