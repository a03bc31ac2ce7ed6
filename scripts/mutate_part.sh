#!/bin/sh
# mutate_part.sh BUILD DIR WHAT N SEED PART/OF BLK: part PART of OF of the N changes that SEED draws from all that mutate.awk finds, one at a time: who notices?
# WHAT is a room of tests/mutants/rooms.txt, whose files are drawn from and whose suites are asked, or one of three ways to change a block:
#   both      the C twin changed and the RTL left out (WT_C_ONLY): what a mistake in both twins looks like. The suites of the block, then the contracts of
#             time and order, then the kernels under the oracle; at last the table of cycles, which is counted apart: it knows no rule
#   c, rtl    one twin changed: the block's bench on tiny, in lock-step, then on small, then the block's suites; of the RTL all changes of a file are in
#             one build, behind a selector, and what the bench on tiny does not see is given to the lint and to a proof by SAT that nothing has changed
# or `meaning`: the wrong readings of tests/mutants/meaning.txt, each as `both` or as its room, whatever its file is.
# The cheapest check first. A change that no check notices is printed with file, line and change; a change that does not build is drawn again. What
# tests/mutants/excused.txt says to have no effect is built with the end of the program where it would have one, instead: excused when nobody notices that.
# What was tried is in DIR/tried, "kind|who|change|place"; what stands there is not tried again. Those that nobody notices are rows in DIR/survivors.txt.
set -eu
b=$1 dir=$2 side=$3 seed=$5 part=${6%/*} of=${6#*/} blk=$7
n=$((($4 + of - 1 - part) / of))
bld=${dir%/*}/build-${dir##*/} # as deep as a build may be, so that what runs there finds the tree
# a change that never ends is ended by its processor time: what the clock says depends on what else runs
export CK_DEFAULT_TIMEOUT=120 WT_QUICK=1 WT_TEST_WORDS=2000 WT_RANDOPS_COUNT=4 WARPTWIN_CACHE="${WARPTWIN_CACHE:-$b/rtl}"

# ---- what is drawn
# the stem of a file is that of the longest block name that it begins with
stem_of() {
  s=$(basename "$1" | sed 's/^wt_//; s/^stim_//; s/\..*//')
  while [ ! -f "cmodel/spec/blocks/$s.def" ] && [ "$s" != "${s%_*}" ]; do s=${s%_*}; done
  echo "$s"
}
# the rooms of the sources: a line "FILE ROOM WAY SUITE..."
find cmodel tb rtl include -name '*.[ch]' -o -name '*.cpp' -o -name '*.sv' -o -name '*.svh' | LC_ALL=C sort | awk -v list=tests/mutants/rooms.txt -f scripts/rooms.awk >"$dir/rooms"
files=$(awk -v side="$side" -v blk="$blk" '
  side == "both" || side == "c" ? $3 != "blocks" : $2 != side { next }
  { name = $1; sub(/.*\//, "", name) }
  index(name, "wt_" blk) != 1 && blk != "" { next }
  { print $1 }' "$dir/rooms")
drawn() { # FILE K LINE CHANGE
  for f in $files; do
    [ "$side" = both ] || case $f in */wt_cfu.h) continue ;; esac # of five blocks: it has no bench
    awk -f scripts/mutate.awk "$f" | sed "s#^#$f #"
  done >"$dir/all" # FILE K LINE CHANGE
  # drawn by file, change and which of such changes of the file it is: a line more in a source moves little of a sample
  yes "$seed" | head -c 4096 >"$dir/salt" || true
  awk '{
    file = $1; k = $2; line = $3; what = $0; sub(/^[^ ]* [^ ]* [^ ]* /, "", what)
    printf "%s %s %d\t%s %s %s %s\n", file, what, ++of_file[file, what], file, k, line, what
  }' "$dir/all" | LC_ALL=C sort -t "$(printf '\t')" -k 1,1R --random-source="$dir/salt" | cut -f 2-
}
meaning=tests/mutants/meaning.txt excused=tests/mutants/excused.txt
if [ "$side" = meaning ]; then
  awk -v mode=rows -v lists=$meaning -f scripts/planted.awk | while read -r _ id f what; do echo "$f $id 0 $what"; done
else
  drawn
fi >"$dir/drawn"
kind_of() { # of a place: its room
  case $side in
    c) echo one twin, C ;;
    rtl) echo one twin, RTL ;;
    *) awk -v f="$1" '$1 == f { gsub(/-/, " ", $2); print $2 }' "$dir/rooms" ;;
  esac
}
is_tried() { cat "${dir%-*}"-*/tried | grep -qF "|$f $k|"; } # by this run, or the one that it goes on with
record() { # BY: nothing: nobody
  printf '%s|%s|%s %s|%s:%s %s\n' "$(kind_of "$f")" "${1:-nobody}" "$f" "$k" "$f" "$line" "$what" >>"$dir/tried"
  [ -z "$1" ] || return 0
  echo "SURVIVES $f:$line $what"
  [ "$side" != meaning ] || return 0
  applied >"$dir/survivor"
  WORDS=$what awk -v mode=row -v id="$k" -v source="$f" -v changed="$dir/survivor" -f scripts/planted.awk >>"$dir/survivors.txt"
}
applied() { # the file with the change
  if [ "$side" = meaning ]; then awk -v mode=apply -v lists=$meaning -v id="$k" -f scripts/planted.awk; else awk -v k="$k" -f scripts/mutate.awk "$f"; fi
}

# ---- programs with the change
. scripts/changed.sh # built
# The command line with the change, in a folder that is otherwise the build's: suites that run a program find it there, beside themselves.
program() {
  [ ! -x "$bld/warptwin" ] || return 0
  mkdir -p "$bld"
  for e in "$b"/*; do
    case ${e##*/} in mutate* | cmodel | tb | tests | warptwin | cuda | fuzz_*) ;; *) ln -s "$(cd "${e%/*}" && pwd)/${e##*/}" "$bld/" ;; esac
  done
  eval "$CC_L -o $bld/warptwin $mains $objs $LIBS" || exit 3
  [ ! -d "$b/cuda" ] || ln -s "$(cd "$b/cuda" && pwd)" "$bld/cuda"
}
runtime() { # the libraries for CUDA programs with the change, and what fuzzes them
  [ -h "$bld/cuda" ] || return 0
  rm -f "$bld/cuda" && mkdir -p "$bld/cuda"
  eval "$CC_L -shared -Wl,-soname,libcudart.so.13 -Wl,--version-script=tb/cuda/libcudart.map -o $bld/cuda/libcudart.so.13 $cudas $LIBS $CUDA_LIBS" || exit 3
  eval "$CC_L -shared -o $bld/cuda/libwarptwin_audit.so $audits" || exit 3
  for k in image calls; do eval "$CC_L -o $bld/fuzz_$k $b/fuzz_$k.o $cudas $LIBS $CUDA_LIBS" || exit 3; done
}
# Unchanged a suite passes, which is looked at when it is wanted first: then the builds of the RTL that it asks for are there, too. Changed, each of its
# tests may take twice the processor time of the whole suite, and two seconds. The other parts wait: two of one suite would write the same files
# (-o: what a change leaves running holds up nobody).
linked() { # NAME OUT OBJECTS: the suite with these
  eval "$CC_L $(cat "$dir/$1.wraps") -o $2 $dir/$1.o $3 $([ ! -f "tests/cuda/$1.c" ] || echo "$(echo "$cudas" | tr ' ' '\n' | grep -E 'wt_cuda_(image|jump|host)\.o' | tr '\n' ' ') $CUDA_LIBS") $LIBS"
}
known() { # NAME: in a folder as that of a change, so that it fails for nothing but the change
  [ ! -f "$dir/$key.limit" ] || return 0
  eval "$CC_C -c $(echo tests/*/"$1.c") -o $dir/$1.o"
  scripts/wraps.sh "${1#test_wt_}" >"$dir/$1.wraps"
  (
    objs=$OBJS mains=$MAIN_OBJS cudas=$CUDA_OBJS audits=$AUDIT_OBJS
    rm -rf "$bld"
    laid_out "$1"
    (ulimit -S -t 3600 && flock -o "$b/mutate.$1" "$bld/mutant" >"$dir/log" 2>&1 </dev/null || exit 1; times >"$dir/$key.times") ||
      { echo "mutate: $key fails without a change" >&2 && cat "$dir/log" >&2 && exit 3; }
    rm -rf "$bld"
  ) || exit 3
  [ ! -d "$dir/kept" ] || { rm -rf "$dir/kept" && mkdir "$dir/kept"; } # what Yosys made without the change is no answer for it
  awk -v more="$([ "$side" = rtl ] && echo 600 || echo 0)" \
    'NR == 2 { split($1, t, /[ms]/); print more + 2 * (60 * t[1] + int(t[2]) + 1) }' "$dir/$key.times" >"$dir/$key.limit" # more: changed RTL is built anew
}
# Those that run a program say where it is, themselves or in a kit that they read.
runs_program() { # NAME
  grep -qE "wt_build_dir|\"([a-z/]*/)?($(grep -lE '(cli|wave|cuda)_kit\.h|wt_build_dir' tests/*_kit.h tests/*/*_kit.h | sed 's#.*/##' | paste -s -d '|' -))\"" tests/*/"$1.c"
}
laid_out() { # NAME: the suite with objs, and what it runs beside itself
  mkdir -p "$bld"
  [ "$side" = rtl ] || ! runs_program "$1" || program
  [ ! -f "tests/cuda/$1.c" ] || runtime
  linked "$1" "$bld/mutant" "$objs" || exit 3
}
suite() { # NAME[/CASE]: 0 when it fails with the change
  key=$(echo "$1" | tr / .)
  case $1 in */*) set -- "${1%/*}" && export CK_RUN_CASE="${key#*.}" ;; *) [ "$how" = both ] || unset CK_RUN_CASE ;; esac
  known "$1"
  laid_out "$1"
  ! (ulimit -S -t "$(cat "$dir/$key.limit")" && flock -o "$b/mutate.$1" timeout $((20 * $(cat "$dir/$key.limit"))) "$bld/mutant") >"$dir/log" 2>&1 </dev/null
}
kernels() { # prints who notices
  program
  # unchanged, it has to pass
  [ -f "$dir/kernels.pass" ] || "$b/warptwin" regress --run --config small >"$dir/log" 2>&1 ||
    { echo "mutate: the kernels fail without a change" >&2 && tail -n 3 "$dir/log" >&2 && exit 3; }
  touch "$dir/kernels.pass"
  (ulimit -t 120 && timeout 1200 "$bld/warptwin" regress --run --config small) >"$dir/log" 2>&1 || echo kernels
}
is_table_moved() { # tests/golden/cycles.md, made anew
  [ -f "$dir/cycles.o" ] || eval "$CC_C -c tools/cycles.c -o $dir/cycles.o"
  eval "$CC_L -rdynamic -o $dir/cycles $dir/cycles.o $objs $LIBS"
  timeout 1200 "$dir/cycles" "$b/kernels" 2>&1 </dev/null | grep '^| *[a-z-]' >"$dir/cycles.now" || true
  ! grep '^| *[a-z-]' tests/golden/cycles.md | cmp -s - "$dir/cycles.now"
}

# ---- who is asked
own_suites() { # of the block: not those of a block with a longer name
  for t in tests/*/test_wt_"$stem".c tests/*/test_wt_"$stem"_*.c; do
    [ ! -f "$t" ] || [ "$(stem_of "${t##*/test_}")" != "$stem" ] || basename "$t" .c
  done
}
# Those of the room, the cheapest first; =block: of the block that a stimulus is of.
suites_of() {
  awk -v f="$f" -v own="$(echo tests/*/test_wt_"$stem".c)" '
    $1 == f { for (i = 4; i <= NF; i++) if ($i != "=block") print $i; else { sub(/.*\/test_wt_/, "", own); sub(/\.c$/, "", own); print own } }' "$dir/rooms"
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
is_sound() { # nothing beyond a table, not freed, not defined: once a change
  [ "$sound" != "$f $k" ] || return 0
  sound="$f $k"
  for t in $(scripts/sanitized.sh --of "$f"); do
    (unset CK_RUN_CASE && scripts/sanitized.sh "$b" "$t" "$f" "$dir/mutant.c" "$dir/sanitized") >"$dir/log" 2>&1 || return 1
  done
}
sound=
killer() { # prints who notices; nothing: nobody
  how=$side
  [ "$side" != meaning ] || { [ "$(awk -v f="$f" '$1 == f { print $3 }' "$dir/rooms")" != blocks ] || how=both; }
  case $how in
    both)
      export WT_C_ONLY=1
      unset CK_RUN_CASE
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
        benched "$bld" || { echo bench && return; }
      done
      for t in $(own_suites); do # shapes that fill the tables
        ! suite "$t" || { echo own && return; }
      done ;;
    *)
      case $(awk -v f="$f" '$1 == f { print $2 }' "$dir/rooms") in oracle | machine-code | environment-and-metrics) export WT_C_ONLY=1 ;; *) unset WT_C_ONLY ;; esac # what the RTL of a block says is no matter there
      case $f in
        tb/cli/*size*) # what it makes of Yosys is kept, and the next change would find it
          rm -rf "$dir/kept" && mkdir "$dir/kept"
          WARPTWIN_CACHE=$(cd "$dir/kept" && pwd) && export WARPTWIN_CACHE ;;
      esac
      case $f in
        *.cpp | */wt_plugin.h) # built with each machine
          for t in $(suites_of); do
            key=test_wt_$t
            known "$key"
            mkdir -p "$bld" && linked "$key" "$bld/mutant" "$OBJS"
            with_rtl "$dir/t" timeout 1200 "$bld/mutant" >"$dir/log" 2>&1 </dev/null || { echo "$t" && return; }
          done
          return ;;
      esac
      for t in $(suites_of) sanitizers; do
        case $t in
          sanitizers) is_sound || { echo sanitizers && return; } ;;
          *) ! suite "test_wt_$t" || { echo "$t" && return; } ;;
        esac
      done
      unset CK_RUN_CASE # of the last suite
      ! awk -v f="$f" '$1 == f && $3 == "kernels" { is = 1 } END { exit !is }' "$dir/rooms" || kernels ;;
  esac
}
try_c() { # one change of a C source
  applied >"$dir/mutant.c"
  case $f in
    *.cpp | */wt_plugin.h) tree "$dir/t" <"$dir/mutant.c" ;;
    *) built "$dir/mutant.c" || return 1 ;;
  esac
  by=$(killer) || exit 3
  if [ -z "$by" ] && [ "$side" != meaning ]; then
    row=$(awk -v mode=like -v lists=$excused -v source="$f" -v changed="$dir/mutant.c" -f scripts/planted.awk) || row=
    case $row in
      *' same') by=excused ;; # no condition can tell
      *' probe')
        awk -v mode=apply -v lists=$excused -v id="${row% *}" -v probed=1 -f scripts/planted.awk >"$dir/mutant.c"
        if built "$dir/mutant.c"; then
          ended=$(killer) || exit 3
          [ -n "$ended" ] || by=excused
        fi ;;
    esac
  fi
  record "$by"
}

# ---- the RTL: a copy of the tree whose file $f is what comes from stdin; benches with it
tree() { # DIR
  scripts/rtl_tree.sh "$1" "$f"
  sed -i 's/--x-assign unique/-Wno-lint -Wno-LATCH -Wno-fatal &/' "$1/scripts/build_rtl.sh"
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
is_block() { [ -f "cmodel/spec/blocks/$stem.def" ]; } # or a part of rtl/lib, which has a suite and no bench
rtl_killer() { # DIR: prints what the block's benches and the rest of CI say of the RTL there; 2: it does not build
  if is_block; then
    rtl_bench "$1" && return || st=$?
    [ $st = 1 ] || return $st
  fi
  for t in $(own_suites); do # shapes that fill the tables
    key=$t
    known "$t"
    ! with_rtl "$1" suite "$t" || { echo own && return; }
  done
  is_block || is_linted "$1" || echo lint
}
rtl_bench() { # DIR: prints who of benches, linters and proof notices; 1: nobody
  bench "$1" tiny && st=0 || st=$?
  [ $st != 2 ] || return 2
  [ $st = 0 ] || { echo bench && return; }
  is_linted "$1" || { echo lint && return; }
  ! is_same "$1" || { echo excused && return; }
  bench "$1" small || { echo bench && return; }
  return 1
}
rtl_changes() { # the drawn changes of one file
  grep "^$f " "$dir/chosen" >"$dir/own"
  sel=$(cd "$dir" && pwd)/selected
  : >"$dir/alone"
  while read -r _ k line what; do
    printf '%s %s %s\n' "$line" "$k" "$(applied | sed -n "${line}p")"
  done <"$dir/own" >"$dir/changes"
  awk -v list="$dir/changes" -v sel="$sel" -v alone="$dir/alone" -f scripts/mutate_select.awk "$f" | tree "$dir/t"
  echo 0 >"$sel"
  if ! is_block; then
    cut -d' ' -f2 "$dir/own" >"$dir/alone"
  elif bench "$dir/t" tiny; then :; else # unchanged, it has to pass
    echo "mutate: $f with a selector does not run by itself; its changes are built alone" && cut -d' ' -f2 "$dir/own" >"$dir/alone"
  fi
  while read -r _ k line what; do
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
  while [ "$ran" -lt "$n" ] && read -r f k line what; do
    stem=$(stem_of "$f")
    if is_tried || try_c; then ran=$((ran + 1)); fi
  done <"$dir/order"
fi
times >"$dir/times" # in this shell: another one has times of its own
