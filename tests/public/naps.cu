// naps.cu - sleep times straight from memory, and a lock with a back-off. Right: nothing is said about the register that is waited for.
#include "../cuda/check.h"
__global__ void nap(const unsigned *x, int *o) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  __nanosleep(x[t]);
  o[t] = t;
}
__global__ void lock(int *lock, int *o, const unsigned *x) {
  unsigned ns = 8;
  while (atomicCAS(lock, 0, 1) != 0) {
    __nanosleep(ns);
    if (ns < 256) ns *= 2;
  }
  *(volatile int *)o += x[blockIdx.x];
  __threadfence();
  atomicExch(lock, 0);
}
int main() {
  unsigned h[64], *d, sum = 0;
  int o[64], *e, *l;
  for (int i = 0; i < 64; i++) h[i] = i * 5;
  DO(cudaMalloc(&d, sizeof h));
  DO(cudaMalloc(&e, sizeof o));
  DO(cudaMalloc(&l, 4));
  DO(cudaMemset(l, 0, 4));
  DO(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  nap<<<2, 32>>>(d, e);
  DO(cudaMemcpy(o, e, sizeof o, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; i++) IS(o[i], i);
  DO(cudaMemset(e, 0, 4));
  lock<<<8, 1>>>(l, e, d);
  DO(cudaMemcpy(o, e, 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 8; i++) sum += h[i];
  IS(o[0], sum);
  printf("naps: right\n");
  return 0;
}
