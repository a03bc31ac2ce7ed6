#!/bin/sh
# mutate.sh BUILD SIDE N SEED [BLK]: N changes drawn by SEED from all that mutate.awk finds, one at a time; who notices?
#   both      the C twin changed and the RTL left out (WT_C_ONLY): what a mistake in both twins looks like. The suites of the block, then the contracts of
#             time and order, then the kernels under the oracle
#   c, rtl    one twin changed: the block's bench on tiny, in lock-step; of the RTL all changes of a file are in one build, behind a selector
#   checkers  what checks a run changed (comparator, invariants, oracle's side, proof of no end): the suites that falsify something
#   env       memory, its levels, and what a run counts, changed: the suites with an expectation of their own, then the kernels
#   size      the formulas of sizes and prices changed: their suites
# The cheapest check first. A change that no check notices is printed with file, line and change; a change that does not build is drawn again. A row a kind
# of place is printed at the end. KEEP=1 goes on with a run that was stopped. The environment brings CC_C, CC_L, OBJS and LIBS as the Makefile has them.
set -eu
b=$1 side=$2 n=$3 seed=$4 blk=${5:-}
dir=$b/mutate-$side-$seed${blk:+-$blk}
[ -n "${KEEP:-}" ] || rm -rf "$dir"
mkdir -p "$dir"
export CK_TIMEOUT_MULTIPLIER=0.1 WT_QUICK=1 WARPTWIN_CACHE="${WARPTWIN_CACHE:-$b/rtl}"
case $side in
  both | c) files=$(ls cmodel/[!isoz]*/wt_${blk:-*}*.c cmodel/issue/wt_${blk:-*}*.c cmodel/operand/wt_${blk:-*}*.c 2>/dev/null || true) ;;
  rtl) files=$(ls rtl/[!lpt]*/wt_${blk:-*}*.sv) ;;
  checkers) files=$(ls tb/cosim/wt_lockstep.c tb/cosim/wt_pairs.c tb/lib/wt_check.c tb/lib/wt_checks.c tb/lib/wt_noend.c tb/lib/wt_tandem.c | grep "wt_${blk:-}") ;;
  env) files=$(ls tb/lib/wt_env.c tb/lib/wt_memsys.c tb/lib/wt_dram.c tb/lib/wt_l2.c tb/lib/wt_lanes.c tb/lib/wt_stats.c tb/lib/wt_performed.c | grep "wt_${blk:-}") ;;
  size) files=$(ls cmodel/size/wt_*.c | grep "wt_${blk:-}") ;;
  *) echo "SIDE is both, c, rtl, checkers, env or size" && exit 2 ;;
esac
for f in $files; do
  case $f in *_paths.c | cmodel/spec/* | cmodel/oracle/* | cmodel/isa/*) continue ;; esac
  awk -f scripts/mutate.awk "$f" | sed "s#^#$f #"
done >"$dir/all"
awk -v s="$seed" 'BEGIN { srand(s) } { print rand() "\t" $0 }' "$dir/all" | sort -n | cut -f 2- >"$dir/order"
# the stem of a file is that of the longest block name that it begins with
stem_of() {
  s=$(basename "$1" | sed 's/^wt_//; s/\..*//')
  while [ ! -f "cmodel/spec/blocks/$s.def" ] && [ "$s" != "${s%_*}" ]; do s=${s%_*}; done
  echo "$s"
}
kind_of() { # of a place, by its file
  case $1 in
    cmodel/exec/* | */wt_decode.* | */wt_pred.* | */wt_ureg.* | */wt_sreg.* | rtl/exec/*) echo semantics ;;
    cmodel/control/* | rtl/control/*) echo control flow ;;
    cmodel/size/*) echo size ;;
    cmodel/* | rtl/*) echo timing and order ;;
    *) [ "$side" = env ] && echo environment and metrics || echo checkers ;;
  esac
}
# Unchanged a suite passes, which is looked at when it is wanted first: then the builds of the RTL that it asks for are there, too. Changed, each of its
# tests may take twice the processor time of the whole suite, and two seconds.
suite() { # NAME: 0 when it fails with the mutant
  if [ ! -f "$dir/$1.limit" ]; then
    eval "$CC_C -c $(echo tests/*/"$1.c") -o $dir/$1.o"
    sed -n "s#.*/$1: LDFLAGS += ##p" scripts/test.mk >"$dir/$1.wraps"
    eval "$CC_L $(cat "$dir/$1.wraps") -o $dir/unchanged $dir/$1.o $OBJS $LIBS"
    (CK_TIMEOUT_MULTIPLIER=1 "$dir/unchanged" >"$dir/log" 2>&1 </dev/null || exit 1; times >"$dir/$1.times") || { echo "mutate: $1 fails without a change" >&2 && cat "$dir/log" >&2 && exit 2; }
    awk 'NR == 2 { split($1, t, /[ms]/); print 2 * (60 * t[1] + int(t[2]) + 1) }' "$dir/$1.times" >"$dir/$1.limit"
  fi
  eval "$CC_L $(cat "$dir/$1.wraps") -o $dir/mutant $dir/$1.o $objs $LIBS"
  ! (ulimit -t "$(cat "$dir/$1.limit")" && timeout $((20 * $(cat "$dir/$1.limit"))) "$dir/mutant") >"$dir/log" 2>&1 </dev/null
}
# The same with the changed file built with sanitizers, as sanitized.sh runs it: beyond a table, not freed, not defined.
sanitized() { # NAME: 0 when it fails with the mutant
  eval "$CC_C -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -w -I$(dirname "$f") -c $dir/mutant.c -o $dir/sanitized.o"
  eval "$CC_L -fsanitize=address,undefined $(cat "$dir/$1.wraps") -o $dir/mutant $dir/$1.o $(echo "$OBJS" | sed "s#$b/${f%.c}\.o#$dir/sanitized.o#") $LIBS"
  ! (ulimit -t $((20 + 5 * $(cat "$dir/$1.limit"))) && CK_FORK=no ASAN_OPTIONS=quarantine_size_mb=1 timeout 600 "$dir/mutant") >"$dir/log" 2>&1 </dev/null
}
kernels() {
  eval "$CC_L -o $dir/warptwin $b/tb/cli/main.o $(ls "$b"/tb/cli/cli_*.o | grep -v 'cli_cases\|cli_common' | tr '\n' ' ') $objs $LIBS"
  timeout 300 "$dir/warptwin" regress --run --config small >"$dir/log" 2>&1 || { [ $? = 124 ] && echo hang || echo kernels; }
}
# Suites that falsify what this file looks at, the cheapest first.
suites_of() {
  case $f in
    */wt_noend.c) echo checks checkers_run verdict ckpt ;;
    */wt_tandem.c) echo told checks checkers_run counted meet l1 randops ;;
    */wt_check.c | */wt_checks.c) echo checks checkers_run l1 meet ;;
    tb/cosim/*) echo compared checkers checkers_run ports culprit recheck ;;
    cmodel/size/*) echo size whatif ;;
    *) echo performed counted l1 memory checks timing ;;
  esac
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
      kernels ;;
    c)
      eval "$CC_L -o $dir/warptwin $b/tb/cli/main.o $(ls "$b"/tb/cli/cli_*.o | grep -v 'cli_cases\|cli_common' | tr '\n' ' ') $objs $LIBS"
      timeout 120 "$dir/warptwin" bench "$stem" --config tiny --cycles 50000 >"$dir/log" 2>&1 || echo bench ;;
    checkers | env | size)
      for t in $(suites_of); do
        ! suite "test_wt_$t" || { echo "$t" && return; }
      done
      [ "$side" != checkers ] || for t in $(suites_of); do # those that sanitized.sh runs
        case $t in compared | checks) ! sanitized "test_wt_$t" || { echo sanitizers && return; } ;; esac
      done
      [ "$side" = env ] || return 0
      kernels ;;
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
  [ -z "$1" ] || killed=$((killed + 1))
  printf '%s|%s|%s %s|%s:%s %s\n' "$(kind_of "$f")" "${1:-nobody}" "$f" "$k" "$f" "$2" "$3" >>"$dir/tried"
  [ -n "$1" ] || echo "SURVIVES $f:$2 $3"
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
ran=0 killed=0
touch "$dir/tried"
if [ "$side" = rtl ]; then
  head -n "$n" "$dir/order" >"$dir/drawn"
  for f in $(cut -d' ' -f1 "$dir/drawn" | sort -u); do
    stem=$(stem_of "$f")
    rtl_changes
  done
  : >"$dir/order"
fi
while [ "$ran" -lt "$n" ] && read -r f k line what; do
  if grep -qF "|$f $k|" "$dir/tried"; then # of the run that this one goes on with
    ran=$((ran + 1))
    continue
  fi
  stem=$(stem_of "$f")
  awk -v k="$k" -f scripts/mutate.awk "$f" >"$dir/mutant.c"
  eval "$CC_C -w -I$(dirname "$f") -c $dir/mutant.c -o $dir/mutant.o" 2>/dev/null || continue
  objs=$(echo "$OBJS" | sed "s#$b/${f%.c}\.o#$dir/mutant.o#")
  by=$(killer)
  record "$by" "$line" "$what"
done <"$dir/order"
times >"$dir/times" # in this shell: another one has times of its own
awk -F '|' -v s="$side" -v seed="$seed" -v secs="$(awk 'NR == 2 { for (i = 1; i < 3; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } print s }' "$dir/times")" '
  function interval(k, n,   p, z, d, c, h) { # Wilson, 95 %
    p = n ? k / n : 0; z = 1.96; d = 1 + z * z / n; c = (p + z * z / (2 * n)) / d; h = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / d
    return sprintf("%.1f to %.1f %%", 100 * (c - h), 100 * (c + h))
  }
  { n++; N[$1]++; by[$2]++; if ($2 != "nobody") { K[$1]++; killed++ } }
  END {
    for (b in by) printf "  %s: %d\n", b, by[b]
    if (!n) exit
    print "| kind of place | tried | noticed | 95 % interval |\n|---|---:|---:|---|"
    for (k in N) printf "| %s | %d | %d | %s |\n", k, N[k], K[k], interval(K[k], N[k])
    printf "mutate SIDE=%s N=%d SEED=%s: %d of %d noticed, %.1f %% (95 %%: %s), equivalent changes not taken out; %.1f s of a core each\n",
      s, n, seed, killed, n, 100 * killed / n, interval(killed, n), secs / n }' "$dir/tried"
