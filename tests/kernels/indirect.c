/* indirect.c - host reference of indirect.cu. The kernel wraps around, so everything is unsigned here. */
#include "warptwin_host.h"

enum { N = 192, BLOCK = 96, ROUNDS = 5 };

static uint32_t op_add(uint32_t a, uint32_t b) { return a + b * 3; }
static uint32_t op_xor(uint32_t a, uint32_t b) {
  uint32_t r = a ^ b;
  return r & 4 ? r * 5 + 1 : r;
}
static uint32_t op_sub(uint32_t a, uint32_t b) { return a - b; }

static uint32_t expected(uint32_t x, uint32_t i) {
  static uint32_t (*const table[4])(uint32_t, uint32_t) = {op_add, op_xor, op_sub, op_xor};
  uint32_t acc = i;
  for (int r = 0; r < ROUNDS; r++) {
    acc = table[x & 3](acc, x);
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
  for (uint32_t i = 0; i < N; i++) want[i] = expected(in[i], i);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{N / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n), WT_HOST_ARG(rounds)};
  WT_HOST_TRY(wt_launch(s, m, "indirect", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
