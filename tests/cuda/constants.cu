// constants.cu - calls with the same answer whatever the program does.
#include "check.h"
#include <channel_descriptor.h>
#include <initializer_list>
#include <sys/mman.h>
__global__ void two(int a, double b, char c) { (void)a, (void)b, (void)c; }
__global__ void shared(int *p) {
  __shared__ int s[16];
  s[threadIdx.x] = *p;
  *p = s[0];
}
int main() {
  cudaSharedMemConfig banks;
  DO(cudaDeviceGetSharedMemConfig(&banks));
  IS(banks, cudaSharedMemBankSizeFourByte);
  GIVES(cudaErrorInvalidValue, cudaDeviceGetSharedMemConfig((cudaSharedMemConfig *)WILD));
  DO(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte)); // a hint, without effect here
  for (int c = cudaSharedMemBankSizeDefault; c <= cudaSharedMemBankSizeEightByte; c++) {
    DO(cudaDeviceSetSharedMemConfig((cudaSharedMemConfig)c));
    DO(cudaFuncSetSharedMemConfig((const void *)two, (cudaSharedMemConfig)c));
  }
  for (int c : {-1, 3}) {
    GIVES(cudaErrorInvalidValue, cudaDeviceSetSharedMemConfig((cudaSharedMemConfig)c));
    GIVES(cudaErrorInvalidValue, cudaFuncSetSharedMemConfig((const void *)two, (cudaSharedMemConfig)c));
  }
  DO(cudaDeviceGetSharedMemConfig(&banks));
  IS(banks, cudaSharedMemBankSizeFourByte);
  GIVES(cudaErrorInvalidDeviceFunction, cudaFuncSetSharedMemConfig((const void *)WILD, cudaSharedMemBankSizeDefault));
  DO(cudaCtxResetPersistingL2Cache());

  int n = 7, valid[] = {0, 0, 1};
  char id[16] = "";
  DO(cudaDeviceGetPCIBusId(id, 13, 0));
  IS(strcmp(id, "0000:00:00.0"), 0);
  GIVES(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(id, 12, 0));
  GIVES(cudaErrorInvalidDevice, cudaDeviceGetPCIBusId(id, 13, 1));
  const char *const names[] = {id, "0:0:0.0", "0000:00:00", "00:00.0"};
  for (const char *s : names) {
    n = 7;
    DO(cudaDeviceGetByPCIBusId(&n, s));
    IS(n, 0);
  }
  const char *const others[] = {"0000:01:00.0", "1:0:0.0", "0:0:1.0", "0:0:0.1", "0000:00:02", "1:0:0", "0:1:0", "00:00.3", "1:0.0", "0:1.0"};
  for (const char *s : others) GIVES(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&n, s));
  const char *const none[] = {"", "here", "0000:00:00.0 ", "0:0", "0:0:0 ", "0:0.0 ", "0:0:0.", "0:0."};
  for (const char *s : none) GIVES(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&n, s));
  GIVES(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&n, (const char *)WILD));
  // a text that ends with its page, of as many characters as are looked at; and one that does not end there
  char *page = (char *)mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(page + 4096, 4096);
  for (size_t letters : {13, 62, 63}) {
    char *text = page + 4095 - letters;
    memset(text, '0', letters);
    memcpy(text + letters - 8, ":00:00.0", 9);
    DO(cudaDeviceGetByPCIBusId(&n, text));
  }
  page[4095] = '0';
  GIVES(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&n, page + 4096 - 12));
  DO(cudaSetValidDevices(valid, 2));
  DO(cudaSetValidDevices(NULL, 0));
  GIVES(cudaErrorInvalidDevice, cudaSetValidDevices(valid, 3));
  GIVES(cudaErrorInvalidDevice, cudaSetValidDevices(valid + 2, 1));
  GIVES(cudaErrorInvalidValue, cudaSetValidDevices(WILD, 1));
  GIVES(cudaErrorInvalidValue, cudaSetValidDevices(valid, -1));
  GIVES(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(1, 0));
  GIVES(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(1, 5));
  GIVES(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(0));
  GIVES(cudaErrorInvalidDevice, cudaDeviceDisablePeerAccess(1));
  unsigned can[3] = {9, 9, 9};
  cudaAtomicOperation add[2] = {};
  DO(cudaDeviceGetHostAtomicCapabilities(can, add, 2, 0));
  IS(can[0] | can[1], 0);
  IS(can[2], 9);
  GIVES(cudaErrorInvalidDevice, cudaDeviceGetHostAtomicCapabilities(can, add, 2, 1));
  GIVES(cudaErrorInvalidValue, cudaDeviceGetHostAtomicCapabilities(can, add, 0, 0));
  GIVES(cudaErrorInvalidDevice, cudaDeviceGetP2PAtomicCapabilities(can, add, 2, 0, 1));
  GIVES(cudaErrorInvalidValue, cudaDeviceGetP2PAtomicCapabilities(can, add, 0, 0, 1));
  can[0] = 9;
  DO(cudaDeviceGetHostAtomicCapabilities(can, add, 1, 0));
  IS(can[0], 0);
  GIVES(cudaErrorInvalidValue, cudaDeviceGetHostAtomicCapabilities((unsigned *)WILD, add, 1, 0));

  unsigned long long v;
  for (int which = cudaGraphMemAttrUsedMemCurrent; which <= cudaGraphMemAttrReservedMemHigh; which++) {
    v = 5;
    DO(cudaDeviceGetGraphMemAttribute(0, (cudaGraphMemAttributeType)which, &v));
    IS(v, 0);
    // what was used at most may begin again at 0, and nothing else
    GIVES(which % 2 ? cudaSuccess : cudaErrorInvalidValue, cudaDeviceSetGraphMemAttribute(0, (cudaGraphMemAttributeType)which, &v));
    GIVES(cudaErrorInvalidDevice, cudaDeviceSetGraphMemAttribute(1, (cudaGraphMemAttributeType)which, &v));
    GIVES(cudaErrorInvalidValue, cudaDeviceSetGraphMemAttribute(0, (cudaGraphMemAttributeType)which, WILD));
  }
  for (int which : {-1, 4, 5}) {
    GIVES(cudaErrorInvalidValue, cudaDeviceGetGraphMemAttribute(0, (cudaGraphMemAttributeType)which, &v));
    GIVES(cudaErrorInvalidValue, cudaDeviceSetGraphMemAttribute(0, (cudaGraphMemAttributeType)which, &v));
  }
  v = 5;
  DO(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &v));
  IS(v, 0);
  DO(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &v));
  GIVES(cudaErrorInvalidValue, cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &v));
  v = 4;
  GIVES(cudaErrorInvalidValue, cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &v));
  GIVES(cudaErrorInvalidValue, cudaDeviceGetGraphMemAttribute(0, (cudaGraphMemAttributeType)4, &v));
  GIVES(cudaErrorInvalidDevice, cudaDeviceGetGraphMemAttribute(1, cudaGraphMemAttrUsedMemHigh, &v));
  DO(cudaDeviceGraphMemTrim(0));
  GIVES(cudaErrorInvalidDevice, cudaDeviceGraphMemTrim(3));
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  DO(cudaThreadExchangeStreamCaptureMode(&mode));
  IS(mode, cudaStreamCaptureModeGlobal);
  DO(cudaThreadExchangeStreamCaptureMode(&mode));
  IS(mode, cudaStreamCaptureModeRelaxed);
  for (int m : {2, 0}) { // 0 is the thread's, 2 what it gets next
    mode = (cudaStreamCaptureMode)m;
    DO(cudaThreadExchangeStreamCaptureMode(&mode));
    IS(mode, m ? cudaStreamCaptureModeGlobal : cudaStreamCaptureModeRelaxed);
  }
  for (int m : {-1, 3}) {
    mode = (cudaStreamCaptureMode)m;
    GIVES(cudaErrorInvalidValue, cudaThreadExchangeStreamCaptureMode(&mode));
  }
  cudaStreamCaptureMode *fixed = (cudaStreamCaptureMode *)mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *fixed = cudaStreamCaptureModeRelaxed;
  mprotect(fixed, 4096, PROT_READ);
  GIVES(cudaErrorInvalidValue, cudaThreadExchangeStreamCaptureMode(fixed));
  GIVES(cudaErrorInvalidValue, cudaThreadExchangeStreamCaptureMode((cudaStreamCaptureMode *)WILD));
  mode = cudaStreamCaptureModeGlobal;
  DO(cudaThreadExchangeStreamCaptureMode(&mode));
  IS(mode, cudaStreamCaptureModeGlobal); // of what failed nothing is left
  cudaStream_t s, t;
  DO(cudaStreamCreate(&s));
  DO(cudaStreamCreate(&t));
  cudaStreamCaptureStatus state = cudaStreamCaptureStatusActive;
  DO(cudaStreamGetCaptureInfo(s, &state, NULL));
  IS(state, cudaStreamCaptureStatusNone);
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamGetCaptureInfo((cudaStream_t)WILD, &state, NULL));
  unsigned long long a, b, c, e;
  DO(cudaStreamGetId(s, &a));
  DO(cudaStreamGetId(t, &b));
  DO(cudaStreamGetId(0, &c));
  DO(cudaStreamGetId(cudaStreamLegacy, &e));
  IS(a != b && a != c && b != c && c == e, 1);
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamGetId((cudaStream_t)WILD, &a));
  cudaChannelFormatDesc f = cudaCreateChannelDesc(8, 16, 24, 32, cudaChannelFormatKindFloat);
  IS(f.x == 8 && f.y == 16 && f.z == 24 && f.w == 32 && f.f == cudaChannelFormatKindFloat, 1);

  const char *name;
  size_t at, size;
  DO(cudaFuncGetName(&name, (const void *)two));
  IS(strcmp(name, "_Z3twoidc"), 0);
  GIVES(cudaErrorInvalidDeviceFunction, cudaFuncGetName(&name, (const void *)WILD));
  const size_t places[][2] = {{0, 4}, {8, 8}, {16, 1}};
  for (size_t i = 0; i < 3; i++) {
    DO(cudaFuncGetParamInfo((const void *)two, i, &at, &size));
    IS(at, places[i][0]);
    IS(size, places[i][1]);
  }
  DO(cudaFuncGetParamInfo((const void *)two, 1, &at, NULL));
  GIVES(cudaErrorInvalidValue, cudaFuncGetParamInfo((const void *)two, 3, &at, &size));
  cudaKernel_t k;
  cudaFuncAttributes of;
  DO(cudaGetKernel(&k, (const void *)shared));
  DO(cudaKernelSetAttributeForDevice(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 300, 0));
  DO(cudaFuncGetAttributes(&of, shared));
  IS(of.maxDynamicSharedSizeBytes, 300);
  GIVES(cudaErrorInvalidDevice, cudaKernelSetAttributeForDevice(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 300, 1));
  // as much dynamic shared memory as leaves room for so many blocks: one byte more does not
  int most;
  DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, (const void *)shared, BLOCK, 0));
  for (int blocks = 1; blocks <= most && blocks <= 2; blocks++) {
    int with, more;
    DO(cudaOccupancyAvailableDynamicSMemPerBlock(&size, (const void *)shared, blocks, BLOCK));
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&with, (const void *)shared, BLOCK, size));
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&more, (const void *)shared, BLOCK, size + 1));
    IS(with >= blocks && more < blocks, 1);
  }
  GIVES(cudaErrorInvalidValue, cudaOccupancyAvailableDynamicSMemPerBlock(&size, (const void *)shared, 1000, BLOCK));
  GIVES(cudaErrorInvalidValue, cudaOccupancyAvailableDynamicSMemPerBlock(&size, (const void *)shared, 0, BLOCK));

  int *x, *y, h[2] = {11, 22}, g[2] = {0, 0};
  DO(cudaMalloc(&x, 8));
  DO(cudaMalloc(&y, 8));
  DO(cudaMemcpy(x, h, 8, cudaMemcpyHostToDevice));
  shared<<<1, 1>>>(x);
  DO(cudaMemcpyPeer(y, 0, x, 0, 4));
  DO(cudaMemcpyPeerAsync(y + 1, 0, x + 1, 0, 4, s));
  DO(cudaMemcpy(g, y, 8, cudaMemcpyDeviceToHost));
  IS(g[0] == 11 && g[1] == 22, 1);
  GIVES(cudaErrorInvalidDevice, cudaMemcpyPeer(y, 0, x, 1, 8));
  GIVES(cudaErrorInvalidValue, cudaMemcpyPeer(y, 0, h, 0, 8));
  GIVES(cudaErrorInvalidResourceHandle, cudaMemcpyPeerAsync(y, 0, x, 0, 8, (cudaStream_t)WILD));
  printf("constants: right\n");
  return 0;
}
