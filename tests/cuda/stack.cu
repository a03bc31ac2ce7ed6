// stack.cu - stacks whose depth only the program knows: recursion and alloca, with cudaLimitStackSize. With an argument: recursion so deep that it faults
// with the stack of the argument, of 0 with the one that is there.
#include "check.h"
__device__ __noinline__ int deep(int n, int x) {
  volatile int a[8] = {x, n};
  return n < 1 ? x : deep(n - 1, x + (x & 1)) + n + a[2 + (x & 1)];
}
__global__ void recurse(int *o, int n) { o[threadIdx.x] = deep(n + (threadIdx.x & 1), threadIdx.x); }
__global__ void grows(int *o, int n) {
  int *q = (int *)__builtin_alloca(n * sizeof(int) + threadIdx.x % 4 * 16), s = 0;
  for (int i = 0; i < n; i++) q[i] = i * (threadIdx.x + 1);
  for (int i = 0; i < n; i++) s += q[i * 5 % n];
  o[threadIdx.x] = s;
}
// as much as a parameter says: the stack pointer is changed by a constant of bank 0
__global__ void given(int *o, int bytes) {
  int *q = (int *)__builtin_alloca(bytes), n = bytes / 4, s = 0;
  for (int i = 0; i < n; i++) q[i] = i;
  for (int i = 0; i < n; i++) s += q[i * 3 % n];
  o[threadIdx.x] = s;
}
static int sum_to(int n) { return n * (n + 1) / 2; }
static size_t stack(void) {
  size_t v = 0;
  DO(cudaDeviceGetLimit(&v, cudaLimitStackSize));
  return v;
}
int main(int argc, char **argv) {
  int *d, v[BLOCK];
  DO(cudaMalloc(&d, sizeof v));
  if (argc > 1) {
    size_t bytes = (size_t)atol(argv[1]);
    if (bytes) DO(cudaDeviceSetLimit(cudaLimitStackSize, bytes));
    printf("stack %zu\n", stack());
    recurse<<<1, BLOCK>>>(d, 100);
    DO(cudaDeviceSynchronize());
    return 0;
  }
  IS(stack(), 1024);
  grows<<<1, BLOCK>>>(d, 10); // up to 88 bytes of the 1024 that every thread has
  DO(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  for (int t = 0; t < BLOCK; t++) IS(v[t], 5 * (0 + 5) * (t + 1)); // i * 5 % 10 is 0 or 5
  given<<<1, BLOCK>>>(d, 400);
  DO(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  for (int t = 0; t < BLOCK; t++) IS(v[t], sum_to(99)); // 3 and 100 have no common divisor
  DO(cudaDeviceSetLimit(cudaLimitStackSize, 5001));
  IS(stack(), 5008); // a multiple of 16
  recurse<<<1, BLOCK>>>(d, 70);
  DO(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  // an odd x becomes even in the first step
  for (int t = 0; t < BLOCK; t++) IS(v[t], sum_to(70 + (t & 1)) + t + (t & 1));
  grows<<<1, BLOCK>>>(d, 501);
  DO(cudaMemcpy(v, d, sizeof v, cudaMemcpyDeviceToHost));
  for (int t = 0; t < BLOCK; t++) IS(v[t], sum_to(500) * (t + 1)); // 5 and 501 have no common divisor: each element once
  GIVES(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitStackSize, (512 << 10) + 1));
  GIVES(cudaErrorUnsupportedLimit, cudaDeviceSetLimit((cudaLimit)77, 1));
  IS(stack(), 5008);
  cudaGetLastError();
  DO(cudaDeviceReset());
  IS(stack(), 1024);
  printf("stack: right\n");
  return 0;
}
