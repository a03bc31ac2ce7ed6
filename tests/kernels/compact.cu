// Keeps the elements above limit, in any order; count is their number.
extern "C" __global__ void compact(const int *in, int *out, int *count, int n, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = in[i];
  if (x > limit) out[atomicAdd(count, 1)] = x;
}
