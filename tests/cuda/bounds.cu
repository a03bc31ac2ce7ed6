// bounds.cu - what is just inside and just outside: ends of allocations, empty grids, other names of a variable, memory larger than a part, errors that stay.
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>
__managed__ int first[4] = {1, 2, 3, 4};
__managed__ int second[4] = {5, 6, 7, 8};
__device__ int device_only = 3;
__global__ void add(int *p, int n, int by) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] += by;
}
static void ends_of_memory() {
  enum { N = 65536 }; // whole pages: what the host shares is rounded to them
  char *m, *d, *p;
  static char h[N + 8];
  DO(cudaMallocManaged(&m, N));
  DO(cudaMallocHost(&p, N));
  DO(cudaMalloc(&d, N));
  memset(m, 1, N), memset(h, 2, N + 8);
  char *const all[] = {m, p, d};
  for (int k = 0; k < 3; k++) {
    DO(cudaMemset(all[k] + 1, 7, N - 1));
    GIVES(cudaErrorInvalidValue, cudaMemset(all[k] + 1, 8, N));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(all[k] + N - 4, h, 5, cudaMemcpyDefault));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(h, all[k] + N - 4, 5, cudaMemcpyDefault));
    DO(cudaMemcpy(all[k], h, 1, cudaMemcpyDefault));
    DO(cudaMemcpy(h, all[k], N, cudaMemcpyDefault));
    IS(h[0], 2);
    IS(h[1], 7);
    IS(h[N - 1], 7);
    IS(h[N], 2);
    memset(h, 2, N + 8);
  }
  // a box of which the last row ends with the allocation
  DO(cudaMemcpy2D(d, 256, h, 256, 256, N / 256, cudaMemcpyDefault));
  GIVES(cudaErrorInvalidValue, cudaMemcpy2D(d + 1, 256, h, 256, 256, N / 256, cudaMemcpyDefault));
  DO(cudaMemcpy2D(d + 1, 256, h, 256, 255, N / 256, cudaMemcpyDefault));
  DO(cudaMemset2D(d, 256, 5, 256, N / 256));
  GIVES(cudaErrorInvalidValue, cudaMemset2D(d + 1, 256, 5, 256, N / 256));
  DO(cudaFree(m));
  DO(cudaFree(d));
  DO(cudaFreeHost(p));
}
static void empty_shapes() {
  const dim3 bad[][2] = {{dim3(0, 1, 1), dim3(1, 1, 1)},    {dim3(1, 0, 1), dim3(1, 1, 1)},  {dim3(1, 1, 0), dim3(1, 1, 1)},
                         {dim3(1, 1, 1), dim3(0, 1, 1)},    {dim3(1, 1, 1), dim3(1, 0, 1)},  {dim3(1, 1, 1), dim3(1, 1, 0)},
                         {dim3(1, 1, 1), dim3(1025, 1, 1)}, {dim3(1, 1, 1), dim3(1, 1, 65)}, {dim3(1, 1, 1), dim3(1, 1025, 1)},
                         {dim3(1, 1, 1), dim3(32, 33, 1)}};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    add<<<bad[i][0], bad[i][1]>>>(NULL, 0, 0);
    IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    IS(cudaGetLastError(), cudaSuccess);
  }
}
static void names_of_variables() {
  int h[4], *at;
  size_t n;
  DO(cudaGetSymbolAddress((void **)&at, second));
  IS(at[2], 7);
  at[2] = 70;
  IS(second[2], 70);
  DO(cudaGetSymbolSize(&n, first));
  IS(n, sizeof first);
  DO(cudaMemcpyFromSymbol(h, second, 12, 4));
  IS(h[1], 70);
  DO(cudaMemcpyToSymbol(first, h, 8, 8));
  IS(first[2], 6);
  IS(first[1], 2);
  IS(second[1], 6);
  GIVES(cudaErrorInvalidValue, cudaMemcpyFromSymbol(h, second, 13, 4));
  GIVES(cudaErrorInvalidSymbol, cudaGetSymbolSize(&n, h));
  DO(cudaMemcpyFromSymbol(h, device_only, 4));
  IS(h[0], 3);
}
static void large_memory() {
  enum { N = 50001 }; // more than is moved at a time, and no multiple
  static int mine[N + 2];
  int *theirs, *d, *back = (int *)malloc(N * sizeof *back);
  for (int i = 0; i < N + 2; i++) mine[i] = i;
  DO(cudaHostRegister(mine + 1, N * sizeof *mine, cudaHostRegisterMapped));
  DO(cudaHostGetDevicePointer(&theirs, mine + 1, 0));
  add<<<1, BLOCK>>>(theirs, N, 5);
  DO(cudaDeviceSynchronize());
  for (int i = 0; i < N + 2; i++) IS(mine[i], i + (i > 0 && i <= N ? 5 : 0));
  DO(cudaMalloc(&d, N * sizeof *d));
  DO(cudaMemcpy(d, theirs, N * sizeof *d, cudaMemcpyDefault));
  DO(cudaMemcpy(back, d, N * sizeof *d, cudaMemcpyDefault));
  for (int i = 0; i < N; i++) IS(back[i], i + 6);
  DO(cudaHostUnregister(mine + 1));
  // neighbours share nothing, those that overlap by one do
  DO(cudaHostRegister(mine + 10, 40, 0));
  DO(cudaHostRegister(mine + 20, 40, 0));
  DO(cudaHostRegister(mine, 40, 0));
  GIVES(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister((char *)(mine + 30) - 1, 8, 0));
  DO(cudaHostUnregister(mine + 10));
  DO(cudaHostUnregister(mine + 20));
  DO(cudaHostUnregister(mine));
  DO(cudaFree(d));
  free(back);
}
static void times() {
  cudaEvent_t e[3];
  float ms[2];
  int *d;
  for (int i = 0; i < 3; i++) DO(cudaEventCreate(&e[i]));
  DO(cudaMalloc(&d, BLOCK * sizeof *d));
  DO(cudaEventRecord(e[0]));
  add<<<1, BLOCK>>>(d, BLOCK, 1);
  DO(cudaEventRecord(e[1]));
  DO(cudaEventRecord(e[2]));
  DO(cudaEventElapsedTime(&ms[0], e[0], e[1]));
  DO(cudaEventElapsedTime(&ms[1], e[1], e[2]));
  IS(ms[1] == 0, 1); // nothing ran between the two
  printf("%.0f cycles\n", ms[0] * 1e6);
}
static void attributes() {
  int n;
  DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, add, 1, 0));
  IS(n > 0, 1);
  GIVES(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, add, 0, 0));
  GIVES(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, add, -1, 0));
  DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, add, 1025, 0));
  IS(n, 0);
  for (int c = 0; c < 4; c++) DO(cudaFuncSetCacheConfig(add, (cudaFuncCache)c));
  GIVES(cudaErrorInvalidValue, cudaFuncSetCacheConfig(add, (cudaFuncCache)4));
  GIVES(cudaErrorInvalidValue, cudaFuncSetCacheConfig(add, (cudaFuncCache)-1));
  DO(cudaDeviceGetAttribute(&n, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  DO(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, n));
  GIVES(cudaErrorInvalidValue, cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, n + 1));
  for (int most : {100, 0}) { // a launch with a byte more is none, whatever the shape has
    cudaFuncAttributes of;
    DO(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    DO(cudaFuncGetAttributes(&of, add));
    IS(of.maxDynamicSharedSizeBytes, most);
    add<<<1, 1, most + 1>>>(NULL, 0, 0);
    GIVES(cudaErrorInvalidValue, cudaGetLastError());
  }
  GIVES(cudaErrorInvalidValue, cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
  DO(cudaFuncSetAttribute(add, cudaFuncAttributePreferredSharedMemoryCarveout, -1));
  DO(cudaFuncSetAttribute(add, cudaFuncAttributePreferredSharedMemoryCarveout, 0));
  DO(cudaFuncSetAttribute(add, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
  GIVES(cudaErrorInvalidValue, cudaFuncSetAttribute(add, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  GIVES(cudaErrorInvalidValue, cudaFuncSetAttribute(add, cudaFuncAttributePreferredSharedMemoryCarveout, -2));
}
int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "fork")) {
    int *p, status;
    DO(cudaMalloc(&p, 4));
    pid_t pid = fork();
    if (!pid) cudaMalloc(&p, 4), _exit(77);
    waitpid(pid, &status, 0);
    IS(WEXITSTATUS(status), 3);
  } else if (argc > 1) { // an error of a launch stays until the device is reset
    int *d;
    cudaEvent_t e;
    cudaStream_t s;
    DO(cudaEventCreate(&e));
    DO(cudaStreamCreate(&s));
    DO(cudaMalloc(&d, 64));
    add<<<1, 1>>>(WILD, 1, 1);
    for (int i = 0; i < 3; i++) GIVES(cudaErrorIllegalAddress, cudaDeviceSynchronize());
    GIVES(cudaErrorIllegalAddress, cudaMemset(d, 0, 4));
    DO(cudaDeviceReset());
    GIVES(cudaErrorInvalidResourceHandle, cudaEventQuery(e)); // nothing of before is known any more
    GIVES(cudaErrorInvalidResourceHandle, cudaStreamQuery(s));
    GIVES(cudaErrorInvalidValue, cudaMemset(d, 0, 4));
    DO(cudaMalloc(&d, 64));
    DO(cudaMemset(d, 0, 64));
    add<<<1, 1>>>(d, 1, 1);
    DO(cudaDeviceSynchronize());
  } else {
    times();
    ends_of_memory();
    empty_shapes();
    names_of_variables();
    large_memory();
    attributes();
  }
  printf("bounds: right\n");
  return 0;
}
