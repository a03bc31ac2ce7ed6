/* wt_cuda_memory.c - device, pinned and managed memory. What host and device share is the host's memory, mapped at the device's address; the
 * device gets a copy before a launch and gives it back after it.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cuda/wt_cuda_memory.h"

enum { PAGE = 4096, PART = 1 << 16 };

static wt_cuda_shared *shared;

wt_status wt_cuda_alloc(size_t bytes, size_t align, const char *function, wt_addr *out) {
  static unsigned n;
  char name[64];
  wt_status st = wt_alloc_aligned(wt_cuda.s, bytes, align, out);
  if (st) return st;
  snprintf(name, sizeof name, "%s %u", function, ++n);
  return wt_name(wt_cuda.s, *out, name);
}

wt_cuda_shared *wt_cuda_shared_at(uint64_t p) {
  for (wt_cuda_shared *s = shared; s; s = s->next)
    if (p >= s->at && p - s->at < s->bytes) return s;
  return NULL;
}

static int covered(uint64_t page) {
  for (wt_cuda_shared *s = shared; s; s = s->next)
    if (page >= s->at / PAGE * PAGE && page < s->at + s->bytes) return 1;
  return 0;
}

/* Pages of the host at these addresses of the device. The first and the last one may be there, with another variable of the module. */
static int map_pages(uint64_t at, size_t bytes) {
  uint64_t from = at / PAGE * PAGE, to = (at + bytes + PAGE - 1) / PAGE * PAGE;
  if (covered(from)) from += PAGE;
  if (covered(to - PAGE)) to -= PAGE;
  return from < to && mmap((void *)(uintptr_t)from, (size_t)(to - from), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) == MAP_FAILED;
}

static wt_cuda_error add_shared(uint64_t at, size_t bytes, int kind, unsigned flags) {
  wt_cuda_shared *s = malloc(sizeof *s);
  if (!s || map_pages(at, bytes)) return free(s), CUDA_NO_MEMORY;
  *s = (wt_cuda_shared){at, bytes, kind, flags, shared};
  shared = s;
  return CUDA_OK;
}

wt_cuda_error wt_cuda_map_at(uint64_t at, size_t bytes) {
  if (wt_cuda_shared_at(at)) return CUDA_OK;
  wt_cuda_error e = add_shared(at, bytes, WT_SHARED_VARIABLE, 0);
  if (!e && wt_copy_out(wt_cuda.s, (void *)(uintptr_t)at, at, bytes)) e = CUDA_UNKNOWN;
  return e;
}

/* New memory of both: the host has whole pages, the device what was asked for, so that a kernel which goes beyond it faults. */
static wt_cuda_error share_new(const char *function, void *out, size_t bytes, int kind, unsigned flags) {
  wt_addr at = 0;
  wt_cuda_open();
  if (!bytes) return OUT(out, at);
  if (wt_cuda_alloc(bytes, PAGE, function, &at)) return CUDA_NO_MEMORY;
  wt_cuda_error e = add_shared(at, bytes, kind, flags);
  if (e) wt_free(wt_cuda.s, at);
  else if ((e = OUT(out, at))) wt_cuda_unshare(at, kind);
  return e;
}

wt_cuda_error wt_cuda_unshare(uint64_t p, int kind) {
  for (wt_cuda_shared **l = &shared; *l; l = &(*l)->next) {
    wt_cuda_shared *s = *l;
    if (s->at != p || s->kind != kind) continue;
    munmap((void *)(uintptr_t)s->at, s->bytes);
    wt_free(wt_cuda.s, s->at);
    *l = s->next;
    free(s);
    return CUDA_OK;
  }
  return CUDA_INVALID;
}

void wt_cuda_forget_memory(void) {
  wt_cuda_forget_registered();
  while (shared) {
    wt_cuda_shared *s = shared;
    uint64_t from = s->at / PAGE * PAGE;
    munmap((void *)(uintptr_t)from, (size_t)(s->at + s->bytes - from));
    shared = s->next;
    free(s);
  }
}

wt_cuda_error wt_cuda_share(int to_device) {
  for (wt_cuda_shared *s = shared; s; s = s->next) {
    void *host = (void *)(uintptr_t)s->at;
    if (to_device ? wt_copy_in(wt_cuda.s, s->at, host, s->bytes) : wt_copy_out(wt_cuda.s, host, s->at, s->bytes)) return CUDA_UNKNOWN;
  }
  return wt_cuda_share_registered(to_device);
}

/* ---- copies and fills ---- */

typedef enum { HOST, DEVICE, SHARED, OUTSIDE } side;

/* Where n bytes at p lie; OUTSIDE: they leave their allocation, or the host has no such address. */
static side side_of(uint64_t p, size_t n) {
  wt_addr base;
  size_t size;
  const wt_cuda_shared *s = wt_cuda_shared_at(p);
  if (s) return n <= s->bytes - (p - s->at) ? SHARED : OUTSIDE;
  if (wt_cuda_is_registered(p, n)) return SHARED;
  if (wt_alloc_at(wt_cuda.s, p, &base, &size))
    return (p >= WT_CUDA_BASE && p < WT_CUDA_BASE + (UINT64_C(1) << 44)) || p >= WT_CUDA_HOST_END || n > WT_CUDA_HOST_END - p ? OUTSIDE : HOST;
  return n <= size - (p - base) ? DEVICE : OUTSIDE;
}

static wt_cuda_error by_parts(uint64_t dst, side to, uint64_t src, side from, size_t n) {
  static uint8_t part[PART]; /* under the lock */
  for (size_t done = 0; done < n;) {
    size_t k = n - done < PART ? n - done : PART;
    int bad = from == DEVICE ? wt_copy_out(wt_cuda.s, part, src + done, k) != WT_OK : wt_cuda_get(part, (void *)(uintptr_t)(src + done), k);
    if (!bad) bad = to == DEVICE ? wt_copy_in(wt_cuda.s, dst + done, part, k) != WT_OK : wt_cuda_put((void *)(uintptr_t)(dst + done), part, k);
    if (bad) return CUDA_INVALID;
    done += k;
  }
  return CUDA_OK;
}

wt_cuda_error wt_cuda_move(uint64_t dst, uint64_t src, size_t n, int kind) {
  wt_cuda_open();
  if (kind < 0 || kind > 4) return CUDA_DIRECTION;
  if (!n) return CUDA_OK;
  dst = wt_cuda_host_of(dst, n), src = wt_cuda_host_of(src, n);
  side to = side_of(dst, n), from = side_of(src, n);
  if (to == OUTSIDE || from == OUTSIDE) return CUDA_INVALID;
  int to_host = kind == 0 || kind == 2, from_host = kind == 0 || kind == 1;
  if (kind != 4 && ((to_host && to == DEVICE) || (!to_host && to == HOST) || (from_host && from == DEVICE) || (!from_host && from == HOST)))
    return CUDA_INVALID;
  if (to == DEVICE && from == DEVICE) return wt_copy(wt_cuda.s, dst, src, n) ? CUDA_INVALID : CUDA_OK;
  if (to != DEVICE && from != DEVICE && dst < src + n && src < dst + n) { /* host to host, and they overlap */
    void *all = malloc(n);
    wt_cuda_error e = !all                                                                                         ? CUDA_NO_MEMORY
                      : wt_cuda_get(all, (void *)(uintptr_t)src, n) || wt_cuda_put((void *)(uintptr_t)dst, all, n) ? CUDA_INVALID
                                                                                                                   : CUDA_OK;
    free(all);
    return e;
  }
  return by_parts(dst, to, src, from, n);
}

static wt_cuda_error fill(uint64_t dst, int value, size_t n) {
  uint8_t part[512];
  wt_cuda_open();
  if (!n) return CUDA_OK;
  dst = wt_cuda_host_of(dst, n);
  side to = side_of(dst, n);
  if (to == DEVICE) return wt_fill(wt_cuda.s, dst, value, n) ? CUDA_INVALID : CUDA_OK;
  if (to != SHARED) return CUDA_INVALID;
  memset(part, value, sizeof part);
  for (size_t done = 0; done < n; done += sizeof part)
    if (wt_cuda_put((void *)(uintptr_t)(dst + done), part, n - done < sizeof part ? n - done : sizeof part)) return CUDA_INVALID;
  return CUDA_OK;
}

/* Rows and slices that are not all within one allocation, or of which there cannot be as many bytes, or slices that overlap. */
static int leaves(const wt_cuda_box *b, size_t w, size_t h, size_t d) {
  size_t rows, slice, all;
  if ((d > 1 && b->rows < h) || __builtin_mul_overflow(b->pitch, h - 1, &rows) || __builtin_mul_overflow(b->pitch, b->rows, &slice) ||
      __builtin_mul_overflow(slice, d - 1, &all) || __builtin_add_overflow(all, rows, &all) || __builtin_add_overflow(all, w, &all))
    return 1;
  return side_of(b->at, all) == OUTSIDE;
}

wt_cuda_error wt_cuda_move_box(wt_cuda_box dst, wt_cuda_box src, size_t w, size_t h, size_t d, int kind) {
  wt_cuda_error e = CUDA_OK;
  wt_cuda_open();
  if (kind < 0 || kind > 4) return CUDA_DIRECTION;
  if (!w || !h || !d) return CUDA_OK;
  if (w > dst.pitch || w > src.pitch) return CUDA_PITCH;
  if (leaves(&dst, w, h, d) || leaves(&src, w, h, d)) return CUDA_INVALID;
  for (size_t z = 0; !e && z < d; z++)
    for (size_t y = 0; !e && y < h; y++) e = wt_cuda_move(dst.at + (z * dst.rows + y) * dst.pitch, src.at + (z * src.rows + y) * src.pitch, w, kind);
  return e;
}

wt_cuda_error wt_cuda_fill_box(wt_cuda_box dst, int value, size_t w, size_t h, size_t d) {
  wt_cuda_error e = CUDA_OK;
  wt_cuda_open();
  if (!w || !h || !d) return CUDA_OK;
  if (w > dst.pitch) return CUDA_PITCH;
  if (leaves(&dst, w, h, d)) return CUDA_INVALID;
  for (size_t z = 0; !e && z < d; z++)
    for (size_t y = 0; !e && y < h; y++) e = fill(dst.at + (z * dst.rows + y) * dst.pitch, value, w);
  return e;
}
wt_cuda_error wt_cuda_fill(uint64_t dst, int value, size_t n) { return fill(dst, value, n); }

/* ---- allocation ---- */

/* function: what the program calls. */
static wt_cuda_error new_memory(const char *function, void *out, size_t bytes) {
  wt_addr a = 0;
  wt_cuda_open();
  if (!out) return CUDA_INVALID;
  if (!bytes) return OUT(out, a);
  if (wt_cuda_alloc(bytes, WT_CUDA_ALIGN, function, &a)) return CUDA_NO_MEMORY;
  wt_cuda_error e = OUT(out, a);
  if (e) wt_free(wt_cuda.s, a);
  return e;
}

static wt_cuda_error free_memory(uint64_t p) {
  wt_cuda_open();
  if (!p) return CUDA_OK;
  if (wt_cuda_shared_at(p)) return wt_cuda_unshare(p, WT_SHARED_MANAGED);
  return wt_free(wt_cuda.s, p) ? CUDA_INVALID : CUDA_OK;
}

static wt_cuda_error pitched(const char *function, void *out, size_t *pitch, size_t w, size_t rows) {
  size_t each = (w + 511) / 512 * 512, all;
  if (each < w || __builtin_mul_overflow(each, rows, &all)) return CUDA_NO_MEMORY;
  if (!pitch) return CUDA_INVALID;
  wt_cuda_error e = new_memory(function, out, all);
  return e ? e : OUT(pitch, each);
}

CUDA_API wt_cuda_error cudaMalloc(void **out, size_t bytes) { CALL(new_memory(__func__, out, bytes)); }
CUDA_API wt_cuda_error cudaMallocAsync(void **out, size_t bytes, void *stream) {
  CALL(wt_cuda_is_stream(stream) ? new_memory(__func__, out, bytes) : CUDA_HANDLE);
}
CUDA_API wt_cuda_error cudaFree(void *p) { CALL(free_memory((uint64_t)(uintptr_t)p)); }
CUDA_API wt_cuda_error cudaFreeAsync(void *p, void *stream) { CALL(wt_cuda_is_stream(stream) ? free_memory((uint64_t)(uintptr_t)p) : CUDA_HANDLE); }
CUDA_API wt_cuda_error cudaMallocPitch(void **out, size_t *pitch, size_t w, size_t h) { CALL(pitched(__func__, out, pitch, w, h)); }

typedef struct {
  uint64_t at;
  size_t pitch, w, h;
} pitched_ptr;
typedef struct {
  size_t w, h, d;
} extent;

static wt_cuda_error malloc_3d(pitched_ptr *out, extent e) {
  pitched_ptr p = {.w = e.w, .h = e.h};
  size_t rows;
  if (__builtin_mul_overflow(e.h, e.d, &rows)) return CUDA_NO_MEMORY;
  wt_cuda_error bad = pitched("cudaMalloc3D", &p.at, &p.pitch, e.w, rows);
  if (!bad && (bad = OUT(out, p))) free_memory(p.at);
  return bad;
}
CUDA_API wt_cuda_error cudaMalloc3D(pitched_ptr *out, extent e) { CALL(malloc_3d(out, e)); }

static wt_cuda_error shared_for_program(const char *function, void *out, size_t bytes, int kind, unsigned flags) {
  if (!out || (kind == WT_SHARED_MANAGED ? flags != 1 && flags != 2 : flags > 7)) return CUDA_INVALID;
  return kind == WT_SHARED_MANAGED && !bytes ? CUDA_INVALID : share_new(function, out, bytes, kind, flags);
}
CUDA_API wt_cuda_error cudaMallocManaged(void **out, size_t bytes, unsigned flags) {
  CALL(shared_for_program(__func__, out, bytes, WT_SHARED_MANAGED, flags));
}
CUDA_API wt_cuda_error cudaMallocHost(void **out, size_t bytes) { CALL(shared_for_program(__func__, out, bytes, WT_SHARED_PINNED, 0)); }
CUDA_API wt_cuda_error cudaHostAlloc(void **out, size_t bytes, unsigned flags) {
  CALL(shared_for_program(__func__, out, bytes, WT_SHARED_PINNED, flags));
}
CUDA_API wt_cuda_error cudaFreeHost(void *p) { CALL(p ? wt_cuda_unshare((uint64_t)(uintptr_t)p, WT_SHARED_PINNED) : CUDA_OK); }

static wt_cuda_error device_pointer(uint64_t *out, uint64_t p, unsigned flags) {
  const wt_cuda_shared *s = wt_cuda_shared_at(p);
  const uint64_t at = s && s->kind == WT_SHARED_PINNED ? p : wt_cuda_registered_device(p, NULL);
  return flags || !at ? CUDA_INVALID : OUT(out, at);
}
CUDA_API wt_cuda_error cudaHostGetDevicePointer(void **out, void *p, unsigned flags) {
  CALL(device_pointer((uint64_t *)out, (uint64_t)(uintptr_t)p, flags));
}
static wt_cuda_error host_flags(unsigned *out, uint64_t p) {
  const wt_cuda_shared *s = wt_cuda_shared_at(p);
  unsigned flags;
  if (s && s->kind == WT_SHARED_PINNED) return OUT(out, s->flags);
  return wt_cuda_registered_device(p, &flags) ? OUT(out, flags) : CUDA_INVALID;
}
CUDA_API wt_cuda_error cudaHostGetFlags(unsigned *out, void *p) { CALL(host_flags(out, (uint64_t)(uintptr_t)p)); }

static wt_cuda_error memory_info(size_t *left, size_t *all) {
  size_t l, a;
  wt_cuda_open();
  wt_memory_left(wt_cuda.s, &l, &a);
  wt_cuda_error e = OUT(left, l);
  return e ? e : OUT(all, a);
}
CUDA_API wt_cuda_error cudaMemGetInfo(size_t *left, size_t *all) { CALL(memory_info(left, all)); }

/* 88 bytes; type: 0 not registered, 1 host, 2 device, 3 managed. */
typedef struct {
  int type, device;
  uint64_t on_device, on_host;
  long reserved[8];
} attributes;
static wt_cuda_error pointer_attributes(attributes *out, uint64_t p) {
  attributes a = {0, 0, 0, 0, {0}};
  const wt_cuda_shared *s = wt_cuda_shared_at(p);
  wt_cuda_open();
  const uint64_t host = wt_cuda_host_of(p, 1), at = wt_cuda_registered_device(host, NULL);
  if (s) a.type = s->kind == WT_SHARED_PINNED ? 1 : 3, a.on_device = a.on_host = p;
  else if (at) a.type = 1, a.on_device = at, a.on_host = host;
  else if (!wt_alloc_at(wt_cuda.s, p, NULL, NULL)) a.type = 2, a.on_device = p;
  else a.device = -2, a.on_host = p;
  return OUT(out, a);
}
CUDA_API wt_cuda_error cudaPointerGetAttributes(void *out, const void *p) { CALL(pointer_attributes(out, (uint64_t)(uintptr_t)p)); }

/* Hints about memory that both share: nothing moves here, so only their arguments count. */
typedef struct {
  int type, id;
} location;
static wt_cuda_error hint(uint64_t p, size_t n, location where) {
  const wt_cuda_shared *s = wt_cuda_shared_at(p);
  if (where.type == 1 && where.id) return CUDA_DEVICE;
  return !n || !s || s->kind == WT_SHARED_PINNED || side_of(p, n) != SHARED ? CUDA_INVALID : CUDA_OK;
}
CUDA_API wt_cuda_error cudaMemPrefetchAsync(const void *p, size_t n, location where, unsigned flags, void *stream) {
  CALL(!wt_cuda_is_stream(stream) ? CUDA_HANDLE : flags ? CUDA_INVALID : hint((uint64_t)(uintptr_t)p, n, where));
}
CUDA_API wt_cuda_error cudaMemAdvise(const void *p, size_t n, int advice, location where) {
  CALL(advice < 1 || advice > 6 ? CUDA_INVALID : hint((uint64_t)(uintptr_t)p, n, where));
}
static wt_cuda_error attach(uint64_t p, unsigned flags) {
  const wt_cuda_shared *s = wt_cuda_shared_at(p);
  return !s || s->kind == WT_SHARED_PINNED || (flags != 1 && flags != 2 && flags != 4) ? CUDA_INVALID : CUDA_OK;
}
CUDA_API wt_cuda_error cudaStreamAttachMemAsync(void *stream, void *p, size_t n, unsigned flags) {
  (void)n;
  CALL(wt_cuda_is_stream(stream) ? attach((uint64_t)(uintptr_t)p, flags) : CUDA_HANDLE);
}
