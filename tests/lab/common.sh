# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What every script of the lab shares: where things are and which release holds which kernel.

LAB=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
# shellcheck disable=SC2034 # used by those who source this
TREE=$(cd -- "$LAB/../.." && pwd)
export XB_CACHE=${XB_CACHE:-/var/cache/xdp-backports}
ALL_KERNELS="5.10 6.1 6.12 7.2 7.3"

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() {
	say "$*"
	exit 1
}

need_root() {
	[ "$(id -u)" = 0 ] || die "needs root (chroots, mounts and guests): run it with sudo"
}

# kernel -> Debian release; a second word names the pocket its kernel comes from
suite_of() {
	case $1 in
	5.10) echo bullseye ;;
	6.1) echo bookworm ;;
	6.12) echo trixie ;;
	7.2) echo forky ;;
	7.3 | qemu) echo "trixie trixie-backports" ;;
	*) die "no kernel \"$1\" here; known: $ALL_KERNELS" ;;
	esac
}

# kernel -> the root whose programs run in its guests
user_of() {
	case $1 in
	5.10 | 6.1) echo 6.1 ;;
	6.12 | 7.3) echo 6.12 ;;
	7.2) echo 7.2 ;;
	*) die "no kernel \"$1\" here; known: $ALL_KERNELS" ;;
	esac
}

# the one kernel installed in a root, newest if there are several
abi_of() {
	local dirs
	dirs=$(cd "$XB_CACHE/roots/$1/lib/modules" 2>/dev/null &&
		find . -mindepth 2 -maxdepth 2 -name modules.order | cut -d/ -f2 | sort -V)
	[ -n "$dirs" ] || die "no kernel in $XB_CACHE/roots/$1: run scripts/images $1"
	tail -n 1 <<<"$dirs"
}

# Run a command with mounts of its own. In a chroot / may be no mount whose propagation could be
# changed; there the caller's own settings stay.
own_mounts() {
	local propagation=private
	unshare --mount --propagation private true 2>/dev/null || propagation=unchanged
	unshare --mount --propagation "$propagation" "$@"
}

# install Debian packages on this machine, asking apt only when one is missing
host_needs() {
	local missing=() p
	for p in "$@"; do
		dpkg-query -W -f '${db:Status-Status}\n' "$p" 2>/dev/null |
			grep -qx installed || missing+=("$p")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	say "installing ${missing[*]}"
	mkdir -p "$XB_CACHE/log"
	(
		flock 9
		export DEBIAN_FRONTEND=noninteractive
		apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "${missing[@]}" ||
			{ apt-get update && apt-get -o DPkg::Lock::Timeout=300 install -y \
				--no-install-recommends "${missing[@]}"; }
	) 9>"$XB_CACHE/log/.apt.lock" >"$XB_CACHE/log/apt-${0##*/}.log" 2>&1 ||
		die "cannot install ${missing[*]}; see $XB_CACHE/log/apt-${0##*/}.log"
}
