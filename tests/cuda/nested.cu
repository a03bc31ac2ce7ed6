// nested.cu - launches in the arguments of launches: configurations are a stack.
#include "check.h"
__global__ void note(int *p, int at, int extra) {
  extern __shared__ int s[];
  s[threadIdx.x] = extra;
  if (!threadIdx.x && !blockIdx.x) p[at] = gridDim.x * 100 + blockDim.x * 10 + s[0];
}
static int *d;
static int inner(int depth) {
  if (depth) note<<<depth + 1, depth, 4 * depth>>>(d, depth, inner(depth - 1));
  return depth;
}
int main() {
  int h[5];
  DO(cudaMalloc(&d, sizeof h));
  note<<<9, BLOCK, 4 * BLOCK>>>(d, 0, inner(4));
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  IS(h[0], 900 + 10 * BLOCK + 4);
  for (int i = 1; i < 5; i++) IS(h[i], (i + 1) * 100 + i * 10 + i - 1);
  IS(cudaGetLastError(), cudaSuccess);
  printf("nested: right\n");
  return 0;
}
