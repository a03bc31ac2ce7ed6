// Recursion 41 calls deep. All lanes of a warp take the same branch in every call but the innermost ones, so that no path parts
// on the way down, yet every call opens a region in a barrier register that it keeps for its caller.
__device__ __noinline__ int walk(int depth, unsigned way, int v) {
  if (depth == 0) {
    if (v & 1) v = v * 5 + 2;
    return v;
  }
  int r;
  if (way >> (depth & 31) & 1) r = walk(depth - 1, way, v + depth) * 3;
  else r = walk(depth - 1, way, v ^ depth) + 7;
  return r ^ v;
}
extern "C" __global__ void rec40(const int *in, int *out, unsigned way) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = walk(40, way + blockIdx.x, in[i]);
}
