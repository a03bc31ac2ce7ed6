#!/bin/sh
# planted.sh BUILD DIR <ROWS: planted changes with a key asks=SUITE[/CASE][:TEST], as `mode=rows -v key=asks` of planted.awk prints them, one at a time: does
# the suite notice? It runs without the RTL, so that a mistake is one in both twins; TEST must fail, or without one any test. DIR: what is made. V=1: who.
# The environment brings CC_C, CC_L, OBJS and the like, as the Makefile has them (MUTANT_ENV).
set -eu
b=$1 dir=$2 bad=0 ran=0 also=0 f="" flags=-O1 # for changed.sh
mkdir -p "$dir"
. scripts/changed.sh
# a change that hangs is ended after a minute and a half, which no suite needs that does not hang
export WT_C_ONLY=1 WT_QUICK=1 CK_DEFAULT_TIMEOUT=900 CK_TIMEOUT_MULTIPLIER=0.1 CK_TAP_LOG_FILE_NAME="$dir/tap"
while read -r list id f asks what; do
  row="$(basename "$list" .txt) $id" suite=${asks%%[:/]*} test=${asks#*:}
  [ "$test" != "$asks" ] || test='[^:]*'
  case $asks in */*) CK_RUN_CASE=${asks#*/} && CK_RUN_CASE=${CK_RUN_CASE%%:*} && export CK_RUN_CASE ;; *) unset CK_RUN_CASE ;; esac
  awk -v mode=apply -v lists="$list" -v id="$id" -f scripts/planted.awk >"$dir/mutant.c" || { bad=$((bad + 1)) && continue; }
  ran=$((ran + 1))
  unset WT_DOCS
  objs=$OBJS
  case $f in
    docs/*) rm -rf "$dir/docs" && cp -r docs "$dir/docs" && mv "$dir/mutant.c" "$dir/$f" && export WT_DOCS="$dir/docs" ;;
    *) built "$dir/mutant.c" || { echo "DOES NOT COMPILE $row: $(grep -m1 error "$dir/log")" && bad=$((bad + 1)) && continue; } ;;
  esac
  o=$dir/test_wt_$suite.o
  if [ ! -f "$o" ] || [ -n "$(find tests \( -name '*.h' -o -name "test_wt_$suite.c" \) -newer "$o" | head -n 1)" ]; then
    eval "$CC_C -c $(echo tests/*/"test_wt_$suite.c") -o $o"
  fi
  eval "$CC_L $(scripts/wraps.sh "$suite") -o $dir/mutant $o $objs $LIBS"
  rm -f "$dir/tap"
  "$dir/mutant" >"$dir/log" 2>&1 </dev/null || true
  grep -q '^ok \|^not ok ' "$dir/tap" || { echo "$row: no test ran" && cat "$dir/log" && exit 1; }
  fail=$(grep -c '^not ok ' "$dir/tap" || true)
  if grep -q "^not ok .*:$test: " "$dir/tap"; then
    [ "$fail" = 1 ] || also=$((also + 1))
    [ "${V:-0}" != 1 ] || echo "  noticed $row by ${asks#*:}, $fail fail"
  else
    echo "SURVIVES $row ($asks): $what; $fail other tests fail"
    bad=$((bad + 1))
  fi
done
echo "planted: $ran tried, $bad survive or do not fit; $also fail several tests"
[ "$bad" = 0 ] && [ "$ran" -gt 0 ]
