// 6 loops inside each other, each with a branch: more regions are open at once than there are barrier registers, so that
// masks are spilled to registers.
#include "deep.h"

extern "C" __global__ void deep6(const unsigned *in, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = in[i], acc = 0;
  DEEP_LEVEL(0, 256,
  DEEP_LEVEL(1, 256,
  DEEP_LEVEL(2, 256,
  DEEP_LEVEL(3, 256,
  DEEP_LEVEL(4, 256,
  DEEP_LEVEL(5, 256, ))))))
  out[i] = acc;
}
