#!/bin/sh
# bounds.sh BUILD: the tables of docs/results/bounds.md from `warptwin bound` on ten kernels, on shape small: 8 lanes, Hanoi-YR's warps of 32.
set -eu
warptwin=$1/warptwin
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# shellcheck source=scripts/grouping_kernels.sh
. scripts/grouping_kernels.sh
for k in $list; do
  bound "$k" --config small >"$dir/$k.all"
  bound "$k" --config small --lookups 64 --barriers 1024 >"$dir/$k.r64"
  bound "$k" --config small --barriers 16 >"$dir/$k.b16"
  bound "$k" --config small --lanes 16 >"$dir/$k.l16"
  for f in all r64 b16 l16; do values "$k.$f" | sed "s/^/$f /"; done >"$dir/$k.v"
done

# table HEAD PROGRAM: a row a kernel; v["FILE NAME MEMBER"] is there
table() {
  echo "$1"
  echo "$1" | sed 's/[^|]\{1,\}/---/g'
  for k in $list; do
    awk -v k="$k" 'function pc(x) { return sprintf("%.1f", 100 * x) }
      function lanes(f, e) { return pc(v[f " " e " lane_activity"]) }
      function saved(f) { return sprintf("%.0f", 100 * (1 - v[f " - slots_packed"] / v[f " - slots"])) }
      function rows(e) { return v["all " e " loads"] ? sprintf("%.1f", v["all " e " load_rows"] / v["all " e " loads"]) : "-" }
      { v[$1 " " $2 " " $3] = $4 } END { t = v["all - thread_instructions"]; printf "| %s | ", k; '"$2"' }' "$dir/$k.v"
  done
}
cat <<'TEXT'
Lane activity in %, 8 lanes, latency 8, loads 100, 1024 threads resident: `warptwin bound --config small KERNEL`, with `--scale 8` for nqueens and `--scale 16` for spmv; nested,
find_first and collatz are launches of their cubins with 4 CTAs of 256 threads, on inputs that scripts/bounds.sh makes. YR-32: the run's own warps of 32 under Hanoi-YR, beats
packed. R64: CROWN with `--lookups 64 --barriers 1024`; B16: with `--barriers 16`.

TEXT
engines='stack LWM-32 - LWM-64 LWM-128 TBC DWF-maj DWF-time DWF-pdom CROWN'
table "| kernel | bound | stack | LWM-32 | YR-32 | LWM-64 | LWM-128 | TBC | DWF-maj | DWF-time | DWF-pdom | CROWN | R64 | B16 |" '
  printf "%s", pc(t / v["all - bound"] / 8); n = split("'"$engines"'", e, " ")
  for (i = 1; i <= n; i++) printf " | %s", e[i] == "-" ? pc(t / v["all - beats_packed"] / 8) : lanes("all", e[i])
  print " | " lanes("r64", "CROWN") " | " lanes("b16", "CROWN") " |"'
echo
table "| kernel | free | greedy | stack, cycles | TBC | DWF-maj | CROWN | rows a load: TBC | DWF-maj | CROWN | slots saved, 8 lanes | 16 lanes |" '
  printf "%s | %s", pc(t / v["all - free"] / 8), pc(t / v["all - greedy"] / 8)
  n = split("stack TBC DWF-maj CROWN", e, " ")
  for (i = 1; i <= n; i++) printf " | %d", v["all " e[i] " cycles"]
  for (i = 2; i <= n; i++) printf " | %s", rows(e[i])
  print " | " saved("all") " % | " saved("l16") " % |"'
echo
table "| kernel | TBC: divergent branches | adequate | foretold | CAPRI: issues over TBC's | CROWN: barriers, peak | groups, peak |" '
  printf "%d | %d | %.0f %%", v["all TBC divergent"], v["all TBC adequate"], 100 * v["all TBC foretold"] / v["all TBC divergent"]
  printf " | %+.1f %%", 100 * (v["all CAPRI issues"] / v["all TBC issues"] - 1)
  print " | " v["r64 CROWN peak"] " | " v["all CROWN groups_peak"] " |"'
