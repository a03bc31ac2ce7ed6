// Points in three dimensions; squares are rounded one by one, so that a host finds the same centre.
extern "C" __global__ void kmeans(const int *p, const int *centre, int *member, int *sum, int *count, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = 3.0e38f;
  int who = 0;
  for (int c = 0; c < k; c++) {
    float d = 0;
    for (int j = 0; j < 3; j++) {
      float t = __int2float_rn(p[3 * i + j] - centre[3 * c + j]);
      d = __fadd_rn(d, __fmul_rn(t, t));
    }
    if (d < best) best = d, who = c;
  }
  member[i] = who;
  atomicAdd(&count[who], 1);
  for (int j = 0; j < 3; j++) atomicAdd(&sum[3 * who + j], p[3 * i + j]);
}
