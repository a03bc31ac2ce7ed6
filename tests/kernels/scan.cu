// Inclusive prefix sum: per CTA with two buffers in shared memory (at most 128 threads), sums of the CTAs apart.
extern "C" __global__ void scan_block(const int *in, int *out, int *sums, int n) {
  __shared__ int buf[2][128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, from = 0;
  buf[0][t] = i < n ? in[i] : 0;
  __syncthreads();
#pragma unroll 1
  for (int d = 1; d < blockDim.x; d <<= 1) {
    int v = buf[from][t];
    if (t >= d) v += buf[from][t - d];
    from ^= 1;
    buf[from][t] = v;
    __syncthreads();
  }
  if (i < n) out[i] = buf[from][t];
  if (t == blockDim.x - 1) sums[blockIdx.x] = buf[from][t];
}

// Adds the prefix of the CTAs before; sums is inclusive.
extern "C" __global__ void scan_add(int *out, const int *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && blockIdx.x > 0) out[i] += sums[blockIdx.x - 1];
}
