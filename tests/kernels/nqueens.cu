// The first two rows come with the thread, the rest is searched with a stack of bit sets.
enum { Q = 6 };
extern "C" __global__ void nqueens(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, a = in[i] % Q, b = in[i] / Q % Q, n = 0, row = 2;
  const unsigned all = (1u << Q) - 1;
  unsigned cols[Q], left[Q], right[Q], free[Q];
  if (a != b && a != b + 1 && b != a + 1) {
    cols[2] = 1u << a | 1u << b;
    left[2] = (1u << a) << 2 | (1u << b) << 1;
    right[2] = (1u << a) >> 2 | (1u << b) >> 1;
    free[2] = all & ~(cols[2] | left[2] | right[2]);
#pragma unroll 1
    while (row >= 2) {
      if (!free[row]) {
        row--;
        continue;
      }
      unsigned bit = free[row] & -free[row];
      free[row] ^= bit;
      if (row == Q - 1) {
        n++;
        continue;
      }
      cols[row + 1] = cols[row] | bit, left[row + 1] = (left[row] | bit) << 1, right[row + 1] = (right[row] | bit) >> 1;
      row++;
      free[row] = all & ~(cols[row] | left[row] | right[row]);
    }
  }
  out[i] = n;
}
