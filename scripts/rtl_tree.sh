#!/bin/sh
# rtl_tree.sh TREE [FILE]: TREE has what RTL is built of, for WARPTWIN_ROOT, with FILE as standard input has it; and an empty TREE/cache for WARPTWIN_CACHE,
# but for the runtime of Verilator, which need not be compiled again.
set -eu
cd "$(dirname "$0")/.."
rm -rf "$1" && mkdir -p "$1/scripts" "$1/tb/cosim" "$1/cache"
cp -r rtl "$1/"
cp scripts/build_rtl.sh scripts/rtl_deps.sh "$1/scripts/" && cp tb/cosim/wt_plugin.cpp tb/cosim/wt_plugin.h "$1/tb/cosim/"
for r in "${WARPTWIN_CACHE:-build/rtl}"/runtime-* "${WARPTWIN_CACHE:-build/rtl}"/headers-*; do [ ! -d "$r" ] || ln -s "$(cd "$r" && pwd)" "$1/cache/"; done
[ $# = 1 ] || cat >"$1/$2"
