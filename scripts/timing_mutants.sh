#!/bin/sh
# timing_mutants.sh BUILD N SEED: each number of a timing table changed by one in the document alone, and each wrong reading of
# tests/top/timing_mutants.txt in the C twin alone, must make a contract suite fail. N of each kind, drawn by SEED and by their own texts, so that a new one
# takes at most one place; N=all: all. PARTS=documents or twins: only these.
# The environment brings CC_C (compile one file), CC_L (link) and OBJS (what the suites are linked with), as the Makefile has them.
set -eu
b=$1 n=$2 seed=$3 parts=${PARTS:-both} list=tests/top/timing_mutants.txt dir=$1/mutants bad=0 ran=0
mkdir -p "$dir"
export WT_C_ONLY=1 WT_QUICK=1
draw() { # N of the lines of stdin
  if [ "$n" = all ]; then cat; else awk -v seed="$seed" -f scripts/draw.awk | LC_ALL=C sort -k1,1n -k2 | head -n "$n" | cut -f 2-; fi
}
judge() { # ID SUITE-BINARY WHAT
  ran=$((ran + 1))
  if "$2" >"$dir/log" 2>&1; then echo "SURVIVES $1: $3"; bad=$((bad + 1)); else echo "  noticed $1"; fi
  grep -q 'Checks: [1-9]' "$dir/log" || { echo "$1: no check ran"; cat "$dir/log"; exit 1; }
}

# Documents.
: >"$dir/rows"
[ "$parts" = twins ] || grep -HE '^\| [a-z0-9_]+\.[a-z0-9_]+ \| [0-9]+ \|' docs/blocks/*/wt_*.md | sed -E 's/^([^:]*):\| ([^ ]*) \| ([0-9]+) .*/\1 \2 \3/' |
  while read -r f id v; do echo "$f $id $v $((v + 1))"; [ "$v" = 0 ] || echo "$f $id $v $((v - 1))"; done | draw >"$dir/rows"
while read -r f id v w; do
  rm -rf "$dir/docs"
  cp -r docs "$dir/docs"
  sed -i "s/^| $id | $v |/| $id | $w |/" "$dir/$f"
  CK_RUN_CASE=contracts WT_DOCS=$dir/docs judge "$id=$w" "$b/tests/top/test_wt_timing" "the document says $v"
done <"$dir/rows"

mutate() { awk -v id="$1" -v list="$list" -f scripts/patch.awk "$2"; } # ID FILE: the file with the wrong reading

# Twins. Every text of the list stands once in its file, drawn or not.
grep '^@' "$list" | while read -r at id suite file what; do mutate "$id" "$file" >"$dir/mutant.c"; done
: >"$dir/picked"
[ "$parts" = documents ] || grep '^@' "$list" | draw >"$dir/picked"
while read -r at id suite file what; do
  mutate "$id" "$file" >"$dir/mutant.c"
  eval "$CC_C -w -I$(dirname "$file") -c $dir/mutant.c -o $dir/mutant.o"
  test=test_wt_$suite src=$(echo tests/*/"test_wt_$suite.c")
  [ "$dir/$test.o" -nt "$src" ] && [ "$dir/$test.o" -nt tests/top/run_kit.h ] || eval "$CC_C -c $src -o $dir/$test.o"
  objs=$(echo "$OBJS" | sed "s#$b/${file%.c}\.o#$dir/mutant.o#")
  eval "$CC_L -o $dir/mutant $dir/$test.o $objs $LIBS"
  unset CK_RUN_CASE
  [ "$suite" != timing ] || export CK_RUN_CASE=contracts
  judge "$id" "$dir/mutant" "$what"
done <"$dir/picked"
echo "timing mutants: $ran tried (N=$n SEED=$seed), $bad survive"
[ "$bad" = 0 ]
