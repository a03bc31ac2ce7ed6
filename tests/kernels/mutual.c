/* mutual.c - host reference of mutual.cu: the same functions. */
#include "warptwin_host.h"

enum { BLOCK = 32, GRID = 2, N = BLOCK * GRID };

static int32_t second(int depth, int32_t v);
static int32_t third(int depth, int32_t v);
static int32_t first(int depth, int32_t v) {
  int32_t sum = v;
  if (depth <= 0) return v + 1;
  for (int k = 0; k <= (v & 1); k++) sum += second(depth - 1, v * 3 + k);
  return sum;
}
static int32_t second(int depth, int32_t v) {
  if (depth <= 0) return v ^ 5;
  return v & 2 ? third(depth - 1, v + 7) - 1 : first(depth - 2, v >> 1) * 2;
}
static int32_t third(int depth, int32_t v) {
  int32_t r = 0;
  if (depth <= 0) return -v;
  if (v & 4) r = first(depth - 1, v - 3);
  if (v & 8) r += second(depth - 1, v ^ r);
  return r + depth;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], want[N];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  wt_host_fill(&rng, in, N, 0, 1 << 15);
  for (int i = 0; i < N; i++) {
    in[i] = (in[i] & ~7) | in[i] % 7; /* at most six */
    want[i] = in[i] & 16 ? first(in[i] & 7, in[i] >> 5) : third(in[i] & 7, in[i] >> 5) * 3;
  }
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "mutual", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
