// What nvcc makes of rarer sources: saturating additions (tables of signs), differences with a constant addend, 16-bit constants as halves, special
// registers of SM and warp, sums by shuffles over a part of a warp, and a count that is joined in the warp.
#define SAT(op, r, a, b) asm volatile(op ".sat.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b))
#define READ(r, name) asm volatile("mov.u32 %0, %%" name ";" : "=r"(r))

extern "C" __global__ void co_saturate(const int *a, const int *b, int *out, int k) {
  int t = threadIdx.x, n = blockDim.x, x = a[t], y = b[t], r;
  SAT("add", r, x, y);
  out[t] = r;
  SAT("sub", r, x, y);
  out[t + n] = r;
  SAT("add", r, x, k);
  out[t + 2 * n] = r;
  SAT("sub", r, k, x);
  out[t + 3 * n] = r;
  asm volatile("mad.hi.sat.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(k));
  out[t + 4 * n] = r;
  for (int i = 0; i < 3; i++) SAT("add", r, r, i * k);
  out[t + 5 * n] = r;
  out[t + 6 * n] = __usad(x, y, k) + __sad(x, y, 5) + __sad(x, 5, y);
}

extern "C" __global__ void co_bytes(int *out, int k) {
  char c[50];
  for (int i = 0; i < 50; i++) c[i] = i * 3;
  for (int i = 0; i < k; i++) c[i * 11 % 50] += i;
  int s = 0;
  for (int i = 0; i < 50; i++) s += c[i] * (i + 1);
  out[threadIdx.x] = s;
}

extern "C" __global__ void co_where(unsigned *out) {
  extern __shared__ unsigned dynamic[];
  __shared__ volatile unsigned fixed[5];
  unsigned t = threadIdx.x, sm, sms, warp, warps, total, dyn;
  READ(sm, "smid");
  READ(sms, "nsmid");
  READ(warp, "warpid");
  READ(warps, "nwarpid");
  READ(total, "total_smem_size");
  READ(dyn, "dynamic_smem_size");
  fixed[t % 5] = t;
  dynamic[t] = t;
  out[t * 6] = sm, out[t * 6 + 1] = sms, out[t * 6 + 2] = warp, out[t * 6 + 3] = warps, out[t * 6 + 4] = total, out[t * 6 + 5] = dyn;
}

// Lanes 0 to n - 1 of a warp add up their values; the others are on no path with them.
extern "C" __global__ void co_part(const int *in, int *out, int n) {
  int t = threadIdx.x, v = in[t];
  if ((t & 31) < n) {
    unsigned m = __activemask();
    for (int off = 16; off; off >>= 1) v += __shfl_down_sync(m, v, off);
  }
  out[t] = v;
}

extern "C" __global__ void co_joined(const int *in, unsigned *out) {
  int t = threadIdx.x;
  out[t + 1] = __ballot_sync(~0u, in[t] & 1);
  atomicAdd(out, 1);
}
