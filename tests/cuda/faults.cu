// faults.cu - errors that stay. Without an argument each of them ends the program under `warptwin exec`; with "go" it goes on (--keep-going).
#include "check.h"
#include <thread>
#include <unistd.h>
__global__ void touch(int *p, int i) { p[i] = 1; }
__global__ void skew(char *p) { *(int *)(p + 1) = 1; }
__global__ void heap(int **p) { *p = (int *)malloc(4); }
// However the program ends, its handlers and their threads may still call.
static void late() {
  std::thread t([] { cudaGetLastError(); });
  t.join();
  fprintf(stderr, "late\n");
}
int main(int argc, char **argv) {
  atexit(late);
  int *d, v[4];
  DO(cudaMalloc(&d, 16));
  DO(cudaFree(d));
  int *e;
  DO(cudaMalloc(&e, 16));
  if (argc > 1 && !strcmp(argv[1], "heap")) heap<<<1, 1>>>((int **)e);
  else if (argc > 1 && !strcmp(argv[1], "skew")) skew<<<1, 1>>>((char *)e);
  else touch<<<1, 1>>>(d, 0);  // after free
  if (argc < 2 || strcmp(argv[1], "go")) return 0;
  GIVES(cudaErrorIllegalAddress, cudaDeviceSynchronize());
  GIVES(cudaErrorIllegalAddress, cudaMalloc(&d, 4));  // it stays
  GIVES(cudaErrorIllegalAddress, cudaProfilerStart());
  GIVES(cudaErrorIllegalAddress, cudaProfilerStop());
  IS(cudaGetLastError(), cudaErrorIllegalAddress);
  GIVES(cudaErrorIllegalAddress, cudaMemcpy(v, e, 16, cudaMemcpyDeviceToHost));
  DO(cudaDeviceReset());
  IS(cudaPeekAtLastError(), cudaErrorIllegalAddress);  // of the thread, once
  cudaGetLastError();
  GIVES(cudaErrorInvalidValue, cudaMemcpy(v, e, 16, cudaMemcpyDeviceToHost));  // all memory went
  DO(cudaMalloc(&e, 16));
  touch<<<1, 1>>>(e, 3);
  DO(cudaMemcpy(v, e, 16, cudaMemcpyDeviceToHost));
  IS(v[3], 1);
  cudaGetLastError();
  heap<<<1, 1>>>((int **)e);
  IS(cudaGetLastError(), cudaErrorNotSupported);
  DO(cudaDeviceSynchronize());  // a refusal does not stay
  cudaGraph_t g;
  GIVES(cudaErrorNotSupported, cudaGraphCreate(&g, 0));
  GIVES(cudaErrorNotSupported, cudaGraphCreate(&g, 0));
  int no_array = 0;
  for (int k = 0; k < 2; k++) {  // arrays on either side
    cudaMemcpy3DParms p = {};
    p.srcPtr = p.dstPtr = make_cudaPitchedPtr(e, 4, 4, 1), p.extent = make_cudaExtent(4, 1, 1), p.kind = cudaMemcpyDefault;
    DO(cudaMemcpy3D(&p));
    (k ? p.srcArray : p.dstArray) = (cudaArray_t)&no_array;
    GIVES(cudaErrorNotSupported, cudaMemcpy3D(&p));
  }
  skew<<<1, 1>>>((char *)e);
  GIVES(cudaErrorMisalignedAddress, cudaDeviceSynchronize());
  DO(cudaDeviceReset());
  touch<<<1, 1>>>(d, 1 << 30);
  GIVES(cudaErrorIllegalAddress, cudaDeviceSynchronize());
  printf("faults: right\n");
  return 0;
}
