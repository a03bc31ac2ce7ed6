// check.h - what the programs share: a call that must succeed, a call that must give a certain error, a value that must be right.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int must(int line, const char *what, cudaError_t got, cudaError_t want) {
  if (got == want) return 0;
  printf("line %d: %s gave %s, not %s\n", line, what, cudaGetErrorName(got), cudaGetErrorName(want));
  exit(1);
}
#define DO(call) must(__LINE__, #call, (call), cudaSuccess)
#define GIVES(error, call) must(__LINE__, #call, (call), error)
#define IS(value, want)                                                    \
  do {                                                                     \
    long long v_ = (long long)(value), w_ = (long long)(want);             \
    if (v_ != w_) {                                                        \
      printf("line %d: %s is %lld, not %lld\n", __LINE__, #value, v_, w_); \
      exit(1);                                                             \
    }                                                                      \
  } while (0)
#define WILD ((int *)0x123456789000)
enum { BLOCK = 8 }; // threads that every shape has
