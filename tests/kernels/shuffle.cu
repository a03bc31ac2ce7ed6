// The four kinds of shuffle over full warps. out[4 * i ..]: warp sum, inclusive scan, rotated value, segment shift.
extern "C" __global__ void shuffle(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, x = in[i], sum = x, scan = x;
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, d);
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    int v = __shfl_up_sync(0xffffffff, scan, d);
    if (lane >= d) scan += v;
  }
  out[4 * i] = sum;
  out[4 * i + 1] = scan;
  out[4 * i + 2] = __shfl_sync(0xffffffff, x, lane + (x & 7));
  out[4 * i + 3] = __shfl_down_sync(0xffffffff, x, 3, 8);
}
