// slow.cu BLOCKS STEPS [catch] - a launch of any length, after a short one; with "catch" the program ends itself, with 7, when SIGTERM comes.
#include "check.h"
#include <signal.h>
#include <unistd.h>
__global__ void work(int *p, int n) {
  int v = threadIdx.x;
  for (int i = 0; i < n; i++) v = v * 3 + i;
  p[threadIdx.x] = v;
}
static void caught(int) { exit(7); }
int main(int argc, char **argv) {
  int *d;
  if (argc > 3) signal(SIGTERM, caught);
  DO(cudaMalloc(&d, 4 * BLOCK));
  work<<<1, BLOCK>>>(d, 5);
  DO(cudaDeviceSynchronize());
  work<<<atoi(argv[1]), BLOCK>>>(d, atoi(argv[2]));
  DO(cudaDeviceSynchronize());
  printf("slow: right\n");
  return 0;
}
