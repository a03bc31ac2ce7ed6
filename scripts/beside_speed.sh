#!/bin/bash
# beside_speed.sh BUILD [BLOCK...]: processor seconds of all kernels on small: the C twin alone, each block's RTL beside it (default: every block), all of
# them, and the whole machine in lock-step; the oracle is with each. The smallest of three rounds, in turn; a build comes before the rounds.
set -eu
b=$1 TIMEFORMAT=%U
shift
export WT_QUIET=1 LC_ALL=C
suite() { "$b/warptwin" regress --config small --jobs 1 --quiet "$@" >"$b/beside_speed.out" 2>&1 || { tail -n 3 "$b/beside_speed.out" >&2 && exit 1; }; }
blocks=
for blk in ${*:-$("$b/warptwin" bench)}; do # those of the shape
  "$b/warptwin" regress --config small --only vecadd --beside "$blk" --quiet >/dev/null 2>&1 && blocks="$blocks $blk"
done
rows="run $blocks all whole"
keys() { # keys ROW: the options of a row
  case $1 in run) echo --run ;; whole) ;; *) echo "--beside $1" ;; esac
}
suite --only vecadd --beside all
suite --only vecadd
rm -f "$b/beside_speed"
for round in 1 2 3; do
  echo "round $round of 3" >&2
  for r in $rows; do
    s=$({ time suite $(keys "$r"); } 2>&1)
    echo "$r $s" >>"$b/beside_speed"
  done
done
awk '!($1 in s) || $2 < s[$1] { s[$1] = $2 }
  END {
    for (r in s) if (r != "run" && r != "all" && r != "whole") printf "%s %.2f %.2f %.2f\n", r, s[r], s["run"] / s[r], s[r] - s["run"] | "sort -k4,4nr"
    close("sort -k4,4nr")
    printf "C_twin %.2f 1.00 0\nall %.2f %.2f %.2f\nwhole_machine %.2f %.2f %.2f\n", s["run"], s["all"], s["run"] / s["all"], s["all"] - s["run"],
      s["whole"], s["run"] / s["whole"], s["whole"] - s["run"]
    printf "all_of_whole %.2f\n", s["whole"] / s["all"]
  }' "$b/beside_speed"
