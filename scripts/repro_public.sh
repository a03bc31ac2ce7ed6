#!/bin/sh
# repro_public.sh [BUILD]: runs the programs of tests/public by `warptwin exec` on the C twin, a row each, and says which outcome is not the one that
# tests/public/table.txt wants: then exit 1. Where nvcc is found they are compiled first, elsewhere tests/public/bin is taken.
# The environment: SAMPLES, a checkout of NVIDIA's samples, of which reduction and simpleAWBarrier are run too (needs nvcc); ONLY, a pattern of names;
# SECONDS_EACH (300).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build}" && pwd) only=${ONLY:-.} limit=${SECONDS_EACH:-300}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bin=$root/tests/public/bin
if command -v nvcc >/dev/null; then
  echo "compiled here, by $(nvcc --version | sed -n 's/^.*release \([0-9.]*\).*/nvcc \1/p')"
  bin=$tmp/bin
  "$root/tests/public/build.sh" "$bin"
  LD_LIBRARY_PATH=$(dirname "$(command -v nvcc)")/../lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export LD_LIBRARY_PATH
else
  echo 'executables of tests/public/bin: nvcc is not found'
fi
all=0 bad=0 left=0
row() { printf '%-14s %-10s %-46s %s\n' "$1" "$2" "$3" "$4"; }
# one NAME ARGUMENTS OPTIONS EXIT PATTERN COMMAND...
one() {
  name=$1 args=$2 options=$3 want=$4 pattern=$5 rc=0
  shift 5
  echo "$name" | grep -qE "$only" || return 0
  all=$((all + 1))
  (cd "$tmp" && timeout "$limit" "$@") >"$tmp/said" 2>&1 </dev/null || rc=$?
  if [ "$rc" != "$want" ]; then why="NOT RIGHT: exit $rc, not $want: $(grep -E '^warptwin: |^line ' "$tmp/said" | head -n 1 | cut -c 1-120)"
  elif [ "$pattern" != - ] && ! grep -qE "$pattern" "$tmp/said"; then why="NOT RIGHT: exit $rc, but nothing like '$pattern': $(head -n 1 "$tmp/said" | cut -c 1-120)"
  else why="right (exit $rc)"; fi
  case $why in NOT*) bad=$((bad + 1)) ;; esac
  row "$name" "$args" "$options" "$why"
}
trim() { echo "$1" | sed 's/^ *//; s/ *$//'; }
row program arguments 'options of exec' outcome
while IFS='|' read -r program args options want pattern; do
  program=$(trim "$program") args=$(trim "$args") options=$(trim "$options") want=$(trim "$want") pattern=$(trim "$pattern")
  case $program in
    '' | '#'*) continue ;;
    '['*)
      program=${program#?} program=${program%?}
      [ -x "$bin/$program" ] || { left=$((left + 1)); row "$program" '' '' 'not run: needs nvcc and its libraries'; continue; } ;;
  esac
  # shellcheck disable=SC2086
  one "$program" "$args" "$options" "$want" "$pattern" "$build/warptwin" exec -q $options -- "$bin/$program" $args
done <"$root/tests/public/table.txt"
# sample NAME ARGUMENTS PATTERN [SED]: SED makes an input that is fixed in the source small enough for a simulator.
sample() {
  folder=$(find "$SAMPLES" -type d -name "$1" -not -path '*/data/*' | head -n 1)
  [ -z "$folder" ] || { cp -r "$folder" "$tmp/$1.src" && folder=$tmp/$1.src && sed -i "${4:-}" "$folder"/*.cu; }
  # shellcheck disable=SC2046
  if [ -n "$folder" ] && nvcc -w -O2 -std=c++17 -I"$(find "$SAMPLES" -type d -name Common | head -n 1)" -o "$tmp/$1" "$folder"/*.cu $(ls "$folder"/*.cpp 2>/dev/null) >"$tmp/said" 2>&1; then
    # shellcheck disable=SC2086
    one "$1" "$2" '' 0 "$3" "$build/warptwin" exec -q -- "$tmp/$1" $2
  else
    left=$((left + 1))
    row "$1" '' '' "not run: does not compile"
  fi
}
if [ -n "${SAMPLES:-}" ] && [ "$bin" != "$root/tests/public/bin" ]; then
  sample reduction --n=4096 'Test passed'
  sample simpleAWBarrier '' 'PASSED|passed' 's/size = 10000000;/size = 100000;/'
fi
echo "$all programs, $bad not right, $left not run"
[ "$bad" = 0 ]
