#!/bin/sh
# soak.sh BUILD: the long counts. Every block on three presets and every kernel on both shapes and all schedulers, over SEEDS seeds; every
# kernel under every control-flow unit; PROGRAMS random control-flow programs on every unit and form of a unit, and a share of them on
# both twins; FUZZ_SECONDS of AFL++ on every kind of input.
# A finished step leaves BUILD/soak/<step>.done and is not run again; its output is BUILD/soak/<step>.log. PARTS chooses among area, rules, timing, mutants, matrix, beside,
# tutorials, bare (the README in a fresh Debian), fuzz, unset, visits, bench, xu, kernels, units, randcf, resume (checkpoints of every kernel, preset and
# unit; workers against the unbroken run), fp (floating point against the host and against MPFR) and rtl (the random programs on both twins); UNITS among the names that `test_wt_randcf units` prints.
# The tables of docs/results/soak.md: scripts/soak_table.sh BUILD.
set -u
b=$1 seeds=${SEEDS:-20} cycles=${CYCLES:-2000000} parts=${PARTS:-area rules timing mutants matrix beside tutorials bare fuzz unset visits bench xu kernels units randcf resume fp rtl}
mkdir -p "$b/soak"
bad=0
run() { # run STEP COMMAND...
  step=$1
  shift
  [ -f "$b/soak/$step.done" ] && return 0
  if "$@" >"$b/soak/$step.log" 2>&1; then
    tail -n 1 "$b/soak/$step.log" >"$b/soak/$step.done"
    printf '%-40s %s\n' "$step" "$(cat "$b/soak/$step.done")"
  else
    printf '%-40s FAILED, see %s\n' "$step" "$b/soak/$step.log"
    bad=1
  fi
}

part_area() {
  run area-check make area-check LONG=1
  run area-gates make area-gates
  run depth-check make depth-check LONG=1
  run assert-check make assert-check
  run prove make prove
}

# every number of the timing tables and every stored wrong reading must be noticed
part_rules() {
  run rule-mutants make -s rule-mutants
  run checkers env LONG=1 "$b/tests/checkers/test_wt_checkers"
}

part_timing() { run timing-mutants env PARTS= make -s timing-mutants N=all; }

# small changes of both twins, of what checks and counts and of sizes; a seed that nobody has used while mending says more. It goes on where it was stopped
part_mutants() { run mutants env KEEP=1 LEAST=95 make -s mutate SIDE=all N="${MUTANTS:-1500}" SEED="${MUTANT_SEED:-1}"; }

# seven kinds of input in turn, ten million executions in all on one processor in about ten minutes
# keys against each other, on the C twin, some of them on both
part_matrix() { run matrix env RTL=4 make -s matrix N=200 SEED="${MATRIX_SEED:-1}"; }

part_fuzz() { run fuzz make -s fuzz FUZZ_SECONDS="${FUZZ_SECONDS:-900}"; }

# every kernel from 20 fillings of what nobody sets, on the C twin and in lock-step
part_unset() { run unset sh -c "make -s build $b/tests/checkers/test_wt_unset && WT_UNSET_ALL=1 $b/tests/checkers/test_wt_unset"; }

# every kernel: what the ACTIVE rows leave out changes nothing
part_visits() { run visits sh -c "make -s build $b/tests/checkers/test_wt_visits && WT_VISITS_ALL=1 $b/tests/checkers/test_wt_visits"; }

# the tutorials that build the program anew
part_tutorials() { run tutorials sh -c "make -s $b/tests/cli/test_wt_tutorial && LONG=1 $b/tests/cli/test_wt_tutorial"; }

# every kernel under every unit and preset goes on from a checkpoint; verdicts of workers on many faults
part_resume() {
  run resume sh -c "make -s build $b/tests/session/test_wt_ckpt && WT_CKPT_ALL=1 $b/tests/session/test_wt_ckpt"
  run segments sh -c "make -s build $b/tests/session/test_wt_segments && WT_SEGMENT_FAULTS=400 $b/tests/session/test_wt_segments"
}

# what the README tells a newcomer to do, in a fresh Debian; only root can
part_bare() {
  if [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null; then run bare make -s bare; else echo "not run: bare: it wants root and debootstrap"; fi
}

part_bench() {
  for blk in $("$b/warptwin" bench); do
    for preset in tiny small default; do
      s=1
      while [ "$s" -le "$seeds" ]; do
        run "bench-$blk-$preset-$s" "$b/warptwin" bench "$blk" --config $preset --cycles "$cycles" --seed "$s"
        s=$((s + 1))
      done
    done
  done
}

# 10^7 random vectors an operation and mode: on the RTL beside the C twin and the host (all units), of the C twin against MPFR and the host; 10^6 warp instructions a
# group of random programs on the C twin with the oracle, a share of them on both twins. RANDOPS programs a group in steps of 500.
part_fp() {
  make -s "$b/fp_vectors" "$b/fp_mpfr" "$b/cvt_mpfr" "$b/tests/exec/test_wt_fpu_ieee" "$b/tests/top/test_wt_randops" || { bad=1; return; }
  for group in fpu dpu cvt mufu alu dsetp; do run "fp-rtl-$group" "$b/fp_vectors" "$group" "${FP_VECTORS:-10000000}"; done
  s=0
  while [ "$s" -lt "${RANDOPS:-14000}" ]; do
    run "randops-$s" env WT_RANDOPS_SEED=$((s + 1)) WT_RANDOPS_COUNT=500 "$b/tests/top/test_wt_randops"
    s=$((s + 500))
  done
  run fp-mpfr "$b/fp_mpfr" "${FP_VECTORS:-10000000}"
  run cvt-mpfr "$b/cvt_mpfr" 10000000
  run fp-ieee env LONG=1 "$b/tests/exec/test_wt_fpu_ieee"
  for blk in fpu dpu; do run "fp-bench-$blk" "$b/warptwin" bench "$blk" --config small --cycles "$cycles" --seed 7; done
}

part_kernels() {
  s=1
  while [ "$s" -le "$seeds" ]; do
    run "kernels-$s" "$b/warptwin" regress --config small,default --set SCHED=lrr,gto,oldest,twolevel,cggty --seed "$s"
    s=$((s + 1))
  done
}

# random control-flow programs: PROGRAMS a unit, 500 a step; both twins run every fifth; the test binary knows the units
random_programs() { # random_programs PART CASE COUNT (of lock_step one in twenty runs)
  chunk=500 programs=${PROGRAMS:-10000} t=$b/tests/top/test_wt_randcf
  make -s "$t" || { bad=1; return; }
  s=0
  while [ "$s" -lt "$programs" ]; do
    for unit in ${UNITS:-$("$t" units)}; do
      run "$1-$unit-$s" env CK_RUN_CASE="$2" WT_RANDCF_UNIT="$unit" WT_RANDCF_SEED=$((s + 1)) WT_RANDCF_COUNT="$3" "$t"
    done
    s=$((s + chunk))
  done
}
part_randcf() { random_programs randcf c_twin 500; }
part_rtl() { random_programs rtl lock_step 2000; }
# special functions and conversions over all arguments
part_xu() {
  make -s "$b/tests/exec/test_wt_xu" || { bad=1; return; }
  run xu env WT_XU_ALL=1 CK_RUN_CASE=numbers "$b/tests/exec/test_wt_xu"
}
# every block of the RTL beside the C machine, and every block's module in the place of the C block
part_beside() {
  run beside make -s beside
  run guests make -s guests
}
part_units() {
  run units scripts/units.sh "$b" small,default
  run unit-table make -s unit-table
  run control-codes make -s control-codes
  run silicon make -s silicon
}

for part in $parts; do "part_$part"; done
echo "soak: $(ls "$b"/soak/*.done 2>/dev/null | wc -l) steps done, results in $b/soak"
exit $bad
