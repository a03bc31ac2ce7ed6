// Half precision: every operation on pairs and on single halves, comparisons into registers and predicates, ex2 and tanh, atomic additions of pairs.
#include <cuda_fp16.h>

extern "C" __global__ void halves(const __half2 *a, const __half2 *b, const __half2 *c, __half2 *r, float *f, unsigned *p, __half2 *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half2 x = a[i], y = b[i], z = c[i], k = __floats2half2_rn(1.5f, -0.25f);
  r[i] = __hadd2_rn(x, y);
  r[n + i] = __hsub2_rn(x, __habs2(y));
  r[2 * n + i] = __hmul2_rn(x, y);
  r[3 * n + i] = __hfma2(x, y, z);
  r[4 * n + i] = __hfma2(__hneg2(x), k, z);
  r[5 * n + i] = __hfma2(x, y, k);
  r[6 * n + i] = __hfma2_sat(x, y, __hneg2(z));
  r[7 * n + i] = __hadd2_sat(x, k);
  r[8 * n + i] = __hmul2_sat(__low2half2(x), __high2half2(y));
  r[9 * n + i] = __hfma2(__high2half2(x), __lowhigh2highlow(y), __low2half2(z));
  r[10 * n + i] = __hgt2(x, y);
  r[11 * n + i] = __hneu2(x, __hneg2(y));
  r[12 * n + i] = h2exp2(z);
  r[13 * n + i] = h2tanh_approx(z);
  f[i] = __low2float(x);
  f[n + i] = __high2float(y) + 1.0f;
  p[i] = __hle2_mask(x, y);
  p[n + i] = (__hlt(__low2half(x), __high2half(y)) ? 1 : 0) | (__hbequ2(x, y) ? 2 : 0) | (__hisnan(__high2half(z)) ? 4 : 0);
  if (!__hisnan(__low2half(z)) && !__hisnan(__high2half(z))) {
    __half2 one = __floats2half2_rn(1.0f, 0.5f);
    atomicAdd(sums + i % 2, one);
  }
  sums[2 + n + i] = atomicAdd(sums + 2 + i, x);
}
