# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What the packaging suites share: a clean machine of a release within a second.
#
# A machine is three layers: the lab's root of the kernel's release; a layer
# with what an installed system has besides (initramfs tools, the packages of a
# second kernel), made once; and what the test does to it, in memory.

PACKAGING=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$PACKAGING/../lib.sh"
. "$PACKAGING/../../lab/common.sh"
need_root
host_needs mmdebstrap debian-archive-keyring dpkg-dev debhelper dh-dkms

RUN=""
clean_up() {
	local status=$?
	set +e
	if [ -n "$RUN" ]; then
		! mountpoint -q "$RUN/root" || umount -l "$RUN/root"
		umount -l "$RUN"
		rmdir "$RUN"
	fi
	(exit "$status")
	xb_at_exit
}
trap clean_up EXIT

mount_over() { # lower upper-parent
	mkdir -p "$2/upper" "$2/work" "$2/root"
	mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" "$2/root"
}

# Makes the layer of a kernel where it is missing or its root has changed.
layer() { # kernel
	local dir=$XB_CACHE/packaging/$1 want status=0
	want=$(cat "$XB_CACHE/roots/$1.stamp" "${BASH_SOURCE[0]}" | sha256sum)
	[ "$(cat "$dir/stamp" 2>/dev/null)" != "$want" ] || return 0
	say "$1: preparing a machine for packages; log: $XB_CACHE/log/packaging-$1.log"
	rm -rf --one-file-system "$dir"
	mount_over "$XB_CACHE/roots/$1" "$dir"
	# shellcheck disable=SC2016 # expanded in the root
	"$LAB/enter" "$dir/root" -- sh -ec '
		# what apt fetches stays; initramfs in their quickest compression
		rm -f /etc/apt/apt.conf.d/docker-clean
		mkdir -p /etc/initramfs-tools/conf.d
		printf "COMPRESS=gzip\nCOMPRESSLEVEL=1\n" >/etc/initramfs-tools/conf.d/quick
		apt-get update
		apt-get install -y --no-install-recommends initramfs-tools openssl zstd
		# the packages that the meta-package names, for it can be gone from a mirror
		new=$(apt-cache depends --important linux-image-cloud-amd64 |
			sed -n "s/.*Depends: linux-image-//p")
		apt-get install -y --no-install-recommends --download-only \
			"linux-image-$new" "linux-headers-$new"
		echo "$new" >/srv/new-kernel
	' >"$XB_CACHE/log/packaging-$1.log" 2>&1 || status=$?
	umount "$dir/root"
	[ "$status" = 0 ] || die "$1: cannot prepare a machine; see $XB_CACHE/log/packaging-$1.log"
	echo "$want" >"$dir/stamp"
}

# machine KERNEL: a clean one; sets M (its root), ABI (of the kernel in it) and NEW
# (of one whose packages it has at hand)
machine() {
	"$LAB/roots" "$1"
	mkdir -p "$XB_CACHE/packaging" "$XB_CACHE/log"
	(
		flock 9
		layer "$1"
	) 9>"$XB_CACHE/packaging/$1.lock"
	RUN=$(mktemp -d "$XB_CACHE/packaging/run.XXXXXX")
	mount -t tmpfs packaging "$RUN"
	mount_over "$XB_CACHE/packaging/$1/upper:$XB_CACHE/roots/$1" "$RUN"
	M=$RUN/root
	# shellcheck disable=SC2034 # used by those who source this
	ABI=$(abi_of "$1") NEW=$(cat "$M/srv/new-kernel")
	log_loads
}

# Every run of a program that would change what is loaded leaves a line.
log_loads() {
	local tool
	for tool in modprobe insmod rmmod; do
		rm "$M/sbin/$tool"
		cat >"$M/sbin/$tool" <<-EOF
			#!/bin/bash
			case " \$* " in
			*" --show-depends "* | *" -D "* | *" -n "*) ;;
			*) echo "$tool \$*" >>/var/log/loads ;;
			esac
			exec -a $tool /bin/kmod "\$@"
		EOF
		chmod 755 "$M/sbin/$tool"
	done
}

run() { "$LAB/enter" "$M" -- "$@"; }
apt() { run apt-get -y --no-install-recommends "$@"; }

# deb OUT [standin VERSION]: builds our package, or a later one with the stand-in
deb() {
	local tree=$TREE
	if [ "${2:-}" = standin ]; then
		tree=$RUN/tree
		rm -rf "$tree"
		# shellcheck source=scripts/package-common.sh
		(cd "$TREE" && . scripts/package-common.sh && copy_tree "$tree")
		rm -rf "$tree/src/vmxnet3" "$tree/tests"
		cp -a "$PACKAGING/standin" "$tree/src/vmxnet3"
		printf '#!/bin/sh\n' >"$tree/scripts/probe"
		sed -i "1s/(.*)/($3)/" "$tree/debian/changelog"
	fi
	"$tree/scripts/deb" "$1" >/dev/null
}

# has GOT TEXT NAME: passes if TEXT, in which * means anything, is part of GOT
has() {
	# shellcheck disable=SC2053 # a pattern it is
	if [[ $1 == *$2* ]]; then
		ok "$3"
	else
		not_ok "$3" "got:  $1
want: $2 in it"
	fi
}

# --- what a machine's owner sees ---------------------------------------------

dpkg_state() { run dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null | tr -d ' '; }

# what modprobe would load, without the directory of the kernel
resolves() { run modprobe -S "$1" --show-depends vmxnet3 | awk '/vmxnet3/ { print $2 }' | sed "s|.*/lib/modules/$1/||"; }
is_ours() { has "$(resolves "$1")" updates/dkms/vmxnet3.ko "$2"; }
is_intree() { has "$(resolves "$1")" kernel/drivers/net/vmxnet3/vmxnet3.ko "$2"; }

field() { run modinfo -k "$1" -F "$2" vmxnet3; }
sum_of() { run sha256sum "$1" | cut -d' ' -f1; }

# the vmxnet3 modules in a kernel's initramfs, as the sums of their files
in_initramfs() {
	run sh -ec '
		mkdir /tmp/i
		unmkinitramfs "/boot/initrd.img-$1" /tmp/i
		find /tmp/i -name "vmxnet3.ko*" -exec sha256sum {} + | cut -d" " -f1
	' sh "$1"
}
# the one that modprobe takes is the one and only in the initramfs
initramfs_agrees() { # kernel name
	is "$(in_initramfs "$1")" "$(sum_of "/lib/modules/$1/$(resolves "$1")")" "$2"
}
