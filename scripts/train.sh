#!/bin/sh
# train.sh PROGRAM KERNEL...: runs the kernels with a program that counts (make PGO=1): every control-flow unit, both scoreboards, the L1.
set -eu
program=$1
shift
only=$(echo "$*" | tr ' ' ,)
run() { "$program" regress --run --quiet --jobs 1 --only "$only" "$@" >/dev/null; }
run --config small,default
run --config small --set DIVERGENCE=hanoi,simt_stack,barrier,multipath
run --config small --set SCOREBOARD=coon --set L1_BYTES=2048 --set L1_WAYS=2 --set L1_PRT=3
