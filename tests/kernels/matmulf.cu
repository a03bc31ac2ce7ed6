// c = a * b over floats, a is m x k, b is k x n, by 8 x 8 tiles in shared memory. CTA: 8 x 8 threads.
extern "C" __global__ void matmulf(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float sa[8][8], sb[8][8];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 8 + tx, y = blockIdx.y * 8 + ty;
  float sum = 0;
#pragma unroll 1
  for (int t = 0; t < k; t += 8) {
    sa[ty][tx] = y < m && t + tx < k ? a[y * k + t + tx] : 0.0f;
    sb[ty][tx] = x < n && t + ty < k ? b[(t + ty) * n + x] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; j++) sum += sa[ty][j] * sb[j][tx];
    __syncthreads();
  }
  if (x < n && y < m) c[y * n + x] = sum;
}
