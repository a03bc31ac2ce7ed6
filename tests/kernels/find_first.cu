// Index of the first element of row i that equals key, or -1. A thread leaves the kernel as soon as it knows.
extern "C" __global__ void find_first(const int *data, int *pos, int rows, int len, int key) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  const int *p = data + i * len;
#pragma unroll 1
  for (int j = 0; j < len; j++) {
    if (p[j] == key) {
      pos[i] = j;
      return;
    }
  }
  pos[i] = -1;
}
