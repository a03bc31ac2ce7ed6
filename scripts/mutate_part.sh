#!/bin/sh
# mutate_part.sh BUILD DIR SIDE N SEED PART/OF BLK: part PART of OF of the N changes that SEED draws from all that mutate.awk finds, one at a time: who notices?
#   both      the C twin changed and the RTL left out (WT_C_ONLY): what a mistake in both twins looks like. The suites of the block, then the contracts of
#             time and order, then the kernels under the oracle; at last the table of cycles, which is counted apart: it knows no rule
#   c, rtl    one twin changed: the block's bench on tiny, in lock-step, then on small, then the block's suites; of the RTL all changes of a file are in
#             one build, behind a selector, and what the bench on tiny does not see is given to the lint and to a proof by SAT that nothing has changed
#   checkers  what checks a run changed (comparator, invariants, oracle's side, proof of no end): the suites that falsify something
#   env       memory, its levels, and what a run counts, changed: the suites with an expectation of their own, then the kernels
#   size      the formulas of sizes and prices changed: their suites
# The cheapest check first. A change that no check notices is printed with file, line and change; a change that does not build is drawn again. What
# tests/mutants/excused.txt says to have no effect is built with the end of the program where it would have one, instead: excused when nobody notices that.
# What was tried is in DIR/tried, "kind|who|change|place"; what stands there is not tried again.
set -eu
b=$1 dir=$2 side=$3 seed=$5 part=${6%/*} of=${6#*/} blk=$7
n=$((($4 + of - 1 - part) / of))
# a change that never ends is ended by its processor time: what the clock says depends on what else runs
export CK_DEFAULT_TIMEOUT=120 WT_QUICK=1 WARPTWIN_CACHE="${WARPTWIN_CACHE:-$b/rtl}"

# ---- what is drawn
# the stem of a file is that of the longest block name that it begins with
stem_of() {
  s=$(basename "$1" | sed 's/^wt_//; s/\..*//')
  while [ ! -f "cmodel/spec/blocks/$s.def" ] && [ "$s" != "${s%_*}" ]; do s=${s%_*}; done
  echo "$s"
}
named() { # FILES: those whose name begins with that of the block; all without one
  for f in "$@"; do
    case $f in */wt_"$blk"*) echo "$f" ;; esac
  done
}
case $side in
  both | c) files=$(named cmodel/control/*.[ch] cmodel/cta/*.[ch] cmodel/exec/*.[ch] cmodel/front/*.[ch] cmodel/issue/*.[ch] cmodel/mem/*.[ch] cmodel/operand/*.[ch]) ;;
  rtl) files=$(named rtl/[!lpt]*/*.sv) ;;
  checkers) files=$(named tb/cosim/wt_lockstep.c tb/cosim/wt_pairs.[ch] tb/cosim/wt_windows.c tb/lib/wt_check.c tb/lib/wt_checks.c tb/lib/wt_noend.c tb/lib/wt_tandem.c) ;;
  env) files=$(named tb/lib/wt_env.c tb/lib/wt_memsys.[ch] tb/lib/wt_dram.c tb/lib/wt_l2.c tb/lib/wt_lanes.c tb/lib/wt_stats.c tb/lib/wt_use.c tb/lib/wt_performed.c tb/lib/wt_agents.c) ;;
  size) files=$(named cmodel/size/*.c) ;;
esac
for f in $files; do
  case $f in *_paths.c) continue ;; esac # of the checkers' suites, not of a block's
  [ "$side" = both ] || case $f in */wt_cfu.h) continue ;; esac # of five blocks: it has no bench
  awk -f scripts/mutate.awk "$f" | sed "s#^#$f #"
done >"$dir/all" # FILE K LINE CHANGE
# drawn by file, change and which of such changes of the file it is: a line more in a source moves little of a sample
yes "$seed" | head -c 4096 >"$dir/salt" || true
awk '{
  file = $1; k = $2; line = $3; what = $0; sub(/^[^ ]* [^ ]* [^ ]* /, "", what)
  printf "%s %s %d\t%s %s %s %d %s\n", file, what, ++of_file[file, what], file, k, line, ++of_line[file, line, what], what
}' "$dir/all" | LC_ALL=C sort -t "$(printf '\t')" -k 1,1R --random-source="$dir/salt" | cut -f 2- >"$dir/drawn" # FILE K LINE NTH CHANGE
kind_of() { # of a place, by its file
  case $side-$1 in
    c-* | rtl-*) echo one twin ;;
    env-*) echo environment and metrics ;;
    *-cmodel/exec/* | *-*/wt_decode.* | *-*/wt_pred.* | *-*/wt_ureg.* | *-*/wt_sreg.*) echo semantics ;;
    *-cmodel/control/*) echo control flow ;;
    *-cmodel/size/*) echo size ;;
    *-cmodel/*) echo timing and order ;;
    *) echo checkers ;;
  esac
}
is_tried() { cat "${dir%/*}"/*/tried | grep -qF "|$f $k|"; } # by this run, or the one that it goes on with
record() { # BY: nothing: nobody
  printf '%s|%s|%s %s|%s:%s %s\n' "$(kind_of "$f")" "${1:-nobody}" "$f" "$k" "$f" "$line" "$what" >>"$dir/tried"
  [ -n "$1" ] || echo "SURVIVES $f:$line $what"
}
applied() { awk -v k="$k" -f scripts/mutate.awk "$f"; } # the file with the change

# ---- programs with the change
# Compiles what is made of the changed text of $f (of a header: all that reads it) and sets objs to the library with it.
built() { # TEXT
  objs=$OBJS
  rm -rf "$dir/read"
  case $f in
    *.h) # quoted names are looked up there first
      mkdir -p "$dir/read/$(dirname "${f#*/}")" && cp "$1" "$dir/read/${f#*/}"
      # shellcheck disable=SC2046
      sources=$(grep -lsF " $f" $(echo "$OBJS" | sed 's/\.o\b/.d/g') | sed "s#^$b/##; s#\.d\$#.c#") ;;
    *) sources=$f ;;
  esac
  for c in $sources; do
    o=$dir/changed-$(basename "$c" .c).o
    [ "$c" = "$f" ] && text=$1 || text=$c
    eval "$CC_C -w -iquote $dir/read -iquote $(dirname "$c") $NEVER -c $text -o $o" 2>/dev/null || return 1
    objs=$(echo "$objs" | sed "s#$b/${c%.c}\.o#$o#")
  done
}
program() { # links warptwin with the change; not beside the suites, which would take its directory for that of the build
  mkdir -p "$dir/program"
  eval "$CC_L -o $dir/program/warptwin $b/tb/cli/main.o $(find "$b/tb/cli" -name 'cli_*.o' ! -name 'cli_cases.o' ! -name 'cli_common.o' | tr '\n' ' ') $objs $LIBS"
}
# Unchanged a suite passes, which is looked at when it is wanted first: then the builds of the RTL that it asks for are there, too. Changed, each of its
# tests may take twice the processor time of the whole suite, and two seconds. The other parts wait: two of one suite would write the same files.
known() { # NAME
  [ ! -f "$dir/$1.limit" ] || return 0
  eval "$CC_C -c $(echo tests/*/"$1.c") -o $dir/$1.o"
  scripts/wraps.sh "${1#test_wt_}" >"$dir/$1.wraps"
  eval "$CC_L $(cat "$dir/$1.wraps") -o $dir/unchanged $dir/$1.o $OBJS $LIBS"
  (flock "$b/mutate.$1" "$dir/unchanged" >"$dir/log" 2>&1 </dev/null || exit 1; times >"$dir/$1.times") ||
    { echo "mutate: $1 fails without a change" >&2 && cat "$dir/log" >&2 && exit 3; }
  awk -v more="$([ "$side" = rtl ] && echo 600 || echo 0)" \
    'NR == 2 { split($1, t, /[ms]/); print more + 2 * (60 * t[1] + int(t[2]) + 1) }' "$dir/$1.times" >"$dir/$1.limit" # more: changed RTL is built anew
}
suite() { # NAME: 0 when it fails with the change
  known "$1"
  eval "$CC_L $(cat "$dir/$1.wraps") -o $dir/mutant $dir/$1.o $objs $LIBS" || exit 3
  ! (ulimit -t "$(cat "$dir/$1.limit")" && flock "$b/mutate.$1" timeout $((20 * $(cat "$dir/$1.limit"))) "$dir/mutant") >"$dir/log" 2>&1 </dev/null
}
kernels() { # prints who notices
  program
  # beside itself this program has no host references; unchanged, it has to pass with those that are named
  [ -f "$dir/kernels.pass" ] || "$b/warptwin" regress --run --config small --hosts "$b/kernels" >"$dir/log" 2>&1 ||
    { echo "mutate: the kernels fail without a change" >&2 && tail -n 3 "$dir/log" >&2 && exit 3; }
  touch "$dir/kernels.pass"
  (ulimit -t 120 && timeout 1200 "$dir/program/warptwin" regress --run --config small --hosts "$b/kernels") >"$dir/log" 2>&1 || echo kernels
}
is_table_moved() { # docs/results/cycles.md, made anew
  [ -f "$dir/cycles.o" ] || eval "$CC_C -c scripts/cycles.c -o $dir/cycles.o"
  eval "$CC_L -rdynamic -o $dir/cycles $dir/cycles.o $objs $LIBS"
  timeout 1200 "$dir/cycles" "$b/kernels" 2>&1 </dev/null | grep '^| *[a-z-]' >"$dir/cycles.now" || true
  ! grep '^| *[a-z-]' docs/results/cycles.md | cmp -s - "$dir/cycles.now"
}

# ---- who is asked
own_suites() { # of the block: not those of a block with a longer name
  for t in tests/*/test_wt_"$stem".c tests/*/test_wt_"$stem"_*.c; do
    [ ! -f "$t" ] || [ "$(stem_of "${t##*/test_}")" != "$stem" ] || basename "$t" .c
  done
}
# Suites that falsify what this file looks at, the cheapest first.
suites_of() {
  case $f in
    */wt_noend.c) echo noend checks checkers_run verdict ckpt ;;
    */wt_tandem.c) echo told checks checkers_run counted meet l1 randops ckpt ;;
    */wt_check.c | */wt_checks.c) echo checks checkers_run l1 meet ;;
    */wt_pairs.[ch] | */wt_windows.c) echo quick compared checkers checkers_run ports culprit recheck ;;
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
benched() { (ulimit -t 150 && timeout 1200 "$1/warptwin" bench "$stem" --config "$shape" --cycles 50000) >"$dir/log" 2>&1; } # DIR: 0 passes
killer() { # prints who notices; nothing: nobody
  case $side in
    both)
      export WT_C_ONLY=1
      for t in $(own_suites); do
        ! suite "$t" || { echo own && return; }
      done
      for t in $(programs_of); do
        ! suite "test_wt_$t" || { echo "$t" && return; }
      done
      ! suite test_wt_order_contracts || { echo order && return; }
      export CK_RUN_CASE=contracts
      ! suite test_wt_timing || { echo timing && return; }
      unset CK_RUN_CASE
      by=$(kernels)
      [ -z "$by" ] || { echo "$by" && return; }
      ! is_table_moved || echo table ;;
    c)
      program
      for shape in tiny small; do
        [ -f "$dir/$stem.$shape.pass" ] || benched "$b" || { echo "mutate: the bench of $stem fails without a change" >&2 && cat "$dir/log" >&2 && exit 3; }
        touch "$dir/$stem.$shape.pass"
        benched "$dir/program" || { echo bench && return; }
      done
      for t in $(own_suites); do # shapes that fill the tables
        ! suite "$t" || { echo own && return; }
      done ;;
    checkers | env | size)
      for t in $(suites_of); do
        ! suite "test_wt_$t" || { echo "$t" && return; }
      done
      for t in $(scripts/sanitized.sh --of "$f"); do # beyond a table, not freed, not defined
        scripts/sanitized.sh "$b" "$t" "$f" "$dir/mutant.c" "$dir/sanitized" >"$dir/log" 2>&1 || { echo sanitizers && return; }
      done
      [ "$side" != env ] || kernels ;;
  esac
}
try_c() { # one change of a C source
  applied >"$dir/mutant.c"
  built "$dir/mutant.c" || return 1
  by=$(killer) || exit 3
  if [ -z "$by" ]; then
    awk -v list=tests/mutants/excused.txt -v what="$what" -v at="$line" -v nth="$nth" -f scripts/excused.awk "$f" >"$dir/mutant.c" && st=0 || st=$?
    if [ $st = 3 ]; then
      by=excused # no condition can tell
    elif [ $st = 0 ] && built "$dir/mutant.c"; then
      ended=$(killer) || exit 3
      [ -n "$ended" ] || by=excused
    fi
  fi
  record "$by"
}

# ---- the RTL: a copy of the tree whose file $f is what comes from stdin; benches with it
tree() { # DIR
  rm -rf "$1" && mkdir -p "$1/scripts" "$1/tb/cosim" "$1/cache"
  cp -r rtl "$1/" && cp scripts/rtl_deps.sh "$1/scripts/" && cp tb/cosim/wt_plugin.cpp tb/cosim/wt_plugin.h "$1/tb/cosim/"
  sed 's/--x-assign unique/-Wno-lint -Wno-LATCH -Wno-fatal &/' scripts/build_rtl.sh >"$1/scripts/build_rtl.sh" && chmod +x "$1/scripts/build_rtl.sh"
  for r in "$WARPTWIN_CACHE"/runtime-*; do [ ! -d "$r" ] || ln -s "$(cd "$r" && pwd)" "$1/cache/"; done
  cat >"$1/$f"
}
with_rtl() ( # DIR CMD...: with the RTL there
  WARPTWIN_ROOT=$(cd "$1" && pwd) WARPTWIN_CACHE=$(cd "$1/cache" && pwd) CK_TIMEOUT_MULTIPLIER=10
  export WARPTWIN_ROOT WARPTWIN_CACHE CK_TIMEOUT_MULTIPLIER
  shift
  "$@"
)
bench() { # DIR SHAPE: 0 passes, 1 noticed, 2 does not build
  ! with_rtl "$1" timeout 1200 "$b/warptwin" bench "$stem" --config "$2" --cycles 50000 >"$dir/log" 2>&1 </dev/null || return 0
  # a change that the compiler refuses shows nothing
  ! grep -q '%Error: .*\.sv:[0-9]*:[0-9]*: ' "$dir/log" || return 2
  return 1
}
deps() { scripts/rtl_deps.sh "$2" | sed "s#^#$1/#" | tr '\n' ' '; } # DIR MODULE: its sources there
read_rtl() { # DIR PKG MODULE: commands with which Yosys reads it
  printf 'read_verilog -sv -DSYNTHESIS -I%s/rtl "%s/wt_pkg.sv" %s\nhierarchy -check -top %s\nproc\n' "$1" "$2" "$(deps "$1" "$3")" "$3"
}
is_linted() { # DIR: the linters have no word on the changed file
  m=$(basename "$f" .sv)
  # shellcheck disable=SC2046
  verilator --lint-only -Wall --assert -I"$1/rtl" --top-module "$m" scripts/wt_lint.vlt "$dir/small/wt_pkg.sv" $(deps "$1" "$m") >"$dir/log" 2>&1 &&
    yosys -q -e . -p "$(read_rtl "$1" "$dir/small" "$m")" >"$dir/log" 2>&1 &&
    { ! grep -q '^`ifdef VERILATOR' "$f" || scripts/rtl_same.sh "$dir" "$dir/tiny" "wt_$stem" "$1" '' "$1" -DVERILATOR; } # scripts/check_rtl.sh
}
# The block of the changed file is proved to be the same on tiny: from every state, reachable or not, the same outputs and the same next state.
is_same() { # DIR
  scripts/rtl_same.sh "$dir" "$dir/tiny" "wt_$stem" . '' "$1" '' &&
    scripts/rtl_same.sh "$dir" "$dir/tiny" "wt_$stem" . -DVERILATOR "$1" -DVERILATOR
}
rtl_killer() { # DIR: prints what the block's benches and the rest of CI say of the RTL there; 2: it does not build
  bench "$1" tiny && st=0 || st=$?
  [ $st != 2 ] || return 2
  [ $st = 0 ] || { echo bench && return; }
  is_linted "$1" || { echo lint && return; }
  ! is_same "$1" || { echo excused && return; }
  bench "$1" small || { echo bench && return; }
  for t in $(own_suites); do # shapes that fill the tables
    known "$t"
    ! with_rtl "$1" suite "$t" || { echo own && return; }
  done
}
rtl_changes() { # the drawn changes of one file
  grep "^$f " "$dir/chosen" >"$dir/own"
  sel=$(cd "$dir" && pwd)/selected
  : >"$dir/alone"
  while read -r _ k line _ what; do
    printf '%s %s %s\n' "$line" "$k" "$(applied | sed -n "${line}p")"
  done <"$dir/own" >"$dir/changes"
  awk -v list="$dir/changes" -v sel="$sel" -v alone="$dir/alone" -f scripts/mutate_select.awk "$f" | tree "$dir/t"
  echo 0 >"$sel"
  if bench "$dir/t" tiny; then :; else # unchanged, it has to pass
    echo "mutate: $f with a selector does not run by itself; its changes are built alone" && cut -d' ' -f2 "$dir/own" >"$dir/alone"
  fi
  while read -r _ k line _ what; do
    ! is_tried || continue
    echo "$k" >"$sel"
    if ! grep -qx "$k" "$dir/alone" && ! bench "$dir/t" tiny; then
      record bench
    else # alone, as it would stand in the file
      applied | tree "$dir/one"
      by=$(rtl_killer "$dir/one") && st=0 || st=$?
      case $st in 0) record "$by" ;; 2) ;; *) exit 3 ;; esac
    fi
  done <"$dir/own"
}

touch "$dir/tried"
if [ "$side" = rtl ]; then # a file is one part's
  objs=$OBJS
  for t in tiny small; do # packages of constants
    mkdir -p "$dir/$t" && "$b/area_check" emit "$dir/$t" "$t"
  done
  head -n "$4" "$dir/drawn" | cut -d' ' -f1 | sort -u | awk -v p="$part" -v of="$of" 'NR % of == p' >"$dir/files"
  head -n "$4" "$dir/drawn" >"$dir/chosen"
  while read -r f; do
    stem=$(stem_of "$f")
    rtl_changes
  done <"$dir/files"
else
  ran=0
  awk -v p="$part" -v of="$of" 'NR % of == p' "$dir/drawn" >"$dir/order"
  while [ "$ran" -lt "$n" ] && read -r f k line nth what; do
    stem=$(stem_of "$f")
    if is_tried || try_c; then ran=$((ran + 1)); fi
  done <"$dir/order"
fi
times >"$dir/times" # in this shell: another one has times of its own
