/* corners.c - host reference of corners.cu. */
#include <string.h>

#include "warptwin_host.h"

enum { BLOCK = 64, K = 1500000000, PART = 8, DYNAMIC = 4 * BLOCK };

static int32_t saturated(int64_t v) { return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (int32_t)v; }
static uint32_t distance(int64_t a, int64_t b) { return (uint32_t)(a < b ? b - a : a - b); }

static wt_status saturate(wt_session *s, const wt_host_ctx *ctx, wt_module *m, const int32_t *a, const int32_t *b, wt_addr da, wt_addr db) {
  int32_t want[7 * BLOCK], k = K;
  wt_addr out;
  for (int t = 0; t < BLOCK; t++) {
    int64_t x = a[t], y = b[t];
    want[t] = saturated(x + y);
    want[t + BLOCK] = saturated(x - y);
    want[t + 2 * BLOCK] = saturated(x + K);
    want[t + 3 * BLOCK] = saturated(K - x);
    want[t + 4 * BLOCK] = saturated((int64_t)(int32_t)((uint64_t)(x * y) >> 32) + K);
    want[t + 5 * BLOCK] = want[t + 4 * BLOCK];
    for (int i = 0; i < 3; i++) want[t + 5 * BLOCK] = saturated((int64_t)want[t + 5 * BLOCK] + (int32_t)((uint32_t)i * K));
    want[t + 6 * BLOCK] = (int32_t)(distance((uint32_t)x, (uint32_t)y) + K + distance(x, y) + 5 + distance(x, 5) + (uint32_t)y);
  }
  WT_HOST_TRY(wt_alloc(s, sizeof want, &out));
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(db), WT_HOST_ARG(out), WT_HOST_ARG(k)};
  WT_HOST_TRY(wt_host_launch(s, m, "co_saturate", 1, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "saturate", out, want, 7 * BLOCK);
}

static wt_status bytes(wt_session *s, const wt_host_ctx *ctx, wt_module *m) {
  int32_t want[BLOCK], k = 37, sum = 0;
  int8_t c[50];
  wt_addr out;
  for (int i = 0; i < 50; i++) c[i] = (int8_t)(i * 3);
  for (int i = 0; i < k; i++) c[i * 11 % 50] = (int8_t)(c[i * 11 % 50] + i);
  for (int i = 0; i < 50; i++) sum += c[i] * (i + 1);
  for (int t = 0; t < BLOCK; t++) want[t] = sum;
  WT_HOST_TRY(wt_alloc(s, sizeof want, &out));
  wt_arg args[] = {WT_HOST_ARG(out), WT_HOST_ARG(k)};
  WT_HOST_TRY(wt_host_launch(s, m, "co_bytes", 1, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "bytes", out, want, BLOCK);
}

/* The CTA lies in one SM, of those that are there. A warp has one number, and two warps of a CTA have two; which ones is not said. */
static wt_status where(wt_session *s, const wt_host_ctx *ctx, wt_module *m) {
  enum { FIELDS = 6 };
  uint32_t got[BLOCK * FIELDS], want[BLOCK * FIELDS];
  wt_dims d = {{1, 1, 1}, {BLOCK, 1, 1}, DYNAMIC};
  wt_addr out;
  unsigned sms;
  WT_HOST_TRY(wt_shape_key(s, "SMS", &sms));
  WT_HOST_TRY(wt_alloc(s, sizeof got, &out));
  wt_arg args[] = {WT_HOST_ARG(out)};
  WT_HOST_TRY(wt_launch(s, m, "co_where", &d, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_copy_out(s, got, out, sizeof got));
  for (unsigned t = 0; t < BLOCK; t++) {
    uint32_t warp = got[t / 32 * 32 * FIELDS + 2],
             all[FIELDS] = {got[0] < sms ? got[0] : 99, sms, warp < 64 ? warp : 99, 32, 512, DYNAMIC}; /* 20 and 256 bytes, in steps of 256 */
    if (t >= 32 && warp == got[2]) all[2] = 99;
    memcpy(want + t * FIELDS, all, sizeof all);
  }
  return wt_host_same(ctx, "where", got, want, BLOCK * FIELDS);
}

static wt_status part(wt_session *s, const wt_host_ctx *ctx, wt_module *m, const int32_t *in, wt_addr din) {
  uint32_t want[BLOCK];
  int32_t n = PART;
  wt_addr out;
  for (int t = 0; t < BLOCK; t++) want[t] = (uint32_t)in[t];
  for (int t = 0; t < BLOCK; t += 32)
    for (int off = 16; off; off >>= 1) {
      uint32_t before[PART];
      memcpy(before, want + t, sizeof before);
      for (int l = 0; l < PART; l++)
        if (l + off > 31) want[t + l] += before[l]; /* its own */
        else if (l + off < PART) want[t + l] += before[l + off];
    }
  WT_HOST_TRY(wt_alloc(s, sizeof want, &out));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(out), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "co_part", 1, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "part", out, want, BLOCK);
}

static wt_status joined(wt_session *s, const wt_host_ctx *ctx, wt_module *m, const int32_t *in, wt_addr din) {
  uint32_t want[BLOCK + 1] = {BLOCK};
  wt_addr out;
  for (int t = 0; t < BLOCK; t++)
    for (int l = 0; l < 32; l++) want[t + 1] |= (uint32_t)(in[t / 32 * 32 + l] & 1) << l;
  WT_HOST_TRY(wt_alloc(s, sizeof want, &out));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(out)};
  WT_HOST_TRY(wt_host_launch(s, m, "co_joined", 1, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "joined", out, want, BLOCK + 1);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  static const int32_t edge[] = {INT32_MAX, INT32_MIN, 0, -1, 1, K, -K, INT32_MIN + 1};
  uint64_t rng = ctx->seed;
  int32_t a[BLOCK], b[BLOCK];
  wt_module *m;
  wt_addr da, db;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, (uint32_t *)a, BLOCK);
  wt_host_fill_any(&rng, (uint32_t *)b, BLOCK);
  for (int t = 0; t < 32; t++) a[t] = edge[t / 4], b[t] = edge[t % 4 + (t / 4 % 2) * 4];
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &da));
  WT_HOST_TRY(wt_host_in(s, b, sizeof b, &db));
  WT_HOST_TRY(saturate(s, ctx, m, a, b, da, db));
  WT_HOST_TRY(bytes(s, ctx, m));
  WT_HOST_TRY(where(s, ctx, m));
  WT_HOST_TRY(part(s, ctx, m, a, da));
  return joined(s, ctx, m, a, da);
}
