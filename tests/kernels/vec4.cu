// 128-bit and 64-bit loads and stores, global and shared. CTA: at most 64 threads.
extern "C" __global__ void vec4(const uint4 *in, uint4 *out, uint2 *half, int n) {
  __shared__ uint4 s[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  uint4 v = i < n ? in[i] : make_uint4(1, 2, 3, 4);
  s[t] = v;
  __syncthreads();
  uint4 u = s[blockDim.x - 1 - t];
  if (i >= n) return;
  out[i] = make_uint4(v.x + u.w, v.y - u.z, v.z ^ u.y, v.w + 3 * u.x);
  half[i] = make_uint2(v.x + v.y, u.z + u.w);
}
