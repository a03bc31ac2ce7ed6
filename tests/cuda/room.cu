// room.cu WHAT - launches that some shapes are too small for, which the program does not notice: registers, warps, smem or grid. Ends with 0.
#include "check.h"
#include <cooperative_groups.h>
__global__ void wide(float *p, int n) {
  float v[80];
#pragma unroll
  for (int i = 0; i < 80; i++) v[i] = p[i * n + threadIdx.x];
  for (int k = 0; k < n; k++) {
#pragma unroll
    for (int i = 0; i < 80; i++) v[i] = v[i] * v[(i + 7) % 80] + v[(i + 31) % 80];
  }
#pragma unroll
  for (int i = 0; i < 80; i++) p[i * n + threadIdx.x] = v[i];
}
__global__ void thin(float *p) { p[threadIdx.x] = 1; }
__global__ void whole(float *p) {
  cooperative_groups::this_grid().sync();
  p[threadIdx.x] = 1;
}
int main(int argc, char **argv) {
  float *p;
  DO(cudaMalloc(&p, 1 << 20));
  void *args[] = {&p};
  const char *what = argc > 1 ? argv[1] : "";
  if (!strcmp(what, "registers")) wide<<<1, 256>>>(p, 1);
  if (!strcmp(what, "warps")) thin<<<1, 512>>>(p), thin<<<1, 512>>>(p);
  if (!strcmp(what, "smem")) thin<<<1, 8, 40000>>>(p);
  if (!strcmp(what, "grid")) cudaLaunchCooperativeKernel((const void *)whole, dim3(1000), dim3(8), args, 0, 0);
  if (!strcmp(what, "never")) thin<<<0, 8>>>(p); // of no machine: as on a GPU, and the program's own business
  if (!strcmp(what, "fits")) thin<<<1, 8>>>(p);
  return 0;
}
