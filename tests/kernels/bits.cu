// Bit operations. out[8 * i ..]: popc, brev, clz, ffs, funnel shift, 64-bit popc and clz, a three-input logic function.
extern "C" __global__ void bits(const unsigned *in, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[2 * i], y = in[2 * i + 1];
  unsigned long long z = (unsigned long long)x << 32 | y;
  unsigned *o = out + 8 * i;
  o[0] = __popc(x);
  o[1] = __brev(x);
  o[2] = __clz(x);
  o[3] = __ffs(x);
  o[4] = __funnelshift_l(x, y, y & 31);
  o[5] = __popcll(z);
  o[6] = __clzll(z);
  o[7] = (x & y) ^ (~x | i);
}
