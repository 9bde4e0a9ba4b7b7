#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# where: host
# kernels: 6.12
# timeout: 900
# The .rpm's life with a real dnf and a local repository. The machine is Debian's
# dressed as one of Red Hat's: its dkms and headers are repacked as RPMs, and one
# RPM claims what else is installed. What needs the real thing is not tested:
# vendor kernels with backported APIs, kernel-install's hooks, weak-modules.
set -euo pipefail
. "$(dirname -- "$(readlink -f -- "$0")")/common.bash"
host_needs rpm

machine "${XB_KERNEL:?}" "$XB_KERNEL-rpm" rpm dnf createrepo-c dracut
build rpm "$RUN/rpm"
build rpm "$RUN/later" 0.2.0

# --- the machine -------------------------------------------------------------
printf 'ID=rhel\nVERSION_ID=9\n' >"$M/etc/os-release"
echo 'hostonly=no dracutmodules=base compress="gzip -1"' >"$M/etc/dracut.conf.d/quick.conf"
printf '#!/bin/sh\necho "weak-modules $*" >>/var/log/weak\n' >"$M/usr/sbin/weak-modules"
chmod 755 "$M/usr/sbin/weak-modules"
# dkms of the distribution, and the headers, out of the way and into RPMs
mkdir -p "$M"/srv/{repo,dkms/var/lib/dkms,devel/usr/src,devel/usr/lib}
for path in usr/sbin/dkms usr/lib/dkms etc/dkms; do
	mkdir -p "$M/srv/dkms/${path%/*}"
	mv "$M/$path" "$M/srv/dkms/$path"
done
rm -rf "$M"/var/lib/dkms "$M"/etc/kernel/*/dkms
mv "$M"/usr/src/linux-headers-* "$M/srv/devel/usr/src/"
cat >"$M/srv/standin.spec" <<'EOF'
%global debug_package %{nil}
%global __os_install_post %{nil}
%define _binary_payload w0.ufdio
Name: %{n}
Version: 1
Release: 1
Summary: stand-in
License: GPL-2.0-only
BuildArch: noarch
AutoReqProv: no
%{?p:Provides: %{p}}
%{?r:Requires: %{r}}
%description
Stand-in.
%install
mkdir -p %{buildroot}
[ ! -e /srv/%{n} ] || cp -a /srv/%{n}/. %{buildroot}/
%files %{?f:-f %{f}}
EOF
standin() { # name provides requires [file...]
	printf '%s\n' "${@:4}" >"$M/srv/$1.files"
	run rpmbuild -bb --quiet --define "_topdir /srv/top" --define "n $1" ${2:+--define "p $2"} \
		${3:+--define "r $3"} ${4:+--define "f /srv/$1.files"} /srv/standin.spec
}
standin system "bash, binutils, kmod, make, gcc, /bin/sh"
standin dkms "" "bash, gcc, make" /usr/sbin/dkms /usr/lib/dkms /etc/dkms /var/lib/dkms
standin devel kernel-devel "" "/usr/src/linux-headers-*"
cp "$M"/srv/top/RPMS/noarch/*.rpm "$RUN"/rpm/*.rpm "$M/srv/repo/"
rm -rf "$M"/srv/{dkms,devel,top}
publish() { run createrepo_c -q /srv/repo; }
dnf() { run dnf -y --quiet --repofrompath=local,/srv/repo --repo=local --nogpgcheck --setopt=metadata_expire=0 "$@"; }
publish

status() { run dkms status vmxnet3-xdp; }
is_extra() { has "$(resolves "$1")" extra/vmxnet3.ko "$2"; }
# the one vmxnet3 in the image is the one that modprobe takes
image_agrees() { # name
	local list
	list=$(run sh -ec 'mkdir /tmp/i; cd /tmp/i; lsinitrd --unpack "/boot/initramfs-$1.img"
		find . -name "vmxnet3.ko*" -exec sh -c "case \$1 in *.xz) xz -dc \$1;; *) cat \$1;; esac | sha256sum" sh {} \;' sh "$ABI" | cut -d' ' -f1)
	is "$list" "$(run sh -c 'case $1 in *.xz) xz -dc "$1";; *) cat "$1";; esac | sha256sum' sh \
		"/lib/modules/$ABI/$(resolves "$ABI")" | cut -d' ' -f1)" "$1"
}

run dracut --quiet --force --add-drivers vmxnet3 "/boot/initramfs-$ABI.img" "$ABI"
image_agrees "before: the initramfs has the in-tree driver"

# --- its life ----------------------------------------------------------------
t_begin install
check "dnf installs it" dnf install vmxnet3-xdp-dkms
is "$(run rpm -q --qf '%{NAME} ' dkms devel vmxnet3-xdp-dkms)" "dkms devel vmxnet3-xdp-dkms " "with dkms and the headers"
has "$(status)" "vmxnet3-xdp/0.1.0-1, $ABI, x86_64: installed" "dkms has built it"
is_extra "$ABI" "F01: modprobe takes ours"
image_agrees "F01: the initramfs has one vmxnet3, and it is ours"
has "$(field "$ABI" vermagic)" "$ABI " "F11: vermagic is the kernel's"
has "$(field "$ABI" signer)" "DKMS module signing key" "F12: signed by the key of dkms"

t_begin reinstall
check "dnf reinstalls it" dnf reinstall vmxnet3-xdp-dkms
has "$(status)" "vmxnet3-xdp/0.1.0-1, $ABI, x86_64: installed" "a reinstall leaves it built"
is_extra "$ABI" "and modprobe takes it"

t_begin upgrade
cp "$RUN"/later/*.rpm "$M/srv/repo/"
publish
check "dnf upgrades it" dnf upgrade vmxnet3-xdp-dkms
is "$(status)" "vmxnet3-xdp/0.2.0-1, $ABI, x86_64: installed (Original modules exist)" "dkms knows the new version alone"
is "$(field "$ABI" version)" 0.0.1 "and modprobe takes it"
image_agrees "F03: so does the initramfs"
is "$(find "$M/usr/src" -maxdepth 1 -name 'vmxnet3-xdp-*' -printf '%f')" vmxnet3-xdp-0.2.0-1 "the old sources are gone"

t_begin "kernel added"
apt install "linux-image-$NEW" "linux-headers-$NEW" >/dev/null 2>&1
check "dkms builds for an added kernel" run dkms autoinstall -k "$NEW"
for kernel in "$ABI" "$NEW"; do
	is_extra "$kernel" "$kernel takes ours"
	has "$(field "$kernel" vermagic)" "$kernel " "F10: $kernel has a build of its own"
done
is "$(cat "$M/var/log/weak" 2>/dev/null)" "" "F10: weak-modules is never asked to share one"

t_begin remove
check "dnf removes it" dnf remove --noautoremove vmxnet3-xdp-dkms
is "$(status)" "" "dkms has forgotten it"
for kernel in "$ABI" "$NEW"; do
	is_intree "$kernel" "$kernel takes the in-tree driver again"
done
image_agrees "F03: the initramfs has the in-tree driver again"
is "$(find "$M/etc" "$M/usr/src" "$M/usr/share" "$M/var/lib" \
	\( -name '*xdp-backports*' -o -name '*vmxnet3-xdp*' \) ! -path '*/apt/*' ! -path '*/dnf/*')" "" "no file is left behind"

is "$(cat "$M/var/log/loads" 2>/dev/null)" "" "F15: no module was loaded or unloaded by all of that"
done_testing
