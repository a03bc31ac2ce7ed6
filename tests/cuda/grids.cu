// grids.cu - the barrier of a whole grid (cooperative launches), and traps.
#include <cooperative_groups.h>

#include "check.h"
namespace cg = cooperative_groups;
// Every round reads what another block wrote in the round before.
__global__ void rounds(int *a, int *b, int n) {
  cg::grid_group all = cg::this_grid();
  int i = (int)all.thread_rank(), size = (int)all.size();
  for (int k = 0; k < n; k++) {
    b[i] = a[(i + (int)blockDim.x) % size] + 1;
    all.sync();
    int *t = a;
    a = b, b = t;
  }
}
__global__ void traps(const int *v, int *out) {
  if (v[threadIdx.x] > 5) __trap();
  out[threadIdx.x] = 1;
}
int main(int argc, char **argv) {
  enum { BLOCKS = 2, T = BLOCK / 2, N = BLOCKS * T, ROUNDS = 5 };
  int h[N], *a, *b, n = ROUNDS, fit;
  for (int i = 0; i < N; i++) h[i] = 100 * i;
  DO(cudaMalloc(&a, sizeof h));
  DO(cudaMalloc(&b, sizeof h));
  DO(cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice));
  DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, rounds, T, 0));
  IS(fit >= BLOCKS, 1);
  void *args[] = {&a, &b, &n};
  DO(cudaLaunchCooperativeKernel((const void *)rounds, dim3(BLOCKS), dim3(T), args, 0, 0));
  DO(cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; i++) IS(h[i], 100 * ((i + ROUNDS * T) % N) + ROUNDS);
  cudaLaunchAttribute how;
  how.id = cudaLaunchAttributeCooperative, how.val.cooperative = 1;
  cudaLaunchConfig_t c = {};
  c.gridDim = dim3(BLOCKS), c.blockDim = dim3(T), c.attrs = &how, c.numAttrs = 1;
  DO(cudaLaunchKernelEx(&c, rounds, b, a, 1));
  DO(cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost));
  IS(h[0], 100 * ((ROUNDS + 1) * T % N) + ROUNDS + 1);
  GIVES(cudaErrorCooperativeLaunchTooLarge, cudaLaunchCooperativeKernel((const void *)rounds, dim3(fit + 1), dim3(T), args, 0, 0));
  cudaGetLastError();
  // a grid that is not cooperative has no such barrier: it traps, as on a GPU
  if (argc > 1 && !strcmp(argv[1], "alone")) {
    rounds<<<1, T>>>(a, b, 1);
    GIVES(cudaErrorLaunchFailure, cudaDeviceSynchronize());
    return 0;
  }
  int v[BLOCK] = {0, 1, 2, 3, 4, 5, 6, 7};
  if (argc < 2 || strcmp(argv[1], "go")) v[6] = v[7] = 0;
  DO(cudaMemcpy(a, v, sizeof v, cudaMemcpyHostToDevice));
  traps<<<1, BLOCK>>>(a, b);
  if (argc > 1) {
    GIVES(cudaErrorLaunchFailure, cudaDeviceSynchronize());
    DO(cudaDeviceReset());
  } else {
    DO(cudaDeviceSynchronize());
    DO(cudaMemcpy(h, b, BLOCK * sizeof *h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < BLOCK; i++) IS(h[i], 1);
  }
  printf("grids: right\n");
  return 0;
}
