// The barrier object of the CUDA library: arriving and waiting are loops of compare-and-swap in shared memory.
#include <cuda/barrier>
extern "C" __global__ void spin_barrier(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[256];
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x] + 1;
  auto token = bar.arrive();
  bar.wait(static_cast<decltype(token) &&>(token));
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
