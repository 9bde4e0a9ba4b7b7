#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What is in the cache is not made again, and never more than two guests run at once.
# where: host
# needs: images
. "$(dirname -- "$0")/../lib.sh"
. "$(dirname -- "$0")/../../lab/common.sh"
tmp=$(mktemp -d)

t_begin "second run"
mkdir "$tmp/bin"
for tool in mmdebstrap mkfs.erofs apt-get cpio; do
	printf '#!/bin/sh\necho "%s was called" >&2\nexit 1\n' $tool >"$tmp/bin/$tool"
	chmod +x "$tmp/bin/$tool"
done
files() { find "$XB_CACHE/roots" "$XB_CACHE/images" -maxdepth 2 -type f -not -name '.*' -printf '%p %i %T@\n' | sort; }
before=$(files)
check "with all in place nothing is installed or made" env PATH="$tmp/bin:$PATH" "$TREE/scripts/images"
is "$(files)" "$before" "and no file changes"

t_begin keys
first=${KERNELS%% *}
like "$(cat "$XB_CACHE/roots/$first.stamp")" "^linux-image-$(sed 's/[.+]/\\&/g' "$XB_CACHE/images/$first/abi")" \
	"a root's stamp names the version of its kernel"

# ten commands through the slots of a cache of their own; each notes how many run with it
t_begin slots
mkdir "$tmp/running"
cat >"$tmp/one" <<'EOF'
#!/bin/bash
touch "$1/running/$$"
ls "$1/running" | wc -l
sleep 0.3
rm "$1/running/$$"
EOF
chmod +x "$tmp/one"
export XB_CACHE=$tmp/cache
unset XB_SLOTS
for _ in 1 2 3 4 5 6; do
	"$LAB/slots" 1 "$tmp/one" "$tmp" >>"$tmp/seen" &
done
wait
is "$(wc -l <"$tmp/seen") $(sort -n "$tmp/seen" | tail -n 1)" "6 2" "all get their turn, two at a time"
: >"$tmp/seen"
for n in 1 2 2 1 2 1; do
	"$LAB/slots" $n "$tmp/one" "$tmp" >>"$tmp/seen.$n" &
done
wait
is "$(sort -u "$tmp/seen.2")" 1 "who holds both runs alone"
is "$("$LAB/slots" 2 "$LAB/slots" 1 echo inner)" inner "a guest below one that holds both takes none"
rm -r "$tmp"
done_testing
