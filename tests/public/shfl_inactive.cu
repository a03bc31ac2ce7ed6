// shfl_inactive.cu - a tree of shuffles over 8 active lanes that begins at a distance of 16. Right: lanes that are not active give 0, so the sum is theirs.
#include "../cuda/check.h"
__global__ void k(int *out, const int *in, int n) {
  int v = in[threadIdx.x];
  if ((int)threadIdx.x < n) {
    unsigned m = __activemask();
    for (int off = 16; off; off >>= 1) v += __shfl_down_sync(m, v, off);
  }
  out[threadIdx.x] = v;
}
int main() {
  int h[32], o[32], *d, *e;
  for (int i = 0; i < 32; i++) h[i] = i + 1;
  DO(cudaMalloc(&d, 128));
  DO(cudaMalloc(&e, 128));
  DO(cudaMemcpy(d, h, 128, cudaMemcpyHostToDevice));
  k<<<1, 32>>>(e, d, 8);
  DO(cudaMemcpy(o, e, 128, cudaMemcpyDeviceToHost));
  IS(o[0], 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8);
  printf("shfl_inactive: right\n");
  return 0;
}
