#!/bin/sh
# timing_mutants.sh BUILD N SEED: each number of a timing table changed by one in the document alone, and each wrong reading of
# tests/top/timing_mutants.txt in the C twin alone, must make a contract suite fail. N of each kind, drawn by SEED and by their own texts, so that a new one
# takes at most one place; N=all: all. PARTS=documents or twins: only these. The environment is that of planted.sh.
set -eu
b=$1 n=$2 seed=$3 dir=$1/mutants
mkdir -p "$dir"
awk '/^\| [a-z0-9_]+\.[a-z0-9_]+ \| [0-9]+ \|/ {
  for (d = $4 ? -1 : 1; d < 2; d += 2)
    print "@ " $2 "=" $4 + d " " FILENAME " asks=timing/contracts : the document says " $4 "\n-\n-| " $2 " | " $4 " |\n+\n+| " $2 " | " $4 + d " |" }' \
  docs/blocks/*/wt_*.md >"$dir/documents.txt"
drawn() { # KIND LIST: N of its rows
  [ "${PARTS:-$1}" = "$1" ] || return 0
  awk -v mode=rows -v key=asks -v lists="$2" -f scripts/planted.awk |
    if [ "$n" = all ]; then cat; else awk -v seed="$seed" -f scripts/draw.awk | LC_ALL=C sort -k1,1n -k2 | head -n "$n" | cut -f 2-; fi
}
{ drawn documents "$dir/documents.txt" && drawn twins tests/top/timing_mutants.txt; } | scripts/planted.sh "$b" "$dir"
