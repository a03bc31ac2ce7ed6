#!/bin/sh
# rule_mutants.sh BUILD EVERY: each wrong reading of tests/rules/*.txt (EVERY=N: one of N, chosen by its own text, so that a new one moves no other) is
# put into the C twin, and the test that claims the rule must fail: the suite runs without the RTL (WT_C_ONLY), so that a mistake is one in both twins.
# BLK=stem: only this block. SEED moves the choice.
# The environment brings CC_C (compile one file), CC_L (link) and OBJS (what the suites are linked with), as the Makefile has them.
set -eu
b=$1 every=$2 dir=$1/rules${BLK:+/$BLK} bad=0 ran=0 also=0
mkdir -p "$dir"
# a wrong reading that hangs is ended after a minute and a half, which no suite needs that does not hang
export WT_C_ONLY=1 WT_QUICK=1 CK_DEFAULT_TIMEOUT=900 CK_TIMEOUT_MULTIPLIER=0.1 CK_TAP_LOG_FILE_NAME="$dir/tap"
for list in tests/rules/${BLK:-*}.txt; do
  stem=$(basename "$list" .txt)
  case $stem in open | uncited) continue ;; esac
  grep '^@' "$list" | awk -v every="$every" -v seed="${SEED:-0}" -f scripts/draw.awk >"$dir/ids"
  while read -r at id test file what; do
    [ "$file" != = ] || file=$(echo cmodel/*/"wt_$stem.c")
    awk -v id="$id" -v list="$list" -f scripts/patch.awk "$file" >"$dir/mutant.c" || { bad=$((bad + 1)) && continue; }
    suite=${test%:*} name=${test#*:}
    [ "$suite" != "$test" ] || suite=$stem
    src=$(echo tests/*/"test_wt_$suite.c")
    [ "$dir/test_$suite.o" -nt "$src" ] && [ "$dir/test_$suite.o" -nt tests/block_suite.h ] || eval "$CC_C -c $src -o $dir/test_$suite.o"
    ran=$((ran + 1))
    rm -rf "$dir/inc"
    c=$dir/mutant.c own=$file
    case $file in *.h) # the block's C file with another header
      own=$(echo cmodel/*/"wt_$stem.c") c=$own
      mkdir -p "$dir/inc/$(dirname "${file#cmodel/}")" && cp "$dir/mutant.c" "$dir/inc/${file#cmodel/}"
    esac
    if ! eval "${CC_C%% *} -I$dir/inc ${CC_C#* } -w -O1 -I$(dirname "$own") -c $c -o $dir/mutant.o" 2>"$dir/log"; then
      echo "DOES NOT COMPILE $stem $id: $(grep -m1 error "$dir/log")"
      bad=$((bad + 1))
      continue
    fi
    objs=$(echo "$OBJS" | sed "s#$b/${own%.c}\.o#$dir/mutant.o#")
    eval "$CC_L $(scripts/wraps.sh "$suite") -o $dir/mutant $dir/test_$suite.o $objs $LIBS"
    rm -f "$dir/tap"
    "$dir/mutant" >"$dir/log" 2>&1 </dev/null || true
    grep -q '^ok \|^not ok ' "$dir/tap" || { echo "$stem $id: no test ran" && cat "$dir/log" && exit 1; }
    if grep -q "^not ok .*:$name: " "$dir/tap"; then
      others=$(grep -c '^not ok ' "$dir/tap" || true)
      [ "$others" = 1 ] || also=$((also + 1))
      [ "${V:-0}" != 1 ] || echo "  noticed $stem $id by $name$([ "$others" = 1 ] || echo ", and $((others - 1)) more")"
    else
      echo "SURVIVES $stem $id ($name): $what; $(grep -c '^not ok ' "$dir/tap" || true) other tests fail"
      bad=$((bad + 1))
    fi
  done <"$dir/ids"
done
echo "rule mutants: $ran tried (one of $every), $bad survive or do not fit; $also fail other tests of the suite too"
[ "$bad" = 0 ] && [ "$ran" -gt 0 ]
