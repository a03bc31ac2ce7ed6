// The last warp of a block sets a word in shared memory, and all others poll it until then, without a word to the scheduler: warps that spin must not
// keep the one that frees them from issuing.
extern "C" __global__ void spin_flag(int *out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x / 32 == blockDim.x / 32 - 1) flag = 7;
  else
    while (!flag) {
    }
  out[threadIdx.x] = flag + (int)threadIdx.x;
}
