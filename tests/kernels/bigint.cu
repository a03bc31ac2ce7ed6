// Schoolbook product of two numbers of eight words; the low half of it, and the carries by 64-bit sums.
extern "C" __global__ void bigint(const unsigned *in, unsigned *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a[8], b[8], r[8];
  for (int i = 0; i < 8; i++) a[i] = in[16 * t + i], b[i] = in[16 * t + 8 + i], r[i] = 0;
  for (int i = 0; i < 8; i++) {
    unsigned carry = 0;
    for (int j = 0; i + j < 8; j++) {
      unsigned long long v = (unsigned long long)a[i] * b[j] + r[i + j] + carry;
      r[i + j] = (unsigned)v;
      carry = (unsigned)(v >> 32);
    }
  }
  for (int i = 0; i < 8; i++) out[8 * t + i] = r[i];
}
