// warps.cu - code for warps of 32: ballot, atomics of a warp, the active lanes. Right: the numbers of warps of 32, or refused where warps are not.
#include "../cuda/check.h"
__global__ void k(const int *x, int *o) {
  int t = threadIdx.x;
  o[t] = __ballot_sync(~0u, x[t] & 1);
  atomicAdd(&o[128], 1);
  o[129 + t] = __popc(__activemask());
}
int main() {
  int h[64], o[193], *d, *e;
  for (int i = 0; i < 64; i++) h[i] = i % 3;
  DO(cudaMalloc(&d, sizeof h));
  DO(cudaMalloc(&e, sizeof o));
  DO(cudaMemset(e, 0, sizeof o));
  DO(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  k<<<1, 64>>>(d, e);
  DO(cudaMemcpy(o, e, sizeof o, cudaMemcpyDeviceToHost));
  for (int w = 0; w < 2; w++) {
    unsigned want = 0;
    for (int i = 0; i < 32; i++) want |= (unsigned)(h[32 * w + i] & 1) << i;
    for (int i = 0; i < 32; i++) IS((unsigned)o[32 * w + i], want);
  }
  IS(o[128], 64);
  for (int i = 0; i < 64; i++) IS(o[129 + i], 32);
  printf("warps: right\n");
  return 0;
}
