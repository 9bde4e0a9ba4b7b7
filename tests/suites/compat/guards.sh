#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What cannot be answered stops the build, with one line that a person understands.
# where: host
# kernels: 5.10 7.3
# timeout: 600
set -euo pipefail
. "$(dirname -- "$0")/common.bash"

fresh() {
	t_begin "$1"
	fresh_tree scripts/probe compat
}

# stops NAME REGEX [COMMAND...]: the command (the probe, if none is given) fails, and says
# one line, which matches; no answers are left behind
stops() {
	local name=$1 regex=$2 said
	shift 2
	[ $# -gt 0 ] || set -- probe "$XB_KERNEL"
	if said=$("$@" 2>&1); then
		not_ok "$name" "it went through"
	elif [ "$(wc -l <<<"$said")" != 1 ] || ! grep -qE "^probe: $regex" <<<"$said"; then
		not_ok "$name" "$said"
	elif [ -e "$tree/probes.h" ]; then
		not_ok "$name" "answers were written all the same"
	else
		ok "$name"
	fi
}

probe_file() { cat >"$tree/compat/probes/$1.c"; }

fresh "a control that must compile and does not"
echo 'static int __used probe_control_pass__broken = no_such_thing;' >>"$tree/compat/probes/control_pass.c"
stops "a control that must compile and does not" \
	'the control probe that must compile did not.*control_pass\.c'

fresh "a control that must fail and does not"
sed -i 's/no_kernel_has_this(dev)/0/' "$tree/compat/probes/control_fail.c"
stops "a control that must fail and does not" 'the control probe that must not compile did'

fresh "no form of an API compiles"
probe_file frob_old <<-'END'
	// asks: frob(dev)
	// symbols: none
	// group: frob
	static void __used probe_frob_old(struct net_device *dev) { frob(dev); }
END
probe_file frob_new <<-'END'
	// asks: frob(dev, how)
	// symbols: none
	// group: frob
	static void __used probe_frob_new(struct net_device *dev) { frob(dev, 1); }
END
stops "no form of an API compiles" \
	'this kernel is not supported: .* frob \(not frob\(dev, how\), nor frob\(dev\)\)$'

fresh "one form of an API is enough"
probe_file frob_old <<-'END'
	// asks: frob(dev)
	// symbols: none
	// group: frob
	static u32 __used probe_frob_old(struct net_device *dev) { return dev->mtu; }
END
check "one form of an API is enough" probe "$XB_KERNEL"

# An API goes away in the headers themselves, as it would in a kernel that is too new.
fresh "an API is gone from the headers"
# shellcheck disable=SC2016 # expanded in the root
stops "an API is gone from the headers" \
	'this kernel is not supported: .* bpf_warn_invalid_xdp_action \(not bpf_warn' \
	root "$XB_KERNEL" bash -euc '
		header=$(echo "${kdir%-amd64}-common/include/linux/filter.h")
		sed "s/bpf_warn_invalid_xdp_action/bpf_warn_renamed/" "$header" >"$tree/filter.h"
		mount --bind "$tree/filter.h" "$header"
		cd "$tree"
		scripts/probe "$kdir" "$tree/probes.h"'

# Declared in a public header on every kernel, and exported on none.
fresh "a function that is declared and not exported counts as absent"
probe_file create_sq <<-'END'
	// asks: mlx5_core_create_sq(dev, in, inlen, sqn)
	// symbols: mlx5_core_create_sq
	#include <linux/mlx5/driver.h>
	#include <linux/mlx5/transobj.h>
	static int __used probe_create_sq(struct mlx5_core_dev *dev, u32 *in)
	{
		return mlx5_core_create_sq(dev, in, 4, in);
	}
END
probe "$XB_KERNEL" || not_ok "the probe runs"
like "$(grep CREATE_SQ "$tree/probes.h")" '^/\* HAVE_CREATE_SQ is not set' \
	"a function that is declared and not exported counts as absent"

rm "$tree/probes.h"
sed -i 's/^\/\/ symbols: .*/\/\/ symbols: none/' "$tree/compat/probes/create_sq.c"
stops "a probe that does not name its export" 'a probe needs mlx5_core_create_sq, which'

fresh "headers are missing"
# shellcheck disable=SC2016 # expanded in the root
in_tree() { root "$XB_KERNEL" bash -c 'cd "$tree" && exec "$@"' in_tree "$@"; }
stops "headers are missing" \
	'no kernel headers in /lib/modules/9\.9\.9-amd64/build: install linux-headers-9\.9\.9-amd64 ' \
	in_tree scripts/probe /lib/modules/9.9.9-amd64/build "$tree/probes.h"

fresh "the compiler is missing"
stops "the compiler is missing" 'the compiler that built this kernel is missing: install gcc-99$' \
	probe "$XB_KERNEL" CC=x86_64-linux-gnu-gcc-99

fresh "exports are missing"
# shellcheck disable=SC2016 # expanded in the root
stops "exports are missing" '.* has no Module.symvers' root "$XB_KERNEL" bash -euc '
	: >"$tree/empty"
	mount --bind "$tree/empty" "$kdir/Module.symvers"
	cd "$tree"
	scripts/probe "$kdir" "$tree/probes.h"'

done_testing
