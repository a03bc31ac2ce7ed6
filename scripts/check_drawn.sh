#!/bin/sh
# check_drawn.sh: every hand-written source belongs to exactly one room of `make mutate` (tests/mutants/rooms.txt), every name there is that of a source, and
# every suite that is asked exists, with its case. A file in no room is one that nothing is drawn from, and nothing else would say so.
set -eu
cd "$(dirname "$0")/.."
list=tests/mutants/rooms.txt bad=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
find cmodel tb rtl include tools examples -name '*.[ch]' -o -name '*.cpp' -o -name '*.sv' -o -name '*.svh' | LC_ALL=C sort >"$tmp/files"
awk -v all=1 -v list=$list -f scripts/rooms.awk "$tmp/files" >"$tmp/rooms" || bad=1
awk '{ for (i = 4; i <= NF; i++) if (!seen[$i]++) print $i }' "$tmp/rooms" >"$tmp/suites"
while read -r s; do
  case $s in =block | farm) continue ;; esac
  f=$(echo tests/*/test_wt_"${s%/*}".c)
  [ -f "$f" ] || { echo "$list: no suite test_wt_${s%/*}" && bad=1 && continue; }
  case $s in
    transcript/*) [ -f "tests/cli/$s.txt" ] || { echo "$list: no transcript tests/cli/$s.txt" && bad=1; } ;;
    */*) grep -q "tcase_create(\"${s#*/}\")" "$f" || { echo "$list: $f has no case ${s#*/}" && bad=1; } ;;
  esac
done <"$tmp/suites"
[ $bad = 0 ] || exit 1
echo "lint: each of $(wc -l <"$tmp/files") sources belongs to one room of $list"
