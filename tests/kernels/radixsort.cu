// Each block sorts its own 64 keys. A stable pass per digit: every thread counts the equal digits before its own.
enum { N = 64 };
extern "C" __global__ void radixsort(const unsigned *in, unsigned *out) {
  __shared__ unsigned key[N], next[N];
  __shared__ int start[16];
  int t = threadIdx.x;
  key[t] = in[blockIdx.x * N + t];
#pragma unroll 1
  for (int shift = 0; shift < 16; shift += 4) {
    if (t < 16) start[t] = 0;
    __syncthreads();
    unsigned d = key[t] >> shift & 15;
    atomicAdd(&start[d], 1);
    __syncthreads();
    int at = 0, before = 0;
    for (unsigned i = 0; i < d; i++) at += start[i];
#pragma unroll 4
    for (int i = 0; i < N; i++) before += i < t && (key[i] >> shift & 15) == d;
    next[at + before] = key[t];
    __syncthreads();
    key[t] = next[t];
    __syncthreads();
  }
  out[blockIdx.x * N + t] = key[t];
}
