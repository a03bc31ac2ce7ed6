// Rows, then columns; the eight cosines are constants of the code.
__device__ void dct8(float *v) {
  float o[8];
  for (int k = 0; k < 8; k++) {
    o[k] = 0;
    for (int i = 0; i < 8; i++) o[k] += v[i] * cospif((2 * i + 1) * k / 16.0f);
  }
  for (int k = 0; k < 8; k++) v[k] = o[k] * (k ? 0.5f : 0.35355339f);
}
extern "C" __global__ void dct(const float *in, float *out) {
  __shared__ float t[4][8][9];
  int r = threadIdx.x & 7, b = threadIdx.x >> 3, at = (blockIdx.x * 4 + b) * 64;
  float v[8];
  for (int i = 0; i < 8; i++) v[i] = in[at + r * 8 + i];
  dct8(v);
  for (int i = 0; i < 8; i++) t[b][i][r] = v[i];
  __syncthreads();
  for (int i = 0; i < 8; i++) v[i] = t[b][r][i];
  dct8(v);
  for (int i = 0; i < 8; i++) out[at + i * 8 + r] = v[i];
}
