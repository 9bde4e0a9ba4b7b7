#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What an administrator sets, asks and expects of a port.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 4
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up
mac=$(cat /sys/class/net/dut0/address)
after_failure() {
	[ ! -e /sys/class/net/lan0 ] || {
		ip link set lan0 down
		ip link set lan0 name dut0
	}
	ip link set dut0 address "$mac" promisc off allmulticast off mtu 1500
	clean
}
own=02:12:34:56:78:9a
group=01:00:5e:01:02:03

# to ADDRESS RESULT: frames to it reach the port, or do not (expect, silent)
to() { frames check --send peer0 "--$2" dut0 --dst "$1" --sizes $SIZES --fence dut0; }

unicast() {
	to "$mac" expect
	to 02:00:00:00:00:77 silent
	to ff:ff:ff:ff:ff:ff expect
}
try "its own address and broadcast reach the port, others do not" unicast

new_mac() {
	ip link set dut0 address $own
	to $own expect
	to "$mac" silent
	ip link set dut0 down
	ip link set dut0 up
	wait_for carrier dut0
	to $own expect
	to "$mac" silent
	ethtool -G dut0 rx 512
	to $own expect
	ethtool -G dut0 rx 1024
	xdpctl attach dut0 drv xb_pass
	to $own expect
	to "$mac" silent
	xdpctl detach dut0
	refuses . ip link set dut0 address 01:00:00:00:00:01
	refuses . ip link set dut0 address 00:00:00:00:00:00
	to $own expect
	ip link set dut0 address "$mac"
	to "$mac" expect
	to $own silent
}
try "a new MAC address holds over down and up, a restart and a program" new_mac

promisc() {
	ip link set dut0 promisc on
	to 02:00:00:00:00:77 expect
	to $group expect
	ethtool -G dut0 rx 512
	to 02:00:00:00:00:77 expect
	ethtool -G dut0 rx 1024
	ip link set dut0 promisc off
	to 02:00:00:00:00:77 silent
	to $group silent
}
try "promiscuous mode takes everything, also after a restart" promisc

multicast() {
	to $group silent
	ip maddr add $group dev dut0
	to $group expect
	to 01:00:5e:01:02:04 silent
	ethtool -G dut0 rx 512
	to $group expect
	ethtool -G dut0 rx 1024
	ip maddr del $group dev dut0
	to $group silent
	ip link set dut0 allmulticast on
	to $group expect
	to 02:00:00:00:00:77 silent
	ip link set dut0 allmulticast off
	to $group silent
}
try "multicast groups pass when joined, also after a restart, and all of them if asked" multicast

second_unicast() {
	ip link add link dut0 name mv0 type macvlan mode bridge
	ip link set mv0 up
	to "$(cat /sys/class/net/mv0/address)" expect
	ip link del mv0
	to "$(cat /sys/class/net/dut0/address)" expect
}
modprobe macvlan
try "a second unicast address (macvlan) is heard" second_unicast

lists_channels() {
	ethtool -l dut0 | awk '/^Combined:/ { n[++i] = $2 } END { exit !(n[1] >= 1 && n[2] >= 1 && n[2] <= n[1]) }'
	same "$(ethtool -l dut0 | awk '/^Combined:/ { n = $2 } END { print n }')" \
		"$(find /sys/class/net/dut0/queues -name 'rx-*' | wc -l)" "channels, against the queues in sysfs"
}
[ "$XB_DRIVER-$XB_KERNEL" = intree-5.10 ] || try "A14 the number of channels can be read" lists_channels

link_settings() {
	ethtool dut0 >/tmp/link
	grep -q 'Speed: 1000Mb/s' /tmp/link
	grep -q 'Duplex: Full' /tmp/link
	grep -q 'Link detected: yes' /tmp/link
	ip link set dut0 down
	ethtool dut0 | grep -q 'Link detected: no'
	ip link set dut0 up
	wait_for carrier dut0
}
try "link settings are those of the device" link_settings

wake() {
	local flags
	for flags in u a g uag d; do
		ethtool -s dut0 wol $flags
		same "$(ethtool dut0 | sed -n 's/.*[^s] Wake-on: //p; s/^\tWake-on: //p' | fold -w 1 | sort | tr -d '\n')" \
			"$(fold -w 1 <<<$flags | sort | tr -d '\n')" "wake-on-LAN"
	done
	refuses . ethtool -s dut0 wol p
}
try "wake-on-LAN takes what the device can and refuses the rest" wake

no_coalescing() {
	refuses 'not supported' ethtool -c dut0
	refuses 'not supported' ethtool -C dut0 rx-usecs 10
}
try "coalescing is refused on a device of revision 1" no_coalescing

# 9 control words, then those of 5 vectors, 4 TX and 4 RX queues, each kind after its count
dump() {
	local words
	ethtool -d dut0 raw on >/tmp/dump
	words=$(($(stat -c %s /tmp/dump) / 4))
	same $words $((9 + 1 + 5 + 1 + 4 * 17 + 1 + 4 * 23)) "32-bit words in the register dump"
}
[ "$XB_DRIVER" = intree ] || try "the register dump has a word for each register" dump

rss() {
	local i
	for ((i = 0; i < 4; i++)); do
		ethtool -x dut0 | grep -qE "^ +0: .*\\b$i\\b"
	done
	ethtool -X dut0 weight 1 1 0 0
	same "$(ethtool -x dut0 | sed -n 's/^ \+[0-9]\+: *//p' | tr -s ' ' '\n' | sort -u | tr -d '\n')" 01 "queues in the table"
	ethtool -X dut0 equal 4
	same "$(ethtool -x dut0 | sed -n 's/^ \+[0-9]\+: *//p' | tr -s ' ' '\n' | sort -u | tr -d '\n')" 0123 "queues in the table"
	refuses . ethtool -X dut0 equal 5
}
try "the RSS table can be read and set" rss

# A16: what a user switched off stays off, whatever else happens to the port
settings_stay() {
	local f off before
	for f in tx-tcp-segmentation generic-receive-offload rx-vlan-offload large-receive-offload; do
		ethtool -K dut0 $f off
	done
	before=$(ethtool -k dut0)
	off=$(grep -cE '^\s*(tx-tcp-segmentation|generic-receive-offload|rx-vlan-offload|large-receive-offload): off$' <<<"$before")
	same "$off" 4 "features switched off"
	xdpctl attach dut0 drv
	same "$(ethtool -k dut0)" "$before" "features with a program"
	xdpctl replace dut0 drv
	xdpctl detach dut0
	same "$(ethtool -k dut0)" "$before" "features after the program"
	ethtool -G dut0 rx 256
	ip link set dut0 down
	ip link set dut0 up
	ip link set dut0 mtu 1400
	same "$(ethtool -k dut0)" "$before" "features after restarts"
	ip link set dut0 mtu 1500
	ethtool -G dut0 rx 1024
	for f in tx-tcp-segmentation generic-receive-offload rx-vlan-offload large-receive-offload; do
		ethtool -K dut0 $f on
	done
}
try "A16 features that a user switched off stay off over programs and restarts" settings_stay

no_tunnels() {
	same "$(ethtool -k dut0 | grep -cE 'tx-udp_tnl-(csum-)?segmentation: off \[fixed\]')" 2 \
		"tunnel offloads that cannot be had"
}
try "A16 tunnel offloads are off and fixed on a device that has none" no_tunnels

counters() {
	local before after
	before=$(cat /sys/class/net/dut0/statistics/{rx,tx}_{packets,bytes} | paste -sd ' ')
	frames check --send peer0 --expect dut0 --count 10 --sizes 100,1000 --fence dut0
	frames check --send dut0 --expect peer0 --count 10 --sizes 100,1000
	after=$(cat /sys/class/net/dut0/statistics/{rx,tx}_{packets,bytes} | paste -sd ' ')
	paste -d ' ' <(tr ' ' '\n' <<<"$before") <(tr ' ' '\n' <<<"$after") | awk '{ print $2 - $1 }' | paste -sd ' ' >/tmp/more
	# the fence is 60 bytes more
	same "$(cat /tmp/more)" "21 11060 20 11000" "rx packets, rx bytes, tx packets, tx bytes"
	ip link set dut0 mtu 1400
	ethtool -G dut0 rx 256
	ip link set dut0 down
	ip link set dut0 up
	same "$(cat /sys/class/net/dut0/statistics/{rx,tx}_{packets,bytes} | paste -sd ' ')" "$after" "counters after restarts"
	ip link set dut0 mtu 1500
	ethtool -G dut0 rx 1024
	wait_for carrier dut0
}
[ "$XB_DRIVER" = intree ] || try "counters tell the truth and never go backwards" counters

renamed() {
	ip link set dut0 down
	ip link set dut0 name lan0
	ip link set lan0 up
	wait_for carrier lan0
	frames check --send peer0 --expect lan0 --sizes $SIZES --fence lan0
	grep -q 'lan0-rxtx-0' /proc/interrupts
	refuses '^$' grep 'dut0-' /proc/interrupts
	ip link set lan0 down
	ip link set lan0 name dut0
	ip link set dut0 up
	wait_for carrier dut0
}
try "interrupts bear the port's name, also a new one" renamed

# Kernel messages leave through the port by netpoll.
netconsole() {
	local peer_mac target=/sys/kernel/config/netconsole/xb
	modprobe netconsole
	mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
	ip netns add far
	ip link set peer0 netns far
	ip -n far link set peer0 up
	ip -n far addr add 10.0.0.2/24 dev peer0
	ip addr add 10.0.0.1/24 dev dut0
	peer_mac=$(ip netns exec far cat /sys/class/net/peer0/address)
	mkdir $target
	echo dut0 >$target/dev_name
	echo 10.0.0.1 >$target/local_ip
	echo 10.0.0.2 >$target/remote_ip
	echo "$peer_mac" >$target/remote_mac
	echo 6666 >$target/remote_port
	ip netns exec far timeout 20 socat -u UDP-RECV:6666 CREATE:/tmp/console >/dev/null 2>&1 &
	wait_for ip netns exec far sh -c "ss -ulnH 'sport = 6666' | grep -q ."
	echo 1 >$target/enabled
	for attached in no yes; do
		[ $attached = no ] || xdpctl attach dut0 drv xb_pass
		for n in {1..10}; do echo "<1>netconsole test $attached $n" >/dev/kmsg; done
		wait_for grep -q "netconsole test $attached 10" /tmp/console
		same "$(grep -ac "netconsole test $attached [0-9]" /tmp/console)" 10 "messages that arrived"
	done
	xdpctl detach dut0
}
netconsole_off() {
	echo 0 >/sys/kernel/config/netconsole/xb/enabled || true
	rmdir /sys/kernel/config/netconsole/xb || true
	rmmod netconsole || true
	ip addr flush dev dut0
	# a namespace lives as long as a process in it
	ip netns pids far | xargs -r kill || true
	ip netns del far || true
	wait_for test -e /sys/class/net/peer0
	ports_up
}
try "netconsole: kernel messages leave through the port, with a program and without" netconsole
netconsole_off >/dev/null 2>&1

clean
done_testing
