#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The cable is pulled and put back, as QEMU's monitor can do: the port follows.
# where: host
# kernels: 5.10 6.12 7.3
# timeout: 240
. "$(dirname -- "$0")/../lib.sh"
. "$(dirname -- "$0")/../../lab/common.sh"
out=${XB_OUT:?run this by scripts/check}
host_needs socat
monitor=$(mktemp -d)/monitor

cat >"$out/script.sh" <<'EOS'
#!/bin/bash
# waits for the carrier to be $1, and says what there is to see then
expect() {
	for ((i = 0; i < 600; i++)); do
		[ "$(cat /sys/class/net/dut0/carrier)" != "$1" ] || break
		sleep 0.05
	done
	echo "carrier $(cat /sys/class/net/dut0/carrier)" \
		"speed $(ethtool dut0 | sed -n 's/.*Speed: //p')" \
		"changes $(cat /sys/class/net/dut0/carrier_changes)"
}
xb-load ours >/dev/null
ip link set dut0 up
expect 1
expect 0
expect 1
dmesg | grep -oE 'dut0: NIC Link is (Up 1000 Mbps|Down)' | tail -n 2
EOS

# QEMU is told off and on, each once the guest has printed that many lines
pull_the_cable() {
	local lines state=off tries
	for lines in 1 2; do
		for ((tries = 0; tries < 1800; tries++)); do
			[ "$(grep -c ^carrier "$out/guest.out")" -lt $lines ] || break
			sleep 0.1
		done
		echo "set_link dut0 $state" | socat -T 2 - "unix-connect:$monitor" >>"$out/monitor.log" 2>&1
		state=on
	done
}

t_begin link
: >"$out/guest.out"
pull_the_cable &
status=0
"$LAB/guest" --kernel "$XB_KERNEL" --script "$out/script.sh" --name link --out "$out/guest" \
	--modules "$("$LAB/build" "$XB_KERNEL")" --nic name=dut0,model=vmxnet3,hub=1 \
	--qemu "-monitor unix:$monitor,server=on,wait=off" --timeout 200 >"$out/guest.out" || status=$?
wait
is "$status" 0 "the guest ends well"
is "$(sed -n 1p "$out/guest.out" | cut -d' ' -f1-4)" "carrier 1 speed 1000Mb/s" "there is a link to begin with"
is "$(sed -n 2p "$out/guest.out" | cut -d' ' -f1-4)" "carrier 0 speed Unknown!" "without a cable there is none"
is "$(sed -n 3p "$out/guest.out" | cut -d' ' -f1-4)" "carrier 1 speed 1000Mb/s" "with the cable it is back"
before=$(sed -n 1p "$out/guest.out" | sed 's/.*changes //')
is "$(sed -n 3p "$out/guest.out" | sed 's/.*changes //')" $((before + 2)) "the carrier changed twice, no more"
is "$(tail -n 2 "$out/guest.out")" "dut0: NIC Link is Down
dut0: NIC Link is Up 1000 Mbps" "the log says both"
rm -rf "${monitor%/*}"
done_testing
