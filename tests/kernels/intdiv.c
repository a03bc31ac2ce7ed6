/* intdiv.c - host reference of intdiv.cu. */
#include "warptwin_host.h"

enum { N = 400, BLOCK = 64, OUT = 8 };

static void expected(uint64_t x, uint64_t y, uint64_t *o) {
  uint32_t x32 = (uint32_t)x, y32 = (uint32_t)y;
  uint16_t xh = (uint16_t)x, yh = (uint16_t)(y | 1);
  int64_t sx = (int64_t)x, sy = (int64_t)y;
  o[0] = (uint64_t)(x32 / y32) << 32 | x32 % y32;
  o[1] = y32 == UINT32_MAX && x32 == 1u << 31 ? 0 : (uint64_t)(uint32_t)((int32_t)x32 / (int32_t)y32) << 32 | (uint32_t)((int32_t)x32 % (int32_t)y32);
  o[2] = x / y;
  o[3] = x % y;
  int overflow = y == UINT64_MAX && x == UINT64_C(1) << 63;
  o[4] = overflow ? 0 : (uint64_t)(sx / sy);
  o[5] = overflow ? 0 : (uint64_t)(sx % sy);
  o[6] = (uint64_t)(xh / yh) << 32 | (uint64_t)(xh % yh);
  o[7] = (x >> 32) / ((y32 & 0xffff) | 1);
}

/* Divisors of all lengths; dividends that are multiples of them, or one less: there a quotient that is off by one shows. */
static void make_inputs(uint64_t *rng, uint64_t *a, uint64_t *b) {
  for (int i = 0; i < N; i++) {
    b[i] = wt_host_next(rng) >> (wt_host_next(rng) % 64);
    if (i % 7 == 3) b[i] = UINT64_C(1) << (i % 64);
    if (i % 7 == 4) b[i] = (UINT64_C(1) << (i % 64)) - 1;
    if (i % 7 == 5) b[i] = ~b[i];
    if ((uint32_t)b[i] == 0) b[i] |= 1 + (wt_host_next(rng) & 0xfff);
    a[i] = wt_host_next(rng) >> (wt_host_next(rng) % 32);
    uint64_t d = i % 3 ? b[i] : (uint32_t)b[i];
    if (i % 4 == 1) a[i] = a[i] / d * d;
    if (i % 4 == 2) a[i] = a[i] / d * d - 1;
    if (i % 16 == 7) a[i] = UINT64_C(1) << (i % 32 == 7 ? 63 : 31);
    if (i % 16 == 15) b[i] = UINT64_MAX;
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
  for (int i = 0; i < N; i++) expected(a[i], b[i], want + OUT * i);
  for (int i = 0; i < OUT * N; i++) got[i] = 0;
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &da));
  WT_HOST_TRY(wt_host_in(s, b, sizeof b, &db));
  WT_HOST_TRY(wt_host_in(s, got, sizeof got, &dout));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(db), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "intdiv", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_copy_out(s, got, dout, sizeof got));
  return wt_host_same_sized(ctx, "out", got, want, OUT * N, 8);
}
