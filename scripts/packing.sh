#!/bin/sh
# packing.sh BUILD [PART]: what PACK=on saves and costs, as tables (docs/results/packing.md): kernels of tests/kernels on the C twin with the oracle, on 4, 8
# and 16 lanes of small and quad, and the size table of the same shapes. PART=paths: only the table of paths and slots.
set -eu
b=$1 warptwin=$1/warptwin
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM
# shellcheck source=scripts/grouping_kernels.sh
. scripts/grouping_kernels.sh

# The column YR-32 of docs/results/bounds.md is what paths allow; machine and column are the same but for what the row says, or it ends here.
paths() {
  echo "| kernel | YR-32 | its beats | less: no unit | less: guard | more: by rows | slots | guarded instructions | lanes active | slots saved, 8 lanes | 16 lanes |"
  echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
  for k in $list; do
    for l in 8 16; do
      for p in off on; do
        bound "$k" --config small --set "LANES=$l" --set "PACK=$p" --set DIVERGENCE=hanoi_yr >"$dir/json"
        values json | sed "s/^/$l.$p /"
      done
    done >"$dir/v"
    awk -v k="$k" '{ v[$1 " " $2 " " $3] = $4 }
      function run(name) { return v[at " - " name] }
      function machine(name) { return v[at " machine " name] }
      END {
        for (l = 8; l <= 16; l *= 2) {
          at = l ".off"
          slots[l] = machine("slots"); beats = run("beats_packed")
          if (slots[l] != run("slots") + machine("micro_ops")) exit 1
          at = l ".on"
          if (beats != run("beats_packed") || machine("slots") != beats - run("off_unit") - run("off_guard") + run("on_rows") + machine("micro_ops")) exit 1
          saved[l] = 1 - machine("slots") / slots[l]
        }
        at = "8.on"
        printf "| %s | %.1f | %d | %d | %d | %d | %d | %d | %.1f %% | %.0f %% | %.0f %% |\n", k, 100 * run("thread_instructions") / run("beats_packed") / 8,
          run("beats_packed"), run("off_unit"), run("off_guard"), run("on_rows"), machine("slots"), run("guarded"), 100 * machine("lane_activity"),
          100 * saved[8], 100 * saved[16]
      }' "$dir/v"
  done
}
if [ "${2-}" = paths ]; then
  paths
  exit
fi

eleven=nested,find_first,nqueens,spmv,collatz,mandel,interp,bigswitch,exits,twolevel,bfs
shapes='small:4 small:8 small:16 quad:4 quad:8 quad:16'
for s in $shapes; do
  for p in off on; do
    "$b/warptwin" regress --run --hosts "$b/kernels" --config "${s%:*}" --set "LANES=${s#*:}" --set "PACK=$p" --digest "$dir/$s.$p" >/dev/null
    "$b/warptwin" size --config "${s%:*}" --set "LANES=${s#*:}" --set "PACK=$p" >"$dir/$s.$p.size"
    "$b/warptwin" bound "$eleven" --config "${s%:*}" --set "LANES=${s#*:}" --set "PACK=$p" -q --json "$dir/$s.$p.json" >/dev/null
    awk -F'[":, ]+' '/"name"/ { k = $3 } /"machine"/ { m = 1 } /"engines"/ { m = 0 } m && NF > 2 { print k, $2, $3 }' "$dir/$s.$p.json" >"$dir/$s.$p.machine"
  done
done
echo "Cycles with PACK=on, of those without; geometric mean of all kernels of tests/kernels:"
echo
echo "| shape | lanes | all | those that gain at least 2 % | kernels that gain | that lose |"
echo "|---|---:|---:|---:|---:|---:|"
for s in $shapes; do
  LC_ALL=C sort "$dir/$s.off" >"$dir/a"
  LC_ALL=C sort "$dir/$s.on" >"$dir/b"
  awk -v shape="${s%:*}" -v lanes="${s#*:}" '
    { for (i = NF; i > 2 && $i !~ /^[0-9a-f]{16}$/; i--); cycles = $(NF - 2) }
    NR == FNR { off[$1] = cycles; next }
    $1 in off { r = cycles / off[$1]; n++; all += log(r); if (r < 0.98) { g++; gain += log(r) } if (r > 1.02) l++ }
    END { printf "| %s | %s | %.3f | %.3f | %d of %d | %d |\n", shape, lanes, exp(all / n), g ? exp(gain / g) : 1, g, n, l }' "$dir/a" "$dir/b"
done
echo
echo "Kernels in which threads part, cycles with PACK=on, of those without:"
echo
echo "| kernel | small, 4 lanes | 8 | 16 | quad, 4 lanes | 8 | 16 |"
echo "|---|---:|---:|---:|---:|---:|---:|"
for k in $(echo $eleven | tr , " "); do
  printf '| %s |' "$k"
  for s in $shapes; do
    off=$(awk -v k="$k" '$1 == k { print $(NF - 2) }' "$dir/$s.off") on=$(awk -v k="$k" '$1 == k { print $(NF - 2) }' "$dir/$s.on")
    awk -v a="$off" -v b="$on" 'BEGIN { printf " %.3f |", b / a }'
  done
  echo
done
echo
echo "The same on small with 8 lanes, without and with packing. Slots: cycles in which the issue slot is used. Lanes active: of the LANES of a slot for a unit,"
echo "those that execute. Bank conflicts: an operand word waits a cycle, because its register bank is written or read for another word."
echo
echo "| kernel | cycles | packed | slots | packed | lanes active | packed | bank conflicts | packed |"
echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
for k in $(echo $eleven | tr , " "); do
  awk -v k="$k" '
    $1 == k { v[$2 " " (FILENAME ~ /on.machine$/)] = $3 }
    function two(name) { return sprintf(" %d | %d |", v[name " 0"], v[name " 1"]) }
    END { printf "| %s |%s%s %.1f %% | %.1f %% |%s\n", k, two("cycles"), two("slots"), 100 * v["lane_activity 0"], 100 * v["lane_activity 1"], two("bank_conflicts") }' \
    "$dir/small:8.off.machine" "$dir/small:8.on.machine"
done
echo
echo "All eleven together:"
echo
echo "| shape | lanes | PACK | cycles | slots | lanes active | bank conflicts | in a hundred slots for a unit |"
echo "|---|---:|---|---:|---:|---:|---:|---:|"
for s in $shapes; do
  for p in off on; do
    awk -v shape="${s%:*}" -v lanes="${s#*:}" -v p="$p" '
      { sum[$2] += $3 } $2 == "unit_slots" { n = $3 } $2 == "lane_activity" { active += n * $3 }
      END { printf "| %s | %s | %s | %d | %d | %.1f %% | %d | %.1f |\n", shape, lanes, p, sum["cycles"], sum["slots"], 100 * active / sum["unit_slots"], sum["bank_conflicts"],
        100 * sum["bank_conflicts"] / sum["unit_slots"] }' "$dir/$s.$p.machine"
  done
done
echo
echo "What a lane more costs and gives: cycles relative to 8 lanes without PACK (geometric mean of all kernels, and of the eleven above), flip-flop and memory bits, gate equivalents and"
echo "mm2 at 45 nm of the size table:"
echo
echo "| shape | lanes | PACK | cycles | of the eleven | bits | kGE | mm2 |"
echo "|---|---:|---|---:|---:|---:|---:|---:|"
for s in $shapes; do
  for p in off on; do
    LC_ALL=C sort "$dir/${s%:*}:8.off" >"$dir/a"
    LC_ALL=C sort "$dir/$s.$p" >"$dir/b"
    awk -v shape="${s%:*}" -v lanes="${s#*:}" -v p="$p" -v eleven=",$eleven," '
      FILENAME ~ /size$/ { if (/^total/) { sub(/^total \([^)]*\) */, ""); size = $0 }; next }
      FILENAME ~ /a$/ { base[$1] = $(NF - 2); next }
      $1 in base { r = log($(NF - 2) / base[$1]); n++; all += r; if (index(eleven, "," $1 ",")) { e++; some += r } }
      END { split(size, f, /  +/); printf "| %s | %s | %s | %.3f | %.3f | %s | %.0f | %.3f |\n", shape, lanes, p, exp(all / n), exp(some / e), f[1], kge(f[3]), f[4] }
      function kge(t) { gsub(/ /, "", t); return t / 1000 }' "$dir/a" "$dir/b" "$dir/$s.$p.size"
  done
done
echo
echo "Blocks that packing changes, each synthesised with Yosys on small (memories left out): gate equivalents and gate levels without and with it:"
echo
echo "| block | 4 lanes: GE | levels | packed: GE | levels | 8 lanes: GE | levels | packed: GE | levels | 16 lanes: GE | levels | packed: GE | levels |"
echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
for block in pack issue sreg collector bankarb; do
  printf '| %s |' $block
  for l in 4 8 16; do
    for p in off on; do
      if [ $block.$p = pack.off ]; then printf ' - | - |'; else
        "$warptwin" size --config small --set LANES=$l --set PACK=$p --block $block --synth --timeout 300 -q | awk -v b=$block '$1 == b { printf " %.0f | %s |", $2, $NF }'
      fi
    done
  done
  echo
done
echo
echo "What the machine makes of YR-32:"
echo
paths
