// token.cu - blocks hand values on, each when the one before it has raised a flag. Right: every value, however slow memory is.
#include "../cuda/check.h"
__global__ void pass(volatile int *flag, volatile int *data, int *o, int n) {
  int b = blockIdx.x, t = threadIdx.x;
  if (b > 0) {
    if (t == 0)
      while (flag[b - 1] == 0) {}
    __syncthreads();
    __threadfence();
  }
  int v = b ? data[(b - 1) * n + t] : t;
  data[b * n + t] = v * 3 + b;
  __threadfence();
  __syncthreads();
  if (t == 0) flag[b] = 1;
  o[b * n + t] = v;
}
int main() {
  enum { N = 64, BLOCKS = 4 };
  int h[BLOCKS][N], *flag, *data, *o;
  DO(cudaMalloc(&flag, 4 * BLOCKS));
  DO(cudaMalloc(&data, sizeof h));
  DO(cudaMalloc(&o, sizeof h));
  DO(cudaMemset(flag, 0, 4 * BLOCKS));
  pass<<<BLOCKS, N>>>(flag, data, o, N);
  DO(cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost));
  for (int t = 0, v; t < N; t++) {
    v = t;
    for (int b = 0; b < BLOCKS; v = v * 3 + b++) IS(h[b][t], v);
  }
  printf("token: right\n");
  return 0;
}
