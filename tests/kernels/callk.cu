// Functions that are not inlined, called in divergent code and in a loop; one calls another.
__device__ __noinline__ unsigned leaf(unsigned a, unsigned b) {
  if (a & 1) return a * 3 + b;
  return a ^ (b << 1);
}
__device__ __noinline__ unsigned mid(unsigned a, unsigned n, unsigned *out) {
#pragma unroll 1
  for (unsigned k = 0; k < (n & 3); k++) {
    a = leaf(a, k) + n;
    *out = a;
  }
  return a;
}
extern "C" __global__ void callk(const unsigned *in, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[i], acc = i;
  if (x & 4) acc = mid(x, acc, out + i);
  else if (x & 8) acc = leaf(acc, x);
  acc += leaf(x, 7);
  out[i] = acc;
}
