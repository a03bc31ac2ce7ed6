// Division and roots, correctly rounded: nvcc's sequences from MUFU seeds. Singles and doubles, all magnitudes, special values.
extern "C" __global__ void fltdiv(const float *a, const float *b, float *o, const double *da, const double *db, double *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  o[4 * i] = a[i] / b[i];
  o[4 * i + 1] = sqrtf(a[i]);
  o[4 * i + 2] = 1.0f / b[i];
  o[4 * i + 3] = __frcp_rd(b[i]);
  p[4 * i] = da[i] / db[i];
  p[4 * i + 1] = sqrt(da[i]);
  p[4 * i + 2] = 1.0 / db[i];
  p[4 * i + 3] = (double)a[i] / db[i];
}
