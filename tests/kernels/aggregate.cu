// Threads that keep their element get a place: the leader adds for all of its path, the others count the bits below them.
extern "C" __global__ void aggregate(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    unsigned mask = __activemask(), lane = threadIdx.x & 31;
    int leader = __ffs(mask) - 1, base = 0;
    if (lane == leader) base = atomicAdd(count, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    out[base + __popc(mask & ((1u << lane) - 1))] = in[i];
  }
}
