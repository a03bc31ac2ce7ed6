// A = L U without pivoting, in place; one thread a row.
enum { N = 16 };
extern "C" __global__ void lud(float *a) {
  __shared__ float t[N][N + 1];
  float *own = a + blockIdx.x * N * N;
  int r = threadIdx.x;
  for (int j = 0; j < N; j++) t[r][j] = own[r * N + j];
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < N - 1; k++) {
    if (r > k) {
      float f = __fdiv_rn(t[r][k], t[k][k]);
      t[r][k] = f;
      for (int j = k + 1; j < N; j++) t[r][j] = fmaf(-f, t[k][j], t[r][j]);
    }
    __syncthreads();
  }
  for (int j = 0; j < N; j++) own[r * N + j] = t[r][j];
}
