// A virtual destructor: the table of functions holds one that gives the memory back, which nobody calls; and free called by its name.
//   nvcc -arch=sm_75 -cubin -O3 -o destructor.cubin destructor.cu
struct base {
  __device__ virtual int f(int x) { return x + 1; }
  __device__ virtual ~base() {}
};
struct derived : base {
  int k;
  __device__ derived(int k) : k(k) {}
  __device__ int f(int x) override { return x * k; }
  __device__ ~derived() override { k = 0; }
};
extern "C" __global__ void destructor(int *out, int n) {
  derived d(n);
  base b;
  base *p = threadIdx.x & 1 ? (base *)&d : &b;
  out[threadIdx.x] = p->f(threadIdx.x);
}
extern "C" __global__ void frees(int *out, int thread) {
  free(threadIdx.x == thread ? (void *)out : nullptr);
  out[threadIdx.x] = 7;
}
