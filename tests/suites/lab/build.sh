#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Modules are built for the kernel they are asked for, once, and a failure is explained.
# where: host
# kernels: all
# timeout: 300
. "$(dirname -- "$0")/../lib.sh"
. "$(dirname -- "$0")/../../lab/common.sh"

t_begin build
dir=$("$LAB/build" "$XB_KERNEL" 2>&1) && status=0 || status=$?
is "$status" 0 "the modules build"
abi=$(abi_of "$XB_KERNEL")
like "$(modinfo -F vermagic "$dir/src/vmxnet3/vmxnet3.ko")" "^${abi//[.+]/.} " "vmxnet3 is for this kernel"
is "$(grep -c -i 'warning' "$dir/build.log")" 0 "and builds without a warning"

t_begin again
before=$(stat -c '%i %Y' "$dir/src/vmxnet3/vmxnet3.ko")
is "$("$LAB/build" "$XB_KERNEL" 2>&1)" "$dir" "the same sources give the same directory"
is "$(stat -c '%i %Y' "$dir/src/vmxnet3/vmxnet3.ko")" "$before" "and are not built twice"

t_begin failure
refused "a failing build names its log and shows the error" "(planted.*build\.log|build\.log)" \
	"$LAB/build" "$XB_KERNEL" CHECK_PLANTED=1 KBUILD_MODPOST_FAIL_ON_WARNINGS=1 KDIR=/nowhere/planted
done_testing
