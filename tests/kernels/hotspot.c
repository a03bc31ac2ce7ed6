/* hotspot.c - host reference of hotspot.cu: the same sums and fused products. */
#include <math.h>

#include "warptwin_host.h"

enum { T = 16, W = 32, H = 16, MOST = W * H * WT_HOST_SCALE_MAX * WT_HOST_SCALE_MAX, STEPS = 2 };

static void step(const float *p, const float *in, float *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float c = in[y * w + x], n = in[(y ? y - 1 : y) * w + x], s = in[(y < h - 1 ? y + 1 : y) * w + x];
      float l = in[y * w + (x ? x - 1 : x)], r = in[y * w + (x < w - 1 ? x + 1 : x)];
      float v = fmaf(-2, c, n + s), u = fmaf(-2, c, l + r), sum = v + u;
      out[y * w + x] = fmaf(0.125f, sum + p[y * w + x], c);
    }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static float power[MOST], a[2][MOST];
  int32_t w = W * wt_host_scale(ctx), h = H * wt_host_scale(ctx);
  size_t bytes = 4 * (size_t)w * (size_t)h;
  wt_addr dp, d[2];
  for (int i = 0; i < w * h; i++) power[i] = (float)wt_host_below(&rng, 1000) / 512, a[0][i] = 300 + (float)wt_host_below(&rng, 10000) / 128;
  WT_HOST_TRY(wt_host_in(s, power, bytes, &dp));
  WT_HOST_TRY(wt_host_in(s, a[0], bytes, &d[0]));
  WT_HOST_TRY(wt_alloc(s, bytes, &d[1]));
  for (int k = 0; k < STEPS; k++) {
    wt_dims dims = {{(unsigned)w / T, (unsigned)h / T, 1}, {T, T, 1}, 0};
    wt_arg args[] = {WT_HOST_ARG(dp), WT_HOST_ARG(d[k & 1]), WT_HOST_ARG(d[~k & 1]), WT_HOST_ARG(w), WT_HOST_ARG(h)};
    WT_HOST_TRY(wt_launch(s, m, "hotspot", &dims, args, WT_HOST_COUNT(args)));
    step(power, a[k & 1], a[~k & 1], w, h);
  }
  return wt_host_expect(s, ctx, "temperature", d[STEPS & 1], a[STEPS & 1], bytes / 4);
}
