// Barriers whose number and number of threads are arguments: two warps hand over to each other, a barrier of each warp, a reduction.
#define SYNC(id, n) asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory")
#define ARRIVE(id, n) asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory")

extern "C" __global__ void barreg(const int *in, int *out, int full, int empty, int n, int rounds) {
  __shared__ int box[64], part[64];
  int t = threadIdx.x, warp = t >> 5, other = warp ^ 1, sum = 0, odd;
  const int *from = in + blockIdx.x * rounds * 64;
#pragma unroll 1
  for (int r = 0; r < rounds; r++) {
    box[t] = from[r * 64 + t];
    ARRIVE(full + warp, n);  // what this warp has written is there
    SYNC(full + other, n);   // what the other one has
    sum += box[63 - t] * (r + 1);
    ARRIVE(empty + warp, n); // this warp has read
    SYNC(empty + other, n);
  }
  part[t] = sum;
  asm volatile("bar.sync %0, 32;" ::"r"(warp + 1) : "memory");
  sum += part[t ^ 1];
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, %2, p; }" : "=r"(odd) : "r"(sum & 1), "r"(empty + 2) : "memory");
  sum = sum * 3 + odd;
  part[t] = sum;
  asm volatile("bar.sync 9, %0;" ::"r"(n) : "memory");
  sum ^= part[63 - t];
  __barrier_sync(full + 6);
  part[t] = sum;
  __barrier_sync_count(empty, n);
  out[blockIdx.x * blockDim.x + t] = part[(t * 5) & 63];
}
