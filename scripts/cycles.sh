#!/bin/sh
# cycles.sh BUILD [WHY]: the table of docs/results/cycles.md against a run of today; with WHY the page gets the new table and, above it, a line
# with the date and the reason.
set -eu
b=$1 why=${2:-} page=docs/results/cycles.md
[ -z "$why" ] || [ ${#why} -ge 10 ] || { echo "cycles: UPDATE= wants the reason in words, not '$why'"; exit 2; }
"$b/cycles" "$b/kernels" >"$b/cycles.new"
grep '^| *[a-z-]' "$page" >"$b/cycles.old" || true
grep '^| *[a-z-]' "$b/cycles.new" >"$b/cycles.now"
if [ -z "$why" ]; then
  diff "$b/cycles.old" "$b/cycles.now" || {
    echo "cycles: a cycle or a slot reason is not what $page says; if that is meant: make cycles UPDATE=\"why\""
    exit 1
  }
  echo "cycles: $(($(wc -l <"$b/cycles.now") - 2)) runs as recorded"
elif cmp -s "$b/cycles.old" "$b/cycles.now"; then
  echo "cycles: nothing has changed, so nothing is renewed"
else
  { sed '/^## Table/,$d' "$page" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
    printf -- '- %s: %s\n\n## Table\n\n' "$(date -u +%Y-%m-%d)" "$why"
    cat "$b/cycles.new"; } >"$b/cycles.page"
  mv "$b/cycles.page" "$page"
  echo "cycles: $page renewed"
fi
