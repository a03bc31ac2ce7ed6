// Histogram in shared memory: 32-bit counts, and 64-bit sums by a compare-and-swap loop; then added to global memory.
extern "C" __global__ void shist(const unsigned *in, unsigned *bins, unsigned long long *sums, int n, unsigned mask) {
  __shared__ unsigned count[16];
  __shared__ unsigned long long sum[4];
  if (threadIdx.x < 16) count[threadIdx.x] = 0;
  if (threadIdx.x < 4) sum[threadIdx.x] = 0;
  __syncthreads();
  int step = gridDim.x * blockDim.x;
#pragma unroll 1
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    atomicAdd(&count[in[i] & mask], 1u);
    atomicAdd(&sum[in[i] & 3], (unsigned long long)in[i] << 8);
  }
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], count[threadIdx.x]);
  if (threadIdx.x < 4) atomicAdd(&sums[threadIdx.x], sum[threadIdx.x]);
}
