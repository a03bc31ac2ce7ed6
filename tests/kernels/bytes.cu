// Four bytes at a time: permutation, dot products, absolute differences, saturating conversions, bit fields.
extern "C" __global__ void bytes(const unsigned *a, const unsigned *b, unsigned *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = a[t], y = b[t], r = __byte_perm(x, y, 0x5140 + (t & 0x7777));
  int s = __dp4a((int)x, (int)y, t);
  unsigned u = __dp4a(x, y, 7u), d = __vsadu4(x, y), l = __dp2a_lo((int)x, (int)y, s);
  signed char c = (signed char)(x >> 3);
  unsigned short h = (unsigned short)(y * 3);
  int sat;
  asm("cvt.sat.s8.s32 %0, %1;" : "=r"(sat) : "r"((int)x >> 20));
  unsigned pack, f, g;
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(pack) : "r"((int)x >> 18), "r"((int)y >> 21), "r"(r));
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(f) : "r"(x), "r"(t & 31), "r"(y & 15));
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(g) : "r"(x), "r"(y), "r"(t & 31), "r"(x & 15));
  out[t * 4] = r ^ (unsigned)s;
  out[t * 4 + 1] = u + d * 65537u + l;
  out[t * 4 + 2] = (unsigned)(c * h) + (unsigned)sat + pack;
  out[t * 4 + 3] = f ^ (g * 2654435761u);
}
