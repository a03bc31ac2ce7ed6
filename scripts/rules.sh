#!/bin/sh
# rules.sh BUILD: every numbered rule of every block document, and the test that claims it. A claim is a stored wrong reading of the rule,
# tests/rules/<block>.txt, that makes the test fail (make rule-mutants); tests/rules/open.txt names the rules without one, with the reason.
# And the lines of both twins that do it: comments name the rule (rules_cited.awk), or tests/rules/uncited.txt says why no line of a twin does.
# Prints rules without claim, citation or reason, and what of the lists and of the citations does not fit documents or suites. V=1: all claims.
set -eu
cd "$(dirname "$0")/.."
b=$1 open=tests/rules/open.txt uncited=tests/rules/uncited.txt
mkdir -p "$b/rules"
for f in docs/blocks/*/wt_*.md; do
  stem=$(basename "$f" .md | sed 's/^wt_//')
  awk -v s="$stem" '/^## /{ on = /^## Behaviou?r/ } on && /^[0-9]+\. /{ print s, $1 + 0 }' "$f"
done >"$b/rules/there"
awk -v mode=rows -v key=asks -v lists="$(grep -l '^@' tests/rules/*.txt | tr '\n' ' ')" -f scripts/planted.awk |
  sed -E 's,^tests/rules/([^.]*)\.txt ([0-9]+)[^ ]* [^ ]+ ([^ ]+) .*,\1 \2 \3,' >"$b/rules/claims"
bad=0
# shellcheck disable=SC2013
while read -r stem rule test; do
  grep -qx "$stem $rule" "$b/rules/there" || { echo "rules: tests/rules/$stem.txt claims rule $rule, which its document does not have"; bad=$((bad + 1)); }
  suite=${test%%[:/]*} name=${test#*:}
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

# which letter the numbers of a block with twins begin with; a document that gives none means R
for f in docs/blocks/*/wt_*.md; do
  stem=$(basename "$f" .md | sed 's/^wt_//')
  [ ! -f "cmodel/spec/blocks/$stem.def" ] ||
    awk -v s="$stem" '/^## /{ on = /^## Behaviou?r/ } on && /^1\. /{ print s, $2 ~ /^[A-Z]1:$/ ? substr($2, 1, 1) : "R"; exit }' "$f"
done >"$b/rules/letters"
awk -v letters="$b/rules/letters" -f scripts/rules_cited.awk cmodel/spec/blocks/*.def cmodel/*/wt_*.[ch] rtl/*/wt_*.sv rtl/*/wt_*_unit.svh >"$b/rules/cited"
# 1 letters, 2 rules, 3 citations, 4 exceptions
awk -v list="$uncited" 'FNR == 1 { file++ }
  file == 1 { block[$1] = 1; next }
  file == 2 { if ($1 in block) { rule[++n] = $1 " " $2; is[$1 " " $2] = 1 } next }
  file == 3 {
    cited[$1 " " $2 " " $3] = 1
    lines[$1]++
    if (!(($2 " " $3) in is)) { print "rules: " $4 ": cites rule " $3 " of wt_" $2 ", which its document does not have"; bad = 1 }
    next
  }
  /^(#|$)/ { next }
  {
    twin = $3
    sub(/:$/, "", twin)
    key = twin " " $1 " " $2
    if ((twin != "c" && twin != "rtl") || !(($1 " " $2) in is)) { print "rules: " list ":" FNR ": no such rule, or not c or rtl: " $1, $2, $3; bad = 1 }
    else if (key in cited) { print "rules: " list ":" FNR ": rule " $2 " of wt_" $1 " is cited in the " twin " twin"; bad = 1 }
    why[key] = 1
    whys++
  }
  END {
    split("c rtl", t, " ")
    for (k = 1; k <= 2; k++) for (i = 1; i <= n; i++) {
      split(rule[i], w, " ")
      if (!((t[k] " " rule[i]) in cited) && !((t[k] " " rule[i]) in why)) { print "rules: wt_" w[1] ", rule " w[2] ": no comment of the " t[k] " twin names it"; bad = 1 }
    }
    for (i = 1; i <= n; i++) both += (("c " rule[i]) in cited) && (("rtl " rule[i]) in cited)
    print "rules: " both + 0 " of " n " cited in both twins, by " lines["c"] + 0 " citations in C and " lines["rtl"] + 0 " in RTL; " whys + 0 " without a line in a twin"
    exit bad
  }' "$b/rules/letters" "$b/rules/there" "$b/rules/cited" "$uncited" || bad=$((bad + 1))
there=$(wc -l <"$b/rules/there") claimed=$(cut -d' ' -f1,2 "$b/rules/claims" | sort -u | wc -l) reasons=$(grep -cvE '^(#|$)' "$open" || true)
[ -z "$none" ] || { echo "rules without a claim:" && echo "$none"; bad=$((bad + 1)); }
echo "rules: $there in $(cut -d' ' -f1 "$b/rules/there" | sort -u | wc -l) documents, $claimed claimed by $(wc -l <"$b/rules/claims") wrong readings, $reasons with a reason instead"
[ "$bad" = 0 ]
