#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# KVM is taken only after a trial guest really came to its end under it.
# where: host
. "$(dirname -- "$0")/../lib.sh"
. "$(dirname -- "$0")/../../lab/common.sh"
tmp=$(mktemp -d)
mkdir "$tmp/lab"
cp "$LAB/accel" "$LAB/common.sh" "$tmp/lab/"
unset XB_ACCEL

# trial STATUS: what accel answers in a lab whose trial guest ends with STATUS
trial() {
	rm -rf "$tmp/cache"
	mkdir "$tmp/cache"
	# shellcheck disable=SC2016 # for the stand-in to expand
	printf '#!/bin/sh\necho "$XB_ACCEL $*" >>%s/asked\nexit %s\n' "$tmp" "$1" >"$tmp/lab/guest"
	chmod +x "$tmp/lab/guest"
	XB_CACHE=$tmp/cache "$tmp/lab/accel" 2>/dev/null
}

t_begin trial
if [ -w /dev/kvm ]; then
	is "$(trial 124)" tcg "a /dev/kvm under which guests hang is not used"
	is "$(trial 98)" tcg "nor one under which they die"
	is "$(trial 42)" kvm "one under which a guest ends as told is used"
	like "$(cat "$tmp/asked")" "^kvm .*--timeout 20" "the trial runs under KVM, and not for long"
	: >"$tmp/asked"
	is "$(XB_CACHE=$tmp/cache "$tmp/lab/accel") $(cat "$tmp/asked")" "kvm " "the answer holds until the next boot"
else
	is "$(trial 42)" tcg "without a /dev/kvm that can be opened there is no KVM"
	check "and no trial" test ! -e "$tmp/asked"
fi
is "$(XB_ACCEL=other XB_CACHE=$tmp/cache "$tmp/lab/accel")" other "XB_ACCEL decides over all"
rm -r "$tmp"
done_testing
