// What the loader has to read: variables of every kind, addresses in initializers, several parameter types, shared
// memory, launch bounds, a jump table and instructions outside the supported set.
//   nvcc -arch=sm_75 -cubin -O3 -o loader.cubin loader.cu
__device__ int zeroed[100];
__device__ int primes[5] = {2, 3, 5, 7, 11};
__device__ int *middle = primes + 2;
__constant__ float scale[7] = {1, 2, 3};
__constant__ int *second = primes + 1;
struct pair {
  int x;
  char y;
};
extern "C" __global__ void params(int *a, unsigned short b, long long c, unsigned char d) {
  __shared__ int s[33];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[32 - threadIdx.x] + primes[b] + zeroed[c] + (d & 15);
}
extern "C" __global__ void __launch_bounds__(64) bounded(int *a) {
  extern __shared__ int dyn[];
  dyn[threadIdx.x] = a[0];
  __syncthreads();
  a[1] = dyn[threadIdx.x ^ 1] + *second + *middle;
}
extern "C" __global__ void jumps(int *a, pair s, float f, double d) {
  switch (a[threadIdx.x]) {
  case 0: a[1] = s.x; break;
  case 1: a[2] = s.y * 5 + a[9]; break;
  case 2: a[3] = (int)(f * scale[a[4]]); break;
  case 3: a[7] ^= 3; break;
  case 4: a[9] = a[8] / a[11]; break;
  case 5: a[0] = (int)d; a[55] = 1; break;
  case 6: a[33] = s.x * a[5]; break;
  }
}
