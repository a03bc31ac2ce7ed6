// Each thread sorts 16 numbers in an array of its own, reached by an index that the compiler cannot know, and recurses.
__device__ __noinline__ unsigned depth_sum(const int *a, int n) {
  if (n <= 0) return 0;
  int half = n >> 1;
  return depth_sum(a, half) * 3u + (unsigned)a[half] + depth_sum(a + half + 1, n - half - 1);
}

extern "C" __global__ void localsort(const int *in, int *out, unsigned *sums, int pick) {
  __shared__ int s[64];
  int t = blockIdx.x * blockDim.x + threadIdx.x, a[16];
#pragma unroll 1
  for (int i = 0; i < 16; i++) {
    int v = in[t * 16 + i], j = i;
#pragma unroll 1
    for (; j > 0 && a[j - 1] > v; j--) a[j] = a[j - 1];
    a[j] = v;
  }
  s[threadIdx.x] = a[t & 15];
  const int *p = (a[0] ^ pick) & 1 ? &s[threadIdx.x] : &a[t % 7]; /* generic: shared or local */
  int mine = *(volatile const int *)p;
#pragma unroll 1
  for (int i = 0; i < 16; i++) out[t * 16 + i] = a[i];
  sums[t] = depth_sum(a, 16) + (unsigned)mine;
}
