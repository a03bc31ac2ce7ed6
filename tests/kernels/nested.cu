// Three levels of branches on the data, with a loop of data-dependent length at the innermost one. n: power of two.
extern "C" __global__ void nested(const unsigned *in, unsigned *out, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[i], acc = i, wrap = n - 1;
#pragma unroll 1
  for (int r = 0; r < rounds; r++) {
    if (x & 1) {
      if (x & 2) {
        int k = x & 12;
#pragma unroll 1
        while (k > 0) {
          acc = acc * 3 + k;
          out[i] = acc;
          k -= 4;
        }
      } else {
        acc ^= in[(i + r) & wrap];
        if (acc & 16) out[i] = acc + 7;
        else acc += in[(i + acc) & wrap];
      }
    } else if (x & 4) {
      acc -= in[(x + r) & wrap];
      if (acc >> 31) {
        acc = 0 - acc;
        out[i] = acc;
      }
    } else {
      acc += 5;
    }
    x = x * 5 + acc;
  }
  out[i] = acc ^ x;
}
