/* exits.c - host reference of exits.cu. */
#include "warptwin_host.h"

enum { BLOCK = 48, GRID = 2, N = BLOCK * GRID, ROUNDS = 5 };

/* What thread i leaves in out[i]. */
static uint32_t left(uint32_t i, uint32_t v) {
  uint32_t acc = i, out = 0xffffffff;
  for (int a = 0; a < ROUNDS; a++) {
    if (v >> a & 1) {
      for (uint32_t b = 0; b < 3; b++) {
        acc = acc * 3 + b;
        out = acc;
        if ((int32_t)(acc ^ v) % 11 == 0) return out;
        if (acc & 4) {
          if ((v >> b & 7) == 5) return out;
          acc += (uint32_t)((int32_t)out >> 2);
        } else if ((acc & 24) == 24) break;
      }
      out = ~acc;
    } else {
      if ((v & 96) == 96) return out;
      acc ^= v >> 3;
    }
  }
  return acc;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], rounds = ROUNDS;
  uint32_t before[N], want[N];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  wt_host_fill(&rng, in, N, 0, 1 << 12);
  memset(before, 0xff, sizeof before);
  for (unsigned i = 0; i < N; i++) want[i] = left(i, (uint32_t)in[i]);
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_host_in(s, before, sizeof before, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(rounds)};
  WT_HOST_TRY(wt_host_launch(s, m, "exits", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
