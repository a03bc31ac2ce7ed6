/* nested.c - host reference of nested.cu. The kernel wraps around, so everything is unsigned here. */
#include "warptwin_host.h"

enum { N = 256, BLOCK = 64, ROUNDS = 6 };

static uint32_t expected(const uint32_t *in, uint32_t i, uint32_t n) {
  uint32_t x = in[i], acc = i;
  for (uint32_t r = 0; r < ROUNDS; r++) {
    if (x & 1) {
      if (x & 2) {
        for (uint32_t k = x & 12; k > 0; k -= 4) acc = acc * 3 + k;
      } else {
        acc ^= in[(i + r) & (n - 1)];
        if (!(acc & 16)) acc += in[(i + acc) & (n - 1)];
      }
    } else if (x & 4) {
      acc -= in[(x + r) & (n - 1)];
      if (acc >> 31) acc = 0u - acc;
    } else {
      acc += 5;
    }
    x = x * 5 + acc;
  }
  return acc ^ x;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[N];
  int32_t n = N, rounds = ROUNDS;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, N);
  for (uint32_t i = 0; i < N; i++) want[i] = expected(in, i, N);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{N / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n), WT_HOST_ARG(rounds)};
  WT_HOST_TRY(wt_launch(s, m, "nested", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
