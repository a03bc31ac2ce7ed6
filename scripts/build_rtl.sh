#!/bin/sh
# build_rtl.sh TOP GENDIR CACHEDIR: verilates module TOP with GENDIR/wt_pkg.sv into a shared object and prints its path.
# The result is cached under the hash of everything it is made from. WT_NETLIST=1 builds the Yosys netlist of TOP instead of its sources;
# with a file GENDIR/ports, TOP gets a selector that breaks these ports (break_ports.awk).
set -eu
top=$1 gen=$2 cache=$3
root=$(cd "$(dirname "$0")/.." && pwd)
command -v verilator >/dev/null || { echo "build-rtl: verilator is missing; install it with ./setup" >&2; exit 2; }
from=$top vtop=$top
[ -f "$gen/wt_tb.sv" ] && from=$gen/wt_tb.sv vtop=wt_tb # a module around TOP: the machine with its inputs behind registers, parts at several sizes
files=$("$root/scripts/rtl_deps.sh" "$from" "$gen/unused_modules" | tr '\n' ' ') || exit 2
[ -n "$files" ] || { echo "build-rtl: no module $top under rtl/" >&2; exit 2; }
if [ -f "$gen/ports" ]; then
  own=$(printf '%s\n' $files | grep "/$top.sv$")
  awk -v ports="$gen/ports" -f "$root/scripts/break_ports.awk" "$own" >"$gen/$top.sv"
  files=$(printf '%s\n' $files | sed "s|^$own\$|$gen/$top.sv|" | tr '\n' ' ')
fi
version=$(verilator --version)
key=$({ echo "$version $top ${WT_RTL_CFLAGS:-} ${WT_NETLIST:-}"; cat "$gen/wt_pkg.sv" "$gen/wt_public.vlt" $files "$root/tb/cosim/wt_plugin.cpp" "$root/tb/cosim/wt_plugin.h" "$0"; } | sha256sum | cut -c1-16)
so=$cache/$top-$key.so
[ -f "$so" ] && { echo "$so"; exit 0; }
mkdir -p "$cache"
exec 9>"$cache/.lock-$top-$key"
flock 9
[ -f "$so" ] && { echo "$so"; exit 0; }
[ -t 2 ] && echo "building the RTL of $top for this shape (once)" >&2
tmp=$(mktemp -d "$cache/tmp.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
inc=$(verilator --getenv VERILATOR_ROOT)/include
flags="-std=c++17 -fPIC -fvisibility=hidden -O2 ${WT_RTL_CFLAGS:-} -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0"
# the runtime is compiled once for all shapes
rt=$cache/runtime-$(echo "$version $flags" | sha256sum | cut -c1-12)
(
  flock 8
  [ -f "$rt/ok" ] || {
    mkdir -p "$rt"
    g++ $flags -isystem "$inc" -isystem "$inc/vltstd" -c "$inc/verilated.cpp" -o "$rt/verilated.o"
    g++ $flags -isystem "$inc" -isystem "$inc/vltstd" -c "$inc/verilated_threads.cpp" -o "$rt/verilated_threads.o"
    g++ $flags -isystem "$inc" -isystem "$inc/vltstd" -c "$inc/verilated_dpi.cpp" -o "$rt/verilated_dpi.o"
    : > "$rt/ok"
  }
) 8>"$cache/.lock-runtime"
lint=
if [ -n "${WT_NETLIST:-}" ]; then
  # registers and write ports keep their names, so the harness binds the same rows; opt may merge logic but not remove state
  yosys -q -e . -p "read_verilog -sv $gen/wt_pkg.sv; read_verilog -sv -DSYNTHESIS $files; hierarchy -check -top $top; proc
    setattr -set keep 1 $top/w:*_q $top/w:*_we $top/w:*_wa; flatten; opt; memory_collect; write_verilog -noattr $tmp/$top.v" >"$tmp/log" 2>&1 ||
    { cat "$tmp/log" >&2; exit 2; }
  files=$tmp/$top.v lint='-Wno-lint -Wno-UNOPTFLAT -Wno-fatal'
fi
verilator --cc --top-module "$vtop" --Mdir "$tmp/obj" -O3 --assert --x-assign unique --x-initial unique --output-split 20000 \
  -Wno-UNUSEDSIGNAL -Wno-UNUSEDPARAM $lint -I"$root/rtl" "$gen/wt_pkg.sv" "$gen/wt_public.vlt" $files >"$tmp/log" 2>&1 ||
  { cat "$tmp/log" >&2; exit 2; }
# Few large translation units: most of the time of a small one goes into the runtime's headers. A block alone is built for a quick start.
units=1 opt=-O1
[ "$top" = wt_gpu ] && units=6 opt=
n=0
for c in "$tmp"/obj/*.cpp "$root/tb/cosim/wt_plugin.cpp"; do
  echo "#include \"$c\"" >>"$tmp/unit$((n % units)).cpp"
  n=$((n + 1))
done
ls "$tmp"/unit*.cpp | xargs -P "${WT_JOBS:-2}" -I{} g++ $flags $opt -isystem "$inc" -isystem "$inc/vltstd" -I"$tmp/obj" -I"$root/tb" \
  -DWT_TOP="$vtop" -DWT_HEADER="\"V$vtop.h\"" -c {} -o {}.o
g++ -shared -o "$tmp/out.so" "$tmp"/unit*.o "$rt"/*.o -Wl,-Bsymbolic -Wl,--exclude-libs,ALL -lpthread -latomic
mv "$tmp/out.so" "$so"
echo "$so"
