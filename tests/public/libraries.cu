// libraries.cu - cuBLAS, cuRAND and cuFFT on the host's side (-lcublas -lcurand -lcufft). Right: each is named as it fails, and the end is exit 3.
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <stdio.h>
int main() {
  cublasHandle_t h;
  curandGenerator_t g;
  cufftHandle p;
  int a = cublasCreate(&h), b = curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT), c = cufftPlan1d(&p, 64, CUFFT_C2C, 1);
  printf("cublasCreate %d, curandCreateGenerator %d, cufftPlan1d %d (0 is success)\n", a, b, c);
  return 0;
}
