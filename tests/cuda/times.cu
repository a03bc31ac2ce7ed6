// times.cu - prints the times between events in cycles of a clock of 1 GHz: two launches, the first alone, the second alone, nothing, backwards.
#include "check.h"
#include <math.h>
#include <unistd.h>
__global__ void spin(int *p, int n) {
  for (int i = 0; i < n; i++) p[threadIdx.x] += i;
}
int main() {
  int *d;
  float ms;
  cudaEvent_t e[4];
  IS(chdir("/"), 0); // files that the run leaves lie where it began
  DO(cudaMalloc(&d, 4 * BLOCK));
  for (cudaEvent_t &i : e) DO(cudaEventCreate(&i));
  spin<<<1, BLOCK>>>(d, 9); // so that the first event is not at 0
  DO(cudaEventRecord(e[0], 0));
  spin<<<1, BLOCK>>>(d, 3);
  DO(cudaEventRecord(e[1], 0));
  spin<<<1, BLOCK>>>(d, 50);
  DO(cudaEventRecord(e[2], 0));
  DO(cudaEventRecord(e[3], 0));
  const int pairs[][2] = {{0, 2}, {0, 1}, {1, 2}, {2, 3}, {2, 0}};
  for (auto &p : pairs) {
    DO(cudaEventElapsedTime(&ms, e[p[0]], e[p[1]]));
    printf("%ld\n", lround(ms * 1e6));
  }
  return 0;
}
