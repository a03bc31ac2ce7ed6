#include <new>
// Shapes with an area each; which class an object has depends on the lane.
struct shape {
  int a, b;
  __device__ virtual int area() const { return 0; }
  __device__ virtual int twice() const { return 2 * area(); }
};
struct square : shape {
  __device__ int area() const override { return a * a; }
};
struct box : shape {
  __device__ int area() const override { return a * b; }
  __device__ int twice() const override { return 3 * a * b - a * b; }
};
template <class T> __device__ __noinline__ shape *make(void *at, int v) {
  T *t = new (at) T;
  t->a = v & 15, t->b = v >> 4 & 15;
  return t;
}
extern "C" __global__ void virtuals(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
  long long room[2];
  shape *s = v % 3 == 0 ? make<shape>(room, v) : v % 3 == 1 ? make<square>(room, v) : make<box>(room, v);
  out[i] = s->area() + 1000 * s->twice();
}
