// spin_barrier.cu N - cuda::barrier of a block of N threads: arrive and wait are loops around compare-and-swap. Right: ends, every value exchanged.
#include <cuda/barrier>
#include "../cuda/check.h"
__global__ void k(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[1024];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x + 1;
  auto t = bar.arrive();
  bar.wait(std::move(t));
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 64, *d, h[1024];
  DO(cudaMalloc(&d, sizeof h));
  k<<<1, n>>>(d);
  DO(cudaMemcpy(h, d, n * 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) IS(h[i], n - i);
  printf("%d threads: right\n", n);
  return 0;
}
