/* globals.c - host reference of globals.cu: module variables keep their values over three launches. */
#include "warptwin_host.h"

enum { N = 1000, SIZE = 1024, BLOCK = 100, LAUNCHES = 3 };

static wt_status check(wt_session *s, const wt_host_ctx *ctx, wt_module *m, const char *name, const void *want, size_t words) {
  wt_addr addr;
  size_t size;
  WT_HOST_TRY(wt_module_symbol(s, m, name, &addr, &size));
  if (size != 4 * words) {
    snprintf(ctx->msg, ctx->msg_size, "size of %s: got %zu, want %zu", name, size, 4 * words);
    return WT_DIFF;
  }
  return wt_host_expect(s, ctx, name, addr, want, words);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  static const int32_t weight[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
  int32_t in[N], want[SIZE] = {0}, n = N, calls = LAUNCHES;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_alloc(s, sizeof in, &din));
  for (int k = 0; k < LAUNCHES; k++) {
    wt_host_fill(&rng, in, N, -1000, 2001);
    for (int i = 0; i < N; i++) want[i] += in[i] * weight[(uint32_t)in[i] & 15];
    WT_HOST_TRY(wt_copy_in(s, din, in, sizeof in));
    wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
    wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(n)};
    WT_HOST_TRY(wt_launch(s, m, "globals", &dims, args, WT_HOST_COUNT(args)));
  }
  WT_HOST_TRY(check(s, ctx, m, "weight", weight, 16));
  WT_HOST_TRY(check(s, ctx, m, "calls", &calls, 1));
  return check(s, ctx, m, "result", want, SIZE);
}
