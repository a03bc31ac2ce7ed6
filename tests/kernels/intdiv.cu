// Division and modulo by variables: 32 and 64 bits, signed and unsigned, 16 bits. nvcc makes them of I2F, MUFU.RCP and F2I; 64 bits are a call.
typedef unsigned u32;
typedef unsigned long long u64;
typedef long long s64;
extern "C" __global__ void intdiv(const u64 *a, const u64 *b, u64 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  u64 x = a[i], y = b[i], *o = out + 8 * i;
  u32 x32 = (u32)x, y32 = (u32)y;
  o[0] = (u64)(x32 / y32) << 32 | x32 % y32;
  if (y32 != 0xffffffff || x32 != 0x80000000) o[1] = (u64)(u32)((int)x32 / (int)y32) << 32 | (u32)((int)x32 % (int)y32);
  o[2] = x / y;
  o[3] = x % y;
  if (y != ~0ull || x != 1ull << 63) {
    o[4] = (u64)((s64)x / (s64)y);
    o[5] = (u64)((s64)x % (s64)y);
  }
  unsigned short xh = (unsigned short)x, yh = (unsigned short)(y | 1);
  o[6] = (u64)(xh / yh) << 32 | xh % yh;
  o[7] = (x >> 32) / (y32 & 0xffff | 1);
}
