#!/bin/sh
# assert_check.sh BUILD [EVERY]: can every assertion of the RTL fail? Each row of tests/fixtures/assertions.txt breaks a block so that one assertion fails
# under the stimulus of the block's bench. EVERY: one of N, chosen by its own text. A row with a reason is not tried.
set -eu
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd) every=${2:-1}
table=tests/fixtures/assertions.txt
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# every label has a row; every row that is tried names a label that is there
for f in rtl/[!l]*/*.sv; do
  grep -oE '^ *[A-Za-z0-9]+_A: assert' "$f" | sed 's/: assert//; s/^ *//' | sed "s/^/$(basename "$f" .sv | sed 's/^wt_//')./"
done | sort >"$dir/there"
awk -v mode=rows -v lists=$table -f scripts/planted.awk >"$dir/rows"
# the rules of the control-flow units are shown with one unit
while read -r a; do
  grep -q "^@ $a " $table || { [ "${a%.*}" = cfu_rules ] && grep -q "^@ [a-z_]*\.${a#*.} " $table; } || echo "assert-check: $a has no row in $table"
done <"$dir/there" >"$dir/missing"
while read -r _ a _; do
  grep -qxE "(${a%.*}|cfu_rules)\.${a#*.}" "$dir/there" || echo "assert-check: $table breaks $a, which is not there"
done <"$dir/rows" >>"$dir/missing"
cat "$dir/missing"
n=0 bad=$(wc -l <"$dir/missing")
awk -v every="$every" -f scripts/draw.awk "$dir/rows" >"$dir/drawn"
while read -r _ id file keys; do
  n=$((n + 1)) t=$dir/tree assertion=${id#*.}
  awk -v mode=apply -v lists=$table -v id="$id" -f scripts/planted.awk | scripts/rtl_tree.sh "$t" "$file"
  # shellcheck disable=SC2086
  WARPTWIN_ROOT=$t WARPTWIN_CACHE=$t/cache timeout 1200 "$build/assert_bench" "${id%.*}" 1 4000 $keys >"$dir/log" 2>&1 </dev/null || true
  if ! grep -qE "[.]$assertion:|[.]${assertion}[.' ]" "$dir/log"; then
    echo "assert-check: $id did not fail: $(grep -m1 -vE '^$|Running' "$dir/log" | cut -c1-120)"
    bad=$((bad + 1))
  fi
done <"$dir/drawn"
echo "assert-check: $n broken blocks, $((n - bad + $(wc -l <"$dir/missing"))) assertions failed as they must; $bad findings"
[ "$bad" = 0 ] && [ "$n" -gt 0 ]
