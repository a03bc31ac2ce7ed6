// Seven taps, both ends repeat.
__constant__ int taps[7] = {1, 6, 15, 20, 15, 6, 1};
extern "C" __global__ void convolve(const int *in, int *out, int n) {
  __shared__ int row[70];
  int t = threadIdx.x, b = blockIdx.x * 64, i = b + t;
  for (int k = t; k < 70; k += 64) row[k] = in[min(max(b + k - 3, 0), n - 1)];
  __syncthreads();
  int v = 0;
  for (int k = 0; k < 7; k++) v += taps[k] * row[t + k];
  out[i] = v;
}
