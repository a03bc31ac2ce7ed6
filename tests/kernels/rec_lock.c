/* rec_lock.c - host reference of rec_lock.cu: the same recursion. */
#include "warptwin_host.h"

enum { BLOCK = 16, GRID = 2, N = BLOCK * GRID };

static int32_t walk(int depth, int32_t v, int32_t *sum) {
  if (!depth) return v;
  *sum += depth;
  int32_t r = v & 1 ? walk(depth - 1, v * 3 + 1, sum) + depth : walk(depth - 1, v >> 1, sum) ^ depth;
  return r * 2 + (v & 3);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], want[N], zero = 0, sum = 0;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dlock, dsum, dout;
  wt_host_fill(&rng, in, N, 0, 4096);
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_host_in(s, &zero, sizeof zero, &dlock));
  WT_HOST_TRY(wt_host_in(s, &zero, sizeof zero, &dsum));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  for (int i = 0; i < N; i++) want[i] = walk(in[i] & 3, in[i] >> 2, &sum);
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dlock), WT_HOST_ARG(dsum), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "rec_lock", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "sum", dsum, &sum, 1));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
