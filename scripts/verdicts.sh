#!/bin/sh
# verdicts.sh LOG N MAKE...: runs MAKE (which has -k) to its end, whatever fails in between, and ends with what failed and what was not run.
# A suite or script that cannot try something here says so on a line of its own, and has passed: "not run: WHAT: WHY". N suites are expected.
set -u
log=$1 n=$2
shift 2
flags=${MAKEFLAGS:-}
case ${flags%% *} in -*) ;; *n*) exec "$@" ;; esac # make -n only shows what it would do
mkdir -p "$(dirname "$log")"
rm -f "$log.status"
# what the terminal gets is in LOG, too
{ "$@" 2>&1; echo $? >"$log.status"; } | tee "$log"
rc=$(cat "$log.status" 2>/dev/null || echo 2)

# make's own lines name all that failed, suite or not: "make[2]: *** [Makefile:7: TARGET] Error 1", "make: *** No rule to make ..."
sed -n 's/^[^ ]*make[^ ]*: \*\*\* //p' "$log" | sed -e '/^Deleting file/d; /^Waiting for/d' \
  -e 's/^\[[^]]*: \([^]:]*\)\] /\1: /' -e 's|^build[^:]*/tests/\([^:]*\)\.run: |\1: |' | sort -u >"$log.failed"
sed -n 's/^not run: //p' "$log" | sort -u >"$log.not_run"
passed=$(grep -c '^[0-9]* of [0-9]* ended: .* passed, ' "$log")
failed=$(wc -l <"$log.failed")
if [ "$failed" -gt 0 ]; then
  echo "failed:"
  sed 's/^/  /' "$log.failed"
fi
if [ -s "$log.not_run" ]; then
  echo "not run:"
  sed 's/^/  /' "$log.not_run"
fi
if [ "$rc" = 0 ] && [ "$failed" = 0 ] && [ "$passed" = "$n" ]; then
  echo "all $n suites passed"
else
  echo "$passed of $n suites passed; failed: $failed; $log has all that was printed"
  exit 1
fi
