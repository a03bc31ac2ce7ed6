/* elementary.c - host reference of elementary.cu: the library of this machine, in double. */
#include <math.h>

#include "warptwin_host.h"

enum { BLOCK = 64, GRID = 1, N = BLOCK * GRID };

static double reference(int which, double x) {
  switch (which) {
    case 0: return sqrt(x);
    case 1: return exp(-x);
    case 2: return log(x);
    case 3: return sin(x);
    case 4: return cos((float)x * 100.0f);
    case 5: return pow(x, 1.5);
    case 6: return atan2(x, 3);
    default: return tanh(x) + 1 / sqrt(x);
  }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static float in[N];
  static float out[N];
  wt_addr din, dout;
  for (int i = 0; i < N; i++) in[i] = 0.01f + (float)wt_host_below(&rng, 90000) / 10000;
  for (int i = 0; i < N; i++) out[i] = (float)reference(i & 7, in[i]);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "elementary", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_near(s, ctx, "out", dout, out, N, 2e-6, 2e-6);
}
