// erased.cu - what calls of the device's runtime become with separate compilation and for debuggers: functions with sections of their own, which call printf, an
// assertion and free themselves, behind virtual destructors. A kernel that may come to malloc is refused, the others of the file are not.
#include "check.h"
#include <assert.h>
__constant__ int before = 7, faces[4] = {6, 6, 6, 6}; // by their address, which is not the beginning of the bank
__device__ __noinline__ int pick(const int *of, int i) { return of[i & 3]; }
struct shape {
  int side;
  __device__ shape(int s) : side(s) {}
  __device__ virtual int area() { return side * side; }
  __device__ virtual ~shape() { side = 0; }
};
struct box : shape {
  int *log;
  __device__ box(int s, int *l) : shape(s), log(l) {}
  __device__ int area() override { return pick(faces, side) * shape::area(); }
  __device__ ~box() override { atomicAdd(log, 1); }
};
__device__ __noinline__ void tell(int of, int is) {
  assert(is >= 0);
  if (!threadIdx.x) printf("%s of %d is %d\n", "area", of, is);
}
__global__ void areas(int *o, int *log, int n) {
  int t = threadIdx.x;
  shape plain(t);
  box b(t, log);
  shape *s = (t + n) & 1 ? &plain : &b;
  o[t] = s->area() - n;
  tell(t, o[t]);
}
__global__ void erase(shape *s) { delete s; }
__global__ void make(shape **s) { *s = new shape(3); }
int main(int argc, char **argv) {
  int *o, h[BLOCK + 1];
  const char *kind = argc > 1 ? argv[1] : "";
  DO(cudaMalloc(&o, sizeof h));
  DO(cudaMemset(o, 0, sizeof h));
  areas<<<1, BLOCK>>>(o, o + BLOCK, 0);
  DO(cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost));
  for (int t = 0; t < BLOCK; t++) IS(h[t], t & 1 ? t * t : 6 * t * t);
  IS(h[BLOCK], BLOCK);
  erase<<<1, 1>>>(NULL);
  DO(cudaDeviceSynchronize());
  if (!strcmp(kind, "assert")) areas<<<1, BLOCK>>>(o, o + BLOCK, 2);
  if (!strcmp(kind, "malloc")) make<<<1, 1>>>((shape **)o);
  DO(cudaDeviceSynchronize());
  printf("erased: right\n");
  return 0;
}
