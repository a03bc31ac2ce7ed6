// Bitonic sort of one array per CTA in shared memory; blockDim.x must be a power of two, at most 128.
extern "C" __global__ void bitonic(int *data) {
  __shared__ int s[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = data[i];
  __syncthreads();
#pragma unroll 1
  for (int k = 2; k <= blockDim.x; k <<= 1) {
#pragma unroll 1
    for (int j = k >> 1; j > 0; j >>= 1) {
      int p = t ^ j;
      if (p > t) {
        int a = s[t], b = s[p];
        if ((a > b) == ((t & k) == 0)) {
          s[t] = b;
          s[p] = a;
        }
      }
      __syncthreads();
    }
  }
  data[i] = s[t];
}
