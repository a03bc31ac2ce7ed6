// launches.cu - every way to launch, what a kernel wants, how many blocks fit, and launches that cannot be.
#include "check.h"
__global__ void fill(int *p, short a, char b, int n) {
  extern __shared__ int s[];
  s[threadIdx.x] = a + b;
  __syncthreads();
  if ((int)threadIdx.x < n) p[blockIdx.x * blockDim.x + threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}
int main() {
  enum { SMEM = BLOCK * sizeof(int) };
  int h[2 * BLOCK], *d, n = BLOCK, blocks;
  short a = -3;
  char b = 5;
  DO(cudaMalloc(&d, sizeof h));
  void *args[] = {&d, &a, &b, &n};
  DO(cudaLaunchKernel((const void *)fill, dim3(2), dim3(BLOCK), args, SMEM, 0));
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 2 * BLOCK; i++) IS(h[i], 2);
  a = 100;
  cudaLaunchConfig_t c = {};
  c.gridDim = dim3(1), c.blockDim = dim3(BLOCK), c.dynamicSmemBytes = SMEM;
  DO(cudaLaunchKernelEx(&c, fill, d, a, b, n));
  DO(cudaLaunchKernelExC(&c, (const void *)fill, args));
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  IS(h[0], 105);
  IS(h[BLOCK], 2);
  a = 7;
  DO(cudaLaunchCooperativeKernel((const void *)fill, dim3(1), dim3(BLOCK), args, SMEM, 0));
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  IS(h[1], 12);
  GIVES(cudaErrorCooperativeLaunchTooLarge, cudaLaunchCooperativeKernel((const void *)fill, dim3(4000), dim3(BLOCK), args, SMEM, 0));
  GIVES(cudaErrorInvalidDeviceFunction, cudaLaunchKernel((const void *)WILD, dim3(1), dim3(1), args, 0, 0));
  GIVES(cudaErrorInvalidValue, cudaLaunchKernel((const void *)fill, dim3(1), dim3(BLOCK), (void **)WILD, SMEM, 0));
  GIVES(cudaErrorInvalidValue, cudaLaunchKernelExC((cudaLaunchConfig_t *)WILD, (const void *)fill, args));
  GIVES(cudaErrorInvalidConfiguration, cudaLaunchKernel((const void *)fill, dim3(0), dim3(1), args, 0, 0));
  fill<<<1, 4096>>>(d, a, b, n);
  IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
  fill<<<1, BLOCK, 1 << 20>>>(d, a, b, n);
  IS(cudaGetLastError(), cudaErrorLaunchOutOfResources);
  cudaFuncAttributes f;
  DO(cudaFuncGetAttributes(&f, fill));
  IS(f.binaryVersion, 75);
  IS(f.numRegs > 0 && f.numRegs < 256, 1);
  IS(f.maxThreadsPerBlock >= BLOCK, 1);
  IS(f.sharedSizeBytes, 0);
  GIVES(cudaErrorInvalidDeviceFunction, cudaFuncGetAttributes(&f, (const void *)WILD));
  DO(cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 512));
  DO(cudaFuncGetAttributes(&f, fill));
  IS(f.maxDynamicSharedSizeBytes, 512);
  GIVES(cudaErrorInvalidValue, cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 24));
  GIVES(cudaErrorInvalidDeviceFunction, cudaFuncSetAttribute((const void *)WILD, cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
  DO(cudaFuncSetCacheConfig(fill, cudaFuncCachePreferL1));
  GIVES(cudaErrorInvalidDeviceFunction, cudaFuncSetCacheConfig((const void *)WILD, cudaFuncCachePreferL1));
  DO(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
  GIVES(cudaErrorInvalidValue, cudaDeviceSetCacheConfig((cudaFuncCache)9));
  DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, BLOCK, SMEM));
  IS(blocks >= 1, 1);
  DO(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, fill, BLOCK, 1 << 24, 0));
  IS(blocks, 0);
  DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)fill, BLOCK, SMEM)); // C's, the others are templates of C++
  IS(blocks >= 1, 1);
  GIVES(cudaErrorInvalidDeviceFunction, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)WILD, BLOCK, SMEM));
  GIVES(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 0, 0));
  GIVES(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, fill, BLOCK, 0, 77));
  int grid, block;
  DO(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill, 0, 0));
  IS(block >= BLOCK && grid >= 1, 1);
  DO(cudaFree(d));
  printf("launches: right\n");
  return 0;
}
