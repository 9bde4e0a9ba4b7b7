#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# where: host
# kernels: 5.10 6.1 6.12
# timeout: 900
# A package's life on a machine with two kernels: installed, a kernel added,
# upgraded, reinstalled, a kernel removed, removed.
set -euo pipefail
. "$(dirname -- "$(readlink -f -- "$0")")/common.bash"

machine "${XB_KERNEL:?}"
build deb "$RUN/deb"
build deb "$RUN/later" 0.2.0
cp "$RUN"/{deb,later}/*.deb "$M/srv/"
later=0.2.0-1
status() { run dkms status vmxnet3-xdp; }

# The installed kernel gets an initramfs that holds the in-tree driver by name;
# the added one gets the stock kind, with every network driver.
initramfs_by_name() {
	echo MODULES=list >"$M/etc/initramfs-tools/conf.d/modules"
	echo vmxnet3 >"$M/etc/initramfs-tools/modules"
}
initramfs_stock() {
	rm -f "$M/etc/initramfs-tools/conf.d/modules"
	: >"$M/etc/initramfs-tools/modules"
}
initramfs_by_name
run update-initramfs -c -k "$ABI" >/dev/null
intree=$(sum_of "/lib/modules/$ABI/$(resolves "$ABI")")
is "$(in_initramfs "$ABI")" "$intree" "before: the initramfs has the in-tree driver"

t_begin install
# A kernel names the compiler it was built by; what else is called gcc is no help.
printf '#!/bin/sh\nexit 1\n' >"$M/usr/local/bin/gcc"
chmod 755 "$M/usr/local/bin/gcc"
check "apt installs it" apt install ./srv/vmxnet3-xdp-dkms_0.1.0-1_all.deb
is "$(dpkg_state vmxnet3-xdp-dkms)" ii "dpkg has it installed"
has "$(status)" "$ABI, x86_64: installed" "dkms has built it"
is "$(run /usr/src/vmxnet3-xdp-0.1.0-1/scripts/dkms status)" "vmxnet3-xdp: $ABI: vmxnet3 built" \
	"F11: by the kernel's compiler, not by whatever is called gcc"
is_ours "$ABI" "F01: modprobe takes ours"
is "$(field "$ABI" filename | sed 's|.*/updates|updates|')" "$(resolves "$ABI")" "F01: modinfo -n names ours"
initramfs_agrees "$ABI" "F01: the initramfs has one vmxnet3, and it is ours"
has "$(field "$ABI" vermagic)" "$ABI " "F11: vermagic is the kernel's, not the running one's"
case $XB_KERNEL in
5.10) is "$(field "$ABI" signer)" "" "F12: dkms 2.8 does not sign, and the package says nothing else" ;;
*) has "$(field "$ABI" signer)" "DKMS module signing key" "F12: signed by the key of dkms" ;;
esac

t_begin override
mkdir -p "$M/etc/depmod.d"
echo "search built-in updates" >"$M/etc/depmod.d/00-contrary.conf"
run depmod "$ABI"
case $XB_KERNEL in
6.12) ;; # dkms has put the in-tree module away
*) is_ours "$ABI" "F01: ours wins where depmod is told to search the kernel's own folder first" ;;
esac
rm "$M/etc/depmod.d/00-contrary.conf"
run depmod "$ABI"

t_begin "kernel added"
initramfs_stock
before=$(stat -c %Y "$M/boot/initrd.img-$ABI")
check "F13: a kernel without headers installs" apt install "linux-image-$NEW"
is "$(dpkg_state "linux-image-$NEW")" ii "F13: its package is configured"
is_intree "$NEW" "F13: it keeps the in-tree driver"
has "$(run /usr/src/vmxnet3-xdp-0.1.0-1/scripts/dkms status)" "$NEW: *install linux-headers-$NEW" \
	"F13: the status names the package that is missing"
check "its headers install" apt install "linux-headers-$NEW"
has "$(status)" "$NEW, x86_64: installed" "dkms has built for the new kernel by itself"
is_ours "$NEW" "modprobe takes ours in the new kernel"
has "$(field "$NEW" vermagic)" "$NEW " "F11: built for the new kernel"
initramfs_agrees "$NEW" "F03: headers after the kernel: its initramfs has ours"
is "$(stat -c %Y "$M/boot/initrd.img-$ABI")" "$before" "F03: the other kernel's initramfs is left alone"
is_ours "$ABI" "F10: the first kernel keeps its own build"

t_begin upgrade
initramfs_by_name
log=$(apt install "./srv/vmxnet3-xdp-dkms_${later}_all.deb" 2>&1) || not_ok "apt upgrades it" "$log"
is "$(grep -c 'Generating /boot/initrd' <<<"$log")" 2 "F03: an upgrade remakes each initramfs once"
for kernel in "$ABI" "$NEW"; do
	has "$(status)" "$later, $kernel, x86_64: installed" "upgraded for $kernel"
	is "$(field "$kernel" version)" 0.0.1 "$kernel resolves to the new version"
	initramfs_agrees "$kernel" "F03: upgraded in the initramfs of $kernel"
done
is "$(status | wc -l)" 2 "nothing of the old version is left in dkms"
is "$(find "$M/usr/src" -maxdepth 1 -name "vmxnet3-xdp-*" | wc -l)" 1 "nor in /usr/src"

t_begin reinstall
check "apt reinstalls it" apt install --reinstall "./srv/vmxnet3-xdp-dkms_${later}_all.deb"
for kernel in "$ABI" "$NEW"; do
	has "$(status)" "$later, $kernel, x86_64: installed" "reinstalled for $kernel"
	initramfs_agrees "$kernel" "reinstalled in the initramfs of $kernel"
done

t_begin "kernel removed"
check "a kernel is removed" apt purge "linux-image-$ABI" "linux-headers-$ABI"
has "$(status)" "$NEW, x86_64: installed" "F10: the other kernel keeps its build"
is "$(status | wc -l)" 1 "F10: and dkms knows of that one only"
is "$(find "$M/lib/modules/$ABI" -name '*.ko*' 2>/dev/null)" "" "nothing of ours is left of the removed kernel"

t_begin remove
initramfs_stock
check "apt removes it" apt remove vmxnet3-xdp-dkms
is "$(status)" "" "dkms has forgotten it"
is_intree "$NEW" "modprobe takes the in-tree driver again"
initramfs_agrees "$NEW" "F03: the initramfs has the in-tree driver again"
is "$(find "$M/lib/modules/$NEW" -path '*updates*')" "" "no folder is left behind"
check "apt purges it" apt purge vmxnet3-xdp-dkms
is "$(find "$M/etc" "$M/usr/src" "$M/usr/share" "$M/var/lib" -path "$M/var/lib/dpkg" -prune -o \
	\( -name '*xdp-backports*' -o -name '*vmxnet3-xdp*' \) -print | grep -v /var/lib/apt/)" "" \
	"no file is left behind"

t_begin loads
is "$(cat "$M/var/log/loads" 2>/dev/null)" "" "F15: no module was loaded or unloaded by all of that"
run modprobe -S "$NEW" no_such_module 2>/dev/null || true
is "$(cat "$M/var/log/loads")" "modprobe -S $NEW no_such_module" "F15: a load would have been seen"

done_testing
