// Walks a matrix per thread until one element makes it leave both loops at once.
extern "C" __global__ void twolevel(const int *a, int *out, int n, int rows, int cols, int limit) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  int sum = 0, hit = -1;
#pragma unroll 1
  for (int i = 0; i < rows; i++) {
    int part = 0;
#pragma unroll 1
    for (int j = 0; j < cols; j++) {
      int v = a[(i * cols + j) * n + t];
      if (v > limit) {
        hit = i * 256 + j;
        goto done;
      }
      if (v < 0) break;
      part += v;
    }
    sum += part * (i + 1);
  }
done:
  out[2 * t] = sum;
  out[2 * t + 1] = hit;
}
