#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Headers that lie about their version: 6.12's, which say they are 5.14's. The answers are the
# same, and the module differs in what names the version and in nothing else.
# where: host
# kernels: 6.12
# timeout: 600
set -euo pipefail
. "$(dirname -- "$0")/common.bash"

abi=$(abi_of "$XB_KERNEL")
lie=5.14${abi#6.12}

# as long as the truth, so that nothing in the module moves
t_begin "the version is changed"
fresh_tree Makefile Kbuild scripts/probe compat src
cp -a "$XB_CACHE/roots/$XB_KERNEL/usr/src/linux-headers-$abi" "$XB_OUT/headers"
(
	cd "$XB_OUT/headers"
	# neither the path of the headers that all flavours share, nor the packager's build salt
	grep -rlI "${abi%%+*}" .config .kernelvariables include |
		xargs sed -i "/BUILD_SALT/! s/${abi%%+*}/${lie%%+*}/g"
	patch=${abi%%+*} patch=${patch##*.}
	sed -i -e "s/\(LINUX_VERSION_CODE\) .*/\1 $((5 << 16 | 14 << 8 | (patch > 255 ? 255 : patch)))/" \
		-e 's/\(LINUX_VERSION_MAJOR\) .*/\1 5/' -e 's/\(LINUX_VERSION_PATCHLEVEL\) .*/\1 14/' \
		include/generated/uapi/linux/version.h
)
like "$(cat "$XB_OUT"/headers/include/generated/{utsrelease.h,uapi/linux/version.h} \
	"$XB_OUT/headers/include/config/kernel.release" | tr '\n' ' ')" \
	'UTS_RELEASE "5\.14.*LINUX_VERSION_CODE 33[0-9]{4} .*MAJOR 5 .*5\.14' "the headers say 5.14"

# build NAME SETUP: the tree, always at the same place; keeps what came out
# shellcheck disable=SC2016 # expanded in the root
build() {
	root "$XB_KERNEL" bash -euc "$2"'
		cd "$tree"
		make clean
		make modules KDIR="$kdir" KVER="$1"' build "$abi" >"$XB_OUT/build-$1.log" 2>&1 || {
		not_ok "builds with the $1 version" "$(tail -n 20 "$XB_OUT/build-$1.log")"
		return 1
	}
	ok "builds with the $1 version"
	cp "$tree/compat/include/generated/probes.h" "$XB_OUT/$1.h"
	cp "$tree"/src/vmxnet3/vmxnet3.ko "$XB_OUT/$1.ko"
}

t_begin "builds with the true version"
build true ""
t_begin "builds with the false version"
build false "mount --bind '$XB_OUT/headers' \"\$kdir\";"

t_begin "the answers are the same"
check "the answers are the same" cmp "$XB_OUT/true.h" "$XB_OUT/false.h"

t_begin "modinfo differs in the vermagic"
info() { objcopy -O binary -j .modinfo --set-section-flags .modinfo=alloc "$1" /dev/stdout | tr '\0' '\n'; }
is "$(diff <(info "$XB_OUT/true.ko") <(info "$XB_OUT/false.ko") | grep '^[<>]' | sed 's/ mod_unload.*//')" \
	"$(printf '< vermagic=%s SMP preempt\n> vermagic=%s SMP preempt' "$abi" "$lie")" \
	"modinfo differs in the vermagic"

# blank FILE SECTION...: overwrite sections; the build id is a hash of all the rest
blank() {
	local file=$1 section at size
	shift
	for section in "$@"; do
		read -r at size < <(readelf -SW "$file" |
			sed -nE "s/.* ${section//./\\.} +[A-Z]+ +[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+) .*/\1 \2/p")
		dd if=/dev/zero of="$file" bs=1 seek=$((16#$at)) count=$((16#$size)) conv=notrunc status=none
	done
}

t_begin "all else is the same"
check "the two differ to begin with" test "$(cmp -l "$XB_OUT"/{true,false}.ko | wc -l)" -gt 0
for one in true false; do
	cp "$XB_OUT/$one.ko" "$XB_OUT/$one.blank"
	blank "$XB_OUT/$one.blank" .modinfo .note.gnu.build-id
done
check "all else is the same" cmp "$XB_OUT"/{true,false}.blank
check "there is something in it" test "$(tr -d '\0' <"$XB_OUT/true.blank" | wc -c)" -gt 20000

done_testing
