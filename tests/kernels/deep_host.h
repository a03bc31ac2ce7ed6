/* deep_host.h - host reference of deep6, deep8 and deep10. Its includer says GRID, DEPTH, FIRST (place of the loop bit at level 0) and DEEP: bits that
 * are set more often than not, so that most threads go deep. */
#include "warptwin_host.h"

enum { BLOCK = 40, N = GRID * BLOCK };

typedef struct {
  uint32_t x, acc, out;
} thread;

static void loop(thread *t, unsigned k) {
  for (uint32_t a = 0; a <= (t->x & UINT32_C(1) << (k + FIRST)); a += UINT32_C(1) << (k + FIRST)) {
    if ((t->x ^ t->acc) & UINT32_C(1) << (16 + k)) {
      t->acc = t->acc * (2 * k + 3) + t->out;
      t->out = t->acc + k;
      if (k + 1 < DEPTH) loop(t, k + 1);
    } else {
      t->acc += t->out ^ (k + 5);
      t->out = t->acc - k;
    }
    t->acc ^= t->acc >> 3;
  }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[N], zero[N] = {0};
  uint64_t rng = ctx->seed;
  char kernel[16];
  wt_module *m;
  wt_addr din, dout;
  wt_host_fill_any(&rng, in, N);
  for (int i = 0; i < N; i++) {
    in[i] |= wt_host_next(&rng) & DEEP;
    thread t = {in[i], 0, 0};
    loop(&t, 0);
    want[i] = t.acc;
  }
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_host_in(s, zero, sizeof zero, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  snprintf(kernel, sizeof kernel, "deep%d", DEPTH);
  WT_HOST_TRY(wt_host_launch(s, m, kernel, GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
