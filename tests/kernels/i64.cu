// 64-bit integers: sums with carries, products, shifts, comparisons of both signs. out[8 * i ..].
extern "C" __global__ void i64(const long long *a, const long long *b, long long *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long x = a[i], y = b[i], *o = out + 8 * i;
  unsigned long long ux = x, uy = y;
  int s = (int)y & 63;
  o[0] = x + y + i;
  o[1] = x - y;
  o[2] = x * y;
  o[3] = (long long)(int)x * (int)y + x;
  o[4] = (x >> s) ^ (long long)(ux << s) ^ (long long)(uy >> s);
  o[5] = (x < y ? 1 : 0) | (ux < uy ? 2 : 0) | (x == y ? 4 : 0) | (x >= 0 ? 8 : 0) | (ux > uy + i ? 16 : 0);
  o[6] = x < y ? x : y;
  o[7] = (long long)__umulhi((unsigned)x, (unsigned)y) - __mulhi((int)x, (int)(y >> 32));
}
