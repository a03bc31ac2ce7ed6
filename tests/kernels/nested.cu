// Three levels of branches on the data, with a loop of data-dependent length at the innermost one.
extern "C" __global__ void nested(const int *in, int *out, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = in[i], acc = i;
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
        acc ^= in[(i + r) & (n - 1)];
        if (acc & 16) out[i] = acc + 7;
        else acc += in[(i + acc) & (n - 1)];
      }
    } else if (x & 4) {
      acc -= in[(x + r) & (n - 1)];
      if (acc < 0) {
        acc = -acc;
        out[i] = acc;
      }
    } else {
      acc += 5;
    }
    x = x * 5 + acc;
  }
  out[i] = acc ^ x;
}
