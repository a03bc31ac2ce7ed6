// Dense switches, which the compiler makes indirect branches through jump tables. in: at least 64 words.
extern "C" __global__ void bigswitch(const unsigned *in, const int *sel, unsigned *out, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[i], acc = i;
#pragma unroll 1
  for (int r = 0; r < rounds; r++) {
    switch (sel[(i + r) & (n - 1)]) {
    case 0: acc = in[(acc * 3 + x) & 63]; out[i] = acc; break;
    case 1: acc += in[(x >> 3) & 63]; out[i] = acc; break;
    case 2: x ^= in[acc & 63]; out[i] = x; break;
    case 3: acc -= in[(x + 5) & 63]; out[i] = acc ^ 1; break;
    case 4: acc = acc * 7 + in[x & 63]; out[i] = acc; break;
    case 5: x += in[(acc ^ 9) & 63]; out[i] = x + acc; break;
    case 6: acc ^= in[(x * 5) & 63]; out[i] = acc; break;
    case 7: if (x & 16) acc += in[(acc + 1) & 63]; out[i] = acc; break;
    case 8: x -= in[(acc + 11) & 63]; out[i] = x; break;
    case 9: acc |= in[(x + 13) & 63]; out[i] = acc; break;
    case 10: acc &= in[(x + 17) & 63] | 0xff; out[i] = acc; break;
    case 11: acc = in[acc & 63] - x; out[i] = acc; break;
    case 12: x = in[(x + acc) & 63] << 1; out[i] = x; break;
    case 13: acc = (acc << 5) + in[(x + 3) & 63]; out[i] = acc; break;
    case 14: x = ~in[(x ^ acc) & 63]; out[i] = x; break;
    case 15: acc += 77; out[i] = acc; break;
    default: acc ^= x; break;
    }
  }
  out[i] = acc ^ x;
}
