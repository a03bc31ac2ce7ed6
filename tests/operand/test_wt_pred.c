/* test_wt_pred.c - predicate file: a model of its rules beside random lock-step. Rules: docs/blocks/operand/wt_pred.md. */
#include "tests/block_suite.h"

/* Predicates of every warp, a bit a lane; `known`: written since the reset, which leaves them as they were. */
static struct { uint64_t p[MAX_WARPS][7], known[MAX_WARPS][7], out[7], sure[7]; } ref;

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static void put(const wt_bench *b, unsigned w, uint32_t beat, unsigned k, uint32_t mask, uint32_t bits) {
  const wt_shape *S = &b->shape;
  for (unsigned l = 0; l < S->LANES; l++) {
    const unsigned row = S->PACK ? beat >> l * S->BEAT_W & (S->BEATS - 1) : beat; /* 8 */
    const uint64_t at = UINT64_C(1) << (row * S->LANES + l);
    if (!(mask >> l & 1)) continue;
    ref.p[w][k] = bits >> l & 1 ? ref.p[w][k] | at : ref.p[w][k] & ~at, ref.known[w][k] |= at;
  }
}
static void rules(const wt_bench *b) {
  const wt_sched_out *s = &b->m->subcore->sched.o;
  const wt_alu_out *a = &b->m->subcore->alu.o;
  const wt_wb_out *o = &b->m->subcore->wb.o;
  const wt_dispatch_out *d = &b->m->sm->dispatch.o;
  for (unsigned k = 0; k < 7; k++) /* 1 */
    ref.out[k] = s->sel_valid ? ref.p[s->sel_warp][k] : 0, ref.sure[k] = s->sel_valid ? ref.known[s->sel_warp][k] : ~UINT64_C(0);
  /* 7: in this order */
  if (a->pw0_valid) put(b, a->wb_warp, a->wb_beat, a->pw0_p, a->wb_mask, a->pw0_bits); /* 2 */
  if (a->pw1_valid) put(b, a->wb_warp, a->wb_beat, a->pw1_p, a->wb_mask, a->pw1_bits); /* 3 */
  for (unsigned l = 0; a->pwr_valid && l < b->shape.LANES; l++)                        /* 4 */
    for (unsigned k = 0; k < 7; k++)
      if ((a->wb_mask >> l & 1) && (a->wb_hi[l] >> k & 1)) put(b, a->wb_warp, a->wb_beat, k, 1u << l, (a->wb_lo[l] >> k & 1) << l);
  if (o->pw_valid) put(b, o->warp, o->beat, o->pw_p, o->mask, o->pw_bits); /* 5 */
  for (unsigned k = 0; d->launch_valid && k < 7; k++)
    put(b, d->launch_warp, wt_beat_all(&b->shape, d->launch_beat), k, (uint32_t)wt_mask64(b->shape.LANES), 0); /* 6 */
}
static void look(const wt_bench *b) {
  for (unsigned k = 0; k < 7; k++) SUITE_RULE(b, "1-8", "pred_p", b->m->subcore->pred.o.p[k] & ref.sure[k], ref.out[k] & ref.sure[k]);
}
static const suite_model model = {"pred", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const packed[] = {"PACK=on", "WARP_SIZE=8", "LANES=2", NULL}; /* rule 8 */
  suite_rules_all(&model, 20000);
  suite_rules(&model, "tiny", packed, 20000);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, rules_hold_on_random_traffic); }
int main(void) { return suite_main("wt_pred", add); }
