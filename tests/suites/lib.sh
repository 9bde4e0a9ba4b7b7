# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What every suite sources, in a guest as on the host: TAP, and a mark in the kernel log for
# each test, so that a complaint of the kernel is found to belong to it.
#
#   t_begin NAME            a test begins; what the kernel says from here on is its doing
#   ok NAME                 it passed
#   not_ok NAME [WHY]       it failed
#   skip NAME REASON        it cannot run here, and why; never counted as passed
#   is GOT WANT NAME        passes if the two are the same
#   like GOT REGEX NAME     passes if GOT matches the extended regular expression
#   check NAME COMMAND...   passes if the command succeeds; its output explains a failure
#   refused NAME REGEX COMMAND...   passes if the command fails and its output matches
#   done_testing            last line of a suite: plan, and 1 if a test failed
#
# A name is given without its suite: the runner puts that before it.

xb_passed=0
xb_failed=0
xb_skipped=0
xb_ended=

t_begin() {
	xb_test=$1
	[ ! -w /dev/kmsg ] || [ -z "${XB_IN_GUEST:-}" ] ||
		echo "# begin ${XB_SUITE:-suite} $1" >/dev/kmsg
}

xb_diag() { [ -z "$*" ] || echo "# ${*//$'\n'/$'\n# '}"; }

ok() {
	xb_passed=$((xb_passed + 1))
	echo "ok - $1"
}

not_ok() {
	xb_failed=$((xb_failed + 1))
	echo "not ok - $1"
	shift
	xb_diag "$@"
}

skip() {
	xb_skipped=$((xb_skipped + 1))
	echo "ok - $1 # SKIP ${2:?skip NAME REASON}"
}

is() {
	if [ "$1" = "$2" ]; then
		ok "$3"
	else
		not_ok "$3" "got:  $1
want: $2"
	fi
}

like() {
	if grep -qE -- "$2" <<<"$1"; then
		ok "$3"
	else
		not_ok "$3" "got:   $1
want:  something that matches $2"
	fi
}

check() {
	local name=$1 said status=0
	shift
	said=$("$@" 2>&1) || status=$?
	if [ "$status" = 0 ]; then
		ok "$name"
	else
		not_ok "$name" "\"$*\" ended with $status: $said"
	fi
}

refused() {
	local name=$1 regex=$2 said status=0
	shift 2
	said=$("$@" 2>&1) || status=$?
	if [ "$status" = 0 ]; then
		not_ok "$name" "\"$*\" was not refused: $said"
	elif grep -qE -- "$regex" <<<"$said"; then
		ok "$name"
	else
		not_ok "$name" "\"$*\" ended with $status and said: $said
want something that matches $regex"
	fi
}

done_testing() {
	xb_ended=1
	echo "1..$((xb_passed + xb_failed + xb_skipped))"
	[ "$xb_failed" = 0 ] && [ "$((xb_passed + xb_skipped))" -gt 0 ]
}

# a suite that stops on its way has failed, whatever passed before
xb_at_exit() {
	local status=$?
	if [ -z "$xb_ended" ]; then
		not_ok "runs to its end" "stopped with status $status after ${xb_test:+test \"$xb_test\", }$((xb_passed + xb_failed + xb_skipped)) results"
		exit 1
	fi
	exit "$status"
}
trap xb_at_exit EXIT
