// Charges of four floats: x, y, z and strength; a point of the grid a thread.
extern "C" __global__ void coulomb(const float4 *charge, float *out, int n) {
  int x = threadIdx.x, y = blockIdx.x;
  float v = 0;
#pragma unroll 2
  for (int k = 0; k < n; k++) {
    float4 c = charge[k];
    float dx = c.x - x * 0.5f, dy = c.y - y * 0.5f;
    v += c.w * rsqrtf(dx * dx + dy * dy + c.z * c.z);
  }
  out[y * blockDim.x + x] = v;
}
