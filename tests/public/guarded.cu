// guarded.cu - a load under a guard and a move to the same register under its complement, both on their way at once. Right: both values arrive.
#include "../cuda/check.h"
__global__ void pick(const int *x, int *o, int k) {
  int t = threadIdx.x;
  int v = k > t ? x[t] : t;
  int w = k > t + 1 ? x[t + 64] : k;
  o[t] = v * 3 + w;
}
int main() {
  int h[128], o[64], *d, *e;
  for (int i = 0; i < 128; i++) h[i] = 7 * i + 1;
  DO(cudaMalloc(&d, sizeof h));
  DO(cudaMalloc(&e, sizeof o));
  DO(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  for (int k = 0; k < 64; k += 9) {
    pick<<<1, 64>>>(d, e, k);
    DO(cudaMemcpy(o, e, sizeof o, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 64; t++) IS(o[t], (k > t ? h[t] : t) * 3 + (k > t + 1 ? h[t + 64] : k));
  }
  printf("guarded: right\n");
  return 0;
}
