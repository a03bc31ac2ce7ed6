#!/bin/sh
# build.sh [DIR]: compiles the programs of this folder (nvcc of CUDA 13) into DIR, default bin. Those that need NVIDIA's libraries go elsewhere only.
set -eu
out=${1:-}
cd "$(dirname "$0")"
to=${out:-bin}
flags="-w -O2 -Xlinker --as-needed -Xlinker --strip-debug -Xlinker --build-id=none"
mkdir -p "$to"
for p in spin_barrier spin_flag spin_locks shfl_inactive shared_config special stack faults guarded token naps constants bytes warps; do
  # shellcheck disable=SC2086
  nvcc -cudart shared $flags -o "$to/$p" $p.cu
done
[ -z "$out" ] || nvcc -w -O2 -o "$to/libraries" libraries.cu -lcublas -lcurand -lcufft
