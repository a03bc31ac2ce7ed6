// Threads leave the kernel out of every level of a nest of loops and branches.
extern "C" __global__ void exits(const int *in, int *out, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i], acc = i;
#pragma unroll 1
  for (int a = 0; a < rounds; a++) {
    if (v >> a & 1) {
#pragma unroll 1
      for (int b = 0; b < 3; b++) {
        acc = acc * 3 + b;
        out[i] = acc;
        if ((acc ^ v) % 11 == 0) return;
        if (acc & 4) {
          if ((v >> b & 7) == 5) return;
          acc += out[i] >> 2;
        } else if ((acc & 24) == 24) break;
      }
      out[i] = ~acc;
    } else {
      if ((v & 96) == 96) return;
      acc ^= v >> 3;
    }
  }
  out[i] = acc;
}
