/* nbody.c - host reference of nbody.cu, every step as there. */
#include <math.h>

#include "warptwin_host.h"

enum { N = 96, BLOCK = 32 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  float pos[4 * N], acc[4 * N], c = 2.5f;
  int32_t t[4 * N], want[4 * N], n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dp, da;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, t, 4 * N, -1000, 2001);
  for (int i = 0; i < 4 * N; i++) pos[i] = (float)t[i] * 0.001f;
  for (int i = 0; i < N; i++) {
    const float *me = pos + 4 * i;
    float a[3] = {0, 0, 0};
    for (int j = 0; j < N; j++) {
      const float *p = pos + 4 * j;
      volatile float dx = p[0] - me[0], dy = p[1] - me[1], dz = p[2] - me[2], square = dx * dx;
      float r2 = fmaf(dz, dz, fmaf(dy, dy, square));
      volatile float w = c - r2;
      w = fmaxf(w, 0) * p[3];
      a[0] = fmaf(dx, w, a[0]), a[1] = fmaf(dy, w, a[1]), a[2] = fmaf(dz, w, a[2]);
    }
    acc[4 * i] = a[0], acc[4 * i + 1] = a[1], acc[4 * i + 2] = a[2], acc[4 * i + 3] = 0;
  }
  memcpy(want, acc, sizeof want);
  WT_HOST_TRY(wt_host_in(s, pos, sizeof pos, &dp));
  WT_HOST_TRY(wt_alloc(s, sizeof acc, &da));
  wt_dims dims = {{N / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(dp), WT_HOST_ARG(da), WT_HOST_ARG(n), WT_HOST_ARG(c)};
  WT_HOST_TRY(wt_launch(s, m, "nbody", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "acc", da, want, 4 * N);
}
