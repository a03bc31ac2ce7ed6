#!/bin/sh
# reanchor.sh BASE [write]: rows of planted changes (docs/planted.md) that no longer fit the sources, though they did at commit BASE, get the text, the
# part, the number and the file that they have now: files renamed and words renamed since, functions moved, lines broken otherwise. Prints what it found
# for each, and what needs a hand (then 1). write: into the lists; else nothing changes.
set -eu
cd "$(dirname "$0")/.."
base=$(git rev-parse --verify "$1^{commit}")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# renames as git sees them, of files that are not added yet, too
cp "$(git rev-parse --git-path index)" "$tmp/index"
GIT_INDEX_FILE=$tmp/index git add -A .
GIT_INDEX_FILE=$tmp/index git diff --cached -M30% --name-status "$base" | grep -vE '^D|\.(txt|md)$' >"$tmp/files" || true
lists=$(grep -rlE '^@ [^ ]+ [^ ]+/' tests --include='*.txt' | LC_ALL=C sort | tr '\n' ' ')
awk -v lists="$lists" -v base="$base" -v tmp="$tmp" -v write="${2:-}" -f scripts/planted.awk -f scripts/reanchor.awk
