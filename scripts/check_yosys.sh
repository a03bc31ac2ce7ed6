#!/bin/sh
# check_yosys.sh MODULE|FILE.sv SHAPEDIR CACHE: elaborates one module with SHAPEDIR/wt_pkg.sv, any Yosys warning is an error, and writes
# SHAPEDIR/MODULE.sum (bits and ports, see check_bits.c). The result is cached under the sources and the package numbers they use, so shapes
# that do not differ for a module share one run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$2 cache=$3
top=$(basename "$1" .sv)
files=$("$here/rtl_deps.sh" "$1")
used=$(cat $files | grep -oE 'wt_pkg::[A-Za-z0-9_]+' | sort -u | sed 's/wt_pkg:://' | tr '\n' '|')
# types are kept whole: their fields are literal numbers
key=$({ yosys -V; echo "$top"; cat $files "$0" "$here/check_bits.c"
  grep -E "^ +parameter .* (${used}-) = " "$dir/wt_pkg.sv" || true
  sed -n '/typedef/,/}/p' "$dir/wt_pkg.sv"; } | sha256sum | cut -c1-20)
sum=$cache/$top-$key.sum
if [ ! -f "$sum" ]; then
  tmp=$(mktemp -d "$cache/tmp.XXXXXX")
  trap 'rm -rf "$tmp"' EXIT
  # Registers are kept even where a corner shape leaves them without a reader (the launch order of one warp); so is what a wire keep_* reads,
  # for a memory in that case. Combinational cells are dropped
  # before writing: only storage, instances and ports are counted.
  yosys -q -e . -p "read_verilog -sv $dir/wt_pkg.sv; read_verilog -sv -DSYNTHESIS $(echo $files); hierarchy -check -top $top; proc; check
    setattr -set keep 1 */w:*_q */w:keep_*
    opt_clean; memory_collect
    delete t:\$* t:\$*ff* %d t:\$*mem* %d t:\$*latch* %d t:\$sr %d t:\$paramod* %d; write_json $tmp/n.json" >"$tmp/log" 2>&1 || {
    echo "$top: Yosys refuses it with the package of $(basename "$dir"):" >&2
    grep -v '^$' "$tmp/log" | tail -n 3 >&2
    exit 1
  }
  "${CHECK_BITS:-$here/../build/check_bits}" sum "$tmp/n.json" "$top" >"$tmp/sum"
  mv "$tmp/sum" "$sum"
fi
cp "$sum" "$dir/$top.sum"
