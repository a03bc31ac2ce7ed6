/* wt_l2.c - tags of one L2 slice. Rules: docs/blocks/top/wt_memory.md. */
#include "lib/wt_l2.h"

#include <stdlib.h>

int wt_l2_init(wt_l2 *l, const wt_shape *S) {
  *l = (wt_l2){.sets = S->L2_BYTES / (128 * S->L2_WAYS * S->L2_SLICES), .ways = S->L2_WAYS};
  return l->sets && !(l->line = calloc((size_t)l->sets * l->ways, sizeof *l->line)) ? -1 : 0;
}
void wt_l2_free(wt_l2 *l) { free(l->line); }

static wt_l2_line *set_of(const wt_l2 *l, uint64_t local) { return l->line + local % l->sets * l->ways; }

int wt_l2_find(const wt_l2 *l, uint64_t local, uint64_t line) {
  if (!l->sets) return -1;
  const wt_l2_line *s = set_of(l, local);
  for (unsigned w = 0; w < l->ways; w++)
    if (s[w].used && s[w].line == line) return (int)(s + w - l->line);
  return -1;
}

int wt_l2_victim(const wt_l2 *l, uint64_t local) {
  const wt_l2_line *s = set_of(l, local), *oldest = NULL;
  for (unsigned w = 0; w < l->ways; w++) {
    if (!s[w].used) return (int)(s + w - l->line);
    if (!s[w].pending && (!oldest || s[w].rank > oldest->rank)) oldest = &s[w];
  }
  return oldest ? (int)(oldest - l->line) : -1;
}

void wt_l2_touch(wt_l2 *l, int at) {
  wt_l2_line *s = l->line + (unsigned)at / l->ways * l->ways, *x = &l->line[at];
  for (unsigned w = 0; w < l->ways; w++)
    if (s[w].used && s[w].rank < x->rank) s[w].rank++;
  x->rank = 0;
}

void wt_l2_install(wt_l2 *l, int at, uint64_t line) {
  wt_l2_line *x = &l->line[at];
  uint8_t rank = x->used ? x->rank : UINT8_MAX; /* of one that was not there: behind all others */
  *x = (wt_l2_line){.line = line, .used = 1, .rank = rank};
  wt_l2_touch(l, at);
}
