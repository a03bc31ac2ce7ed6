// Needleman-Wunsch on 16 x 16 tiles: one launch works on the tiles of one anti-diagonal, tile row first + blockIdx.x,
// tile column diag - row. score is (n + 1) x (n + 1) with its first row and column set; sim is n x n. CTA: 16 threads.
extern "C" __global__ void nw(int *score, const int *sim, int n, int penalty, int diag, int first) {
  __shared__ int s[17][17];
  __shared__ int m[16][17];
  int t = threadIdx.x, row = first + blockIdx.x, by = row * 16, bx = (diag - row) * 16, w = n + 1;
  s[t + 1][0] = score[(by + t + 1) * w + bx];
  s[0][t + 1] = score[by * w + bx + t + 1];
  if (t == 0) s[0][0] = score[by * w + bx];
#pragma unroll 1
  for (int y = 0; y < 16; y++) m[y][t] = sim[(by + y) * n + bx + t];
  __syncthreads();
#pragma unroll 1
  for (int d = 0; d < 31; d++) {
    int x = t + 1, y = d - t + 1;
    if (y >= 1 && y <= 16) s[y][x] = max(s[y - 1][x - 1] + m[y - 1][x - 1], max(s[y][x - 1], s[y - 1][x]) - penalty);
    __syncthreads();
  }
#pragma unroll 1
  for (int y = 1; y <= 16; y++) score[(by + y) * w + bx + t + 1] = s[y][t + 1];
}
