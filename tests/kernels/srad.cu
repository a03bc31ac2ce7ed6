// One step of anisotropic diffusion: coefficients, then the update.
extern "C" __global__ void srad1(const float *j, float *c, int w, int h, float q0) {
  int x = threadIdx.x, y = blockIdx.x, i = y * w + x;
  float v = j[i], n = j[(y ? y - 1 : y) * w + x] - v, s = j[(y < h - 1 ? y + 1 : y) * w + x] - v;
  float l = j[y * w + (x ? x - 1 : x)] - v, r = j[y * w + (x < w - 1 ? x + 1 : x)] - v;
  float g = (n * n + s * s + l * l + r * r) / (v * v), lap = (n + s + l + r) / v;
  float num = 0.5f * g - 0.0625f * lap * lap, den = 1 + 0.25f * lap, q = num / (den * den);
  float k = 1.0f / (1.0f + (q - q0) / (q0 * (1 + q0)));
  c[i] = fminf(fmaxf(k, 0.0f), 1.0f);
}
extern "C" __global__ void srad2(const float *j, const float *c, float *out, int w, int h) {
  int x = threadIdx.x, y = blockIdx.x, i = y * w + x, d = (y < h - 1 ? y + 1 : y) * w + x, e = y * w + (x < w - 1 ? x + 1 : x);
  float v = j[i], n = j[(y ? y - 1 : y) * w + x] - v, l = j[y * w + (x ? x - 1 : x)] - v;
  out[i] = v + 0.125f * (c[i] * n + c[d] * (j[d] - v) + c[i] * l + c[e] * (j[e] - v));
}
