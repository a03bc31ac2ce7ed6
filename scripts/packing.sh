#!/bin/sh
# packing.sh BUILD: what PACK=on saves and costs, as tables (docs/results/packing.md): kernels of tests/kernels on the C twin with the oracle, on 4, 8 and 16
# lanes of small and quad, and the size table of the same shapes.
set -eu
b=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM
shapes='small:4 small:8 small:16 quad:4 quad:8 quad:16'
for s in $shapes; do
  for p in off on; do
    "$b/warptwin" regress --run --hosts "$b/kernels" --config "${s%:*}" --set "LANES=${s#*:}" --set "PACK=$p" --digest "$dir/$s.$p" >/dev/null
    "$b/warptwin" size --config "${s%:*}" --set "LANES=${s#*:}" --set "PACK=$p" >"$dir/$s.$p.size"
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
for k in nested find_first nqueens spmv collatz mandel interp bigswitch exits twolevel bfs; do
  printf '| %s |' "$k"
  for s in $shapes; do
    off=$(awk -v k="$k" '$1 == k { print $(NF - 2) }' "$dir/$s.off") on=$(awk -v k="$k" '$1 == k { print $(NF - 2) }' "$dir/$s.on")
    awk -v a="$off" -v b="$on" 'BEGIN { printf " %.3f |", b / a }'
  done
  echo
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
    awk -v shape="${s%:*}" -v lanes="${s#*:}" -v p="$p" -v eleven=' nested find_first nqueens spmv collatz mandel interp bigswitch exits twolevel bfs ' '
      FILENAME ~ /size$/ { if (/^total/) { sub(/^total \([^)]*\) */, ""); size = $0 }; next }
      FILENAME ~ /a$/ { base[$1] = $(NF - 2); next }
      $1 in base { r = log($(NF - 2) / base[$1]); n++; all += r; if (index(eleven, " " $1 " ")) { e++; some += r } }
      END { split(size, f, /  +/); printf "| %s | %s | %s | %.3f | %.3f | %s | %.0f | %.3f |\n", shape, lanes, p, exp(all / n), exp(some / e), f[1], kge(f[3]), f[4] }
      function kge(t) { gsub(/ /, "", t); return t / 1000 }' "$dir/a" "$dir/b" "$dir/$s.$p.size"
  done
done
