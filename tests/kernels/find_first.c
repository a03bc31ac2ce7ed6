/* find_first.c - host reference of find_first.cu. */
#include "warptwin_host.h"

enum { ROWS = 400, LEN = 24, BLOCK = 64, KEY = 7 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t data[ROWS * LEN], want[ROWS], rows = ROWS, len = LEN, key = KEY;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr ddata, dpos;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, data, ROWS * LEN, 0, 20);
  for (int i = 0; i < ROWS; i++) {
    want[i] = -1;
    for (int j = LEN - 1; j >= 0; j--)
      if (data[i * LEN + j] == KEY) want[i] = j;
  }
  WT_HOST_TRY(wt_host_in(s, data, sizeof data, &ddata));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dpos));
  wt_dims dims = {{(ROWS + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(ddata), WT_HOST_ARG(dpos), WT_HOST_ARG(rows), WT_HOST_ARG(len), WT_HOST_ARG(key)};
  WT_HOST_TRY(wt_launch(s, m, "find_first", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "pos", dpos, want, ROWS);
}
