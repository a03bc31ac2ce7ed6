/* wt_bench_draw.c - shapes at random. */
#include "bench/wt_bench_draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_lot.h"

/* Tables of control-flow units: small ones overflow. */
static int is_depth(const char *name) {
  static const char *const depths[] = {"BX_REGS", "WSYNC_SLOTS", "STACK_DEPTH", "WS_DEPTH", "REC_DEPTH", "RT_DEPTH"};
  for (unsigned i = 0; i < sizeof depths / sizeof *depths; i++)
    if (!strcmp(name, depths[i])) return 1;
  return 0;
}

unsigned wt_bench_draw(const char *preset, int structural, const wt_rng *r, char text[WT_BENCH_MOST][60], const char **set, unsigned n) {
  wt_shape S;
  char err[300], word[16];
  if (wt_shape_preset(&S, preset, err, sizeof err)) abort();
  for (unsigned i = 0; i < n; i++)
    if (wt_shape_set(&S, set[i], err, sizeof err)) abort();
  for (unsigned i = 0; i < wt_nkeys && n < WT_BENCH_MOST - 1; i++) {
    const wt_key *k = &wt_keys[i];
    wt_rng own = {wt_lot_on(r->state, k->name)}; /* one key more changes none of the others */
    int few = structural && k->kind == 'S' && wt_below(&own, 2) && is_depth(k->name);
    if (!few && k->kind != 'M' && (!structural || k->kind != 'S' || k->max - k->min > 3)) continue;
    if (!strcmp(k->name, "SUBCORES")) continue; /* a bench is of one sub-core */
    if (!strcmp(k->name, "DIVERGENCE") && n && strstr(set[0], k->name)) continue;
    unsigned hi = few ? k->min + 3 : k->max < 16 ? k->max : k->min + 16;
    snprintf(text[n], 60, "%s=%s", k->name, wt_key_text(k, k->min + wt_below(&own, hi - k->min + 1), word)); /* some values have names only */
    wt_shape with = S;
    if (wt_shape_set(&with, text[n], err, sizeof err) || wt_shape_check(&with, err, sizeof err)) continue;
    S = with;
    set[n] = text[n];
    n++;
  }
  set[n] = NULL;
  return n;
}
