/* callk.c - host reference of callk.cu. */
#include "warptwin_host.h"

enum { N = 250, BLOCK = 64 };

static uint32_t leaf(uint32_t a, uint32_t b) { return a & 1 ? a * 3 + b : a ^ (b << 1); }

static uint32_t mid(uint32_t a, uint32_t n) {
  for (uint32_t k = 0; k < (n & 3); k++) a = leaf(a, k) + n;
  return a;
}

static uint32_t expected(uint32_t x, uint32_t i) {
  uint32_t acc = i;
  if (x & 4) acc = mid(x, acc);
  else if (x & 8) acc = leaf(acc, x);
  return acc + leaf(x, 7);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[N];
  int32_t n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, N);
  for (uint32_t i = 0; i < N; i++) want[i] = expected(in[i], i);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "callk", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
