#!/bin/sh
# build.sh: makes the programs of this folder again, with nvcc of CUDA 13. Dynamic ones link libcudart.so.13; vectors_static.zst holds the runtime
# inside, as nvcc does it by default, packed with zstd; so does libplugin_static.so.
set -eu
cd "$(dirname "$0")"
flags="-O2 -Xlinker --as-needed -Xlinker --strip-debug -Xlinker --build-id=none"
dynamic() { # dynamic NAME FLAGS SOURCE...
  out=$1 more=$2
  shift 2
  # shellcheck disable=SC2086
  nvcc -cudart shared $flags $more -o "bin/$out" "$@"
}
mkdir -p bin
for p in first vectors managed streams pitched classes launches faults device prints grids copies nested times slow room constants edges bounds stack asked exact held; do dynamic $p '' $p.cu; done
dynamic wrong -lineinfo wrong.cu
dynamic astray '-lineinfo -rdc=true' astray.cu
dynamic symbols '--fatbin-options -compress-all' symbols.cu symbols_more.cu symbols_data.cu
dynamic per_thread '--default-stream per-thread' streams.cu
dynamic linked '-rdc=true' linked.cu linked_more.cu
dynamic erased '-rdc=true' erased.cu
dynamic erased_debug -G erased.cu
dynamic several '-gencode arch=compute_80,code=sm_80 -gencode arch=compute_75,code=sm_75' pitched.cu
dynamic ptx_only '-gencode arch=compute_75,code=compute_75' vectors.cu
dynamic lz4 '--compress-mode=speed --fatbin-options -compress-all' vectors.cu
# shellcheck disable=SC2086
nvcc $flags -o bin/vectors_static vectors.cu
nvcc $flags -shared -Xcompiler -fPIC -o bin/libplugin_static.so plugin.cu
for p in vectors_static libplugin_static.so; do zstd -q -f -19 --rm bin/$p -o bin/$p.zst; done
dynamic libplugin.so '-shared -Xcompiler -fPIC' plugin.cu
