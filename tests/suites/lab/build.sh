#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Modules are built for the kernel they are asked for, once, and a failure is explained.
# where: host
# kernels: all
# timeout: 300
. "$(dirname -- "$0")/../lib.sh"
. "$(dirname -- "$0")/../../lab/common.sh"

t_begin build
err=${XB_OUT:?run this by scripts/check}/stderr
if ! dir=$("$LAB/build" "$XB_KERNEL" 2>"$err"); then
	not_ok "the modules build" "$(cat "$err")"
	done_testing
	exit
fi
ok "the modules build"
abi=$(abi_of "$XB_KERNEL")
like "$("$LAB/enter" "$XB_KERNEL" --bind "$dir" -- modinfo -F vermagic "$dir/src/vmxnet3/vmxnet3.ko")" "^${abi//[.+]/.} " "vmxnet3 is for this kernel"
is "$(grep -c -i 'warning' "$dir/build.log")" 0 "and builds without a warning"

t_begin again
before=$(stat -c '%i %Y' "$dir/src/vmxnet3/vmxnet3.ko")
is "$("$LAB/build" "$XB_KERNEL" 2>"$err")" "$dir" "the same sources give the same directory"
is "$(stat -c '%i %Y' "$dir/src/vmxnet3/vmxnet3.ko")" "$before" "and are not built twice"

t_begin failure
said=$("$LAB/build" "$XB_KERNEL" KDIR=/nowhere/planted 2>&1) && status=0 || status=$?
is "$status" 1 "a build that fails is a failure"
like "$said" "/nowhere/planted" "the error is shown"
like "$said" "the build failed; see .*/build\.log" "the log is named"
done_testing
