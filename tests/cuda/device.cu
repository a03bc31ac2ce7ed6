// device.cu - the device as a whole: memory that runs out, leaks, double frees, limits, versions, settings, children.
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>
__global__ void set(int *p) { p[threadIdx.x] = threadIdx.x; }
int main() {
  size_t before, all, after, v;
  int *d[3], n;
  DO(cudaMemGetInfo(&before, &all));
  IS(before <= all, 1);
  GIVES(cudaErrorInvalidValue, cudaMemGetInfo(NULL, &all));
  for (int k = 0; k < 3; k++) DO(cudaMalloc(&d[k], all / 4));
  int *more;
  GIVES(cudaErrorMemoryAllocation, cudaMalloc(&more, all / 2));
  DO(cudaMemGetInfo(&after, &all));
  IS(before - after, all / 4 * 3);
  for (int k = 0; k < 3; k++) DO(cudaFree(d[k]));
  GIVES(cudaErrorInvalidValue, cudaFree(d[1]));
  for (int k = 0; k < 50; k++) DO(cudaMalloc(&more, 1000));  // leaked
  set<<<1, BLOCK>>>(more);
  int h[BLOCK];
  DO(cudaMemcpy(h, more, sizeof h, cudaMemcpyDeviceToHost));
  IS(h[5], 5);
  DO(cudaDriverGetVersion(&n));
  IS(n, 13000);
  DO(cudaRuntimeGetVersion(&n));
  IS(n, 13000);
  GIVES(cudaErrorInvalidValue, cudaRuntimeGetVersion(NULL));
  GIVES(cudaErrorInvalidValue, cudaDriverGetVersion(WILD));
  DO(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 5 << 20));
  DO(cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize));
  IS(v, 5 << 20);
  GIVES(cudaErrorUnsupportedLimit, cudaDeviceSetLimit((cudaLimit)44, 1));
  GIVES(cudaErrorUnsupportedLimit, cudaDeviceGetLimit(&v, (cudaLimit)44));
  DO(cudaSetDeviceFlags(cudaDeviceScheduleSpin));
  GIVES(cudaErrorInvalidValue, cudaSetDeviceFlags(0x4000));
  cudaDeviceProp p = {};
  DO(cudaChooseDevice(&n, &p));
  IS(n, 0);
  GIVES(cudaErrorInvalidValue, cudaChooseDevice(&n, NULL));
  DO(cudaProfilerStart());
  DO(cudaProfilerStop());
  GIVES(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&n, 0, 1));
  DO(cudaDeviceCanAccessPeer(&n, 0, 0));
  IS(n, 0);
  GIVES(cudaErrorInvalidDevice, cudaDeviceGetP2PAttribute(&n, cudaDevP2PAttrAccessSupported, 0, 1));
  GIVES(cudaErrorInvalidValue, cudaDeviceGetP2PAttribute(&n, (cudaDeviceP2PAttr)99, 0, 1));
  fflush(stdout);
  // a child is no part of this: it inherits nothing
  IS(system("test -z \"$LD_PRELOAD\" && ! env | grep -q WARPTWIN_CUDA"), 0);
  int status;
  pid_t pid = fork();  // a process that shares the device cannot be
  if (!pid) {
    if (!freopen("/dev/null", "w", stderr)) _exit(76);
    cudaMalloc(&more, 4);
    _exit(77);
  }
  waitpid(pid, &status, 0);
  IS(WEXITSTATUS(status), 3);
  DO(cudaDeviceReset());
  GIVES(cudaErrorInvalidValue, cudaFree(more));
  DO(cudaMemGetInfo(&after, &all));
  IS(after, all);
  printf("device: right\n");
  return 3;  // the program's own exit code
}
