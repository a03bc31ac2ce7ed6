// Graph of compressed rows with degree 3; a queue a level, places by atomics in shared memory.
enum { V = 64 };
extern "C" __global__ void frontier(const int *edge, int *level) {
  __shared__ int queue[2][V], count[2], dist[V];
  int t = threadIdx.x;
  dist[t] = t ? -1 : 0;
  if (t < 2) count[t] = t == 0;
  if (!t) queue[0][0] = 0;
  __syncthreads();
#pragma unroll 1
  for (int d = 0, k = 0; count[k]; d++, k ^= 1) {
    if (t < count[k]) {
      int v = queue[k][t];
      for (int e = 0; e < 3; e++) {
        int u = edge[3 * v + e];
        if (atomicCAS(&dist[u], -1, d + 1) == -1) queue[k ^ 1][atomicAdd(&count[k ^ 1], 1)] = u;
      }
    }
    __syncthreads();
    if (!t) count[k] = 0;
    __syncthreads();
  }
  level[t] = dist[t];
}
