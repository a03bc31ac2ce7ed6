/* test_wt_sb_coon.c - scoreboard with dependence vectors: TV-08, full table, order of writers, flush, a model of its rules beside random lock-step.
 * Rules: docs/blocks/issue/wt_sb_coon.md. */
#include "tests/block_suite.h"

/* A model of rules 1 to 14: entries and slots of every warp. */
typedef struct {
  struct {
    unsigned used, issued, first, len, here;
    uint64_t missing; /* lanes, SB_SPLIT */
  } e[16];
  struct {
    unsigned entered, late, dep, own; /* dep, own: a bit an entry */
  } s[8];
  unsigned head, preds, uniform;
} table;
static struct {
  table w[MAX_WARPS];
  unsigned rr;
  uint64_t ok;
} ref;

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static int counts(const wt_bench *b, const table *t, unsigned e, uint32_t ctl) { /* 10 */
  return !b->shape.SB_SPLIT || WT_FIELD(ctl, hctl, unit) == WT_U_SHFL || !t->e[e].issued || t->e[e].here;
}
static int may_go(const wt_bench *b, const table *t, uint32_t ctl) { /* 1 */
  if (!t->s[t->head].entered || (t->preds & WT_FIELD(ctl, hctl, pmask)) || (t->uniform && WT_FIELD(ctl, hctl, u_use))) return 0;
  for (unsigned e = 0; e < b->shape.SB_ENTRIES; e++)
    if ((t->s[t->head].dep >> e & 1) && counts(b, t, e, ctl)) return 0;
  return 1;
}
/* 3: dep and own of an instruction; the table is that before the edge. 0: no room. */
static int look_up(const wt_bench *b, const table *t, unsigned freed, uint64_t src, unsigned dst, unsigned n, unsigned *dep, unsigned *own) {
  *dep = *own = 0;
  if (dst == 255) n = 0;
  for (unsigned e = 0; e < b->shape.SB_ENTRIES; e++) {
    unsigned lo = t->e[e].first, hi = lo + t->e[e].len, meets = n && dst <= hi && dst + n > lo;
    if (!t->e[e].used && n && !*own) *own = 1u << e;
    for (unsigned i = 0; i < 6; i++)
      meets |= (src >> (48 + i) & 1) && (src >> 8 * i & 255) != 255 && (src >> 8 * i & 255) >= lo && (src >> 8 * i & 255) <= hi;
    if (t->e[e].used && meets && !(freed >> e & 1)) *dep |= 1u << e;
  }
  return !n || *own;
}
static void enter(table *t, unsigned slot, unsigned dst, unsigned n, unsigned dep, unsigned own) { /* 7 */
  t->s[slot].entered = 1, t->s[slot].late = 0, t->s[slot].dep = dep, t->s[slot].own = own;
  if (own) t->e[wt_lowest(own)].used = 1, t->e[wt_lowest(own)].first = dst, t->e[wt_lowest(own)].len = n - 1;
}
/* Lanes of the warp in which a beat writes; PACK: a row a lane. */
static uint64_t lanes_of(const wt_bench *b, uint32_t beat, uint32_t mask) {
  uint64_t set = 0;
  for (unsigned l = 0; l < b->shape.LANES; l++)
    set |= (uint64_t)(mask >> l & 1) << ((b->shape.PACK ? beat >> l * b->shape.BEAT_W & (b->shape.BEATS - 1) : beat) * b->shape.LANES + l);
  return set;
}
static unsigned released(const wt_bench *b, unsigned w) { /* 4, 11, 12 */
  const wt_alu_out *a = &b->m->subcore->alu.o;
  const wt_wb_out *o = &b->m->subcore->wb.o;
  unsigned freed = 0, split = b->shape.SB_SPLIT;
  for (unsigned e = 0; e < b->shape.SB_ENTRIES; e++) {
    table *t = &ref.w[w];
    if (!t->e[e].issued) continue;
    const uint64_t from_alu = lanes_of(b, a->wb_beat, a->wb_mask), slow = lanes_of(b, o->beat, o->mask);
    if (split && a->wb_valid && a->wb_n && a->wb_warp == w && t->e[e].first == a->wb_reg) t->e[e].missing &= ~from_alu;
    if (split && o->reg_valid && o->warp == w && t->e[e].first + t->e[e].len == o->reg) t->e[e].missing &= ~slow;
    int by_alu = a->rel_valid && a->rel_ndst && a->wb_warp == w && t->e[e].first == a->wb_reg;
    int by_wb = o->rel_valid && o->rel_ndst && o->rel_warp == w && t->e[e].first == o->rel_dst;
    if (split ? !t->e[e].missing : by_alu || by_wb) freed |= 1u << e;
  }
  return freed;
}
static void rules(const wt_bench *b) {
  const wt_subcore *m = b->m->subcore;
  const wt_issue_out *i = &m->issue.o;
  unsigned n = b->shape.SLOTS, depth = b->shape.IBUF_DEPTH, freed[MAX_WARPS], dw = m->decode.o.warp, rw = m->cfu->redir_warp, late = n, dep, own,
           ldep = 0, lown = 0;
  const uint32_t *u = m->decode.o.uop;
  uint64_t src = uop_get_need(u) << 48 | uop_get_s5(u) << 40 | uop_get_s4(u) << 32 | uop_get_s3(u) << 24 | uop_get_s2(u) << 16 | uop_get_s1(u) << 8 |
                 uop_get_s0(u);
  ref.ok = 0;
  for (unsigned w = 0; w < n; w++) ref.ok |= (uint64_t)may_go(b, &ref.w[w], m->ibuffer.o.head_ctl[w]) << w, freed[w] = released(b, w);
  int redir = m->cfu->redir_valid, insert = m->decode.o.valid && !(redir && dw == rw), any_late = 0;
  int room = look_up(b, &ref.w[dw], freed[dw], src, (unsigned)uop_get_dst(u), (unsigned)uop_get_ndst(u), &dep, &own);
  for (unsigned s = 0; s < depth; s++) any_late |= (int)ref.w[dw].s[s].late;
  for (unsigned k = 1; k <= n && late == n; k++) { /* 8 */
    unsigned w = (ref.rr + k) % n;
    uint32_t c = m->ibuffer.o.head_ctl[w];
    if (!ref.w[w].s[ref.w[w].head].late || (redir && w == rw)) continue;
    if (look_up(b, &ref.w[w], freed[w], m->ibuffer.o.head_src[w], c & 255, c >> 8 & 7, &ldep, &lown)) late = w;
  }
  unsigned late_slot = late < n ? ref.w[late].head : 0;
  for (unsigned w = 0; w < n; w++) /* 4, 12 */
    for (unsigned e = 0; e < b->shape.SB_ENTRIES; e++) {
      if (!(freed[w] >> e & 1)) continue;
      ref.w[w].e[e].used = ref.w[w].e[e].issued = ref.w[w].e[e].here = 0;
      for (unsigned s = 0; s < depth; s++) ref.w[w].s[s].dep &= ~(1u << e);
    }
  for (unsigned e = 0; m->cfu->upd_valid && e < b->shape.SB_ENTRIES; e++) /* 13 */
    ref.w[m->cfu->upd_warp].e[e].here = ref.w[m->cfu->upd_warp].e[e].issued && (ref.w[m->cfu->upd_warp].e[e].missing & m->cfu->upd_mask);
  if (m->alu.o.rel_valid) ref.w[m->alu.o.wb_warp].preds &= ~(unsigned)m->alu.o.rel_pw, ref.w[m->alu.o.wb_warp].uniform &= !m->alu.o.rel_u;
  if (m->wb.o.rel_valid) ref.w[m->wb.o.rel_warp].preds &= ~(unsigned)m->wb.o.rel_pw;
  if (i->set_valid) { /* 5, 14 */
    table *t = &ref.w[i->set_warp];
    unsigned *mine = &t->s[t->head].own;
    if (*mine) t->e[wt_lowest(*mine)].issued = t->e[wt_lowest(*mine)].here = 1, t->e[wt_lowest(*mine)].missing = i->exec;
    *mine = 0, t->preds |= i->set_pw, t->uniform |= i->set_u;
  }
  if (m->sched.o.sel_pop | m->pack.o.pop) { /* 6 */
    table *t = &ref.w[m->sched.o.sel_warp];
    t->s[t->head].entered = 0, t->head = (t->head + 1) % depth;
  }
  if (insert && room && !any_late) enter(&ref.w[dw], m->ibuffer.o.tail[dw], (unsigned)uop_get_dst(u), (unsigned)uop_get_ndst(u), dep, own); /* 7 */
  else if (insert) ref.w[dw].s[m->ibuffer.o.tail[dw]].late = 1;
  if (late < n) enter(&ref.w[late], late_slot, m->ibuffer.o.head_ctl[late] & 255, m->ibuffer.o.head_ctl[late] >> 8 & 7, ldep, lown), ref.rr = late;
  for (unsigned e = 0; redir && e < 16; e++) ref.w[rw].e[e].used &= ref.w[rw].e[e].issued; /* 9 */
  if (redir) memset(ref.w[rw].s, 0, sizeof ref.w[rw].s), ref.w[rw].head = 0;
}
static void look(const wt_bench *b) {
  uint64_t clear = 0; /* 2 */
  for (unsigned w = 0; w < b->shape.SLOTS; w++) {
    unsigned flying = ref.w[w].preds | ref.w[w].uniform;
    for (unsigned e = 0; e < 16; e++) flying |= ref.w[w].e[e].issued;
    clear |= (uint64_t)!flying << w;
  }
  for (unsigned w = 0; w < b->shape.SLOTS; w++) { /* what a later cycle alone would show */
    const wt_sb_coon_state *q = &b->m->subcore->sb_coon.q;
    const table *t = &ref.w[w];
    for (unsigned e = 0; e < b->shape.SB_ENTRIES; e++) {
      SUITE_RULE(b, "4, 7, 9", "valid of an entry", q->valid[w] >> e & 1, t->e[e].used);
      SUITE_RULE(b, "4, 5", "issued of an entry", q->issued[w] >> e & 1, t->e[e].issued);
      if (b->shape.SB_SPLIT) SUITE_RULE(b, "12, 13, 14", "here_count", q->here_count[w] >> e & 1, t->e[e].here);
    }
    for (unsigned s = 0; s < b->shape.IBUF_DEPTH; s++) {
      SUITE_RULE(b, "5, 7, 9", "own_entry", q->own_entry[w * b->shape.IBUF_DEPTH + s], t->s[s].own);
      SUITE_RULE(b, "4, 7, 9", "waits_for", q->waits_for[w * b->shape.IBUF_DEPTH + s], t->s[s].dep);
    }
  }
  SUITE_RULE(b, "1, 3-14", "sb_ok", b->m->subcore->sb->ok, ref.ok);
  SUITE_RULE(b, "2, 4, 5, 9, 11, 12", "sb_clear", b->m->subcore->sb->clear, clear);
}
static const suite_model model = {"sb_coon", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const deep[] = {"IBUF_DEPTH=4", "SB_ENTRIES=3", NULL};
  static const char *const flat[] = {"IBUF_DEPTH=1", "SB_ENTRIES=2", NULL};
  static const char *const wide[] = {"WARPS=5", "SB_ENTRIES=16", NULL};
  static const char *const lone[] = {"WARPS=1", "IBUF_DEPTH=3", NULL};
  suite_rules_all(&model, 20000);
  suite_rules(&model, "tiny", deep, 20000);
  suite_rules(&model, "tiny", flat, 20000);
  suite_rules(&model, "tiny", wide, 10000);
  suite_rules(&model, "tiny", lone, 20000);
}
END_TEST
START_TEST(rules_hold_with_lanes_of_paths) {
  static const char *const split[] = {"SCOREBOARD=coon", "SB_SPLIT=1", NULL};
  static const char *const beats[] = {"SCOREBOARD=coon", "SB_SPLIT=1", "WARP_SIZE=8", "LANES=2", "REGS=256", "SB_ENTRIES=3", "IBUF_DEPTH=3", NULL};
  static const char *const wide_split[] = {"SCOREBOARD=coon", "SB_SPLIT=1", "WARP_SIZE=64", "WARPS=5", NULL};
  suite_rules(&model, "tiny", split, 30000);
  suite_rules(&model, "tiny", beats, 30000);
  static const char *const packed[] = {"SCOREBOARD=coon", "SB_SPLIT=1", "WARP_SIZE=8", "LANES=2", "REGS=256", "PACK=on", NULL};
  suite_rules(&model, "tiny", packed, 30000);
  suite_rules(&model, "small", split, 10000);
  suite_rules(&model, "tiny", wide_split, 10000);
}
END_TEST

/* Warp 0 alone, with its I-buffer: the bench plays decode, scheduler and units. */
typedef struct {
  wt_bench *b;
  uint32_t buf[8][UOP_WORDS];
  unsigned head, n;
} rig;

static rig rig_open(const char *entries, const char *depth) {
  const char *const set[] = {entries, depth, NULL};
  rig g = {.b = suite_open("sb_coon", "tiny", set, 1)};
  g.b->m->subcore->sched.o.sel_warp = 0;
  return g;
}

static void show_head(rig *g) {
  wt_m *m = g->b->m;
  const uint32_t *u = g->buf[g->head];
  m->subcore->ibuffer.o.head_src[0] = 0, m->subcore->ibuffer.o.head_ctl[0] = 0;
  if (!g->n) return;
  m->subcore->ibuffer.o.head_src[0] = uop_get_need(u) << 48 | uop_get_s1(u) << 8 | uop_get_s0(u);
  uint64_t ctl = WT_PLACED(uop_get_unit(u), hctl, unit) | uop_get_u_use(u) << 18 | uop_get_pmask(u) << 11 | uop_get_ndst(u) << 8 | uop_get_dst(u);
  m->subcore->ibuffer.o.head_ctl[0] = (uint32_t)ctl;
}

static void idle(rig *g) {
  show_head(g);
  SUITE_CYCLE(g->b);
}

/* Decodes dst[0..n-1] <- s0, s1 (255: no such source). */
static void insert(rig *g, unsigned dst, unsigned n, unsigned s0, unsigned s1) {
  wt_m *m = g->b->m;
  unsigned d = m->S->IBUF_DEPTH, slot = (g->head + g->n) % d;
  uint32_t *u = g->buf[slot];
  memset(u, 0, sizeof g->buf[0]);
  uop_put_unit(u, WT_U_ALU);
  uop_put_dst(u, dst), uop_put_ndst(u, n), uop_put_s0(u, s0), uop_put_s1(u, s1);
  uop_put_need(u, (s0 != 255) | (s1 != 255) << 1);
  show_head(g);
  m->subcore->decode.o.valid = 1;
  memcpy(m->subcore->decode.o.uop, u, sizeof m->subcore->decode.o.uop);
  m->subcore->ibuffer.o.tail[0] = (uint8_t)slot;
  SUITE_CYCLE(g->b);
  wt_decode_idle(&m->subcore->decode.o);
  g->n++;
  show_head(g);
}

static unsigned ok(rig *g) {
  idle(g);
  return g->b->m->subcore->sb->ok & 1;
}

/* Issues the head as one beat. */
static void go(rig *g) {
  wt_m *m = g->b->m;
  ck_assert_uint_eq(ok(g), 1);
  m->subcore->sched.o.sel_valid = m->subcore->sched.o.sel_pop = m->subcore->issue.o.set_valid = 1;
  idle(g);
  m->subcore->sched.o.sel_valid = m->subcore->sched.o.sel_pop = m->subcore->issue.o.set_valid = 0;
  g->head = (g->head + 1) % m->S->IBUF_DEPTH, g->n--;
  show_head(g);
}

static void release(rig *g, unsigned dst, unsigned n) {
  wt_wb_out *w = &g->b->m->subcore->wb.o;
  w->rel_valid = 1, w->rel_dst = (uint8_t)dst, w->rel_ndst = (uint8_t)n;
  idle(g);
  memset(w, 0, sizeof *w);
}

static void redirect(rig *g) {
  g->b->m->subcore->cfu->redir_valid = 1;
  idle(g);
  g->b->m->subcore->cfu->redir_valid = 0;
  g->head = g->n = 0;
}

#define DEP(g, slot) ((g)->b->m->subcore->sb_coon.q.waits_for[slot])
#define VLD(g) ((g)->b->m->subcore->sb_coon.q.valid[0])

/* i0 ld r1,[r2]; i1 add r3,r1,r4; i2 mul r5,r6,r7; i3 sub r1,r5,r3 with three entries. */
START_TEST(tv08_dependence_vectors_step_by_step) {
  rig g = rig_open("SB_ENTRIES=3", "IBUF_DEPTH=4");
  const wt_sb_coon_state *q = &g.b->m->subcore->sb_coon.q;
  insert(&g, 1, 1, 2, 255);
  ck_assert_uint_eq(DEP(&g, 0), 0);
  ck_assert_uint_eq(q->ent_reg[0], 1);
  insert(&g, 3, 1, 1, 4);
  ck_assert_uint_eq(DEP(&g, 1), 1);
  insert(&g, 5, 1, 6, 7);
  ck_assert_uint_eq(DEP(&g, 2), 0);
  ck_assert_uint_eq(VLD(&g), 7);
  insert(&g, 1, 1, 5, 3); /* table full */
  ck_assert_uint_eq(q->compared[0], 7);
  ck_assert_uint_eq(q->late[0], 8);
  go(&g);
  ck_assert_uint_eq(ok(&g), 0); /* i1 waits for r1; i2 waits behind i1 */
  release(&g, 1, 1);
  ck_assert_uint_eq(VLD(&g), 6);
  go(&g);
  go(&g);   /* i2 */
  idle(&g); /* i3 is the head and enters */
  ck_assert_uint_eq(q->late[0], 0);
  ck_assert_uint_eq(DEP(&g, 3), 6);
  ck_assert_uint_eq(VLD(&g), 7);
  ck_assert_uint_eq(q->ent_reg[0], 1);
  ck_assert_uint_eq(ok(&g), 0);
  release(&g, 3, 1);
  ck_assert_uint_eq(DEP(&g, 3), 4);
  ck_assert_uint_eq(ok(&g), 0);
  release(&g, 5, 1);
  ck_assert_uint_eq(DEP(&g, 3), 0);
  go(&g);
  wt_bench_close(g.b);
}
END_TEST

/* TV-08 with i3 = mov r3,r9: the destination meets i1's entry. */
START_TEST(tv08_write_after_write_waits) {
  rig g = rig_open("SB_ENTRIES=4", "IBUF_DEPTH=4");
  insert(&g, 1, 1, 2, 255);
  insert(&g, 3, 1, 1, 4);
  insert(&g, 5, 1, 6, 7);
  insert(&g, 3, 1, 9, 255);
  ck_assert_uint_eq(DEP(&g, 3), 2);
  wt_bench_close(g.b);
}
END_TEST

START_TEST(release_frees_the_writer_that_has_issued) {
  rig g = rig_open("SB_ENTRIES=3", "IBUF_DEPTH=3");
  insert(&g, 1, 1, 255, 255);
  insert(&g, 1, 1, 255, 255); /* the same register again */
  insert(&g, 2, 1, 1, 255);   /* reads the second one's value */
  ck_assert_uint_eq(DEP(&g, 1), 1);
  ck_assert_uint_eq(DEP(&g, 2), 3);
  go(&g);
  release(&g, 1, 1);
  ck_assert_uint_eq(VLD(&g), 6);
  ck_assert_uint_eq(DEP(&g, 1), 0);
  ck_assert_uint_eq(DEP(&g, 2), 2);
  go(&g);
  ck_assert_uint_eq(ok(&g), 0);
  release(&g, 1, 1);
  ck_assert_uint_eq(ok(&g), 1);
  wt_bench_close(g.b);
}
END_TEST

START_TEST(one_entry_covers_a_range) {
  rig g = rig_open("SB_ENTRIES=2", "IBUF_DEPTH=4");
  insert(&g, 8, 4, 255, 255); /* r8..r11 */
  insert(&g, 255, 0, 11, 255);
  insert(&g, 255, 0, 12, 7);
  insert(&g, 10, 2, 255, 255);
  ck_assert_uint_eq(DEP(&g, 1), 1);
  ck_assert_uint_eq(DEP(&g, 2), 0);
  ck_assert_uint_eq(DEP(&g, 3), 1);
  ck_assert_uint_eq(VLD(&g), 3);
  go(&g);
  release(&g, 8, 4);
  ck_assert_uint_eq(VLD(&g), 2);
  ck_assert_uint_eq(DEP(&g, 1) | DEP(&g, 3), 0);
  wt_bench_close(g.b);
}
END_TEST

START_TEST(only_writers_need_room_and_order_is_kept) {
  rig g = rig_open("SB_ENTRIES=2", "IBUF_DEPTH=4");
  const wt_sb_coon_state *q = &g.b->m->subcore->sb_coon.q;
  insert(&g, 1, 1, 255, 255);
  insert(&g, 2, 1, 255, 255);
  insert(&g, 255, 0, 1, 255); /* no destination: enters although the table is full */
  ck_assert_uint_eq(q->compared[0], 7);
  insert(&g, 3, 1, 255, 255); /* late */
  go(&g);
  release(&g, 1, 1);
  insert(&g, 255, 0, 3, 255); /* behind a late one: late too, although there is room */
  ck_assert_uint_eq(q->late[0], 9);
  go(&g);
  go(&g);
  ck_assert_uint_eq(ok(&g), 0); /* the late writer enters in the cycle in which it is the head */
  go(&g);
  ck_assert_uint_eq(ok(&g), 0); /* its reader enters after it */
  ck_assert_uint_eq(DEP(&g, 0), 1);
  release(&g, 3, 1);
  ck_assert_uint_eq(ok(&g), 1);
  wt_bench_close(g.b);
}
END_TEST

START_TEST(redirect_frees_what_has_not_issued) {
  rig g = rig_open("SB_ENTRIES=3", "IBUF_DEPTH=3");
  const wt_sb_coon_state *q = &g.b->m->subcore->sb_coon.q;
  insert(&g, 1, 1, 255, 255);
  insert(&g, 2, 1, 1, 255);
  go(&g);
  insert(&g, 3, 1, 2, 255);
  ck_assert_uint_eq(VLD(&g), 7);
  redirect(&g);
  ck_assert_uint_eq(VLD(&g), 1);
  ck_assert_uint_eq(q->compared[0] | q->late[0] | q->head[0], 0);
  ck_assert_uint_eq(DEP(&g, 0) | DEP(&g, 1) | DEP(&g, 2), 0);
  ck_assert_uint_eq(ok(&g), 0);
  ck_assert_uint_eq(g.b->m->subcore->sb->clear & 1, 0); /* r1 is still on its way */
  insert(&g, 9, 1, 1, 255);
  ck_assert_uint_eq(DEP(&g, 0), 1);
  release(&g, 1, 1);
  ck_assert_uint_eq(ok(&g), 1);
  ck_assert_uint_eq(g.b->m->subcore->sb->clear & 1, 1); /* an entry that has not issued does not count */
  wt_bench_close(g.b);
}
END_TEST

START_TEST(decode_meets_a_release_in_the_same_cycle) {
  rig g = rig_open("SB_ENTRIES=2", "IBUF_DEPTH=3");
  insert(&g, 1, 1, 255, 255);
  go(&g);
  g.b->m->subcore->wb.o.rel_valid = 1, g.b->m->subcore->wb.o.rel_dst = 1, g.b->m->subcore->wb.o.rel_ndst = 1;
  insert(&g, 4, 1, 1, 255);
  wt_wb_idle(&g.b->m->subcore->wb.o);
  ck_assert_uint_eq(DEP(&g, 1), 0);
  ck_assert_uint_eq(VLD(&g), 2); /* an entry freed in this cycle is not taken in this cycle */
  wt_bench_close(g.b);
}
END_TEST

START_TEST(predicates_and_uniform_registers_are_tracked) {
  rig g = rig_open("SB_ENTRIES=2", "IBUF_DEPTH=3");
  wt_issue_out *s = &g.b->m->subcore->issue.o;
  insert(&g, 255, 0, 255, 255);
  insert(&g, 255, 0, 255, 255);
  s->set_pw = 4, s->set_u = 1;
  go(&g);
  s->set_pw = s->set_u = 0;
  uop_put_pmask(g.buf[1], 4);
  ck_assert_uint_eq(ok(&g), 0);
  uop_put_pmask(g.buf[1], 8);
  ck_assert_uint_eq(ok(&g), 1);
  uop_put_u_use(g.buf[1], 1);
  ck_assert_uint_eq(ok(&g), 0);
  ck_assert_uint_eq(g.b->m->subcore->sb->clear & 1, 0);
  g.b->m->subcore->alu.o.rel_valid = g.b->m->subcore->alu.o.rel_u = 1, g.b->m->subcore->alu.o.rel_pw = 4;
  idle(&g);
  g.b->m->subcore->alu.o.rel_valid = g.b->m->subcore->alu.o.rel_u = g.b->m->subcore->alu.o.rel_pw = 0;
  ck_assert_uint_eq(ok(&g), 1);
  ck_assert_uint_eq(g.b->m->subcore->sb->clear & 1, 1);
  wt_bench_close(g.b);
}
END_TEST

/* Issued instructions whose results are missing, kept as plain ranges: what ok must say once the head has entered. */
typedef struct {
  unsigned n, dst[16], len[16];
} flight;

static int meets(const flight *f, unsigned r) {
  for (unsigned i = 0; i < f->n; i++)
    if (r < 255 && r >= f->dst[i] && r < f->dst[i] + f->len[i]) return 1;
  return 0;
}
static int hazard(const flight *f, uint64_t src, uint32_t ctl) {
  for (unsigned i = 0; i < 6; i++)
    if ((src >> (48 + i) & 1) && meets(f, (unsigned)(src >> (8 * i)) & 255)) return 1;
  for (unsigned i = 0; (ctl & 255) != 255 && i < (ctl >> 8 & 7); i++)
    if (meets(f, (ctl & 255) + i)) return 1;
  return 0;
}
static void landed(flight *f, unsigned dst, unsigned n) {
  for (unsigned i = 0; n && i < f->n; i++)
    if (f->dst[i] == dst) f->n--, f->dst[i] = f->dst[f->n], f->len[i] = f->len[f->n], i--;
}

START_TEST(an_entered_head_may_go_exactly_when_its_registers_are_free) {
  static const char *const set[] = {"WARPS=3", "IBUF_DEPTH=4", NULL};
  wt_bench *b = suite_open("sb_coon", "tiny", set, 5);
  const wt_sb_coon_state *q = &b->m->subcore->sb_coon.q;
  flight fl[3] = {{0}};
  unsigned yes = 0, no = 0;
  for (unsigned c = 0; c < 40000; c++) {
    wt_m *m = b->m;
    b->fns->stim(m, &b->rng, b->cycle);
    unsigned want[3] = {2, 2, 2};
    for (unsigned w = 0; w < 3; w++) {
      uint32_t ctl = m->subcore->ibuffer.o.head_ctl[w];
      if (!(q->compared[w] >> q->head[w] & 1)) continue;
      if (m->subcore->sched.o.busy && m->subcore->sched.q.warp == w) continue; /* a packet in progress does not ask */
      want[w] =
        !hazard(&fl[w], m->subcore->ibuffer.o.head_src[w], ctl) && !(q->pbusy[w] & (ctl >> 11 & 127)) && !((ctl >> 18 & 1) && (q->ubusy >> w & 1));
    }
    const wt_alu_out a = m->subcore->alu.o;
    SUITE_CYCLE(b);
    for (unsigned w = 0; w < 3; w++) {
      if (m->subcore->sched.o.busy && m->subcore->sched.q.warp == w) continue;
      ck_assert_uint_eq(m->subcore->sb->ok >> w & 1, want[w] & 1);
      yes += want[w] == 1, no += want[w] == 0;
    }
    if (a.rel_valid) landed(&fl[a.wb_warp], a.wb_reg, a.rel_ndst);
    if (m->subcore->wb.o.rel_valid) landed(&fl[m->subcore->wb.o.rel_warp], m->subcore->wb.o.rel_dst, m->subcore->wb.o.rel_ndst);
    const wt_issue_out *s = &m->subcore->issue.o;
    flight *f = &fl[s->set_warp];
    if (s->set_valid && s->set_ndst && s->set_dst != 255) f->dst[f->n] = s->set_dst, f->len[f->n++] = s->set_ndst;
  }
  ck_assert_uint_gt(yes, 10000);
  ck_assert_uint_gt(no, 10000);
  wt_bench_close(b);
}
END_TEST

/* ---- SB_SPLIT: lanes 3..0 of one warp, tiny has one beat ---- */
static rig split_open(unsigned split) {
  const char *const set[] = {"SB_ENTRIES=4", "IBUF_DEPTH=4", "SCOREBOARD=coon", split ? "SB_SPLIT=1" : "SB_SPLIT=0", NULL};
  rig g = {.b = suite_open("sb_coon", "tiny", set, 1)};
  g.b->m->subcore->sched.o.sel_warp = 0;
  return g;
}
static void path(rig *g, uint64_t mask) { /* another path of the warp runs: its instructions are fetched */
  wt_cfu_out *c = g->b->m->subcore->cfu;
  c->upd_valid = c->redir_valid = 1, c->upd_mask = mask;
  idle(g);
  c->upd_valid = c->redir_valid = 0, c->upd_mask = 0;
  g->head = g->n = 0;
}
static void go_as(rig *g, uint64_t exec) {
  g->b->m->subcore->issue.o.exec = exec;
  go(g);
  g->b->m->subcore->issue.o.exec = 0;
}
static void result(rig *g, unsigned reg, uint32_t mask) {
  wt_wb_out *w = &g->b->m->subcore->wb.o;
  w->reg_valid = 1, w->reg = (uint8_t)reg, w->mask = mask;
  idle(g);
  memset(w, 0, sizeof *w);
}

/* TV-34: lane 3 loads r1; lanes 2..0 read their own r1; when all run together r1 is waited for. */
START_TEST(tv34_other_paths_pass) {
  for (unsigned split = 0; split < 2; split++) {
    rig g = split_open(split);
    path(&g, 8);
    insert(&g, 1, 1, 2, 255);
    go_as(&g, 8);
    path(&g, 7);
    insert(&g, 2, 1, 1, 1);
    ck_assert_uint_eq(ok(&g), split); /* the plain scoreboard stalls */
    if (split) {
      go_as(&g, 7);
      result(&g, 2, 7);
      insert(&g, 3, 1, 1, 255); /* buffered, then all meet: the same instruction with a wider mask */
      ck_assert_uint_eq(ok(&g), 1);
      g.b->m->subcore->cfu->upd_valid = 1, g.b->m->subcore->cfu->upd_mask = 15;
      idle(&g);
      g.b->m->subcore->cfu->upd_valid = 0, g.b->m->subcore->cfu->upd_mask = 0;
      ck_assert_uint_eq(ok(&g), 0);
      result(&g, 1, 8);
      ck_assert_uint_eq(ok(&g), 1);
    }
    wt_bench_close(g.b);
  }
}
END_TEST

/* Two paths load the same register; each result frees its own lanes, in any order. */
START_TEST(two_paths_write_one_register) {
  rig g = split_open(1);
  path(&g, 3);
  insert(&g, 1, 1, 2, 255);
  go_as(&g, 3);
  path(&g, 12);
  insert(&g, 1, 1, 2, 255);
  ck_assert_uint_eq(ok(&g), 1);
  go_as(&g, 12);
  insert(&g, 4, 1, 1, 255);
  ck_assert_uint_eq(ok(&g), 0);
  result(&g, 1, 4);
  ck_assert_uint_eq(ok(&g), 0); /* lane 3 is missing */
  result(&g, 1, 8);
  ck_assert_uint_eq(ok(&g), 1);
  ck_assert_uint_eq(g.b->m->subcore->sb_coon.q.issued[0], 1);
  ck_assert_uint_eq(g.b->m->subcore->sb->clear & 1, 0);
  path(&g, 3);
  insert(&g, 4, 1, 1, 255);
  ck_assert_uint_eq(ok(&g), 0);
  result(&g, 1, 3);
  ck_assert_uint_eq(ok(&g), 1);
  ck_assert_uint_eq(g.b->m->subcore->sb->clear & 1, 1);
  wt_bench_close(g.b);
}
END_TEST

/* An instruction that executes for nobody misses nothing; the last word of a wide result counts. */
START_TEST(entries_end_with_their_lanes) {
  rig g = split_open(1);
  path(&g, 15);
  insert(&g, 1, 1, 2, 255);
  go_as(&g, 0);
  idle(&g);
  ck_assert_uint_eq(VLD(&g), 0);
  insert(&g, 4, 4, 2, 255);
  go_as(&g, 15);
  for (unsigned k = 0; k < 3; k++) result(&g, 4 + k, 15);
  ck_assert_uint_eq(VLD(&g), 1);
  result(&g, 7, 15);
  ck_assert_uint_eq(VLD(&g), 0);
  insert(&g, 8, 2, 2, 255);
  go_as(&g, 15);
  wt_alu_out *a = &g.b->m->subcore->alu.o; /* the ALU writes both words at once */
  a->wb_valid = 1, a->wb_n = 2, a->wb_reg = 8, a->wb_mask = 15;
  idle(&g);
  a->wb_valid = a->wb_n = a->wb_reg = 0, a->wb_mask = 0;
  ck_assert_uint_eq(VLD(&g), 0);
  wt_bench_close(g.b);
}
END_TEST

/* A shuffle reads lanes that do not execute. */
START_TEST(shuffle_waits_for_all_lanes) {
  rig g = split_open(1);
  path(&g, 8);
  insert(&g, 1, 1, 2, 255);
  go_as(&g, 8);
  path(&g, 7);
  insert(&g, 2, 1, 1, 255);
  ck_assert_uint_eq(ok(&g), 1);
  uop_put_unit(g.buf[g.head], WT_U_SHFL);
  ck_assert_uint_eq(ok(&g), 0);
  wt_bench_close(g.b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, tv08_dependence_vectors_step_by_step);
  tcase_add_test(tc, tv08_write_after_write_waits);
  tcase_add_test(tc, release_frees_the_writer_that_has_issued);
  tcase_add_test(tc, one_entry_covers_a_range);
  tcase_add_test(tc, only_writers_need_room_and_order_is_kept);
  tcase_add_test(tc, redirect_frees_what_has_not_issued);
  tcase_add_test(tc, decode_meets_a_release_in_the_same_cycle);
  tcase_add_test(tc, predicates_and_uniform_registers_are_tracked);
  tcase_add_test(tc, an_entered_head_may_go_exactly_when_its_registers_are_free);
  tcase_add_test(tc, rules_hold_on_random_traffic);
  tcase_add_test(tc, rules_hold_with_lanes_of_paths);
  tcase_add_test(tc, tv34_other_paths_pass);
  tcase_add_test(tc, two_paths_write_one_register);
  tcase_add_test(tc, entries_end_with_their_lanes);
  tcase_add_test(tc, shuffle_waits_for_all_lanes);
}
int main(void) { return suite_main("wt_sb_coon", add); }
