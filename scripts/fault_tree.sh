#!/bin/sh
# fault_tree.sh TREE: a copy of the RTL in TREE in which every expression of tests/faults/expressions.txt has a selector: variable pick of package
# wt_fault_pkg holds the number of the row that counts, 0 = none. TREE is what WARPTWIN_ROOT then names.
set -eu
cd "$(dirname "$0")/.."
tree=$1
scripts/rtl_tree.sh "$tree"
# the package comes before all that uses it
echo 'package wt_fault_pkg; int unsigned pick /*verilator public_flat_rw*/; endpackage' >"$tree/wt_fault_pkg.sv"
sed -i 's#-Irtl "\$gen/wt_pkg.sv"#-Irtl wt_fault_pkg.sv "$gen/wt_pkg.sv"#' "$tree/scripts/build_rtl.sh"
grep -q wt_fault_pkg "$tree/scripts/build_rtl.sh" || { echo "fault_tree: build_rtl.sh has no place for the package" >&2; exit 2; }
awk -v mode=select -v lists=tests/faults/expressions.txt -v tree="$tree" -v pick="wt_fault_pkg::pick == 32'dNUMBER" -f scripts/planted.awk
