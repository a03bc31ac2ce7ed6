/* test_wt_whose.c - the report of a difference names the warp of the entry that differs, in every unit that keeps something of a warp: one warp of a program
 * executes, the other has left before, so what stands in a unit can be of that one only. Then the rows that say so: none may be missing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cosim/wt_ls_warp.h"
#include "cosim/wt_twin_rtl.h"
#include "lib/wt_session.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

enum { THREADS = 8, C_SIDE = 0, RTL_SIDE, AN_OUTPUT };

/* R4 comes from memory; then a few instructions of each unit. %s: which threads leave. */
static const char program[] =
  ".kernel k\n.regs 32\n.smem 128\n.params 8, 8\nS2R R0, SR_TID.X\nMOV R1, 0x4\nISETP.GE.AND P0, PT, R0, %u, PT\n@%sP0 EXIT\n"
  "IMAD.WIDE R2, R0, R1, c[0x0][0x160]\nIMAD R16, R0, R1, RZ\nMOV R17, 0x40\nL0: IADD3 R17, R17, -0x1, RZ\n"
  "ISETP.NE.AND P1, PT, R17, RZ, PT\n@P1 BRA L0\n" /* the others are gone by now */
  "LDG.E.SYS R4, [R2]\nFFMA R5, R4, R4, R4\nMUFU.RCP R6, R5\nDADD R8, R4, R4\nSHFL.IDX PT, R10, R5, 0x1, 0x1f\n"
  "STS [R16], R5\nLDS R11, [R16]\nLDG.E.SYS R12, [R2]\nIADD3 R12, R12, R11, RZ\nIADD3 R13, R12, R10, R6\n"
  "STG.E.SYS [R2+0x80], R13\nLDG.E.SYS R14, [R2+0x80]\nFADD R15, R14, R8\nSTG.E.SYS [R2], R15\nEXIT\n.end\n";

/* The row whose value changes while `while_` is not 0 (a bit of a set or an element: which one says where in the row), and an instruction that it is of. */
static const struct {
  const char *stem, *row, *while_;
  int element, side;
  const char *insn;
} cases[] = {{"fpu", "mul_prod", "t_v", 0, C_SIDE, "FFMA"},        {"fpu", "norm_sig", "t_v", 2, RTL_SIDE, "FFMA"},
             {"fpu", "o_data", "o_v", 0, RTL_SIDE, "FFMA"},        {"fpu", "wb_data", "o_v", 0, AN_OUTPUT, "FFMA"},
             {"fpu", "t_reg", "t_v", 1, C_SIDE, "FFMA"},           {"dpu", "add_mid", "t_v", 1, C_SIDE, "DADD"},
             {"dpu", "o_hi", "o_v", 0, RTL_SIDE, "DADD"},          {"xu", "a_sig", "a_v", 0, C_SIDE, "MUFU"},
             {"xu", "o_lo", "o_v", 0, RTL_SIDE, "MUFU"},           {"shfl", "src", "state", 0, RTL_SIDE, "SHFL"},
             {"alu", "wb_lo", "wb_valid", 0, C_SIDE, "IADD3"},     {"collector", "data", "valid", 0, RTL_SIDE, "IADD3"},
             {"lsu", "addr", "state", 0, C_SIDE, "LDG"},           {"lsu", "rq_line", "rq_valid", 0, RTL_SIDE, "LDG"},
             {"lsu", "ent_lines", "ent_valid", -1, C_SIDE, "LDG"}, {"lsu", "tag_lanes", "tag_valid", -1, RTL_SIDE, "LDG"},
             {"lsu", "line_data", "line_valid", 0, C_SIDE, "LDG"}};

static struct {
  int at, done;
  unsigned pass;
  uint64_t cycle;
} now;

/* The element in question of the entry in use; -1: there is none. */
static int in_use(wt_ls *l) {
  const wt_bind *b = wt_ls_find(l, cases[now.at].stem, 0, cases[now.at].while_);
  uint64_t set = 0;
  ck_assert_msg(b != NULL, "%s.%s", cases[now.at].stem, cases[now.at].while_);
  memcpy(&set, b->c + (b->row->n > 1 ? cases[now.at].element * (int)b->row->csize : 0), b->row->csize);
  if (cases[now.at].element < 0) return set ? __builtin_ctzll(set) : -1;
  return !set ? -1 : strncmp(cases[now.at].row, "t_", 2) ? 0 : cases[now.at].element;
}
/* Late enough: the loop of 64 turns has been, or is well on its way. */
static int ready(wt_ls *l) { return !now.done && now.cycle > 400 && wt_ls_find(l, "sched", 0, "resident")->row && in_use(l) >= 0; }

static void state(void *ctx, wt_ls *l) {
  (void)ctx;
  if (cases[now.at].side == AN_OUTPUT || !ready(l)) return;
  wt_bind *b = wt_ls_find(l, cases[now.at].stem, 0, cases[now.at].row);
  ck_assert_msg(b != NULL, "%s.%s", cases[now.at].stem, cases[now.at].row);
  unsigned e = (unsigned)in_use(l);
  if (!strcmp(cases[now.at].row, "norm_sig") && l->m->subcore->fpu.q.t_v[1])
    return;                                  /* the stage before is empty: only its own entry can name the warp */
  if (!strcmp(cases[now.at].row, "t_reg")) { /* what stands beside it is of the same stage, not of the one before */
    const wt_fpu *f = &l->m->subcore->fpu;
    if (!f->q.t_v[0] || f->q.t_pass[0] == f->q.t_pass[1]) return;
    now.pass = f->q.t_pass[1];
  }
  int mem = b->row->kind == WT_ROW_MEM;
  if (cases[now.at].side == C_SIDE) b->c[e * (mem ? wt_row_stride(b->row) : b->row->csize)] ^= 1;
  else b->rtl[mem ? e * b->bytes : e * b->row->elemw / 8] ^= (uint8_t)(1u << (mem ? 0 : e * b->row->elemw % 8));
  now.done = 1;
}
static void outputs(void *ctx, wt_ls *l) {
  (void)ctx;
  if (cases[now.at].side != AN_OUTPUT || !ready(l)) return;
  for (unsigned i = 0; i < l->n_out; i++)
    if (!strcmp(l->out[i].blk->stem, cases[now.at].stem) && !strcmp(l->out[i].row->name, cases[now.at].row)) {
      uint32_t any = 0;
      for (unsigned k = 0; k < l->out[i].bytes; k++) any |= l->out[i].rtl[k];
      if (!any) return; /* nothing is shown in this cycle */
      l->out[i].rtl[0] ^= 1, now.done = 1;
    }
}
static void edge(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx, (void)x;
  now.cycle = cycle;
}

/* What the entry holds is cut behind a word, where 60 bytes more have no room. */
static void whole_words(wt_session *s) {
  char all[900], part[900];
  s->x.ops->entry(s->x.twin, all, sizeof all);
  ck_assert_ptr_nonnull(strchr(all, ' '));
  for (size_t n = 61; n < strlen(all) + 62; n++) {
    size_t k = 0;
    while (all[k] && k + 60 < n) k += strcspn(all + k + 1, " ") + 1;
    s->x.ops->entry(s->x.twin, part, n);
    ck_assert_msg(strlen(part) == k && !memcmp(all, part, k), "%zu: %s", n, part);
  }
  /* the same where its first row is the first of all, as of a block that runs beside the machine */
  wt_ls alone = s->x.twin->ls;
  const size_t name = strcspn(all, "[=");
  while (alone.ff->blk != alone.diff->blk || strncmp(alone.ff->row->name, all, name) || alone.ff->row->name[name]) alone.ff++, alone.n_ff--;
  wt_ls_entry(&alone, part, sizeof part);
  ck_assert_str_eq(part, all);
}

/* A launch in which one of these changes a row of the RTL, at the edge or as its outputs have settled. */
static wt_status launch(wt_session *s, const char *text, wt_addr buf, void (*poke)(void *, wt_ls *), void (*settled)(void *, wt_ls *)) {
  ck_assert_msg(wt_session_start(s) == WT_OK, "%s", wt_error(s));
  s->x.twin->ls.poke = poke, s->x.twin->ls.poke_settled = settled;
  wt_session_on_edge(s, edge, NULL);
  wt_set_mismatch(s, "build/whose.fst");
  now.done = 0, now.cycle = 0;
  return kit_launch(s, kit_text(s, text, "whose"), 1, THREADS, &buf, 1);
}

static void one(unsigned warp) {
  char text[1600], line[40];
  wt_session *s = kit_open(WT_BACKEND_COSIM, "tiny", NULL, 1, 20000, 0);
  float init[64];
  const char *stem = cases[now.at].stem, *row = cases[now.at].row;
  ck_assert_uint_eq(s->shape.SLOTS * s->shape.SLOT_LANES, THREADS);
  for (unsigned i = 0; i < 64; i++) init[i] = 1.5f + (float)i;
  snprintf(text, sizeof text, program, s->shape.SLOT_LANES, warp ? "!" : "");
  wt_addr buf = kit_alloc(s, sizeof init, init);
  wt_status st = launch(s, text, buf, state, outputs);
  const char *said = wt_error(s), *of = strstr(said, "\nwarp ");
  ck_assert_msg(st == WT_DIFF, "%s.%s: status %d %s", stem, row, (int)st, said);
  snprintf(line, sizeof line, "\nblock wt_%s", stem);
  ck_assert_msg(strstr(said, line) != NULL, "%s.%s: %s", stem, row, said);
  snprintf(line, sizeof line, "\nwarp %u (cta 0,0,0 warp %u)", warp, warp);
  ck_assert_msg(of && !strncmp(of, line, strlen(line)), "%s.%s, not%s: %s", stem, row, line, said);
  ck_assert_msg(strstr(of, cases[now.at].insn) != NULL, "%s.%s: no %s: %s", stem, row, cases[now.at].insn, said);
  ck_assert_msg(strstr(said, "(hexadecimal; all others are 0):\n    none") == NULL, "%s.%s: %s", stem, row, said);
  if (!strcmp(row, "o_data")) { /* what went in, cycles before */
    ck_assert_msg(strstr(said, "\ninputs of wt_fpu in cycle ") && strstr(said, "disp_valid=1"), "%s", said);
    ck_assert_msg((strstr(said, " disp_warp=1") != NULL) == warp && (strstr(said, " o_warp=1") != NULL) == warp, "%s", said);
    ck_assert_msg(strstr(said, "\nwt_fpu holds of it") && strstr(said, " o_mask=") && strstr(said, ": o_v=1"), "%s", said);
  }
  if (!strcmp(row, "t_reg")) {
    ck_assert_msg(strstr(said, ": t_v[1]=1") && strstr(said, " t_mask[1]="), "%s", said);
    snprintf(line, sizeof line, now.pass ? " t_pass[1]=%x " : " t_pass[1]=", now.pass);
    ck_assert_msg((strstr(said, line) != NULL) == (now.pass != 0), "%s: %s", line, said);
    whole_words(s);
  }
  wt_session_close(s);
}

/* Both warps add all the time: what went in is that of the warp whose result differs, though a beat of the other came later. */
static void of_two(void *ctx, wt_ls *l) {
  const wt_fpu *f = &l->m->subcore->fpu;
  (void)ctx;
  if (now.done || now.cycle < 100 || !f->q.o_v || f->q.o_warp != 1 || !f->q.t_v[0] || f->q.t_warp[0]) return;
  wt_ls_find(l, "fpu", 0, "o_data")->rtl[0] ^= 1, now.done = 1;
}
START_TEST(what_went_in_is_of_the_same_warp) {
  wt_session *s = kit_open(WT_BACKEND_COSIM, "tiny", NULL, 1, 20000, 0);
  wt_addr buf = kit_alloc(s, 64, NULL);
  char text[1600] = ".kernel k\n.regs 32\n.params 8, 8\n";
  for (unsigned i = 0; i < 40; i++) sprintf(text + strlen(text), "FADD R%u, R1, R2\n", 4 + i % 8);
  strcat(text, "EXIT\n.end\n");
  ck_assert_int_eq(launch(s, text, buf, of_two, NULL), WT_DIFF);
  const char *said = wt_error(s), *in = strstr(said, "\ninputs of wt_fpu");
  ck_assert_msg(in && strstr(said, "\nwarp 1 ("), "%s", said);
  const char *warp = strstr(in, " disp_warp=1"), *events = strstr(in, "\nlast events");
  ck_assert_msg(warp && events && warp < events, "%s", said);
  wt_session_close(s);
}
END_TEST
/* An entry that is in use in the RTL alone is of the warp that the RTL has there. */
static void in_rtl_alone(void *ctx, wt_ls *l) {
  const wt_fpu *f = &l->m->subcore->fpu;
  (void)ctx;
  if (now.done || now.cycle < 100 || f->q.o_v || f->q.t_v[0] || f->q.t_v[1] || f->q.t_v[2]) return;
  wt_ls_find(l, "fpu", 0, "o_v")->rtl[0] = 1, wt_ls_find(l, "fpu", 0, "o_warp")->rtl[0] = 1, now.done = 1;
}
START_TEST(an_entry_of_the_rtl_alone_is_named) {
  char text[1600];
  wt_session *s = kit_open(WT_BACKEND_COSIM, "tiny", NULL, 1, 20000, 0);
  wt_addr buf = kit_alloc(s, 256, NULL);
  snprintf(text, sizeof text, program, s->shape.SLOT_LANES, "!");
  ck_assert_int_eq(launch(s, text, buf, in_rtl_alone, NULL), WT_DIFF);
  const char *said = wt_error(s);
  ck_assert_msg(strstr(said, "\nblock wt_fpu, state o_v (1 bits): model 0x0, rtl 0x1") && strstr(said, "\nwarp 1 (cta 0,0,0 warp 1)"), "%s", said);
  wt_session_close(s);
}
END_TEST
START_TEST(the_warp_of_the_entry_is_named) {
  now.at = _i;
  one(0);
  one(1);
}
END_TEST

/* Every row of every block of the C twin, in every cycle: rows with something a warp slot name each slot in turn; all others are of the one warp that runs
 * as soon as the other has left, or empty. */
static struct {
  wt_blks *blks;
  unsigned warp;
  uint64_t named;            /* blocks that have had an entry of the warp */
  unsigned char slots[4096]; /* rows that name slots, as they lie in the machine after reset, when nothing is in use */
} all;

static unsigned places(const wt_row *r, unsigned *bits) {
  *bits = r->n == 1 && r->kind != WT_ROW_MEM ? r->elemw : 1;
  return r->kind == WT_ROW_MEM ? r->depth : r->n == 1 ? r->elemw : r->n;
}
static void look(void *ctx, wt_machine *x, uint64_t cycle) {
  unsigned warps = x->m->S->SM_SLOTS, id = 0;
  int alone = wt_resident(x->m) == wt_warp(all.warp) && cycle > 150; /* nothing of the other is left in a pipeline */
  (void)ctx;
  for (unsigned k = 0; k < all.blks->n; k++) {
    const wt_blk *b = &all.blks->blk[k];
    if (!b->chosen || b->outside || (x->m->S->SUBCORES > 1 && b->modules > 1)) continue; /* of several sub-cores those around them */
    for (unsigned r = 0; r < b->nrows; r++, id++) {
      const wt_row *row = &b->rows[r];
      unsigned bits, n = row->kind == WT_ROW_IN ? 0 : places(row, &bits);
      unsigned each = strcmp(b->stem, "rfbank") ? n / warps : x->m->gpu->cfg.rpw; /* a launch says how many registers are a warp's */
      ck_assert_uint_lt(id, sizeof all.slots);
      for (unsigned e = 0; e < n; e++) {
        int w = wt_row_warp(x->m, b, row, 0, bits > 1 ? 0 : e, bits > 1 ? e : 0);
        if (cycle <= 1) all.slots[id] |= w > 0;
        else if (all.slots[id])
          ck_assert_msg(w == (e / each < warps ? (int)(e / each) : -1), "wt_%s %s: place %u of %u is of warp %d", b->stem, row->name, e, n, w);
        else if (alone && w >= 0 && !strstr("last last_pick pool_last last_late", row->name))
          ck_assert_msg(w == (int)all.warp, "wt_%s %s[%u]: warp %d", b->stem, row->name, e, w);
        if (alone && w == (int)all.warp && !all.slots[id]) all.named |= UINT64_C(1) << k;
      }
    }
  }
}
static const struct {
  const char *set[3], *blocks; /* that must have had something of the warp */
} shapes[] = {
  {{NULL}, "fetch decode ibuffer hanoi_yr sched issue pred sreg ureg collector disp bankarb alu shfl xu fpu dpu wb lsu coalesce smem smbank"},
  {{"L1_BYTES=1024"}, "l1d lsu coalesce"},
  {{"L1_BYTES=256", "CCWS=on"}, "l1d"},
  {{"DIVERGENCE=hanoi"}, "hanoi"},
  {{"DIVERGENCE=simt_stack"}, "simt_stack"},
  {{"DIVERGENCE=barrier"}, "barrier"},
  {{"DIVERGENCE=multipath"}, "multipath"},
  {{"SCOREBOARD=coon"}, "issue"},
  {{"SCOREBOARD=coon", "SB_SPLIT=1"}, "issue"},
  {{"SCOREBOARD=codes", "WAR=none"}, ""} /* ends at a hazard: the program has no codes */,
  {{"REPLAY=replay", "LSU_ENTRIES=1"}, "lsu"},
  {{"SUBCORES=2", "FP64_AT=sm"}, "fp64"}};
START_TEST(every_row_is_of_the_warp_that_runs) {
  for (unsigned warp = 0; warp < 2; warp++) {
    char text[1600], name[32];
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", shapes[_i].set, 1, 20000, 1);
    float init[64] = {1, 2, 3, 4, 5, 6, 7, 8};
    all.blks = wt_blks_new(&s->shape), all.warp = warp, all.named = 0;
    memset(all.slots, 0, sizeof all.slots);
    snprintf(text, sizeof text, program, s->shape.SLOT_LANES, warp ? "!" : "");
    wt_addr buf = kit_alloc(s, sizeof init, init);
    wt_session_on_edge(s, look, NULL);
    wt_status st = kit_launch(s, kit_text(s, text, "whose"), 1, THREADS, &buf, 1);
    ck_assert_msg(st == WT_OK || !*shapes[_i].blocks, "%s", wt_error(s));
    for (const char *p = shapes[_i].blocks; *p; p += strspn(p, " ")) {
      snprintf(name, sizeof name, "%.*s", (int)strcspn(p, " "), p);
      const wt_blk *b = wt_blk_find(all.blks, name);
      ck_assert_msg(b && all.named >> (b - all.blks->blk) & 1, "%s: nothing of wt_%s was of warp %u", shapes[_i].set[0], name, warp);
      p += strlen(name);
    }
    wt_blks_free(all.blks);
    wt_session_close(s);
  }
}
END_TEST

/* A register without a reset takes something when its entry is in use, or is about to be: a difference in what it has taken has a warp. */
static struct {
  wt_gpu *was;                          /* the machine one cycle before */
  unsigned char owned[4096], bad[4096]; /* rows that had a warp, and that took something while they had none */
} taken;
/* The last word comes with the edge at which the beat leaves, and nobody reads it any more. */
static int leaves(const wt_blk *b, const wt_row *r) { return !strcmp(b->stem, "collector") && !strcmp(r->name, "data"); }

static void takes(const wt_m *m, const wt_blk *b, const wt_row *r, unsigned id) {
  for (unsigned e = 0; e < r->n; e++) {
    size_t at = b->at + r->off + e * r->csize;
    int owned = wt_row_warp(m, b, r, 0, e, 0) >= 0, changed = memcmp((char *)m->gpu + at, (char *)taken.was + at, r->csize);
    taken.owned[id] |= owned, taken.bad[id] |= changed && !owned;
  }
}
static void look_taken(void *ctx, wt_machine *x, uint64_t cycle) {
  unsigned id = 0;
  (void)ctx;
  for (unsigned k = 0; cycle > 1 && k < all.blks->n; k++) {
    const wt_blk *b = &all.blks->blk[k];
    for (unsigned r = 0; b->chosen && !b->outside && r < b->nrows; r++, id++)
      if (b->rows[r].kind == WT_ROW_FF && !b->rows[r].flag && b->rows[r].csize) takes(x->m, b, &b->rows[r], id);
  }
  memcpy(taken.was, x->m->gpu, wt_gpu_bytes(x->m->S));
}
static const char *const units[][3] = {{"FP_LANES=1", "XU_LANES=1", NULL},
                                       {"FP_LAT=6", "FP64_LAT=7", "FP_LANES=2"},
                                       {"LANES=4", "FP_LAT=5", NULL},
                                       {"SUBCORES=2", "FP64_AT=sm", "FP64_LANES=1"}};
START_TEST(what_takes_something_has_a_warp) {
  char text[1600];
  const char *set[4] = {units[_i][0], units[_i][1], units[_i][2], NULL};
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, 20000, 1);
  float init[64] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned id = 0, found = 0;
  all.blks = wt_blks_new(&s->shape);
  memset(&taken, 0, sizeof taken);
  ck_assert_ptr_nonnull(taken.was = calloc(1, wt_gpu_bytes(&s->shape)));
  snprintf(text, sizeof text, program, s->shape.SLOT_LANES, "");
  wt_addr buf = kit_alloc(s, sizeof init, init);
  wt_session_on_edge(s, look_taken, NULL);
  ck_assert_msg(kit_launch(s, kit_text(s, text, "whose"), 1, THREADS, &buf, 1) == WT_OK, "%s", wt_error(s));
  for (unsigned k = 0; k < all.blks->n; k++) {
    const wt_blk *b = &all.blks->blk[k];
    for (unsigned r = 0; b->chosen && !b->outside && r < b->nrows; r++, id++) {
      ck_assert_msg(!taken.owned[id] || !taken.bad[id] || leaves(b, &b->rows[r]), "wt_%s %s took something while it was nobody's", b->stem,
                    b->rows[r].name);
      found += taken.owned[id];
    }
  }
  ck_assert_uint_gt(found, 100);
  free(taken.was);
  wt_blks_free(all.blks);
  wt_session_close(s);
}
END_TEST

/* Rows of a block that knows warps and does not say whose they are, or says it twice, are refused where rows are read; and mode keys that enter nowhere. */
START_TEST(rows_of_nobody_are_refused) {
  char cmd[1500];
  const char *fmt = "cd '%s' && d=$(mktemp -d) && cp -r cmodel/spec $d/spec && mkdir -p $d/gen/spec && sed -i '%s' $d/spec/%s.def && "
                    "{ " WT_BUILD "/gen_machine $d/spec $d/gen 2>$d/err; rc=$?; grep -c '%s' $d/err; rm -r $d; exit $rc; } >/dev/null";
  static const struct {
    const char *sed, *file, *says;
  } bad[] = {
    {"/^WARP(self->q.o_v/d", "blocks/fpu", "fpu: row o_v is in 0 WARP rows"},
    {"s/ t_regv / /", "blocks/fpu", "fpu: row t_regv is in 0 WARP rows"},
    {"s/^FF(retry,/FF(more, u8, 1, 1, RST)\\n&/; s/park_n hit_n retry)/park_n hit_n retry more)/", "blocks/l1d", "l1d: row more is in 0 WARP rows"},
    {"s/^OUT(p,/OUT(q, u8, 1, 1, MEALY)\\n&/", "blocks/pred", "pred: row q is in 0 WARP rows"},
    {"s/^WARP(1, e, pc)/WARP(1, e, pc pcs)/", "blocks/sco", "sco: WARP(...) names pcs"},
    {"s/^WARP(0, 0, clock)/WARP(0, 0, clock v0)/", "blocks/sreg", "sreg: row v0 is in 2 WARP rows"},
    {"/^WARP/d", "ports/result", "row wb_valid is in 0 WARP rows"},
    {"s/^INSTEAD(dpu,/INSTEAD(alu,/", "machine", "INSTEAD(alu, ...): no unit whose results are SLOW has this name"},
    {"s/^INSTEAD(dpu, fp64)/INSTEAD(dpu, share)/", "machine", "wb reads share_wb_valid, which no block drives"},
    {"/^MODE(WAR)/d", "blocks/cfg", "no MODE(WAR) row"},
    {"s/^MODE(WAR)/MODE(WARPS)/", "blocks/cfg", "MODE(WARPS): keys.def has no MKEY of this name"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    snprintf(cmd, sizeof cmd, fmt, WT_ROOT, bad[i].sed, bad[i].file, bad[i].says);
    int st = system(cmd);
    ck_assert_msg(WIFEXITED(st) && WEXITSTATUS(st) == 2, "%s with '%s' was not refused so", bad[i].file, bad[i].sed);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("whose");
  TCase *tc = tcase_create("whose");
  tcase_set_timeout(tc, 1800);
  tcase_add_test(tc, rows_of_nobody_are_refused);
  tcase_add_loop_test(tc, every_row_is_of_the_warp_that_runs, 0, sizeof shapes / sizeof *shapes);
  tcase_add_loop_test(tc, what_takes_something_has_a_warp, 0, sizeof units / sizeof *units);
  tcase_add_test(tc, what_went_in_is_of_the_same_warp);
  tcase_add_test(tc, an_entry_of_the_rtl_alone_is_named);
  tcase_add_loop_test(tc, the_warp_of_the_entry_is_named, 0, sizeof cases / sizeof *cases);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
