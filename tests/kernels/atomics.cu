// Every atomic on global memory that needs no compare: 32-bit and 64-bit. Only the final values count.
extern "C" __global__ void atomics(const int *in, int *w, unsigned long long *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = in[i];
  atomicAdd(&w[0], x);
  atomicMin(&w[1], x);
  atomicMax(&w[2], x);
  atomicMin((unsigned *)&w[3], (unsigned)x);
  atomicMax((unsigned *)&w[4], (unsigned)x);
  atomicAnd(&w[5], x | 0xffff);
  atomicOr(&w[6], x & 0xff00);
  atomicXor(&w[7], x);
  atomicInc((unsigned *)&w[8], 12);
  atomicDec((unsigned *)&w[9], 12);
  atomicAdd(&d[x & 3], (unsigned long long)x * 0x100000001ull);
  atomicMax(&d[4], (unsigned long long)(unsigned)x << 20);
}
