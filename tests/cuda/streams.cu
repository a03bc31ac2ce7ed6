// streams.cu - streams, events, callbacks: everything in order.
#include "check.h"
#include <thread>
__global__ void next(int *p, int by) { p[threadIdx.x] += by; }
static int called;
static void host_work(void *v) { called += *(int *)v; }
static void done(cudaStream_t, cudaError_t e, void *v) { called += e ? 1000 : *(int *)v; }
// In a thread of its own: own errors, own launches.
static void worker(int by, int *result) {
  int *d, h[BLOCK];
  DO(cudaMalloc(&d, sizeof h));
  DO(cudaMemset(d, 0, sizeof h));
  if (by == 2) GIVES(cudaErrorInvalidValue, cudaFree(WILD));
  for (int i = 0; i < 3; i++) next<<<1, BLOCK>>>(d, by);
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  *result = h[BLOCK - 1] == 3 * by && cudaGetLastError() == (by == 2 ? cudaErrorInvalidValue : cudaSuccess);
  DO(cudaFree(d));
}
int main() {
  cudaStream_t s, t, u;
  cudaEvent_t a, b, untimed;
  int h[BLOCK], *d, five = 5, least, most;
  unsigned flags;
  float ms;
  DO(cudaStreamCreate(&s));
  DO(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  DO(cudaDeviceGetStreamPriorityRange(&least, &most));
  IS(least, 0);
  IS(most < least, 1);
  DO(cudaStreamCreateWithPriority(&u, cudaStreamDefault, most));
  GIVES(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&t + 0, 8));
  GIVES(cudaErrorInvalidValue, cudaStreamCreate(NULL));
  GIVES(cudaErrorInvalidValue, cudaStreamCreateWithPriority((cudaStream_t *)WILD, 0, 0));
  GIVES(cudaErrorInvalidValue, cudaDeviceGetStreamPriorityRange(WILD, &most));
  DO(cudaStreamGetFlags(t, &flags));
  IS(flags, cudaStreamNonBlocking);
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamGetFlags((cudaStream_t)WILD, &flags));
  DO(cudaEventCreate(&a));
  DO(cudaEventCreateWithFlags(&b, cudaEventDefault));
  DO(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  GIVES(cudaErrorInvalidValue, cudaEventCreateWithFlags(&untimed + 0, 64));
  DO(cudaMallocAsync((void **)&d, sizeof h, s));
  DO(cudaMemsetAsync(d, 0, sizeof h, s));
  DO(cudaEventRecord(a, s));
  next<<<1, BLOCK, 0, s>>>(d, 3);
  next<<<1, BLOCK, 0, t>>>(d, 4);
  DO(cudaEventRecord(b, t));
  DO(cudaStreamWaitEvent(u, b, 0));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent(u, (cudaEvent_t)WILD, 0));
  DO(cudaEventQuery(b));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventQuery((cudaEvent_t)s));
  DO(cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, u));
  DO(cudaStreamSynchronize(u));
  for (int i = 0; i < BLOCK; i++) IS(h[i], 7);
  DO(cudaEventElapsedTime(&ms, a, b));
  IS(ms > 0, 1);
  DO(cudaEventRecord(untimed, s));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, a, untimed));
  DO(cudaLaunchHostFunc(s, host_work, &five));
  DO(cudaStreamAddCallback(s, done, &five, 0));
  IS(called, 10);
  GIVES(cudaErrorInvalidValue, cudaLaunchHostFunc(s, NULL, &five));
  GIVES(cudaErrorInvalidValue, cudaStreamAddCallback(s, done, &five, 3));
  DO(cudaStreamQuery(s));
  DO(cudaStreamQuery(cudaStreamPerThread));
  GIVES(cudaErrorInvalidResourceHandle, cudaMemcpyAsync(h, d, 4, cudaMemcpyDeviceToHost, (cudaStream_t)WILD));
  GIVES(cudaErrorInvalidResourceHandle, cudaMemsetAsync(d, 0, 4, (cudaStream_t)WILD));
  GIVES(cudaErrorInvalidResourceHandle, cudaMallocAsync((void **)&d + 0, 4, (cudaStream_t)WILD));
  GIVES(cudaErrorInvalidResourceHandle, cudaFreeAsync(d, (cudaStream_t)WILD));
  DO(cudaFreeAsync(d, s));
  DO(cudaStreamDestroy(s));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamDestroy(s));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(s));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamQuery(s));
  next<<<1, BLOCK, 0, s>>>(d, 3);
  IS(cudaGetLastError(), cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  std::thread threads[4];
  int good[4];
  for (int i = 0; i < 4; i++) threads[i] = std::thread(worker, i, &good[i]);
  for (int i = 0; i < 4; i++) threads[i].join();
  for (int i = 0; i < 4; i++) IS(good[i], 1);
  IS(cudaGetLastError(), cudaSuccess);
  DO(cudaEventDestroy(a));
  printf("streams: right\n");
  return 0;
}
