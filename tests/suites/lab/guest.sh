#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# How guests end: each way is told from the others, and two guests can be wired together.
# where: host
# needs: images
# timeout: 600
. "$(dirname -- "$0")/../lib.sh"
. "$(dirname -- "$0")/../../lab/common.sh"
out=${XB_OUT:?run this by scripts/check}
first=${KERNELS%% *}
last=${KERNELS##* }
sock=$(mktemp -d)

# guest NAME OPTION... <<script: its status in $status, what it printed in $out/NAME.{out,err}
guest() {
	local name=$1
	shift
	{ echo '#!/bin/bash'; cat; } >"$out/$name.sh"
	status=0
	"$LAB/guest" --kernel "$first" --script "$out/$name.sh" --name "$name" --out "$out/$name" "$@" \
		>"$out/$name.out" 2>"$out/$name.err" || status=$?
}

t_begin status
guest status --add "$0:/opt/deep/file" <<'EOF'
echo to stdout
echo to stderr >&2
cmp -s /opt/deep/file /proc/self/fd/0 </opt/deep/file && echo "file $(wc -c </opt/deep/file)"
printf 'a\r\nb\x00c\n' | od -An -tx1
exit 7
EOF
is "$status" 7 "the script's status is the guest's"
is "$(cat "$out/status.out")" "to stdout
to stderr
file $(wc -c <"$0")
 61 0d 0a 62 00 63 0a" "its output comes through, and the file that was added is there"
check "its output is kept" cmp "$out/status.out" "$out/status/output"
is "$(cat "$out/status.err")" "" "nothing else is said"

t_begin splat
guest splat <<'EOF'
echo "# begin area/suite planted" >/dev/kmsg
echo "<4>WARNING: CPU: 0 PID: 1 at planted.c:1" >/dev/kmsg
EOF
is "$status" 99 "a complaint of the kernel fails a script that ended with 0"
like "$(cat "$out/splat.err")" "splat in area/suite planted:" "the test that ran is named"
like "$(cat "$out/splat.err")" "planted.c:1" "the complaint is printed"

t_begin death
guest death <<'EOF'
echo before
echo c >/proc/sysrq-trigger
sleep 60
EOF
is "$status" 98 "a guest that dies is told from a script that fails"
like "$(cat "$out/death.err")" "sysrq.* crash" "the console's end is printed"
is "$(cat "$out/death.out")" before "what it printed before is there"

t_begin timeout
guest slow --timeout 25 <<'EOF'
echo still here
sleep 600
EOF
is "$status" 124 "a guest that does not end is stopped"
like "$(cat "$out/slow.err")" "not finished after 25 s" "the limit is named"
is "$(cat "$out/slow.out")" "still here" "what it printed before is there"

t_begin wire
cat >"$out/near.sh" <<'EOF'
#!/bin/bash
xb-load intree || exit 1
ip addr add 192.0.2.1/24 dev w0
ip link set w0 up
# the other side may boot later
for _ in $(seq 100); do ping -q -c 1 -W 1 192.0.2.2 >/dev/null && break; done
ping -q -c 5 -i 0.2 -W 5 192.0.2.2 | grep -o '[0-9]* received'
echo done | socat - TCP:192.0.2.2:7777
EOF
cat >"$out/far.sh" <<'EOF'
#!/bin/bash
xb-load intree || exit 1
ip addr add 192.0.2.2/24 dev w0
ip link set w0 up
timeout 100 socat TCP-LISTEN:7777 - | grep -x done
EOF
pair() {
	local near=0 far=0
	"$LAB/guest" --kernel "$first" --name near --script "$out/near.sh" --out "$out/near" \
		--wire "name=w0,model=vmxnet3,socket=$sock/w,listen" >"$out/near.out" 2>&1 &
	"$LAB/guest" --kernel "$last" --name far --script "$out/far.sh" --out "$out/far" \
		--wire "name=w0,model=vmxnet3,socket=$sock/w,connect" >"$out/far.out" 2>&1 || far=$?
	wait $! || near=$?
	echo "$near $far"
}
export -f pair
export LAB out first last sock
is "$("$LAB/slots" 2 bash -c pair)" "0 0" "two guests side by side both end well"
is "$(cat "$out/near.out")" "5 received" "frames go over the wire and back"
is "$(cat "$out/far.out")" "done" "a stream goes over the wire"

t_begin arguments
refused "a NIC without a name" "no name=" "$LAB/guest" --kernel "$first" --script "$0" --out "$out/x" --nic model=e1000e,hub=1
refused "a NIC without a hub" "no hub=" "$LAB/guest" --kernel "$first" --script "$0" --out "$out/x" --nic name=a
refused "a part of a NIC that nobody knows" 'what is "speed=9"' "$LAB/guest" --kernel "$first" --script "$0" --out "$out/x" --nic name=a,hub=1,speed=9
refused "a kernel that nobody knows" 'no kernel "2.4"' "$LAB/guest" --kernel 2.4 --script "$0" --out "$out/x"
rm -r "$sock"
done_testing
