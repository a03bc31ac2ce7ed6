// constants.cu - more than 32 KB of constants: the second array lies at an offset that is no positive number of 16 bits. Right: its values.
#include "../cuda/check.h"
__constant__ int first[10000] = {1, 2, 3};
__constant__ int second[100] = {5, 6, 7, 8, 9, 10, 11, 12};
__global__ void read(int *o, int k) {
  int t = threadIdx.x;
  o[t] = first[t * k % 10000] + 1000 * second[t * k & 7];
}
int main() {
  int h[64], *d;
  DO(cudaMalloc(&d, sizeof h));
  for (int k = 1; k < 4; k++) {
    read<<<1, 64>>>(d, k);
    DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 64; t++) IS(h[t], (t * k < 3 ? t * k + 1 : 0) + 1000 * (5 + (t * k & 7)));
  }
  printf("constants: right\n");
  return 0;
}
