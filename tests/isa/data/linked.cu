// linked.cu - two translation units in one file, for relocations of code: linked.cubin is made by
//   nvcc -arch=sm_75 -rdc=true -cubin -DUNIT=1 -o 1.cubin linked.cu; the same with UNIT=2; nvlink -arch=sm_75 1.cubin 2.cubin -o linked.cubin
// The kernels beside that: one that needs a heap (and is refused), one with more than 4 KiB of parameters.
typedef int (*step)(int);
#if UNIT == 1
extern __device__ int factor;
extern __device__ int scaled(int x);
extern __device__ int sum_to(int n);
extern __device__ step steps[2];
__device__ int offset = 7;
struct many {
  int v[1200];
};
extern "C" __global__ void scale(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = scaled(p[i]) + offset;
}
extern "C" __global__ void sums(int *p) { p[threadIdx.x] = sum_to(p[threadIdx.x]); }
extern "C" __global__ void choose(int *p) { p[threadIdx.x] = steps[p[threadIdx.x] & 1](p[threadIdx.x]); }
extern "C" __global__ void pick(int *p, many m) { p[threadIdx.x] = m.v[p[threadIdx.x]]; }
extern "C" __global__ void heap(int **p) { *p = (int *)malloc(4); }
#else
__device__ int factor = 3;
__device__ __noinline__ int scaled(int x) { return x * factor; }
__device__ __noinline__ int sum_to(int n) { return n <= 0 ? 0 : n + sum_to(n - 1); }
__device__ int up(int x) { return x + 1000; }
__device__ int down(int x) { return x - 1000; }
__device__ step steps[2] = {up, down};
#endif
