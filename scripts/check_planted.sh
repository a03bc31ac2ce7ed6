#!/bin/sh
# check_planted.sh: every row of planted changes (docs/planted.md) fits its source: what it replaces stands there, as often as it says, and mutate.awk
# draws what tests/mutants/excused.txt excuses. A row that no longer fits shows nothing. And every hand-written source belongs to exactly one room of
# `make mutate` (tests/mutants/rooms.txt), every name there is that of a source, every suite that is asked exists, with its case: nothing is drawn from
# a file in no room.
set -eu
cd "$(dirname "$0")/.."
rooms=tests/mutants/rooms.txt bad=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
lists=$(grep -rlE "^@ [^ ]+ [^ ]+/" tests --include="*.txt" | LC_ALL=C sort | tr "\n" " ")
awk -v mode=check -v lists="$lists" -v drawn=tests/mutants/excused.txt -f scripts/planted.awk || bad=1
find cmodel tb rtl include tools examples -name '*.[ch]' -o -name '*.cpp' -o -name '*.sv' -o -name '*.svh' | LC_ALL=C sort >"$tmp/files"
awk -v all=1 -v list=$rooms -f scripts/rooms.awk "$tmp/files" >"$tmp/rooms" || bad=1
awk '{ for (i = 4; i <= NF; i++) if (!seen[$i]++) print $i }' "$tmp/rooms" >"$tmp/suites"
# shellcheck disable=SC2086
grep -ho '^@.* asks=[^ ]*' $lists | sed 's/.* asks=//; s/:.*//' | sort -u >>"$tmp/suites"
while read -r s; do
  case $s in =block | farm | sanitizers) continue ;; esac
  f=$(echo tests/*/test_wt_"${s%/*}".c)
  [ -f "$f" ] || { echo "planted: no suite test_wt_${s%/*}" && bad=1 && continue; }
  case $s in
    transcript/*) [ -f "tests/cli/$s.txt" ] || { echo "planted: no transcript tests/cli/$s.txt" && bad=1; } ;;
    */*) grep -q "tcase_create(\"${s#*/}\")" "$f" || { echo "planted: $f has no case ${s#*/}" && bad=1; } ;;
  esac
done <"$tmp/suites"
[ $bad = 0 ] || exit 1
# shellcheck disable=SC2086
echo "lint: each of $(cat $lists | grep -c '^@ ') planted changes fits its source; each of $(wc -l <"$tmp/files") sources belongs to one room of $rooms"
