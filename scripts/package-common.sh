# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What scripts/deb and scripts/rpm share.

conf() { sed -n "s/^$1=\"\(.*\)\"/\1/p" dkms.conf; }

need() { # packages to build with
	dpkg-query -W -f='${Status}\n' "$@" 2>/dev/null |
		awk '$3 == "installed" { n++ } END { exit n != '$#' }' && return
	local log
	log=$(mktemp)
	echo "installing $*" >&2
	if ! { apt-get update && apt-get install -y --no-install-recommends "$@"; } >"$log" 2>&1; then
		tail -n 20 "$log" >&2
		echo "could not install $* (log: $log); install them and try again" >&2
		exit 1
	fi
	rm -f "$log"
}

# A clean copy of the tree: what git knows or would add, or all if there is no git.
copy_tree() { # to
	mkdir -p "$1"
	# root builds in somebody else's checkout as well
	local git=(git -c "safe.directory=*")
	if "${git[@]}" rev-parse --is-inside-work-tree >/dev/null 2>&1; then
		"${git[@]}" ls-files -z --cached --others --exclude-standard
	else
		find . \( -path ./build -o -path ./.git \) -prune -o -type f -print0
	fi | while IFS= read -r -d '' file; do
		[[ ! -e $file ]] || printf '%s\0' "$file"
	done | tar -c --null -T - | tar -x -C "$1"
}
