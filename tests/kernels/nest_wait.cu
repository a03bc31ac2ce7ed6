// Eight threads work together. The seven that stay in two nested regions wait, at different depths, for what the first hands
// over outside of them and for what one of the seven hands over inside.
extern "C" __global__ void nest_wait(const int *in, volatile int *flag, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, k = i & 7, v = in[i], acc = 0;
  volatile int *mine = flag + (i & ~7);
  if (k) {
    if (k & 1) {
      while (mine[0] == 0) {
      }
      acc = mine[0] * k;
      if (v & 1) {
        while (mine[2] == 0) {
        }
        acc += mine[2];
      } else acc -= v;
    } else {
      if (k == 2) {
        while (mine[0] == 0) {
        }
        mine[2] = mine[0] + 5;
      } else {
        while (mine[2] == 0) {
        }
        acc = mine[2] ^ v;
      }
      acc += 3;
    }
    acc *= 7;
  } else mine[0] = 100 + (v & 15);
  out[i] = acc;
}
