// __syncwarp() of all lanes in both branches of a divergent if: lanes that wait for each other at two places, and read then what
// the others have written before.
extern "C" __global__ void sw2(const int *in, volatile int *mid, int *out, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
#pragma unroll 1
  for (int k = 0; k < rounds; k++) {
    if (v >> k & 1) {
      mid[i] = v * 3 + k;
      __syncwarp();
      v += mid[i ^ 1] & 0xff;
      __syncwarp();
    } else {
      mid[i] = v - k;
      __syncwarp();
      v ^= mid[i ^ 3] & 0xff00;
      __syncwarp();
    }
  }
  out[i] = v;
}
