// A block solves one system of 12 equations.
enum { N = 12 };
extern "C" __global__ void gauss(const float *in, float *out) {
  __shared__ float a[N][N + 1];
  int r = threadIdx.x;
  for (int j = 0; j <= N; j++) a[r][j] = in[(blockIdx.x * N + r) * (N + 1) + j];
#pragma unroll 1
  for (int k = 0; k < N; k++) {
    __syncthreads();
    float f = r > k ? __fdiv_rn(a[r][k], a[k][k]) : 0;
    if (r > k)
      for (int j = k; j <= N; j++) a[r][j] = fmaf(-f, a[k][j], a[r][j]);
  }
  __syncthreads();
  if (r) return;
#pragma unroll 1
  for (int k = N - 1; k >= 0; k--) {
    float v = a[k][N];
    for (int j = k + 1; j < N; j++) v = fmaf(-a[k][j], a[j][N], v);
    a[k][N] = __fdiv_rn(v, a[k][k]);
    out[blockIdx.x * N + k] = a[k][N];
  }
}
