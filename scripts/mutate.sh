#!/bin/sh
# mutate.sh BUILD WHAT N SEED [BLK]: N changes drawn by SEED from all that mutate.awk finds, one at a time; who notices? WHAT is a room of
# tests/mutants/rooms.txt, or both, c, rtl, as mutate_part.sh has them; or all: every room by its share of a thousand, blocks 260 in both and 60 in C alone.
# `meaning`: all of tests/mutants/meaning.txt.
# A row a room is printed at the end; LEAST: with fewer of a hundred noticed it fails. KEEP=1 goes on with a run that was stopped. JOBS: so many
# parts beside each other (as many as there are processors). The environment brings CC_C, CC_L, OBJS and the like as the Makefile has them.
set -eu
b=$1 what=$2 n=$3 seed=$4 blk=${5:-}
dir=$b/mutate-$what-$seed${blk:+-$blk}
jobs=${JOBS:-$(nproc)}
# all that can be drawn from: "WHAT SHARE"
drawn=$(awk -v list=tests/mutants/rooms.txt -v rooms=1 -f scripts/rooms.awk | awk 'BEGIN { print "both 260\nc 60\nmeaning 0" } $4 != "none" && $4 != "blocks" { print $1, $2 }')
case " all $(echo "$drawn" | sed 's/ .*//' | tr '\n' ' ') " in
  *" $what "*) ;;
  *) echo "mutate: no room is called $what: one of all $(echo "$drawn" | sed 's/ .*//' | tr '\n' ' ')" >&2 && exit 2 ;;
esac
[ "$what" != meaning ] || n=$(grep -c '^@' tests/mutants/meaning.txt)
[ -n "${KEEP:-}" ] || rm -rf "$dir"
mkdir -p "$dir"
: >"$dir/failed"
# parts, those of all rooms in one queue
echo "$drawn" | awk -v what="$what" -v n="$n" -v jobs="$jobs" '
  what == "all" { k = int((n * $2 + 500) / 1000) }
  what == $1 { k = n }
  what == "all" || what == $1 { of = k < jobs ? k : jobs; for (p = 0; p < of; p++) print $1, k, p, of }' |
  xargs -P "$jobs" -L 1 sh -c 'mkdir -p "$1/$5-$7" && scripts/mutate_part.sh "$0" "$1/$5-$7" "$5" "$6" "$2" "$7/$8" "$4" || echo "$5" >>"$1/failed"' \
    "$b" "$dir" "$seed" - "$blk"
[ ! -s "$dir/failed" ] || exit 2
awk 'FNR == 2' "$dir"/*/times >"$dir/times"
cat "$dir"/*/tried >"$dir/tried"
cat "$dir"/*/survivors.txt >"$dir/survivors.txt" 2>/dev/null || true
[ ! -s "$dir/survivors.txt" ] || echo "mutate: those that nobody notices, as rows: $dir/survivors.txt"
awk -v run="$what N=$n SEED=$seed" -v least="${LEAST:-0}" -v list=tests/mutants/rooms.txt -f scripts/mutate_table.awk "$dir/times" FS='|' "$dir/tried"
