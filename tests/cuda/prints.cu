// prints.cu - printf and assert in kernels. With "go" the program goes on after the assertion (--keep-going).
#include "check.h"
#include <assert.h>
__global__ void hello(int n) { printf("block %d thread %d of %s: %d %c %.2f\n", blockIdx.x, threadIdx.x, "two", n, 'x', n / 4.0); }
__global__ void claim(const int *p) { assert(p[threadIdx.x] == 1); }
int main(int argc, char **argv) {
  int one = 1, *d;
  printf("before\n");
  hello<<<1, 2>>>(3);
  DO(cudaDeviceSynchronize());
  printf("between\n");
  DO(cudaMalloc(&d, 2 * sizeof *d));
  DO(cudaMemset(d, 0, 2 * sizeof *d));
  DO(cudaMemcpy(d, &one, sizeof one, cudaMemcpyHostToDevice));
  claim<<<1, 1>>>(d);
  DO(cudaDeviceSynchronize());
  if (argc < 2) printf("prints: right\n");
  if (argc < 2) return 0;
  claim<<<1, 2>>>(d);
  GIVES(cudaErrorAssert, cudaDeviceSynchronize());
  GIVES(cudaErrorAssert, cudaMemset(d, 0, 4));
  DO(cudaDeviceReset());
  printf("prints: right\n");
  return 0;
}
