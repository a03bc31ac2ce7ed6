#!/bin/sh
# units.sh BUILD [PRESET[,PRESET]]: every kernel on both twins in lock-step under every control-flow unit and the forms of a unit that have
# an RTL or rules of their own. A run that the manifest says is stopped must come to that verdict, on both twins. ONLY, JOBS: options of regress.
set -u
warptwin=$1/warptwin presets=${2:-small} bad=0 list=$1/units.tmp
: >"$list"
forms() { # forms --set KEY=VALUE,VALUE ...
  "$warptwin" regress --config "$presets" ${ONLY:+--only "$ONLY"} ${JOBS:+--jobs "$JOBS"} "$@" | tee -a "$list"
  tail -n 1 "$list" | grep -q ' 0 failed' || bad=1
}
forms --set DIVERGENCE=hanoi_yr,hanoi,simt_stack,barrier,multipath
forms --set DIVERGENCE=barrier --set CB_MASKS=lane --set PATH_POLICY=block,rr
forms --set DIVERGENCE=multipath --set RPC_DELAY=yield,static --set OREC=0,1
forms --set DIVERGENCE=simt_stack --set STACK_RPC=bssy
awk '/ cases, / { n += $1; f += $3; s += $5 } END { printf "units: %d cases, %d failed, %d stopped as the manifest says\n", n, f, s }' "$list"
rm -f "$list"
exit $bad
