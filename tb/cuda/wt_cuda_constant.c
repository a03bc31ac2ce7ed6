/* wt_cuda_constant.c - calls whose answer is the same whatever the program has done: there is one device, its shared memory has banks of 4 bytes,
 * nothing lies in graphs, peers or a cache that keeps lines.
 */
#include <stdio.h>
#include <string.h>

#include "cuda/wt_cuda.h"

enum { BANKS_DEFAULT, BANKS_4, BANKS_8 };
static wt_cuda_error put_int(int *out, int v) { return OUT(out, v); }

CUDA_API wt_cuda_error cudaDeviceGetSharedMemConfig(int *out) { CALL(put_int(out, BANKS_4)); }
CUDA_API wt_cuda_error cudaDeviceSetSharedMemConfig(int c) { CALL(c < BANKS_DEFAULT || c > BANKS_8 ? CUDA_INVALID : CUDA_OK); /* a hint */ }
static wt_cuda_error function_banks(const void *host, int c) {
  wt_module *m;
  const char *name;
  wt_cuda_error e = wt_cuda_find_function(host, &m, &name, NULL);
  return e ? e : c < BANKS_DEFAULT || c > BANKS_8 ? CUDA_INVALID : CUDA_OK;
}
CUDA_API wt_cuda_error cudaFuncSetSharedMemConfig(const void *host, int c) { CALL(function_banks(host, c)); }
CUDA_API wt_cuda_error cudaCtxResetPersistingL2Cache(void) { CALL(CUDA_OK); }

/* ---- one device ---- */

static wt_cuda_error valid_devices(const int *theirs, int n) {
  int device;
  for (int i = 0; i < n; i++) {
    if (wt_cuda_get(&device, theirs + i, sizeof device)) return CUDA_INVALID;
    if (device) return CUDA_DEVICE;
  }
  return n < 0 ? CUDA_INVALID : CUDA_OK;
}
CUDA_API wt_cuda_error cudaSetValidDevices(const int *devices, int n) { CALL(valid_devices(devices, n)); }
CUDA_API wt_cuda_error cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  (void)peer;
  CALL(flags ? CUDA_INVALID : CUDA_DEVICE);
}
CUDA_API wt_cuda_error cudaDeviceDisablePeerAccess(int peer) { CALL(peer ? CUDA_DEVICE : CUDA_PEER_OFF); }
CUDA_API wt_cuda_error cudaDeviceGetP2PAtomicCapabilities(unsigned *out, const int *operations, unsigned n, int a, int b) {
  (void)out, (void)operations, (void)a, (void)b;
  CALL(n ? CUDA_DEVICE : CUDA_INVALID); /* there are no two */
}
static wt_cuda_error host_atomics(unsigned *out, unsigned n, int device) {
  const unsigned none = 0;
  wt_cuda_error e = device ? CUDA_DEVICE : n ? CUDA_OK : CUDA_INVALID;
  for (unsigned i = 0; !e && i < n; i++) e = OUT(out + i, none);
  return e;
}
CUDA_API wt_cuda_error cudaDeviceGetHostAtomicCapabilities(unsigned *out, const int *operations, unsigned n, int device) {
  (void)operations;
  CALL(host_atomics(out, n, device));
}

static const char bus_id[] = "0000:00:00.0"; /* as the attributes of bus, device and domain say */
static wt_cuda_error put_bus_id(char *out, int n, int device) {
  if (device) return CUDA_DEVICE;
  return n < (int)sizeof bus_id || wt_cuda_put(out, bus_id, sizeof bus_id) ? CUDA_INVALID : CUDA_OK;
}
CUDA_API wt_cuda_error cudaDeviceGetPCIBusId(char *out, int n, int device) { CALL(put_bus_id(out, n, device)); }
/* "DOMAIN:BUS:DEVICE.FUNCTION", in hexadecimal; domain or function may be left out. */
static wt_cuda_error by_bus_id(int *out, const char *theirs) {
  char text[64];
  unsigned v[4];
  int end = 0;
  if (wt_cuda_text(text, sizeof text, theirs)) return CUDA_INVALID;
  for (int form = 0; form < 3; form++) {
    memset(v, 0, sizeof v), end = 0;
    if (form == 0) sscanf(text, "%x:%x:%x.%x%n", &v[0], &v[1], &v[2], &v[3], &end);
    else if (form == 1) sscanf(text, "%x:%x:%x%n", &v[0], &v[1], &v[2], &end);
    else sscanf(text, "%x:%x.%x%n", &v[0], &v[1], &v[2], &end);
    if (end && !text[end]) return v[0] | v[1] | v[2] | v[3] ? CUDA_DEVICE : put_int(out, 0);
  }
  return CUDA_INVALID;
}
CUDA_API wt_cuda_error cudaDeviceGetByPCIBusId(int *out, const char *id) { CALL(by_bus_id(out, id)); }

/* ---- no graphs, no capture, no textures ---- */

enum { GRAPH_MEMORY = 4 }; /* attributes: used and reserved, now (even) and at most (odd) */
static wt_cuda_error graph_memory(int device, int which, void *out) {
  const uint64_t none = 0;
  return device ? CUDA_DEVICE : which < 0 || which >= GRAPH_MEMORY ? CUDA_INVALID : OUT(out, none);
}
static wt_cuda_error set_graph_memory(int device, int which, const void *theirs) {
  uint64_t v;
  if (device) return CUDA_DEVICE;
  return (which != 1 && which != 3) || wt_cuda_get(&v, theirs, sizeof v) || v ? CUDA_INVALID : CUDA_OK;
}
CUDA_API wt_cuda_error cudaDeviceGetGraphMemAttribute(int device, int which, void *out) { CALL(graph_memory(device, which, out)); }
CUDA_API wt_cuda_error cudaDeviceSetGraphMemAttribute(int device, int which, void *v) { CALL(set_graph_memory(device, which, v)); }
CUDA_API wt_cuda_error cudaDeviceGraphMemTrim(int device) { CALL(device ? CUDA_DEVICE : CUDA_OK); }

static wt_cuda_error exchange(int *mode) {
  static _Thread_local int now;
  int want;
  if (wt_cuda_get(&want, mode, sizeof want) || want < 0 || want > 2 || wt_cuda_put(mode, &now, sizeof now)) return CUDA_INVALID;
  now = want;
  return CUDA_OK;
}
CUDA_API wt_cuda_error cudaThreadExchangeStreamCaptureMode(int *mode) { LOCAL(exchange(mode)); }

typedef struct {
  int x, y, z, w, kind;
} channel;
CUDA_API channel cudaCreateChannelDesc(int x, int y, int z, int w, int kind) { return (channel){x, y, z, w, kind}; }
