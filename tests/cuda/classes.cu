// classes.cu - objects with CUDA calls in static constructors and destructors, templates, virtual functions and function pointers in kernels.
#include "check.h"
struct early {
  int *d;
  early() { DO(cudaMalloc(&d, BLOCK * sizeof *d)), DO(cudaMemset(d, 0, BLOCK * sizeof *d)); }
  ~early() {
    cudaError_t e = cudaFree(d);
    printf(e ? "classes: the last free failed\n" : "classes: right\n");
  }
};
static early first;
struct shape {
  __device__ virtual int area(int x) const = 0;
};
struct square : shape {
  int a;
  __device__ square(int q) : a(q) {}
  __device__ int area(int x) const override { return a * a + x; }
};
struct strip : shape {
  int a;
  __device__ strip(int q) : a(q) {}
  __device__ int area(int x) const override { return a - x; }
};
__global__ void areas(int *p, int n) {
  square s(n);
  strip t(n + 1);
  const shape *which = p[threadIdx.x] & 1 ? (const shape *)&s : (const shape *)&t;
  p[threadIdx.x] = which->area(threadIdx.x);
}
template <typename T, int N> __global__ void sum(const T *p, T *out) {
  T s = 0;
  for (int i = 0; i < N; i++) s += p[(threadIdx.x + i) % blockDim.x];
  out[threadIdx.x] = s;
}
typedef int (*step)(int);
__device__ int up(int x) { return x + 1; }
__device__ int thrice(int x) { return x * 3; }
__device__ step steps[2] = {up, thrice};
__global__ void choose(int *p) { p[threadIdx.x] = steps[threadIdx.x & 1](p[threadIdx.x]); }
int main() {
  int h[BLOCK];
  long long wide[BLOCK], *dw;
  for (int i = 0; i < BLOCK; i++) h[i] = i;
  DO(cudaMemcpy(first.d, h, sizeof h, cudaMemcpyHostToDevice));
  areas<<<1, BLOCK>>>(first.d, 6);
  DO(cudaMemcpy(h, first.d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < BLOCK; i++) IS(h[i], i & 1 ? 36 + i : 7 - i);
  choose<<<1, BLOCK>>>(first.d);
  DO(cudaMemcpy(h, first.d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < BLOCK; i++) IS(h[i], i & 1 ? 3 * (36 + i) : 8 - i);
  for (int i = 0; i < BLOCK; i++) wide[i] = (long long)i << 33;
  DO(cudaMalloc(&dw, 2 * sizeof wide));
  DO(cudaMemcpy(dw, wide, sizeof wide, cudaMemcpyHostToDevice));
  sum<long long, 3><<<1, BLOCK>>>(dw, dw + BLOCK);
  DO(cudaMemcpy(wide, dw + BLOCK, sizeof wide, cudaMemcpyDeviceToHost));
  for (int i = 0; i < BLOCK; i++) IS(wide[i], ((long long)i + (i + 1) % BLOCK + (i + 2) % BLOCK) << 33);
  sum<int, 2><<<1, BLOCK>>>(first.d, first.d);
  DO(cudaDeviceSynchronize());
  DO(cudaFree(dw));
  return 0;
}
