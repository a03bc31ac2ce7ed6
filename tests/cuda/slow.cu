// slow.cu BLOCKS STEPS [catch] - a launch of any length, after a short one; with "catch" the program ends itself, with 7, when SIGTERM comes.
// slow.cu leave - two short ones, and the program is gone without having said goodbye. slow.cu leave none: the second one cannot be launched; wild: it
// writes where nothing is.
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
  const bool leaves = !strcmp(argv[1], "leave");
  if (argc > 3) signal(SIGTERM, caught);
  DO(cudaMalloc(&d, 4 * BLOCK));
  work<<<1, BLOCK>>>(d, 5);
  DO(cudaDeviceSynchronize());
  if (leaves) {
    const char *how = argc > 2 ? argv[2] : "";
    work<<<!strcmp(how, "none") ? 0 : 1, BLOCK>>>(!strcmp(how, "wild") ? WILD : d, 5);
    _exit(9);
  }
  work<<<atoi(argv[1]), BLOCK>>>(d, atoi(argv[2]));
  DO(cudaDeviceSynchronize());
  printf("slow: right\n");
  return 0;
}
