// 128-bit and 64-bit loads and stores, global and shared. CTA: at most 64 threads.
extern "C" __global__ void vec4(const int4 *in, int4 *out, int2 *half, int n) {
  __shared__ int4 s[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int4 v = i < n ? in[i] : make_int4(1, 2, 3, 4);
  s[t] = v;
  __syncthreads();
  int4 u = s[blockDim.x - 1 - t];
  if (i >= n) return;
  out[i] = make_int4(v.x + u.w, v.y - u.z, v.z ^ u.y, v.w + 3 * u.x);
  half[i] = make_int2(v.x + v.y, u.z + u.w);
}
