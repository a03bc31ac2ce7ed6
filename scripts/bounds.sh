#!/bin/sh
# bounds.sh BUILD: the tables of docs/results/bounds.md from `warptwin bound` on ten kernels, on shape small: 8 lanes, Hanoi-YR's warps of 32.
set -eu
warptwin=$1/warptwin kernels=tests/kernels
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# ints FILE N LEAST RANGE: N numbers of 32 bits, each LEAST .. LEAST + RANGE - 1
ints() {
  # shellcheck disable=SC2059
  printf "$(awk -v n="$2" -v least="$3" -v range="$4" 'BEGIN {
    for (x = 1; n-- > 0;) {
      for (u = i = 0; i < 2; i++) { x = (x * 69069 + 1) % 4294967296; u = u * 65536 + int(x / 65536) }
      v = least + int(u / 4294967296 * range)
      for (i = 0; i < 4; i++) { printf "\\%03o", v % 256; v = int(v / 256) }
    }
  }')" >"$1"
}
ints "$dir/nested" 1024 0 4294967296
ints "$dir/find_first" 24576 0 20
ints "$dir/collatz" 1024 1 3000

# bound KERNEL [options]: JSON of one kernel; CTAs of 256 threads, 1024 in all, where the manifest's are small
bound() {
  k=$1
  shift
  case $k in
    nested) set -- "$kernels/$k.cubin" --grid 4 --block 256 --arg "in:$dir/$k" --arg "out:4096:$dir/o" --arg i32:1024 --arg i32:6 "$@" ;;
    find_first) set -- "$kernels/$k.cubin" --grid 4 --block 256 --arg "in:$dir/$k" --arg "out:4096:$dir/o" --arg i32:1024 --arg i32:24 --arg i32:7 "$@" ;;
    collatz) set -- "$kernels/$k.cubin" --grid 4 --block 256 --arg "in:$dir/$k" --arg "out:4096:$dir/o" --arg i32:1024 --arg i32:150 "$@" ;;
    *@*) set -- "${k%@*}" --scale "${k#*@}" "$@" ;;
    *) set -- "$k" "$@" ;;
  esac
  "$warptwin" bound --config small -q --json - "$@"
}
# values of a kernel: "NAME MEMBER VALUE" a line, NAME an engine or -; the last peak of CROWN is that of its barriers
values() { awk -F'[":, ]+' '/"engine"/ { e = $3 } NF > 2 { print (e == "" ? "-" : e), $2, $3 }' "$dir/$1"; }

list="nested find_first nqueens@8 spmv@16 collatz mandel interp bigswitch exits twolevel"
for k in $list; do
  bound "$k" >"$dir/$k.all"
  bound "$k" --lookups 64 --barriers 1024 >"$dir/$k.r64"
  bound "$k" --barriers 16 >"$dir/$k.b16"
  bound "$k" --lanes 16 >"$dir/$k.l16"
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
