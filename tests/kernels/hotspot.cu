// Temperature of a chip: five points and the power of the cell, edges repeat. One launch a step.
enum { T = 16 };
extern "C" __global__ void hotspot(const float *power, const float *in, float *out, int w, int h) {
  __shared__ float tile[T][T];
  int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * w + x];
  __syncthreads();
  int tx = threadIdx.x, ty = threadIdx.y;
  float c = tile[ty][tx];
  float n = ty ? tile[ty - 1][tx] : in[(y ? y - 1 : y) * w + x], s = ty < T - 1 ? tile[ty + 1][tx] : in[(y < h - 1 ? y + 1 : y) * w + x];
  float l = tx ? tile[ty][tx - 1] : in[y * w + (x ? x - 1 : x)], r = tx < T - 1 ? tile[ty][tx + 1] : in[y * w + (x < w - 1 ? x + 1 : x)];
  float v = fmaf(-2.0f, c, __fadd_rn(n, s)), u = fmaf(-2.0f, c, __fadd_rn(l, r));
  out[y * w + x] = fmaf(0.125f, __fadd_rn(__fadd_rn(v, u), power[y * w + x]), c);
}
