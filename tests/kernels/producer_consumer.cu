// Neighbouring threads form a pair: the even one hands over rounds values through one slot and a flag, the odd one sums
// them up. Both wait on the flag, inside one warp.
extern "C" __global__ void producer_consumer(const unsigned *in, volatile unsigned *slot, volatile int *flag,
                                             unsigned *out, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int p = i >> 1;
  if (i & 1) {
    unsigned sum = 0;
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
      while (flag[p] == 0) {
      }
      sum = sum * 3 + slot[p];
      __threadfence();
      flag[p] = 0;
    }
    out[p] = sum;
  } else {
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
      while (flag[p] != 0) {
      }
      slot[p] = in[p * rounds + r];
      __threadfence();
      flag[p] = 1;
    }
  }
}
