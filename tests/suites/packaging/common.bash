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
		umount -l "$RUN" && rmdir "$RUN"
	fi
	(exit "$status")
	xb_at_exit
}
trap clean_up EXIT

# Sets RUN: a folder in memory that goes away with the suite.
scratch() {
	mkdir -p "$XB_CACHE/packaging" "$XB_CACHE/log"
	RUN=$(mktemp -d "$XB_CACHE/packaging/run.XXXXXX")
	mount -t tmpfs packaging "$RUN"
}

mount_over() { # lower upper-parent
	mkdir -p "$2/upper" "$2/work" "$2/root"
	mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" "$2/root"
}

# What a layer adds to a kernel's root, run in it with the packages as arguments.
# shellcheck disable=SC2016 # expanded there
recipe='
	# what apt fetches stays; initramfs in their quickest compression
	rm -f /etc/apt/apt.conf.d/docker-clean
	mkdir -p /etc/initramfs-tools/conf.d
	printf "COMPRESS=gzip\nCOMPRESSLEVEL=1\n" >/etc/initramfs-tools/conf.d/quick
	apt-get update
	apt-get install -y --no-install-recommends openssl zstd "$@"
	# the packages that the meta-package names, for it can be gone from a mirror
	new=$(apt-cache depends --important linux-image-cloud-amd64 |
		sed -n "s/.*Depends: linux-image-//p")
	apt-get install -y --no-install-recommends --download-only \
		"linux-image-$new" "linux-headers-$new"
	echo "$new" >/srv/new-kernel
'

# Makes a layer where it is missing or its root or recipe has changed.
layer() { # kernel name packages...
	local dir=$XB_CACHE/packaging/$2 log=$XB_CACHE/log/packaging-$2.log want status=0
	want=$({ cat "$XB_CACHE/roots/$1.stamp"; echo "$recipe" "$@"; } | sha256sum)
	[ "$(cat "$dir/stamp" 2>/dev/null)" != "$want" ] || return 0
	say "$2: preparing a machine for packages; log: $log"
	rm -rf --one-file-system "$dir"
	mount_over "$XB_CACHE/roots/$1" "$dir"
	"$LAB/enter" "$dir/root" -- sh -ec "$recipe" layer "${@:3}" >"$log" 2>&1 || status=$?
	umount "$dir/root"
	[ "$status" = 0 ] || die "$2: cannot prepare a machine; see $log"
	echo "$want" >"$dir/stamp"
}

# machine KERNEL [NAME PACKAGE...]: a clean one, with initramfs-tools or what NAME
# stands for; sets M (its root), ABI (of the kernel in it) and NEW (of one whose
# packages it has at hand)
machine() {
	local name=${2:-$1}
	[ $# -gt 1 ] || set -- "$1" "$1" initramfs-tools
	"$LAB/roots" "$1"
	scratch
	(
		flock 9
		layer "$@"
	) 9>"$XB_CACHE/packaging/$name.lock"
	mount_over "$XB_CACHE/packaging/$name/upper:$XB_CACHE/roots/$1" "$RUN"
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

# build deb|rpm OUT [VERSION]: our package, or one of that version with the stand-in
build() {
	local tree=$TREE
	if [ $# = 3 ]; then
		tree=$RUN/tree
		rm -rf "$tree"
		# shellcheck source=scripts/package-common.sh
		(cd "$TREE" && . scripts/package-common.sh && copy_tree "$tree")
		rm -rf "$tree/src/vmxnet3" "$tree/tests"
		cp -a "$PACKAGING/standin" "$tree/src/vmxnet3"
		printf '#!/bin/sh\n' >"$tree/scripts/probe"
		sed -i "1s/(.*)/($3-1)/" "$tree/debian/changelog"
		sed -i "s/^PACKAGE_VERSION=.*/PACKAGE_VERSION=\"$3\"/" "$tree/dkms.conf"
	fi
	"$tree/scripts/$1" "$2" >/dev/null
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
