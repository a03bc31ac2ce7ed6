// The generator is a linear congruence of 64 bits; points are integers, so the count is exact.
extern "C" __global__ void montecarlo(const unsigned long long *seed, int *hits, int trials) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, n = 0;
  unsigned long long x = seed[t];
#pragma unroll 1
  for (int i = 0; i < trials; i++) {
    x = x * 6364136223846793005ull + 1442695040888963407ull;
    unsigned a = x >> 48, b = (unsigned)(x >> 32) & 0xffff;
    n += (unsigned long long)a * a + (unsigned long long)b * b < 1ull << 32;
  }
  atomicAdd(hits, n);
}
