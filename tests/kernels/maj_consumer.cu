// Three threads of four wait for what the fourth, which has not started yet, hands over: the waiting side of the branch
// is the larger one, and it runs first.
extern "C" __global__ void maj_consumer(const int *in, volatile int *slot, volatile int *flag, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, g = i >> 2;
  if (i & 3) {
    while (flag[g] == 0) {
    }
    out[i] = slot[g] * (i & 3);
  } else {
    slot[g] = in[g];
    __threadfence();
    flag[g] = 1;
    out[i] = -in[g];
  }
}
