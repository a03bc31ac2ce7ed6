/* pointers.c - host reference of pointers.cu: a switch. */
#include "warptwin_host.h"

enum { BLOCK = 32, GRID = 2, N = BLOCK * GRID };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[N];
  static int32_t out[N];
  wt_addr din, dout;
  wt_host_fill(&rng, in, N, -1000, 2000);
  for (int i = 0; i < N; i++) {
    int v = in[i];
    for (int k = 0; k < 3; k++) switch ((v + k) & 3) {
        case 0: v += 7; break;
        case 1: v *= 3; break;
        case 2: v = ~v; break;
        default: v >>= 2;
      }
    out[i] = v;
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "pointers", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, N);
}
