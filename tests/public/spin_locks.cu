// spin_locks.cu WHAT - every thread takes one of four locks: "perthread" spins at the lock, "done" goes round a loop until it has been served.
// Right: ends under every scheduler and grouping, every thread counted once.
#include "../cuda/check.h"
enum { N = 150, LOCKS = 4 };
__global__ void perthread(int *lock, volatile int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = i & (LOCKS - 1);
  if (i >= n) return;
  while (atomicCAS(&lock[k], 0, 1) != 0) {
  }
  data[2 * k] = data[2 * k] + i;
  data[2 * k + 1] = data[2 * k + 1] + 1;
  __threadfence();
  atomicExch(&lock[k], 0);
}
__global__ void done(int *lock, volatile int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = i & (LOCKS - 1);
  bool served = i >= n;
  while (!served) {
    if (atomicCAS(&lock[k], 0, 1) != 0) continue;
    data[2 * k] = data[2 * k] + i;
    data[2 * k + 1] = data[2 * k + 1] + 1;
    __threadfence();
    atomicExch(&lock[k], 0);
    served = true;
  }
}
int main(int, char **argv) {
  int h[2 * LOCKS], *lock, *data, sum[LOCKS] = {0}, count[LOCKS] = {0};
  DO(cudaMalloc(&lock, 4 * LOCKS));
  DO(cudaMalloc(&data, sizeof h));
  DO(cudaMemset(lock, 0, 4 * LOCKS));
  DO(cudaMemset(data, 0, sizeof h));
  if (!strcmp(argv[1], "done")) done<<<4, 40>>>(lock, data, N);
  else perthread<<<4, 40>>>(lock, data, N);
  DO(cudaMemcpy(h, data, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; i++) sum[i % LOCKS] += i, count[i % LOCKS]++;
  for (int k = 0; k < LOCKS; k++) {
    IS(h[2 * k], sum[k]);
    IS(h[2 * k + 1], count[k]);
  }
  printf("spin_locks: right\n");
  return 0;
}
