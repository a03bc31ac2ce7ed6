#!/bin/sh
# fuzz_cuda.sh BUILD SECONDS: runs both fuzzers of BUILD for half of the time each, from tests/cuda/seeds and what they found before, and says how many
# inputs were executed. Exit 1 when one crashed or hung: those lie in BUILD/out/NAME/default.
set -eu
build=$1 seconds=$(($2 / 2)) bad=0
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_AUTORESUME=1
export WARPTWIN_CUDA_CONFIG=tiny WARPTWIN_CUDA_KEEP_GOING=1 WARPTWIN_CUDA_MAX_CYCLES=2000 WARPTWIN_CUDA_NO_ORACLE=1 WARPTWIN_CUDA_QUIET=1
for name in image calls; do
  mkdir -p "$build/out/$name"
  afl-fuzz -V "$seconds" -t 2000 -m none -i "tests/cuda/seeds/$name" -o "$build/out/$name" -- "$build/fuzz_$name" >"$build/out/$name.log" 2>&1 ||
    { tail -n 5 "$build/out/$name.log" >&2; exit 2; }
  stats=$build/out/$name/default/fuzzer_stats
  value() { sed -n "s/^$1 *: *//p" "$stats"; }
  echo "fuzz-cuda: $name: $(value execs_done) executions, $(value corpus_count) inputs kept, $(value saved_crashes) crashes, $(value saved_hangs) hangs, $(value bitmap_cvg) of the branches, stable $(value stability)"
  [ "$(value saved_crashes)$(value saved_hangs)" = 00 ] || bad=1
done
exit $bad
