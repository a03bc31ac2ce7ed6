/* wt_reuse_say.c - what the counts of wt_reuse.h say: which group of loads misses, and which policies are made for it. docs/user/pictures.md has the rule. */
#include <stdarg.h>
#include <stdio.h>

#include "lib/wt_reuse.h"

/* Loads at distances of bin b. */
static uint64_t loads_of(const wt_reuse_view *v, unsigned b) {
  uint64_t n = 0;
  for (unsigned f = 0; f < WT_FROM_N; f++) n += v->load_bin[f][b];
  return n;
}
/* The fewest bins that have nine tenths of the loads with a distance; 0: there are none. */
static unsigned enough_bins(const wt_reuse_view *v) {
  uint64_t all = 0, sum = 0;
  unsigned b = 0;
  for (unsigned i = 0; i < WT_REUSE_BINS; i++) all += loads_of(v, i);
  while (sum * 10 < all * 9) sum += loads_of(v, b++);
  return b;
}
uint64_t wt_reuse_enough(const wt_reuse *r) {
  const unsigned bins = enough_bins(&r->in_sm);
  return bins ? (UINT64_C(1) << (bins - 1)) * r->bytes : 0;
}

void wt_reuse_misses(const wt_reuse *r, uint64_t n[WT_REUSE_GROUPS]) {
  const wt_reuse_view *v = &r->in_sm;
  const unsigned bins = enough_bins(v);
  uint64_t missed[WT_FROM_N];
  n[WT_REUSE_FITS] = 0;
  for (unsigned f = 0; f < WT_FROM_N; f++) {
    uint64_t held = r->l1 ? v->load_held[f] : 0;
    for (unsigned b = 0; !r->l1 && b < bins; b++) held += v->load_bin[f][b];
    n[WT_REUSE_FITS] += held, missed[f] = v->loads[f] - held;
  }
  n[WT_REUSE_STREAM] = missed[WT_FROM_NOBODY];
  n[WT_REUSE_INTER] = missed[WT_FROM_CTAS] + missed[WT_FROM_SMS];
  n[WT_REUSE_INTRA_WARP] = missed[WT_FROM_WARP];
  n[WT_REUSE_INTRA_CTA] = missed[WT_FROM_CTA];
}

static double percent(uint64_t a, uint64_t of) { return of ? 100.0 * (double)a / (double)of : 0; }

__attribute__((format(printf, 2, 3))) static void put(char to[WT_REUSE_SAY], const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(to, WT_REUSE_SAY, fmt, ap);
  va_end(ap);
}

/* inter: misses of that group. */
static void of_group(const wt_reuse *r, wt_reuse_group g, uint64_t inter, double share, double of_all, char to[WT_REUSE_SAY]) {
  const uint64_t apart = r->in_sm.loads[WT_FROM_SMS];
  switch (g) {
    case WT_REUSE_STREAM:
      put(to,
          "Streaming, %.0f %% of the misses (%.0f %% of the loads): these loads touch a line for the first time. No order of warps or "
          "CTAs saves them; keeping such lines out of L1 (bypassing) leaves its room to the others.",
          share, of_all);
      return;
    case WT_REUSE_INTER:
      put(to,
          2 * apart >= inter && apart
            ? "Inter-CTA, %.0f %% of the misses (%.0f %% of the loads): a CTA of another SM had the line before. Clustering puts CTAs that share "
              "lines on one SM: CTA_SCHED=bcs or cluster with CTA_ORDER=row, column or tile (CTA_UNIT=policies)."
            : "Inter-CTA, %.0f %% of the misses (%.0f %% of the loads): another CTA of the SM had the line, too long ago for L1. Clustering brings "
              "such CTAs together in time: CTA_SCHED=cluster with CTA_ORDER=column or tile (CTA_UNIT=policies), and CTA_SCHED=bcs where there are "
              "several SMs.",
          share, of_all);
      return;
    case WT_REUSE_INTRA_WARP:
      put(to,
          "Intra-warp, %.0f %% of the misses (%.0f %% of the loads): the warp itself had the line, and others drove it out since. Fewer "
          "warps at a time leave it there: SCHED=gto, CTA_LIMIT=N, LCS=on or CCWS=on.",
          share, of_all);
      return;
    case WT_REUSE_INTRA_CTA:
      put(to,
          "Intra-CTA, %.0f %% of the misses (%.0f %% of the loads): another warp of the CTA had the line, too long ago for L1. What "
          "keeps the warps of a CTA together in time helps: SCHED=lrr or twolevel, or fewer CTAs (CTA_LIMIT=N, LCS=on).",
          share, of_all);
      return;
    default: return;
  }
}

unsigned wt_reuse_says(const wt_reuse *r, char say[WT_REUSE_SAYS][WT_REUSE_SAY]) {
  uint64_t n[WT_REUSE_GROUPS], misses = 0;
  unsigned said = 0, most = WT_REUSE_STREAM;
  wt_reuse_misses(r, n);
  for (unsigned g = WT_REUSE_STREAM; g < WT_REUSE_GROUPS; g++) {
    misses += n[g];
    if (n[g] > n[most]) most = g;
  }
  const uint64_t loads = misses + n[WT_REUSE_FITS], enough = wt_reuse_enough(r);
  if (!loads) return put(say[0], "There are no loads of global memory: no policy of L1 or of CTAs has anything to save."), 1;
  if (!r->l1 && enough)
    put(say[said++],
        "This shape has no L1. One of %llu bytes holds the lines of nine tenths of the loads that come again to their SM; of that L1 the "
        "following is said.",
        (unsigned long long)enough);
  if (misses * 10 < loads) {
    put(say[said++], "Fits: %s holds the lines of %.0f %% of the loads. No order of warps or CTAs can save more than the other %.0f %%.",
        r->l1 ? "L1" : "it", percent(n[WT_REUSE_FITS], loads), percent(misses, loads));
  } else {
    of_group(r, (wt_reuse_group)most, n[WT_REUSE_INTER], percent(n[most], misses), percent(n[most], loads), say[said++]);
    for (unsigned g = WT_REUSE_STREAM; g < WT_REUSE_GROUPS; g++)
      if (g != most && n[g] * 4 >= misses)
        of_group(r, (wt_reuse_group)g, n[WT_REUSE_INTER], percent(n[g], misses), percent(n[g], loads), say[said++]);
  }
  if (r->l1 && enough)
    put(say[said++], "An L1 of %llu bytes holds the lines of nine tenths of the loads that come again to their SM; this one has %u.",
        (unsigned long long)enough, r->S->L1_BYTES);
  return said;
}
