/* wt_delay.c - reconvergence points of spin loops become those of the enclosing region.
 *
 * Spin loop: the smallest natural loop around a YIELD or NANOSLEEP that accesses memory (nvcc's YIELD also lies in a small loop of votes,
 * which waits for nothing). Every branch that would meet where a branch leaves such a loop gets RPC_NONE: its paths then meet
 * where the region around it does. That includes branches in front of the loop: compilers peel its first iteration.
 */
#include "isa/wt_delay.h"

#include <stdlib.h>
#include <string.h>

enum { B_YIELD = 1, B_MEMORY = 2 };

typedef struct {
  const wt_word *code;
  wt_cfg *c;
  uint8_t *kind;        /* per block: B_... */
  uint8_t *state;       /* depth-first search: 0 new, 1 on the stack, 2 done */
  uint8_t *body, *best; /* per block: in the loop; in the smallest one so far */
  uint32_t *stack, *edge_at;
  uint32_t *from, *to, nback; /* back edges */
  uint8_t *moved;             /* per instruction: somebody leaves a spin loop for here */
} work;

static void classify(work *k) {
  for (uint32_t b = 0; b < k->c->nblocks; b++)
    for (uint32_t i = k->c->block[b].first; i <= k->c->block[b].last; i++) {
      unsigned id = wt_isa_find(k->code[i]);
      if (id == WT_I_YIELD || id == WT_I_NANOSLEEP_R || id == WT_I_NANOSLEEP_I || id == WT_I_NANOSLEEP_C) k->kind[b] |= B_YIELD;
      if (id != WT_I_INVALID && wt_isa_rows[id].unit == WT_UNIT_LSU) k->kind[b] |= B_MEMORY;
    }
}

/* Back edges: to a block on the stack of a depth-first search from every root. */
static void search(work *k, uint32_t root) {
  const wt_cfg *c = k->c;
  uint32_t sp = 0;
  k->stack[sp++] = root;
  k->state[root] = 1;
  while (sp) {
    uint32_t b = k->stack[sp - 1];
    const wt_cfg_block *n = &c->block[b];
    if (k->edge_at[b] == n->nsucc) {
      k->state[b] = 2;
      sp--;
      continue;
    }
    uint32_t s = c->edge[n->succ + k->edge_at[b]++];
    if (s >= c->nblocks) continue;
    if (k->state[s] == 1) k->from[k->nback] = b, k->to[k->nback++] = s;
    if (k->state[s]) continue;
    k->state[s] = 1;
    k->stack[sp++] = s;
  }
}

/* Blocks from which `from` is reached without passing `head`. Returns their number; what they are made of in *kinds. */
static uint32_t loop_of(work *k, uint32_t head, uint32_t from, unsigned *kinds) {
  const wt_cfg *c = k->c;
  uint32_t n = 1, changed = head != from;
  memset(k->body, 0, c->nblocks);
  k->body[head] = 1;
  if (!k->body[from]) k->body[from] = 1, n++;
  while (changed) {
    changed = 0;
    for (uint32_t b = c->nblocks; b-- > 0;) {
      if (k->body[b]) continue;
      for (uint32_t e = 0; e < c->block[b].nsucc; e++) {
        uint32_t s = c->edge[c->block[b].succ + e];
        if (s < c->nblocks && s != head && k->body[s]) k->body[b] = 1;
      }
      if (k->body[b]) n++, changed = 1;
    }
  }
  *kinds = 0;
  for (uint32_t b = 0; b < c->nblocks; b++)
    if (k->body[b]) *kinds |= k->kind[b];
  return n;
}

/* The branches that leave the loop k->best: where they would meet. */
static void leave(work *k) {
  wt_cfg *c = k->c;
  for (uint32_t b = 0; b < c->nblocks; b++) {
    uint32_t last = c->block[b].last, rpc = c->rpc[last];
    if (!k->best[b]) continue;
    for (uint32_t e = 0; e < c->block[b].nsucc; e++) {
      uint32_t s = c->edge[c->block[b].succ + e];
      if (s < c->nblocks && k->best[s]) continue;
      if (rpc == WT_CFG_RPC_RET) c->rpc[last] = WT_CFG_NO_RPC;
      if (rpc < WT_CFG_RPC_RET) k->moved[rpc / 16] = 1;
    }
  }
}

static void spin_loops(work *k) {
  for (uint32_t y = 0; y < k->c->nblocks; y++) {
    uint32_t size = 0;
    if (!(k->kind[y] & B_YIELD)) continue;
    for (uint32_t i = 0; i < k->nback; i++) {
      unsigned kinds;
      uint32_t n = loop_of(k, k->to[i], k->from[i], &kinds);
      if (!k->body[y] || !(kinds & B_MEMORY) || (size && n >= size)) continue;
      size = n;
      memcpy(k->best, k->body, k->c->nblocks);
    }
    if (size) leave(k);
  }
}

int wt_cfg_delay(const wt_word *code, wt_cfg *c) {
  uint32_t nb = c->nblocks, ni = nb ? c->block[nb - 1].last + 1 : 0, ne = c->nedges;
  uint8_t *bytes = calloc((size_t)4 * nb + ni + 1, 1);
  uint32_t *words = calloc((size_t)2 * nb + 2 * (size_t)ne + 1, sizeof *words);
  work k = {.code = code,
            .c = c,
            .kind = bytes,
            .state = bytes + nb,
            .body = bytes + 2 * nb,
            .best = bytes + 3 * nb,
            .moved = bytes + 4 * nb,
            .stack = words,
            .edge_at = words + nb,
            .from = words + 2 * nb,
            .to = words + 2 * nb + ne};
  int ok = bytes && words;
  if (ok) {
    classify(&k);
    for (uint32_t b = 0; b < nb; b++)
      if (!k.state[b]) search(&k, b);
    spin_loops(&k);
    for (uint32_t i = 0; i < ni; i++)
      if (c->rpc[i] < WT_CFG_RPC_RET && c->rpc[i] / 16 < ni && k.moved[c->rpc[i] / 16]) c->rpc[i] = WT_CFG_NO_RPC;
  }
  free(bytes);
  free(words);
  return ok ? 0 : -1;
}
