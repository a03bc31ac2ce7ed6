/* bigswitch.c - host reference of bigswitch.cu. */
#include "warptwin_host.h"

enum { N = 128, BLOCK = 64, ROUNDS = 6, CASES = 16 };

static uint32_t expected(const uint32_t *in, const int32_t *sel, uint32_t i) {
  uint32_t x = in[i], acc = i;
  for (uint32_t r = 0; r < ROUNDS; r++) {
    switch (sel[(i + r) & (N - 1)]) {
      case 0: acc = in[(acc * 3 + x) & 63]; break;
      case 1: acc += in[(x >> 3) & 63]; break;
      case 2: x ^= in[acc & 63]; break;
      case 3: acc -= in[(x + 5) & 63]; break;
      case 4: acc = acc * 7 + in[x & 63]; break;
      case 5: x += in[(acc ^ 9) & 63]; break;
      case 6: acc ^= in[(x * 5) & 63]; break;
      case 7: acc += x & 16 ? in[(acc + 1) & 63] : 0; break;
      case 8: x -= in[(acc + 11) & 63]; break;
      case 9: acc |= in[(x + 13) & 63]; break;
      case 10: acc &= in[(x + 17) & 63] | 0xff; break;
      case 11: acc = in[acc & 63] - x; break;
      case 12: x = in[(x + acc) & 63] << 1; break;
      case 13: acc = (acc << 5) + in[(x + 3) & 63]; break;
      case 14: x = ~in[(x ^ acc) & 63]; break;
      case 15: acc += 77; break;
      default: acc ^= x; break;
    }
  }
  return acc ^ x;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[N];
  int32_t sel[N], n = N, rounds = ROUNDS;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dsel, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, N);
  /* a quarter of the threads agree, and some values have no case */
  for (uint32_t i = 0; i < N; i++) sel[i] = i % 64 < 16 ? (int32_t)(i / 64 + 3) : (int32_t)wt_host_below(&rng, CASES + 3) - 1;
  for (uint32_t i = 0; i < N; i++) want[i] = expected(in, sel, i);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_host_in(s, sel, sizeof sel, &dsel));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{N / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dsel), WT_HOST_ARG(dout), WT_HOST_ARG(n), WT_HOST_ARG(rounds)};
  WT_HOST_TRY(wt_launch(s, m, "bigswitch", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
