// Sum of a strided part of the input per CTA: a loop over global memory, then a tree in dynamic shared memory.
// blockDim.x must be a power of two; shared memory: blockDim.x words.
extern __shared__ int part[];
extern "C" __global__ void reduce(const int *in, int *out, int n) {
  int t = threadIdx.x, sum = 0, step = gridDim.x * blockDim.x;
#pragma unroll 1
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += step) sum += in[i];
  part[t] = sum;
  __syncthreads();
#pragma unroll 1
  for (int s = blockDim.x >> 1; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
