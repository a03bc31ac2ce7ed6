// 64-bit integers: sums with carries, products, shifts, comparisons of both signs. out[8 * i ..].
typedef unsigned long long u64;
typedef long long s64;
extern "C" __global__ void i64(const u64 *a, const u64 *b, u64 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  u64 x = a[i], y = b[i], *o = out + 8 * i;
  s64 sx = x, sy = y;
  int s = (int)y & 63;
  o[0] = x + y + i;
  o[1] = x - y;
  o[2] = x * y;
  o[3] = (u64)((s64)(int)x * (int)y) + x;
  o[4] = (u64)(sx >> s) ^ (x << s) ^ (y >> s);
  o[5] = (sx < sy ? 1 : 0) | (x < y ? 2 : 0) | (x == y ? 4 : 0) | (sx >= 0 ? 8 : 0) | (x > y + i ? 16 : 0);
  o[6] = sx < sy ? x : y;
  o[7] = __umul64hi(x, y) ^ (u64)(s64)__mulhi((int)x, (int)(y >> 32));
}
