#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What the probes answer on each kernel, what it costs, and that compat makes up for the rest.
# where: host
# kernels: all
# timeout: 600
set -euo pipefail
. "$(dirname -- "$0")/common.bash"

fresh_tree scripts/probe compat tests/suites/compat/uses-all
out=$tree/probes.h

# Stand-ins for every compiler in the root, which note down each compile of the probes.
t_begin "two compiles answer every question"
mkdir -p "$XB_OUT/bin"
# shellcheck disable=SC2016 # expanded in the root
root "$XB_KERNEL" bash -euc '
	for cc in /usr/bin/*gcc /usr/bin/*gcc-[0-9]*; do
		{
			echo "#!/bin/sh"
			echo "case \"\$*\" in *pass.c*) echo . >>$tree/passes ;; esac"
			echo "exec $cc \"\$@\""
		} >"$1/${cc##*/}"
		chmod +x "$1/${cc##*/}"
	done
	cd "$tree"
	PATH="$1:$PATH" scripts/probe "$kdir" "$tree/probes.h"' counted "$XB_OUT/bin" ||
	not_ok "the probes run"
is "$(wc -l <"$tree/passes")" 2 "two compiles answer every question"

# yes NAME and no NAME: the answer to one question
yes() {
	if grep -qx "#define HAVE_$1 1" "$out"; then ok "has $1"; else not_ok "has $1"; fi
}
no() {
	if grep -q "^/\* HAVE_$1 is not set: " "$out"; then ok "lacks $1"; else not_ok "lacks $1"; fi
}

t_begin "known facts"
case $XB_KERNEL in
5.10)
	no XDP_BUFF_HAS_FRAGS
	no XDP_RETURN_FRAME_BULK
	no XDP_RXQ_INFO_REG_4ARG
	yes XDP_RXQ_INFO_REG_3ARG
	no SKB_MARK_FOR_RECYCLE
	yes ETHTOOL_RINGPARAM_2ARG
	;;
6.1)
	yes XDP_BUFF_HAS_FRAGS
	yes XDP_RETURN_FRAME_BULK
	yes SKB_MARK_FOR_RECYCLE
	yes PAGE_POOL_RELEASE_PAGE
	no XDP_SET_FEATURES_FLAG
	no PAGE_POOL_PARAMS_NAPI
	yes ETHTOOL_RXFH_ARGS
	;;
6.12)
	yes XDP_SET_FEATURES_FLAG
	yes XDP_FRAME_MEM
	no PAGE_POOL_RELEASE_PAGE
	no XDP_UPDATE_SKB_FRAGS_INFO
	yes ETHTOOL_RXFH_PARAM
	no ETHTOOL_RX_RING_COUNT
	;;
7.2 | 7.3)
	yes XDP_UPDATE_SKB_FRAGS_INFO
	yes XDP_FRAME_MEM_TYPE
	no XDP_FRAME_MEM
	no XDP_UPDATE_SKB_SHARED_INFO
	yes ETHTOOL_RXFH_FIELDS
	yes ETHTOOL_RX_RING_COUNT
	;;
*) not_ok "facts about $XB_KERNEL are known here" ;;
esac

t_begin "every question has an answer"
is "$(grep -c HAVE_ "$out")" \
	"$(find "$tree/compat/probes" -name '*.c' ! -name 'control_*' | wc -l)" \
	"every question has an answer"

t_begin "answers that stay keep their time stamp"
touch -d @1 "$out"
probe "$XB_KERNEL"
is "$(stat -c %Y "$out")" 1 "answers that stay keep their time stamp"

# uses_all.c calls all of compat as the newest kernel wants it called
t_begin "compat builds without a warning"
mkdir -p "$tree/compat/include/generated"
cp "$out" "$tree/compat/include/generated/probes.h"
mv "$tree/tests/suites/compat/uses-all" "$tree/"
# shellcheck disable=SC2016 # expanded in the root
check "compat builds without a warning" root "$XB_KERNEL" bash -euc '
	make -C "$kdir" M="$tree/uses-all" KCFLAGS="-Wunused -Wmissing-prototypes -Werror" modules
	test -s "$tree/uses-all/uses_all.ko"'

done_testing
