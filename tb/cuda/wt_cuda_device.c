/* wt_cuda_device.c - what a program can ask about the device and its kernels, and settings that this device does not need. */
#include <string.h>

#include "cuda/wt_cuda.h"

/* ---- number of devices, the current one ---- */

static wt_cuda_error put_int(int *out, int v) { return OUT(out, v); }

CUDA_API wt_cuda_error cudaGetDeviceCount(int *n) { CALL(put_int(n, 1)); }
CUDA_API wt_cuda_error cudaGetDevice(int *n) { CALL(put_int(n, 0)); }
CUDA_API wt_cuda_error cudaSetDevice(int n) { CALL(n ? CUDA_DEVICE : (wt_cuda_open(), CUDA_OK)); }
enum { DEVICE_FLAGS = 0x9f }; /* schedule, host mapping, local memory, synchronous copies */
CUDA_API wt_cuda_error cudaInitDevice(int n, unsigned flags, unsigned more) {
  CALL(n ? CUDA_DEVICE : more > 1 || flags & ~(unsigned)DEVICE_FLAGS ? CUDA_INVALID : (wt_cuda_open(), CUDA_OK));
}
CUDA_API wt_cuda_error cudaChooseDevice(int *n, const void *prop) { CALL(prop ? put_int(n, 0) : CUDA_INVALID); }
CUDA_API wt_cuda_error cudaDeviceSynchronize(void) { CALL(CUDA_OK); }
CUDA_API wt_cuda_error cudaDriverGetVersion(int *v) { LOCAL(put_int(v, WT_CUDA_VERSION)); }
CUDA_API wt_cuda_error cudaRuntimeGetVersion(int *v) { LOCAL(put_int(v, WT_CUDA_VERSION)); }
CUDA_API wt_cuda_error cudaProfilerStart(void) { CALL(CUDA_OK); }
CUDA_API wt_cuda_error cudaProfilerStop(void) { CALL(CUDA_OK); }
CUDA_API wt_cuda_error cudaDeviceReset(void) {
  wt_cuda_enter();
  wt_cuda_reset();
  return wt_cuda_leave(CUDA_OK);
}

static unsigned device_flags;
static wt_cuda_error set_flags(unsigned flags) {
  if (flags & ~(unsigned)DEVICE_FLAGS) return CUDA_INVALID;
  device_flags = flags;
  return CUDA_OK;
}
CUDA_API wt_cuda_error cudaSetDeviceFlags(unsigned flags) { CALL(set_flags(flags)); }
CUDA_API wt_cuda_error cudaGetDeviceFlags(unsigned *flags) { CALL(OUT(flags, device_flags)); }
CUDA_API wt_cuda_error cudaDeviceCanAccessPeer(int *can, int a, int b) { CALL(a || b ? CUDA_DEVICE : put_int(can, 0)); }
CUDA_API wt_cuda_error cudaDeviceGetP2PAttribute(int *v, int attr, int a, int b) {
  (void)v, (void)a, (void)b;
  CALL(attr < 1 || attr > 5 ? CUDA_INVALID : CUDA_DEVICE); /* there are no two devices */
}
static int cache_config;
static wt_cuda_error set_cache(int c) {
  if (c < 0 || c > 3) return CUDA_INVALID;
  cache_config = c;
  return CUDA_OK;
}
CUDA_API wt_cuda_error cudaDeviceSetCacheConfig(int c) { CALL(set_cache(c)); }
CUDA_API wt_cuda_error cudaDeviceGetCacheConfig(int *c) { CALL(put_int(c, cache_config)); }

/* ---- limits: stack, printf buffer, heap; what a kernel really gets is said in docs/user/cuda.md ---- */

enum { LIMIT_STACK, LIMITS = 3 };
static size_t limit[LIMITS] = {0, 1 << 20, 8 << 20}; /* that of the stack is the session's */
static wt_cuda_error set_limit(int which, size_t v) {
  if (which < 0 || which >= LIMITS) return CUDA_LIMIT;
  if (which == LIMIT_STACK) {
    wt_cuda_open();
    return wt_set_stack(wt_cuda.s, v) ? CUDA_INVALID : CUDA_OK;
  }
  limit[which] = v;
  return CUDA_OK;
}
static wt_cuda_error get_limit(size_t *v, int which) {
  if (which < 0 || which >= LIMITS) return CUDA_LIMIT;
  wt_cuda_open();
  size_t now = which == LIMIT_STACK ? wt_stack(wt_cuda.s) : limit[which];
  return OUT(v, now);
}
CUDA_API wt_cuda_error cudaDeviceSetLimit(int which, size_t v) { CALL(set_limit(which, v)); }
CUDA_API wt_cuda_error cudaDeviceGetLimit(size_t *v, int which) { CALL(get_limit(v, which)); }

/* ---- attributes and properties: one table ---- */

static unsigned at_most(uint64_t a, uint64_t b) { return (unsigned)(a < b ? a : b); }
static unsigned sm_threads(void) { return wt_cuda_key("WARPS") * wt_cuda_key("WARP_SIZE"); }

enum { UNKNOWN = -2 };
/* UNKNOWN: no such number. Whatever belongs to textures, peers and other machinery that is not there is 0. */
static long attribute(int n) {
  unsigned threads = at_most(sm_threads(), 1024);
  switch (n) {
    case 1:
    case 2:
    case 3: return threads;
    case 4: return at_most(threads, 64);
    case 5: return 0x7fffffff;
    case 6:
    case 7: return 65535;
    case 8:
    case 81:
    case 97: return wt_cuda_key("SMEM_BYTES");
    case 9: return 65536;
    case 10: return wt_cuda_key("WARP_SIZE");
    case 11: return 0x7fffffff;
    case 12:
    case 82: return wt_cuda_key("REGS");
    case 13:
    case 36: return WT_CUDA_CLOCK_KHZ;
    case 14: return 512;
    case 51: return 32;
    case 16: return wt_cuda_key("SMS");
    case 18: return 0;
    case 19:
    case 41:
    case 83:
    case 95:
    case 99:
    case 115: return 1; /* mapped host memory, one address space, managed memory, cooperative launch, registered memory, stream-ordered allocation */
    case 37: return 128;
    case 38: return wt_cuda_key("MEM_MODEL") ? wt_cuda_key("L2_BYTES") : 0; /* a fixed latency has no cache */
    case 39: return sm_threads();
    case 75: return 7;
    case 76: return 5;
    case 78: return 1;
    case 87: return at_most(wt_cuda_key("LANES") / (wt_cuda_key("FP64_LANES") ? wt_cuda_key("FP64_LANES") : 1), 64);
    case 106: return wt_cuda_key("CTAS");
    case 131:
    case 134: return -1; /* no node of memory */
    default: return n > 0 && n <= 147 && n != 44 && n != 136 && n != 137 && n != 146 ? 0 : UNKNOWN;
  }
}
static wt_cuda_error get_attribute(int *out, int n, int device) {
  wt_cuda_open();
  if (device) return CUDA_DEVICE;
  long v = attribute(n);
  return v == UNKNOWN ? CUDA_INVALID : put_int(out, (int)v);
}
CUDA_API wt_cuda_error cudaDeviceGetAttribute(int *out, int n, int device) { CALL(get_attribute(out, n, device)); }

/* Version 13: 1008 bytes. */
enum { PROPERTIES = 1008 };
static wt_cuda_error properties(void *out, int device) {
  static const struct {
    unsigned offset, size;
    int attribute;
  } fields[] = {{296, 8, 8},  {304, 4, 12},  {308, 4, 10}, {312, 8, 11},  {320, 4, 1},   {324, 4, 2},  {328, 4, 3},  {332, 4, 4},  {336, 4, 5},
                {340, 4, 6},  {344, 4, 7},   {352, 8, 9},  {360, 4, 75},  {364, 4, 76},  {368, 8, 14}, {376, 8, 51}, {384, 4, 16}, {392, 4, 19},
                {588, 4, 41}, {592, 4, 37},  {596, 4, 38}, {604, 4, 39},  {608, 4, 78},  {624, 8, 81}, {632, 4, 82}, {636, 4, 83}, {668, 4, 95},
                {672, 8, 97}, {688, 4, 106}, {704, 4, 99}, {720, 4, 115}, {760, 4, 131}, {768, 4, 134}};
  unsigned char p[PROPERTIES] = "Warptwin (sm_75)";
  size_t left, all;
  wt_cuda_open();
  if (device) return CUDA_DEVICE;
  wt_memory_left(wt_cuda.s, &left, &all);
  memcpy(p + 256, "warptwin-device0", 16);
  memcpy(p + 288, &all, 8);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    uint64_t v = (uint64_t)attribute(fields[i].attribute);
    memcpy(p + fields[i].offset, &v, fields[i].size);
  }
  return OUT(out, p);
}
CUDA_API wt_cuda_error cudaGetDeviceProperties(void *out, int device) { CALL(properties(out, device)); }

/* ---- kernels ---- */

/* 144 bytes. */
typedef struct {
  size_t shared, constants, local;
  int max_threads, regs, ptx, binary, cache, max_dynamic, carveout, cluster[6], reserved[17];
} function_attributes;
_Static_assert(sizeof(function_attributes) == 144, "as the runtime has it");

static wt_cuda_error kernel(const void *host, wt_module **m, const char **name, wt_kernel_attributes *a, wt_cuda_function **f) {
  wt_cuda_error e = wt_cuda_find_function(host, m, name, f);
  return e ? e : wt_kernel_attribute(wt_cuda.s, *m, *name, a) ? CUDA_FUNCTION : CUDA_OK;
}

static wt_cuda_error get_function(void *out, const void *host) {
  wt_module *m;
  const char *name;
  wt_kernel_attributes a;
  wt_cuda_function *fn;
  wt_cuda_error e = kernel(host, &m, &name, &a, &fn);
  if (e) return e;
  unsigned smem = wt_cuda_key("SMEM_BYTES"), most = smem > a.static_smem ? smem - a.static_smem : 0;
  if (*wt_cuda_dynamic_limit(fn)) most = *wt_cuda_dynamic_limit(fn) - 1;
  function_attributes f = {a.static_smem, a.const_bytes, a.local_bytes, (int)a.max_threads, (int)a.regs, 75, 75, 0, (int)most, -1, {0}, {0}};
  return OUT(out, f);
}
CUDA_API wt_cuda_error cudaFuncGetAttributes(void *out, const void *host) { CALL(get_function(out, host)); }

static wt_cuda_error set_function(const void *host, int attr, int value) {
  wt_module *m;
  const char *name;
  wt_kernel_attributes a;
  wt_cuda_function *f;
  wt_cuda_error e = kernel(host, &m, &name, &a, &f);
  if (e) return e;
  if (attr == 9) return value < -1 || value > 100 ? CUDA_INVALID : CUDA_OK; /* share of shared memory: fixed here */
  if (attr != 8 || value < 0 || (unsigned)value + a.static_smem > wt_cuda_key("SMEM_BYTES")) return CUDA_INVALID;
  *wt_cuda_dynamic_limit(f) = (unsigned)value + 1;
  return CUDA_OK;
}
CUDA_API wt_cuda_error cudaFuncSetAttribute(const void *host, int attr, int value) { CALL(set_function(host, attr, value)); }
CUDA_API wt_cuda_error cudaKernelSetAttributeForDevice(const void *kernel, int attr, int value, int device) {
  CALL(device ? CUDA_DEVICE : set_function(kernel, attr, value));
}
static wt_cuda_error function_name(const char **out, const void *host) {
  wt_module *m;
  const char *name;
  wt_cuda_error e = wt_cuda_find_function(host, &m, &name, NULL);
  return e ? e : OUT(out, name);
}
CUDA_API wt_cuda_error cudaFuncGetName(const char **out, const void *host) { CALL(function_name(out, host)); }
static wt_cuda_error parameter(const void *host, size_t i, size_t *offset, size_t *size) {
  wt_module *m;
  const char *name;
  wt_param p;
  wt_cuda_error e = wt_cuda_find_function(host, &m, &name, NULL);
  if (e) return e;
  if (i > UINT32_MAX || wt_kernel_param(wt_cuda.s, m, name, (unsigned)i, &p)) return CUDA_INVALID;
  e = OUT(offset, p.offset);
  return e || !size ? e : OUT(size, p.size);
}
CUDA_API wt_cuda_error cudaFuncGetParamInfo(const void *host, size_t i, size_t *offset, size_t *size) { CALL(parameter(host, i, offset, size)); }
static wt_cuda_error set_function_cache(const void *host, int c) {
  wt_module *m;
  const char *name;
  wt_cuda_error e = wt_cuda_find_function(host, &m, &name, NULL);
  return e ? e : c < 0 || c > 3 ? CUDA_INVALID : CUDA_OK;
}
CUDA_API wt_cuda_error cudaFuncSetCacheConfig(const void *host, int c) { CALL(set_function_cache(host, c)); }

static wt_cuda_error occupancy(int *out, const void *host, int threads, size_t smem, unsigned flags) {
  wt_module *m;
  const char *name;
  unsigned ctas = 0;
  if (threads <= 0 || flags > 1) return CUDA_INVALID;
  wt_cuda_error e = wt_cuda_find_function(host, &m, &name, NULL);
  if (e) return e;
  if (threads <= 1024 && wt_kernel_occupancy(wt_cuda.s, m, name, (unsigned)threads, smem, &ctas)) return CUDA_INVALID;
  return put_int(out, (int)ctas);
}
CUDA_API wt_cuda_error cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *out, const void *host, int threads, size_t smem) {
  CALL(occupancy(out, host, threads, smem, 0));
}
/* More of it never makes room for more blocks. */
static wt_cuda_error dynamic_room(size_t *out, const void *host, int blocks, int threads) {
  wt_module *m;
  const char *name;
  unsigned ctas;
  size_t most = 0;
  wt_cuda_error e = wt_cuda_find_function(host, &m, &name, NULL);
  if (e) return e;
  if (blocks <= 0 || threads <= 0 || threads > 1024 || wt_kernel_occupancy(wt_cuda.s, m, name, (unsigned)threads, 0, &ctas) ||
      ctas < (unsigned)blocks)
    return CUDA_INVALID;
  for (size_t bit = (size_t)1 << 20; bit; bit /= 2)
    if (!wt_kernel_occupancy(wt_cuda.s, m, name, (unsigned)threads, most + bit, &ctas) && ctas >= (unsigned)blocks) most += bit;
  return OUT(out, most);
}
CUDA_API wt_cuda_error cudaOccupancyAvailableDynamicSMemPerBlock(size_t *out, const void *host, int blocks, int threads) {
  CALL(dynamic_room(out, host, blocks, threads));
}
CUDA_API wt_cuda_error cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *out, const void *host, int threads, size_t smem, unsigned flags) {
  CALL(occupancy(out, host, threads, smem, flags));
}
