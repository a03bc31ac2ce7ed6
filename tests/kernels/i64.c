/* i64.c - host reference of i64.cu. */
#include "warptwin_host.h"

enum { N = 800, BLOCK = 64, OUT = 8 };

static uint64_t mul_signed(uint32_t x, uint32_t y) { return (uint64_t)((int64_t)(int32_t)x * (int32_t)y); }

/* Upper half of the 128-bit product, from the four products of the halves. */
static uint64_t mul_high(uint64_t x, uint64_t y) {
  uint64_t xl = x & UINT32_MAX, xh = x >> 32, yl = y & UINT32_MAX, yh = y >> 32;
  uint64_t mid = xh * yl + (xl * yl >> 32), low_mid = xl * yh + (mid & UINT32_MAX);
  return xh * yh + (mid >> 32) + (low_mid >> 32);
}

static void expected(uint64_t x, uint64_t y, uint64_t i, uint64_t *o) {
  unsigned s = (unsigned)(y & 63);
  int64_t sx = (int64_t)x, sy = (int64_t)y;
  uint64_t high_s = (uint64_t)((int64_t)mul_signed((uint32_t)x, (uint32_t)(y >> 32)) >> 32);
  o[0] = x + y + i;
  o[1] = x - y;
  o[2] = x * y;
  o[3] = mul_signed((uint32_t)x, (uint32_t)y) + x;
  o[4] = (uint64_t)(sx >> s) ^ (x << s) ^ (y >> s);
  o[5] = (sx < sy) | (x < y) << 1 | (x == y) << 2 | (sx >= 0) << 3 | (x > y + i) << 4;
  o[6] = sx < sy ? x : y;
  o[7] = mul_high(x, y) ^ high_s;
}

/* Random words, and pairs that are equal or differ in one half only. */
static void make_inputs(uint64_t *rng, uint64_t *a, uint64_t *b) {
  for (int i = 0; i < N; i++) {
    a[i] = wt_host_next(rng) >> (i % 5 * 12);
    b[i] = wt_host_next(rng) >> (i % 3 * 20);
    if (i % 8 == 1) b[i] = a[i];
    if (i % 8 == 2) b[i] = a[i] + 1;
    if (i % 8 == 3) b[i] = a[i] ^ UINT64_C(1) << 63;
    if (i % 8 == 4) b[i] = a[i] + (UINT64_C(1) << 32);
    if (i % 8 == 5) a[i] = ~UINT64_C(0);
  }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t a[N], b[N], want[OUT * N], got[OUT * N];
  int32_t n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr da, db, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  make_inputs(&rng, a, b);
  for (int i = 0; i < N; i++) expected(a[i], b[i], (uint64_t)i, want + OUT * i);
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &da));
  WT_HOST_TRY(wt_host_in(s, b, sizeof b, &db));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(db), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "i64", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_copy_out(s, got, dout, sizeof got));
  return wt_host_same_sized(ctx, "out", got, want, OUT * N, 8);
}
