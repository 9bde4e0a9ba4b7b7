# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For the suites here: a copy of the parts that ask a kernel, in a directory that the kernel's
# own build root sees under the same name.
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
. "$(dirname -- "${BASH_SOURCE[0]}")/../../lab/common.sh"

# the copy; its files may be broken at will
tree=$XB_OUT/tree

# fresh_tree PART...: a new copy of these parts of the repository
fresh_tree() {
	rm -rf "$tree"
	mkdir -p "$tree"
	(cd "$TREE" && cp -a --parents "$@" "$tree/")
	rm -rf "$tree/compat/include/generated"
}

# root KERNEL COMMAND...: run it in that kernel's build root, where it finds $kdir and $tree
root() {
	local kernel=$1 abi
	shift
	abi=$(abi_of "$kernel")
	"$LAB/enter" "$kernel" --bind "$XB_OUT" -- env kdir="/usr/src/linux-headers-$abi" \
		tree="$tree" "$@"
}

# probe KERNEL [VAR=VALUE...]: ask that kernel, with what is in the copy
# shellcheck disable=SC2016,SC2317 # expanded in the root, and called by name
probe() {
	local kernel=$1
	shift
	root "$kernel" bash -c 'cd "$tree" && scripts/probe "$kdir" "$tree/probes.h" "$@"' probe "$@"
}
