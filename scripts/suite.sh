#!/bin/sh
# suite.sh BINARY COUNTS N: runs one Check suite of N and says which one it is, of how many, and how long it took. Several of these may run
# at a time: COUNTS/started and COUNTS/ended hold a byte a suite.
# The limits of its tests end what hangs; a slow or busy machine gets four times as much, and a test without a limit of its own not Check's four seconds.
set -u
export CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-300}" CK_TIMEOUT_MULTIPLIER="${CK_TIMEOUT_MULTIPLIER:-4}"
bin=$1 counts=$2 n=$3 name=${1#*/tests/} t0=$(date +%s)
printf . >>"$counts/started"
echo "[$(wc -c <"$counts/started") of $n] $name"
out=$("$bin" 2>&1)
rc=$?
printf . >>"$counts/ended"
[ $rc = 0 ] && word=passed || word="FAILED (exit $rc): $bin"
# in one piece, so that suites that end together do not mix
printf '%s\n' "$out" "$(wc -c <"$counts/ended") of $n ended: $name $word, $(($(date +%s) - t0)) s"
exit $rc
