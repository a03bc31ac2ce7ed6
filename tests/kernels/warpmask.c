/* warpmask.c - host reference of warpmask.cu, one warp of 32 lanes at a time. */
#include "warptwin_host.h"

enum { N = 256, BLOCK = 128, LANES = 32 };

static void expected(const uint32_t *x, uint32_t *out) {
  uint32_t low = 0, second = 0, acc[LANES], next[LANES];
  for (unsigned l = 0; l < LANES; l++) low |= (x[l] & 1) << l, second |= (x[l] >> 1 & 1) << l;
  int above5 = 0, ones = 0;
  for (unsigned l = 0; l < LANES; l++)
    if (!(low >> l & 1)) above5 |= x[l] > 5, ones += second >> l & 1;
  for (unsigned l = 0; l < LANES; l++) acc[l] = low >> l & 1 ? x[l] : (uint32_t)ones * 100;
  for (unsigned d = 1; d < 4; d *= 2) {
    for (unsigned l = 0; l < LANES; l++) next[l] = acc[l] + (low >> l & low >> (l ^ d) & 1 ? acc[l ^ d] : 0);
    memcpy(acc, next, sizeof acc);
  }
  for (unsigned l = 0; l < LANES; l++) next[l] = acc[l] + (low >> l & 1 ? acc[__builtin_ctz(low)] : above5 ? 7 : 9);
  for (unsigned l = 0; l < LANES; l++) out[l] = next[l] + next[(l + 1) % LANES];
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[N], want[N];
  int32_t n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  /* warps with lanes on both sides, on one side only, and one lane alone */
  for (uint32_t i = 0; i < N; i++) {
    in[i] = wt_host_below(&rng, 10);
    if (i / LANES == 1) in[i] |= 1;
    if (i / LANES == 2) in[i] &= ~UINT32_C(1);
    if (i / LANES == 3) in[i] = (in[i] & ~UINT32_C(1)) | (i % LANES == 17);
  }
  for (uint32_t i = 0; i < N; i += LANES) expected(in + i, want + i);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{N / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "warpmask", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
