// first.cu - the program of docs/user/cuda.md.
#include <stdio.h>
#include <vector>
__global__ void add(const int *a, const int *b, int *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
int main() {
  const int n = 1000;
  std::vector<int> a(n, 1), b(n, 2), c(n);
  int *d[3];
  for (int k = 0; k < 3; k++) cudaMalloc(&d[k], n * sizeof(int));
  cudaMemcpy(d[0], a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d[1], b.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  add<<<(n + 127) / 128, 128>>>(d[0], d[1], d[2], n);
  cudaMemcpy(c.data(), d[2], n * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += c[i] != 3;
  printf("%d of %d sums are wrong\n", wrong, n);
  return wrong != 0;
}
