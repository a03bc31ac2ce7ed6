/* wt_cuda_copy.c - the calls that copy and fill. All complete before they return; a stream only has to exist. */
#include "cuda/wt_cuda_memory.h"

#define AT(p) ((uint64_t)(uintptr_t)(p))
#define ON(stream, work) CALL(wt_cuda_is_stream(stream) ? (work) : CUDA_HANDLE)

CUDA_API wt_cuda_error cudaMemcpy(void *dst, const void *src, size_t n, int kind) { CALL(wt_cuda_move(AT(dst), AT(src), n, kind)); }
CUDA_API wt_cuda_error cudaMemcpyAsync(void *dst, const void *src, size_t n, int kind, void *stream) {
  ON(stream, wt_cuda_move(AT(dst), AT(src), n, kind));
}
static wt_cuda_error to_peer(void *dst, int a, const void *src, int b, size_t n) {
  enum { DEVICE_TO_DEVICE = 3 };
  return a || b ? CUDA_DEVICE : wt_cuda_move(AT(dst), AT(src), n, DEVICE_TO_DEVICE);
}
CUDA_API wt_cuda_error cudaMemcpyPeer(void *dst, int a, const void *src, int b, size_t n) { CALL(to_peer(dst, a, src, b, n)); }
CUDA_API wt_cuda_error cudaMemcpyPeerAsync(void *dst, int a, const void *src, int b, size_t n, void *stream) {
  ON(stream, to_peer(dst, a, src, b, n));
}
CUDA_API wt_cuda_error cudaMemset(void *dst, int value, size_t n) { CALL(wt_cuda_fill(AT(dst), value, n)); }
CUDA_API wt_cuda_error cudaMemsetAsync(void *dst, int value, size_t n, void *stream) { ON(stream, wt_cuda_fill(AT(dst), value, n)); }

static wt_cuda_error move_2d(void *dst, size_t dp, const void *src, size_t sp, size_t w, size_t h, int kind) {
  return wt_cuda_move_box((wt_cuda_box){AT(dst), dp, h}, (wt_cuda_box){AT(src), sp, h}, w, h, 1, kind);
}
CUDA_API wt_cuda_error cudaMemcpy2D(void *dst, size_t dp, const void *src, size_t sp, size_t w, size_t h, int kind) {
  CALL(move_2d(dst, dp, src, sp, w, h, kind));
}
CUDA_API wt_cuda_error cudaMemcpy2DAsync(void *dst, size_t dp, const void *src, size_t sp, size_t w, size_t h, int kind, void *stream) {
  ON(stream, move_2d(dst, dp, src, sp, w, h, kind));
}
CUDA_API wt_cuda_error cudaMemset2D(void *dst, size_t pitch, int value, size_t w, size_t h) {
  CALL(wt_cuda_fill_box((wt_cuda_box){AT(dst), pitch, h}, value, w, h, 1));
}
CUDA_API wt_cuda_error cudaMemset2DAsync(void *dst, size_t pitch, int value, size_t w, size_t h, void *stream) {
  ON(stream, wt_cuda_fill_box((wt_cuda_box){AT(dst), pitch, h}, value, w, h, 1));
}

/* ---- three dimensions ---- */

typedef struct {
  size_t x, y, z;
} position;
typedef struct {
  uint64_t at;
  size_t pitch, w, h;
} pitched_ptr;
typedef struct {
  void *src_array;
  position src_pos;
  pitched_ptr src;
  void *dst_array;
  position dst_pos;
  pitched_ptr dst;
  position extent;
  int kind;
} parms_3d;

static wt_cuda_box corner(const pitched_ptr *p, const position *at) {
  return (wt_cuda_box){p->at + (at->z * p->h + at->y) * p->pitch + at->x, p->pitch, p->h};
}
static wt_cuda_error move_3d(const void *parms) {
  parms_3d p;
  if (wt_cuda_get(&p, parms, sizeof p)) return CUDA_INVALID;
  if (p.src_array || p.dst_array)
    return wt_cuda_refuse("arrays", CUDA_NOT_SUPPORTED,
                          "cudaMemcpy3D: arrays belong to textures, which this device does not have; use linear memory");
  return wt_cuda_move_box(corner(&p.dst, &p.dst_pos), corner(&p.src, &p.src_pos), p.extent.x, p.extent.y, p.extent.z, p.kind);
}
CUDA_API wt_cuda_error cudaMemcpy3D(const void *parms) { CALL(move_3d(parms)); }
CUDA_API wt_cuda_error cudaMemcpy3DAsync(const void *parms, void *stream) { ON(stream, move_3d(parms)); }
CUDA_API wt_cuda_error cudaMemset3D(pitched_ptr p, int value, position e) {
  CALL(wt_cuda_fill_box((wt_cuda_box){p.at, p.pitch, p.h}, value, e.x, e.y, e.z));
}
CUDA_API wt_cuda_error cudaMemset3DAsync(pitched_ptr p, int value, position e, void *stream) {
  ON(stream, wt_cuda_fill_box((wt_cuda_box){p.at, p.pitch, p.h}, value, e.x, e.y, e.z));
}

/* ---- variables ---- */

static wt_cuda_error symbol(const void *sym, size_t n, size_t offset, uint64_t *at) {
  size_t size;
  wt_cuda_error e = wt_cuda_find_variable(sym, at, &size);
  if (e) return e;
  if (offset > size || n > size - offset) return CUDA_INVALID;
  *at += offset;
  return CUDA_OK;
}
static wt_cuda_error to_symbol(const void *sym, const void *src, size_t n, size_t offset, int kind) {
  uint64_t at;
  wt_cuda_error e = symbol(sym, n, offset, &at);
  if (!e && kind != 1 && kind != 3 && kind != 4) e = CUDA_DIRECTION;
  return e ? e : wt_cuda_move(at, AT(src), n, kind);
}
static wt_cuda_error from_symbol(void *dst, const void *sym, size_t n, size_t offset, int kind) {
  uint64_t at;
  wt_cuda_error e = symbol(sym, n, offset, &at);
  if (!e && kind != 2 && kind != 3 && kind != 4) e = CUDA_DIRECTION;
  return e ? e : wt_cuda_move(AT(dst), at, n, kind);
}
CUDA_API wt_cuda_error cudaMemcpyToSymbol(const void *sym, const void *src, size_t n, size_t offset, int kind) {
  CALL(to_symbol(sym, src, n, offset, kind));
}
CUDA_API wt_cuda_error cudaMemcpyToSymbolAsync(const void *sym, const void *src, size_t n, size_t offset, int kind, void *stream) {
  ON(stream, to_symbol(sym, src, n, offset, kind));
}
CUDA_API wt_cuda_error cudaMemcpyFromSymbol(void *dst, const void *sym, size_t n, size_t offset, int kind) {
  CALL(from_symbol(dst, sym, n, offset, kind));
}
CUDA_API wt_cuda_error cudaMemcpyFromSymbolAsync(void *dst, const void *sym, size_t n, size_t offset, int kind, void *stream) {
  ON(stream, from_symbol(dst, sym, n, offset, kind));
}
static wt_cuda_error symbol_address(void **out, const void *sym) {
  uint64_t at;
  wt_cuda_error e = symbol(sym, 0, 0, &at);
  return e ? e : OUT(out, at);
}
static wt_cuda_error symbol_size(size_t *out, const void *sym) {
  uint64_t at;
  size_t size;
  wt_cuda_error e = wt_cuda_find_variable(sym, &at, &size);
  return e ? e : OUT(out, size);
}
CUDA_API wt_cuda_error cudaGetSymbolAddress(void **out, const void *sym) { CALL(symbol_address(out, sym)); }
CUDA_API wt_cuda_error cudaGetSymbolSize(size_t *out, const void *sym) { CALL(symbol_size(out, sym)); }
