// One level of a breadth-first search: every vertex at level cur labels its unlabelled neighbours. level < 0 = not
// reached. Several threads may store the same label, so the result does not depend on their order.
extern "C" __global__ void bfs(const int *row, const int *col, int *level, int *changed, int cur, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != cur) return;
  int end = row[v + 1];
#pragma unroll 1
  for (int e = row[v]; e < end; e++) {
    int u = col[e];
    if (level[u] < 0) {
      level[u] = cur + 1;
      *changed = 1;
    }
  }
}
