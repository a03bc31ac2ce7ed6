/* printk.c - host reference of printk.cu: the same lines, in the order of the threads of each warp. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "warptwin_host.h"

enum { BLOCK = 32, GRID = 2, N = BLOCK * GRID };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  int32_t in[N], out[N], bad = -1;
  char *text = NULL, want[64];
  size_t bytes = 0;
  wt_addr di, dout;
  wt_host_fill(&rng, in, N, 0, 1000);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &di));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(di), WT_HOST_ARG(dout)};
  FILE *f = open_memstream(&text, &bytes);
  if (!f) return WT_USAGE;
  wt_set_output(s, f);
  wt_status st = wt_host_launch(s, m, "printk", GRID, BLOCK, args, 2);
  fclose(f);
  wt_set_output(s, NULL);
  size_t all = 0;
  for (int i = 0; i < N; i++) {
    out[i] = i % 3 ? in[i] - 1 : in[i] + 3;
    if (i % 3) continue;
    all += (size_t)sprintf(want, "%d: %s %.2f\n", i, in[i] & 1 ? "odd" : "even", in[i] / 4.0);
    char *at = strstr(text, want);
    if (!st && !at) st = (snprintf(ctx->msg, ctx->msg_size, "this line was not printed: %s", want), WT_DIFF);
  }
  if (!st && all != bytes) st = (snprintf(ctx->msg, ctx->msg_size, "%zu bytes printed, want %zu", bytes, all), WT_DIFF);
  free(text);
  if (!st) st = wt_host_expect(s, ctx, "out", dout, out, N);
  if (st) return st;
  WT_HOST_TRY(wt_copy_in(s, di + 4 * 5, &bad, 4));
  st = wt_host_launch(s, m, "printk", GRID, BLOCK, args, 2);
  if (st != WT_DIFF || strcmp(wt_verdict(s), "assert") || !strstr(wt_error(s), "printk.cu:7: ") || !strstr(wt_error(s), "thread: [5,0,0]"))
    return snprintf(ctx->msg, ctx->msg_size, "a failed assertion ended as %d: %s", (int)st, wt_error(s)), st ? st : WT_DIFF;
  WT_HOST_TRY(wt_copy_in(s, di + 4 * 5, &in[5], 4));
  return wt_host_launch(s, m, "printk", GRID, BLOCK, args, 2);
}
