// special.cu - special registers that plain programs read. Right: one SM, this one; a warp's number is below their number, which the shape has.
// %nwarpid is no register: nvcc writes the number of sm_75 into the code, so it says nothing of the shape.
#include "../cuda/check.h"
__global__ void read(unsigned *o) {
  unsigned nsmid, nwarpid, smid, warpid, total;
  asm volatile("mov.u32 %0,%%nsmid;" : "=r"(nsmid));
  asm volatile("mov.u32 %0,%%nwarpid;" : "=r"(nwarpid));
  asm volatile("mov.u32 %0,%%smid;" : "=r"(smid));
  asm volatile("mov.u32 %0,%%warpid;" : "=r"(warpid));
  asm volatile("mov.u32 %0,%%total_smem_size;" : "=r"(total));
  if (threadIdx.x == 32) o[0] = nsmid, o[1] = nwarpid, o[2] = smid, o[3] = warpid, o[4] = total;
}
int main() {
  unsigned *d, h[5];
  cudaDeviceProp p;
  DO(cudaGetDeviceProperties(&p, 0));
  DO(cudaMalloc(&d, sizeof h));
  read<<<1, 64, 512>>>(d);
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  IS(h[0], p.multiProcessorCount);
  IS(h[1], 32);
  IS(h[2], 0);
  IS(h[3] < p.maxThreadsPerMultiProcessor / p.warpSize, 1);
  IS(h[4] >= 512, 1);
  printf("special: right\n");
  return 0;
}
