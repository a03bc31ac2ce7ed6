#!/bin/sh
# check_bits.sh BUILD: on every shape below, the flip-flop and memory bits and the ports of every block's rows equal those that Yosys builds.
# Corner shapes start from the small presets: what is special about them does not need the default sizes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
CHECK_BITS=$build/check_bits
export CHECK_BITS
cache=$build/bits/cache shapes=$build/bits/shapes
rm -rf "$shapes" "$cache"/tmp.*
mkdir -p "$cache" "$shapes"

list() {
  cat <<'LIST'
default
small
tiny
tiny WARPS=1
tiny WARPS=3
tiny WARPS=48
tiny LANES=2
tiny WARP_SIZE=8 LANES=8
tiny WARP_SIZE=8
tiny RF_BANKS=2
tiny RF_BANKS=32
tiny COLLECTORS=1
tiny COLLECTORS=5
tiny OPREAD=naive
tiny IBUF_DEPTH=1
tiny IBUF_DEPTH=3
tiny CTAS=1
tiny CTAS=3
tiny LSU_ENTRIES=1
tiny LSU_ENTRIES=3
tiny LSU_LINES=1
tiny SMEM_BANKS=2
tiny BX_REGS=1
tiny WSYNC_SLOTS=1
small DIVERGENCE=multipath
tiny DIVERGENCE=multipath OREC=1 RT_DEPTH=1
tiny DIVERGENCE=multipath WARP_SIZE=8 RT_DEPTH=5
tiny DIVERGENCE=multipath WARPS=1 OREC=1 RT_DEPTH=8 WSYNC_SLOTS=1
small DIVERGENCE=hanoi
tiny DIVERGENCE=hanoi WS_DEPTH=3 REC_DEPTH=5 BX_REGS=7
small DIVERGENCE=simt_stack
tiny DIVERGENCE=simt_stack STACK_DEPTH=2 WARPS=1 BX_REGS=1
tiny DIVERGENCE=simt_stack WARP_SIZE=8 STACK_DEPTH=10
small DIVERGENCE=barrier
tiny DIVERGENCE=barrier CB_MASKS=lane
tiny DIVERGENCE=barrier WARPS=1 BX_REGS=1 WSYNC_SLOTS=1
tiny SCOREBOARD=coon SB_SPLIT=1
default SCOREBOARD=coon
tiny SCOREBOARD=coon SB_ENTRIES=2
tiny SCOREBOARD=coon WARPS=1 SB_ENTRIES=16
tiny WARPS=1 CTAS=1 COLLECTORS=1 IBUF_DEPTH=1 LSU_ENTRIES=1 LSU_LINES=1 BX_REGS=1 WSYNC_SLOTS=1
LIST
}

# The comparison must be able to fail: Yosys reads this fixture without a word and drops three quarters of its storage.
fixture=$here/../tests/fixtures/bad_struct_array.sv
mkdir "$shapes/fixture"
"$CHECK_BITS" emit "$shapes/fixture" tiny
"$here/check_yosys.sh" "$fixture" "$shapes/fixture" "$cache"
if "$CHECK_BITS" expect 0 32 "$shapes/fixture/bad_struct_array.sum"; then
  echo "check-bits: tests/fixtures/bad_struct_array.sv was accepted; the comparison is blind" >&2
  exit 1
fi
echo "fixture bad_struct_array.sv: rejected, as it must be"

dir_of() { echo "$shapes/$(echo "$*" | tr ' ' ,)"; }

list | while read -r shape; do
  dir=$(dir_of "$shape")
  mkdir "$dir"
  # shellcheck disable=SC2086
  "$CHECK_BITS" emit "$dir" $shape
  sed "s|\$| $dir $cache|" "$dir/blocks"
done >"$build/bits/jobs"
# xargs gives 123 when a job fails; the comparison below then finds its netlist missing. Each module's complaint is shown once.
xargs -P "${WT_JOBS:-2}" -L 1 "$here/check_yosys.sh" <"$build/bits/jobs" 2>"$build/bits/log" || true
awk '/refuses it|^no module/ { show = !(($1 $3) in seen); seen[$1 $3] = 1 } show' "$build/bits/log" >&2

printf '%-22s %-10s %8s %8s %9s %9s  %s\n' shape block rowsFF yosysFF rowsMEM yosysMEM verdict >"$build/bits/table"
fail=0
while read -r shape; do
  label=$(echo "$shape" | cut -c1-22)
  # shellcheck disable=SC2086
  "$CHECK_BITS" compare "$label" "$(dir_of "$shape")" $shape >>"$build/bits/table" || fail=1
done <<LIST
$(list)
LIST
# without V=1: the default shape and whatever is wrong
if [ "${V:-0}" = 1 ]; then
  cat "$build/bits/table"
else
  awk 'NR == 1 || /^default  / || !/ equal$/' "$build/bits/table"
fi
echo "check-bits: $(list | wc -l) shapes, $(grep -c ' equal$' "$build/bits/table") block shapes equal," \
  "$(grep -cE ' (DIFFERENT|LATCH|no netlist)$' "$build/bits/table" || true) not; table in build/bits/table"
exit $fail
