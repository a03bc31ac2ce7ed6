// Inserts pairs; equal keys add up. The lock is a word per bucket, released behind a fence.
enum { BUCKETS = 8, SLOTS = 24 };
extern "C" __global__ void hashlock(const int *key, const int *value, int *lock, volatile int *used, volatile int *keys, volatile int *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int b = (unsigned)key[i] * 2654435761u >> 29;
  bool done = false;
#pragma unroll 1
  while (!done) {
    if (atomicCAS(&lock[b], 0, 1) == 0) {
      __threadfence();
      int k = 0, m = used[b];
      while (k < m && keys[b * SLOTS + k] != key[i]) k++;
      if (k == m) {
        keys[b * SLOTS + k] = key[i];
        sums[b * SLOTS + k] = 0;
        used[b] = m + 1;
      }
      sums[b * SLOTS + k] += value[i];
      __threadfence();
      atomicExch(&lock[b], 0);
      done = true;
    }
  }
}
