// Recursion whose every call takes a lock and gives it back, in both branches of a region: barrier registers that a function
// must keep for its caller, and lanes that spin at different depths.
__device__ __noinline__ int walk(int depth, int v, int *lock, volatile int *sum) {
  if (depth == 0) return v;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *sum = *sum + depth;
  __threadfence();
  atomicExch(lock, 0);
  int r;
  if (v & 1) r = walk(depth - 1, v * 3 + 1, lock, sum) + depth;
  else r = walk(depth - 1, v >> 1, lock, sum) ^ depth;
  return r * 2 + (v & 3);
}
extern "C" __global__ void rec_lock(const int *in, int *lock, int *sum, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
  out[i] = walk(v & 3, v >> 2, lock, sum);
}
