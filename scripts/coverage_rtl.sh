#!/bin/sh
# coverage_rtl.sh BUILD [PAGE]: lines and toggles of the RTL that the random stimulus of each block reaches, in lock-step on tiny (Verilator's counts). Every block
# is built to count in a copy of the tree, so that the cache of ordinary builds stays as it is. As the table of PAGE behind "<!-- rtl", or to the terminal.
# BLK: one block. CYCLES: of each (default 100000).
set -eu
b=$1 page=${2:-}
dir=$(pwd)/$b/coverage_rtl
mkdir -p "$dir/scripts" "$dir/tb/cosim" "$dir/cache"
rm -rf "$dir/rtl" && cp -r rtl "$dir/"
cp scripts/rtl_deps.sh scripts/break_ports.awk "$dir/scripts/"
cp tb/cosim/wt_plugin.h "$dir/tb/cosim/"
sed 's/^  delete i->top;/  if (getenv("WT_COVERAGE_DAT")) i->ctx.coveragep()->write(getenv("WT_COVERAGE_DAT"));\n&/; s/^#include "verilated.h"/&\n#include "verilated_cov.h"\n#include <cstdlib>/' \
  tb/cosim/wt_plugin.cpp >"$dir/tb/cosim/wt_plugin.cpp"
sed 's/--x-assign unique/--coverage-line --coverage-toggle &/; s/-DVM_COVERAGE=0/-DVM_COVERAGE=1/; s/for c in verilated verilated_threads verilated_dpi/& verilated_cov/' \
  scripts/build_rtl.sh >"$dir/scripts/build_rtl.sh"
chmod +x "$dir/scripts/build_rtl.sh"
grep -q verilated_cov "$dir/tb/cosim/wt_plugin.cpp" && grep -q 'coverage-line' "$dir/scripts/build_rtl.sh" && grep -q verilated_cov "$dir/scripts/build_rtl.sh"
: >"$dir/rows"
for def in cmodel/spec/blocks/*.def; do
  stem=$(basename "$def" .def)
  [ -z "${BLK:-}" ] || [ "$BLK" = "$stem" ] || continue
  [ -f "tb/bench/stim_$stem.c" ] || continue
  set -- --config tiny
  case $stem in
    l1d) set -- "$@" --set L1_BYTES=1024 ;;
    share) set -- "$@" --set SUBCORES=2 ;;
    sco | ilt | pst) set -- --config small --set GROUPING=dwr ;;
    replay) set -- "$@" --set REPLAY=replay ;;
    sb_coon) set -- "$@" --set SCOREBOARD=coon ;;
    sb_codes) set -- "$@" --set SCOREBOARD=codes ;;
    hanoi | barrier | multipath | simt_stack) set -- "$@" --set "DIVERGENCE=$stem" ;;
  esac
  rm -f "$dir/$stem.dat"
  WT_COVERAGE_DAT=$dir/$stem.dat WARPTWIN_ROOT=$dir WARPTWIN_CACHE=$dir/cache "$b/warptwin" bench "$stem" "$@" --cycles "${CYCLES:-100000}" >"$dir/log" 2>&1 ||
    { tail -n 3 "$dir/log" >&2; echo "coverage_rtl: the bench of $stem fails" >&2; }
  [ -s "$dir/$stem.dat" ] || continue
  # a point: \001key\002value ...' count; lines and branches are on page v_line or v_branch, toggles on v_toggle
  tr '\001\002' '|=' <"$dir/$stem.dat" | awk -v stem="$stem" '
    function part(k,   s) { if (!match($0, "\\|" k "=[^|\x27]*")) return ""; return substr($0, RSTART + length(k) + 2, RLENGTH - length(k) - 2) }
    /^C/ {
      f = part("f"); sub(/.*\//, "", f)
      if (f !~ "^wt_" stem "[._]") next
      kind = part("page") ~ /^v_toggle/ ? "t" : "l"
      all[kind]++
      if ($NF > 0) hit[kind]++
      else if (kind == "l") { at = f ":" part("l"); if (!(at in seen)) { seen[at]; miss = miss " " at } }
    }
    END { if (all["l"]) printf "| %s | %d | %d | %.1f | %d | %d | %.1f |%s |\n", stem, all["l"], hit["l"], 100 * hit["l"] / all["l"], all["t"], hit["t"], all["t"] ? 100 * hit["t"] / all["t"] : 100, miss }' >>"$dir/rows"
done
{
  echo "| block | lines and branches | reached | % | toggles | seen | % | never reached |"
  echo "|---|---:|---:|---:|---:|---:|---:|---|"
  cat "$dir/rows"
  awk -F '|' '{ a += $3; h += $4; t += $6; s += $7 } END { printf "| all | %d | %d | %.1f | %d | %d | %.1f | |\n", a, h, 100 * h / a, t, s, 100 * s / t }' "$dir/rows"
} >"$dir/table.md"
if [ -n "$page" ]; then
  awk -v table="$dir/table.md" '/^<!-- rtl/ { print; while ((getline r <table) > 0) print r; exit } { print }' "$page" >"$dir/page.md"
  cp "$dir/page.md" "$page"
  tail -n 1 "$dir/table.md"
else
  cat "$dir/table.md"
fi
