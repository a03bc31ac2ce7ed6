// pitched.cu - rows and slices.
#include "check.h"
__global__ void flip(char *p, size_t pitch, int w) {
  if ((int)threadIdx.x < w) p[blockIdx.x * pitch + threadIdx.x] ^= 0x40;
}
int main() {
  enum { W = 7, H = 5, D = 3 };
  char h[H][W], back[H][W], *d;
  size_t pitch;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) h[y][x] = (char)(y * W + x);
  DO(cudaMallocPitch(&d, &pitch, W, H));
  IS(pitch % 512, 0);
  GIVES(cudaErrorInvalidValue, cudaMallocPitch(&d + 0, (size_t *)NULL, W, H));
  GIVES(cudaErrorMemoryAllocation, cudaMallocPitch(&d + 0, &pitch, (size_t)-1, 4));
  pitch = 512;
  DO(cudaMemcpy2D(d, pitch, h, W, W, H, cudaMemcpyHostToDevice));
  flip<<<H, BLOCK>>>(d, pitch, W);
  DO(cudaMemcpy2DAsync(back, W, d, pitch, W, H, cudaMemcpyDeviceToHost, 0));
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) IS(back[y][x], h[y][x] ^ 0x40);
  DO(cudaMemset2D(d, pitch, 9, 3, 2));
  DO(cudaMemset2DAsync(d + 2 * pitch, pitch, 8, 3, 2, 0));
  DO(cudaMemcpy2D(back, W, d, pitch, W, H, cudaMemcpyDeviceToHost));
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) IS(back[y][x], x < 3 && y < 4 ? (y < 2 ? 9 : 8) : h[y][x] ^ 0x40);
  GIVES(cudaErrorInvalidPitchValue, cudaMemcpy2D(d, pitch, h, W - 1, W, H, cudaMemcpyHostToDevice));
  GIVES(cudaErrorInvalidPitchValue, cudaMemset2D(d, 2, 0, 3, 1));
  GIVES(cudaErrorInvalidValue, cudaMemcpy2D(d, pitch, h, W, W, 100, cudaMemcpyHostToDevice));
  GIVES(cudaErrorInvalidValue, cudaMemcpy2D(d, pitch, h, W, W, (size_t)-1, cudaMemcpyHostToDevice));
  GIVES(cudaErrorInvalidMemcpyDirection, cudaMemcpy2D(d, pitch, h, W, W, H, (cudaMemcpyKind)-1));
  GIVES(cudaErrorInvalidValue, cudaMemset2D(d, pitch, 0, 3, 100));
  GIVES(cudaErrorInvalidResourceHandle, cudaMemcpy2DAsync(back, W, d, pitch, W, H, cudaMemcpyDeviceToHost, (cudaStream_t)WILD));
  GIVES(cudaErrorInvalidResourceHandle, cudaMemset2DAsync(d, pitch, 0, 3, 1, (cudaStream_t)WILD));
  cudaPitchedPtr box;
  cudaExtent e = make_cudaExtent(W, H, D);
  DO(cudaMalloc3D(&box, e));
  DO(cudaMemset3D(box, 1, e));
  static char cube[D][H][W];
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(h, W, W, H);
  p.dstPtr = box;
  p.dstPos = make_cudaPos(0, 0, 1);
  p.extent = make_cudaExtent(W, H, 1);
  p.kind = cudaMemcpyHostToDevice;
  DO(cudaMemcpy3D(&p));
  cudaMemcpy3DParms q = {};
  q.srcPtr = box;
  q.dstPtr = make_cudaPitchedPtr(cube, W, W, H);
  q.extent = e;
  q.kind = cudaMemcpyDeviceToHost;
  DO(cudaMemcpy3D(&q));
  for (int z = 0; z < D; z++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) IS(cube[z][y][x], z == 1 ? h[y][x] : 1);
  GIVES(cudaErrorInvalidValue, cudaMemcpy3D((cudaMemcpy3DParms *)WILD));
  q.srcPtr.ysize = 0;
  q.extent.depth = (size_t)1 << 40;
  GIVES(cudaErrorInvalidValue, cudaMemcpy3D(&q));
  DO(cudaFree(d));
  DO(cudaFree(box.ptr));
  printf("pitched: right\n");
  return 0;
}
