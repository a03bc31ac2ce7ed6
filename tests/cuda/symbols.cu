// symbols.cu - variables of three translation units, two of them with the same name; symbols_more.cu and symbols_data.cu are
// the others.
#include "check.h"
int more(int *d);
int keep(int v);
__constant__ int weights[4] = {1, 2, 3, 4};
__device__ int total;
static __device__ int hidden = 10;
__global__ void weigh(const int *v, int *out) {
  out[threadIdx.x] = v[threadIdx.x] * weights[threadIdx.x & 3] + hidden;
  if (!threadIdx.x) total = 77;
}
int main() {
  int h[BLOCK], w[4] = {5, 6, 7, 8}, *d, *at, v;
  size_t size;
  for (int i = 0; i < BLOCK; i++) h[i] = i;
  DO(cudaMalloc(&d, sizeof h));
  DO(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  weigh<<<1, BLOCK>>>(d, d);
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < BLOCK; i++) IS(h[i], i * (1 + (i & 3)) + 10);
  DO(cudaMemcpyFromSymbol(&v, total, sizeof v));
  IS(v, 77);
  DO(cudaMemcpyToSymbol(weights, w, sizeof w));
  v = 100;
  DO(cudaMemcpyToSymbolAsync(hidden, &v, sizeof v, 0, cudaMemcpyHostToDevice, 0));
  weigh<<<1, BLOCK>>>(d, d);
  int old[BLOCK];
  memcpy(old, h, sizeof h);
  DO(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < BLOCK; i++) IS(h[i], old[i] * (5 + (i & 3)) + 100);
  DO(cudaMemcpyFromSymbolAsync(&v, weights, 4, 8, cudaMemcpyDeviceToHost, 0));
  IS(v, 7);
  DO(cudaGetSymbolSize(&size, weights));
  IS(size, sizeof weights);
  DO(cudaGetSymbolAddress((void **)&at, hidden));
  DO(cudaMemcpy(&v, at, 4, cudaMemcpyDeviceToHost));
  IS(v, 100);
  int none;
  GIVES(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(none, w, 4));
  GIVES(cudaErrorInvalidSymbol, cudaMemcpyFromSymbol(w, none, 4));
  GIVES(cudaErrorInvalidSymbol, cudaGetSymbolSize(&size, none));
  GIVES(cudaErrorInvalidSymbol, cudaGetSymbolAddress((void **)&at, (const void *)WILD));
  GIVES(cudaErrorInvalidValue, cudaMemcpyToSymbol(weights, w, 16, 4));
  GIVES(cudaErrorInvalidValue, cudaMemcpyFromSymbolAsync(w, weights, 4, 14, cudaMemcpyDeviceToHost, 0));
  GIVES(cudaErrorInvalidMemcpyDirection, cudaMemcpyToSymbolAsync(weights, w, 4, 0, cudaMemcpyDeviceToHost, 0));
  IS(more(d), 205);
  DO(cudaMemcpyFromSymbol(&v, hidden, sizeof v));
  IS(v, 100);
  IS(keep(12), 12);
  DO(cudaFree(d));
  printf("symbols: right\n");
  return 0;
}
