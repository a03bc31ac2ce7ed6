// Instructions of public programs that the other kernels do not have: uniform bit searches, selections and products, predicates from a register, generic
// stores and atomics, questions about address spaces, matches, votes before atomics, a trap and a printf that never come.
#include <cstdio>

extern "C" __global__ void op_uniform(const unsigned *in, unsigned *out, int n, int m) {
  int stride = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x, lim = min(n * 2 - 1, m + 3), low = max((int)blockIdx.x * 4 - 2, 0);
  unsigned r = in[m - 1] + __ffs(stride);
  if (t >= low && t < lim) r += in[t];
  out[t] = r;
}

// The inner product of a column that all threads share with one of their own, as in a Gram-Schmidt step.
extern "C" __global__ void op_column(const unsigned *q, const unsigned *a, unsigned *r, int n, int k) {
  int t = threadIdx.x;
  r[t] = 0;
  for (int i = 0; i < n; i++) r[t] += q[i * 8 + k] * a[i * 64 + t];
}

// A Sobol-like sequence: every bit of a number chooses a word of a table.
__constant__ unsigned table[2][31] = {{1,  3,  5,  15, 17, 51, 85, 255, 257, 771, 1285, 3855, 4369, 13107, 21845, 65535,
                                       65537, 7,  9,  11, 13, 19, 21, 23,  25,  27,  29,   31,   33,   35,    37},
                                      {2,  6,  10, 30, 34, 102, 170, 510, 514, 1542, 2570, 7710, 8738, 26214, 43690, 131070,
                                       39, 41, 43, 45, 47, 49,  53,  55,  57,  59,   61,   63,   65,   67,    69}};
extern "C" __global__ void op_sobol(unsigned *out, unsigned seed, unsigned n) {
  unsigned *base = &table[threadIdx.x & 1][0], tid = blockIdx.x * blockDim.x + threadIdx.x, step = blockDim.x * gridDim.x;
  for (unsigned pos = tid; pos < n; pos += step) {
    unsigned r = 0, d = seed + pos;
    for (int b = 0; b < 31; b++, d >>= 1)
      if (d & 1) r ^= base[b];
    out[pos] = r;
  }
}

// How many odd values a CTA has: nvcc adds up the lanes of a warp before the atomic.
extern "C" __global__ void op_vote(const unsigned *in, unsigned *out) {
  __shared__ unsigned s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  if (in[blockIdx.x * blockDim.x + threadIdx.x] & 1) atomicAdd(&s, 1u);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = s;
}

// Sum of every blockDim.x-th value, into a variable at an address that is a uniform product.
__device__ unsigned sums[2];
extern "C" __global__ void op_sum(const unsigned *in, unsigned n) {
  unsigned s = 0;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) s += in[i];
  if (threadIdx.x == 0) sums[blockIdx.x] = s + blockIdx.x;
}

// Walsh-Hadamard transform, radix 4: integers in floating point, so that every sum is exact.
extern "C" __global__ void op_walsh(float *out, const float *in, int log2n) {
  const int n = 1 << log2n, base = blockIdx.x << log2n;
  extern __shared__ float s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = in[base + i];
  const int pos = threadIdx.x;
  for (int stride = n >> 2; stride > 0; stride >>= 2) {
    int lo = pos & (stride - 1), i0 = ((pos - lo) << 2) + lo, i1 = i0 + stride, i2 = i1 + stride, i3 = i2 + stride;
    __syncthreads();
    float a = s[i0], b = s[i1], c = s[i2], d = s[i3];
    s[i0] = a + c + (b + d), s[i1] = a + c - (b + d), s[i2] = a - c + (b - d), s[i3] = a - c - (b - d);
  }
  if (log2n & 1) {
    __syncthreads();
    for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
      float a = s[2 * i], b = s[2 * i + 1];
      s[2 * i] = a + b, s[2 * i + 1] = a - b;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[base + i] = s[i];
}

// Pointers into shared or device memory: by an argument, the same for all threads, and by the thread.
extern "C" __global__ void op_place(unsigned *data, unsigned *out, int which) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  unsigned *p = which & 1 ? s : data;
  if (t == 0) {
    p[2] = 3 + which;
    asm volatile("st.u32 [%0], %1;" ::"l"(p + 1), "r"(77));
  }
  __syncthreads();
  if (t & 1) atomicAdd(p + 3, t);
  atomicMax(p + 4, t);
  __syncthreads();
  out[t] = s[t];
}
extern "C" __global__ void op_either(unsigned *data, unsigned *out, unsigned which) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  unsigned *p = t & 1 ? s : data;
  p[t] = t * 3 + which;
  __syncthreads();
  atomicAdd(p + (t ^ 2), 5u);
  __syncthreads();
  out[t] = s[t] + __isShared(p) * 1000 + __isGlobal(p) * 3000;
}

extern "C" __global__ void op_match(const unsigned *in, unsigned *out, unsigned never) {
  unsigned t = threadIdx.x, v = in[t] & 7, any = __match_any_sync(0xffffffff, v);
  int same;
  unsigned all = __match_all_sync(0xffffffff, v >> 3, &same);
  __nanosleep(20);
  if (in[t] == never) asm volatile("trap;");
  if (in[t] == never + 1) printf("thread %u\n", t);
  out[t] = any + all * 3 + same;
}
