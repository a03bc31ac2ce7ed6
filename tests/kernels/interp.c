/* interp.c - host reference of interp.cu: the same interpreter. */
#include "warptwin_host.h"

enum { BLOCK = 32, GRID = 1, N = BLOCK * GRID, LENGTH = 12, FUEL = 40 };

static uint32_t run(const uint32_t *code, uint32_t i) {
  uint32_t acc = i, x = 1, pc = 0;
  for (int fuel = 0; fuel < FUEL; fuel++) {
    uint32_t w = code[pc], k = w >> 8;
    pc = (pc + 1) % LENGTH;
    switch (w & 7) {
      case 0: acc += k; break;
      case 1: acc = acc * 3 ^ k; break;
      case 2: x = acc >> (k & 7); break;
      case 3: acc ^= x * 5; break;
      case 4:
        if (acc & 1) pc = k % LENGTH;
        break;
      case 5:
        for (uint32_t n = 0; n < (k & 3); n++) acc += x >> n;
        break;
      case 6: x += acc & k; break;
      default:
        if (!(acc & 3)) return acc ^ x;
        acc >>= 1;
    }
  }
  return acc + x;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  static uint32_t code[N * LENGTH];
  uint32_t want[N];
  int32_t length = LENGTH;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dcode, dout;
  wt_host_fill_any(&rng, code, N * LENGTH);
  for (unsigned i = 0; i < N; i++) want[i] = run(code + i * LENGTH, i);
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, code, sizeof code, &dcode));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_arg args[] = {WT_HOST_ARG(dcode), WT_HOST_ARG(dout), WT_HOST_ARG(length)};
  WT_HOST_TRY(wt_host_launch(s, m, "interp", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
