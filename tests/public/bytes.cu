// bytes.cu - a local array of bytes with constant values, which the compiler makes by HADD2 of 0 and a constant. Right: it runs, there is no half in it.
#include "../cuda/check.h"
__global__ void sum(int *o, int k) {
  char c[50];
  int s = 0;
  for (int i = 0; i < 50; i++) c[i] = i * 3;
  for (int i = 0; i < k; i++) c[i * 11 % 50] += i;
  for (int i = 0; i < 50; i++) s += c[i];
  o[threadIdx.x] = s;
}
int main() {
  int h, *d;
  DO(cudaMalloc(&d, 32 * sizeof h));
  for (int k = 0; k < 200; k += 37) {
    char c[50];
    int s = 0;
    for (int i = 0; i < 50; i++) c[i] = (char)(i * 3);
    for (int i = 0; i < k; i++) c[i * 11 % 50] = (char)(c[i * 11 % 50] + i);
    for (int i = 0; i < 50; i++) s += c[i];
    sum<<<1, 32>>>(d, k);
    DO(cudaMemcpy(&h, d + 31, sizeof h, cudaMemcpyDeviceToHost));
    IS(h, s);
  }
  printf("bytes: right\n");
  return 0;
}
