/* bytes.c - host reference of bytes.cu. */
#include "warptwin_host.h"
#include <stdlib.h>

enum { BLOCK = 64, GRID = 2, T = BLOCK * GRID };

static uint32_t at(uint32_t v, int k) { return v >> 8 * k & 255; }
static int32_t limit(int32_t v, int32_t low, int32_t high) { return v < low ? low : v > high ? high : v; }

static uint32_t permute(uint32_t x, uint32_t y, uint32_t sel) { /* __byte_perm takes three bits of a selector */
  uint32_t r = 0;
  for (int k = 0; k < 4; k++) r |= at(sel >> 4 * k & 4 ? y : x, (int)(sel >> 4 * k & 3)) << 8 * k;
  return r;
}

static void one(uint32_t x, uint32_t y, int t, uint32_t out[4]) {
  uint32_t r = permute(x, y, 0x5140u + ((uint32_t)t & 0x7777)), u = 7, d = 0, f = 0, g, pos = t & 31, len = y & 15;
  int32_t s = t, l;
  for (int k = 0; k < 4; k++) {
    s += (int8_t)at(x, k) * (int8_t)at(y, k);
    u += at(x, k) * at(y, k);
    d += (uint32_t)abs((int)at(x, k) - (int)at(y, k));
  }
  l = s + (int16_t)x * (int8_t)at(y, 0) + (int16_t)(x >> 16) * (int8_t)at(y, 1);
  int8_t c = (int8_t)(x >> 3);
  uint16_t h = (uint16_t)(y * 3);
  int32_t sat = limit((int32_t)x >> 20, -128, 127);
  uint32_t pack = r << 16 | (uint32_t)limit((int32_t)x >> 18, 0, 255) << 8 | (uint32_t)limit((int32_t)y >> 21, 0, 255);
  uint32_t sign = len ? x >> (pos + len - 1 > 31 ? 31 : pos + len - 1) & 1 : 0;
  for (uint32_t k = 0; k < 32; k++) f |= (k < len && pos + k < 32 ? x >> (pos + k) & 1 : sign) << k;
  len = x & 15, g = y;
  for (uint32_t k = 0; k < len && pos + k < 32; k++) g = (g & ~(1u << (pos + k))) | (x >> k & 1) << (pos + k);
  out[0] = r ^ (uint32_t)s;
  out[1] = u + d * 65537u + (uint32_t)l;
  out[2] = (uint32_t)(c * h) + (uint32_t)sat + pack;
  out[3] = f ^ (g * 2654435761u);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t a[T], b[T], want[T * 4];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr da, db, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, a, T);
  wt_host_fill_any(&rng, b, T);
  for (int t = 0; t < T; t++) one(a[t], b[t], t, want + t * 4);
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &da));
  WT_HOST_TRY(wt_host_in(s, b, sizeof b, &db));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(db), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_launch(s, m, "bytes", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, T * 4);
}
