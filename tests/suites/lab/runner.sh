#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# scripts/check counts right: what fails, stops early, tests nothing, dies or makes the kernel
# complain is a failure, of the right suite, and takes no other suite with it.
# where: host
# needs: images
# timeout: 300
. "$(dirname -- "$0")/../lib.sh"
. "$(dirname -- "$0")/../../lab/common.sh"
kernel=${KERNELS%% *}

# a tree with this runner and planted suites
tree=$(mktemp -d)
mkdir -p "$tree/scripts" "$tree/tests/clients" "$tree/no-clients"
cp "$TREE/scripts/check" "$TREE/scripts/images" "$tree/scripts/"
cp -a "$TREE/tests/lab" "$tree/tests/"
printf '#!/bin/sh\necho %s/no-clients\n' "$tree" >"$tree/tests/clients/build"
chmod +x "$tree/tests/clients/build"

# suite AREA/NAME WHERE <<body
suite() {
	local file=$tree/tests/suites/$1.sh
	mkdir -p "${file%/*}"
	cp "$TREE/tests/suites/lib.sh" "$tree/tests/suites/"
	{
		printf '#!/bin/bash\n# A planted suite.\n# where: %s\n# driver: none\n' "$2"
		# shellcheck disable=SC2016 # for the planted suite to expand
		echo '. "$(dirname -- "$0")/../lib.sh"'
		cat
	} >"$file"
	chmod +x "$file"
}

# run SUITES: the runner's results in $said, its status in $status
run() {
	said=$(KERNELS=$kernel SUITES=$1 "$tree/scripts/check" 2>"$tree/stderr") && status=0 || status=$?
}

suite host/good host <<'EOF'
ok one
is a a two
check three true
refused four "no such" sh -c 'echo "no such thing"; exit 1'
like abc "^a.c$" five
done_testing
EOF
suite host/bad host <<'EOF'
ok one
is a b two
check three false
refused four "another reason" sh -c 'echo "this reason"; exit 1'
refused five "" true
like abc "^b" six
done_testing
EOF
suite host/early host <<'EOF'
ok one
exit 0
EOF
suite host/empty host <<'EOF'
done_testing
EOF
suite host/silent host <<'EOF'
trap - EXIT
exit 0
EOF
suite host/skips host <<'EOF'
skip one "there is no such thing on this machine"
done_testing
EOF

t_begin "good suites"
run host/good
is "$status $(tail -n 1 <<<"$said")" "0 5 passed, 0 failed, 0 skipped" "a suite that passes passes"
like "$said" "^ok - host host/good one$" "a result has the kernel's, the suite's and the test's name"

t_begin "bad suites"
run host/bad
is "$status $(tail -n 1 <<<"$said")" "1 1 passed, 5 failed, 0 skipped" "each way to fail fails"
for name in early empty silent; do
	run host/$name
	is "$status $(tail -n 1 <<<"$said" | cut -d' ' -f3-)" "1 1 failed, 0 skipped" "a suite that ends $name fails"
done
run host/skips
is "$status $(tail -n 1 <<<"$said")" "1 0 passed, 0 failed, 1 skipped" "skips alone are no success"
run "host/good host/bad"
is "$status $(tail -n 1 <<<"$said")" "1 6 passed, 5 failed, 0 skipped" "suites add up"
run host/goo
is "$status" 1 "a name that matches nothing is an error"
like "$(cat "$tree/stderr")" 'no suite matches SUITES="host/goo"' "and says so"

suite guest/a-dies guest <<'EOF'
ok before
echo c >/proc/sysrq-trigger
sleep 60
EOF
suite guest/b-complains guest <<'EOF'
t_begin quiet
ok quiet
t_begin loud
echo "<4>WARNING: CPU: 0 PID: 1 at planted.c:1" >/dev/kmsg
ok loud
t_begin later
ok later
sleep 1000 &
done_testing
EOF
suite guest/c-good guest <<'EOF'
t_begin alone
is "$(pgrep -x sleep)" "" "nothing of the suite before is left"
done_testing
EOF

t_begin guests
run guest
like "$said" "^not ok - $kernel guest/a-dies ends" "a suite in which the guest dies fails"
like "$said" "^not ok - $kernel guest/b-complains loud: the kernel complained" "a complaint fails the test that ran"
is "$(grep -c "^not ok .*complained" <<<"$(grep -v a-dies <<<"$said")")" 1 "and no other"
like "$said" "^ok - $kernel guest/c-good nothing of the suite before is left" "the next suite starts afresh"
is "$status $(tail -n 1 <<<"$said" | cut -d' ' -f1,2)" "1 5 passed," "what passed before and after counts"
rm -r "$tree"
done_testing
