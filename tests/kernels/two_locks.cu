// Every thread takes two locks, one inside the loop of the other, always the lower one first, moves an amount between what
// they protect and gives both back.
extern "C" __global__ void two_locks(const int *from, const int *to, int *lock, volatile int *account, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int a = from[i], b = to[i], low = a < b ? a : b, high = a < b ? b : a;
  bool done = false;
#pragma unroll 1
  while (!done) {
    if (atomicCAS(&lock[low], 0, 1) == 0) {
#pragma unroll 1
      while (!done) {
        if (atomicCAS(&lock[high], 0, 1) == 0) {
          account[a] = account[a] - i;
          account[b] = account[b] + i;
          __threadfence();
          atomicExch(&lock[high], 0);
          done = true;
        }
      }
      atomicExch(&lock[low], 0);
    }
  }
}
