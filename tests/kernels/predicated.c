/* predicated.c - host reference of predicated.cu. */
#include "warptwin_host.h"

enum { N = 1500, BLOCK = 96, LO = -20, HI = 25 };

static int inside(int32_t v) { return v > LO && v < HI; }

static void expected(int32_t x, int32_t y, int32_t *o) {
  int32_t v = x < LO ? LO : x > HI ? HI : x, w = x;
  int in = inside(x) != inside(y), odd = ((uint32_t)x ^ (uint32_t)y) & 1;
  if (in && odd) v += y;
  if (in || x == y) w = y < 0 ? -y : y;
  if (!in && (uint32_t)x < (uint32_t)y) w -= 9;
  o[0] = v;
  o[1] = w;
  o[2] = in | odd << 1 | (x < y) << 2;
  if (odd) o[3] = v > w ? v : w;
  else o[3] = (uint32_t)v < (uint32_t)w ? v : w;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t a[N], b[N], want[4 * N], n = N, lo = LO, hi = HI;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr da, db, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, a, N, -40, 81);
  wt_host_fill(&rng, b, N, -40, 81);
  for (int i = 0; i < N; i++) expected(a[i], b[i], want + 4 * i);
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &da));
  WT_HOST_TRY(wt_host_in(s, b, sizeof b, &db));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(db), WT_HOST_ARG(dout), WT_HOST_ARG(n), WT_HOST_ARG(lo), WT_HOST_ARG(hi)};
  WT_HOST_TRY(wt_launch(s, m, "predicated", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, 4 * N);
}
