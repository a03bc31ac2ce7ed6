// symbols_more.cu - the second translation unit of symbols.cu.
#include "check.h"
static __device__ int hidden = 200;
static __global__ void weigh(int *out) { out[threadIdx.x] = hidden + threadIdx.x; }
int more(int *d) {
  int h[BLOCK];
  weigh<<<1, BLOCK>>>(d);
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  return h[5];
}
