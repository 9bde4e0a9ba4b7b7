#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The scanner of console logs finds what a kernel may complain of, says during which test, and
# leaves everything else alone.
# where: host
. "$(dirname -- "$0")/../lib.sh"
. "$(dirname -- "$0")/../../lab/common.sh"
tmp=$(mktemp -d)

# scan LINE...: the verdict on a log of these lines, in which the test area/suite "here" runs
scan() {
	printf '%s\n' "[    1.0] Linux version 6.1" "[    2.0] # begin area/suite here" "$@" >"$tmp/log"
	"$LAB/splats" 6.1 "$tmp/log"
}

t_begin "each kind"
while IFS= read -r line; do
	said=$(scan "[    3.0] $line") && status=0 || status=$?
	is "$status $said" "1 splat in area/suite here:
    [    3.0] $line" "finds: $line"
done <<'LINES'
WARNING: CPU: 0 PID: 7 at net/core/xdp.c:1 foo+0x1/0x2 [vmxnet3]
WARNING: possible circular locking dependency detected
WARNING: net/core/page_pool.c:100 at page_pool_put+0x10/0x20, CPU#1: ip/77
BUG: unable to handle page fault for address: 0000000000001000
BUG: Bad page state in process ip  pfn:01234
BUG: sleeping function called from invalid context at mm/slab.h:1
BUG: scheduling while atomic: swapper/0/0/0x00000100
kernel BUG at net/core/skbuff.c:1!
Oops: 0002 [#1] PREEMPT SMP
general protection fault, probably for non-canonical address 0xdead000000000100
page_pool_release_retry() stalled pool shutdown 12 inflight 60 sec
XDP_WARN: xdp_rxq_info_unreg(line:161): Missing unregister
rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:
rcu: INFO: rcu_sched self-detected stall on CPU
watchdog: BUG: soft lockup - CPU#0 stuck for 23s! [ip:7]
INFO: task rmmod:77 blocked for more than 120 seconds.
unregister_netdevice: waiting for dut0 to become free. Usage count = 2
NETDEV WATCHDOG: dut0 (vmxnet3): transmit queue 0 timed out
refcount_t: underflow; use-after-free.
list_del corruption. prev->next should be ffff, but was 0
DMA-API: vmxnet3 0000:01:00.0: device driver frees DMA memory with different size (leak)
kmemleak: 1 new suspected memory leaks (see /sys/kernel/debug/kmemleak)
BUG: KASAN: slab-use-after-free in foo+0x1/0x2
UBSAN: array-index-out-of-bounds in a.c:1:2
ip: page allocation failure: order:0, mode:0x820(GFP_ATOMIC)
irq 24: nobody cared (try booting with the "irqpoll" option)
Kernel panic - not syncing: Fatal exception in interrupt
LINES

t_begin "no kind"
said=$(scan "[    3.0] vmxnet3: loading out-of-tree module taints kernel." \
	"[    3.0] vmxnet3: module verification failed: signature and/or required key missing - tainting kernel" \
	"[    3.0] vmxnet3 0000:01:00.0 dut0: NIC Link is Up 10000 Mbps" \
	"[    3.0] dut0: a program that needs more than 3498 bytes in one buffer is refused") && status=0 || status=$?
is "$status $said" "0 " "leaves a driver's ordinary lines alone"

t_begin attribution
said=$(scan "[    3.0] # begin area/suite later" "[    4.0] WARNING: CPU: 0 PID: 1 at a.c:1" || true)
like "$said" "^splat in area/suite later:" "names the test that ran then, not an earlier one"
printf '[    1.0] WARNING: CPU: 0 PID: 1 at a.c:1\n' >"$tmp/log"
said=$("$LAB/splats" 6.1 "$tmp/log" || true)
like "$said" "^splat in \(no test\):" "says when none ran"
said=$(scan "[    3.0] WARNING: CPU: 0 PID: 1 at a.c:1" "[    3.0] Call Trace:" "[    3.0]  foo+0x1/0x2" \
	"[    3.0] ---[ end trace 0000000000000000 ]---" "[    4.0] all is well" || true)
is "$(wc -l <<<"$said")" 5 "shows the whole trace and ends with it"

t_begin allowances
lab2=$tmp/lab
mkdir "$lab2"
cp "$LAB/splats" "$LAB/common.sh" "$lab2/"
printf '6.1 WARNING: .* at known\\.c\n# 6.1 BUG: \n' >"$lab2/splats.allow"
printf 'WARNING: CPU: 0 PID: 1 at known.c:7\n' >"$tmp/log"
check "an allowed line does not count on its kernel" "$lab2/splats" 6.1 "$tmp/log"
refused "but counts on another" "known.c" "$lab2/splats" 6.12 "$tmp/log"
printf 'WARNING: CPU: 0 PID: 1 at other.c:7\n' >"$tmp/log"
refused "and another line counts" "other.c" "$lab2/splats" 6.1 "$tmp/log"
printf 'BUG: a comment allows nothing\n' >"$tmp/log"
refused "a comment allows nothing" "allows nothing" "$lab2/splats" 6.1 "$tmp/log"
rm -r "$tmp"
done_testing
