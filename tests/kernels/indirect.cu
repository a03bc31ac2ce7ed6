// Function pointers from a table in constant memory: a call through a register with up to three targets in a warp.
typedef int (*op_t)(int, int);
__device__ __noinline__ int op_add(int a, int b) { return a + b * 3; }
__device__ __noinline__ int op_xor(int a, int b) {
  int r = a ^ b;
  if (r & 4) r = r * 5 + 1;
  return r;
}
__device__ __noinline__ int op_sub(int a, int b) { return a - b; }
__constant__ op_t table[4] = {op_add, op_xor, op_sub, op_xor};
extern "C" __global__ void indirect(const int *in, int *out, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = in[i], acc = i;
#pragma unroll 1
  for (int r = 0; r < rounds; r++) {
    acc = table[x & 3](acc, x);
    x = x * 5 + acc;
  }
  out[i] = acc ^ x;
}
