/* test_wt_compared.c - the comparator's other half: whole states that are loaded, stored, told and taken over, what is looked at together, clock edges, the
 * words of a report, and an RTL that does not fit the rows (wt_rtl_find is wrapped, and lies about one variable). Allocations are wrapped, too, and one fails.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/block_suite.h"
#define FAILS_REALLOC
#include "tests/fails_kit.h"

/* ---- whole states ---- */
static const wt_block_fns *blocks[WT_MAX_BLOCKS];
static int n_blocks;
static wt_bench *open_tiny(const char *stem) {
  static const char *const cache[] = {"L1_BYTES=1024", NULL}; /* without it the shape has no such block */
  char err[400];
  wt_bench *b = wt_bench_open(stem, "tiny", strcmp(stem, "l1d") ? NULL : cache, 1, err, sizeof err);
  ck_assert_msg(b != NULL, "%s: %s", stem, err);
  return b;
}
static void scramble(uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++) p[i] ^= 0x5a;
}
static size_t bytes_of(const wt_bind *b) { return b->row->kind == WT_ROW_MEM ? (size_t)b->bytes * b->row->depth : b->bytes; }
static uint8_t *copy_rtl(const wt_ls *l, uint8_t *to) { /* all state; to = NULL: room for it */
  size_t n = 1;
  for (unsigned k = 0; k < l->n_ff + l->n_mem; k++) {
    const wt_bind *b = k < l->n_ff ? &l->ff[k] : &l->mem[k - l->n_ff];
    if (to) memcpy(to + n, b->rtl, bytes_of(b));
    n += bytes_of(b);
  }
  if (to) return to;
  uint8_t *p = calloc(n, 1);
  ck_assert(p != NULL);
  return copy_rtl(l, p);
}
static int same_rtl(const wt_ls *l, const uint8_t *was) {
  uint8_t *now = copy_rtl(l, NULL);
  size_t n = 1;
  for (unsigned k = 0; k < l->n_ff + l->n_mem; k++) n += bytes_of(k < l->n_ff ? &l->ff[k] : &l->mem[k - l->n_ff]);
  int same = !memcmp(now, was, n);
  free(now);
  return same;
}
START_TEST(a_state_is_loaded_and_stored_whole) {
  wt_bench *b = open_tiny(blocks[_i]->stem);
  wt_ls *l = &b->ls;
  ck_assert_msg(!wt_bench_reset(b) && !wt_bench_random(b, 60), "%s", b->report);
  ck_assert_msg(wt_ls_own(l) == NULL, "the twins are the same, and there is something to tell");
  uint8_t *was = copy_rtl(l, NULL);
  for (unsigned k = 0; k < l->n_ff; k++) scramble(l->ff[k].rtl, l->ff[k].bytes);
  for (unsigned k = 0; k < l->n_mem; k++) scramble(l->mem[k].rtl, bytes_of(&l->mem[k]));
  if (l->n_ff + l->n_mem) ck_assert(!same_rtl(l, was));
  ck_assert_msg(!wt_ls_load(l), "wt_%s", blocks[_i]->stem);
  ck_assert_msg(same_rtl(l, was), "wt_%s: what is loaded is not what was there", blocks[_i]->stem);
  for (unsigned k = 0; k < l->n_ff; k++) scramble((uint8_t *)l->ff[k].c, wt_row_value_bytes(l->ff[k].row));
  for (unsigned k = 0; k < l->n_mem; k++) scramble((uint8_t *)l->mem[k].c, wt_row_bytes(l->mem[k].row));
  wt_ls_store(l);
  char *own = wt_ls_own(l);
  ck_assert_msg(own == NULL, "wt_%s after a store: %s", blocks[_i]->stem, own);
  ck_assert(same_rtl(l, was));
  if (b->fns->moore) b->fns->moore(b->m);
  ck_assert_msg(!wt_bench_random(b, 60), "wt_%s goes on: %s", blocks[_i]->stem, b->report);
  free(was);
  wt_bench_close(b);
}
END_TEST

/* Around small values is read what belongs to the C twin or to variables of the RTL, and nothing else. */
static void look_at_readable(const wt_ls *l) {
  uint32_t n, found;
  const wt_rtl_var *v = l->part->rtl.api->vars(l->part->rtl.h, &n);
  const wt_spans *c = &l->readable.c, *rtl = &l->readable.rtl;
  ck_assert(c->n == 1 && c->span->from == (const char *)l->m->gpu && c->span->to == (const char *)l->m->gpu + wt_gpu_bytes(l->m->S));
  for (unsigned k = 0; k < rtl->n; k++) {
    ck_assert_msg(!k || rtl->span[k - 1].to < rtl->span[k].from, "stretches %u and %u are one, or not in order", k - 1, k);
    found = 0;
    for (uint32_t i = 0; i < n; i++)
      found |= (rtl->span[k].from == v[i].ptr) | 2u * (rtl->span[k].to == (const char *)v[i].ptr + v[i].row_bytes * v[i].depth);
    ck_assert_msg(found == 3, "stretch %u does not begin or end with a variable", k);
  }
  for (uint32_t i = 0; i < n; i++) {
    found = 0;
    for (unsigned k = 0; k < rtl->n; k++) found += (const char *)v[i].ptr >= rtl->span[k].from && (const char *)v[i].ptr < rtl->span[k].to;
    ck_assert_msg(found == 1, "variable %s is in %u stretches", v[i].name, found);
  }
}
/* Four memories are looked at together; at their enables at once where none has more ports than a byte has bits. */
static void look_at_watch(const wt_ls *l) {
  for (unsigned i = 0; i < (l->n_mem + 3) / 4 * 4; i++) {
    const wt_watch *w = &l->watch[i / 4];
    int narrow = 1;
    for (unsigned k = i / 4 * 4; k < i / 4 * 4 + 4 && k < l->n_mem; k++) narrow &= l->mem[k].row->ports <= 8;
    ck_assert_int_eq(w->narrow, narrow);
    if (i < l->n_mem) ck_assert(w->we[i % 4] == l->mem[i].we && w->log[i % 4] == l->mem[i].log);
    else ck_assert(!*w->we[i % 4] && !w->log[i % 4]->n);
  }
}
/* Inputs of one driver whose values lie in 64 bytes, as they follow each other in the list, are looked at together; an array of drivers has no such place. */
static int joins(const wt_bind *first, const wt_bind *b) {
  return first->blk == b->blk && b->blk->count == 1 && b->c >= first->c && b->c - first->c + (long)wt_row_value_bytes(b->row) <= 64;
}
static void look_at_runs(const wt_ls *l) {
  unsigned next = 0;
  for (unsigned k = 0; k < l->n_q_in; k++) {
    const wt_in_run *r = &l->q_in[k];
    const wt_bind *first = &l->in[next];
    long bytes = 0;
    ck_assert(r->first == next && r->n > 0 && r->n <= l->n_in - next && r->c == first->c && (r->seen != NULL) == (first->blk->count == 1));
    for (unsigned i = next; i < next + r->n; i++) {
      long end = l->in[i].c - first->c + (long)wt_row_value_bytes(l->in[i].row);
      ck_assert_msg(i == next || joins(first, &l->in[i]), "input %s", l->in[i].row->name);
      bytes = end > bytes ? end : bytes;
    }
    next += r->n;
    ck_assert_int_eq(r->bytes, bytes);
    ck_assert_msg(next == l->n_in || !joins(first, &l->in[next]), "input %s is not looked at with those before", l->in[next].row->name);
  }
  ck_assert_uint_eq(next, l->n_in);
}
static void (*real_close)(void *h);
static unsigned handles_closed;
static void count_close(void *h) { real_close(h), handles_closed++; }
/* A comparator that is opened on a machine in the middle of its work: what it holds of the machine is what is there. */
START_TEST(a_comparator_begins_at_any_state) {
  static wt_ls l;
  char err[400], path[1024];
  wt_bench *b = open_tiny(blocks[_i]->stem);
  ck_assert_msg(!wt_bench_reset(b) && !wt_bench_random(b, 60), "%s", b->report);
  b->fns->stim(b->m, &b->rng, b->cycle);
  if (b->fns->eval) b->fns->eval(b->m);
  unsigned ports = 0, outs = 0, closed = handles_closed;
  memset(&l, 0x5a, sizeof l);
  ck_assert_msg(!wt_ls_open(&l, b->m, blocks[_i]->stem, 9, err, sizeof err), "%s", err);
  ck_assert_uint_eq(l.bits_ff + l.bits_mem, suite_state_bits(b));
  for (unsigned i = 0; i < l.only->nrows; i++) {
    const wt_row *r = &l.only->rows[i];
    outs += r->kind == WT_ROW_OUT || r->kind == WT_ROW_OUTQ, ports += r->kind == WT_ROW_MEM ? r->ports : 0;
  }
  ck_assert(l.n_out == outs && l.n_ports == ports); /* nothing is left out; room for a write at every port */
  look_at_readable(&l), look_at_watch(&l), look_at_runs(&l);
  ck_assert(!wt_rtl_build(b->m->S, blocks[_i]->stem, 0, path, sizeof path, err, sizeof err));
  ck_assert_str_eq(l.made_of, strrchr(path, '/') + 1);
  ck_assert(l.n_out && !l.poke && !l.poke_settled && !*l.failed);
  for (unsigned i = 0; i < l.n_in; i++)
    for (unsigned k = 0; k < i; k++)
      ck_assert_msg(l.in[i].reader->rtl != l.in[k].reader->rtl, "wt_%s: input %s twice", blocks[_i]->stem, l.in[i].row->name);
  for (unsigned i = 0; i < l.n_ff + l.n_out; i++) { /* what lies in both twins alike, and what fits into a register, is compared as it is */
    const wt_bind *f = i < l.n_ff ? &l.ff[i] : &l.out[i - l.n_ff];
    int alike = wt_row_value_bytes(f->row) == f->bytes && (f->row->n == 1 || f->row->elemw == 8 * f->row->csize);
    ck_assert_msg((f->packed == NULL) == (alike || (f->row->n == 1 && wt_pairs_fit(f->row->csize, f->bytes))), "wt_%s.%s", blocks[_i]->stem,
                  f->row->name);
  }
  ck_assert_msg(!wt_ls_load(&l), "wt_%s", blocks[_i]->stem);
  wt_ls_drive(&l);
  ck_assert_msg(!wt_ls_outputs(&l), "wt_%s: %s", blocks[_i]->stem, l.diff->row->name);
  for (unsigned i = 0; i < l.n_in; i++) { /* an input that has not changed is not written anew */
    if (l.in[i].blk->count != 1) continue;
    *(uint8_t *)l.in[i].reader->next ^= 1;
    wt_ls_drive(&l);
    ck_assert_msg((*(uint8_t *)l.in[i].reader->next ^ *(const uint8_t *)l.in[i].packed) & 1, "wt_%s: input %s", blocks[_i]->stem, l.in[i].row->name);
    *(uint8_t *)l.in[i].reader->next ^= 1;
  }
  wt_rtl_api api = *l.part->rtl.api;
  real_close = api.close, api.close = count_close, l.part->rtl.api = &api;
  wt_ls_close(&l);
  ck_assert_uint_eq(handles_closed, closed + 1);
  for (size_t i = 0; i < sizeof l; i++) ck_assert(!((const char *)&l)[i]);
  wt_bench_close(b);
}
END_TEST

/* An edge that changes nothing is told, but of a block with a large memory, which nobody looks through. */
START_TEST(who_stands_still) {
  for (int large = 0; large < 2; large++) {
    char err[400], path[1024];
    wt_shape S;
    wt_rtl r;
    ck_assert(!wt_shape_preset(&S, large ? "default" : "tiny", err, sizeof err));
    if (large) ck_assert(!wt_shape_set(&S, "REGS=131072", err, sizeof err) && !wt_shape_set(&S, "RF_BANKS=4", err, sizeof err));
    ck_assert_msg(!wt_shape_check(&S, err, sizeof err), "%s", err);
    ck_assert_uint_eq((uint64_t)S.REGS * 4 / S.RF_BANKS > 65536, large);
    ck_assert_msg(!wt_rtl_build(&S, "rfbank", 0, path, sizeof path, err, sizeof err), "%s", err);
    ck_assert_msg(!wt_rtl_open(&r, path, 1, err, sizeof err), "%s", err);
    uint32_t n;
    const wt_rtl_var *v = r.api->vars(r.h, &n);
    for (uint32_t i = 0; i < n; i++)
      if (!strcmp(v[i].scope, "TOP.TOP")) memset(v[i].ptr, 0, v[i].row_bytes);
    for (int i = 0; i < 6; i++) r.api->step(r.h, i & 1, i >= 4);
    for (int i = 0; i < 3; i++) ck_assert_int_eq(r.api->still(r.h, 1, 1), !large);
    wt_rtl_close(&r);
  }
}
END_TEST

/* Outputs that differ all at once: those that are registers come first, else the first of the block; its text. */
static void falsify_outputs(void *ctx, const wt_bench *b) {
  (void)ctx;
  for (unsigned i = 0; i < b->ls.n_out; i++) *b->ls.out[i].rtl ^= 1;
}
START_TEST(the_first_output_is_named) {
  wt_bench *b = open_tiny(blocks[_i]->stem);
  wt_ls *l = &b->ls;
  char says[200];
  ck_assert_msg(!wt_bench_reset(b) && !wt_bench_random(b, 60), "%s", b->report);
  b->fns->stim(b->m, &b->rng, b->cycle);
  const wt_bind *first = &l->out[0];
  for (unsigned i = l->n_out; i--;)
    if (l->out[i].row->flag) first = &l->out[i];
  b->on_settled = falsify_outputs;
  l->diff_row = 12345;
  ck_assert_int_eq(wt_bench_cycle(b), -1);
  ck_assert_msg(l->diff == first && l->diff_is_output, "wt_%s: %s, not %s", blocks[_i]->stem, l->diff->row->name, first->row->name);
  int n = snprintf(says, sizeof says,
                   first->blk->count > 1 ? "block wt_%s[0], output %s_%s (%u bits): model 0x" : "block wt_%s, output %s_%s (%u bits): model 0x",
                   first->blk->stem, first->blk->drv, first->row->name, first->row->elemw);
  wt_ls_describe(l, b->report, sizeof b->report);
  ck_assert_msg(!strncmp(b->report, says, (size_t)n), "%s expected: %s", b->report, says);
  ck_assert_msg((strstr(b->report, " at index [0]") != NULL) == (first->row->n > 1) && !strstr(b->report, "xor 0x0"), "%s", b->report);
  for (unsigned k = 0; k < l->n_ff + l->n_mem; k++) { /* state that differs before the edge is the cause */
    wt_bind *f = k < l->n_ff ? &l->ff[k] : &l->mem[k - l->n_ff];
    *f->rtl ^= 1;
    ck_assert_msg(wt_ls_outputs(l) == -1 && l->diff == f && !l->diff_is_output, "wt_%s.%s", f->blk->stem, f->row->name);
    *f->rtl ^= 1;
  }
  wt_bench_close(b);
}
END_TEST

/* Writes of the model that no list has room for are looked for in the whole memory, and are no error where they are right; a list that is just full is
 * enough. A write behind the end, which the RTL does not perform either, is none. */
static struct {
  wt_bind *mem;
  unsigned n, wrong, is_right;
} full;
static void fill_list(void *ctx, wt_ls *l) {
  (void)ctx;
  if (!full.mem) return;
  wt_mlog *g = full.mem->log;
  full.mem->rtl[(size_t)full.wrong * full.mem->bytes] ^= 1;
  for (g->n = 0; g->n < WT_MLOG; g->n++) g->row[g->n] = g->n == WT_MLOG - 1 && full.n == WT_MLOG ? full.wrong : 0;
  g->n = full.n;
  l->n_pend = 0;
  if (full.n && !full.is_right) return;
  full.mem->rtl[(size_t)full.wrong * full.mem->bytes] ^= 1;
  l->pend_mem[0] = (uint32_t)(full.mem - l->mem), l->pend_row[0] = full.mem->row->depth, l->n_pend = 1;
}
START_TEST(lists_of_writes_may_be_full) {
  wt_bench *b = open_tiny("hanoi_yr");
  ck_assert(b->ls.n_mem > 0);
  for (unsigned k = 0; k < b->ls.n_mem; k++) scramble((uint8_t *)b->ls.mem[k].c, wt_row_bytes(b->ls.mem[k].row)), b->ls.mem[k].log->n = 5;
  ck_assert(!wt_ls_reset(&b->ls) && !wt_ls_sweep(&b->ls)); /* a reset takes over what the memories of the RTL hold, and forgets what was written */
  for (unsigned k = 0; k < b->ls.n_mem; k++) ck_assert_uint_eq(b->ls.mem[k].log->n, 0);
  b->ls.poke = fill_list;
  for (unsigned i = 0; i < b->ls.n_mem; i++)
    for (unsigned n = 0; n < 4; n++) {
      full.mem = NULL;
      ck_assert_msg(!wt_bench_reset(b) && !wt_bench_random(b, 20), "%s", b->report);
      full.mem = &b->ls.mem[i], full.n = n ? WT_MLOG + (n > 1) : 0, full.is_right = n == 3, full.wrong = full.mem->row->depth - 1;
      b->fns->stim(b->m, &b->rng, b->cycle);
      int bad = wt_bench_cycle(b);
      if (!n || n == 3) ck_assert_msg(!bad, "%s", b->report);
      else
        ck_assert_msg(bad && b->ls.diff == full.mem && b->ls.diff_row == full.wrong, "%u writes, row %u: %s", full.n, full.wrong,
                      bad ? b->report : "nothing");
    }
  wt_bench_close(b);
}
END_TEST

/* An RTL that does not keep what is written into it: the load says so, of every row, reset or not. */
static wt_bind *lost;
static void (*real_settle)(void *h);
static void forgets(void *h) {
  real_settle(h);
  if (lost) lost->rtl[bytes_of(lost) - lost->bytes] ^= 1;
}
START_TEST(a_load_that_does_not_hold_is_an_error) {
  wt_bench *b = open_tiny(blocks[_i]->stem);
  wt_ls *l = &b->ls;
  const wt_rtl_api *api = l->part->rtl.api;
  wt_rtl_api worse = *api;
  real_settle = api->settle, worse.settle = forgets, l->part->rtl.api = &worse;
  ck_assert_msg(!wt_bench_reset(b) && !wt_bench_random(b, 30), "%s", b->report);
  lost = NULL;
  ck_assert_int_eq(wt_ls_load(l), 0);
  for (unsigned k = 0; k < l->n_ff + l->n_mem; k++) {
    lost = k < l->n_ff ? &l->ff[k] : &l->mem[k - l->n_ff];
    ck_assert_msg(wt_ls_load(l) == -1 && l->diff == lost && !l->diff_is_output, "wt_%s.%s", lost->blk->stem, lost->row->name);
  }
  l->part->rtl.api = api;
  wt_bench_close(b);
}
END_TEST

/* A bit of every row: the line that tells it, byte for byte; and back from the line. */
static void one_line(wt_ls *l, wt_bind *b, uint32_t row) {
  char line[20000], *own;
  uint8_t *at = b->rtl + (size_t)row * b->bytes, *was = copy_rtl(l, NULL);
  unsigned bits = b->row->elemw * b->row->n, bit = bits - 1;
  at[bit / 8] ^= (uint8_t)(1u << bit % 8);
  int n = snprintf(line, sizeof line, "%s[%u].%s[%u]=", b->blk->stem, b->inst, b->row->name, row);
  for (uint32_t i = 0; i < b->bytes && n < (int)sizeof line - 4; i++) n += snprintf(line + n, sizeof line - (size_t)n, "%02x", at[i]);
  snprintf(line + n, sizeof line - (size_t)n, "\n");
  own = wt_ls_own(l);
  ck_assert_msg(own != NULL && !strcmp(own, line), "told: %s expected: %s", own ? own : "nothing\n", line);
  free(own);
  at[bit / 8] ^= (uint8_t)(1u << bit % 8);
  ck_assert(same_rtl(l, was));
  ck_assert_int_eq(wt_ls_adopt_own(l, line), 0);
  own = wt_ls_own(l);
  ck_assert_msg(own != NULL && !strcmp(own, line), "taken over: %s expected: %s", own ? own : "nothing\n", line);
  free(own);
  at[bit / 8] ^= (uint8_t)(1u << bit % 8);
  ck_assert(same_rtl(l, was));
  line[n - 1] = 'x'; /* no hexadecimal digit; then one digit less; then a row that is not there */
  ck_assert_int_eq(wt_ls_adopt_own(l, line), -1);
  line[n - 1] = '\n', line[n] = 0;
  ck_assert_int_eq(wt_ls_adopt_own(l, line), -1);
  uint32_t rows = b->row->kind == WT_ROW_MEM ? b->row->depth : 1;
  n = snprintf(line, sizeof line, "%s[%u].%s[%u]=", b->blk->stem, b->inst, b->row->name, rows);
  for (uint32_t i = 0; i < b->bytes && n < (int)sizeof line - 4; i++) n += snprintf(line + n, sizeof line - (size_t)n, "00");
  snprintf(line + n, sizeof line - (size_t)n, "\n");
  ck_assert_int_eq(wt_ls_adopt_own(l, line), -1);
  free(was);
}
START_TEST(what_the_rtl_alone_has_is_told_and_taken_over) {
  wt_bench *b = open_tiny(blocks[_i]->stem);
  wt_ls *l = &b->ls;
  ck_assert_msg(!wt_bench_reset(b) && !wt_bench_random(b, 60), "%s", b->report);
  for (unsigned k = 0; k < l->n_ff; k++) one_line(l, &l->ff[k], 0);
  for (unsigned k = 0; k < l->n_mem; k++) one_line(l, &l->mem[k], l->mem[k].row->depth - 1), one_line(l, &l->mem[k], 0);
  ck_assert_int_eq(wt_ls_adopt_own(l, ""), 0);
  ck_assert_int_eq(wt_ls_adopt_own(l, "nothing of the kind\n"), -1);
  ck_assert_int_eq(wt_ls_adopt_own(l, "no_block[0].row[0]=00\n"), -1);
  wt_bench_close(b);
}
END_TEST

/* Of two blocks of the machine whose outputs differ the one that is evaluated first is named. */
START_TEST(the_first_block_is_named) {
  static wt_ls l;
  char err[400];
  wt_bench *b = open_tiny("sched");
  ck_assert_msg(!wt_ls_open(&l, b->m, NULL, 1, err, sizeof err), "%s", err);
  look_at_readable(&l), look_at_watch(&l), look_at_runs(&l);
  ck_assert_int_eq(wt_ls_reset(&l), 0);
  for (unsigned i = 0; i < l.n_out; i++) wt_ls_adopt(&l.out[i]);
  wt_ls_store(&l);
  ck_assert_msg(!wt_ls_outputs(&l), "%s", l.diff->row->name);
  unsigned pairs = 0;
  for (unsigned i = 0; i < l.n_out; i++)
    for (unsigned k = 0; k < l.n_out; k += 7) {
      const wt_bind *x = &l.out[i], *y = &l.out[k];
      unsigned rx = wt_eval_rank[x->blk - l.blks->blk], ry = wt_eval_rank[y->blk - l.blks->blk];
      if (y->row->flag || (!x->row->flag && rx >= ry)) continue; /* registers come before all */
      *x->rtl ^= 1, *y->rtl ^= 1, pairs++;
      ck_assert_msg(wt_ls_outputs(&l) == -1 && l.diff == x, "%s.%s, not %s.%s", l.diff->blk->stem, l.diff->row->name, x->blk->stem, x->row->name);
      *x->rtl ^= 1, *y->rtl ^= 1;
    }
  ck_assert_uint_gt(pairs, 1000);
  wt_ls_close(&l);
  wt_bench_close(b);
}
END_TEST

/* ---- clock edges, without those of the RTL ---- */
static wt_ls stepped;
static const char *message; /* of the RTL at the next edge */
static unsigned edges[2][2], pokes;
static void only_says(void *h, int clk, int rst_n) {
  (void)h, edges[clk][rst_n]++;
  if (message) snprintf(stepped.said, sizeof stepped.said, "[0] %%Error: %s", message);
  message = NULL;
}
static int always(void *h) { return (void)h, 1; }
static int never_failed(void *h) { return (void)h, 0; }
static void count_pokes(void *ctx, wt_ls *l) { (void)ctx, (void)l, pokes++; }
static wt_rtl_api open_stepped(wt_bench **b, const char *stem, const char *as) {
  char err[400];
  *b = open_tiny(stem);
  ck_assert_msg(!wt_ls_open(&stepped, (*b)->m, as, 1, err, sizeof err), "%s", err);
  ck_assert_int_eq(wt_ls_reset(&stepped), 0);
  wt_rtl_api api = *stepped.part->rtl.api;
  api.step = only_says, api.failed = always;
  memset(edges, 0, sizeof edges), pokes = 0;
  return api;
}
static void edge_says(const char *says, const char *want, const char *stem, unsigned inst) {
  message = says;
  ck_assert_int_eq(wt_ls_edge(&stepped), -1);
  ck_assert_msg(!stepped.diff && !strcmp(stepped.failed, want), "%s expected: %s", stepped.failed, want);
  ck_assert_int_eq(stepped.failed_blk != NULL, stem != NULL);
  if (stem) ck_assert(!strcmp(stepped.failed_blk->stem, stem) && stepped.failed_inst == inst);
}
START_TEST(an_assertion_is_told_with_its_block) {
  wt_bench *b;
  char path[128], says[500], want[500];
  static const char plain[] = "an assertion of the RTL failed (its message is above)";
  wt_rtl_api api = open_stepped(&b, "sched", NULL);
  stepped.part->rtl.api = &api;
  stepped.poke = count_pokes;
  for (unsigned k = 0; k < stepped.blks->n; k++)
    for (unsigned i = 0; i < stepped.blks->blk[k].count; i++)
      for (int inner = 0; inner < 2; inner++) {
        const wt_blk *blk = &stepped.blks->blk[k];
        if (!blk->chosen || blk->outside) continue;
        wt_blk_path(blk, i, path, sizeof path);
        int n = snprintf(want, sizeof want, blk->count > 1 ? "block wt_%s[%u], " : "block wt_%s, ", blk->stem, i);
        snprintf(want + n, sizeof want - (size_t)n, "assertion Held_A (wt_x.sv:12, instance %s%s) failed", path, inner ? ".u_a.u_b" : "");
        snprintf(says, sizeof says, "wt_x.sv:12: Assertion failed in TOP.wt_tb.u_gpu.%s%s.Held_A: 'assert' failed.", path, inner ? ".u_a.u_b" : "");
        edge_says(says, want, blk->stem, i);
      }
  edge_says("wt_x.sv:12: Assertion failed in TOP.wt_tb.u_gpu.nobody.Held_A: 'assert' failed.",
            "assertion Held_A (wt_x.sv:12, instance nobody) failed", NULL, 0);
  edge_says("wt_x.sv:12: Assertion failed in TOP.wt_tb.Held_A: 'assert' failed.", "assertion Held_A (wt_x.sv:12, instance wt_tb) failed", NULL, 0);
  edge_says(NULL, plain, NULL, 0); /* what was said at an edge before is no reason */
  ck_assert_uint_eq(pokes, 0);
  *stepped.ff[3].rtl ^= 1; /* state that differs is told first */
  ck_assert(wt_ls_edge(&stepped) == -1 && stepped.diff == &stepped.ff[3] && !strcmp(stepped.failed, plain));
  *stepped.ff[3].rtl ^= 1;
  api.failed = never_failed;
  ck_assert(!wt_ls_edge(&stepped) && pokes == 1);
  wt_ls_close(&stepped), wt_bench_close(b);
  api = open_stepped(&b, "collector", "collector");
  stepped.part->rtl.api = &api;
  ck_assert_uint_gt(stepped.only->count, 1);
  edge_says("wt_x.sv:12: Assertion failed in TOP.wt_collector.Held_A: 'assert' failed.",
            "block wt_collector, assertion Held_A (wt_x.sv:12, instance wt_collector) failed", "collector", 0);
  edge_says(NULL, plain, "collector", 0);
  wt_ls_close(&stepped), wt_bench_close(b);
}
END_TEST
START_TEST(a_reset_is_two_clocks) {
  wt_bench *b;
  for (int load = 0; load < 2; load++) {
    wt_rtl_api api = open_stepped(&b, "sched", "sched");
    stepped.part->rtl.api = &api;
    ck_assert_int_eq((load ? wt_ls_load : wt_ls_reset)(&stepped), 0);
    ck_assert(edges[0][0] == 2 && edges[1][0] == 2 && !edges[0][1] && !edges[1][1]);
    wt_row *first = &stepped.blks->blk[stepped.only - stepped.blks->blk].rows[stepped.ff[0].row - stepped.only->rows];
    first->flag = 0; /* as if it were not reset: what the RTL holds is taken over */
    *stepped.ff[0].rtl ^= 1;
    ck_assert_int_eq(wt_ls_reset(&stepped), 0);
    ck_assert_uint_eq((uint8_t)*stepped.ff[0].c, *stepped.ff[0].rtl);
    wt_ls_close(&stepped), wt_bench_close(b);
  }
}
END_TEST

/* ---- words of a report ---- */
static void hex_of(char *to, size_t n, const uint32_t *w, unsigned bits) { /* highest word first, words apart, no zeros in front */
  int words = (int)(bits + 31) / 32, len = 0;
  while (words > 1 && !w[words - 1]) words--;
  for (int i = words - 1; i >= 0; i--) {
    if (words - i == 22) { /* the highest 21 */
      snprintf(to + len, n - (size_t)len, "...");
      return;
    }
    len += snprintf(to + len, n - (size_t)len, i == words - 1 ? "%x" : "_%08x", w[i]);
  }
}
/* The value of an element as 32-bit words, from the bytes of the RTL. */
static void element(const uint8_t *rtl, unsigned at, unsigned bits, uint32_t to[64]) {
  memset(to, 0, 64 * sizeof *to);
  for (unsigned i = 0; i < bits; i++) to[i / 32] |= (uint32_t)(rtl[(at + i) / 8] >> (at + i) % 8 & 1) << i % 32;
}
static wt_bind *falsified;
static unsigned falsified_bit, armed;
static void falsify(void *ctx, wt_ls *l) {
  (void)ctx, (void)l;
  if (armed) falsified->rtl[falsified_bit / 8] ^= (uint8_t)(1u << falsified_bit % 8), armed = 0;
}
START_TEST(a_report_has_the_element_and_both_values) {
  wt_bench *b = open_tiny(blocks[_i]->stem);
  for (unsigned k = 0; k < b->ls.n_ff + b->ls.n_mem; k++)
    for (int last = 0; last < 2; last++) {
      int mem = k >= b->ls.n_ff;
      wt_bind *f = mem ? &b->ls.mem[k - b->ls.n_ff] : &b->ls.ff[k];
      unsigned w = f->row->elemw, el = last ? f->row->n - 1 : 0, row = mem && last ? f->row->depth - 1 : 0;
      uint32_t right[64], wrong[64], x[64];
      char says[1400], a[240], c[240], d[240], block[60], index[40] = "";
      if (w > 32 * 64) continue;
      b->ls.poke = NULL;
      ck_assert_msg(!wt_bench_reset(b) && !wt_bench_random(b, 40), "%s", b->report);
      falsified = f, falsified_bit = row * f->bytes * 8 + el * w + (last ? w - 1 : w / 2), armed = 1;
      if (mem) { /* no edge between: what it holds is known */
        element(f->rtl, row * f->bytes * 8, w, right);
        falsify(NULL, &b->ls);
        element(f->rtl, row * f->bytes * 8, w, wrong);
        ck_assert_int_eq(wt_ls_sweep(&b->ls), -1);
        snprintf(index, sizeof index, " at index [%u]", row);
      } else {
        b->ls.poke = falsify;
        b->fns->stim(b->m, &b->rng, b->cycle);
        ck_assert_int_eq(wt_bench_cycle(b), -1);
        element(f->rtl, el * w, w, wrong);
        f->rtl[falsified_bit / 8] ^= (uint8_t)(1u << falsified_bit % 8);
        element(f->rtl, el * w, w, right);
        f->rtl[falsified_bit / 8] ^= (uint8_t)(1u << falsified_bit % 8);
        if (f->row->n > 1) snprintf(index, sizeof index, " at index [%u]", el);
      }
      for (unsigned i = 0; i < 64; i++) x[i] = right[i] ^ wrong[i];
      hex_of(a, sizeof a, right, w), hex_of(c, sizeof c, wrong, w), hex_of(d, sizeof d, x, w);
      if (f->blk->count > 1) snprintf(block, sizeof block, "wt_%s[0]", f->blk->stem);
      else snprintf(block, sizeof block, "wt_%s", f->blk->stem);
      char told[1400];
      wt_ls_describe(&b->ls, told, sizeof told);
      snprintf(says, sizeof says, "block %s, %s %s (%u bits): model 0x%s, rtl 0x%s, xor 0x%s%s", block, mem ? "memory" : "state", f->row->name, w, a,
               c, d, index);
      ck_assert_str_eq(told, says);
      for (size_t n = 1; n < strlen(says); n += 37) { /* and no more than there is room for */
        memset(told, 'x', sizeof told);
        wt_ls_describe(&b->ls, told, n);
        ck_assert(strlen(told) < n && !strncmp(told, says, n - 1) && told[n] == 'x');
      }
    }
  wt_bench_close(b);
}
END_TEST

/* ---- an RTL that does not fit the rows ---- */
static struct {
  const char *name;
  int what; /* 1 not there, 2 a bit wider, 3 a row deeper, 4 as many bytes as the harness follows, 5 one more */
} lie;
static int memory_ends;
const wt_rtl_var *__real_wt_rtl_find(const wt_rtl *r, const char *scope, const char *name);
const wt_rtl_var *__wrap_wt_rtl_find(const wt_rtl *r, const char *scope, const char *name);
const wt_rtl_var *__wrap_wt_rtl_find(const wt_rtl *r, const char *scope, const char *name) {
  static wt_rtl_var v;
  const wt_rtl_var *real = __real_wt_rtl_find(r, scope, name);
  if (memory_ends) memory_ends = 0, fails_once = 1; /* from the first row on */
  if (!lie.name || strcmp(name, lie.name) || !real) return real;
  v = *real;
  if (lie.what == 2) v.width++;
  if (lie.what == 3) v.depth++;
  if (lie.what > 3) v.row_bytes = (strstr(name, "_we") ? 8 : 256) + (lie.what == 5);
  return lie.what == 1 ? NULL : &v;
}
START_TEST(each_allocation_may_fail) {
  static const char *const stems[] = {"replay", "bankarb"}; /* memories and packed rows; an array of drivers */
  char err[400];
  for (unsigned i = 0; i < sizeof stems / sizeof *stems; i++) {
    wt_bench *b = NULL;
    unsigned n = 0;
    for (; !b; n++) {
      memory_ends = 1, fails_once = 0, before_it_fails = n, *err = 0;
      b = wt_bench_open(stems[i], "tiny", NULL, 1, err, sizeof err);
      ck_assert_msg((b != NULL) == (fails_once == 1), "allocation %u of wt_%s: %s", n, stems[i], b ? "not noticed" : err);
      fails_once = 0;
      if (!b) ck_assert_str_eq(err, "out of memory");
    }
    ck_assert_uint_gt(n, 20);
    b->ls.diff = &b->ls.out[0], b->ls.diff_row = 0;
    before_it_fails = 0, fails_once = 1;
    wt_ls_describe(&b->ls, err, sizeof err);
    ck_assert_str_eq(err, "out of memory");
    wt_bench_close(b);
  }
}
END_TEST
START_TEST(an_rtl_that_does_not_fit_is_refused) {
  static const struct {
    const char *stem, *name;
    int what;
    const char *says;
  } t[] = {
    {"sched", "busy_q", 1, "the RTL has no variable TOP.wt_sched.busy_q; the row in spec/blocks/sched.def needs it"},
    {"sched", "busy_q", 2, "TOP.wt_sched.busy_q is 1x2 bits in the RTL, the row in spec/blocks/sched.def says 1x1"},
    {"sched", "sched_busy", 1, "the RTL has no variable TOP.wt_sched.sched_busy; the row in spec/blocks/sched.def needs it"},
    {"sched", "sched_busy", 2, "TOP.wt_sched.sched_busy is 1x2 bits in the RTL, the row in spec/blocks/sched.def says 1x1"},
    {"hanoi_yr", "cur_mask_q", 1, "the RTL has no variable TOP.wt_hanoi_yr.cur_mask_q; the row in spec/blocks/hanoi_yr.def needs it"},
    {"hanoi_yr", "cur_mask_q", 2, "TOP.wt_hanoi_yr.cur_mask_q is 2x5 bits in the RTL, the row in spec/blocks/hanoi_yr.def says 2x4"},
    {"hanoi_yr", "cur_mask_q", 3, "TOP.wt_hanoi_yr.cur_mask_q is 3x4 bits in the RTL, the row in spec/blocks/hanoi_yr.def says 2x4"},
    {"hanoi_yr", "cur_mask_we", 1, "TOP.wt_hanoi_yr: memory cur_mask needs cur_mask_we [1] and cur_mask_wa [1] in the RTL"},
    {"hanoi_yr", "cur_mask_we", 2, "TOP.wt_hanoi_yr: memory cur_mask needs cur_mask_we [1] and cur_mask_wa [1] in the RTL"},
    {"hanoi_yr", "cur_mask_wa", 1, "TOP.wt_hanoi_yr: memory cur_mask needs cur_mask_we [1] and cur_mask_wa [1] in the RTL"},
    {"hanoi_yr", "cur_mask_wa", 2, "TOP.wt_hanoi_yr: memory cur_mask needs cur_mask_we [1] and cur_mask_wa [1] in the RTL"},
    {"hanoi_yr", "cur_mask_we", 5, "TOP.wt_hanoi_yr: memory cur_mask has 1 write ports; the harness follows up to 64 with 2048 address bits in all"},
    {"hanoi_yr", "cur_mask_wa", 5, "TOP.wt_hanoi_yr: memory cur_mask has 1 write ports; the harness follows up to 64 with 2048 address bits in all"},
    {"hanoi_yr", "issue_ev_kind", 1, "the RTL has no input issue_ev_kind"},
    {"hanoi_yr", "issue_ev_kind", 2, "input issue_ev_kind is 5 bits wide in the RTL, the rows say 4"},
  };
  char err[400];
  ck_assert(!wt_bench_open("dram", "tiny", NULL, 1, err, sizeof err));
  static const char *const none[] = {"dram", "nobody"}; /* outside of the RTL; not there at all */
  wt_bench *sched = open_tiny("sched");
  for (unsigned i = 0; i < 2; i++) {
    static wt_ls l;
    char says[100];
    ck_assert_int_eq(wt_ls_open(&l, sched->m, none[i], 1, err, sizeof err), -1);
    snprintf(says, sizeof says, "no block '%s'; 'warptwin bench' without a block lists them", none[i]);
    ck_assert_str_eq(err, says);
    wt_ls_close(&l);
  }
  wt_bench_close(sched);
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    lie.name = t[i].name, lie.what = t[i].what;
    *err = 0;
    wt_bench *b;
    if (t[i].what == 5) { /* one byte less is no error */
      lie.what = 4;
      ck_assert_msg((b = wt_bench_open(t[i].stem, "tiny", NULL, 1, err, sizeof err)) != NULL, "%s", err);
      for (unsigned k = 0; k < b->ls.n_mem; k++) /* enables of more than one byte are not looked at together with others */
        if (b->ls.mem[k].we_bytes != 1) ck_assert(!b->ls.watch[k / 4].narrow);
      wt_bench_close(b);
      lie.what = 5;
    }
    b = wt_bench_open(t[i].stem, "tiny", NULL, 1, err, sizeof err);
    ck_assert_msg(b == NULL && !strcmp(err, t[i].says), "%s.%s, lie %d: %s", t[i].stem, t[i].name, t[i].what, b ? "accepted" : err);
    lie.name = NULL;
    b = wt_bench_open(t[i].stem, "tiny", NULL, 1, err, sizeof err);
    ck_assert_msg(b != NULL, "%s", err);
    wt_bench_close(b);
  }
}
END_TEST
/* An input of the machine is two variables: its value and the next one. */
START_TEST(inputs_of_the_machine_are_there_twice) {
  static wt_ls l;
  char err[400], name[100], says[150];
  wt_bench *b = open_tiny("sched");
  for (unsigned last = 0; last < 2; last++)
    for (unsigned next = 0; next < 2; next++) {
      lie.name = NULL;
      ck_assert_msg(!wt_ls_open(&l, b->m, NULL, 1, err, sizeof err), "%s", err);
      const wt_bind *in = &l.in[last ? l.n_in - 1 : 0];
      int n = snprintf(name, sizeof name, "%s_%s", in->blk->drv, in->row->name);
      snprintf(says, sizeof says, "the RTL has no input %s", name);
      wt_ls_close(&l);
      snprintf(name + n, sizeof name - (size_t)n, "%s", next ? "_next" : "");
      lie.name = name, lie.what = 1;
      ck_assert_int_eq(wt_ls_open(&l, b->m, NULL, 1, err, sizeof err), -1);
      ck_assert_str_eq(err, says);
      wt_ls_close(&l);
    }
  lie.name = NULL;
  wt_bench_close(b);
}
END_TEST

int main(void) {
  for (const wt_block_fns *f = wt_block_table; f->stem; f++)
    if (f->stim) blocks[n_blocks++] = f;
  Suite *s = suite_create("wt_compared");
  TCase *tc = tcase_create("wt_compared");
  tcase_set_timeout(tc, 900);
  tcase_add_loop_test(tc, a_state_is_loaded_and_stored_whole, 0, n_blocks);
  tcase_add_loop_test(tc, a_comparator_begins_at_any_state, 0, n_blocks);
  tcase_add_test(tc, who_stands_still);
  tcase_add_loop_test(tc, the_first_output_is_named, 0, n_blocks);
  tcase_add_test(tc, the_first_block_is_named);
  tcase_add_test(tc, an_assertion_is_told_with_its_block);
  tcase_add_test(tc, a_reset_is_two_clocks);
  tcase_add_test(tc, lists_of_writes_may_be_full);
  tcase_add_test(tc, each_allocation_may_fail);
  tcase_add_loop_test(tc, a_load_that_does_not_hold_is_an_error, 0, n_blocks);
  tcase_add_loop_test(tc, what_the_rtl_alone_has_is_told_and_taken_over, 0, n_blocks);
  tcase_add_loop_test(tc, a_report_has_the_element_and_both_values, 0, n_blocks);
  tcase_add_test(tc, an_rtl_that_does_not_fit_is_refused);
  tcase_add_test(tc, inputs_of_the_machine_are_there_twice);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
