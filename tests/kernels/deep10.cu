// 10 loops inside each other, each with a branch: twenty regions are open at once, more than the machine has barrier registers.
#include "deep.h"

extern "C" __global__ void deep10(const unsigned *in, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = in[i], acc = 0;
  DEEP_LEVEL(0, 4,
  DEEP_LEVEL(1, 4,
  DEEP_LEVEL(2, 4,
  DEEP_LEVEL(3, 4,
  DEEP_LEVEL(4, 4,
  DEEP_LEVEL(5, 4,
  DEEP_LEVEL(6, 4,
  DEEP_LEVEL(7, 4,
  DEEP_LEVEL(8, 4,
  DEEP_LEVEL(9, 4, ))))))))))
  out[i] = acc;
}
