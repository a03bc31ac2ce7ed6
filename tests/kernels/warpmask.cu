// Warp functions for a part of the lanes in divergent code: BRA.DIV to a helper function that waits for the mask. n: power of two.
extern "C" __global__ void warpmask(const unsigned *in, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = in[i & (n - 1)], lane = threadIdx.x & 31, acc = 0;
  unsigned low = __ballot_sync(0xffffffff, x & 1);
  if (x & 1) {
    // lanes of `low` add up among themselves
    acc = x;
    for (int d = 1; d < 4; d *= 2) {
      unsigned v = __shfl_xor_sync(low, acc, d);
      if (low >> (lane ^ d) & 1) acc += v;
    }
    out[i] = acc;
    __syncwarp(low);
    acc += out[(i & ~31) + __ffs(low) - 1];
  } else {
    acc = __popc(__ballot_sync(~low, x & 2)) * 100;
    out[i] = acc;
    __syncwarp(~low);
    acc += __any_sync(~low, x > 5) ? 7 : 9;
  }
  __syncwarp();
  out[i] = acc + __shfl_sync(0xffffffff, acc, (lane + 1) & 31);
}
