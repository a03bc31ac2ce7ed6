// edges.cu [cluster] - what is just outside: ranges, directions, handles of before, dimensions, configurations of two threads at a time.
#include "check.h"
#include <atomic>
#include <sys/mman.h>
#include <thread>
__device__ char a[16], b[16], c[16];
__managed__ char wide[5000], next_to_it[5000], third[5000]; // each ends in the page in which the next one begins
__global__ void touch() { wide[4999]++, next_to_it[0]++, next_to_it[4999]++, third[0]++, third[4999]++; }
__global__ void where(int *p) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x, size = blockDim.x * blockDim.y * blockDim.z;
  p[block * size + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] =
    ((((blockIdx.z * 8 + blockIdx.y) * 8 + blockIdx.x) * 8 + threadIdx.z) * 8 + threadIdx.y) * 8 + threadIdx.x;
}
__global__ void fixed(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = *p;
  __syncthreads();
  *p = s[0];
}
__global__ void sizes(int *p) {
  if (!threadIdx.x && !blockIdx.x) *p = gridDim.x * 100 + blockDim.x;
}

static void ranges() {
  enum { N = 100000, AT = 20000, LONG = 90000 }; // a first piece of the copy would fit
  static char ones[N], back[N];
  char *p[4];
  DO(cudaMalloc(&p[0], N));
  DO(cudaMallocManaged(&p[1], N));
  DO(cudaMallocHost(&p[2], N));
  DO(cudaMalloc(&p[3], N));
  memset(ones, 1, N);
  for (int i = 0; i < 3; i++) {
    DO(cudaMemset(p[i], 0, N));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(p[i] + AT, ones, LONG, cudaMemcpyDefault));
    GIVES(cudaErrorInvalidValue, cudaMemset(p[i] + AT, 1, LONG));
    GIVES(cudaErrorInvalidValue, cudaMemcpy(p[3], p[i] + AT, LONG, cudaMemcpyDefault));
    DO(cudaMemcpy(back, p[i], N, cudaMemcpyDefault));
    for (int k = 0; k < N; k++) IS(back[k], 0);
  }
  GIVES(cudaErrorInvalidValue, cudaMemcpy(p[0], p[3], 16, cudaMemcpyHostToDevice)); // both are the device's
  GIVES(cudaErrorInvalidValue, cudaMemcpy(ones, back, 16, cudaMemcpyDeviceToHost)); // both are the host's
  GIVES(cudaErrorInvalidMemcpyDirection, cudaMemcpyFromSymbol(ones, a, 8, 0, cudaMemcpyHostToDevice));
  GIVES(cudaErrorInvalidMemcpyDirection, cudaMemcpyToSymbol(a, ones, 8, 0, cudaMemcpyDeviceToHost));
  GIVES(cudaErrorInvalidValue, cudaMemcpyToSymbol(a, ones, 12, 8)); // each would end in another variable, but for the last
  GIVES(cudaErrorInvalidValue, cudaMemcpyToSymbol(b, ones, 12, 8));
  GIVES(cudaErrorInvalidValue, cudaMemcpyToSymbol(c, ones, 12, 8));
  DO(cudaMemcpyToSymbol(b, ones, 12, 4));
  DO(cudaMemcpyFromSymbol(back, b, 16));
  for (int k = 0; k < 16; k++) IS(back[k], k >= 4);
  DO(cudaMemcpyFromSymbol(back, a, 16));
  for (int k = 0; k < 16; k++) IS(back[k], 0);
  GIVES(cudaErrorInvalidPitchValue, cudaMemcpy2D(p[0], 64, ones, 8, 9, 2, cudaMemcpyDefault));
  // memory that the host lost in the middle
  char *pages = (char *)mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages + 4096, 4096);
  GIVES(cudaErrorInvalidValue, cudaMemcpy(p[0], pages + 2000, 6000, cudaMemcpyHostToDevice));
  GIVES(cudaErrorInvalidValue, cudaMemcpy(pages + 2000, p[0], 6000, cudaMemcpyDeviceToHost));
  // what is given back can be had again
  size_t before, after, all;
  DO(cudaFree(p[0]));
  DO(cudaFree(p[3]));
  DO(cudaMemGetInfo(&before, &all));
  for (int i = 0; i < 3; i++) {
    DO(cudaMallocHost(&p[0], 5000));
    DO(cudaFreeHost(p[0]));
    DO(cudaMallocManaged(&p[0], 5000));
    DO(cudaFree(p[0]));
  }
  DO(cudaMemGetInfo(&after, &all));
  IS(before, after);
}

static void shared_pages() {
  wide[4999] = 1, next_to_it[0] = 2, next_to_it[4999] = 3, third[0] = 4, third[4999] = 5;
  touch<<<1, 1>>>();
  DO(cudaDeviceSynchronize());
  IS(wide[4999] == 2 && next_to_it[0] == 3 && next_to_it[4999] == 4 && third[0] == 5 && third[4999] == 6, 1);
}

static void *got;
static void called(cudaStream_t s, cudaError_t, void *) { got = s; }
static void handles() {
  cudaStream_t s, t;
  cudaEvent_t e, f;
  int least, most, v;
  float ms;
  DO(cudaDeviceGetStreamPriorityRange(&least, &most));
  DO(cudaStreamCreateWithPriority(&s, 0, most - 50));
  DO(cudaStreamGetPriority(s, &v));
  IS(v, most);
  DO(cudaStreamCreateWithPriority(&t, 0, least + 3));
  DO(cudaStreamGetPriority(t, &v));
  IS(v, least);
  DO(cudaStreamAddCallback(t, called, NULL, 0));
  IS(got == t, 1);
  DO(cudaEventCreate(&e));
  DO(cudaEventCreate(&f));
  DO(cudaEventRecord(e, s));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, e, f)); // never recorded
  GIVES(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, f, e));
  DO(cudaStreamDestroy(t));
  cudaStream_t u;
  DO(cudaStreamCreate(&u));
  IS(u == t, 0);
  cudaFuncAttributes of;
  cudaDeviceProp p;
  DO(cudaGetDeviceProperties(&p, 0));
  DO(cudaFuncGetAttributes(&of, fixed));
  IS(of.maxThreadsPerBlock, p.maxThreadsPerBlock);
  IS(of.sharedSizeBytes, 256);
  IS(of.numRegs * of.maxThreadsPerBlock <= p.regsPerBlock && of.numRegs != of.maxThreadsPerBlock, 1);
  GIVES(cudaErrorInvalidValue, cudaFuncSetAttribute(fixed, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)p.sharedMemPerBlock - 255));
  DO(cudaFuncSetAttribute(fixed, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)p.sharedMemPerBlock - 256));
  GIVES(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&v, fixed, BLOCK, 0, 2));
  DO(cudaDeviceReset()); // all of it is gone
  GIVES(cudaErrorInvalidResourceHandle, cudaEventQuery(e));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamQuery(s));
  cudaGetLastError();
}

static void dimensions() {
  enum { X = 2, Y = 3, Z = 4, N = X * Y * Z * BLOCK };
  int *d, h[N];
  DO(cudaMalloc(&d, sizeof h));
  where<<<dim3(X, Y, Z), dim3(1, 2, 4)>>>(d);
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; i++) {
    int blk = i / BLOCK, t = i % BLOCK;
    IS(h[i], ((((blk / (X * Y) * 8 + blk / X % Y) * 8 + blk % X) * 8 + t / 2) * 8 + t % 2) * 8);
  }
  // an attribute that says no is none
  cudaLaunchConfig_t k = {};
  cudaLaunchAttribute no[2] = {};
  no[0].id = cudaLaunchAttributeCooperative, no[0].val.cooperative = 0;
  no[1].id = cudaLaunchAttributeClusterDimension, no[1].val.clusterDim.x = no[1].val.clusterDim.y = no[1].val.clusterDim.z = 1;
  k.gridDim = dim3(300), k.blockDim = dim3(BLOCK), k.attrs = no, k.numAttrs = 2;
  DO(cudaLaunchKernelEx(&k, sizes, d));
  DO(cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost));
  IS(h[0], 30000 + BLOCK);
  no[0].val.cooperative = 1;
  k.gridDim = dim3(1);
  DO(cudaLaunchKernelEx(&k, sizes, d));
  DO(cudaFree(d));
}

// Another thread is between the configuration and the arguments of its launch while this one makes a launch from start to end.
static std::atomic<int> step;
static int arrive_and_wait(int v) {
  step = 1;
  while (step != 2) std::this_thread::yield();
  return v;
}
__global__ void note(int *p, int) {
  if (!threadIdx.x && !blockIdx.x) *p = gridDim.x * 100 + blockDim.x;
}
static int begin_other(std::thread *other, int *d) {
  *other = std::thread([=] { note<<<3, 4>>>(d, arrive_and_wait(0)); });
  while (step != 1) std::this_thread::yield();
  return 0;
}
static void two_threads() {
  int *d, h[2];
  std::thread other;
  DO(cudaMalloc(&d, 8));
  note<<<2, 5>>>(d, begin_other(&other, d + 1));
  step = 2;
  other.join();
  DO(cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost));
  IS(h[0], 205);
  IS(h[1], 304);
}

int main(int argc, char **) {
  if (argc > 1) {
    cudaLaunchConfig_t k = {};
    cudaLaunchAttribute two = {};
    two.id = cudaLaunchAttributeClusterDimension, two.val.clusterDim.x = 2, two.val.clusterDim.y = two.val.clusterDim.z = 1;
    k.gridDim = dim3(2), k.blockDim = dim3(1), k.attrs = &two, k.numAttrs = 1;
    cudaLaunchKernelEx(&k, sizes, (int *)NULL);
    printf("went on\n");
    return 0;
  }
  ranges(), shared_pages(), handles(), dimensions(), two_threads();
  printf("edges: right\n");
  return 0;
}
