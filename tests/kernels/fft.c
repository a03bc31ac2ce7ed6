/* fft.c - host reference of fft.cu: the sum of the definition, in double. */
#include <math.h>

#include "warptwin_host.h"

enum { N = 64, GRID = 2 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  float in[GRID][N][2], want[GRID][N][2];
  wt_addr di, dout;
  for (int i = 0; i < GRID * N * 2; i++) in[i / (2 * N)][i / 2 % N][i & 1] = (float)wt_host_below(&rng, 2001) / 1000 - 1;
  for (int g = 0; g < GRID; g++)
    for (int k = 0; k < N; k++) {
      double re = 0, im = 0;
      for (int n = 0; n < N; n++) {
        double w = -2 * 3.14159265358979323846 * ((n * k) % N) / N;
        re += in[g][n][0] * cos(w) - in[g][n][1] * sin(w), im += in[g][n][0] * sin(w) + in[g][n][1] * cos(w);
      }
      want[g][k][0] = (float)re, want[g][k][1] = (float)im;
    }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &di));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_arg args[] = {WT_HOST_ARG(di), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "fft", GRID, N / 2, args, 2));
  return wt_host_near(s, ctx, "spectrum", dout, &want[0][0][0], GRID * N * 2, 1e-4, 1e-4);
}
