#!/bin/sh
# check_names.sh: names in backticks of a block document (docs/blocks/*/wt_<block>.md) are names that the block has: a row or port of any .def, a key, a
# field, a signal, or a name in both of its twins. A register that is renamed in the rows is renamed in the texts too, or this says where it is not.
set -eu
cd "$(dirname "$0")/.."
# what documents name that is none: kernels (by their sources), verdicts, parts of syntax
kernels=$(basename -a tests/kernels/*.cu | sed 's/\.cu$//' | tr '\n' ' ')
set -- cmodel/spec/blocks/*.def
awk -v exceptions="$kernels livelock return scoreboard control_codes s_i u_mem __syncwarp" -f scripts/check_names.awk \
  "$@" cmodel/spec/*.def cmodel/spec/ports/*.def cmodel/*/wt_*.[ch] rtl/*/*.sv rtl/*/*.svh docs/blocks/*/wt_*.md
echo "lint: names in the documents of $# blocks are names of the blocks"
