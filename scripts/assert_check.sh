#!/bin/sh
# assert_check.sh BUILD [EVERY]: can every assertion of the RTL fail? tests/fixtures/assertions.txt names one break of a block for each; the
# block is broken in a copy of the sources and runs under the stimulus of its bench, and the assertion must fail there. EVERY: one of N, chosen by its own text.
# An assertion without a line is listed under "never shown to fail" in tests/fixtures/assertions_open.txt, with its reason.
set -eu
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd) every=${2:-1}
table=tests/fixtures/assertions.txt open=tests/fixtures/assertions_open.txt
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# every label has a line or a reason; every line names a label that is there
for f in rtl/[!l]*/*.sv; do
  grep -oE '^ *[A-Za-z0-9]+_A: assert' "$f" | sed 's/: assert//; s/^ *//' | while read -r a; do echo "$(basename "$f" .sv | sed 's/^wt_//') $a"; done
done | sort >"$dir/there"
grep -v '^#' "$table" | sed 's/ *@ */@/g' | awk -F@ '{ print $1, $2 }' | sort >"$dir/lines"
# the rules of the control-flow units are shown with one unit
while read -r stem a; do
  grep -qx "$stem $a" "$dir/lines" || grep -q "^$stem $a:" "$open" || { [ "$stem" = cfu_rules ] && grep -q " $a\$" "$dir/lines"; } ||
    echo "assert-check: $a of wt_$stem has no line in $table"
done <"$dir/there" >"$dir/missing"
while read -r stem a; do
  grep -qx "$stem $a" "$dir/there" || grep -qx "cfu_rules $a" "$dir/there" || echo "assert-check: $table breaks $a of $stem, which is not there"
done <"$dir/lines" >>"$dir/missing"
cat "$dir/missing"
# the runtime of Verilator need not be compiled again
mkdir "$dir/cache"
for r in "${WARPTWIN_CACHE:-build/rtl}"/runtime-*; do [ -d "$r" ] && ln -s "$(cd "$r" && pwd)" "$dir/cache/"; done
n=0 bad=$(wc -l <"$dir/missing") k=0
while IFS=@ read -r stem assertion file edit keys; do
  k=$((k + 1))
  t=$dir/$k
  mkdir -p "$t/scripts" "$t/tb/cosim"
  cp -r rtl "$t/"
  cp scripts/build_rtl.sh scripts/rtl_deps.sh "$t/scripts/"
  cp tb/cosim/wt_plugin.cpp tb/cosim/wt_plugin.h "$t/tb/cosim/"
  sed -i "$edit" "$t/rtl/$file"
  n=$((n + 1))
  if cmp -s "rtl/$file" "$t/rtl/$file"; then
    echo "assert-check: $stem, $assertion: the sed command changes nothing"
    bad=$((bad + 1))
    continue
  fi
  # shellcheck disable=SC2086
  WARPTWIN_ROOT=$t WARPTWIN_CACHE=$dir/cache timeout 1200 "$build/assert_bench" "$stem" 1 4000 $keys >"$t/log" 2>&1 </dev/null || true
  if ! grep -qE "[.]$assertion:|[.]${assertion}[.' ]" "$t/log"; then
    echo "assert-check: $stem: $assertion did not fail: $(grep -m1 -vE '^$|Running' "$t/log" | cut -c1-120)"
    bad=$((bad + 1))
  fi
  rm -rf "$t"
done <<T
$(grep -v '^#' "$table" | sed 's/ *@ */@/g' | awk -v every="$every" -f scripts/draw.awk)
T
echo "assert-check: $n broken blocks, $((n - bad + $(wc -l <"$dir/missing"))) assertions failed as they must; $bad findings"
[ "$bad" = 0 ] && [ "$n" -gt 0 ]
