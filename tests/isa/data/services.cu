// Kernels that call functions of the runtime, and one that needs instructions this machine does not have. Lines are part of the test.
//   nvcc -arch=sm_75 -cubin -O3 -lineinfo -o services.cubin services.cu
#include <cassert>
#include <cstdio>
extern "C" __global__ void formats(int *count, long long big) {
  int t = threadIdx.x;
  if (t == 1) {
    count[0] = printf("%d|%5d|%-5d|%05d|%+d\n", -7, 42, 42, 42, 42);
    count[1] = printf("%u %x %X %o %#x\n", 4000000000u, 255u, 255u, 8u, 255u);
    count[2] = printf("%c%c %s|%8s|%.2s\n", 'o', 'k', "text", "right", "cut");
    count[3] = printf("%f %.3f %e %g %8.2f|\n", 1.5, 2.0f / 3, 12345.678, 0.0001, -2.5);
    count[4] = printf("%lld %llx %ld %hd %hhd\n", big, big, (long)-3, (short)-2, (char)-1);
    count[5] = printf("100%% %*d %.*f\n", 6, 77, 1, 3.14159);
    count[6] = printf("%s %p %d\n", (const char *)0, (void *)0x1234, 5);
    count[7] = printf("no arguments\n");
    count[8] = printf("%i %lu %a\n", 9, 10ul, 0.5);
  }
}
// Divergent calls in a loop and in a function, from several warps.
__device__ __noinline__ void tell(int block, int i) { printf("block %d: %d\n", block, i); }
extern "C" __global__ void order(int n) {
  for (int i = 0; i < n; i++) {
    if ((threadIdx.x + i) % 3 == 0) printf("%d.%d.%d\n", blockIdx.x, threadIdx.x, i);
    else if (threadIdx.x == 7) tell(blockIdx.x, i);
  }
}
extern "C" __global__ void checked(const int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(a[i] < 100);
  __syncthreads();
  b[i] = a[i] + 1;
}
extern "C" __global__ void flood(int n) {
  for (int i = 0; i < n; i++) printf("%d %d %d %d %f\n", i, threadIdx.x, i, i, (double)i);
}
extern "C" __global__ void heap(int **a) { a[threadIdx.x] = (int *)malloc(16); }
extern "C" __global__ void plain(int *a) { a[threadIdx.x] = threadIdx.x * 3; }
extern "C" __global__ void matrix(unsigned *a) {
  unsigned x = a[threadIdx.x], y;
  asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(y) : "r"(x));
  asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(x) : "r"(y ^ 1));
  a[threadIdx.x] = x;
}
