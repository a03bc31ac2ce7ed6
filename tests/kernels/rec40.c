/* rec40.c - host reference of rec40.cu: the same recursion. */
#include "warptwin_host.h"

enum { BLOCK = 40, GRID = 2, N = BLOCK * GRID };

static uint32_t walk(unsigned depth, uint32_t way, uint32_t v) {
  if (!depth) return v & 1 ? v * 5 + 2 : v;
  uint32_t r = way >> (depth & 31) & 1 ? walk(depth - 1, way, v + depth) * 3 : walk(depth - 1, way, v ^ depth) + 7;
  return r ^ v;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[N], way;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  wt_host_fill_any(&rng, in, N);
  wt_host_fill_any(&rng, &way, 1);
  for (unsigned i = 0; i < N; i++) want[i] = walk(40, way + i / BLOCK, in[i]);
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(way)};
  WT_HOST_TRY(wt_host_launch(s, m, "rec40", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
