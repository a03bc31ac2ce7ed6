#!/bin/sh
# cycles.sh BUILD [UPDATE]: the table of tests/golden/cycles.md against a run of today; with UPDATE the file gets the new table.
set -eu
b=$1 update=${2:-} page=tests/golden/cycles.md
"$b/cycles" "$b/kernels" >"$b/cycles.new"
grep '^| *[a-z-]' "$page" >"$b/cycles.old" || true
grep '^| *[a-z-]' "$b/cycles.new" >"$b/cycles.now"
if [ -z "$update" ]; then
  diff "$b/cycles.old" "$b/cycles.now" || {
    echo "cycles: a cycle or a slot reason is not what $page says; if that is meant: make cycles UPDATE=1, and the commit says why"
    exit 1
  }
  echo "cycles: $(($(wc -l <"$b/cycles.now") - 2)) runs as recorded"
else
  { sed '/^|/,$d' "$page"; cat "$b/cycles.new"; } >"$b/cycles.page"
  mv "$b/cycles.page" "$page"
  echo "cycles: $page renewed"
fi
