#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# where: host
# timeout: 120
# What the packages are made from agrees with itself.
set -euo pipefail
. "$(dirname -- "$(readlink -f -- "$0")")/common.bash"
host_needs rpm rpm2cpio cpio
scratch
cd "$TREE"
conf() { sed -n "s/^$1=\"\(.*\)\"/\1/p" dkms.conf; }

t_begin versions
version=$(conf PACKAGE_VERSION)
is "$(sed -n 's/^VERSION := //p' Makefile)" "$version" "the Makefile and dkms.conf name one version"
is "$(sed -n '1s/.*(\(.*\)-[0-9]*).*/\1/p' debian/changelog)" "$version" "so does debian/changelog"

t_begin drivers
for driver in $(conf XB_DRIVERS); do
	check "driver $driver is in src" test -d "src/${driver%%:*}"
	check "driver $driver has a paragraph in debian/control" \
		grep -qx "Package: ${driver%%:*}-xdp-dkms" debian/control
	check "driver $driver has a line in Kbuild" grep -qx "obj-m += src/${driver%%:*}/" Kbuild
done
is "$(cd src && find . -mindepth 2 -maxdepth 2 -name Kbuild | cut -d/ -f2 | sort)" \
	"$(conf XB_DRIVERS | tr ' ' '\n' | cut -d: -f1 | sort)" "no driver of src is left out"

t_begin content
build deb "$RUN/deb"
build rpm "$RUN/rpm"
mkdir "$RUN/a" "$RUN/b"
for package in "$RUN"/deb/*.deb; do dpkg-deb -x "$package" "$RUN/a"; done
for package in "$RUN"/rpm/*.rpm; do rpm2cpio "$package" | (cd "$RUN/b" && cpio -idm --quiet); done
is "$(cd "$RUN/a" && find usr/src usr/share/dkms -type f -exec sha256sum {} + | sort -k2)" \
	"$(cd "$RUN/b" && find usr/src usr/share/dkms -type f -exec sha256sum {} + | sort -k2)" \
	"the .deb and the .rpm give dkms the same files"
for package in "$RUN"/deb/*.deb; do
	name=$(dpkg-deb -f "$package" Package)
	has "$(dpkg-deb -f "$package" Depends)" dkms "$name brings dkms"
	has "$(dpkg-deb -f "$package" Recommends)" "linux-headers-amd64 | linux-headers-generic | linux-headers" \
		"F13: $name brings the headers, by the distribution's meta-package"
done
# Whether a kernel has an API is asked of its headers, so that a stable update
# that brings one back is no surprise.
is "$(grep -rnE 'LINUX_VERSION_CODE|KERNEL_VERSION|RHEL_(RELEASE|MAJOR|MINOR)|BUILD_EXCLUSIVE_KERNEL' "$RUN/a/usr/src")" "" \
	"F14: no version number decides anything in what is installed"
is "$(conf NO_WEAK_MODULES)" yes "F10: one build per kernel, shared with no other"
is "$(grep -rn 'uname -r' "$RUN/a/usr/src" --include=dkms --include=dkms.conf --include=probe)" "" \
	"F11: nothing that dkms runs asks for the running kernel"

done_testing
