/* msgx.c - host reference of msgx.cu. */
#include "warptwin_host.h"

enum { GRID = 4, BLOCK = 64, N = GRID * BLOCK };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t flag[GRID] = {0}, data[N] = {0}, want[N], n = BLOCK;
  wt_module *m;
  wt_addr dflag, ddata, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, flag, sizeof flag, &dflag));
  WT_HOST_TRY(wt_host_in(s, data, sizeof data, &ddata));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  for (int i = 0; i < N; i++) {
    want[i] = i < BLOCK ? i : data[i - BLOCK];
    data[i] = want[i] * 3 + i / BLOCK;
    flag[i / BLOCK] = 1;
  }
  wt_arg args[] = {WT_HOST_ARG(dflag), WT_HOST_ARG(ddata), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "msg", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "flag", dflag, flag, GRID));
  WT_HOST_TRY(wt_host_expect(s, ctx, "data", ddata, data, N));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
