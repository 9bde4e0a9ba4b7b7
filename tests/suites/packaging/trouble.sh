#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# where: host
# kernels: 5.10 6.1 6.12
# timeout: 900
# What may go wrong on somebody's machine must stay ours alone: packages get
# configured, other modules get built, and the in-tree driver stays.
set -euo pipefail
. "$(dirname -- "$(readlink -f -- "$0")")/common.bash"

machine "${XB_KERNEL:?}"
build deb "$RUN/deb" 0.1.0
cp "$RUN"/deb/*.deb "$M/srv/"
package=./srv/vmxnet3-xdp-dkms_0.1.0-1_all.deb
tree=/usr/src/vmxnet3-xdp-0.1.0-1
headers=/usr/src/linux-headers-
# an initramfs is not what this is about: the quickest kind
echo MODULES=list >"$M/etc/initramfs-tools/conf.d/modules"

status() { run "$tree/scripts/dkms" status; }
said() { # TEXT of a command's output
	has "$output" "$1" "$2"
}
# apt_ok NAME ARGS...: apt ends with 0; leaves what it printed in output
apt_ok() {
	local name=$1 status=0
	shift
	output=$(apt "$@" 2>&1) || status=$?
	if [ "$status" = 0 ]; then ok "$name"; else not_ok "$name" "$output"; fi
}

# --- dkms.conf as it is in a checkout ----------------------------------------
t_begin checkout
cp -a "$RUN/tree" "$M/srv/tree"
silent() { # NAME COMMAND...: ends with 0 and prints nothing on stderr
	local name=$1 status=0
	shift
	run "$@" >/dev/null 2>"$RUN/err" || status=$?
	is "$status$(cat "$RUN/err")" 0 "$name"
}
silent "F04: dkms add . is silent" sh -c 'cd /srv/tree && dkms add .'
for action in build install status remove; do
	silent "F04: dkms $action is silent" dkms "$action" -m xdp-backports -v 0.1.0 -k "$ABI"
	[ "$action" != install ] || is_ours "$ABI" "dkms install from a checkout wins over the in-tree module"
done
is_intree "$ABI" "dkms remove brings the in-tree module back"
is "$(grep -E '^(CLEAN|REMAKE_INITRD|MODULES_CONF|BUILD_EXCLUSIVE)' "$TREE/dkms.conf")" "" \
	"F04: no key that a dkms frowns at"
run rm -rf /usr/src/xdp-backports-0.1.0 /usr/share/dkms/modules_to_force_install /var/lib/xdp-backports

# --- no headers --------------------------------------------------------------
t_begin "no headers"
mv "$M$headers$ABI" "$M/srv/headers"
apt_ok "F13: installs without headers" install "$package"
is "$(dpkg_state vmxnet3-xdp-dkms)" ii "F13: and is configured"
said "$ABI: in-tree driver, for there are no headers*install linux-headers-$ABI" "F13: and says what to install"
is_intree "$ABI" "F13: and leaves the in-tree driver"
mv "$M/srv/headers" "$M$headers$ABI"
run dpkg-reconfigure "linux-headers-$ABI" >/dev/null 2>&1
is_ours "$ABI" "F13: headers that come later get it built"

# --- a kernel that cannot have it --------------------------------------------
add_kernel() { # NAME: the second kernel; its headers come first, as the test wants them
	apt_ok "$1" install "linux-image-$NEW" "linux-headers-$NEW"
	is "$(dpkg_state "linux-image-$NEW") $(dpkg_state "linux-headers-$NEW")" "ii ii" "$1, configured"
}
drop_kernel() { apt purge "linux-image-$NEW" "linux-headers-$NEW" >/dev/null 2>&1; }

t_begin "unsupported kernel"
run sh -c 'dpkg --unpack --force-depends /var/cache/apt/archives/linux-headers-*cloud*.deb' >/dev/null 2>&1
sed -i '/CONFIG_BPF_SYSCALL=/d' "$M$headers$NEW/.config" "$M$headers$NEW/include/config/auto.conf"
add_kernel "F05: a kernel without XDP installs"
said "no vmxnet3 for kernel $NEW: the kernel has no XDP (CONFIG_BPF_SYSCALL is off)" "F05: and is told why it has no driver of ours"
is_intree "$NEW" "F05: it keeps the in-tree driver"
is_ours "$ABI" "F05: the other kernel keeps ours"
has "$(status)" "$NEW: vmxnet3 not built: the kernel has no XDP" "F05: the status says so too"
check "F05: autoinstall ends with 0 again" run dkms autoinstall -k "$NEW"
is "$(find "$M/lib/modules/$NEW/updates" -name '*.ko*' -exec basename {} \; | cut -d. -f1)" \
	vmxnet3_xdp_placeholder "F05: all that dkms installed is a placeholder"
is "$(run modinfo -k "$NEW" -F alias vmxnet3_xdp_placeholder)" "" "F05: which no device asks for"
has "$(run modinfo -k "$NEW" -F description vmxnet3_xdp_placeholder)" "CONFIG_BPF_SYSCALL is off" "F05: and which says why it is there"
drop_kernel
is "$(run dkms status | grep -c "$NEW" || true)" 0 "F05: it goes with its kernel"

if [ "$XB_KERNEL" = 6.1 ]; then
	t_begin "unknown API"
	build deb "$RUN/real"
	cp "$RUN"/real/*.deb "$M/srv/real.deb"
	filter=$M/usr/src/linux-headers-${ABI%-*}-common/include/linux/filter.h
	cp "$filter" "$RUN/filter.h"
	sed -i '/bpf_warn_invalid_xdp_action(/d' "$filter"
	apt_ok "F05: headers with neither form of an API: the package installs" install --reinstall ./srv/real.deb
	said "no vmxnet3 for kernel $ABI: this kernel is not supported: *bpf_warn_invalid_xdp_action" "F05: and names the API"
	is_intree "$ABI" "F05: the in-tree driver stays"
	cp "$RUN/filter.h" "$filter"
	apt_ok "F05: with the right headers it is built" install --reinstall "$package"
	is_ours "$ABI" "F05: and used"
fi

# --- a driver that does not compile ------------------------------------------
t_begin "compile error"
for other in aaa zzz; do
	mkdir -p "$M/usr/src/$other-1"
	echo "obj-m := $other.o" >"$M/usr/src/$other-1/Kbuild"
	sed '/standin_ids/,/MODULE_DEVICE_TABLE/d' "$PACKAGING/standin/vmxnet3.c" >"$M/usr/src/$other-1/$other.c"
	printf '%s="%s"\n' PACKAGE_NAME "$other" PACKAGE_VERSION 1 'BUILT_MODULE_NAME[0]' "$other" \
		'DEST_MODULE_LOCATION[0]' /updates/dkms AUTOINSTALL yes >"$M/usr/src/$other-1/dkms.conf"
	run dkms add -m "$other" -v 1 >/dev/null
done
cp "$M$tree/src/vmxnet3/vmxnet3.c" "$RUN/good.c"
echo '#error broken on purpose' >>"$M$tree/src/vmxnet3/vmxnet3.c"
add_kernel "F07: a kernel that ours does not compile for installs"
said "no vmxnet3 for kernel $NEW: the build failed: *broken on purpose" "F07: the failure is reported"
is_intree "$NEW" "F07: the new kernel keeps the in-tree driver"
is_ours "$ABI" "F07: the other kernel keeps ours"
for other in aaa zzz; do
	has "$(run dkms status "$other")" "$NEW, x86_64: installed" "F07: dkms module $other is built all the same"
done
has "$(status)" "$NEW: vmxnet3 not built: the build failed: *broken on purpose" "F07: the status says so too"
has "$(cat "$M/var/lib/xdp-backports/vmxnet3-xdp/$NEW/log")" "broken on purpose" "F07: the compiler's words are kept"
printf '#!/bin/sh\necho %s\n' "$NEW" >"$M/usr/local/bin/uname"
chmod 755 "$M/usr/local/bin/uname"
has "$(run sh -c 'run-parts /etc/update-motd.d')" "vmxnet3-xdp: vmxnet3 not built" "F07: so does the next login to that kernel"
rm "$M/usr/local/bin/uname"
drop_kernel

t_begin "upgrade that does not compile"
(
	cd "$RUN/tree"
	echo '#error broken on purpose' >>src/vmxnet3/vmxnet3.c
	sed -i '1s/(.*)/(0.3.0-1)/' debian/changelog
	scripts/deb "$RUN/broken" >/dev/null
)
cp "$RUN"/broken/*.deb "$M/srv/"
apt_ok "F07: an upgrade that does not compile is installed" install ./srv/vmxnet3-xdp-dkms_0.3.0-1_all.deb
is "$(dpkg_state vmxnet3-xdp-dkms)" ii "F07: and configured"
is_intree "$ABI" "F07: the in-tree driver takes over"
apt_ok "F07: going back to the version before works" install --allow-downgrades "$package"
is_ours "$ABI" "F07: and has ours built again"

# --- Secure Boot -------------------------------------------------------------
t_begin "Secure Boot"
cat >"$M/usr/bin/mokutil" <<-'EOF'
	#!/bin/sh
	case $1 in
	--sb-state) echo "SecureBoot enabled" ;;
	--test-key) if [ -e /srv/enrolled ]; then echo "$2 is already enrolled"; else echo "$2 is not enrolled"; fi ;;
	esac
EOF
chmod 755 "$M/usr/bin/mokutil"
apt_ok "F12: reinstalls with Secure Boot on" install --reinstall "$package"
is_intree "$ABI" "F12: an unknown key: the in-tree driver stays, for the kernel would reject ours"
said "Secure Boot is on and the key * is not enrolled (mokutil --import /var/lib/dkms/mok.pub" "F12: and it says how to enroll the key"
touch "$M/srv/enrolled"
run dpkg-reconfigure vmxnet3-xdp-dkms >/dev/null 2>&1
if [ "$XB_KERNEL" = 5.10 ]; then
	is_intree "$ABI" "F12: dkms 2.8 signs with no key, so enrolling one changes nothing"
else
	is_ours "$ABI" "F12: with the key enrolled ours is used"
	has "$(field "$ABI" signer)" "DKMS module signing key" "F12: and it is signed"
fi

is "$(cat "$M/var/log/loads" 2>/dev/null)" "" "F15: no module was loaded or unloaded by all of that"
done_testing
