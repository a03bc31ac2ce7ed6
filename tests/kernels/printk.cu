// Every third thread prints; an assertion holds but where the input is negative.
#include <cassert>
#include <cstdio>
extern "C" __global__ void printk(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i % 3 ? -1 : printf("%d: %s %.2f\n", i, in[i] & 1 ? "odd" : "even", in[i] / 4.0);
  assert(in[i] >= 0);
  out[i] += in[i];
}
