/* warptwin_compat.h - what CUDA 13 dropped, for older sources: nvcc -include warptwin_compat.h app.cu
 *
 * Calls that have a new name, members of cudaDeviceProp that are asked for by an attribute now, and the old arguments of prefetches and hints.
 * Texture and surface references do not come back: this device has no textures. docs/user/cuda.md has the list.
 */
#ifndef WARPTWIN_COMPAT_H
#define WARPTWIN_COMPAT_H
#if defined __CUDACC__ && defined __cplusplus
#include <cuda_runtime.h>

#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaThreadExit cudaDeviceReset
#define cudaThreadSetLimit cudaDeviceSetLimit
#define cudaThreadGetLimit cudaDeviceGetLimit
#define cudaThreadSetCacheConfig cudaDeviceSetCacheConfig
#define cudaThreadGetCacheConfig cudaDeviceGetCacheConfig

struct warptwin_device_prop : cudaDeviceProp {
  int clockRate, memoryClockRate, deviceOverlap, kernelExecTimeoutEnabled, computeMode, singleToDoublePrecisionPerfRatio;
  int cooperativeMultiDeviceLaunch, maxTexture1DLinear;
};
static inline cudaError_t warptwin_properties(warptwin_device_prop *p, int device) {
  cudaError_t e = cudaGetDeviceProperties((cudaDeviceProp *)p, device);
  if (!e) e = cudaDeviceGetAttribute(&p->clockRate, cudaDevAttrClockRate, device);
  if (!e) e = cudaDeviceGetAttribute(&p->memoryClockRate, cudaDevAttrMemoryClockRate, device);
  if (!e) e = cudaDeviceGetAttribute(&p->deviceOverlap, cudaDevAttrGpuOverlap, device);
  if (!e) e = cudaDeviceGetAttribute(&p->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout, device);
  if (!e) e = cudaDeviceGetAttribute(&p->computeMode, cudaDevAttrComputeMode, device);
  if (!e) e = cudaDeviceGetAttribute(&p->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
  if (!e) p->cooperativeMultiDeviceLaunch = p->maxTexture1DLinear = 0;
  return e;
}
#define cudaDeviceProp warptwin_device_prop
#define cudaGetDeviceProperties warptwin_properties

static inline cudaMemLocation warptwin_location(int device) {
  cudaMemLocation where = {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device == cudaCpuDeviceId ? 0 : device};
  return where;
}
static inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int device, cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(p, n, warptwin_location(device), 0, stream);
}
static inline cudaError_t cudaMemAdvise(const void *p, size_t n, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(p, n, advice, warptwin_location(device));
}
#endif
#endif
