#!/bin/sh
# copies.sh BUILD: machines with two SMs, with several sub-cores, and with more than 64 warps (of BUILD/wide/warptwin, whose key WARPS goes to 128).
# SMs and sub-cores: the two twins are equal in lock-step, results are those of the references, and there are fewer cycles than with one.
# ONLY: which kernels to run, and no more than a sample of the rest, on the shape tiny with 32 warps instead of small.
set -eu
b=$1 kernels=${ONLY:-vecadd,bfs,shuffle,atomics} out=$1/copies shape=small subcores=4
[ -z "${ONLY:-}" ] || shape='tiny --set WARPS=32 --set REGS=16384' subcores=2
mkdir -p "$out"
run() { # run NAME ARGS...
  name=$1
  shift
  # shellcheck disable=SC2086
  "$b/warptwin" regress --hosts "$b/kernels" --config $shape --only "$kernels" --digest "$out/$name.digest" "$@" >"$out/$name.log" ||
    { cat "$out/$name.log"; exit 1; }
  # the digest without the name of the shape
  awk '{ print $1, $(NF - 2), $(NF - 1), $NF }' "$out/$name.digest" >"$out/$name.plain"
}
fewer() { # fewer NAME WHAT: cycles than with one
  awk -v what="$2" 'NR == FNR { of[$1] = $2; next } $2 >= of[$1] { print "copies: " $1 " takes " $2 " cycles with several " what ", " of[$1] " with one"; bad = 1 } END { exit bad }' \
    "$out/one.plain" "$out/$1.plain"
}
run one --run
# the sample builds no RTL of these: test_wt_sms and test_wt_subcores run two SMs and two sub-cores in lock-step
[ -n "${ONLY:-}" ] || run sms --set SMS=2 &
sms=$!
run subcores --set SUBCORES=$subcores $([ -z "${ONLY:-}" ] || echo --run) &
sub=$!
rc=0
wait $sms || rc=1
wait $sub || rc=1
[ $rc = 0 ] || exit 1
[ -n "${ONLY:-}" ] || fewer sms SMs
fewer subcores sub-cores
# more warps than a machine word has bits: every block that holds a set of them on both twins, then the machine; what takes minutes to compile runs
# with all kernels only
blocks='fetch ibuffer war ctabar dispatch sched simt_stack multipath'
[ -n "${ONLY:-}" ] || blocks="$blocks sb_bit sb_coon hanoi_yr hanoi barrier"
# shellcheck disable=SC2086
printf '%s\n' $blocks | xargs -P "${WT_JOBS:-2}" -I{} sh -c '"$0" bench {} --config tiny --set WARPS=128 --cycles 4000 >"$1.{}" 2>&1 || { cat "$1.{}"; exit 1; }' \
  "$b/wide/warptwin" "$out/warps.log" || exit 1
warps() { # warps N [--run]: the kernel needs more than 64 slots to fill it
  n=$1
  shift
  "$b/wide/warptwin" regress --hosts "$b/kernels" --config tiny --set WARPS="$n" --set REGS=65536 --set CTAS=16 --only vecadd "$@" >"$out/warps.log" ||
    { cat "$out/warps.log"; exit 1; }
}
warps 128 --run
[ -n "${ONLY:-}" ] || warps 72
# 128 sub-warps, for which the program turns into the other one by itself
[ -n "${ONLY:-}" ] || "$b/warptwin" regress --config thesis-tesla --set GROUPING=dwr >"$out/warps.log" || { cat "$out/warps.log"; exit 1; }
echo "copies: $(echo "$blocks" | wc -w) blocks and a kernel with WARPS=128: equal, results as they must be"
echo "copies: $(wc -l <"$out/one.plain") kernels on $([ -n "${ONLY:-}" ] && echo "the C twin with " || echo "both twins with SMS=2 and with ")SUBCORES=$subcores: equal, results as they must be, in fewer cycles"
