// A block owns a torus of 16 x 16 cells.
enum { S = 16 };
extern "C" __global__ void life(const unsigned char *in, unsigned char *out, int steps) {
  __shared__ unsigned char c[2][S][S];
  int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * S * S + y * S + x, k = 0;
  c[0][y][x] = in[at];
#pragma unroll 1
  for (; k < steps; k++) {
    __syncthreads();
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) n += c[k & 1][(y + dy) & (S - 1)][(x + dx) & (S - 1)];
    int alive = c[k & 1][y][x];
    c[~k & 1][y][x] = n == 3 || (alive && n == 4);
  }
  out[at] = c[k & 1][y][x];
}
