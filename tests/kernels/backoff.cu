// One lock for all threads; a thread that does not get it sleeps, longer each time.
extern "C" __global__ void backoff(int *lock, volatile int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned ns = 8;
  while (atomicCAS(lock, 0, 1) != 0) {
    __nanosleep(ns);
    if (ns < 256) ns *= 2;
  }
  data[0] = data[0] + i + 1;
  __threadfence();
  atomicExch(lock, 0);
}
