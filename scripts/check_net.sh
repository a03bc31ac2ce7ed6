#!/bin/sh
# check_net.sh BUILD [CYCLES [SHAPE]]: every block's Yosys netlist in lock-step with its C twin under random stimulus; prints a table.
# STEMS: only these.
set -eu
cd "$(dirname "$0")/.."
build=$1 cycles=${2:-5000} shape=${3:-tiny}
mkdir -p "$build/net"
cat >"$build/net/one" <<'ONE'
#!/bin/sh
dir=$1 cycles=$2 shape=$3 stem=$4
if WT_NETLIST=1 "$dir/../warptwin" bench "$stem" --config "$shape" --cycles "$cycles" >"$dir/$stem.log" 2>&1; then
  verdict=equal
else
  verdict=DIFFERENT
fi
bits=$(sed -nE 's/.* ([0-9]+) flip-flop and ([0-9]+) memory bits.*/\1 | \2/p' "$dir/$stem.log")
echo "| $stem | $cycles | ${bits:-- | -} | $verdict |" >"$dir/$stem.row"
ONE
chmod +x "$build/net/one"
rm -f "$build"/net/*.row
stems=${STEMS:-$("$build/warptwin" bench)}
[ -n "$stems" ] || { echo "check-net: no blocks to check" >&2; exit 1; }
printf '%s\n' $stems | xargs -P "${WT_JOBS:-2}" -I{} "$build/net/one" "$build/net" "$cycles" "$shape" {}
echo '| block | cycles | FF bits | MEM bits | netlist and C twin |'
echo '|---|---|---|---|---|'
for s in $stems; do cat "$build/net/$s.row"; done
for s in $stems; do
  grep -q DIFFERENT "$build/net/$s.row" && tail -n 3 "$build/net/$s.log" >&2
done
! grep -q DIFFERENT "$build"/net/*.row
