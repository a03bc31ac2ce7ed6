/* wt_host.h - what a host reference of a test kernel is, and the helpers they share.
 *
 * <name>.c is compiled to a shared object of its own and exports wt_host(). The wt_* functions of libwarptwin come from
 * the program that loads it, which also opens and closes the session. wt_host() does everything else on it: loads the
 * module, makes inputs from the seed, launches, and compares what comes back with its own plain C.
 */
#ifndef WT_HOST_H
#define WT_HOST_H
#include "warptwin.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const char *cubin_path;
  uint64_t seed;
  char *msg; /* on WT_DIFF: one line with the first wrong element; not touched otherwise */
  size_t msg_size;
  unsigned scale; /* how large the inputs are: 0 and 1 as small as they can be; see wt_host_scale() */
} wt_host_ctx;

/* Returns a wt_status: WT_OK, WT_DIFF with ctx->msg set, or what a call on the session returned (see wt_error()). */
WT_API int wt_host(wt_session *s, const wt_host_ctx *ctx);

/* Returns from the calling function with any status but WT_OK. */
#define WT_HOST_TRY(call)               \
  do {                                  \
    wt_status try_st = (call);          \
    if (try_st != WT_OK) return try_st; \
  } while (0)

/* A kernel parameter from a variable of the type the kernel declares. */
#define WT_HOST_ARG(v) \
  { &(v), sizeof(v) }
#define WT_HOST_COUNT(a) (sizeof(a) / sizeof(a)[0])

/* Inputs grow with it: lengths, or both sides of what has two. A reference that does not ask has one size. Arrays are made for the largest. */
enum { WT_HOST_SCALE_MAX = 64 };
static inline int32_t wt_host_scale(const wt_host_ctx *ctx) {
  return !ctx->scale ? 1 : ctx->scale > WT_HOST_SCALE_MAX ? WT_HOST_SCALE_MAX : (int32_t)ctx->scale;
}

/* splitmix64: the state moves on by a constant, the output is a mix of it. */
static inline uint64_t wt_host_next(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}
/* 0 .. n - 1; the slight unevenness does not matter to a test. */
static inline uint32_t wt_host_below(uint64_t *state, uint32_t n) { return (uint32_t)(wt_host_next(state) >> 32) % n; }

/* n words in lo .. lo + span - 1. */
static inline void wt_host_fill(uint64_t *state, int32_t *v, size_t n, int32_t lo, uint32_t span) {
  for (size_t i = 0; i < n; i++) v[i] = (int32_t)((uint32_t)lo + wt_host_below(state, span));
}
static inline void wt_host_fill_any(uint64_t *state, uint32_t *v, size_t n) {
  for (size_t i = 0; i < n; i++) v[i] = (uint32_t)wt_host_next(state);
}

/* New device memory with a copy of src. */
static inline wt_status wt_host_in(wt_session *s, const void *src, size_t bytes, wt_addr *out) {
  WT_HOST_TRY(wt_alloc(s, bytes, out));
  return wt_copy_in(s, *out, src, bytes);
}

/* A launch in one dimension. */
static inline wt_status wt_host_launch(wt_session *s, wt_module *m, const char *kernel, unsigned grid, unsigned block, const wt_arg *args, size_t n) {
  const wt_dims d = {{grid, 1, 1}, {block, 1, 1}, 0};
  return wt_launch(s, m, kernel, &d, args, n);
}

/* Compares n words, the first of which is element `first`; what: name of the array in the message. */
static inline wt_status wt_host_same_from(const wt_host_ctx *ctx, const char *what, size_t first, const void *got, const void *want, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t g, w;
    memcpy(&g, (const char *)got + 4 * i, 4);
    memcpy(&w, (const char *)want + 4 * i, 4);
    if (g == w) continue;
    snprintf(ctx->msg, ctx->msg_size, "%s[%zu]: got 0x%08" PRIx32 ", want 0x%08" PRIx32, what, first + i, g, w);
    return WT_DIFF;
  }
  return WT_OK;
}
static inline wt_status wt_host_same(const wt_host_ctx *ctx, const char *what, const void *got, const void *want, size_t n) {
  return wt_host_same_from(ctx, what, 0, got, want, n);
}

/* The same for n elements of 1, 2 or 8 bytes. */
static inline wt_status wt_host_same_sized(const wt_host_ctx *ctx, const char *what, const void *got, const void *want, size_t n, size_t size) {
  for (size_t i = 0; i < n; i++) {
    uint64_t g = 0, w = 0;
    memcpy(&g, (const char *)got + size * i, size);
    memcpy(&w, (const char *)want + size * i, size);
    if (g == w) continue;
    snprintf(ctx->msg, ctx->msg_size, "%s[%zu]: got 0x%" PRIx64 ", want 0x%" PRIx64, what, i, g, w);
    return WT_DIFF;
  }
  return WT_OK;
}

/* Copies n words out of device memory and compares them. */
static inline wt_status wt_host_expect(wt_session *s, const wt_host_ctx *ctx, const char *what, wt_addr src, const void *want, size_t n) {
  uint32_t got[16384];
  for (size_t at = 0, k; at < n; at += k) {
    k = n - at < WT_HOST_COUNT(got) ? n - at : WT_HOST_COUNT(got);
    WT_HOST_TRY(wt_copy_out(s, got, src + 4 * at, 4 * k));
    WT_HOST_TRY(wt_host_same_from(ctx, what, at, got, (const char *)want + 4 * at, k));
  }
  return WT_OK;
}

/* Copies n floats and compares them within absolute + relative * |want|: for functions that this machine's library computes in another way. What the
 * kernel itself must give is the oracle's matter, bit by bit. */
static inline wt_status wt_host_near(wt_session *s, const wt_host_ctx *ctx, const char *what, wt_addr src, const float *want, size_t n,
                                     double absolute, double relative) {
  float got[16384];
  for (size_t i = 0; i < n; i++) {
    size_t at = i % WT_HOST_COUNT(got), left = n - i;
    if (!at) WT_HOST_TRY(wt_copy_out(s, got, src + 4 * i, 4 * (left < WT_HOST_COUNT(got) ? left : WT_HOST_COUNT(got))));
    double d = (double)got[at] - want[i], most = absolute + relative * (want[i] < 0 ? -want[i] : want[i]);
    if (d <= most && d >= -most) continue;
    snprintf(ctx->msg, ctx->msg_size, "%s[%zu]: got %g, want %g", what, i, got[at], want[i]);
    return WT_DIFF;
  }
  return WT_OK;
}
#endif
