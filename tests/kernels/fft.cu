// One transform a block, a butterfly a thread. The twiddle factors come from the special function unit after range reduction.
enum { N = 64 };
extern "C" __global__ void fft(const float2 *in, float2 *out) {
  __shared__ float2 x[N];
  int t = threadIdx.x;
  for (int i = t; i < N; i += N / 2) x[__brev(i) >> 26] = in[blockIdx.x * N + i];
#pragma unroll 1
  for (int half = 1; half < N; half *= 2) {
    __syncthreads();
    int k = t & (half - 1), i = 2 * (t - k) + k;
    float s, c;
    sincosf(-3.14159265f * k / half, &s, &c);
    float2 a = x[i], b = x[i + half], v = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    x[i] = make_float2(a.x + v.x, a.y + v.y);
    x[i + half] = make_float2(a.x - v.x, a.y - v.y);
  }
  __syncthreads();
  for (int i = t; i < N; i += N / 2) out[blockIdx.x * N + i] = x[i];
}
