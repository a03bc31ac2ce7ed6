// 8-bit and 16-bit loads and stores of both signs, global and shared. CTA: at most 128 threads.
extern "C" __global__ void subword(const signed char *sc, const unsigned char *uc, const short *ss,
                                   const unsigned short *us, unsigned char *ob, short *oh, int *ow, int n) {
  __shared__ signed char tb[128];
  __shared__ unsigned short th[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, o = blockDim.x - 1 - t;
  int a = 1, b = 2, c = 3, d = 4;
  if (i < n) {
    a = sc[i];
    b = ss[i];
    c = uc[i];
    d = us[i];
  }
  tb[t] = (signed char)(a + c);
  th[t] = (unsigned short)(b ^ d);
  __syncthreads();
  if (i >= n) return;
  int e = tb[o], f = th[o];
  ow[i] = ((a + b * 5) ^ (c + d * 11)) + (e ^ i) - (f << 2);
  ob[i] = (unsigned char)(c ^ 0x5a);
  oh[i] = (short)(d - t);
}
