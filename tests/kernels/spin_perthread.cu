// Every thread takes a spin lock, changes what it protects and gives it back. Works only when a thread that got the
// lock runs on while others of its warp still spin.
extern "C" __global__ void spin_perthread(int *lock, volatile int *data, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = i & mask;
  while (atomicCAS(&lock[k], 0, 1) != 0) {
  }
  data[2 * k] = data[2 * k] + i;
  data[2 * k + 1] = data[2 * k + 1] + 1;
  __threadfence();
  atomicExch(&lock[k], 0);
}
