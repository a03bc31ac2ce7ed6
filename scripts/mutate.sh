#!/bin/sh
# mutate.sh BUILD SIDE N SEED [BLK]: N changes drawn by SEED from all that mutate.awk finds, one at a time; who notices?
#   both      the C twin changed and the RTL left out (WT_C_ONLY): what a mistake in both twins looks like. The suites of the block, then the contracts of
#             time and order, then the kernels under the oracle
#   c, rtl    one twin changed: the block's bench on tiny, in lock-step
#   checkers  what checks a run changed (comparator, invariants, oracle's side, proof of no end): the suites that falsify something
# The cheapest check first. A change that no check notices is printed with file, line and change; a change that does not build is drawn again. The environment
# brings CC_C, CC_L, OBJS and LIBS as the Makefile has them.
set -eu
b=$1 side=$2 n=$3 seed=$4 blk=${5:-}
dir=$b/mutate
rm -rf "$dir" && mkdir -p "$dir"
export CK_TIMEOUT_MULTIPLIER=0.03 WT_QUICK=1 WARPTWIN_CACHE="${WARPTWIN_CACHE:-$b/rtl}"
case $side in
  both | c) files=$(ls cmodel/[!isoz]*/wt_${blk:-*}*.c cmodel/issue/wt_${blk:-*}*.c cmodel/operand/wt_${blk:-*}*.c 2>/dev/null || true) ;;
  rtl) files=$(ls rtl/[!lpt]*/wt_${blk:-*}*.sv) ;;
  checkers) files=$(ls tb/cosim/wt_lockstep.c tb/cosim/wt_pairs.c tb/lib/wt_check.c tb/lib/wt_checks.c tb/lib/wt_noend.c tb/lib/wt_tandem.c | grep "wt_${blk:-}") ;;
  *) echo "SIDE is both, c, rtl or checkers" && exit 2 ;;
esac
for f in $files; do
  case $f in *_paths.c | cmodel/spec/* | cmodel/oracle/* | cmodel/size/* | cmodel/isa/*) continue ;; esac
  awk -f scripts/mutate.awk "$f" | sed "s#^#$f #"
done >"$dir/all"
awk -v s="$seed" 'BEGIN { srand(s) } { print rand() "\t" $0 }' "$dir/all" | sort -n | cut -f 2- >"$dir/order"
# the stem of a file is that of the longest block name that it begins with
stem_of() {
  s=$(basename "$1" | sed 's/^wt_//; s/\..*//')
  while [ ! -f "cmodel/spec/blocks/$s.def" ] && [ "$s" != "${s%_*}" ]; do s=${s%_*}; done
  echo "$s"
}
suite() { # NAME: 1 when it fails with the mutant
  [ -f "$dir/$1.o" ] || eval "$CC_C -c $(echo tests/*/"$1.c") -o $dir/$1.o"
  eval "$CC_L -o $dir/mutant $dir/$1.o $objs $LIBS"
  ! timeout 120 "$dir/mutant" >"$dir/log" 2>&1 </dev/null
}
killer() { # prints who notices; nothing: nobody
  case $side in
    both)
      export WT_C_ONLY=1
      for t in tests/*/test_wt_"$stem".c tests/*/test_wt_"$stem"_rules.c; do
        [ ! -f "$t" ] || ! suite "$(basename "$t" .c)" || { echo own && return; }
      done
      unset CK_RUN_CASE
      ! suite test_wt_order_contracts || { echo order && return; }
      export CK_RUN_CASE=contracts
      ! suite test_wt_timing || { echo timing && return; }
      unset CK_RUN_CASE
      eval "$CC_L -o $dir/warptwin $b/tb/cli/main.o $(ls "$b"/tb/cli/cli_*.o | grep -v 'cli_cases\|cli_common' | tr '\n' ' ') $objs $LIBS"
      timeout 300 "$dir/warptwin" regress --run --config small >"$dir/log" 2>&1 || { [ $? = 124 ] && echo hang || echo kernels; } ;;
    c)
      eval "$CC_L -o $dir/warptwin $b/tb/cli/main.o $(ls "$b"/tb/cli/cli_*.o | grep -v 'cli_cases\|cli_common' | tr '\n' ' ') $objs $LIBS"
      timeout 120 "$dir/warptwin" bench "$stem" --config tiny --cycles 50000 >"$dir/log" 2>&1 || echo bench ;;
    checkers)
      for t in checkers_run verdict counted ports checkers; do
        ! suite "test_wt_$t" || { echo "$t" && return; }
      done ;;
  esac
}
ran=0 killed=0
: >"$dir/survivors"
while [ "$ran" -lt "$n" ] && read -r f k line what; do
  stem=$(stem_of "$f")
  if [ "$side" = rtl ]; then
    t=$dir/t && rm -rf "$t" && mkdir -p "$t/scripts" "$t/tb/cosim" "$t/cache"
    cp -r rtl "$t/" && cp scripts/build_rtl.sh scripts/rtl_deps.sh "$t/scripts/" && cp tb/cosim/wt_plugin.cpp tb/cosim/wt_plugin.h "$t/tb/cosim/"
    for r in "$WARPTWIN_CACHE"/runtime-*; do [ ! -d "$r" ] || ln -s "$(cd "$r" && pwd)" "$t/cache/"; done
    awk -v k="$k" -f scripts/mutate.awk "$f" >"$t/$f"
    status=0
    WARPTWIN_ROOT=$(cd "$t" && pwd) WARPTWIN_CACHE=$(cd "$t/cache" && pwd) timeout 300 "$b/warptwin" bench "$stem" --config tiny --cycles 50000 >"$dir/log" 2>&1 </dev/null || status=$?
    ! grep -qi 'verilator\|%Error:.*syntax\|%Warning' "$dir/log" || [ "$status" = 1 ] || continue
    by=$([ "$status" = 0 ] || echo bench)
  else
    awk -v k="$k" -f scripts/mutate.awk "$f" >"$dir/mutant.c"
    eval "$CC_C -w -I$(dirname "$f") -c $dir/mutant.c -o $dir/mutant.o" 2>/dev/null || continue
    objs=$(echo "$OBJS" | sed "s#$b/${f%.c}\.o#$dir/mutant.o#")
    by=$(killer)
  fi
  ran=$((ran + 1))
  if [ -n "$by" ]; then killed=$((killed + 1)) && echo "$by" >>"$dir/by"; else echo "SURVIVES $f:$line $what" | tee -a "$dir/survivors"; fi
done <"$dir/order"
[ ! -f "$dir/by" ] || sort "$dir/by" | uniq -c | awk '{ printf "  %s notices %d\n", $2, $1 }'
awk -v n="$ran" -v k="$killed" -v s="$side" -v seed="$seed" 'BEGIN {
  p = n ? k / n : 0; z = 1.96; d = 1 + z * z / n; c = (p + z * z / (2 * n)) / d; h = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / d
  printf "mutate SIDE=%s N=%d SEED=%s: %d of %d noticed, %.1f %% (95 %%: %.1f to %.1f), equivalent changes not taken out\n", s, n, seed, k, n, 100 * p, 100 * (c - h), 100 * (c + h) }'
