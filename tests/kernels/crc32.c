/* crc32.c - host reference of crc32.cu: a table of 256 words. */
#include "warptwin_host.h"

enum { BLOCK = 32, GRID = 2, N = BLOCK * GRID };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static uint8_t in[16 * N];
  static uint32_t out[N];
  wt_addr din, dout;
  for (int i = 0; i < 16 * N; i++) in[i] = (uint8_t)wt_host_below(&rng, i % 16 == 15 ? 16 : 256);
  uint32_t table[256];
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int b = 0; b < 8; b++) c = c >> 1 ^ (c & 1) * 0xedb88320u;
    table[i] = c;
  }
  for (int i = 0; i < N; i++) {
    uint32_t c = ~0u;
    for (int k = 0; k < in[16 * i + 15]; k++) c = c >> 8 ^ table[(c ^ in[16 * i + k]) & 255];
    out[i] = ~c;
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "crc32", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, N);
}
