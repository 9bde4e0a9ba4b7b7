#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The tree keeps the house rules, and each rule sees what breaks it.
# where: host
# needs: images
# timeout: 900
set -euo pipefail
. "$(dirname -- "$0")/../lib.sh"
. "$(dirname -- "$0")/../../lab/common.sh"

cd "$TREE"
for rule in spdx conditions versions probes length shellcheck format checkpatch sparse; do
	t_begin "$rule"
	check "the tree keeps: $rule" scripts/lint "$rule"
done

# A copy of the tree, with a repository of its own, to break
copy=$XB_OUT/tree
fresh() {
	rm -rf "$copy"
	mkdir -p "$copy"
	git -c safe.directory='*' ls-files -co --exclude-standard -- scripts tests/lab src compat |
		while IFS= read -r f; do [ ! -f "$f" ] || echo "$f"; done | xargs cp -a --parents -t "$copy"
	git -C "$copy" init -q
}

# seen RULE FILE REGEX: what was just put into FILE of the copy breaks the rule, and it says so
seen() {
	refused "$1 is broken: $4" "^$2:?.*$3" "$copy/scripts/lint" "$1"
}

t_begin "broken rules"
fresh
seen_driver=$copy/src/vmxnet3/vmxnet3_rx.c
[ -e "$seen_driver" ] || not_ok "$seen_driver is there to be broken"
printf '#ifdef HAVE_XDP_INIT_BUFF\n#endif\n' >>"$seen_driver"
seen conditions src/vmxnet3/vmxnet3_rx.c 'condition' "HAVE_ in a driver"

fresh
printf '#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 1, 0)\n#endif\n' >>"$seen_driver"
seen conditions src/vmxnet3/vmxnet3_rx.c 'condition' "a version in a driver"
seen versions src/vmxnet3/vmxnet3_rx.c 'version' "a version in a driver"

fresh
echo '#define NEWEST KERNEL_VERSION(7, 3, 0)' >>"$copy/compat/include/compat/xdp.h"
seen versions compat/include/compat/xdp.h 'version' "a version in compat"

fresh
cat >"$copy/compat/probes/frob.c" <<'END'
// SPDX-License-Identifier: GPL-2.0-only
// asks: frob(dev)
// since: 7.4
// why: nobody uses it
// symbols: none
static void __used probe_frob(struct net_device *dev)
{
	frob(dev);
}
END
seen probes compat/probes/frob.c 'nothing .* uses HAVE_FROB' "a probe that nobody uses"

fresh
sed -i '/^\/\/ why:/d' "$copy/compat/probes/xdp_init_buff.c"
seen probes compat/probes/xdp_init_buff.c 'no why: line' "a probe that does not say why"

fresh
sed -i 's/HAVE_XDP_INIT_BUFF/HAVE_XDP_INIT_BUF/' "$copy/compat/include/compat/xdp.h"
seen probes compat/include 'no probe answers HAVE_XDP_INIT_BUF$' "an answer to no question"

# the layer with sparse is the cache's, so that both may use it
fresh
echo 'static u32 __used mixed_up(__le32 x) { return x; }' >>"$seen_driver"
cp -a --parents Makefile Kbuild tests/suites/compat/uses-all "$copy/"
seen sparse src/vmxnet3/vmxnet3_rx.c 'different base types' "byte orders are mixed up"

fresh
sed -i '/SPDX/d' "$copy/compat/include/compat.h"
seen spdx compat/include/compat.h 'no SPDX' "a file without a licence"

done_testing
