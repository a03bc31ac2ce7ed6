// Sums of x * y over doubles, one a CTA of 64 threads: each thread strides over its part, then a tree in shared memory.
extern "C" __global__ void ddot(const double *x, const double *y, double *sum, int n) {
  __shared__ double part[64];
  int t = threadIdx.x;
  double s = 0;
#pragma unroll 1
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) s = fma(x[i], y[i], s);
  part[t] = s;
  __syncthreads();
#pragma unroll 1
  for (int d = 32; d; d >>= 1) {
    if (t < d) part[t] += part[t + d];
    __syncthreads();
  }
  if (t == 0) sum[blockIdx.x] = part[0];
}
