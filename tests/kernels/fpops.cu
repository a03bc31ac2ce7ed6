// Every fp32 and fp64 operation that needs no table, on any bit patterns: rounding modes, saturation, minima, selections, comparisons.
extern "C" __global__ void fpops(const float *a, const float *b, const double *p, const double *q, float *f, double *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = a[i], y = b[i];
  f[i] = x + y;
  f[n + i] = __fadd_rd(x, -fabsf(y));
  f[2 * n + i] = __fmul_ru(x, y);
  f[3 * n + i] = __fmaf_rz(x, y, 3.5f);
  f[4 * n + i] = fmaf(-x, y, x);
  f[5 * n + i] = fminf(x, y);
  f[6 * n + i] = fmaxf(x, fabsf(y));
  f[7 * n + i] = x < y ? x : -y;
  f[8 * n + i] = x <= y ? 1.0f : 0.0f;
  f[9 * n + i] = __saturatef(x);
  f[10 * n + i] = !(x >= 0.5f) || y != y ? x + 1.5f : y;
  double u = p[i], v = q[i];
  d[i] = u + v;
  d[n + i] = __dadd_ru(u, -fabs(v));
  d[2 * n + i] = __dmul_rd(u, 3.25);
  d[3 * n + i] = __fma_rz(u, v, 2.5);
  d[4 * n + i] = fma(u, 3.0, v);
  d[5 * n + i] = fmin(u, v);
  d[6 * n + i] = fmax(u, v);
  d[7 * n + i] = u < v ? u : -v;
  d[8 * n + i] = u > 1.0 && v == v ? 1.0 : 0.0;
}
