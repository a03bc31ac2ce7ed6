#!/bin/sh
# mutate.sh BUILD SIDE N SEED [BLK]: N changes drawn by SEED from all that mutate.awk finds, one at a time; who notices?
#   both      the C twin changed and the RTL left out (WT_C_ONLY): what a mistake in both twins looks like. The suites of the block, then the contracts of
#             time and order, then the kernels under the oracle; at last the table of cycles, which is counted apart: it knows no rule
#   c, rtl    one twin changed: the block's bench on tiny, in lock-step, then on small, then the block's suites; of the RTL all changes of a file are in
#             one build, behind a selector, and what the bench on tiny does not see is given to the lint and to a proof by SAT that nothing has changed
#   checkers  what checks a run changed (comparator, invariants, oracle's side, proof of no end): the suites that falsify something
#   env       memory, its levels, and what a run counts, changed: the suites with an expectation of their own, then the kernels
#   size      the formulas of sizes and prices changed: their suites
#   all       of every hundred: 40 both, 15 rtl, 10 c, 15 checkers, 10 env, 10 size
# The cheapest check first. A change that no check notices is printed with file, line and change; a change that does not build is drawn again. What
# tests/mutants/excused.txt says to have no effect is built with the end of the program where it would have one, instead: excused when nobody notices that.
# A row a kind of place is printed at the end; LEAST: with fewer of a hundred noticed it fails. KEEP=1 goes on with a run that was stopped. JOBS: so many beside each other (as many as there are
# processors). The environment brings CC_C, CC_L, OBJS and LIBS as the Makefile has them.
set -eu
b=$1 side=$2 n=$3 seed=$4 blk=${5:-}
own=$b/mutate-$side-$seed${blk:+-$blk}
# ---- the whole: parts side by side, and the table of what they tried
table() { # of the lines "kind|who|change|place" that come in
  awk -F '|' -v s="$side" -v seed="$seed" -v least="${LEAST:-0}" -v secs="$(cat "$@" | awk '{ split($1, t, /[ms]/); split($2, u, /[ms]/); s += 60 * (t[1] + u[1]) + t[2] + u[2] } END { print s + 0 }')" '
  function interval(k, n,   p, z, d, c, h) { # Wilson, 95 %
    if (!n) return "-"
    p = k / n; z = 1.96; d = 1 + z * z / n; c = (p + z * z / (2 * n)) / d; h = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / d
    return sprintf("%.1f to %.1f %%", (100 * (c - h) < 0 ? 0 : 100 * (c - h)), 100 * (c + h))
  }
  function row(name, n, k, e, t) {
    printf "| %s | %d | %d | %d | %d | %s | %s | %s |\n", name, n, e, k, t, (n > e ? sprintf("%.1f %%", 100 * k / (n - e)) : "-"), interval(k, n - e), goal[name]
  }
  BEGIN {
    goal["semantics"] = goal["control flow"] = goal["timing and order"] = goal["size"] = "97 %"; goal["checkers"] = "98 %"
    goal["environment and metrics"] = "100 %"; goal["one twin"] = "99 %"
  }
  { N[$1]++; n++; by[$2]++; if ($2 == "excused") { E[$1]++; e++ } else if ($2 == "table") { T[$1]++; t++ } else if ($2 != "nobody") { K[$1]++; k++ } }
  END {
    for (b in by) printf "  %s: %d\n", b, by[b]
    if (!n) exit
    print "| kind of place | tried | excused | noticed | by the table of cycles alone | noticed of what is not excused | 95 % interval | goal |\n|---|---:|---:|---:|---:|---:|---|---|"
    for (i in N) row(i, N[i], K[i], E[i], T[i])
    row("all", n, k, e, t)
    printf "mutate SIDE=%s N=%d SEED=%s: %d of %d noticed, %.1f %% (95 %%: %s), %d excused; %.1f s of a core each\n",
      s, n, seed, k, n - e, (n > e ? 100 * k / (n - e) : 0), interval(k, n - e), e, secs / n
      if (100 * k < least * (n - e)) { print "mutate: fewer than " least " of a hundred"; exit 1 } }'
}
if [ -z "${PART:-}" ]; then
  jobs=${JOBS:-$(nproc)}
  [ -n "${KEEP:-}" ] || for s in both rtl c checkers env size; do rm -rf "$b/mutate-$s-$seed${blk:+-$blk}"; done
  : >"$b/mutate.failed"
  rm -f "$b/mutate.times"
  for s in $([ "$side" = all ] && echo both rtl c checkers env size || echo "$side"); do
    case $side-$s in all-both) share=40 ;; all-rtl | all-checkers) share=15 ;; all-*) share=10 ;; *) share=100 ;; esac
    p=0
    while [ $p -lt "$jobs" ]; do
      PART=$p/$jobs "$0" "$b" "$s" $(((n * share + 50) / 100)) "$seed" "$blk" || echo "$s" >>"$b/mutate.failed" &
      p=$((p + 1))
    done
    wait
    cat "$b/mutate-$s-$seed${blk:+-$blk}"/*/tried >"$b/mutate-$s-$seed${blk:+-$blk}/tried"
    sed -n 2p "$b/mutate-$s-$seed${blk:+-$blk}"/*/times >>"$b/mutate.times"
  done
  [ ! -s "$b/mutate.failed" ] || exit 2
  for s in both rtl c checkers env size; do
    [ "$side" = all ] || [ "$side" = "$s" ] || continue
    cat "$b/mutate-$s-$seed${blk:+-$blk}/tried"
  done | table "$b/mutate.times"
  exit
fi
part=${PART%/*} of=${PART#*/}
dir=$own/$part
mkdir -p "$dir"
n=$(((n + of - 1 - part) / of)) # of this part
export CK_TIMEOUT_MULTIPLIER=0.1 WT_QUICK=1 WARPTWIN_CACHE="${WARPTWIN_CACHE:-$b/rtl}"
case $side in
  both | c) files=$(ls cmodel/[!isoz]*/wt_${blk:-*}*.c cmodel/issue/wt_${blk:-*}*.c cmodel/operand/wt_${blk:-*}*.c 2>/dev/null || true) ;;
  rtl) files=$(ls rtl/[!lpt]*/wt_${blk:-*}*.sv) ;;
  checkers) files=$(ls tb/cosim/wt_lockstep.c tb/cosim/wt_pairs.c tb/lib/wt_check.c tb/lib/wt_checks.c tb/lib/wt_noend.c tb/lib/wt_tandem.c | grep "wt_${blk:-}") ;;
  env) files=$(ls tb/lib/wt_env.c tb/lib/wt_memsys.c tb/lib/wt_dram.c tb/lib/wt_l2.c tb/lib/wt_lanes.c tb/lib/wt_stats.c tb/lib/wt_use.c tb/lib/wt_performed.c tb/lib/wt_agents.c | grep "wt_${blk:-}") ;;
  size) files=$(ls cmodel/size/wt_*.c | grep "wt_${blk:-}") ;;
  *) echo "SIDE is both, c, rtl, checkers, env or size" && exit 2 ;;
esac
for f in $files; do
  case $f in *_paths.c | cmodel/spec/* | cmodel/oracle/* | cmodel/isa/*) continue ;; esac
  awk -f scripts/mutate.awk "$f" | sed "s#^#$f #"
done >"$dir/all"
# drawn by file, change and which of such changes of the file it is: a line more in a source moves little of a sample
yes "$seed" | head -c 4096 >"$dir/salt" || true
awk '{ s = $0; sub(/^[^ ]* [^ ]* [^ ]* /, "", s); s = $1 " " s; print s " " ++n[s] "\t" $0 }' "$dir/all" |
  LC_ALL=C sort -t "$(printf '\t')" -k 1,1R --random-source="$dir/salt" | cut -f 2- >"$dir/drawn-all"
awk -v p="$part" -v of="$of" 'NR % of == p' "$dir/drawn-all" >"$dir/order"
# the stem of a file is that of the longest block name that it begins with
stem_of() {
  s=$(basename "$1" | sed 's/^wt_//; s/\..*//')
  while [ ! -f "cmodel/spec/blocks/$s.def" ] && [ "$s" != "${s%_*}" ]; do s=${s%_*}; done
  echo "$s"
}
kind_of() { # of a place, by its file
  case $side-$1 in c-* | rtl-*) echo one twin && return ;; esac
  case $1 in
    cmodel/exec/* | */wt_decode.* | */wt_pred.* | */wt_ureg.* | */wt_sreg.*) echo semantics ;;
    cmodel/control/*) echo control flow ;;
    cmodel/size/*) echo size ;;
    cmodel/*) echo timing and order ;;
    *) [ "$side" = env ] && echo environment and metrics || echo checkers ;;
  esac
}
# Unchanged a suite passes, which is looked at when it is wanted first: then the builds of the RTL that it asks for are there, too. Changed, each of its
# tests may take twice the processor time of the whole suite, and two seconds. The other parts wait: two of one suite would write the same files.
suite() { # NAME: 0 when it fails with the mutant
  if [ ! -f "$dir/$1.limit" ]; then
    eval "$CC_C -c $(echo tests/*/"$1.c") -o $dir/$1.o"
    sed -n "s#.*/$1: LDFLAGS += ##p" scripts/test.mk >"$dir/$1.wraps"
    eval "$CC_L $(cat "$dir/$1.wraps") -o $dir/unchanged $dir/$1.o $OBJS $LIBS"
    (CK_TIMEOUT_MULTIPLIER=1 flock "$b/mutate.$1" "$dir/unchanged" >"$dir/log" 2>&1 </dev/null || exit 1; times >"$dir/$1.times") || { echo "mutate: $1 fails without a change" >&2 && cat "$dir/log" >&2 && exit 2; }
    awk 'NR == 2 { split($1, t, /[ms]/); print 2 * (60 * t[1] + int(t[2]) + 1) }' "$dir/$1.times" >"$dir/$1.limit"
  fi
  eval "$CC_L $(cat "$dir/$1.wraps") -o $dir/mutant $dir/$1.o $objs $LIBS"
  ! (ulimit -t "$(cat "$dir/$1.limit")" && flock "$b/mutate.$1" timeout $((20 * $(cat "$dir/$1.limit"))) "$dir/mutant") >"$dir/log" 2>&1 </dev/null
}
# The same with the changed file built with sanitizers, as sanitized.sh runs it: beyond a table, not freed, not defined.
sanitized() { # NAME: 0 when it fails with the mutant
  eval "$CC_C -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -w -I$(dirname "$f") '-Dnever(c)=((c) ? __builtin_trap() : (void)0)' -c $dir/mutant.c -o $dir/sanitized.o"
  eval "$CC_L -fsanitize=address,undefined $(cat "$dir/$1.wraps") -o $dir/mutant $dir/$1.o $(echo "$OBJS" | sed "s#$b/${f%.c}\.o#$dir/sanitized.o#") $LIBS"
  ! (ulimit -t $((20 + 5 * $(cat "$dir/$1.limit"))) && CK_FORK=no ASAN_OPTIONS=quarantine_size_mb=1 timeout 600 "$dir/mutant") >"$dir/log" 2>&1 </dev/null
}
kernels() {
  eval "$CC_L -o $dir/warptwin $b/tb/cli/main.o $(ls "$b"/tb/cli/cli_*.o | grep -v 'cli_cases\|cli_common' | tr '\n' ' ') $objs $LIBS"
  # beside itself this program has no host references; unchanged, it has to pass with those that are named
  [ -f "$dir/kernels.pass" ] || "$b/warptwin" regress --run --config small --hosts "$b/kernels" >"$dir/log" 2>&1 ||
    { echo "mutate: the kernels fail without a change" >&2 && tail -n 3 "$dir/log" >&2 && exit 2; }
  touch "$dir/kernels.pass"
  timeout 300 "$dir/warptwin" regress --run --config small --hosts "$b/kernels" >"$dir/log" 2>&1 || { [ $? = 124 ] && echo hang || echo kernels; }
}
# Suites that falsify what this file looks at, the cheapest first.
suites_of() {
  case $f in
    */wt_noend.c) echo noend checks checkers_run verdict ckpt ;;
    */wt_tandem.c) echo told checks checkers_run counted meet l1 randops ;;
    */wt_check.c | */wt_checks.c) echo checks checkers_run l1 meet ;;
    tb/cosim/*) echo compared checkers checkers_run ports culprit recheck ;;
    cmodel/size/*) echo depth_nets depth_wiring size_text size_draw size_table size whatif ;;
    */wt_stats.c | */wt_use.c) echo stats use performed counted l1 memory dwr_sm ;;
    */wt_agents.c) echo agents litmus ;;
    *) echo env use performed counted memory memsys l1 checks timing ;;
  esac
}
# Programs on shapes that have the block, where the ordinary machine has none of it or little to do for it.
programs_of() {
  case $stem in
    pst | ilt | sco | sched | issue) echo dwr_sm ;;
    replay) echo replay_sm ;;
    l1d) echo l1 ;;
    sb_codes) echo codes ;;
    lsu) echo replay_sm dwr_sm l1 ;;
  esac
}
killer() { # prints who notices; nothing: nobody
  case $side in
    both)
      export WT_C_ONLY=1
      for t in tests/*/test_wt_"$stem".c tests/*/test_wt_"$stem"_*.c; do
        [ -f "$t" ] && [ "$(stem_of "${t##*/test_}")" = "$stem" ] || continue # not that of a block with a longer name
        ! suite "$(basename "$t" .c)" || { echo own && return; }
      done
      for t in $(programs_of); do
        ! suite "test_wt_$t" || { echo "$t" && return; }
      done
      unset CK_RUN_CASE
      ! suite test_wt_order_contracts || { echo order && return; }
      export CK_RUN_CASE=contracts
      ! suite test_wt_timing || { echo timing && return; }
      unset CK_RUN_CASE
      by=$(kernels)
      [ -z "$by" ] || { echo "$by" && return; }
      eval "$CC_C -c scripts/cycles.c -o $dir/cycles.o"
      eval "$CC_L -rdynamic -o $dir/cycles $dir/cycles.o $objs $LIBS"
      timeout 300 "$dir/cycles" "$b/kernels" 2>&1 </dev/null | grep '^| *[a-z-]' >"$dir/cycles.now" || true
      grep '^| *[a-z-]' docs/results/cycles.md | cmp -s - "$dir/cycles.now" || echo table ;;
    c)
      eval "$CC_L -o $dir/warptwin $b/tb/cli/main.o $(ls "$b"/tb/cli/cli_*.o | grep -v 'cli_cases\|cli_common' | tr '\n' ' ') $objs $LIBS"
      for shape in tiny small; do
        timeout 120 "$dir/warptwin" bench "$stem" --config $shape --cycles 50000 >"$dir/log" 2>&1 || { echo bench && return; }
      done
      for t in tests/*/test_wt_"$stem".c tests/*/test_wt_"$stem"_rules.c; do # shapes that fill the tables
        [ ! -f "$t" ] || ! suite "$(basename "$t" .c)" || { echo own && return; }
      done ;;
    checkers | env | size)
      for t in $(suites_of); do
        ! suite "test_wt_$t" || { echo "$t" && return; }
      done
      [ "$side" != checkers ] || for t in $(suites_of); do # those that sanitized.sh runs
        case $t in compared | checks | noend) ! sanitized "test_wt_$t" || { echo sanitizers && return; } ;; esac
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
bench() { # DIR SHAPE: 0 passes, 1 noticed, 2 does not build
  status=0
  WARPTWIN_ROOT=$(cd "$1" && pwd) WARPTWIN_CACHE=$(cd "$1/cache" && pwd) timeout 300 "$b/warptwin" bench "$stem" --config "$2" --cycles 50000 >"$dir/log" 2>&1 </dev/null ||
    status=$?
  [ "$status" != 0 ] || return 0
  # a change that the compiler refuses shows nothing
  ! grep -q '%Error: .*\.sv:[0-9]*:[0-9]*: ' "$dir/log" || return 2
  return 1
}
lint() { # DIR: 0 when the linters have a word on the changed file
  mkdir -p "$dir/pkg"
  [ -f "$dir/pkg/wt_pkg.sv" ] || "$b/area_check" emit "$dir/pkg" small
  m=$(basename "$f" .sv)
  # shellcheck disable=SC2046
  verilator --lint-only -Wall --assert -I"$1/rtl" --top-module "$m" scripts/wt_lint.vlt "$dir/pkg/wt_pkg.sv" \
    $(scripts/rtl_deps.sh "$m" | sed "s#^#$1/#") >"$dir/log" 2>&1 || return 0
  ! yosys -q -e . -p "$(sources "$1" "$dir/pkg" "$m")" >"$dir/log" 2>&1
}
sources() { # DIR PKG MODULE: Yosys reads it
  printf 'read_verilog -sv -DSYNTHESIS -I%s/rtl "%s/wt_pkg.sv" %s\nhierarchy -check -top %s\nproc\n' \
    "$1" "$2" "$(scripts/rtl_deps.sh "$3" | sed "s#^#$1/#" | tr '\n' ' ')" "$3"
}
# The block of the changed file is proved to be the same on tiny: from every state, reachable or not, the same outputs and the same next state.
same() { # DIR
  mkdir -p "$dir/net"
  "$b/area_check" emit "$dir/net" tiny
  for t in gold gate; do
    sources "$([ $t = gold ] && echo . || echo "$1")" "$dir/net" "wt_$stem"
    printf 'flatten\nopt_clean\nmemory_map\nopt_clean\nasync2sync\ndffunmap\nopt_clean\nrename -top %s\ndesign -stash %s\n' $t $t
  done >"$dir/same.ys"
  echo 'design -copy-from gold -as gold gold
    design -copy-from gate -as gate gate
    expose -dff -evert-dff -shared gold gate
    miter -equiv -flatten gold gate miter
    hierarchy -top miter
    opt -full
    sat -verify -timeout 200 -prove trigger 0 miter' >>"$dir/same.ys"
  timeout 300 yosys -q -s "$dir/same.ys" >"$dir/log" 2>&1
}
record() { # BY LINE WHAT
  ran=$((ran + 1))
  printf '%s|%s|%s %s|%s:%s %s\n' "$(kind_of "$f")" "${1:-nobody}" "$f" "$k" "$f" "$2" "$3" >>"$dir/tried"
  [ -n "$1" ] || echo "SURVIVES $f:$2 $3"
}
rtl_killer() { # DIR: what the block's benches and the rest of CI say of the RTL there
  bench "$1" tiny && st=0 || st=$?
  [ $st = 2 ] && return 2
  [ $st = 0 ] || { echo bench && return; }
  ! lint "$1" || { echo lint && return; }
  ! same "$1" || { echo excused && return; }
  bench "$1" small || { echo bench && return; }
  for t in tests/*/test_wt_"$stem".c tests/*/test_wt_"$stem"_rules.c; do # shapes that fill the tables
    [ -f "$t" ] || continue
    WARPTWIN_ROOT=$(cd "$1" && pwd) WARPTWIN_CACHE=$(cd "$1/cache" && pwd) CK_TIMEOUT_MULTIPLIER=10 timeout 900 "$b/${t%.c}" >"$dir/log" 2>&1 </dev/null || { echo own && return; }
  done
}
rtl_changes() { # the drawn changes of one file
  grep "^$f " "$dir/drawn" >"$dir/own"
  sel=$(cd "$dir" && pwd)/selected
  while read -r _ k line what; do
    printf '%s %s %s\n' "$line" "$k" "$(awk -v k="$k" -f scripts/mutate.awk "$f" | sed -n "${line}p")"
  done <"$dir/own" >"$dir/changes"
  awk -v list="$dir/changes" -v sel="$sel" -v alone="$dir/alone" -f scripts/mutate_select.awk "$f" | tree "$dir/t"
  echo 0 >"$sel"
  if bench "$dir/t" tiny; then :; else # unchanged, it has to pass
    echo "mutate: $f with a selector does not run by itself; its changes are built alone" && cut -d' ' -f2 "$dir/own" >"$dir/alone"
  fi
  while read -r _ k line what; do
    ! grep -qF "|$f $k|" "$dir/tried" || continue
    echo "$k" >"$sel"
    if ! grep -qx "$k" "$dir/alone" && ! bench "$dir/t" tiny; then
      record bench "$line" "$what"
    else # alone, as it would stand in the file
      by=$(awk -v k="$k" -f scripts/mutate.awk "$f" | { tree "$dir/one" && rtl_killer "$dir/one"; }) && record "$by" "$line" "$what"
    fi
  done <"$dir/own"
}
ran=0
touch "$dir/tried"
if [ "$side" = rtl ]; then
  # a file is one part's
  head -n "$((n * of))" "$dir/drawn-all" | cut -d' ' -f1 | sort -u | awk -v p="$part" -v of="$of" 'NR % of == p' >"$dir/files"
  head -n "$((n * of))" "$dir/drawn-all" | grep -F -f "$dir/files" >"$dir/drawn" || true
  while read -r f; do
    stem=$(stem_of "$f")
    rtl_changes
  done <"$dir/files"
  : >"$dir/order"
fi
built() { # FILE: the object of the changed file
  eval "$CC_C -w -I$(dirname "$f") '-Dnever(c)=((c) ? __builtin_trap() : (void)0)' -c $1 -o $dir/mutant.o" 2>/dev/null
}
while [ "$ran" -lt "$n" ] && read -r f k line what; do
  if grep -qF "|$f $k|" "$dir/tried"; then # of the run that this one goes on with
    ran=$((ran + 1))
    continue
  fi
  stem=$(stem_of "$f")
  nth=$(grep -F "$f " "$dir/all" | awk -v k="$k" -v l="$line" -v what="$what" '$2 <= k && $3 == l { s = $0; sub(/^[^ ]* [^ ]* [^ ]* /, "", s); n += s == what } END { print n }')
  awk -v k="$k" -f scripts/mutate.awk "$f" >"$dir/mutant.c"
  built "$dir/mutant.c" || continue
  objs=$(echo "$OBJS" | sed "s#$b/${f%.c}\.o#$dir/mutant.o#")
  by=$(killer)
  if [ -z "$by" ]; then
    awk -v list=tests/mutants/excused.txt -v what="$what" -v at="$line" -v nth="$nth" -f scripts/excused.awk "$f" >"$dir/mutant.c" && st=0 || st=$?
    case $st in
      0) built "$dir/mutant.c" && by=$(killer) && by=${by:+nobody} && by=${by:-excused} ;;
      3) by=excused ;;
    esac
    [ "$by" != nobody ] || by=
  fi
  record "$by" "$line" "$what"
done <"$dir/order"
times >"$dir/times" # in this shell: another one has times of its own
