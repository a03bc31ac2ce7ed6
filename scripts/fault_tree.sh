#!/bin/sh
# fault_tree.sh TREE: a copy of the RTL in TREE in which every expression of tests/faults/expressions.txt has a selector: variable pick of package
# wt_fault_pkg holds the number of the line that counts, 0 = none. TREE is what WARPTWIN_ROOT then names.
set -eu
cd "$(dirname "$0")/.."
tree=$1 list=tests/faults/expressions.txt
rm -rf "$tree" && mkdir -p "$tree/scripts" "$tree/tb/cosim"
cp -r rtl "$tree/"
cp scripts/rtl_deps.sh "$tree/scripts/" && cp tb/cosim/wt_plugin.cpp tb/cosim/wt_plugin.h "$tree/tb/cosim/"
# the package comes before all that uses it
echo 'package wt_fault_pkg; int unsigned pick /*verilator public_flat_rw*/; endpackage' >"$tree/wt_fault_pkg.sv"
sed 's#-Irtl "\$gen/wt_pkg.sv"#-Irtl wt_fault_pkg.sv "$gen/wt_pkg.sv"#' scripts/build_rtl.sh >"$tree/scripts/build_rtl.sh"
grep -q wt_fault_pkg "$tree/scripts/build_rtl.sh" || { echo "fault_tree: build_rtl.sh has no place for the package" >&2; exit 2; }
chmod +x "$tree/scripts/build_rtl.sh"
awk -v tree="$tree" -v pick="wt_fault_pkg::pick == 32'dNUMBER" -f scripts/fault_select.awk "$list"
