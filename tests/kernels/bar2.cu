// __syncthreads() in both branches of a divergent if: one barrier, two places.
extern "C" __global__ void bar2(const int *in, int *out, int n) {
  extern __shared__ int buf[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (in[i] & 1) {
    buf[t] = in[i] * 3;
    __syncthreads();
    out[i] = buf[n - 1 - t] + 1;
  } else {
    buf[t] = in[i] + 100;
    __syncthreads();
    out[i] = buf[n - 1 - t] - 1;
  }
}
