// astray.cu - one thread jumps to where no instruction is, or a barrier has a number that no block has. As wrong.cu; linked with -rdc=true, so that a pointer to
// a function is an address.
#include "check.h"
__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int again(int x) { return twice(x) + 1; }
// clang-format off
enum { JUMP = __LINE__ }; __global__ void jump(long by, int *to, unsigned who) { long at = threadIdx.x & 1 ? (long)twice : (long)again; if (threadIdx.x == who) at += by; *to = ((int (*)(int))at)(3); }
enum { BAR = __LINE__ }; __global__ void meet(int number, int *to) { asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(blockDim.x) : "memory"); *to = 1; }
// clang-format on
int main(int argc, char **argv) {
  const unsigned who = 6;
  cudaError_t error;
  int *d;
  DO(cudaMalloc(&d, 16));
  if (argc > 1 && !strcmp(argv[1], "jump")) {
    printf("expect jump: kernel \nexpect (astray.cu:%d), block (0,0,0), thread (%u,0,0), warp \nexpect , no instruction there, the code has 0x\n", JUMP, who);
    jump<<<1, BLOCK>>>(0x7000000, d, who);
    error = cudaErrorInvalidPc;
  } else {
    printf("expect barrier: kernel \nexpect (astray.cu:%d), block (0,0,0), thread (0,0,0), warp 0 lane 0, \n"
           "expect : BAR of barrier 21, a CTA has 0 to 15\n",
           BAR);
    meet<<<1, BLOCK>>>(21, d);
    error = cudaErrorLaunchFailure;
  }
  if (argc > 2) {
    GIVES(error, cudaDeviceSynchronize());
    printf("astray: right\n");
  }
  return 0;
}
