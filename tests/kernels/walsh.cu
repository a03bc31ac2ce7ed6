// 128 points a block.
enum { N = 128 };
extern "C" __global__ void walsh(const int *in, int *out) {
  __shared__ int x[N];
  int t = threadIdx.x;
  x[t] = in[blockIdx.x * N + t];
  x[t + N / 2] = in[blockIdx.x * N + t + N / 2];
#pragma unroll 1
  for (int d = N / 2; d; d /= 2) {
    __syncthreads();
    int k = t & (d - 1), i = 2 * (t - k) + k, a = x[i], b = x[i + d];
    x[i] = a + b;
    x[i + d] = a - b;
  }
  __syncthreads();
  out[blockIdx.x * N + t] = x[t];
  out[blockIdx.x * N + t + N / 2] = x[t + N / 2];
}
