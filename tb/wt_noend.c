/* wt_noend.c - detection of repeated states. */
#include "wt_noend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/wt_rows.h"

enum { FIRST_SNAPSHOT = 4096 };

typedef struct {
  const char *live; /* in the machine; MEM: rows of the memory */
  char *copy;
  size_t bytes;
  int mem;
} piece;

struct wt_noend {
  wt_blks *blks;
  piece *p;
  unsigned n;
  int off;            /* the kernel reads the clock */
  uint64_t at, next;  /* cycle of the snapshot, of the next one */
  uint64_t issued, writes, digest;
  int digest_valid;
  char why[600];
};

static int reads_clock(const struct wt_launch *L) {
  for (size_t i = 0; i < L->n_insns; i++) {
    unsigned op = wt_isa_find(L->code[i]), sr = (unsigned)wt_bits(L->code[i], 79, 72);
    if ((op == WT_I_S2R || op == WT_I_CS2R || op == WT_I_S2UR) && (sr == 1 || (sr >= 80 && sr < 255)) && (!L->reach || L->reach[i])) return 1;
  }
  return 0;
}

wt_noend *wt_noend_new(wt_m *m, const struct wt_launch *L) {
  wt_noend *n = calloc(1, sizeof *n);
  if (!n || !(n->blks = wt_blks_new(m->S))) return free(n), NULL;
  n->next = FIRST_SNAPSHOT;
  n->off = reads_clock(L);
  unsigned max = 0;
  for (unsigned k = 0; k < n->blks->n; k++) max += n->blks->blk[k].nrows * n->blks->blk[k].count;
  n->p = calloc(max + 1, sizeof *n->p);
  if (!n->p) return wt_noend_free(n), NULL;
  for (int mem = 0; mem < 2; mem++) /* flip-flops first: they tell most states apart */
    for (unsigned k = 0; k < n->blks->n; k++) {
      const wt_blk *b = &n->blks->blk[k];
      if (!b->chosen || b->pseudo) continue;
      for (unsigned i = 0; i < b->count; i++)
        for (unsigned r = 0; r < b->nrows; r++) {
          const wt_row *w = &b->rows[r];
          if (w->kind != (mem ? WT_ROW_MEM : WT_ROW_FF) || (!strcmp(b->stem, "sreg") && !strcmp(w->name, "clk"))) continue;
          size_t bytes = mem ? w->depth * wt_row_stride(w) : w->csize ? (size_t)w->csize * w->n : (w->elemw + 31) / 32 * 4;
          n->p[n->n++] = (piece){wt_row_ptr(m, b, w, i), NULL, bytes, mem};
        }
    }
  for (unsigned i = 0; i < n->n; i++)
    if (!(n->p[i].copy = malloc(n->p[i].bytes ? n->p[i].bytes : 1))) return wt_noend_free(n), NULL;
  return n;
}

void wt_noend_free(wt_noend *n) {
  if (!n) return;
  for (unsigned i = 0; i < n->n; i++) free(n->p[i].copy);
  free(n->p);
  wt_blks_free(n->blks);
  free(n);
}

static void explain(wt_noend *n, wt_m *m, const wt_tandem *t) {
  int len = 0;
  for (unsigned w = 0; w < m->S->WARPS && len < 420; w++) {
    if (!(t->resident >> w & 1) || !t->hist_n[w]) continue;
    const wt_issued *h = &t->hist[w][(t->hist_n[w] - 1) % WT_HISTORY];
    const char *what = m->o.cfu.dead >> w & 1 ? "waits for ever" : m->o.cfu.run >> w & 1 ? "spins" : "waits";
    len += snprintf(n->why + len, sizeof n->why - (size_t)len, "%swarp %u %s, last pc 0x%04x mask %08llx", len ? "; " : "", w, what, h->pc,
                    (unsigned long long)h->mask);
  }
}

const char *wt_noend_cycle(wt_noend *n, wt_m *m, const wt_tandem *t, const wt_env *e, const wt_mem *mem) {
  uint64_t c = t->tally.cycles;
  if (n->off) return NULL;
  if (c < n->next) {
    if (!n->at || !wt_env_quiet(e)) return NULL;
    for (unsigned i = 0; i < n->n; i++)
      if (memcmp(n->p[i].live, n->p[i].copy, n->p[i].bytes)) return NULL;
    if (n->writes != wt_env_writes(e) && (!n->digest_valid || n->digest != wt_mem_digest(mem))) return NULL;
    explain(n, m, t);
    return n->issued == t->tally.warp_instructions ? "deadlock" : "livelock";
  }
  if (!wt_env_quiet(e)) return NULL; /* nothing in flight: the environment's state is its memory */
  for (unsigned i = 0; i < n->n; i++) memcpy(n->p[i].copy, n->p[i].live, n->p[i].bytes);
  n->at = c;
  while (n->next <= c) n->next *= 2;
  n->issued = t->tally.warp_instructions;
  n->writes = wt_env_writes(e);
  n->digest = wt_mem_digest(mem);
  n->digest_valid = 1;
  return NULL;
}

const char *wt_noend_why(const wt_noend *n) { return n->why; }
