// Forces of n bodies on each other within a cut-off: softened potential c - r2 instead of a reciprocal root, tiles of positions in shared memory.
extern "C" __global__ void nbody(const float4 *pos, float4 *acc, int n, float c) {
  __shared__ float4 tile[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = pos[i];
  float ax = 0, ay = 0, az = 0;
#pragma unroll 1
  for (int t = 0; t < n; t += 32) {
    tile[threadIdx.x] = pos[t + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < 32; j++) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      float r2 = fmaf(dz, dz, fmaf(dy, dy, dx * dx));
      float w = fmaxf(c - r2, 0.0f) * tile[j].w;
      ax = fmaf(dx, w, ax);
      ay = fmaf(dy, w, ay);
      az = fmaf(dz, w, az);
    }
    __syncthreads();
  }
  acc[i] = make_float4(ax, ay, az, 0.0f);
}
