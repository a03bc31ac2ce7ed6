// Kogge and Stone inside of a warp, its last lane hands the sum on.
extern "C" __global__ void warpscan(const int *in, int *out) {
  __shared__ int sums[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5, v = in[i];
  for (int d = 1; d < 32; d *= 2) {
    int o = __shfl_up_sync(0xffffffff, v, d);
    if (lane >= d) v += o;
  }
  if (lane == 31) sums[warp] = v;
  __syncthreads();
  int before = 0;
  for (int w = 0; w < warp; w++) before += sums[w];
  out[i] = v + before;
}
