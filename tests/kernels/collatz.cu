// Steps of the 3x+1 iteration from in[i] to 1, at most cap.
extern "C" __global__ void collatz(const unsigned *in, int *steps, int n, int cap) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[i];
  int s = 0;
#pragma unroll 1
  while (x != 1 && s < cap) {
    if (x & 1) x = 3 * x + 1;
    else x >>= 1;
    s++;
  }
  steps[i] = s;
}
