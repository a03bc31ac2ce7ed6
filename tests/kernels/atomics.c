/* atomics.c - host reference of atomics.cu: the threads one after the other. */
#include "warptwin_host.h"

enum { N = 450, BLOCK = 64, WORDS = 10, LONGS = 5, WRAP = 12 };

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void step(int32_t x, uint32_t *w, uint64_t *d) {
  uint32_t u = (uint32_t)x;
  w[0] += u;
  if (x < (int32_t)w[1]) w[1] = u;
  if (x > (int32_t)w[2]) w[2] = u;
  w[3] = least(w[3], u);
  w[4] = most(w[4], u);
  w[5] &= u | 0xffff;
  w[6] |= u & 0xff00;
  w[7] ^= u;
  w[8] = w[8] >= WRAP ? 0 : w[8] + 1;
  w[9] = w[9] == 0 || w[9] > WRAP ? WRAP : w[9] - 1;
  d[u & 3] += (uint64_t)(int64_t)x * UINT64_C(0x100000001);
  if (d[4] < (uint64_t)u << 20) d[4] = (uint64_t)u << 20;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[WORDS] = {1, 5, 6, 0xffffffff, 7, 0xffffffff, 0, 0, 3, 4};
  uint64_t longs[LONGS] = {0, 1, 2, 3, 4}, got[LONGS];
  int32_t n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dw, dd;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, N);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_host_in(s, want, sizeof want, &dw));
  WT_HOST_TRY(wt_host_in(s, longs, sizeof longs, &dd));
  for (int i = 0; i < N; i++) step((int32_t)in[i], want, longs);
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dw), WT_HOST_ARG(dd), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "atomics", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "w", dw, want, WORDS));
  WT_HOST_TRY(wt_copy_out(s, got, dd, sizeof got));
  return wt_host_same_sized(ctx, "d", got, longs, LONGS, 8);
}
