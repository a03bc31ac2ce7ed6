// One block of 16 bytes a thread, round keys expanded by the host.
__constant__ unsigned char box[256];
__constant__ unsigned char key[176];
__device__ unsigned char twice(unsigned char x) { return (unsigned char)(x << 1 ^ (x >> 7) * 0x1b); }
extern "C" __global__ void aes(const unsigned char *in, unsigned char *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char s[16], r[16];
  if (t >= n) return;
  for (int i = 0; i < 16; i++) s[i] = in[16 * t + i] ^ key[i];
#pragma unroll
  for (int round = 1; round <= 10; round++) {
    for (int c = 0; c < 4; c++)
      for (int i = 0; i < 4; i++) r[4 * c + i] = box[s[(4 * (c + i) + i) & 15]];
    for (int c = 0; c < 4; c++) {
      unsigned char *p = r + 4 * c, all = p[0] ^ p[1] ^ p[2] ^ p[3], first = p[0];
      for (int i = 0; i < 4 && round < 10; i++) p[i] ^= all ^ twice(p[i] ^ (i < 3 ? p[i + 1] : first));
    }
    for (int i = 0; i < 16; i++) s[i] = r[i] ^ key[16 * round + i];
  }
  for (int i = 0; i < 16; i++) out[16 * t + i] = s[i];
}
