#!/bin/sh
# quick_bench.sh BUILD JOBS SECONDS: every block's bench on tiny, both twins in lock-step, as many as start in the given time. A block whose
# RTL has not changed since its last bench needs no build, so a second run gets to those that the first one did not reach.
set -u
b=$1 jobs=$2 end=$(($(date +%s) + $3))
export b end
# shellcheck disable=SC2016
"$b/warptwin" bench | xargs -P "$jobs" -I{} sh -c '
  [ "$(date +%s)" -lt "$end" ] || { echo "wt_$1: not reached in the time"; exit 0; }
  WT_JOBS=1 "$b/warptwin" bench "$1" --config tiny --cycles 20000 --quiet' - {} || { echo "quick: a block differs" >&2; exit 1; }
