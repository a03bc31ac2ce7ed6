// 10 loops inside each other, each with a branch: twenty regions are open at once, more than the machine has barrier registers.
extern "C" __global__ void deep10(const unsigned *in, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = in[i], acc = 0;
#pragma unroll 1
  for (unsigned a0 = 0; a0 <= (x & 4); a0 += 4) {
    if ((x ^ acc) & 65536) {
      acc = acc * 3 + out[i];
      out[i] = acc + 0;
#pragma unroll 1
      for (unsigned a1 = 0; a1 <= (x & 8); a1 += 8) {
        if ((x ^ acc) & 131072) {
          acc = acc * 5 + out[i];
          out[i] = acc + 1;
#pragma unroll 1
          for (unsigned a2 = 0; a2 <= (x & 16); a2 += 16) {
            if ((x ^ acc) & 262144) {
              acc = acc * 7 + out[i];
              out[i] = acc + 2;
#pragma unroll 1
              for (unsigned a3 = 0; a3 <= (x & 32); a3 += 32) {
                if ((x ^ acc) & 524288) {
                  acc = acc * 9 + out[i];
                  out[i] = acc + 3;
#pragma unroll 1
                  for (unsigned a4 = 0; a4 <= (x & 64); a4 += 64) {
                    if ((x ^ acc) & 1048576) {
                      acc = acc * 11 + out[i];
                      out[i] = acc + 4;
#pragma unroll 1
                      for (unsigned a5 = 0; a5 <= (x & 128); a5 += 128) {
                        if ((x ^ acc) & 2097152) {
                          acc = acc * 13 + out[i];
                          out[i] = acc + 5;
#pragma unroll 1
                          for (unsigned a6 = 0; a6 <= (x & 256); a6 += 256) {
                            if ((x ^ acc) & 4194304) {
                              acc = acc * 15 + out[i];
                              out[i] = acc + 6;
#pragma unroll 1
                              for (unsigned a7 = 0; a7 <= (x & 512); a7 += 512) {
                                if ((x ^ acc) & 8388608) {
                                  acc = acc * 17 + out[i];
                                  out[i] = acc + 7;
#pragma unroll 1
                                  for (unsigned a8 = 0; a8 <= (x & 1024); a8 += 1024) {
                                    if ((x ^ acc) & 16777216) {
                                      acc = acc * 19 + out[i];
                                      out[i] = acc + 8;
#pragma unroll 1
                                      for (unsigned a9 = 0; a9 <= (x & 2048); a9 += 2048) {
                                        if ((x ^ acc) & 33554432) {
                                          acc = acc * 21 + out[i];
                                          out[i] = acc + 9;
                                        } else {
                                          acc += out[i] ^ 14;
                                          out[i] = acc - 9;
                                        }
                                        acc ^= acc >> 3;
                                      }
                                    } else {
                                      acc += out[i] ^ 13;
                                      out[i] = acc - 8;
                                    }
                                    acc ^= acc >> 3;
                                  }
                                } else {
                                  acc += out[i] ^ 12;
                                  out[i] = acc - 7;
                                }
                                acc ^= acc >> 3;
                              }
                            } else {
                              acc += out[i] ^ 11;
                              out[i] = acc - 6;
                            }
                            acc ^= acc >> 3;
                          }
                        } else {
                          acc += out[i] ^ 10;
                          out[i] = acc - 5;
                        }
                        acc ^= acc >> 3;
                      }
                    } else {
                      acc += out[i] ^ 9;
                      out[i] = acc - 4;
                    }
                    acc ^= acc >> 3;
                  }
                } else {
                  acc += out[i] ^ 8;
                  out[i] = acc - 3;
                }
                acc ^= acc >> 3;
              }
            } else {
              acc += out[i] ^ 7;
              out[i] = acc - 2;
            }
            acc ^= acc >> 3;
          }
        } else {
          acc += out[i] ^ 6;
          out[i] = acc - 1;
        }
        acc ^= acc >> 3;
      }
    } else {
      acc += out[i] ^ 5;
      out[i] = acc - 0;
    }
    acc ^= acc >> 3;
  }
  out[i] = acc;
}
