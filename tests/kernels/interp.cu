// An interpreter: every thread runs its own program of one-word instructions, leaves on the last one, and jumps at will.
extern "C" __global__ void interp(const unsigned *code, unsigned *out, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned *mine = code + i * length;
  unsigned acc = i, x = 1;
  int pc = 0, fuel = 40;
#pragma unroll 1
  while (fuel--) {
    unsigned w = mine[pc], k = w >> 8;
    pc = pc + 1 == length ? 0 : pc + 1;
    switch (w & 7) {
      case 0: acc += k; break;
      case 1: acc = acc * 3 ^ k; break;
      case 2: x = acc >> (k & 7); break;
      case 3: acc ^= x * 5; break;
      case 4:
        if (acc & 1) pc = k % length;
        break;
      case 5:
        for (unsigned n = 0; n < (k & 3); n++) acc += x >> n;
        break;
      case 6: x += acc & k; break;
      default:
        if ((acc & 3) == 0) {
          out[i] = acc ^ x;
          return;
        }
        acc >>= 1;
    }
  }
  out[i] = acc + x;
}
