#!/bin/sh
# mutate.sh BUILD SIDE N SEED [BLK]: N changes drawn by SEED from all that mutate.awk finds, one at a time; who notices?
#   both      the C twin changed and the RTL left out (WT_C_ONLY): what a mistake in both twins looks like. The suites of the block, then the contracts of
#             time and order, then the kernels under the oracle
#   c, rtl    one twin changed: the block's bench on tiny, in lock-step; of the RTL all changes of a file are in one build, behind a selector
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
  ! timeout "${limit:-120}" "$dir/mutant" >"$dir/log" 2>&1 </dev/null
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
      for t in $checkers; do
        ! suite "test_wt_$t" || { echo "$t" && return; }
      done ;;
  esac
}
# ---- the RTL: a copy of the tree whose file $f is what comes from stdin; benches with it
tree() { # DIR
  rm -rf "$1" && mkdir -p "$1/scripts" "$1/tb/cosim" "$1/cache"
  cp -r rtl "$1/" && cp scripts/rtl_deps.sh "$1/scripts/" && cp tb/cosim/wt_plugin.cpp tb/cosim/wt_plugin.h "$1/tb/cosim/"
  sed 's/--x-assign unique/-Wno-lint -Wno-LATCH -Wno-fatal &/' scripts/build_rtl.sh >"$1/scripts/build_rtl.sh" && chmod +x "$1/scripts/build_rtl.sh"
  for r in "$WARPTWIN_CACHE"/runtime-*; do [ ! -d "$r" ] || ln -s "$(cd "$r" && pwd)" "$1/cache/"; done
  cat >"$1/$f"
}
bench() { # DIR: 0 passes, 1 noticed, 2 does not build
  status=0
  WARPTWIN_ROOT=$(cd "$1" && pwd) WARPTWIN_CACHE=$(cd "$1/cache" && pwd) timeout 300 "$b/warptwin" bench "$stem" --config tiny --cycles 50000 >"$dir/log" 2>&1 </dev/null ||
    status=$?
  [ "$status" != 0 ] || return 0
  # a change that the compiler refuses shows nothing
  ! grep -q '%Error: .*\.sv:[0-9]*:[0-9]*: ' "$dir/log" || return 2
  return 1
}
record() { # BY LINE WHAT
  ran=$((ran + 1))
  if [ -n "$1" ]; then killed=$((killed + 1)) && echo "$1" >>"$dir/by"; else echo "SURVIVES $f:$2 $3" | tee -a "$dir/survivors"; fi
}
rtl_changes() { # the drawn changes of one file
  grep "^$f " "$dir/drawn" >"$dir/own"
  sel=$(cd "$dir" && pwd)/selected
  while read -r _ k line what; do
    printf '%s %s %s\n' "$line" "$k" "$(awk -v k="$k" -f scripts/mutate.awk "$f" | sed -n "${line}p")"
  done <"$dir/own" >"$dir/changes"
  awk -v list="$dir/changes" -v sel="$sel" -v alone="$dir/alone" -f scripts/mutate_select.awk "$f" | tree "$dir/t"
  echo 0 >"$sel"
  if bench "$dir/t"; then :; else # unchanged, it has to pass
    echo "mutate: $f with a selector does not run by itself; its changes are built alone" && cut -d' ' -f2 "$dir/own" >"$dir/alone"
  fi
  while read -r _ k line what; do
    if grep -qx "$k" "$dir/alone"; then
      awk -v k="$k" -f scripts/mutate.awk "$f" | tree "$dir/one" && bench "$dir/one" && st=0 || st=$?
    else
      echo "$k" >"$sel"
      bench "$dir/t" && st=0 || st=$?
    fi
    [ "$st" = 2 ] || record "$([ "$st" = 0 ] || echo bench)" "$line" "$what"
  done <"$dir/own"
}
ran=0 killed=0 checkers="checkers_run verdict counted ports checkers"
: >"$dir/survivors"
if [ "$side" = checkers ]; then # unchanged they pass, and the builds of the RTL that they want are there afterwards
  objs=$OBJS limit=3000
  for t in $checkers; do ! suite "test_wt_$t" || { echo "mutate: test_wt_$t fails without a change" && cat "$dir/log" && exit 2; }; done
  unset limit
fi
if [ "$side" = rtl ]; then
  head -n "$n" "$dir/order" >"$dir/drawn"
  for f in $(cut -d' ' -f1 "$dir/drawn" | sort -u); do
    stem=$(stem_of "$f")
    rtl_changes
  done
  : >"$dir/order"
fi
while [ "$ran" -lt "$n" ] && read -r f k line what; do
  stem=$(stem_of "$f")
  awk -v k="$k" -f scripts/mutate.awk "$f" >"$dir/mutant.c"
  eval "$CC_C -w -I$(dirname "$f") -c $dir/mutant.c -o $dir/mutant.o" 2>/dev/null || continue
  objs=$(echo "$OBJS" | sed "s#$b/${f%.c}\.o#$dir/mutant.o#")
  record "$(killer)" "$line" "$what"
done <"$dir/order"
[ ! -f "$dir/by" ] || sort "$dir/by" | uniq -c | awk '{ printf "  %s notices %d\n", $2, $1 }'
awk -v n="$ran" -v k="$killed" -v s="$side" -v seed="$seed" 'BEGIN {
  p = n ? k / n : 0; z = 1.96; d = 1 + z * z / n; c = (p + z * z / (2 * n)) / d; h = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / d
  printf "mutate SIDE=%s N=%d SEED=%s: %d of %d noticed, %.1f %% (95 %%: %.1f to %.1f), equivalent changes not taken out\n", s, n, seed, k, n, 100 * p, 100 * (c - h), 100 * (c + h) }'
