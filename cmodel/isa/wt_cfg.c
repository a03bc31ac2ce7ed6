/* wt_cfg.c - reachable code, basic blocks and immediate post-dominators.
 *
 * Post-dominators are dominators of the reversed graph, found by iterating over a reverse post-order until nothing
 * changes; all walks use their own stacks, so long code cannot overflow the C stack.
 */
#include "isa/wt_cfg.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { R_SEEN = 1, R_LEADER = 2 };

/* What an instruction does to the PC. */
typedef struct {
  int falls, ends, returns, branch; /* reaches the next instruction; the virtual exit; the return; chooses among targets */
  uint32_t direct;                  /* target byte offset or WT_CFG_NO_RPC */
  uint32_t call;                    /* callee or WT_CFG_NO_RPC */
  const wt_cfg_targets *table;
  int calls; /* enters the functions of the table, without one any function */
} flow;

typedef struct {
  const wt_cfg_in *in;
  wt_cfg *out;
  uint8_t *mark; /* per instruction */
  uint32_t *stack, sp;
  uint32_t *block_of; /* per instruction */
  char *err;
  size_t errn;
} work;

static wt_status fail(const work *w, wt_status st, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  if (w->errn) vsnprintf(w->err, w->errn, fmt, ap);
  va_end(ap);
  return st;
}

static const wt_cfg_targets *find_table(const wt_cfg_in *in, uint32_t pc) {
  for (uint32_t i = 0; i < in->ntargets; i++)
    if (in->targets[i].pc == pc) return &in->targets[i];
  return NULL;
}

static unsigned guard(wt_word w) { return (unsigned)wt_bits(w, 15, 12); }
static unsigned extra(wt_word w) { return (unsigned)wt_bits(w, 90, 87); }

/* never: @!PT or !PT. maybe: some predicate decides; .DIV and .CONV decide by the state of the warp. */
static void branch_flow(wt_word w, unsigned id, uint32_t pc, flow *f) {
  unsigned g = guard(w), e = extra(w), mode = (unsigned)wt_bits(w, 33, 32);
  int never = g == 15 || e == 15;
  f->falls = never || g != 7 || e != 7 || (id == WT_I_BRA && mode >= 2);
  if (never) return;
  f->branch = 1;
  if (id == WT_I_BRA) f->direct = wt_isa_bra_target(w, pc);
}

static flow flow_of(const work *k, uint32_t i) {
  wt_word w = k->in->code[i];
  uint32_t pc = i * 16;
  unsigned id = wt_isa_find(w);
  int never = guard(w) == 15 || extra(w) == 15, always = guard(w) == 7 && extra(w) == 7;
  flow f = {.falls = 1, .direct = WT_CFG_NO_RPC, .call = WT_CFG_NO_RPC};
  switch (id) {
    case WT_I_BRA: branch_flow(w, id, pc, &f); break;
    case WT_I_BRX:
    case WT_I_BRXU:
    case WT_I_JMP:
    case WT_I_JMX:
      branch_flow(w, id, pc, &f);
      f.table = find_table(k->in, pc);
      break;
    case WT_I_CALL_REL: f.call = wt_isa_bra_target(w, pc); break;
    case WT_I_CALL_REL_R:
    case WT_I_CALL_ABS:
    case WT_I_CALL_ABS_R:
    case WT_I_CALL_ABS_C:
      f.table = find_table(k->in, pc);
      f.calls = !never;
      break;
    case WT_I_RET:
      f.returns = !never;
      f.falls = !always;
      break;
    case WT_I_KILL:
      f.ends = !never;
      f.falls = !always;
      break;
    case WT_I_EXIT:
      f.ends = !never && (always || !(k->in->flags & WT_CFG_IGNORE_EXIT));
      f.falls = !always;
      break;
    default: break;
  }
  return f;
}

static wt_status visit(work *k, uint32_t from, uint32_t pc, int leader) {
  uint32_t i = pc / 16;
  if (pc % 16 || i >= k->in->n) {
    return fail(k, WT_UNSUPPORTED, "control flow at 0x%x leaves the code for 0x%x, check the target", from * 16, pc);
  }
  if (leader) k->mark[i] |= R_LEADER;
  if (!(k->mark[i] & R_SEEN)) {
    k->mark[i] |= R_SEEN;
    k->stack[k->sp++] = i;
  }
  return WT_OK;
}

static wt_status visit_all(work *k, uint32_t i, const flow *f) {
  wt_status st = WT_OK;
  int ends_block = f->branch || f->ends || f->returns || f->calls || f->table || f->direct != WT_CFG_NO_RPC || f->call != WT_CFG_NO_RPC;
  if (f->branch && f->direct == WT_CFG_NO_RPC && !f->table) {
    return fail(k, WT_UNSUPPORTED, "indirect branch at 0x%x has no target table, give its targets", i * 16);
  }
  if (f->calls && !f->table && !k->in->nfuncs) {
    return fail(k, WT_UNSUPPORTED, "call through a register at 0x%x has no known functions, give its targets", i * 16);
  }
  if (f->direct != WT_CFG_NO_RPC) st = visit(k, i, f->direct, 1);
  if (!st && f->call != WT_CFG_NO_RPC) st = visit(k, i, f->call, 1);
  for (uint32_t t = 0; !st && f->table && t < f->table->n; t++) st = visit(k, i, f->table->target[t], 1);
  for (uint32_t t = 0; !st && f->calls && !f->table && t < k->in->nfuncs; t++) st = visit(k, i, k->in->funcs[t], 1);
  if (!st && f->falls) st = visit(k, i, (i + 1) * 16, ends_block);
  return st;
}

static wt_status find_reachable(work *k) {
  wt_status st = visit(k, k->in->entry / 16, k->in->entry, 1);
  if (st) return fail(k, WT_USAGE, "entry 0x%x is outside the code, check the symbol", k->in->entry);
  while (!st && k->sp) {
    uint32_t i = k->stack[--k->sp];
    flow f = flow_of(k, i);
    st = visit_all(k, i, &f);
  }
  return st;
}

/* Blocks run from a leader to the next leader or to an instruction that does not fall into its neighbour alone. */
static void make_blocks(work *k) {
  wt_cfg *c = k->out;
  int open = 0;
  for (uint32_t i = 0; i < k->in->n; i++) {
    k->block_of[i] = WT_CFG_NO_RPC;
    if (!(k->mark[i] & R_SEEN)) {
      open = 0;
      continue;
    }
    c->reach[c->nreach++] = i;
    if (!open || k->mark[i] & R_LEADER) {
      c->block[c->nblocks] = (wt_cfg_block){i, i, 0, 0, WT_CFG_NO_RPC};
      c->nblocks++;
    }
    c->block[c->nblocks - 1].last = i;
    k->block_of[i] = c->nblocks - 1;
    open = flow_of(k, i).falls;
  }
}

static int add_edge(work *k, wt_cfg_block *b, uint32_t to) {
  wt_cfg *c = k->out;
  for (uint32_t e = b->succ; e < c->nedges; e++)
    if (c->edge[e] == to) return 1;
  if (!(c->nedges & (c->nedges - 1))) {
    uint32_t *p = realloc(c->edge, (c->nedges ? c->nedges * 2u : 1u) * sizeof *p);
    if (!p) return 0;
    c->edge = p;
  }
  c->edge[c->nedges++] = to;
  b->nsucc++;
  return 1;
}

static wt_status make_edges(work *k) {
  wt_cfg *c = k->out;
  int ok = 1;
  for (uint32_t n = 0; n < c->nblocks; n++) {
    wt_cfg_block *b = &c->block[n];
    flow f = flow_of(k, b->last);
    b->succ = c->nedges;
    if (f.direct != WT_CFG_NO_RPC) ok &= add_edge(k, b, k->block_of[f.direct / 16]);
    for (uint32_t t = 0; f.table && !f.calls && t < f.table->n; t++) {
      ok &= add_edge(k, b, k->block_of[f.table->target[t] / 16]);
    }
    if (f.falls) ok &= add_edge(k, b, k->block_of[b->last + 1]);
    if (f.ends) ok &= add_edge(k, b, c->nblocks);
    if (f.returns) ok &= add_edge(k, b, c->nblocks + 1);
  }
  return ok ? WT_OK : fail(k, WT_USAGE, "out of memory for the control-flow graph, free some");
}

typedef struct {
  uint32_t *pred, *start; /* predecessors of node v: pred[start[v] .. start[v + 1] - 1] */
  uint32_t *order, n;     /* nodes that reach the exit, in post-order of the reversed graph */
  uint32_t *rank;         /* their place in it */
  uint32_t *next, *stack;
} reversed;

/* Nodes: the blocks, the exit, the return. The only edge that the graph does not hold is return to exit. */
static void reverse_edges(const wt_cfg *c, reversed *r) {
  uint32_t nodes = c->nblocks + 2;
  for (uint32_t e = 0; e < c->nedges; e++) r->start[c->edge[e] + 1]++;
  r->start[c->nblocks + 1]++;
  for (uint32_t v = 0; v < nodes; v++) r->start[v + 1] += r->start[v];
  memcpy(r->next, r->start, nodes * sizeof *r->next);
  for (uint32_t b = 0; b < c->nblocks; b++)
    for (uint32_t e = 0; e < c->block[b].nsucc; e++) r->pred[r->next[c->edge[c->block[b].succ + e]]++] = b;
  r->pred[r->next[c->nblocks]++] = c->nblocks + 1;
}

static void post_order(const wt_cfg *c, reversed *r) {
  uint32_t nodes = c->nblocks + 2, sp = 0;
  memcpy(r->next, r->start, nodes * sizeof *r->next);
  for (uint32_t v = 0; v < nodes; v++) r->rank[v] = WT_CFG_NO_RPC;
  r->rank[c->nblocks] = 0;
  r->stack[sp++] = c->nblocks;
  while (sp) {
    uint32_t v = r->stack[sp - 1];
    if (r->next[v] < r->start[v + 1]) {
      uint32_t p = r->pred[r->next[v]++];
      if (r->rank[p] != WT_CFG_NO_RPC) continue;
      r->rank[p] = 0;
      r->stack[sp++] = p;
      continue;
    }
    sp--;
    r->rank[v] = r->n;
    r->order[r->n++] = v;
  }
}

/* Nearest common ancestor in the tree so far; parents have higher ranks. */
static uint32_t meet(const uint32_t *idom, const uint32_t *rank, uint32_t a, uint32_t b) {
  while (a != b) {
    while (rank[a] < rank[b]) a = idom[a];
    while (rank[b] < rank[a]) b = idom[b];
  }
  return a;
}

static void iterate(const wt_cfg *c, const reversed *r, uint32_t *idom) {
  int changed = 1;
  for (uint32_t v = 0; v < c->nblocks + 2; v++) idom[v] = WT_CFG_NO_RPC;
  idom[c->nblocks] = idom[c->nblocks + 1] = c->nblocks;
  while (changed) {
    changed = 0;
    for (uint32_t i = r->n - 1; i-- > 0;) {
      if (r->order[i] > c->nblocks) continue; /* the return */
      const wt_cfg_block *b = &c->block[r->order[i]];
      uint32_t best = WT_CFG_NO_RPC;
      for (uint32_t e = 0; e < b->nsucc; e++) {
        uint32_t s = c->edge[b->succ + e];
        if (idom[s] == WT_CFG_NO_RPC) continue;
        best = best == WT_CFG_NO_RPC ? s : meet(idom, r->rank, s, best);
      }
      if (idom[r->order[i]] == best) continue;
      idom[r->order[i]] = best;
      changed = 1;
    }
  }
}

static void store(const work *k, const uint32_t *idom) {
  wt_cfg *c = k->out;
  for (uint32_t n = 0; n < c->nblocks; n++) {
    wt_cfg_block *b = &c->block[n];
    b->ipdom = idom[n];
    flow f = flow_of(k, b->last);
    if (!f.branch && !f.returns) continue;
    if (idom[n] < c->nblocks) c->rpc[b->last] = c->block[idom[n]].first * 16;
    if (idom[n] == c->nblocks + 1) c->rpc[b->last] = WT_CFG_RPC_RET;
  }
}

static wt_status post_dominators(const work *k) {
  const wt_cfg *c = k->out;
  size_t nodes = (size_t)c->nblocks + 2, total = c->nedges + 1 + 6 * nodes + 1;
  uint32_t *mem = calloc(total, sizeof *mem);
  if (!mem) return fail(k, WT_USAGE, "out of memory for post-dominators, free some");
  reversed r = {.pred = mem, .start = mem + c->nedges + 1};
  r.order = r.start + nodes + 1;
  r.rank = r.order + nodes;
  r.next = r.rank + nodes;
  r.stack = r.next + nodes;
  uint32_t *idom = r.stack + nodes;
  reverse_edges(c, &r);
  post_order(c, &r);
  iterate(c, &r, idom);
  store(k, idom);
  free(mem);
  return WT_OK;
}

wt_status wt_cfg_build(const wt_cfg_in *in, wt_cfg *out, char *err, size_t errn) {
  work k = {.in = in, .out = out, .err = err, .errn = errn};
  size_t n = in->n ? in->n : 1;
  wt_status st;
  memset(out, 0, sizeof *out);
  k.mark = calloc(n, 1);
  k.stack = calloc(n, sizeof *k.stack);
  k.block_of = calloc(n, sizeof *k.block_of);
  out->rpc = calloc(n, sizeof *out->rpc);
  out->reach = calloc(n, sizeof *out->reach);
  out->block = calloc(n, sizeof *out->block);
  if (!k.mark || !k.stack || !k.block_of || !out->rpc || !out->reach || !out->block) {
    st = fail(&k, WT_USAGE, "out of memory for the control-flow graph, free some");
  } else {
    for (size_t i = 0; i < n; i++) out->rpc[i] = WT_CFG_NO_RPC;
    st = find_reachable(&k);
  }
  if (!st) {
    make_blocks(&k);
    st = make_edges(&k);
  }
  if (!st) st = post_dominators(&k);
  free(k.mark);
  free(k.stack);
  free(k.block_of);
  if (st) wt_cfg_free(out);
  return st;
}

void wt_cfg_free(wt_cfg *c) {
  free(c->rpc);
  free(c->reach);
  free(c->block);
  free(c->edge);
  memset(c, 0, sizeof *c);
}
