// European options after Black and Scholes, the normal distribution by its usual polynomial.
__device__ float cnd(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float c = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - c : c;
}
extern "C" __global__ void blacksch(const float *price, const float *strike, const float *years, float *call, float *put, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float r = 0.02f, v = 0.30f;
  float s = price[i], x = strike[i], t = years[i], q = sqrtf(t);
  float d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * q), d2 = d1 - v * q;
  float e = expf(-r * t), c1 = cnd(d1), c2 = cnd(d2);
  call[i] = s * c1 - x * e * c2;
  put[i] = x * e * (1.0f - c2) - s * (1.0f - c1);
}
