// Least sum from the top to each cell of the last row; a step goes straight or to a neighbour.
enum { W = 64 };
extern "C" __global__ void pathfinder(const int *wall, int *out, int rows) {
  __shared__ int now[W], next[W];
  int x = threadIdx.x;
  const int *own = wall + blockIdx.x * W * rows;
  now[x] = own[x];
#pragma unroll 1
  for (int r = 1; r < rows; r++) {
    __syncthreads();
    int best = now[x];
    if (x) best = min(best, now[x - 1]);
    if (x < W - 1) best = min(best, now[x + 1]);
    next[x] = best + own[r * W + x];
    __syncthreads();
    now[x] = next[x];
  }
  out[blockIdx.x * W + x] = now[x];
}
