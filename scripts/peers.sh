#!/bin/sh
# peers.sh BUILD [REPOSITORY]: simulated cycles a second of Nyuzi's RTL (one core of 4 threads with 16 lanes) by this machine's Verilator. Fetches
# commit ed5c1a50 from REPOSITORY (default GitHub's) into BUILD/peers and builds it there; nothing of it is kept in this tree. Not a part of CI.
# Its test bench reads files through C that Verilator 5 no longer takes: these lines go, no program here uses an SD card or a dump of memory. Its own
# main looks at a variable that Verilator 5 does not have; the one below resets and clocks. The program: 32000 passes of a loop of five vector
# operations, a scalar one and a branch, on each of the four threads. To be set beside `make bench` of 4 warps of 16 lanes.
set -eu
d=$1/peers commit=ed5c1a50b77af80e54800e21bd8b62822c3f496a from=${2:-https://github.com/jbush001/NyuziProcessor}
mkdir -p "$d"
if [ ! -x "$d/gen/Vsoc_tb" ]; then
  rm -rf "$d/nyuzi" "$d/gen"
  git clone -q --no-checkout "$from" "$d/nyuzi" || { echo "peers.sh: cannot fetch $from; name a copy of the repository as the second argument" >&2; exit 2; }
  git -C "$d/nyuzi" checkout -q $commit -- hardware
  tb=$d/nyuzi/hardware/testbench
  sed -i '/\$c("fputc/d' "$tb/soc_tb.sv"
  sed -i '/`ifdef VERILATOR/,/`endif/d' "$tb/sim_sdmmc.sv"
  cat >"$d/main.cpp" <<'CPP'
#include <cstdio>
#include <ctime>
#include "Vsoc_tb.h"
#include "verilated.h"
static vluint64_t now;
double sc_time_stamp() { return (double)now; }
int main(int argc, char **argv) {
  Verilated::commandArgs(argc, argv);
  Vsoc_tb *t = new Vsoc_tb;
  t->reset = 0, t->clk = 0, t->eval();
  t->reset = 1, t->eval();
  clock_t from = clock();
  for (; !Verilated::gotFinish(); now++) {
    if (now == 4) t->reset = 0;
    t->clk = !t->clk;
    t->eval();
  }
  double s = (double)(clock() - from) / CLOCKS_PER_SEC;
  printf("\nNyuzi, 4 threads of 16 lanes: %llu cycles, %.2f s of processor time, %.0f cycles/s\n", (unsigned long long)now / 2, s, (double)now / 2 / s);
  return 0;
}
CPP
  hw=$d/nyuzi/hardware
  verilator --unroll-count 512 --assert -Wno-fatal -Wno-lint -Wno-style -DSIMULATION=1 -I"$hw/core" -y "$tb" -y "$hw/fpga/common" -Mdir "$d/gen" -O3 \
    --x-assign fast --cc "$tb/soc_tb.sv" --exe "$(realpath "$d/main.cpp")" "$(realpath "$tb/jtag_socket.cpp")" >"$d/log" 2>&1 &&
    make -s -C "$d/gen" -f Vsoc_tb.mk OPT_FAST=-O2 Vsoc_tb >>"$d/log" 2>&1 || { echo "peers.sh: Nyuzi does not build, see $d/log" >&2; exit 1; }
fi

# Nyuzi's instruction words; its memory image is of bytes in the order of addresses.
word() { printf '%08x\n' $(($1)) | sed 's/\(..\)\(..\)\(..\)\(..\)/\4\3\2\1/'; }
immediate() { word "($1 << 29) | ($2 << 24) | (($5 & 0x3fff) << 10) | ($3 << 5) | $4"; } # format operation destination source value
registers() { word "0xc0000000 | ($1 << 26) | ($2 << 20) | ($5 << 15) | ($3 << 5) | $4"; } # format operation destination a b
to_control() { word "0x80000000 | (6 << 25) | ($2 << 5) | $1"; }
from_control() { word "0xa0000000 | (6 << 25) | ($2 << 5) | $1"; }
{
  immediate 0 15 0 0 15 # s0 = 15
  to_control 21 0       # all four threads run
  immediate 0 15 1 0 8000
  immediate 0 11 1 1 2   # s1 = 32000
  registers 4 5 2 2 3    # v2 += v3
  registers 4 3 4 4 2    # v4 ^= v2
  registers 4 7 5 5 4    # v5 *= v4
  immediate 1 5 3 3 1    # v3 += 1
  registers 4 6 6 6 5    # v6 -= v5
  immediate 0 6 1 1 1    # s1 -= 1
  word "0xf0000000 | (2 << 25) | ((-6 & 0xfffff) << 5) | 1"
  from_control 0 2 # s2 = number of the thread
  immediate 0 15 3 0 1
  registers 0 11 3 3 2 # s3 = 1 << s2
  to_control 20 3      # which ends
  word "0xf0000000 | (3 << 25)"
} >"$d/loop.hex"
for round in 1 2 3; do "$d/gen/Vsoc_tb" "+bin=$d/loop.hex" | grep '^Nyuzi'; done
