/* test_wt_ureg.c - uniform registers: a model of their rules beside random lock-step. Rules: docs/blocks/operand/wt_ureg.md. */
#include "isa/wt_isa.h"
#include "tests/block_suite.h"

/* known: written since the reset, which leaves the files as they were; UR63 is URZ */
static struct {
  uint32_t u[MAX_WARPS][64], mask[MAX_WARPS][64]; /* mask: all ones where known */
  uint8_t up[MAX_WARPS], up_known[MAX_WARPS];
  uint64_t out[3], sure[3];
  uint8_t out_up, sure_up;
} ref;

static void start(const wt_bench *b) {
  memset(&ref, 0, sizeof ref);
  for (unsigned w = 0; w < b->shape.SLOTS; w++) ref.mask[w][63] = ~UINT32_C(0);
}
static uint64_t pair(uint32_t (*file)[64], uint32_t zero, unsigned w, unsigned i) {
  uint32_t lo = i == 63 ? zero : file[w][i], hi = i >= 62 ? zero : file[w][i + 1];
  return (uint64_t)hi << 32 | lo;
}
static void set(unsigned w, unsigned i, uint32_t v) {
  if (i < 63) ref.u[w][i] = v, ref.mask[w][i] = ~UINT32_C(0);
}
static void set_up(unsigned w, unsigned i, unsigned v) {
  if (i < 7) ref.up[w] = (uint8_t)((ref.up[w] & ~(1u << i)) | v << i), ref.up_known[w] |= (uint8_t)(1u << i);
}
static void rules(const wt_bench *b) {
  const wt_sched_out *s = &b->m->subcore->sched.o;
  const wt_ualu_out *a = &b->m->subcore->ualu.o;
  const wt_alu_out *r = &b->m->subcore->alu.o;
  const uint32_t *u = b->m->subcore->ibuffer.o.uop;
  unsigned op = (unsigned)uop_get_op(u), w = s->sel_warp;
  int at64 = op == WT_I_STG_U || op == WT_I_STS_U || op == WT_I_ST_U || op == WT_I_ATOMG_U || op == WT_I_ATOM_U || op == WT_I_ATOMS_U ||
             op == WT_I_RED || op == WT_I_STL_U;
  unsigned lo24 = (unsigned)(uop_get_lo(u) >> 24) & 63, lo32 = (unsigned)(uop_get_lo(u) >> 32) & 63, hi0 = (unsigned)uop_get_hi(u) & 63;
  const unsigned from[3] = {lo24, at64 ? hi0 : lo32, hi0}; /* 2: a, b, c */
  for (unsigned i = 0; i < 3; i++)
    ref.out[i] = s->sel_valid ? pair(ref.u, 0, w, from[i]) : 0, ref.sure[i] = s->sel_valid ? pair(ref.mask, ~UINT32_C(0), w, from[i]) : ~UINT64_C(0);
  ref.out_up = s->sel_valid ? ref.up[w] : 0, ref.sure_up = s->sel_valid ? ref.up_known[w] : 127; /* 1 */
  if (a->w_n >= 1) set(w, a->w_idx, a->w_lo);                                                    /* 3 */
  if (a->w_n >= 2) set(w, a->w_idx + 1u, a->w_hi);
  if (r->sc_ur) set(r->wb_warp, r->sc_idx, r->sc_val); /* 4 */
  if (a->p0_valid) set_up(w, a->p0_idx, a->p0_val);    /* 5 */
  if (a->p1_valid) set_up(w, a->p1_idx, a->p1_val);
}
static void look(const wt_bench *b) {
  const wt_ureg_out *o = &b->m->subcore->ureg.o;
  SUITE_RULE(b, "1-4", "ureg_a", o->a & ref.sure[0], ref.out[0] & ref.sure[0]);
  SUITE_RULE(b, "1-4", "ureg_b", o->b & ref.sure[1], ref.out[1] & ref.sure[1]);
  SUITE_RULE(b, "1-4", "ureg_c", o->c & ref.sure[2], ref.out[2] & ref.sure[2]);
  SUITE_RULE(b, "1, 5", "ureg_up", o->up & ref.sure_up, ref.out_up & ref.sure_up);
}
static const suite_model model = {"ureg", start, rules, look};

START_TEST(rules_hold_on_random_traffic) { suite_rules_all(&model, 20000); }
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, rules_hold_on_random_traffic); }
int main(void) { return suite_main("wt_ureg", add); }
