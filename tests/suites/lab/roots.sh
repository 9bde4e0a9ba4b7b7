#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A root that cannot be made is tried twice, leaves nothing behind, and the reason is named.
# where: host
. "$(dirname -- "$0")/../lib.sh"
. "$(dirname -- "$0")/../../lab/common.sh"
tmp=$(mktemp -d)
mkdir "$tmp/bin"
export XB_CACHE=$tmp/cache

# an mmdebstrap that writes a started root, says a line, and fails
stand_in() {
	cat >"$tmp/bin/mmdebstrap" <<EOF
#!/bin/sh
echo "\$*" >>"$tmp/calls"
for dir; do :; done
mkdir -p "\$dir/usr"
echo "$1"
exit 1
EOF
	chmod +x "$tmp/bin/mmdebstrap"
	: >"$tmp/calls"
	said=$(PATH=$tmp/bin:$PATH "$LAB/roots" "$2" 2>&1) && status=0 || status=$?
}

t_begin "package gone"
stand_in "  http://host/pool/linux-image-6.1.0-1-amd64_6.1.1-1_amd64.deb  404  Not Found" 6.1
is "$status $(wc -l <"$tmp/calls")" "1 2" "a package that the mirror has replaced: tried once more, then given up"
like "$said" "cannot be made: linux-image-6.1.0-1-amd64_6.1.1-1_amd64.deb +404" "the package is named"
like "$said" "log: $tmp/cache/log/root-6.1.log" "the log is named"
check "there is no half-made root" test -z "$(find "$tmp/cache/roots" -name '6.1*')"
like "$(cat "$tmp/calls")" "linux-image-amd64,linux-headers-amd64.* bookworm " "the kernel is asked for by its meta-package"

t_begin "other errors"
stand_in "E: Unable to locate package linux-headers-amd64" 7.3
like "$said" "7.3: cannot be made: Unable to locate package linux-headers-amd64" "a package nobody knows is named"
like "$(cat "$tmp/calls")" "trixie-backports.* trixie " "7.3 comes from trixie's backports"
stand_in "E: The repository is not signed." 5.10
like "$said" "5.10: cannot be made: E: The repository is not signed." "another error of apt's is shown"

t_begin "unknown"
refused "a kernel that nobody knows" 'no kernel "2.4" here; known: 5.10' "$LAB/roots" 2.4
rm -r "$tmp"
done_testing
