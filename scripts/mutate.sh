#!/bin/sh
# mutate.sh BUILD SIDE N SEED [BLK]: N changes drawn by SEED from all that mutate.awk finds, one at a time; who notices? SIDE, as mutate_part.sh has them: both,
# rtl, c, checkers, env, size; or all: of every hundred 40 both, 15 rtl, 10 c, 15 checkers, 10 env, 10 size.
# A row a kind of place is printed at the end; LEAST: with fewer of a hundred noticed it fails. KEEP=1 goes on with a run that was stopped. JOBS: so many
# parts beside each other (as many as there are processors). The environment brings CC_C, CC_L, OBJS and LIBS as the Makefile has them.
set -eu
b=$1 side=$2 n=$3 seed=$4 blk=${5:-}
dir=$b/mutate-$side-$seed${blk:+-$blk}
jobs=${JOBS:-$(nproc)}
sides='both rtl c checkers env size'
case " $sides all " in *" $side "*) ;; *) echo "mutate: SIDE=$side: one of $sides all" >&2 && exit 2 ;; esac
[ -n "${KEEP:-}" ] || rm -rf "$dir"
mkdir -p "$dir"
: >"$dir/failed"
for s in $sides; do
  case $side-$s in
    all-both) share=40 ;;
    all-rtl | all-checkers) share=15 ;;
    all-*) share=10 ;;
    "$s-$s") share=100 ;;
    *) continue ;;
  esac
  p=0
  while [ "$p" -lt "$jobs" ]; do
    mkdir -p "$dir/$s/$p"
    scripts/mutate_part.sh "$b" "$dir/$s/$p" "$s" $(((n * share + 50) / 100)) "$seed" "$p/$jobs" "$blk" || echo "$s" >>"$dir/failed" &
    p=$((p + 1))
  done
  wait
done
[ ! -s "$dir/failed" ] || exit 2
sed -n 2p "$dir"/*/*/times >"$dir/times"
cat "$dir"/*/*/tried >"$dir/tried"
awk -v run="SIDE=$side N=$n SEED=$seed" -v least="${LEAST:-0}" -f scripts/mutate_table.awk "$dir/times" FS='|' "$dir/tried"
