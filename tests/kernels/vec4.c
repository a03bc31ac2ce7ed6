/* vec4.c - host reference of vec4.cu. */
#include "warptwin_host.h"

enum { N = 2100, BLOCK = 64, GRID = (N + BLOCK - 1) / BLOCK };

static void expected(const uint32_t (*in)[4], int i, uint32_t *out, uint32_t *half) {
  static const uint32_t outside[4] = {1, 2, 3, 4};
  int j = i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK;
  const uint32_t *v = in[i], *u = j < N ? in[j] : outside;
  out[0] = v[0] + u[3];
  out[1] = v[1] - u[2];
  out[2] = v[2] ^ u[1];
  out[3] = v[3] + 3 * u[0];
  half[0] = v[0] + v[1];
  half[1] = u[2] + u[3];
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N][4], want[4 * N], half[2 * N];
  int32_t n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout, dhalf;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in[0], 4 * N);
  for (int i = 0; i < N; i++) expected((const uint32_t(*)[4])in, i, want + 4 * i, half + 2 * i);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  WT_HOST_TRY(wt_alloc(s, sizeof half, &dhalf));
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(dhalf), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "vec4", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "out", dout, want, 4 * N));
  return wt_host_expect(s, ctx, "half", dhalf, half, 2 * N);
}
