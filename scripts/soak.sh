#!/bin/sh
# soak.sh BUILD: the long counts. Every block on three presets and every kernel on both shapes and all schedulers, over SEEDS seeds;
# PROGRAMS random control-flow programs on every control-flow unit.
# A finished step leaves BUILD/soak/<step>.done and is not run again; the table is printed at the end (and on interruption by `cat`).
set -u
b=$1 seeds=${SEEDS:-20} cycles=${CYCLES:-2000000}
mkdir -p "$b/soak"
run() { # run STEP COMMAND...
  step=$1
  shift
  [ -f "$b/soak/$step.done" ] && return 0
  if "$@" >"$b/soak/$step.log" 2>&1; then
    tail -n 1 "$b/soak/$step.log" >"$b/soak/$step.done"
    printf '%-40s %s\n' "$step" "$(cat "$b/soak/$step.done")"
  else
    printf '%-40s FAILED, see %s\n' "$step" "$b/soak/$step.log"
    return 1
  fi
}
bad=0
run area-check make area-check LONG=1 || bad=1
for blk in $("$b/warptwin" bench); do
  for preset in tiny small default; do
    s=1
    while [ "$s" -le "$seeds" ]; do
      run "bench-$blk-$preset-$s" "$b/warptwin" bench "$blk" --config $preset --cycles "$cycles" --seed "$s" || bad=1
      s=$((s + 1))
    done
  done
done
s=1
while [ "$s" -le "$seeds" ]; do
  run "kernels-$s" "$b/warptwin" regress --config small,default --set SCHED=lrr,gto,oldest,twolevel --seed "$s" || bad=1
  s=$((s + 1))
done
# random control-flow programs: PROGRAMS a unit, 500 a step; the test binary knows the units
chunk=500 programs=${PROGRAMS:-10000}
if make -s "$b/tests/top/test_wt_randcf"; then
  for unit in $("$b/tests/top/test_wt_randcf" units); do
    s=0
    while [ "$s" -lt "$programs" ]; do
      run "randcf-$unit-$s" env WT_RANDCF_UNIT="$unit" WT_RANDCF_SEED=$((s + 1)) WT_RANDCF_COUNT=$chunk "$b/tests/top/test_wt_randcf" || bad=1
      s=$((s + chunk))
    done
  done
else
  bad=1
fi
echo "soak: $(ls "$b"/soak/*.done 2>/dev/null | wc -l) steps done, results in $b/soak"
exit $bad
