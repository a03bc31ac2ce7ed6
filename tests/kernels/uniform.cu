// Loops of fixed length: the compiler keeps what is the same for all threads in uniform registers. CTA: 128 threads.
extern "C" __global__ void uniform(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[192];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  unsigned acc = t;
  s[t] = in[i];
  if (t < 64) s[t + 128] = in[i] + 1;
  __syncthreads();
#pragma unroll 1
  for (int d = 0; d < 24; d++) {
    int y = t - d, z = (d * 5) ^ (d << 3);
    if (y >= 1 && y <= 40) acc += s[y] + z;
    acc ^= s[t + d] * d;
    if (d > 9 && (acc & 16)) acc -= in[z & 63];
    __syncthreads();
    s[t] = acc;
    __syncthreads();
  }
  out[i] = acc;
}
