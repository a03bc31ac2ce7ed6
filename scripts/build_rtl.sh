#!/bin/sh
# build_rtl.sh TOP GENDIR CACHEDIR: verilates module TOP with GENDIR/wt_pkg.sv into a shared object and prints its path.
# The result is cached under the hash of everything it is made from. What is unfinished lies in GENDIR, whose maker removes it.
# Lines on stderr say how far it is (WT_RTL_LABEL names the shape), unless WT_QUIET is set. WT_NETLIST=1 builds the Yosys netlist of TOP instead
# of its sources; with a file GENDIR/ports, TOP gets a selector that breaks these ports (break_ports.awk). With GENDIR/wt_guest.sv it is the module around
# somebody's own block that is built, whose state can be saved; GENDIR/files names its sources, one a line.
# WT_RTL_SPEED=native compiles the machine for this processor alone, as far as the compiler can; count does so with counters, which each run adds to those
# in CACHEDIR; profile does so with what they say.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$3"
top=$1 gen=$(cd "$2" && pwd) cache=$(cd "$3" && pwd)
cd "$root" # files are named from here, so that the way to this folder may hold blanks
command -v verilator >/dev/null || { echo "build-rtl: verilator is missing; install it with ./setup" >&2; exit 2; }
from=$top vtop=$top
case $top in wt_gpu | wt_sm) machine=1 ;; *) machine= ;; esac
[ -f "$gen/wt_tb.sv" ] && from=$gen/wt_tb.sv vtop=wt_tb # a module around TOP: the machine with its inputs behind registers, parts at several sizes
save=
[ -f "$gen/wt_guest.sv" ] && from=$gen/wt_guest.sv vtop=wt_guest save=--savable
# somebody's own module in the place of one of ours: GENDIR/replaced names the files that go, GENDIR/own those that come
replaced() { if [ -f "$gen/replaced" ]; then { grep -vxF -f "$gen/replaced" || :; cat "$gen/own"; } | awk '!taken[$0]++'; else cat; fi; }
if [ -f "$gen/files" ]; then files=$(cat "$gen/files"; echo "$gen/wt_guest.sv"); else files=$(scripts/rtl_deps.sh "$from" "$gen/unused_modules") || exit 2; files=$(printf '%s\n' "$files" | replaced); fi
IFS='
'
set -- $files
if [ -f "$gen/ports" ]; then
  own=$(printf '%s\n' "$@" | grep "/$top.sv$")
  awk -v ports="$gen/ports" -f scripts/break_ports.awk "$own" >"$gen/$top.sv"
  set -- $(printf '%s\n' "$@" | grep -v "^$own\$") "$gen/$top.sv"
fi
unset IFS
version=$("$(command -v verilator_bin || command -v verilator)" --version) # the wrapper needs ten times as long
speed=${WT_RTL_SPEED:-} faster='' cpu='' counts=''
case $speed in
  '') ;;
  native | count | profile)
    if [ "$machine" ] && [ -z "${WT_NETLIST:-}" ]; then # blocks alone are built for a quick start
      faster=-O3
      g++ -march=native -x c++ -c /dev/null -o /dev/null 2>/dev/null && faster='-O3 -march=native -ffp-contract=off'
      cpu=" native $(g++ $faster -dM -E -x c++ /dev/null | sha256sum)" # what the processor can do, and the compiler's version
    elif [ "$speed" = native ]; then
      speed=
    fi ;;
  *) echo "build-rtl: WT_RTL_SPEED=$speed: expected native, count or profile" >&2; exit 2 ;;
esac
# a comment, and lines of nothing else, change nothing that is built
texts() { cat "$@" | sed -e 's,//.*,,' -e 's/[[:space:]]*$//' -e '/^$/d'; }
key=$({ echo "$version $top $vtop ${WT_RTL_CFLAGS:-} ${WT_NETLIST:-}$cpu"; cat "$gen/wt_pkg.sv" "$gen/wt_public.vlt"; texts "$@" rtl/*/*.svh; cat tb/cosim/wt_plugin.cpp tb/cosim/wt_plugin.h scripts/build_rtl.sh; } | sha256sum | cut -c1-16)
counted() { find "$counts" -name '*.gcda' 2>/dev/null | LC_ALL=C sort; }
without() { # WHY: goes on without a profile
  [ -n "${WT_QUIET:-}" ] || echo "RTL of ${WT_RTL_LABEL:-$top}: $1; built without a profile" >&2
  speed=${cpu:+native} counts=
}
case $speed in count | profile)
  counts=$cache/counts-$key
  if [ "$speed" = count ] && ! echo 'extern "C" void __gcov_dump(); int main() { __gcov_dump(); }' | g++ -fprofile-generate -x c++ - -o /dev/null 2>/dev/null; then
    without 'the compiler does not count as gcc does'
  elif [ "$speed" = profile ] && [ -z "$(counted)" ]; then
    without 'nothing is counted yet (WT_RTL_SPEED=count)'
  else
    key=$({ echo "$key $speed"; [ "$speed" = count ] || counted | sed 's/.*/"&"/' | xargs cat; } | sha256sum | cut -c1-16)
  fi ;;
esac
so=$cache/$top-$key.so
[ -f "$so" ] && { touch -c "$so"; echo "$so"; exit 0; } # "last used", for warptwin cache
mkdir -p "$cache"
exec 9>"$cache/.lock-$top-$key"
flock 9
[ -f "$so" ] && { echo "$so"; exit 0; }
t0=$(date +%s) WT_RTL_LABEL=${WT_RTL_LABEL:-$top}
export WT_RTL_LABEL
say() { [ -n "${WT_QUIET:-}" ] || echo "RTL of $WT_RTL_LABEL: $1, $(($(date +%s) - t0)) s" >&2; }
tmp=$gen/build
mkdir "$tmp"
# A compiler on a full disk fails with words of its own: this is the last line then.
room() {
  [ "$1" = 0 ] && return
  free=$(df -Pk "$gen" 2>/dev/null | awk 'NR == 2 { print $4 }')
  [ "${free:-9999}" -gt 2048 ] ||
    echo "build-rtl: the disk of $cache is full ($free KB are left); make room ('warptwin cache prune'), or name another folder with WARPTWIN_CACHE" >&2
}
trap 'room $?' EXIT
say '1 of 3, verilating (once a shape)'
inc=$(verilator --getenv VERILATOR_ROOT)/include
flags="-std=c++17 -fPIC -fvisibility=hidden -O2 ${WT_RTL_CFLAGS:-} -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0"
# once DIR MAKE ARG...: what MAKE puts into a folder is made once for all shapes and kept as DIR, beside the sums that it had then
once() {
  (
    dir=$1 make=$2
    shift 2
    flock 8
    if [ -f "$dir/sums" ] && ! (cd "$dir" && cksum -- *.* 2>/dev/null | cmp -s - sums); then
      echo "warptwin: ${dir##*/} in the RTL cache is damaged (it is not what was built); it is built again" >&2
      rm -rf "$dir"
    fi
    [ ! -f "$dir/sums" ] || { touch -c "$dir"; exit 0; } # "last used", for warptwin cache
    rm -rf "$dir" "$tmp/once"
    mkdir "$tmp/once"
    "$make" "$tmp/once" "$@"
    (cd "$tmp/once" && cksum -- *.* >"$tmp/sums")
    mv "$tmp/sums" "$tmp/once/sums"
    mv "$tmp/once" "$dir"
  ) 8>"$cache/.lock-runtime"
}
parts='verilated verilated_threads verilated_dpi verilated_save'
runtime() {
  for c in $parts; do
    g++ $flags -isystem "$inc" -isystem "$inc/vltstd" -c "$inc/$c.cpp" -o "$1/$c.o"
  done
}
rt=$cache/runtime-$(echo "$version $flags $parts, sums of cksum" | sha256sum | cut -c1-12)
once "$rt" runtime
lint=
if [ -n "${WT_NETLIST:-}" ]; then
  # registers and write ports keep their names, so the harness binds the same rows; opt may merge logic but not remove state
  yosys -q -e . -p "read_verilog -sv \"$gen/wt_pkg.sv\"; read_verilog -sv -Irtl -DSYNTHESIS $(echo $files); hierarchy -check -top $top; proc
    setattr -set keep 1 */w:*_q */w:*_we */w:*_wa; flatten; opt; techmap t:\$shift t:\$shiftx; opt_clean; memory_collect; write_verilog -noattr \"$tmp/$top.v\"" >"$tmp/log" 2>&1 ||
    { cat "$tmp/log" >&2; exit 2; }
  # a memory part's rows get the names that the block's rows have (wt_lockstep.c)
  sed -i 's/\\u_\([a-z_]*\)\.mem_\(q\|we\|wa\) /\1_\2 /g; s/\\u_\([a-z_]*\)\.out_q /\1_out_q /g' "$tmp/$top.v"
  set -- "$tmp/$top.v"
  lint='-Wno-lint -Wno-UNOPTFLAT -Wno-fatal'
fi
# The graph optimiser (DFG) of 5.006 makes one concatenation of wires that are driven piece by piece, and copies the wide ones again at each piece.
whole=
[ "$machine" ] && [ -z "${WT_NETLIST:-}" ] && whole=-fno-dfg
verilator --cc $save --top-module "$vtop" --Mdir "$tmp/obj" -O3 $whole --assert --x-assign unique --x-initial unique --output-split 20000 \
  -Wno-UNUSEDSIGNAL -Wno-UNUSEDPARAM -Wno-WIDTHCONCAT $lint -Irtl "$gen/wt_pkg.sv" "$gen/wt_public.vlt" "$@" >"$tmp/log" 2>&1 ||
  { cat "$tmp/log" >&2; exit 2; }
# Few large translation units: most of the time of a small one goes into the runtime's headers. A block alone is built for a quick start.
# Half of the machine's text is what Verilator calls slow: construction, and all logic once more for the first evaluation. It runs once, and is
# compiled as it stands, in the last unit.
# -O2 alone copies wide signals word by word, and those of 128 bytes and more by an instruction that begins slowly (x86).
units=1 opt=-O1
[ -z "${WT_RTL_CFLAGS:-}" ] || opt=-O0 # who compiles machines for a short life has blocks in half the time
if [ "$machine" ]; then
  units=6 opt='-ftree-loop-vectorize -fvect-cost-model=dynamic'
  way=vector_loop:1024:noalign,libcall:-1:noalign
  ! g++ -mmemcpy-strategy=$way -mmemset-strategy=$way -x c++ -c /dev/null -o /dev/null 2>/dev/null || opt="$opt -mmemcpy-strategy=$way -mmemset-strategy=$way"
fi
# The compiler needs a second for the runtime's headers, in every unit: half the time of a block. So they, too, are compiled once; where that does not suit
# the options of a unit, it reads their text.
headers() {
  for c in cstring string vector verilated.h verilated_dpi.h verilated_save.h verilated_syms.h; do echo "#include <$c>"; done >"$1/wt_runtime.h"
  to=$1
  shift
  g++ "$@" -x c++-header "$to/wt_runtime.h" -o "$to/wt_runtime.h.gch"
}
hd=$cache/headers-$(echo "$version $(g++ --version) $flags $opt $faster" | sha256sum | cut -c1-12)
once "$hd" headers $flags $opt $faster -isystem "$inc" -isystem "$inc/vltstd"
n=0
for i in $(seq "$units"); do echo '#include "wt_runtime.h"' >"$tmp/unit$i.cpp"; done
for c in "$tmp"/obj/*.cpp "$root/tb/cosim/wt_plugin.cpp"; do
  case $units,$c in
    6,*__Slow.cpp | 6,*__Syms.cpp | 6,*__ConstPool_*.cpp) echo "#include \"$c\"" >>"$tmp/unit6.cpp" ;;
    6,*) echo "#include \"$c\"" >>"$tmp/unit$((n % 5 + 1)).cpp"; n=$((n + 1)) ;;
    *) echo "#include \"$c\"" >>"$tmp/unit1.cpp" ;;
  esac
done
export t0 units speed counts
# shellcheck disable=SC2016
seq "$units" | xargs -P "${WT_JOBS:-2}" -I{} sh -c 'unit=$1
    shift
    case $unit-$speed in
      6-*) set -- "$@" -O0 ;;
      *-count) set -- "$@" "-fprofile-generate=$counts" -DWT_COUNTS ;;
      *-profile)
        from=$(find "$counts" -name "unit$unit.gcda" | head -n 1)
        # without -fno-ipa-cp g++ 12 ends in a segmentation fault on some counts
        [ -z "$from" ] || set -- "$@" "-fprofile-use=$from" -fno-ipa-cp -fprofile-partial-training -Wno-missing-profile -Wno-coverage-mismatch ;;
    esac
    "$@" || exit 255 # the others stop, too
    : >"$0.done"
    [ -n "${WT_QUIET:-}" ] || echo "RTL of $WT_RTL_LABEL: 2 of 3, compiled $(ls "$(dirname "$0")"/*.done | wc -l) of $units units, $(($(date +%s) - t0)) s" >&2' \
  "$tmp/unit{}" {} g++ $flags $opt $faster -isystem "$inc" -isystem "$inc/vltstd" -I"$hd" -I"$tmp/obj" -I"$root/tb" ${save:+-DWT_SAVABLE} -DWT_TOP="$vtop" -DWT_HEADER="\"V$vtop.h\"" -DWT_ROOT_HEADER="\"V${vtop}___024root.h\"" -DWT_SYMS_HEADER="\"V${vtop}__Syms.h\"" \
  -c "$tmp/unit{}.cpp" -o "$tmp/unit{}.o"
g++ -shared -o "$tmp/out.so" "$tmp"/unit*.o "$rt"/*.o -Wl,-Bsymbolic -Wl,--exclude-libs,ALL -lpthread -latomic $([ "$speed" != count ] || echo -lgcov)
echo "$WT_RTL_LABEL${speed:+ ($speed)}" | sed "s/.*$top, //" >"${so%.so}.txt"
# beside it its sum, which is there before it is (wt_rtl_sum.h)
set -- $(gzip -1 -c "$tmp/out.so" | tail -c 8 | od -An -tx4 --endian=little)
echo "$1 $(wc -c <"$tmp/out.so")" >"$tmp/sum"
mv "$tmp/sum" "${so%.so}.sum"
mv "$tmp/out.so" "$so"
rm -f "$cache/.lock-$top-$key"
say '3 of 3, ready'
echo "$so"
