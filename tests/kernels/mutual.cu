// Three functions that call each other in a ring, from divergent branches and out of loops, up to six calls deep.
__device__ __noinline__ int second(int depth, int v);
__device__ __noinline__ int third(int depth, int v);
__device__ __noinline__ int first(int depth, int v) {
  int sum = v;
  if (depth <= 0) return v + 1;
#pragma unroll 1
  for (int k = 0; k <= (v & 1); k++) sum += second(depth - 1, v * 3 + k);
  return sum;
}
__device__ __noinline__ int second(int depth, int v) {
  if (depth <= 0) return v ^ 5;
  if (v & 2) return third(depth - 1, v + 7) - 1;
  return first(depth - 2, v >> 1) * 2;
}
__device__ __noinline__ int third(int depth, int v) {
  if (depth <= 0) return -v;
  int r = 0;
  if (v & 4) r = first(depth - 1, v - 3);
  if (v & 8) r += second(depth - 1, v ^ r);
  return r + depth;
}
extern "C" __global__ void mutual(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
  out[i] = v & 16 ? first(v & 7, v >> 5) : third(v & 7, v >> 5) * 3;
}
