#!/bin/sh
# cuda_public.sh DIR [BUILD] [PATTERN]: compiles public CUDA programs (Rodinia, PolyBench-GPU, CUDA samples; needs nvcc of CUDA 13 and git) and runs
# each with small inputs by `warptwin exec`: a row a program, as in docs/results/cuda.md. DIR gets the sources and executables, unless they are there,
# and everything that is made. Samples have names that begin with s_. The environment: SHAPE of the C twin (default), TWINS: shape of a lock-step run too (none), SECONDS_EACH (120).
set -eu
dir=${1:?a folder for the programs}
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${2:-$root/build}" && pwd) pattern=${3:-.}
shape=${SHAPE:-default} twins_shape=${TWINS:-} limit=${SECONDS_EACH:-120}
command -v nvcc >/dev/null || { echo "cuda_public: nvcc is missing (CUDA 13), put its folder into PATH" >&2; exit 2; }
mkdir -p "$dir/bin" "$dir/run"
cd "$dir"
dir=$PWD
[ -d gpu-rodinia ] || git clone -q --depth 1 https://github.com/yuhc/gpu-rodinia
[ -d cuda-samples ] || git clone -q --depth 1 https://github.com/NVIDIA/cuda-samples
[ -d polybenchGpu ] || git clone -q --depth 1 https://github.com/sgrauerg/polybenchGpu

# one NAME FOLDER FLAGS SOURCES ARGUMENTS CHECK: compiles in FOLDER, runs in run/NAME. CHECK is a pattern of the output that shows the program's own
# comparison with its host code, with ! before it: that shows a failure; "-": it makes none, so the oracle alone has checked every instruction.
one() {
  name=$1 folder=$2 flags=$3 sources=$4 args=$5 check=$6
  echo "$name" | grep -qE "$pattern" || return 0
  mkdir -p "run/$name"
  # shellcheck disable=SC2086
  if ! [ -x "bin/$name" ] && ! (cd "$folder" && nvcc -w -O2 -arch=sm_75 -include "$root/include/warptwin_compat.h" $flags -o "$dir/bin/$name" $sources -lm) >"run/$name/compile" 2>&1; then
    echo "| ${name#s_} | does not compile: $(grep -m 1 -E 'error|undefined' "run/$name/compile" | sed 's/.*error[: ]*//; s/.*undefined/undefined/; s/|/ /g' | cut -c 1-90) | | | | |"
    return 0
  fi
  cells=$(run_on c "$shape")
  twins='not run'
  case $cells in
    'ok |'*) [ -z "$twins_shape" ] || twins=$(run_on cosim "$twins_shape" | awk -F ' [|] ' '{ print $1 == "ok" ? "0 differences, " $3 " cycles" : $1 }') ;;
  esac
  echo "| ${name#s_} $args | $cells $twins |"
}

run_on() {
  rc=0
  # shellcheck disable=SC2086
  (cd "run/$name" && timeout "$limit" "$build/warptwin" exec -q --config "$2" --backend "$1" -- "$dir/bin/$name" $args) >"run/$name/out.$1" 2>"run/$name/err.$1" </dev/null || rc=$?
  last=$(tail -n 1 "run/$name/err.$1")
  launches=$(echo "$last" | sed -n 's/.*: \([0-9]*\) launch[es]*, \([0-9]*\) cycles.*/\1 | \2/p')
  why=$(grep -m 1 '^warptwin: ' "run/$name/err.$1" | sed 's/^warptwin: //; s/|/ /g' | cut -c 1-150)
  verdict=ok
  checked='the oracle'
  if [ $rc = 124 ]; then verdict="more than $limit s"
  elif echo "$last" | grep -q 'was stopped'; then verdict="stops (exit $rc): $why"
  elif echo "$last" | grep -q 'by signal'; then verdict="the program itself ends by a signal: $(echo "$last" | sed 's/.*signal /signal /')"
  elif [ "$check" != - ]; then
    checked='its own host code'
    if [ "${check#!}" = "$check" ]; then grep -qE -- "$check" "run/$name/out.$1" || verdict="exit $rc, result not confirmed${why:+: $why}"
    elif grep -qE -- "${check#!}" "run/$name/out.$1"; then verdict="exit $rc, result not confirmed"
    fi
  elif grep -q 'is not launched' "run/$name/err.$1"; then verdict="does not fit: $(sed -n 's/^warptwin: .* is not launched: //p' "run/$name/err.$1" | head -n 1 | cut -c 1-110)"
  elif [ $rc != 0 ]; then verdict="exit $rc"
  fi
  echo "$verdict | ${launches:-| } | $checked |"
}

echo '| program | C twin | launches | cycles | checked by | lock-step |'
echo '|---|---|---|---|---|---|'

# ---- PolyBench-GPU: every program compares with its host code; sizes of 32. Their names are too short for the headers, which come first. ----
sizes() { # sizes FILE N STEPS
  {
    for h in cuda assert math stdarg stdio stdlib string sys/time time unistd; do echo "#include <$h.h>"; done
    for n in N NI NJ NK NL NM NX NY NP NQ NR M; do echo "#define $n $2"; done
    for n in TMAX TSTEPS; do echo "#define $n $3"; done
  } >"$1"
}
sizes run/sizes.h 32 3
sizes run/sizes16.h 16 3
sizes run/sizes256.h 256 2
for p in polybenchGpu/CUDA/*/; do
  p=$(basename "$p")
  file=$(cd "polybenchGpu/CUDA/$p" && echo *.cu)
  [ -f "polybenchGpu/CUDA/$p/$file" ] || continue
  header=sizes.h
  case $p in
    3DCONV) header=sizes16.h ;;
    CORR | COVAR) header=sizes256.h ;; # fewer columns are a grid of 0 blocks, and rows must be as many
    GEMVER) header=sizes256.h ;;
  esac
  one "$p" "polybenchGpu/CUDA/$p" "-include $dir/run/$header" "$file" '' 'Error Threshold of .* Percent: 0$|misses: 0$'
done

# ---- Rodinia: inputs are made here ----
r=gpu-rodinia/cuda
awk 'BEGIN { srand(7); n = 600; print n; for (i = 0; i < n; i++) print 3 * i, 3; print ""; print 0; print ""; print 3 * n
  for (i = 0; i < 3 * n; i++) print int(rand() * n), 1 }' >run/graph.txt
awk 'BEGIN { srand(3); for (i = 0; i < 16384; i++) printf "%.3f\n", 320 + 20 * rand() }' >run/temp.txt
awk 'BEGIN { srand(4); for (i = 0; i < 16384; i++) printf "%.5f\n", rand() / 1000 }' >run/power.txt
awk 'BEGIN { print 400; for (i = 0; i < 400; i++) print i }' >run/keys.txt
printf 'j 20 40\nk 30\n' >run/commands.txt
awk 'BEGIN { srand(5); for (i = 0; i < 200; i++) { printf "%d", i; for (k = 0; k < 8; k++) printf " %.3f", rand() * 10; print "" } }' >run/points.txt
awk 'BEGIN { srand(6); for (i = 0; i < 200; i++) printf "1950  1  1  0  0 ALPHA      %5.1f  %5.1f   30   0\n", 10 + 40 * rand(), 20 + 60 * rand() }' >run/storms.db
echo "$dir/run/storms.db" >run/storms.txt
awk 'BEGIN { print 16; for (i = 0; i < 256; i++) print i % 17 / 3.0 + 1 }' >run/matrix.txt
one backprop $r/backprop '' 'backprop.c facetrain.c imagenet.c backprop_cuda.cu' 256 -
one bfs $r/bfs '' bfs.cu "../graph.txt" -
one b+tree $r/b+tree '-I.' 'main.c kernel/kernel_gpu_cuda_wrapper.cu kernel/kernel_gpu_cuda_wrapper_2.cu util/timer/timer.c util/num/num.c util/cuda/cuda.cu' 'file ../keys.txt command ../commands.txt' -
one cfd $r/cfd '-I../../cuda/util' euler3d.cu '' -
one dwt2d $r/dwt2d '-I.' 'main.cu dwt.cu components.cu dwt_cuda/fdwt53.cu dwt_cuda/fdwt97.cu dwt_cuda/common.cu dwt_cuda/rdwt97.cu dwt_cuda/rdwt53.cu' '' -
one gaussian $r/gaussian '' gaussian.cu '-s 16' -
one hotspot $r/hotspot '' hotspot.cu '64 2 2 ../temp.txt ../power.txt out.txt' -
one hotspot3D $r/hotspot3D '' 3D.cu '64 4 2 ../power.txt ../temp.txt out.txt' 'Accuracy: [0-9.]+e-0[5-9]'
one huffman $r/huffman '' 'main_test_cu.cu pack_kernels.cu vlc_kernel_sm64huff.cu stats_logger.cpp scan.cu cpuencode.cpp hist.cu' '' -
one hybridsort $r/hybridsort '-DTIMER' 'main.cu bucketsort.cu mergesort.cu' r -
one kmeans $r/kmeans '' 'cluster.c getopt.c kmeans.c kmeans_clustering.c kmeans_cuda.cu rmse.c' '-o -i ../points.txt' -
one lavaMD $r/lavaMD '-I.' 'main.c util/num/num.c util/timer/timer.c util/device/device.cu kernel/kernel_gpu_cuda_wrapper.cu' '-boxes1d 1' -
one lud $r/lud/cuda '-I../common' 'lud.cu lud_kernel.cu ../common/common.c' '-s 32 -v' '!dismatch'
one mummergpu $r/mummergpu/src '' mummergpu.cu '' -
one myocyte $r/myocyte '' main.cu '3 1 0' -
one nn $r/nn '' nn_cuda.cu '../storms.txt -r 5 -lat 30 -lng 90' -
one nw $r/nw '' needle.cu '64 10' -
one particlefilter_float $r/particlefilter '' ex_particle_CUDA_float_seq.cu '-x 16 -y 16 -z 3 -np 64' -
one particlefilter_naive $r/particlefilter '' ex_particle_CUDA_naive_seq.cu '-x 16 -y 16 -z 3 -np 64' -
one pathfinder $r/pathfinder '' pathfinder.cu '300 10 3' -
one srad_v1 $r/srad/srad_v1 '' main.cu '1 0.5 32 32' -
one srad_v2 $r/srad/srad_v2 '' srad.cu '32 32 0 15 0 15 0.5 1' -
one streamcluster $r/streamcluster '' 'streamcluster_cuda_cpu.cpp streamcluster_cuda.cu' '3 6 8 128 128 20 none out.txt 1' -

# ---- CUDA samples that need no graphics, no textures, no driver interface and no other library; they say what became of their check ----
for p in cuda-samples/Samples/[02356]_*/*/; do
  name=$(basename "$p") args='' flags='' check='[Pp]ass|PASS|[Ss]uccess|OK$|: *0 *errors'
  case $name in
    *nvrtc* | *Drv* | *GL* | *D3D* | *Vulkan* | vulkan* | *EGL* | *MPI* | *Tex* | *texture* | ptxjit | *DynlinkJIT | *Surface* | *TensorCore* | *MMAP) continue ;;
    matrixMul) args='-wA=32 -hA=32 -wB=32 -hB=32' ;;
    simpleMultiGPU | simpleP2P | cdp*) check=- ;;
    reduction) args='--n=4096 --iterations=1' ;;
    reductionMultiBlockCG) args='--n=4096' ;;
    threadFenceReduction) args='--n=4096' ;;
    transpose) args='-dimX=64 -dimY=64' ;;
    radixSortThrust) args='-n=4096 -iterations=1' ;;
    simpleStreams) args='--nreps=1' ;;
    alignedTypes | inlinePTX | template | simple* | clock | newdelete | StreamPriorities) check=- ;;
  esac
  case $name in cdp*) flags=-rdc=true ;; esac
  sources=$(cd "$p" && ls ./*.cu ./*.cpp 2>/dev/null | tr '\n' ' ')
  case $sources in *.cu*) ;; *) continue ;; esac
  mkdir -p "run/s_$name"
  [ ! -d "$p/data" ] || cp -r "$p/data" "run/s_$name/"
  one "s_$name" "$p" "-std=c++17 -I$dir/cuda-samples/Common $flags" "$sources" "$args" "$check"
done
