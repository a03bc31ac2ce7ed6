/* recurse.c - host reference of recurse.cu: the same recursion. */
#include "warptwin_host.h"

enum { BLOCK = 32, GRID = 2, N = BLOCK * GRID };

static int ackermann(int m, int n) { return !m ? n + 1 : ackermann(m - 1, n ? ackermann(m, n - 1) : 1); }
static int derange(unsigned left, int at, int n, int fixed) {
  int sum = 0;
  if (at == n) return fixed == 0;
  for (int i = 0; i < n; i++)
    if (left >> i & 1) sum += derange(left & ~(1u << i), at + 1, n, fixed - (i == at));
  return sum;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[N];
  static int32_t out[N];
  wt_addr din, dout;
  wt_host_fill(&rng, in, N, 0, 64);
  for (int i = 0; i < N; i++) out[i] = in[i] & 1 ? ackermann(1 + (in[i] >> 1) % 2, (in[i] >> 2) % 4) : derange(15u, 0, 4, (in[i] >> 1) % 4);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "recurse", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, N);
}
