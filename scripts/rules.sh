#!/bin/sh
# rules.sh BUILD: every numbered rule of every block document, and the test that claims it. A claim is a stored wrong reading of the rule,
# tests/rules/<block>.txt, that makes the test fail (rule_mutants.sh); tests/rules/open.txt names the rules without one, with the reason.
# Prints rules without claim or reason, and what of the lists (of tests/top/timing_mutants.txt too) does not fit sources, documents or suites. V=1: all claims.
set -eu
cd "$(dirname "$0")/.."
b=$1 open=tests/rules/open.txt
mkdir -p "$b/rules"
for f in docs/blocks/*/wt_*.md; do
  stem=$(basename "$f" .md | sed 's/^wt_//')
  awk -v s="$stem" '/^## /{ on = /^## Behaviou?r/ } on && /^[0-9]+\. /{ print s, $1 + 0 }' "$f"
done >"$b/rules/there"
for f in tests/rules/*.txt; do
  stem=$(basename "$f" .txt)
  [ "$stem" = open ] || sed -nE "s/^@ ([0-9]+)(\.[0-9]+)? ([^ ]+) .*/$stem \1 \3/p" "$f"
done >"$b/rules/claims"
bad=0
fits() { # LIST STEM: every stored change finds its text in the sources
  # shellcheck disable=SC2034
  while read -r at id test file what; do
    [ "$file" != = ] || file=$(echo cmodel/*/"wt_$2.c")
    awk -v id="$id" -v list="$1" -f scripts/patch.awk "$file" >"$b/rules/patched" || bad=$((bad + 1))
  done <"$b/rules/ids"
}
for f in tests/rules/*.txt tests/top/timing_mutants.txt; do
  grep '^@' "$f" >"$b/rules/ids" || continue # open.txt has none
  fits "$f" "$(basename "$f" .txt)"
done
# shellcheck disable=SC2013
while read -r stem rule test; do
  grep -qx "$stem $rule" "$b/rules/there" || { echo "rules: tests/rules/$stem.txt claims rule $rule, which its document does not have"; bad=$((bad + 1)); }
  suite=${test%:*} name=${test#*:}
  [ "$suite" != "$test" ] || suite=$stem
  grep -qE "START_TEST\($name\)" tests/*/"test_wt_$suite.c" || { echo "rules: tests/rules/$stem.txt, rule $rule: no test $name in test_wt_$suite.c"; bad=$((bad + 1)); }
done <"$b/rules/claims"
none=$(awk -v open="$open" 'BEGIN { while ((getline l < open) > 0) if (l !~ /^(#|$)/) { split(l, w, /[ :]+/); why[w[1] " " w[2]] = 1 } }
  NR == FNR { claimed[$1 " " $2] = 1; next } !(($1 " " $2) in claimed) && !(($1 " " $2) in why)' "$b/rules/claims" "$b/rules/there" |
  awk '{ n[$1] = n[$1] " " $2 } END { for (s in n) print "  wt_" s ":" n[s] }' | sort)
while read -r stem rule rest; do
  case $stem in "#"* | "") continue ;; esac
  rule=${rule%:}
  grep -qx "$stem $rule" "$b/rules/there" || { echo "rules: $open names rule $rule of $stem, which is not there"; bad=$((bad + 1)); }
  ! grep -q "^$stem $rule " "$b/rules/claims" || { echo "rules: $open names rule $rule of $stem, which is claimed"; bad=$((bad + 1)); }
done <"$open"
[ "${V:-0}" != 1 ] || sort -k1,1 -k2,2n "$b/rules/claims"
there=$(wc -l <"$b/rules/there") claimed=$(cut -d' ' -f1,2 "$b/rules/claims" | sort -u | wc -l) reasons=$(grep -cvE '^(#|$)' "$open" || true)
[ -z "$none" ] || { echo "rules without a claim:" && echo "$none"; bad=$((bad + 1)); }
echo "rules: $there in $(cut -d' ' -f1 "$b/rules/there" | sort -u | wc -l) documents, $claimed claimed by $(wc -l <"$b/rules/claims") wrong readings, $reasons with a reason instead"
[ "$bad" = 0 ]
