// managed.cu - memory that host and device share: managed, pinned, __managed__ variables.
#include "check.h"
__managed__ int counter = 5;
__managed__ int table[4] = {1, 2, 3, 4};
__global__ void work(int *p, int n) {
  int i = threadIdx.x;
  if (i < n) p[i] = p[i] * 2 + table[i & 3];
  if (!i) counter++;
}
int main() {
  enum { N = BLOCK };
  int *m, *p, *a, *same, *d, host[2];
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0}, nowhere = {cudaMemLocationTypeDevice, 4};
  counter = 40;
  DO(cudaMallocManaged(&m, 5000 * sizeof *m));
  for (int i = 0; i < 5000; i++) m[i] = i;
  work<<<1, N>>>(m, N);
  DO(cudaDeviceSynchronize());
  for (int i = 0; i < N; i++) IS(m[i], 2 * i + 1 + (i & 3));
  IS(m[4999], 4999);
  IS(counter, 41);
  table[1] = 100;
  DO(cudaMallocHost(&p, N * sizeof *p));
  DO(cudaHostAlloc(&a, N * sizeof *a, cudaHostAllocMapped));
  for (int i = 0; i < N; i++) p[i] = a[i] = 10 * i;
  DO(cudaHostGetDevicePointer(&same, a, 0));
  IS((size_t)same, (size_t)a);
  work<<<1, N>>>(same, N);
  work<<<1, N>>>(p, N);
  DO(cudaDeviceSynchronize());
  for (int i = 0; i < N; i++) IS(a[i], 20 * i + ((i & 3) == 1 ? 100 : 1 + (i & 3)));
  for (int i = 0; i < N; i++) IS(p[i], a[i]);
  IS(counter, 43);
  DO(cudaMemcpy(host, &m[1], 8, cudaMemcpyDefault));
  IS(host[0], m[1]);
  DO(cudaMemset(m, 0, 8));
  IS(m[1], 0);
  DO(cudaMemPrefetchAsync(m, 4096, here, 0, 0));
  DO(cudaMemAdvise(m, 4096, cudaMemAdviseSetReadMostly, here));
  DO(cudaStreamAttachMemAsync(0, m, 0, cudaMemAttachSingle));
  GIVES(cudaErrorInvalidDevice, cudaMemPrefetchAsync(m, 4096, nowhere, 0, 0));
  GIVES(cudaErrorInvalidValue, cudaMemPrefetchAsync(WILD, 4096, here, 0, 0));
  GIVES(cudaErrorInvalidValue, cudaMemAdvise(m, 4096, (cudaMemoryAdvise)77, here));
  GIVES(cudaErrorInvalidValue, cudaStreamAttachMemAsync(0, p, 0, cudaMemAttachSingle));
  cudaPointerAttributes at;
  DO(cudaMalloc(&d, 64));
  DO(cudaPointerGetAttributes(&at, d + 3));
  IS(at.type, cudaMemoryTypeDevice);
  DO(cudaPointerGetAttributes(&at, m));
  IS(at.type, cudaMemoryTypeManaged);
  IS((size_t)at.hostPointer, (size_t)m);
  DO(cudaPointerGetAttributes(&at, p));
  IS(at.type, cudaMemoryTypeHost);
  DO(cudaPointerGetAttributes(&at, host));
  IS(at.type, cudaMemoryTypeUnregistered);
  GIVES(cudaErrorInvalidValue, cudaPointerGetAttributes(NULL, d));
  GIVES(cudaErrorInvalidValue, cudaMallocManaged(&m + 0, 0));
  GIVES(cudaErrorInvalidValue, cudaMallocManaged(&same, 16, 9));
  GIVES(cudaErrorInvalidValue, cudaHostAlloc(&same, 16, 0x100));
  GIVES(cudaErrorInvalidValue, cudaHostGetDevicePointer(&same, host, 0));
  GIVES(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(host));
  GIVES(cudaErrorInvalidValue, cudaFreeHost(m));
  GIVES(cudaErrorInvalidValue, cudaFree(p));
  DO(cudaFree(m));
  DO(cudaFreeHost(p));
  DO(cudaFreeHost(a));
  printf("managed: right\n");
  return 0;
}
