#!/bin/sh
# edit_loop.sh BUILD [BLOCK...]: seconds from an edited line of a block's RTL to the verdict of three kernels, in a copy of the tree; the block runs beside the
# C machine. The first row has everything in the cache.
set -eu
b=$(cd "$1" && pwd) root=$(cd "$(dirname "$0")/.." && pwd)
shift
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir -p "$copy/tb" "$copy/tests"
cp -r "$root/rtl" "$root/scripts" "$copy"
cp -r "$root/tb/cosim" "$copy/tb"
cp -r "$root/tests/kernels" "$copy/tests"
export WARPTWIN_CACHE="$copy/cache" WARPTWIN_ROOT="$copy" WT_QUIET=1
loop() { # loop BLOCK: a verdict, in seconds
  t0=$(date +%s.%N)
  "$b/warptwin" regress --config small --only bfs,matmul,nw --hosts "$b/kernels" --beside "$1" --quiet >"$copy/said" 2>&1 || { cat "$copy/said"; exit 1; }
  date +%s.%N | awk -v t0="$t0" '{ printf "%.1f", $1 - t0 }'
}
printf '| block | nothing edited, s | a comment edited, s | a line edited, s |\n|---|---:|---:|---:|\n'
for blk in "${@:-sched}"; do
  file=$(ls "$copy"/rtl/*/wt_"$blk".sv)
  loop "$blk" >/dev/null # whatever the cache lacks
  none=$(loop "$blk")
  sed -i '1i // a comment' "$file"
  comment=$(loop "$blk")
  sed -i "s/^endmodule/  logic edited_$$;\n  assign edited_$$ = clk;\nendmodule/" "$file"
  printf '| %s | %s | %s | %s |\n' "$blk" "$none" "$comment" "$(loop "$blk")"
done
