// copies.cu - large copies each way, boxes whose rows and heights differ, fills, each with what lies around them.
#include "check.h"
enum { N = 200 * 1000 + 13, AROUND = 96 };
__device__ char big[N];
__global__ void stir(char *p, int step) { p[threadIdx.x * step] ^= 0x5a; }
static unsigned seed = 1;
static char any() { return (char)((seed = seed * 1664525 + 1013904223) >> 24); }
static void same(const char *got, const char *want, size_t n, const char *what) {
  for (size_t i = 0; i < n; i++)
    if (got[i] != want[i]) printf("%s: byte %zu is %d, not %d\n", what, i, got[i], want[i]), exit(1);
}
static char from[N], want[N], back[N];

// There and back, N bytes at a time, through `way`; a kernel changes eight of them on the way.
static void there_and_back(char *way, const char *what) {
  for (int i = 0; i < N; i++) from[i] = want[i] = any(), back[i] = 0;
  DO(cudaMemcpy(way, from, N, cudaMemcpyDefault));
  char *d;
  DO(cudaMalloc(&d, N));
  DO(cudaMemcpy(d, way, N, cudaMemcpyDefault));
  enum { STEP = (N - 1) / (BLOCK - 1) };
  stir<<<1, BLOCK>>>(d, STEP);
  for (int i = 0; i < BLOCK; i++) want[i * STEP] ^= 0x5a;
  DO(cudaMemcpy(way, d, N, cudaMemcpyDefault));
  DO(cudaMemcpy(back, way, N, cudaMemcpyDefault));
  same(back, want, N, what);
  DO(cudaFree(d));
}

// What lies around 700 bytes stays; they lie across pages of the machine's and pieces of a copy.
static void filled(char *p, size_t n, const char *what) {
  static const size_t lengths[] = {1, 511, 512, 513, 700, 1024, 70000};
  for (size_t l : lengths) {
    size_t at = 4096 - l / 2 % 4000 + AROUND;
    if (at + l + AROUND > n) continue;
    for (size_t i = 0; i < n; i++) back[i] = want[i] = any();
    DO(cudaMemcpy(p, want, n, cudaMemcpyDefault));
    DO(cudaMemset(p + at, 0x1b7, l));
    for (size_t i = 0; i < l; i++) want[at + i] = (char)0xb7;
    DO(cudaMemcpy(back, p, n, cudaMemcpyDefault));
    same(back, want, n, what);
    if ((const char *)p == from) same(p, want, n, "registered");
  }
}

// A box of W x H x D bytes from a corner of one block to a corner of another; rows and heights of the blocks differ.
enum { W = 7, H = 3, D = 4, SP = 20, SH = 5, SD = 6, DP = 33, DH = 8, DD = 7 };
static void boxes(char *src, char *dst, const char *what) {
  static char s[SD][SH][SP], d[DD][DH][DP], got[DD][DH][DP];
  for (char *c = &s[0][0][0]; c < &s[0][0][0] + sizeof s; c++) *c = any();
  for (char *c = &d[0][0][0]; c < &d[0][0][0] + sizeof d; c++) *c = any();
  DO(cudaMemcpy(src, s, sizeof s, cudaMemcpyDefault));
  DO(cudaMemcpy(dst, d, sizeof d, cudaMemcpyDefault));
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(src, SP, SP - 2, SH), p.dstPtr = make_cudaPitchedPtr(dst, DP, DP - 1, DH);
  p.srcPos = make_cudaPos(5, 2, 1), p.dstPos = make_cudaPos(9, 4, 3);
  p.extent = make_cudaExtent(W, H, D), p.kind = cudaMemcpyDefault;
  DO(cudaMemcpy3D(&p));
  p.srcPtr.ysize = H - 1; // slices that overlap
  GIVES(cudaErrorInvalidValue, cudaMemcpy3D(&p));
  for (int z = 0; z < D; z++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) d[3 + z][4 + y][9 + x] = s[1 + z][2 + y][5 + x];
  DO(cudaMemcpy(got, dst, sizeof got, cudaMemcpyDefault));
  same(&got[0][0][0], &d[0][0][0], sizeof d, what);
  DO(cudaMemset3D(make_cudaPitchedPtr(dst + 2, DP, DP - 4, DH), 0x42, make_cudaExtent(11, 6, 5)));
  for (int z = 0; z < 5; z++)
    for (int y = 0; y < 6; y++) memset(&d[z][y][2], 0x42, 11);
  DO(cudaMemcpy2D(dst + DP, DP, src + 3, SP, 13, 5, cudaMemcpyDefault));
  for (int y = 0; y < 5; y++) memcpy(&d[0][1 + y][0], &s[0][0][0] + 3 + y * SP, 13);
  DO(cudaMemset2D(dst + 40 * DP + 4, DP, 7, 9, 3));
  for (int y = 0; y < 3; y++) memset(&d[5][y][4], 7, 9);
  DO(cudaMemcpy(got, dst, sizeof got, cudaMemcpyDefault));
  same(&got[0][0][0], &d[0][0][0], sizeof d, what);
}

int main() {
  static char mine[N], plain[SP * SH * SD + DP * DH * DD];
  char *device, *managed, *pinned, *theirs;
  DO(cudaMalloc(&device, N));
  DO(cudaMallocManaged(&managed, N));
  DO(cudaMallocHost(&pinned, N));
  there_and_back(device, "device"), there_and_back(managed, "managed"), there_and_back(pinned, "pinned"), there_and_back(mine, "host");
  for (int i = 0; i < N; i++) from[i] = want[i] = any();
  DO(cudaMemcpyToSymbol(big, from, N - 5, 5));
  DO(cudaMemcpyToSymbol(big, from + N - 5, 5));
  DO(cudaMemcpyFromSymbol(back + 5, big, 5));
  DO(cudaMemcpyFromSymbol(back + 10, big, N - 10, 5));
  same(back + 5, from + N - 5, 5, "symbol");
  same(back + 10, from, N - 10, "symbol");
  GIVES(cudaErrorInvalidValue, cudaMemcpyToSymbol(big, from, N - 5, 6));
  filled(device, 80000, "device, filled"), filled(managed, 80000, "managed, filled"), filled(pinned, 80000, "pinned, filled");
  DO(cudaHostRegister(mine, N, cudaHostRegisterMapped));
  DO(cudaHostGetDevicePointer(&theirs, mine, 0));
  filled(mine, 80000, "registered, filled"), filled(theirs, 80000, "registered, filled by the device's address");
  char *kinds[] = {device, managed, pinned, mine, plain};
  for (char *a : kinds)
    for (char *b : kinds)
      if (b != plain) boxes(a, a == b ? b + SP * SH * SD : b, "box"); // memory of the host alone is not filled
  printf("copies: right\n");
  return 0;
}
