#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Without message-signalled interrupts the port has one queue, and all else works.
# where: guest
# nics: name=dut0,model=vmxnet3,hub=1 name=peer0,model=virtio-net-pci,hub=1 name=dut1,model=vmxnet3,hub=2 name=peer1,model=virtio-net-pci,hub=2
# smp: 2
# append: pci=nomsi
# timeout: 240
. "$(dirname -- "$0")/common.bash"

ports_up

one_line() {
	grep -E 'IO-APIC.*dut0' /proc/interrupts
	same "$(grep -c MSI /proc/interrupts || true)" 0 "message-signalled interrupts"
	same "$(find /sys/class/net/dut0/queues -name 'rx-*' | wc -l)" 1 "receive queues"
}
try "INTx: one interrupt line and one queue" one_line

traffic() {
	frames flood --send peer0 --expect dut0 --count 2000 --sizes $SIZES
	frames flood --send dut0 --expect peer0 --count 2000 --sizes $SIZES
}
try "INTx: frames go both ways, none is lost" traffic

verdicts() {
	xdpctl attach dut0 drv
	xdpctl set dut0 verdict=tx head=-20
	frames check --send peer0 --expect peer0 --silent dut0 --head -20 --sizes $SIZES --fence dut0
	xdpctl set dut0 verdict=redirect dev=dut1
	frames check --send peer0 --expect peer1 --silent dut0 --sizes $SIZES --fence dut0
	xdpctl set dut0 verdict=cpu cpu=1
	frames check --send peer0 --expect dut0 --sizes $SIZES --fence dut0
	xdpctl set dut0 verdict=tx
	frames flood --send peer0 --send dut0 --expect peer0 --count 2000 --sizes $SIZES
	ethtool -G dut0 rx 256
	frames flood --send peer0 --send dut0 --expect peer0 --count 500 --sizes $SIZES
	xdpctl detach dut0
}
try "INTx: verdicts are byte exact and no frame is lost" verdicts

again() {
	xdpctl attach dut0 drv xb_tx
	flood --send peer0 --expect peer0 --sizes $SIZES --max-lost 1000000
	rmmod vmxnet3
	stop_flood
	xb-load "$XB_DRIVER"
	ports_up
	traffic
}
try "INTx: the module unloads under traffic and works when it is back" again

clean
done_testing
