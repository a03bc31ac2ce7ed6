// stack.cu WHAT - "set": recursion that needs more stack than 1 KiB, after cudaDeviceSetLimit; "alloca": what a GPU gives without being asked.
// Right: both compute. "small": the recursion without the limit. Right: a memory fault.
#include "../cuda/check.h"
__device__ __noinline__ int f(int n, int x) {
  volatile int a[8] = {x, n};
  if (n < 1) return x;
  int r = f(n - 1, x + (x & 1));
  return r + n + a[x & 1] * 0;
}
__global__ void recurse(int *o, int n) { o[threadIdx.x] = f(n + (threadIdx.x & 1), threadIdx.x); }
__global__ void vla(int *o, int n) {
  int *q = (int *)__builtin_alloca(n * 4 + threadIdx.x % 4 * 16), s = 0;
  for (int i = 0; i < n; i++) q[i] = i * threadIdx.x;
  for (int i = 0; i < n; i++) s += q[i * 5 % n];
  o[threadIdx.x] = s;
}
int main(int, char **argv) {
  int h[32], *d;
  size_t limit;
  DO(cudaMalloc(&d, sizeof h));
  if (!strcmp(argv[1], "set")) {
    DO(cudaDeviceSetLimit(cudaLimitStackSize, 32768));
    DO(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
    IS(limit, 32768);
  }
  if (!strcmp(argv[1], "alloca")) vla<<<1, 32>>>(d, 10);
  else recurse<<<1, 32>>>(d, 200);
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int t = 0; t < 32; t++) {
    int n = 200 + (t & 1);
    IS(h[t], !strcmp(argv[1], "alloca") ? 5 * 5 * t : t + (t & 1) + n * (n + 1) / 2);
  }
  printf("stack: right\n");
  return 0;
}
