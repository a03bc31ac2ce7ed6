/* bits.c - host reference of bits.cu, bit by bit. */
#include "warptwin_host.h"

enum { N = 1600, BLOCK = 64, OUT = 8 };

static uint32_t popcount(uint64_t v) {
  uint32_t n = 0;
  for (; v; v &= v - 1) n++;
  return n;
}

static uint32_t reverse(uint32_t v) {
  uint32_t r = 0;
  for (int b = 0; b < 32; b++) r |= (v >> b & 1) << (31 - b);
  return r;
}

/* Zeros above the highest one of a number of `width` bits. */
static uint32_t leading(uint64_t v, uint32_t width) {
  uint32_t n = 0;
  while (n < width && !(v >> (width - 1 - n) & 1)) n++;
  return n;
}

static uint32_t find_set(uint32_t v) {
  for (uint32_t b = 0; b < 32; b++)
    if (v >> b & 1) return b + 1;
  return 0;
}

static void expected(uint32_t x, uint32_t y, uint32_t i, uint32_t *o) {
  uint64_t z = (uint64_t)x << 32 | y, yx = (uint64_t)y << 32 | x;
  o[0] = popcount(x);
  o[1] = reverse(x);
  o[2] = leading(x, 32);
  o[3] = find_set(x);
  o[4] = (uint32_t)(yx << (y & 31) >> 32);
  o[5] = popcount(z);
  o[6] = leading(z, 64);
  o[7] = (x & y) ^ (~x | i);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[2 * N], want[OUT * N];
  int32_t n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, 2 * N);
  /* all widths, and zero */
  for (int i = 0; i < N / 2; i++) in[2 * i] = i < 3 ? 0 : in[2 * i] >> (i & 31);
  for (int i = 0; i < N; i++) expected(in[2 * i], in[2 * i + 1], (uint32_t)i, want + OUT * i);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "bits", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, OUT * N);
}
