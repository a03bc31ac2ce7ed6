#!/bin/sh
# guests.sh BUILD [BLOCK...]: each block's own module (default: of every block of small) drives the C machine in the place of our C block: cycles and traces of
# the kernels of ONLY (default three) as of the C machine. A block whose inside the oracle reads gets it by its rows' names.
set -u
b=$1 only=${ONLY:-bfs,matmul,reduce} bad=0 n=0
shift
runs() { "$b/warptwin" regress --config small --only "$only" --run --quiet --digest "$1" --use "$2" >"$b/guests/said" 2>&1; }
mkdir -p "$b/guests"
"$b/warptwin" regress --config small --only "$only" --run --quiet --digest "$b/guests/ours" >/dev/null || exit 1
for blk in ${*:-$("$b/warptwin" bench)}; do
  file=$(ls rtl/*/wt_"$blk".sv)
  if ! runs "$b/guests/theirs" "$blk=$file"; then
    grep -q 'this shape has no' "$b/guests/said" && continue
    echo "guests: $blk: $(grep -v '^PASS' "$b/guests/said" | tail -n 1)"
    bad=1
  elif ! diff "$b/guests/ours" "$b/guests/theirs" >/dev/null; then
    echo "guests: $blk: cycles or traces are not those of our C block"
    bad=1
  fi
  n=$((n + 1))
done
echo "guests: $n blocks drove the C machine with $only, $([ $bad = 0 ] && echo "all as our own" || echo "NOT all as our own")"
exit $bad
