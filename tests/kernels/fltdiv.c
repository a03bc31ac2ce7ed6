/* fltdiv.c - host reference of fltdiv.cu: IEEE operations, correctly rounded; NaN is compared as NaN. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>

#include "warptwin_host.h"

enum { N = 600, BLOCK = 64, OUT = 4 };

static uint32_t word(uint64_t *rng, int i) {
  static const uint32_t special[] = {0,          0x3f800000, 0x7f800000, 0x7fc00000, 1,          0x007fffff,
                                     0x00800000, 0x7f7fffff, 0x3fffffff, 0x7e800001, 0x00ffffff, 0x7effffff};
  uint64_t r = wt_host_next(rng);
  uint32_t w = (uint32_t)r;
  if (i % 5 == 0) w = special[r >> 32 & 15 ? (r >> 32) % 12 : 0];
  if (i % 5 == 1) w = 0x3f000000 + (w & 0xffffff);
  if (i % 5 == 2) w &= 0x807fffff;
  return w ^ (r >> 63 ? 0x80000000u : 0);
}

static uint64_t dword(uint64_t *rng, int i) {
  static const uint32_t special[] = {0,          0x3ff00000, 0x7ff00000, 0x7ff80000, 0x000fffff, 0x00100000,
                                     0x7fefffff, 0x3fffffff, 0x7fd00000, 0x7fe00000, 0x001fffff, 0x03500000};
  uint64_t r = wt_host_next(rng), w = r;
  if (i % 5 == 0) w = (uint64_t)special[(r >> 32) % 12] << 32 | (r & 1 ? 0 : 0xffffffffu);
  if (i % 5 == 1) w = (r >> 2) % (UINT64_C(1) << 53) + (UINT64_C(0x3fe) << 52);
  if (i % 5 == 2) w &= UINT64_C(0x800fffffffffffff);
  return w ^ (wt_host_next(rng) & 1) << 63;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  static float a[N], b[N], o[OUT * N], want[OUT * N];
  static double da[N], db[N], p[OUT * N], pwant[OUT * N];
  int32_t n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr va, vb, vo, vda, vdb, vp;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  for (int i = 0; i < N; i++) {
    uint32_t x = word(&rng, i), y = word(&rng, i / 5);
    uint64_t dx = dword(&rng, i), dy = dword(&rng, i / 5);
    memcpy(&a[i], &x, 4), memcpy(&b[i], &y, 4), memcpy(&da[i], &dx, 8), memcpy(&db[i], &dy, 8);
    volatile float fb = b[i], one = 1, down;
    want[OUT * i] = a[i] / b[i], want[OUT * i + 1] = sqrtf(a[i]), want[OUT * i + 2] = 1 / b[i];
    fesetround(FE_DOWNWARD);
    down = one / fb;
    fesetround(FE_TONEAREST);
    want[OUT * i + 3] = down;
    pwant[OUT * i] = da[i] / db[i], pwant[OUT * i + 1] = sqrt(da[i]), pwant[OUT * i + 2] = 1 / db[i], pwant[OUT * i + 3] = (double)a[i] / db[i];
  }
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &va));
  WT_HOST_TRY(wt_host_in(s, b, sizeof b, &vb));
  WT_HOST_TRY(wt_host_in(s, da, sizeof da, &vda));
  WT_HOST_TRY(wt_host_in(s, db, sizeof db, &vdb));
  WT_HOST_TRY(wt_alloc(s, sizeof o, &vo));
  WT_HOST_TRY(wt_alloc(s, sizeof p, &vp));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(va), WT_HOST_ARG(vb), WT_HOST_ARG(vo), WT_HOST_ARG(vda), WT_HOST_ARG(vdb), WT_HOST_ARG(vp), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "fltdiv", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_copy_out(s, o, vo, sizeof o));
  WT_HOST_TRY(wt_copy_out(s, p, vp, sizeof p));
  for (int i = 0; i < OUT * N; i++) {
    if (isnan(o[i]) && isnan(want[i])) want[i] = o[i];
    if (isnan(p[i]) && isnan(pwant[i])) pwant[i] = p[i];
  }
  wt_status bad = wt_host_same_sized(ctx, "singles", o, want, OUT * N, 4);
  return bad ? bad : wt_host_same_sized(ctx, "doubles", p, pwant, OUT * N, 8);
}
