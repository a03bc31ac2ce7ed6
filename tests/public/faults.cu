// faults.cu WHAT - accesses that are wrong, and a block that cannot be. Right: a memory fault that calls the address by its name.
#include "../cuda/check.h"
__global__ void shared(int *o, int n) {
  extern __shared__ int s[];
  s[threadIdx.x + n] = 1;
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x + n];
}
__global__ void over(int *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = i;
}
__global__ void load(int *o, const int *p) { o[threadIdx.x] = p[threadIdx.x]; }
__global__ void skew(char *o) { *(int *)(o + 1) = 1; }
int main(int, char **argv) {
  int *d, host[64] = {0}, *u;
  const char *what = argv[1];
  DO(cudaMalloc(&d, 1000));
  DO(cudaMalloc(&u, 4096));
  if (!strcmp(what, "over")) over<<<2, 128>>>(d, 256);
  if (!strcmp(what, "shared")) shared<<<1, 32, 256>>>(d, 60);
  if (!strcmp(what, "null")) over<<<1, 1>>>(NULL, 1);
  if (!strcmp(what, "skew")) skew<<<1, 1>>>((char *)d);
  if (!strcmp(what, "block")) over<<<1, 2000>>>(d, 1);
  if (!strcmp(what, "freed")) DO(cudaFree(u)), load<<<1, 64>>>(d, u);
  if (!strcmp(what, "host")) load<<<1, 64>>>(d, host);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
