// Ballot, any and all over full warps; out[4 * i ..]: ballot mix, count of any, count of all, rank among the set lanes.
extern "C" __global__ void warpvote(const unsigned *in, unsigned *out, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = in[i], mix = 0, any = 0, all = 0, rank = 0, below = (1u << (threadIdx.x & 31)) - 1;
#pragma unroll 1
  for (int r = 0; r < rounds; r++) {
    unsigned b = __ballot_sync(0xffffffff, x & 1);
    mix = mix * 5 + b;
    rank += __popc(b & below);
    any += __any_sync(0xffffffff, (x & 63) == 5) ? 1 : 0;
    all += __all_sync(0xffffffff, (x & 31) != 7) ? 1 : 0;
    x = x * 1664525u + 1013904223u;
    x ^= x >> 15;
  }
  out[4 * i] = mix;
  out[4 * i + 1] = any;
  out[4 * i + 2] = all;
  out[4 * i + 3] = rank;
}
