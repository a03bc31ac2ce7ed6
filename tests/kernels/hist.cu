// Histogram by global atomics; mask + 1 bins.
extern "C" __global__ void hist(const unsigned *in, unsigned *bins, int n, unsigned mask) {
  int step = gridDim.x * blockDim.x;
#pragma unroll 1
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) atomicAdd(&bins[in[i] & mask], 1u);
}
