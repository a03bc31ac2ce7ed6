/* const64k.c - host reference of const64k.cu. */
#include "warptwin_host.h"

enum { FIRST = 10000, SECOND = 100, N = 150, BLOCK = 64, GRID = 3 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  static uint32_t first[FIRST];
  uint32_t second[SECOND], want[N];
  uint8_t third[8] = {1, 2, 3, 4, 5, 201, 7, 8};
  uint64_t rng = ctx->seed;
  int32_t k = 67, n = N;
  wt_module *m;
  wt_addr out;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, first, FIRST);
  wt_host_fill_any(&rng, second, SECOND);
  WT_HOST_TRY(wt_symbol_write(s, m, "first", first, sizeof first));
  WT_HOST_TRY(wt_symbol_write(s, m, "second", second, sizeof second));
  WT_HOST_TRY(wt_symbol_write(s, m, "third", third, sizeof third));
  for (int t = 0; t < N; t++)
    want[t] =
      first[t * k % FIRST] + 3 * second[t * k & 63] + 5 * second[(t & 63) + 28] + 7 * first[(t & 63) + 9930] + 11u * third[5] + 13 * second[9];
  WT_HOST_TRY(wt_alloc(s, sizeof want, &out));
  wt_arg args[] = {WT_HOST_ARG(out), WT_HOST_ARG(k), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "const64k", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", out, want, N);
}
