// 8 loops inside each other, each with a branch: more regions are open at once than there are barrier registers, so that
// masks are spilled to registers.
extern "C" __global__ void deep8(const unsigned *in, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = in[i], acc = 0;
#pragma unroll 1
  for (unsigned a0 = 0; a0 <= (x & 256); a0 += 256) {
    if ((x ^ acc) & 65536) {
      acc = acc * 3 + out[i];
      out[i] = acc + 0;
#pragma unroll 1
      for (unsigned a1 = 0; a1 <= (x & 512); a1 += 512) {
        if ((x ^ acc) & 131072) {
          acc = acc * 5 + out[i];
          out[i] = acc + 1;
#pragma unroll 1
          for (unsigned a2 = 0; a2 <= (x & 1024); a2 += 1024) {
            if ((x ^ acc) & 262144) {
              acc = acc * 7 + out[i];
              out[i] = acc + 2;
#pragma unroll 1
              for (unsigned a3 = 0; a3 <= (x & 2048); a3 += 2048) {
                if ((x ^ acc) & 524288) {
                  acc = acc * 9 + out[i];
                  out[i] = acc + 3;
#pragma unroll 1
                  for (unsigned a4 = 0; a4 <= (x & 4096); a4 += 4096) {
                    if ((x ^ acc) & 1048576) {
                      acc = acc * 11 + out[i];
                      out[i] = acc + 4;
#pragma unroll 1
                      for (unsigned a5 = 0; a5 <= (x & 8192); a5 += 8192) {
                        if ((x ^ acc) & 2097152) {
                          acc = acc * 13 + out[i];
                          out[i] = acc + 5;
#pragma unroll 1
                          for (unsigned a6 = 0; a6 <= (x & 16384); a6 += 16384) {
                            if ((x ^ acc) & 4194304) {
                              acc = acc * 15 + out[i];
                              out[i] = acc + 6;
#pragma unroll 1
                              for (unsigned a7 = 0; a7 <= (x & 32768); a7 += 32768) {
                                if ((x ^ acc) & 8388608) {
                                  acc = acc * 17 + out[i];
                                  out[i] = acc + 7;
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
