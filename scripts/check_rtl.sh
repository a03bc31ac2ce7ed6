#!/bin/sh
# check_rtl.sh BUILD: lints every module alone as top: Verilator -Wall and Yosys with warnings fatal on small. The machine as a whole on small, default and quad for
# Verilator: widths of two presets, and what the sub-cores of an SM share.
# What a module says in other words to Verilator (`ifdef VERILATOR) is proved to be the same, block by block, by SAT on tiny.
# `make area-check` reads every block with Yosys on many more shapes.
set -eu
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
export LINT_BUILD="$build" # the jobs are lines for xargs: no path in them, it may hold blanks
cache=$build/bits/cache lint=$build/lint
rm -rf "$lint" "$cache"/*.lint.tmp*
mkdir -p "$lint" "$cache"
verilator --version | grep -q ' 5\.006 ' || echo "lint: note: house rules were written for Verilator 5.006"

cat >"$lint/one" <<'ONE'
#!/bin/sh
tool=$1 top=$2 dir=$LINT_BUILD/lint/$3
out=$dir/$top.$tool.log
if [ "$tool" = verilator ]; then
  # shellcheck disable=SC2046
  verilator --lint-only -Wall --assert -Irtl --top-module "$top" scripts/wt_lint.vlt "$dir/wt_pkg.sv" $(scripts/rtl_deps.sh "$top") >"$out" 2>&1
elif [ "$tool" = same ]; then
  mkdir "$dir/$top" && scripts/rtl_same.sh "$dir/$top" "$dir" "$top" . '' . -DVERILATOR || { mv "$dir/$top/same.log" "$out" && false; }
else
  "$LINT_BUILD/area_check" yosys "$top" "$dir" "$LINT_BUILD/bits/cache" >"$out" 2>&1
fi && exit 0
echo "$top, shape $(basename "$dir"), $tool:" >>"$out.bad"
grep -E '^%|ERROR|Warning' "$out" | grep -v '^%Error: Exiting' | head -n 6 | sed 's/^/  /' >>"$out.bad"
ONE
chmod +x "$lint/one"
mkdir "$lint/quad"
"$build/area_check" emit "$lint/quad" quad
for shape in tiny default small; do
  mkdir "$lint/$shape"
  "$build/area_check" emit "$lint/$shape" "$shape"
  for f in rtl/*/*.sv; do
    m=$(basename "$f" .sv)
    if [ $shape = tiny ]; then # a part is proved within its block
      # shellcheck disable=SC2046
      [ ! -f "cmodel/spec/blocks/${m#wt_}.def" ] || ! grep -q '^`ifdef VERILATOR' $(scripts/rtl_deps.sh "$m") || echo "same $m tiny"
      continue
    fi
    # the wiring is elaborated with all that is below it: once, as the whole, for Verilator; Yosys sees its parts one by one
    case $f in rtl/top/*) [ "$m" = wt_gpu ] || continue ;; esac
    # so are the blocks of default, with its widths; those that it does not have are linted alone
    if [ $shape = default ] && [ "$m" != wt_gpu ]; then
      [ -f "cmodel/spec/blocks/${m#wt_}.def" ] && ! grep -qx "$m" "$lint/default/blocks" || continue
    fi
    echo "verilator $m $shape"
    case $f-$shape in rtl/top/* | *-default) continue ;; esac
    echo "yosys $m $shape"
  done
done >"$lint/jobs"
echo "verilator wt_gpu quad" >>"$lint/jobs"
xargs -P "${WT_JOBS:-2}" -L 1 "$lint/one" <"$lint/jobs"
n=$(find "$lint" -name '*.bad' | wc -l)
find "$lint" -name '*.bad' | sort | xargs -r cat
echo "lint: $(wc -l <"$lint/jobs") runs of Verilator and Yosys, $n with findings"
[ "$n" = 0 ]
