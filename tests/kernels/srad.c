/* srad.c - host reference of srad.cu: the same formulas in double. */
#include "warptwin_host.h"

enum { W = 32, H = 8 };

static int at(int x, int y) { return (y < 0 ? 0 : y >= H ? H - 1 : y) * W + (x < 0 ? 0 : x >= W ? W - 1 : x); }

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  float j[W * H], out[W * H], q0 = 0.05f;
  double c[W * H];
  int32_t w = W, h = H;
  wt_addr dj, dc, dout;
  for (int i = 0; i < W * H; i++) j[i] = 1 + (float)wt_host_below(&rng, 1000) / 500;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      double v = j[at(x, y)], n = j[at(x, y - 1)] - v, o = j[at(x, y + 1)] - v, l = j[at(x - 1, y)] - v, r = j[at(x + 1, y)] - v;
      double g = (n * n + o * o + l * l + r * r) / (v * v), lap = (n + o + l + r) / v, den = 1 + 0.25 * lap;
      double q = (0.5 * g - 0.0625 * lap * lap) / (den * den), k = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
      c[at(x, y)] = k < 0 ? 0 : k > 1 ? 1 : k;
    }
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int i = at(x, y), d = at(x, y + 1), e = at(x + 1, y);
      double v = j[i], n = j[at(x, y - 1)] - v, l = j[at(x - 1, y)] - v;
      out[i] = (float)(v + 0.125 * (c[i] * n + c[d] * (j[d] - v) + c[i] * l + c[e] * (j[e] - v)));
    }
  WT_HOST_TRY(wt_host_in(s, j, sizeof j, &dj));
  WT_HOST_TRY(wt_alloc(s, sizeof j, &dc));
  WT_HOST_TRY(wt_alloc(s, sizeof j, &dout));
  wt_arg one[] = {WT_HOST_ARG(dj), WT_HOST_ARG(dc), WT_HOST_ARG(w), WT_HOST_ARG(h), WT_HOST_ARG(q0)};
  WT_HOST_TRY(wt_host_launch(s, m, "srad1", H, W, one, WT_HOST_COUNT(one)));
  wt_arg two[] = {WT_HOST_ARG(dj), WT_HOST_ARG(dc), WT_HOST_ARG(dout), WT_HOST_ARG(w), WT_HOST_ARG(h)};
  WT_HOST_TRY(wt_host_launch(s, m, "srad2", H, W, two, WT_HOST_COUNT(two)));
  return wt_host_near(s, ctx, "image", dout, out, W * H, 0, 1e-4);
}
