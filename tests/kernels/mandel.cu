// Iterations until the point leaves the disc. Intrinsics keep the compiler from joining product and sum.
extern "C" __global__ void mandel(int *count, int w, int h, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w) return;
  float cr = __fadd_rn(-2.0f, __fmul_rn(x, 3.0f / 32)), ci = __fadd_rn(-1.0f, __fmul_rn(y, 0.25f)), zr = 0, zi = 0;
  int n = 0;
  for (; n < most; n++) {
    float a = __fmul_rn(zr, zr), b = __fmul_rn(zi, zi);
    if (__fadd_rn(a, b) > 4.0f) break;
    zi = __fadd_rn(__fmul_rn(__fmul_rn(2.0f, zr), zi), ci);
    zr = __fadd_rn(__fadd_rn(a, -b), cr);
  }
  count[y * w + x] = n;
}
