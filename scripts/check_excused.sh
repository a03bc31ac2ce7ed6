#!/bin/sh
# check_excused.sh [LIST]: every change that LIST (tests/mutants/excused.txt) says to have no effect is still one of its source: the line is there, and
# mutate.awk makes that change of it. One that no longer fits excuses nothing, and says so nowhere else.
set -eu
cd "$(dirname "$0")/.."
list=${1:-tests/mutants/excused.txt}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for f in $(awk -v list="$list" -v files=1 -f scripts/excused.awk); do
  [ -f "$f" ] || { echo "$list: $f: no such file" && continue; }
  awk -f scripts/mutate.awk "$f" >"$tmp/changes"
  awk -v list="$list" -v changes="$tmp/changes" -f scripts/excused.awk "$f"
done >"$tmp/stale"
# and every wrong reading of meaning.txt fits its source
while read -r _ id f _; do
  awk -v list=tests/mutants/meaning.txt -v id="$id" -f scripts/patch.awk "$f" 2>&1 >"$tmp/text" | sed 's/^/tests\/mutants\/meaning.txt: /' >>"$tmp/stale"
done <<LIST
$(grep '^@' tests/mutants/meaning.txt)
LIST
if [ -s "$tmp/stale" ]; then
  cat "$tmp/stale"
  exit 1
fi
echo "lint: every change of $list is one of its source"
