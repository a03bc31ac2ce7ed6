// linked.cu - separate compilation (-rdc=true): functions, variables and pointers across translation units. linked_more.cu is the other one.
#include "check.h"
typedef int (*step)(int);
extern __device__ int scaled(int x);
extern __device__ int factor;
extern __device__ step steps[2];
static __device__ int offset = 7;
__global__ void scale(int *p) { p[threadIdx.x] = scaled(p[threadIdx.x]) + offset; }
__global__ void choose(int *p) { p[threadIdx.x] = steps[threadIdx.x & 1](p[threadIdx.x]); }
int main() {
  int h[BLOCK], *d, f = 4;
  for (int i = 0; i < BLOCK; i++) h[i] = i;
  DO(cudaMalloc(&d, sizeof h));
  DO(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  scale<<<1, BLOCK>>>(d);
  DO(cudaMemcpyToSymbol(factor, &f, sizeof f));
  scale<<<1, BLOCK>>>(d);
  choose<<<1, BLOCK>>>(d);
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < BLOCK; i++) IS(h[i], (3 * i + 7) * 4 + 7 + (i & 1 ? -1000 : 1000));
  printf("linked: right\n");
  return 0;
}
