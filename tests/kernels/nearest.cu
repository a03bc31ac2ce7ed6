// Each thread measures its place from the first point of the list; a warp finds the nearest of its own.
extern "C" __global__ void nearest(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float dx = __fadd_rn(in[2 * i], -in[0]), dy = __fadd_rn(in[2 * i + 1], -in[1]);
  float d = __fsqrt_rn(__fadd_rn(__fmul_rn(dx, dx), __fmul_rn(dy, dy)));
  for (int k = 16; k; k /= 2) d = fminf(d, __shfl_xor_sync(0xffffffff, d, k));
  out[i] = d;
}
