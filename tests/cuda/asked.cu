// asked.cu THREADS WARP SHARED REGISTERS BLOCKS RATIO SMS L2 - what a program can ask about the device, its settings and its kernels. The arguments are what the shape has: threads
// and blocks at a time, lanes of a warp, bytes of shared memory, registers, lanes of the ALU for each of fp64, SMs, bytes of the L2.
#include "check.h"
#include <initializer_list>
static int threads, warp, shared, registers, blocks, ratio, sms, l2;
static int attribute(int which) {
  int v = -77;
  DO(cudaDeviceGetAttribute(&v, (cudaDeviceAttr)which, 0));
  return v;
}
static int at_most(int a, int b) { return a < b ? a : b; }

static void attributes() {
  const int block = at_most(threads, 1024);
  const struct {
    int which, want;
  } known[] = {{cudaDevAttrMaxThreadsPerBlock, block},
               {cudaDevAttrMaxBlockDimX, block},
               {cudaDevAttrMaxBlockDimY, block},
               {cudaDevAttrMaxBlockDimZ, at_most(block, 64)},
               {cudaDevAttrMaxGridDimX, 0x7fffffff},
               {cudaDevAttrMaxGridDimY, 65535},
               {cudaDevAttrMaxGridDimZ, 65535},
               {cudaDevAttrMaxSharedMemoryPerBlock, shared},
               {cudaDevAttrMaxSharedMemoryPerMultiprocessor, shared},
               {cudaDevAttrMaxSharedMemoryPerBlockOptin, shared},
               {cudaDevAttrTotalConstantMemory, 65536},
               {cudaDevAttrWarpSize, warp},
               {cudaDevAttrMaxPitch, 0x7fffffff},
               {cudaDevAttrMaxRegistersPerBlock, registers},
               {cudaDevAttrMaxRegistersPerMultiprocessor, registers},
               {cudaDevAttrClockRate, 1000000}, // events count at 1 GHz
               {cudaDevAttrMemoryClockRate, 1000000},
               {cudaDevAttrTextureAlignment, 512},
               {cudaDevAttrTexturePitchAlignment, 32},
               {cudaDevAttrMultiProcessorCount, sms},
               {cudaDevAttrL2CacheSize, l2},
               {cudaDevAttrCanMapHostMemory, 1},
               {cudaDevAttrUnifiedAddressing, 1},
               {cudaDevAttrManagedMemory, 1},
               {cudaDevAttrCooperativeLaunch, 1},
               {cudaDevAttrHostRegisterSupported, 1},
               {cudaDevAttrMemoryPoolsSupported, 1},
               {cudaDevAttrGlobalMemoryBusWidth, 128},
               {cudaDevAttrMaxThreadsPerMultiProcessor, threads},
               {cudaDevAttrComputeCapabilityMajor, 7},
               {cudaDevAttrComputeCapabilityMinor, 5},
               {cudaDevAttrStreamPrioritiesSupported, 1},
               {cudaDevAttrSingleToDoublePrecisionPerfRatio, ratio},
               {cudaDevAttrMaxBlocksPerMultiprocessor, blocks},
               {cudaDevAttrNumaId, -1}, // no node of memory
               {cudaDevAttrHostNumaId, -1}};
  static bool told[148];
  int none;
  for (auto &k : known) {
    IS(attribute(k.which), k.want);
    told[k.which] = true;
  }
  for (int which : {0, -1, 44, 136, 137, 146, 148}) // the header has no such numbers
    GIVES(cudaErrorInvalidValue, cudaDeviceGetAttribute(&none, (cudaDeviceAttr)which, 0)), told[which < 0 || which > 147 ? 0 : which] = true;
  for (int which = 1; which < 148; which++) // textures, peers and the like: the device has none of it
    if (!told[which]) IS(attribute(which), 0);
  int v = 5;
  for (int device : {1, -1}) GIVES(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, device));
  GIVES(cudaErrorInvalidValue, cudaDeviceGetAttribute(WILD, cudaDevAttrWarpSize, 0));
  IS(v, 5);
}

// Every field that has an attribute says the same as that, and the others are 0.
static void properties() {
  static cudaDeviceProp p, none;
  memset(&p, 0x5a, sizeof p);
  DO(cudaGetDeviceProperties(&p, 0));
  IS(strcmp(p.name, "Warptwin (sm_75)"), 0);
  for (size_t i = strlen(p.name); i < sizeof p.name; i++) IS(p.name[i], 0);
  IS(memcmp(&p.uuid, &none.uuid, sizeof p.uuid) != 0, 1);
  IS(p.totalGlobalMem, 8ull << 30);
  p.totalGlobalMem = 0, memset(p.name, 0, sizeof p.name), memset(&p.uuid, 0, sizeof p.uuid);
#define SAME(field, which)                     \
  do {                                         \
    IS(p.field, attribute(cudaDevAttr##which)); \
    p.field = 0;                               \
  } while (0)
  SAME(sharedMemPerBlock, MaxSharedMemoryPerBlock);
  SAME(regsPerBlock, MaxRegistersPerBlock);
  SAME(warpSize, WarpSize);
  SAME(memPitch, MaxPitch);
  SAME(maxThreadsPerBlock, MaxThreadsPerBlock);
  SAME(maxThreadsDim[0], MaxBlockDimX);
  SAME(maxThreadsDim[1], MaxBlockDimY);
  SAME(maxThreadsDim[2], MaxBlockDimZ);
  SAME(maxGridSize[0], MaxGridDimX);
  SAME(maxGridSize[1], MaxGridDimY);
  SAME(maxGridSize[2], MaxGridDimZ);
  SAME(totalConstMem, TotalConstantMemory);
  SAME(major, ComputeCapabilityMajor);
  SAME(minor, ComputeCapabilityMinor);
  SAME(textureAlignment, TextureAlignment);
  SAME(texturePitchAlignment, TexturePitchAlignment);
  SAME(multiProcessorCount, MultiProcessorCount);
  SAME(canMapHostMemory, CanMapHostMemory);
  SAME(unifiedAddressing, UnifiedAddressing);
  SAME(memoryBusWidth, GlobalMemoryBusWidth);
  SAME(l2CacheSize, L2CacheSize);
  SAME(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor);
  SAME(streamPrioritiesSupported, StreamPrioritiesSupported);
  SAME(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor);
  SAME(regsPerMultiprocessor, MaxRegistersPerMultiprocessor);
  SAME(managedMemory, ManagedMemory);
  SAME(cooperativeLaunch, CooperativeLaunch);
  SAME(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin);
  SAME(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor);
  SAME(hostRegisterSupported, HostRegisterSupported);
  SAME(memoryPoolsSupported, MemoryPoolsSupported);
  SAME(deviceNumaId, NumaId);
  SAME(hostNumaId, HostNumaId);
  IS(memcmp(&p, &none, sizeof p), 0);
  for (int device : {1, -1}) GIVES(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, device));
}

static void settings() {
  int n = 7;
  unsigned flags = 99;
  cudaFuncCache cache;
  DO(cudaGetDeviceCount(&n));
  IS(n, 1);
  DO(cudaGetDevice(&n));
  IS(n, 0);
  for (int device : {1, -1}) {
    GIVES(cudaErrorInvalidDevice, cudaSetDevice(device));
    GIVES(cudaErrorInvalidDevice, cudaInitDevice(device, 0, 0));
  }
  DO(cudaInitDevice(0, cudaDeviceScheduleAuto, 0));
  const unsigned all = cudaDeviceScheduleSpin | cudaDeviceScheduleYield | cudaDeviceScheduleBlockingSync | cudaDeviceMapHost | cudaDeviceLmemResizeToMax |
                       cudaDeviceSyncMemops;
  DO(cudaGetDeviceFlags(&flags));
  IS(flags, 0);
  DO(cudaInitDevice(0, all, cudaInitDeviceFlagsAreValid));
  GIVES(cudaErrorInvalidValue, cudaInitDevice(0, 0x20, cudaInitDeviceFlagsAreValid));
  DO(cudaSetDeviceFlags(all));
  GIVES(cudaErrorInvalidValue, cudaInitDevice(0, 0, 2));
  DO(cudaSetDeviceFlags(cudaDeviceScheduleYield | cudaDeviceMapHost));
  GIVES(cudaErrorInvalidValue, cudaSetDeviceFlags(0x20));
  DO(cudaGetDeviceFlags(&flags));
  IS(flags, cudaDeviceScheduleYield | cudaDeviceMapHost);
  GIVES(cudaErrorInvalidValue, cudaGetDeviceFlags((unsigned *)WILD));
  // there is one device, which is no peer of itself
  DO(cudaDeviceCanAccessPeer(&n, 0, 0));
  IS(n, 0);
  GIVES(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&n, 0, 1));
  GIVES(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&n, 1, 0));
  for (int which : {1, 5}) {
    GIVES(cudaErrorInvalidDevice, cudaDeviceGetP2PAttribute(&n, (cudaDeviceP2PAttr)which, 0, 0));
    GIVES(cudaErrorInvalidDevice, cudaDeviceGetP2PAttribute(&n, (cudaDeviceP2PAttr)which, 0, 1));
    GIVES(cudaErrorInvalidDevice, cudaDeviceGetP2PAttribute(&n, (cudaDeviceP2PAttr)which, 1, 0));
  }
  for (int which : {0, 6}) GIVES(cudaErrorInvalidValue, cudaDeviceGetP2PAttribute(&n, (cudaDeviceP2PAttr)which, 0, 1));
  DO(cudaDeviceGetCacheConfig(&cache));
  IS(cache, cudaFuncCachePreferNone);
  for (int c = cudaFuncCachePreferEqual; c >= cudaFuncCachePreferNone; c--) {
    DO(cudaDeviceSetCacheConfig((cudaFuncCache)c));
    for (int bad : {-1, 4}) GIVES(cudaErrorInvalidValue, cudaDeviceSetCacheConfig((cudaFuncCache)bad));
    DO(cudaDeviceGetCacheConfig(&cache));
    IS(cache, c);
  }
  // limits begin as CUDA's do
  size_t v;
  const size_t begin[] = {1024, 1 << 20, 8 << 20};
  for (int which = 0; which < 3; which++) {
    DO(cudaDeviceGetLimit(&v, (cudaLimit)which));
    IS(v, begin[which]);
    DO(cudaDeviceSetLimit((cudaLimit)which, 4096 << which));
  }
  for (int which = 0; which < 3; which++) {
    DO(cudaDeviceGetLimit(&v, (cudaLimit)which));
    IS(v, 4096 << which);
    GIVES(cudaErrorInvalidValue, cudaDeviceGetLimit((size_t *)WILD, (cudaLimit)which));
  }
  for (int which : {-1, 3}) {
    GIVES(cudaErrorUnsupportedLimit, cudaDeviceGetLimit(&v, (cudaLimit)which));
    GIVES(cudaErrorUnsupportedLimit, cudaDeviceSetLimit((cudaLimit)which, 4096));
  }
  cudaGetLastError();
}

__constant__ int weights[20];
__global__ void wants(int *p, char c, double d) {
  __shared__ int s[15];
  volatile int own[30];
#pragma unroll 1
  for (int i = 0; i < 30; i++) own[i] = p[i];
  s[threadIdx.x % 15] = own[c] * weights[c];
  __syncthreads();
  *p = s[c] + (int)d;
}
__global__ void bare() {}
static void kernels() {
  cudaFuncAttributes a;
  memset(&a, 0x5a, sizeof a);
  DO(cudaFuncGetAttributes(&a, wants));
  IS(a.sharedSizeBytes, 60);
  IS(a.constSizeBytes, sizeof weights);
  IS(a.localSizeBytes, 120);
  IS(a.numRegs > 4 && a.numRegs <= 255, 1);
  IS(a.maxThreadsPerBlock > 0 && a.maxThreadsPerBlock <= at_most(threads, 1024), 1);
  IS(a.ptxVersion, 75);
  IS(a.binaryVersion, 75);
  IS(a.maxDynamicSharedSizeBytes, shared - 60);
  IS(a.preferredShmemCarveout, -1);
  IS(a.cacheModeCA | a.clusterDimMustBeSet | a.requiredClusterWidth | a.requiredClusterHeight | a.requiredClusterDepth, 0);
  IS(a.clusterSchedulingPolicyPreference | a.nonPortableClusterSizeAllowed, 0);
  for (int i : a.reserved) IS(i, 0);
  DO(cudaFuncGetAttributes(&a, bare));
  IS(a.sharedSizeBytes, 0);
  IS(a.localSizeBytes, 0);
  IS(a.maxDynamicSharedSizeBytes, shared);
  GIVES(cudaErrorInvalidValue, cudaFuncGetAttributes((cudaFuncAttributes *)WILD, bare));
  DO(cudaFuncSetAttribute(wants, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
  DO(cudaFuncGetAttributes(&a, wants));
  IS(a.maxDynamicSharedSizeBytes, 1);
  DO(cudaFuncGetAttributes(&a, bare));
  IS(a.maxDynamicSharedSizeBytes, shared);
  GIVES(cudaErrorInvalidValue, cudaFuncSetAttribute(wants, cudaFuncAttributeMaxDynamicSharedMemorySize, shared - 59));
  GIVES(cudaErrorInvalidValue, cudaFuncSetAttribute(wants, cudaFuncAttributeMax, 1));
  GIVES(cudaErrorInvalidValue, cudaFuncSetAttribute(wants, (cudaFuncAttribute)7, 1));
  const char *name;
  GIVES(cudaErrorInvalidValue, cudaFuncGetName((const char **)WILD, (const void *)bare));
  DO(cudaFuncGetName(&name, (const void *)bare));
  IS(strcmp(name, "_Z4barev"), 0);
  size_t at, size;
  GIVES(cudaErrorInvalidValue, cudaFuncGetParamInfo((const void *)wants, 3, &at, &size));
  GIVES(cudaErrorInvalidValue, cudaFuncGetParamInfo((const void *)wants, (size_t)1 << 32, &at, &size));
  GIVES(cudaErrorInvalidValue, cudaFuncGetParamInfo((const void *)wants, 0, (size_t *)WILD, &size));
  GIVES(cudaErrorInvalidValue, cudaFuncGetParamInfo((const void *)wants, 0, &at, (size_t *)WILD));
  DO(cudaFuncGetParamInfo((const void *)wants, 2, &at, &size));
  IS(at, 16);
  IS(size, 8);
  cudaGetLastError();
}

// So many blocks of `block` threads are at a time on the device as their warps and its room for blocks say; bare needs 0 bytes and hardly a register.
static void occupancy() {
  int n;
  for (int block : {1, warp, warp + 1, at_most(threads, 1024)}) {
    int warps = (block + warp - 1) / warp;
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)bare, block, 0));
    IS(n, at_most(blocks, threads / warp / warps));
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, (const void *)bare, block, 0, cudaOccupancyDisableCachingOverride));
    IS(n, at_most(blocks, threads / warp / warps));
  }
  DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)bare, 1, shared));
  IS(n, 1);
  for (int block : {1025, 100000}) {
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)bare, block, 0));
    IS(n, 0);
  }
  GIVES(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, (const void *)bare, 1, 0, 2));
  GIVES(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessor(WILD, (const void *)bare, 1, 0));
  size_t room;
  for (int k = 1; k <= 2; k++) {
    DO(cudaOccupancyAvailableDynamicSMemPerBlock(&room, (const void *)bare, k, 1));
    IS(room <= (size_t)shared / k && room > (size_t)shared / k - 300, 1);
    DO(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)bare, 1, room));
    IS(n >= k, 1);
  }
  DO(cudaOccupancyAvailableDynamicSMemPerBlock(&room, (const void *)bare, 1, at_most(threads, 1024)));
  IS(room, shared);
  DO(cudaOccupancyAvailableDynamicSMemPerBlock(&room, (const void *)bare, at_most(blocks, threads / warp), 1));
  for (int bad : {0, -1, at_most(blocks, threads / warp) + 1})
    GIVES(cudaErrorInvalidValue, cudaOccupancyAvailableDynamicSMemPerBlock(&room, (const void *)bare, bad, 1));
  for (int bad : {0, -1, 1025}) GIVES(cudaErrorInvalidValue, cudaOccupancyAvailableDynamicSMemPerBlock(&room, (const void *)bare, 1, bad));
  GIVES(cudaErrorInvalidDeviceFunction, cudaOccupancyAvailableDynamicSMemPerBlock(&room, (const void *)WILD, 1, 1));
  cudaGetLastError();
}

int main(int argc, char **argv) {
  if (argc != 9) return 2;
  int *const all[] = {&threads, &warp, &shared, &registers, &blocks, &ratio, &sms, &l2};
  for (int i = 0; i < 8; i++) *all[i] = atoi(argv[i + 1]);
  attributes();
  properties();
  settings();
  kernels();
  if (warp == 32) occupancy(); // compiled code takes the slots of 32 lanes
  printf("asked: right\n");
  return 0;
}
