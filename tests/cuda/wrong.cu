// wrong.cu - one thread of a grid does what it must not. What `warptwin exec` has to say of it is printed as "expect ..." from the program's own indices, addresses
// and line numbers. With "go" behind the kind the program also checks which error it gets.
#include "check.h"
#include <stdarg.h>
#include <stdint.h>
struct who {
  dim3 b, t;
};
__device__ bool is_me(who w) {
  return blockIdx.x == w.b.x && blockIdx.y == w.b.y && blockIdx.z == w.b.z && threadIdx.x == w.t.x && threadIdx.y == w.t.y && threadIdx.z == w.t.z;
}
__device__ int table[10];
__constant__ int coefficients[12];
// clang-format off
enum { STORE = __LINE__ }; __global__ void store(int *p, long i, who w) { if (is_me(w)) p[i] = 1; }
enum { LOAD = __LINE__ }; __global__ void load(const int4 *p, long i, int *to, who w) { if (is_me(w)) { int4 v = p[i]; *to = v.x ^ v.y ^ v.z ^ v.w; } }
__global__ void add(int *p, long i, who w) { if (is_me(w)) atomicAdd(&p[i], 1); }
enum { SKEW = __LINE__ }; __global__ void skew(char *p, long i, who w) { if (is_me(w)) *(double *)(p + i) = 1; }
enum { GLOBAL = __LINE__ }; __global__ void global(long i, who w) { if (is_me(w)) table[i] = 1; }
enum { SHARED = __LINE__ }; __global__ void in_shared(int i, who w) { __shared__ int a[8]; extern __shared__ int d[]; a[threadIdx.x] = i; d[threadIdx.x] = i; __syncthreads(); if (is_me(w)) ((volatile int *)a)[i] = d[0] + a[1]; }
enum { HALF = __LINE__ }; __global__ void skew_shared(int i, int *to, who w) { __shared__ char a[64]; a[threadIdx.x] = 1; __syncthreads(); if (is_me(w)) *to = *(volatile short *)(a + i); }
enum { LOCAL = __LINE__ }; __global__ void local(int i, int *to, who w) { volatile int a[400]; _Pragma("unroll 1") for (int k = 0; k < 400; k++) a[k] = k; if (is_me(w)) a[i] = 1; *to = a[threadIdx.x]; }
enum { CONSTANT = __LINE__ }; __global__ void constant(int i, int *to, who w) { if (is_me(w)) *to = coefficients[i]; }
// clang-format on
static void expect(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  printf("expect ");
  vprintf(fmt, ap);
  printf("\n");
  va_end(ap);
}
static unsigned n_allocations;
static int *allocate(size_t bytes) {
  void *p;
  DO(cudaMalloc(&p, bytes));
  n_allocations++;
  return (int *)p;
}
// n bytes by that function, or NULL; the host has whole pages of managed and pinned memory, and a row of pitched memory has a multiple of 512
static void *allocate_by(const char *function, size_t n) {
  void *p = nullptr;
  size_t pitch;
  cudaPitchedPtr box;
  if (!strcmp(function, "cudaMallocManaged")) DO(cudaMallocManaged(&p, n));
  if (!strcmp(function, "cudaMallocHost")) DO(cudaMallocHost(&p, n));
  if (!strcmp(function, "cudaHostAlloc")) DO(cudaHostAlloc(&p, n, cudaHostAllocMapped));
  if (!strcmp(function, "cudaMallocAsync")) DO(cudaMallocAsync(&p, n, 0));
  if (!strcmp(function, "cudaMallocPitch")) DO(cudaMallocPitch(&p, &pitch, n, 1));
  if (!strcmp(function, "cudaMalloc3D")) DO(cudaMalloc3D(&box, make_cudaExtent(n, 1, 1))), p = box.ptr;
  return p;
}
static const dim3 grid(2, 3, 2), block(2, 2, 2);
static const who me = {dim3(1, 2, 0), dim3(0, 1, 1)};
// line 0: in a function of another file, whose line it is then
static void thread_at(int line) {
  if (line) expect(" (wrong.cu:%d), block", line);
  expect("), block (%u,%u,%u), thread (%u,%u,%u), warp ", me.b.x, me.b.y, me.b.z, me.t.x, me.t.y, me.t.z);
}

int main(int argc, char **argv) {
  const char *kind = argc > 1 ? argv[1] : "";
  const int n = 250;
  cudaError_t error = cudaErrorIllegalAddress;
  int *first = allocate(64), *d = allocate(n * sizeof *d), *last = allocate(64);
  auto is = [&](const char *what) { return !strcmp(kind, what); };
  (void)first;
  if (is("past")) {
    expect("memory fault: address outside every allocation in kernel ");
    thread_at(STORE);
    expect(": write of 4 bytes at %p, 12 bytes past the end of cudaMalloc 2 (%zu bytes at %p)", (void *)(d + n + 3), n * sizeof *d, (void *)d);
    store<<<grid, block>>>(d, n + 3, me);
  } else if (is("before")) {
    expect("memory fault: address outside every allocation in kernel ");
    thread_at(LOAD);
    expect(": read of 16 bytes at %p, 32 bytes before cudaMalloc 2 (%zu bytes at %p)", (void *)(d - 8), n * sizeof *d, (void *)d);
    load<<<grid, block>>>((int4 *)d, -2, last, me);
  } else if (is("far")) {
    long i = 1L << 45;
    expect("memory fault: address outside every allocation in kernel ");
    thread_at(0);
    expect(": atomic access of 4 bytes at 0x%llx, no allocation is near", (unsigned long long)(uintptr_t)d + 4ull * i);
    add<<<grid, block>>>(d, i, me);
  } else if (is("null")) {
    expect("memory fault: null pointer in kernel ");
    thread_at(STORE);
    expect(": write of 4 bytes at 0x14");
    store<<<grid, block>>>(nullptr, 5, me);
  } else if (is("host")) {
    static int4 mine[4];
    expect("memory fault: address of the host in kernel ");
    thread_at(LOAD);
    expect(": read of 16 bytes at %p, memory of the host program, which the device does not see", (void *)(mine + 1));
    load<<<grid, block>>>(mine, 1, last, me);
  } else if (is("freed")) {
    int *gone = allocate(4096);
    unsigned number = n_allocations;
    DO(cudaFree(gone));
    allocate(4096);
    expect("memory fault: access to freed memory in kernel ");
    thread_at(0);
    expect(": atomic access of 4 bytes at %p, 40 bytes into cudaMalloc %u (4096 bytes at %p), which has been freed", (void *)(gone + 10), number,
           (void *)gone);
    add<<<grid, block>>>(gone, 10, me);
  } else if (const size_t bytes = !strcmp(kind, "cudaMallocPitch") || !strcmp(kind, "cudaMalloc3D") ? 1024 : 1000;
             int *m = (int *)allocate_by(kind, bytes)) {
    expect("memory fault: address outside every allocation in kernel ");
    thread_at(STORE);
    expect(": write of 4 bytes at %p, 0 bytes past the end of %s 4 (%zu bytes at %p)", (void *)(m + bytes / 4), kind, bytes, (void *)m);
    store<<<grid, block>>>(m, bytes / 4, me);
  } else if (is("skew")) {
    expect("memory fault: misaligned access in kernel ");
    thread_at(SKEW);
    expect(": write of 8 bytes at %p, which is no multiple of 8, 12 bytes into cudaMalloc 2 (%zu bytes at %p)", (void *)(d + 3), n * sizeof *d,
           (void *)d);
    skew<<<grid, block>>>((char *)d, 12, me);
    error = cudaErrorMisalignedAddress;
  } else if (is("variable")) {
    expect("memory fault: address outside every allocation in kernel ");
    thread_at(GLOBAL);
    expect(", 400 bytes past the end of table (40 bytes at 0x");
    global<<<grid, block>>>(10 + 100, me);
  } else if (is("shared")) {
    expect("memory fault: access outside the CTA's shared memory in kernel ");
    thread_at(SHARED);
    expect(": write of 4 bytes at 0x%x of shared memory, the CTA has %zu bytes (%zu static)", 100 * 4, 8 * sizeof(int) + 40, 8 * sizeof(int));
    in_shared<<<grid, block, 40>>>(100, me);
  } else if (is("skew_shared")) {
    expect("memory fault: misaligned access in kernel ");
    thread_at(HALF);
    expect(": read of 2 bytes at 0x15 of shared memory, which is no multiple of 2, the CTA has 64 bytes (64 static)");
    skew_shared<<<grid, block>>>(0x15, last, me);
    error = cudaErrorMisalignedAddress;
  } else if (is("local")) {
    expect("memory fault: access outside the thread's local memory in kernel ");
    thread_at(LOCAL);
    expect(": write of 4 bytes at 0x%zx of local memory, the thread has %zu bytes", 3000 * sizeof(int), 400 * sizeof(int));
    local<<<grid, block>>>(3000, last, me);
  } else if (is("constant")) {
    expect("memory fault: access outside a constant bank's memory in kernel ");
    thread_at(CONSTANT);
    expect(": read of 4 bytes at 0x%zx of constant memory, bank 3 has %zu bytes", 900 * sizeof(int), sizeof coefficients);
    constant<<<grid, block>>>(900, last, me);
  } else if (is("block")) {
    expect("2000,1,1 threads cannot be: the limit of a block is 1024 threads");
    store<<<1, 2000>>>(d, 0, me);
    IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    expect("1,1,65 threads cannot be: the limits of a block are 1024,1024,64");
    store<<<1, dim3(1, 1, 65)>>>(d, 0, me);
    IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    expect("a grid of 1,65536,1 blocks of 1,1,1 threads cannot be: the limits of a grid are 2147483647,65535,65535");
    store<<<dim3(1, 65536), 1>>>(d, 0, me);
    IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    expect("a grid of 0,1,1 blocks of 1,1,1 threads cannot be: each number is at least 1");
    store<<<0, 1>>>(d, 0, me);
    IS(cudaGetLastError(), cudaErrorInvalidConfiguration);
    error = cudaSuccess;
  } else {
    printf("wrong: which kind?\n");
    return 2;
  }
  if (argc > 2) {
    GIVES(error, cudaDeviceSynchronize());
    printf("wrong: right\n");
  }
  return 0;
}
