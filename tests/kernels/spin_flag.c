/* spin_flag.c - host reference of spin_flag.cu. */
#include "warptwin_host.h"

enum { N = 256 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t want[N];
  wt_module *m;
  wt_addr dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  for (int i = 0; i < N; i++) want[i] = 7 + i;
  wt_dims dims = {{1, 1, 1}, {N, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_launch(s, m, "spin_flag", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
