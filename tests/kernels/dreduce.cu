// The order of the additions is the tree's, so a host can follow it bit by bit.
enum { T = 64 };
extern "C" __global__ void dreduce(const double *in, double *out) {
  __shared__ double sum[T], most[T], norm[T];
  int t = threadIdx.x;
  double v = in[blockIdx.x * T + t];
  sum[t] = v, most[t] = v, norm[t] = __dmul_rn(v, v);
  for (int d = T / 2; d; d /= 2) {
    __syncthreads();
    if (t >= d) continue;
    sum[t] += sum[t + d];
    norm[t] += norm[t + d];
    most[t] = fmax(most[t], most[t + d]);
  }
  if (t) return;
  out[3 * blockIdx.x] = sum[0];
  out[3 * blockIdx.x + 1] = most[0];
  out[3 * blockIdx.x + 2] = sqrt(norm[0]);
}
