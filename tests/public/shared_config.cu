// shared_config.cu - the width of shared memory's banks. Right: four bytes, whatever was asked for.
#include "../cuda/check.h"
int main() {
  cudaSharedMemConfig c;
  DO(cudaDeviceGetSharedMemConfig(&c));
  IS(c, cudaSharedMemBankSizeFourByte);
  printf("shared_config: right\n");
  return 0;
}
