// Tiles of eight lanes: each tile goes its own way and meets at WARPSYNCs of its own mask, with shuffles inside the tile only.
extern "C" __global__ void tiles(const int *in, int *out, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, v = in[i];
  unsigned mask = 0xffu << (lane & ~7);
  int sum = 0, turns = __shfl_sync(mask, v, lane & ~7) % rounds;
#pragma unroll 1
  for (int k = 0; k <= turns; k++) {
    if ((v + k) & 1) sum += v * k;
    else sum ^= v + k;
    __syncwarp(mask);
    for (int d = 4; d; d >>= 1) sum += __shfl_xor_sync(mask, sum, d);
    v = v * 5 + lane;
  }
  out[i] = sum;
}
