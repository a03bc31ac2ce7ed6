// A barrier made by hand: every thread counts itself and polls the counter until all of its block have. Each warp has work of another length before.
extern "C" __global__ void spin_done(const unsigned *in, unsigned *out) {
  __shared__ unsigned done, sum;
  unsigned i = threadIdx.x, v = in[i];
  if (i == 0) done = sum = 0;
  __syncthreads();
  for (unsigned k = 0; k < i / 32; k++) v = v * 1664525 + 1013904223;
  atomicAdd(&sum, v);
  __threadfence_block();
  atomicAdd(&done, 1);
  while (*(volatile unsigned *)&done != blockDim.x) {
  }
  out[i] = *(volatile unsigned *)&sum + i;
}
