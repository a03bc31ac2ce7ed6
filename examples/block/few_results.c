/* few_results.c - the scoreboard of few_results.sv once more, as a shared object: two results a warp at a time.
 *
 *   warptwin block ports sb_bit --c --config small >sb_bit_ports.h
 *   gcc -shared -fPIC -O2 -I. $(pkg-config --cflags warptwin) -o few_results.so few_results.c
 *   warptwin run k.cubin ... --config small --use sb_bit=few_results.so
 *
 * Sets of warps fit into a word here: shapes of up to 32 warps.
 */
#include "sb_bit_ports.h"

#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 32, ENTRIES = 2 };

typedef struct {
  uint32_t first, n; /* registers of a result that is on its way; n 0: free */
} entry;
typedef struct {
  entry e[SLOTS][ENTRIES];
  uint32_t predicates[SLOTS], uniform[SLOTS];
} state;

typedef struct {
  sb_bit_ports p;
  uint32_t warps, hctl, hsrc, need, dst, ndst, pmask, u_use, src[6]; /* numbers of the shape */
  state q;
} scoreboard;

/* n bits of a value from bit at on. */
static uint32_t bits(const uint32_t *v, unsigned at, unsigned n) {
  uint64_t two = v[at / 32] | (uint64_t)(at % 32 + n > 32 ? v[at / 32 + 1] : 0) << 32;
  return (uint32_t)(two >> at % 32) & ((1u << n) - 1);
}
static int meets(const entry *e, uint32_t first, uint32_t n) { return e->n && e->first < first + n && first < e->first + e->n; }

static int ok(const scoreboard *s, unsigned w) {
  const uint32_t *c = s->p.ibuffer_head_ctl, *h = s->p.ibuffer_head_src;
  const unsigned at = w * s->hctl, from = w * s->hsrc;
  const uint32_t dst = bits(c, at + s->dst, 8), n = dst == 255 ? 0 : bits(c, at + s->ndst, 3);
  int room = !n; /* register 255 is 0 for ever */
  if ((bits(c, at + s->pmask, 7) & s->q.predicates[w]) || (bits(c, at + s->u_use, 1) && s->q.uniform[w])) return 0;
  for (const entry *e = s->q.e[w]; e < s->q.e[w] + ENTRIES; e++) {
    room |= !e->n;
    if (n && meets(e, dst, n)) return 0;
    for (unsigned k = 0; k < 6; k++) {
      const uint32_t r = bits(h, from + s->src[k], 8);
      if (bits(h, from + s->need + k, 1) && r != 255 && meets(e, r, 1)) return 0;
    }
  }
  return room;
}
static void block_eval(void *b) {
  scoreboard *s = b;
  *s->p.sb_ok = 0;
  for (unsigned w = 0; w < s->warps; w++) *s->p.sb_ok |= (uint32_t)ok(s, w) << w;
}
static void block_moore(void *b) {
  scoreboard *s = b;
  *s->p.sb_clear = 0;
  for (unsigned w = 0; w < s->warps; w++) {
    int missing = s->q.predicates[w] || s->q.uniform[w];
    for (unsigned k = 0; k < ENTRIES; k++) missing |= s->q.e[w][k].n != 0;
    *s->p.sb_clear |= (uint32_t)!missing << w;
  }
}

static void released(scoreboard *s, unsigned w, uint32_t dst, uint32_t ndst, uint32_t predicates) {
  for (unsigned k = 0; k < ENTRIES && ndst; k++)
    if (s->q.e[w][k].n && s->q.e[w][k].first == dst) s->q.e[w][k] = (entry){0};
  s->q.predicates[w] &= ~predicates;
}
static void block_tick(void *b) {
  scoreboard *s = b;
  const sb_bit_ports *p = &s->p;
  const unsigned w = *p->issue_set_warp;
  unsigned place = 0; /* as the check saw it: what is released now is free in the next cycle */
  while (place < ENTRIES && s->q.e[w][place].n) place++;
  if (*p->alu_rel_valid) {
    released(s, *p->alu_rel_warp, *p->alu_rel_dst, *p->alu_rel_ndst, *p->alu_rel_pw);
    if (*p->alu_rel_u) s->q.uniform[*p->alu_rel_warp] = 0;
  }
  if (*p->wb_rel_valid) released(s, *p->wb_rel_warp, *p->wb_rel_dst, *p->wb_rel_ndst, *p->wb_rel_pw);
  if (!*p->issue_set_valid) return;
  if (*p->issue_set_ndst && *p->issue_set_dst != 255 && place < ENTRIES) s->q.e[w][place] = (entry){*p->issue_set_dst, *p->issue_set_ndst};
  s->q.predicates[w] |= *p->issue_set_pw, s->q.uniform[w] |= *p->issue_set_u;
}

static void block_reset(void *b) { ((scoreboard *)b)->q = (state){0}; }
static void block_close(void *b) { free(b); }
static size_t block_save(void *b, void *bytes) {
  if (bytes) memcpy(bytes, &((scoreboard *)b)->q, sizeof(state));
  return sizeof(state);
}
static int block_load(void *b, const void *bytes, size_t n) {
  if (n != sizeof(state)) return -1;
  memcpy(&((scoreboard *)b)->q, bytes, n);
  return 0;
}

static void *block_open(const wt_block_world *w, char *err, size_t errn) {
  scoreboard *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  int bad = sb_bit_ports_find(w, &s->p);
  bad |= w->number(w, "SLOTS", &s->warps) | w->number(w, "HCTL_W", &s->hctl) | w->number(w, "HSRC_W", &s->hsrc);
  bad |= w->number(w, "hsrc_need_L", &s->need) | w->number(w, "hctl_dst_L", &s->dst) | w->number(w, "hctl_ndst_L", &s->ndst);
  bad |= w->number(w, "hctl_pmask_L", &s->pmask) | w->number(w, "hctl_u_use_L", &s->u_use);
  for (unsigned k = 0; k < 6; k++) {
    char name[20];
    snprintf(name, sizeof name, "hsrc_s%u_L", k);
    bad |= w->number(w, name, &s->src[k]);
  }
  if (bad) snprintf(err, errn, "few_results: a port or a number of the shape is not there");
  else if (s->warps > SLOTS) bad = 1, snprintf(err, errn, "few_results: up to 32 warps, this shape is %s", w->shape);
  return bad ? free(s), NULL : s;
}

const wt_block_api *wt_block_get(void) {
  static const wt_block_api api = {.abi = WT_BLOCK_ABI,
                                   .block = "sb_bit",
                                   .name = "few_results",
                                   .open = block_open,
                                   .close = block_close,
                                   .reset = block_reset,
                                   .moore = block_moore,
                                   .eval = block_eval,
                                   .tick = block_tick,
                                   .save = block_save,
                                   .load = block_load};
  return &api;
}
