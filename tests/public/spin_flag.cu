// spin_flag.cu N - all warps of a block but the last poll a word in shared memory until the last has written it. Right: ends at once.
#include "../cuda/check.h"
__global__ void k(int *out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x / 32 == blockDim.x / 32 - 1) flag = 1;
  else while (!flag) {}
  out[threadIdx.x] = flag;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 256, *d, h[1024];
  DO(cudaMalloc(&d, sizeof h));
  k<<<1, n>>>(d);
  DO(cudaMemcpy(h, d, n * 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) IS(h[i], 1);
  printf("%d threads: right\n", n);
  return 0;
}
