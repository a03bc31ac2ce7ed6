// Strings of up to 15 bytes with their length in the last; the reflected polynomial.
extern "C" __global__ void crc32(const unsigned char *in, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = in[16 * i + 15];
  unsigned c = ~0u;
#pragma unroll 1
  for (int k = 0; k < n; k++) {
    c ^= in[16 * i + k];
    for (int b = 0; b < 8; b++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
  }
  out[i] = ~c;
}
