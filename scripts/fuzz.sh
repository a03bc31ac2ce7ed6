#!/bin/sh
# fuzz.sh BUILD SECONDS [KIND...]: AFL++ on the fuzzers of BUILD, SECONDS in all: the kinds share them equally. From the seeds (tests/fuzz/seeds/KIND,
# tests/cuda/seeds/KIND) and what earlier runs found. Prints a row of a table a kind. Exit 1 when an input crashed or hung: BUILD/out/KIND/default.
#
# image: fat binaries, calls: calls of the registration (tests/cuda/fuzz_cuda.c); cubin, sass, program, suite, cmd: tests/fuzz/fuzz_inputs.c
set -eu
build=$(cd "$1" && pwd) all=$2 root=$(pwd) bad=0
shift 2
[ $# -gt 0 ] || set -- image calls cubin sass program suite cmd
seconds=$((all / $#))
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_AUTORESUME=1 WT_QUIET=1
export WARPTWIN_CUDA_CONFIG=tiny WARPTWIN_CUDA_KEEP_GOING=1 WARPTWIN_CUDA_MAX_CYCLES=2000 WARPTWIN_CUDA_NO_ORACLE=1 WARPTWIN_CUDA_QUIET=1
words() { # one quoted word of a file a line: a dictionary
  sort -u | awk 'length($0) > 1 { print "\"" $0 "\"" }'
}
mkdir -p "$build/out" "$build/dict" "$build/place"
grep -ohE '^ *(static const struct argp_option [a-z_]*\[\] = )?\{+"[a-z-]+", ' tb/cli/*.c | sed 's/.*{"/--/; s/".*//' | words >"$build/dict/cmd"
sed -n 's/^[MSEP]KEY(\([A-Z_0-9]*\),.*/\1=/p' cmodel/spec/keys.def | words >>"$build/dict/cmd"
cat tests/fuzz/seeds/sass/* tests/fuzz/seeds/program/* | tr -cs 'A-Za-z0-9_.' '\n' | words >"$build/dict/sass"
cp "$build/dict/sass" "$build/dict/program"
grep -oh '"[a-z_]*"' tests/kernels/manifest.json | tr -d '"' | words >"$build/dict/suite"
# what the command lines of the seeds name
cp tests/isa/data/loader.cubin "$build/place/a.cubin"
cp tests/kernels/vecadd.cubin tests/kernels/manifest.json tests/asm/vecadd.sass "$build/place/"
head -c 4000 /dev/zero >"$build/place/z.bin"
for kind; do
  case $kind in
    image | calls) seeds=tests/cuda/seeds/$kind fuzzer="$build/fuzz_$kind" place=$root ;;
    *) seeds=tests/fuzz/seeds/$kind fuzzer="$build/fuzz_inputs $kind" place=$build/place ;;
  esac
  mkdir -p "$build/out/$kind"
  dict=
  [ ! -s "$build/dict/$kind" ] || dict="-x $build/dict/$kind"
  # shellcheck disable=SC2086 # of several words
  (cd "$place" && afl-fuzz -V "$seconds" -t 2000 -m none $dict -i "$root/$seeds" -o "$build/out/$kind" -- $fuzzer) \
    >"$build/out/$kind.log" 2>&1 || { tail -n 5 "$build/out/$kind.log" >&2; exit 2; }
  stats=$build/out/$kind/default/fuzzer_stats
  value() { sed -n "s/^$1 *: *//p" "$stats"; }
  echo "| $kind | $(value execs_done) | $(value corpus_count) | $(value saved_crashes) | $(value saved_hangs) | $(value bitmap_cvg) | $(value stability) |"
  [ "$(value saved_crashes)$(value saved_hangs)" = 00 ] || bad=1
done
exit $bad
