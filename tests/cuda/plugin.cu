// plugin.cu - a library with device code and a constructor that uses it; the test's own programs link it or open it when they run.
#include <cuda_runtime.h>
__global__ void twice(int *p) { p[threadIdx.x] *= 2; }
static int on_device(int v) {
  int *d;
  if (cudaMalloc(&d, sizeof v) || cudaMemcpy(d, &v, sizeof v, cudaMemcpyHostToDevice)) return -1;
  twice<<<1, 1>>>(d);
  if (cudaMemcpy(&v, d, sizeof v, cudaMemcpyDeviceToHost) || cudaFree(d)) return -2;
  return v;
}
static int at_start = on_device(3);
extern "C" int plugin(int v) { return at_start == 6 ? on_device(v) : at_start; }
