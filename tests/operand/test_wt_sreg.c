/* test_wt_sreg.c - special registers: a model of their rules beside random lock-step. Rules: docs/blocks/operand/wt_sreg.md. */
#include "isa/wt_isa.h"
#include "tests/block_suite.h"

/* Index of every lane and coordinates of every warp's CTA as the last launch brought them; `lane_known`: since the reset. */
typedef struct {
  unsigned x, y, z;
} xyz;
static struct {
  xyz tid[MAX_WARPS][64], cta[MAX_WARPS];
  char lane_known[MAX_WARPS][64], cta_known[MAX_WARPS];
  uint32_t clk, v0[MAX_LANES], s;
  char v0_sure[MAX_LANES], s_sure;
} ref;

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
/* 5 */
static uint32_t value(const wt_bench *b, unsigned r, unsigned w, unsigned lane, char *sure) {
  const xyz t = ref.tid[w][lane], c = ref.cta[w];
  const unsigned of_sm = suite_warp(&b->shape, b->m->subcore->place.subcore, w);
  unsigned ws = b->shape.SLOT_LANES, place = b->m->gpu->cfg.places && ws < 32 ? (of_sm * ws + lane) % 32 : lane; /* 7 */
  uint32_t below = place < 32 ? (UINT32_C(1) << place) - 1 : ~UINT32_C(0), at = place < 32 ? UINT32_C(1) << place : 0;
  *sure = r >= 33 && r <= 35 ? ref.lane_known[w][lane] : r >= 37 && r <= 39 ? ref.cta_known[w] : 1;
  unsigned warp = b->m->gpu->cfg.places && ws < 32 ? of_sm * ws / 32 : of_sm, smem = 0;
  while (smem < b->m->gpu->cfg.smem) smem += 256;
  const struct {
    unsigned r;
    uint32_t v;
  } table[] = {{3, 256 * warp}, {50, smem}, {0, place}, {1, ref.clk}, {80, ref.clk}, {33, t.x},        {34, t.y},           {35, t.z},
               {37, c.x},       {38, c.y},  {39, c.z},  {56, at},     {57, below},   {58, at | below}, {59, ~(at | below)}, {60, ~below}};
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].r == r) return table[i].v;
  return 0;
}
static void rules(const wt_bench *b) {
  const wt_sched_out *s = &b->m->subcore->sched.o;
  const wt_dispatch_out *d = &b->m->sm->dispatch.o;
  const uint32_t *u = b->m->subcore->ibuffer.o.uop;
  unsigned op = (unsigned)uop_get_op(u), n = b->shape.LANES, r = (unsigned)(uop_get_hi(u) >> 8) & 255;
  memset(ref.v0, 0, sizeof ref.v0), memset(ref.v0_sure, 1, sizeof ref.v0_sure), ref.s = 0, ref.s_sure = 1; /* 1 */
  for (unsigned l = 0; s->sel_valid && l < n; l++) {
    const uint32_t beat = b->m->subcore->pack.o.beat;
    const unsigned row = b->shape.PACK ? beat >> l * b->shape.BEAT_W & (b->shape.BEATS - 1) : s->sel_beat; /* 8 */
    unsigned lane = row * n + l;
    if (op == WT_I_S2R || op == WT_I_CS2R) ref.v0[l] = value(b, r, s->sel_warp, lane, &ref.v0_sure[l]);                      /* 2 */
    for (unsigned k = 0; op == WT_I_P2R && k < 7; k++) ref.v0[l] |= (uint32_t)(b->m->subcore->pred.o.p[k] >> lane & 1) << k; /* 3 */
  }
  if (s->sel_valid && op == WT_I_S2UR) ref.s = value(b, r, s->sel_warp, 0, &ref.s_sure); /* 4 */
  ref.clk++;
  if (!d->launch_valid) return; /* 6 */
  for (unsigned l = 0; l < n; l++) {
    uint32_t t = d->launch_tid[l];
    ref.tid[d->launch_warp][d->launch_beat * n + l] = (xyz){t % 2048, t / 2048 % 2048, t / (2048 * 2048)};
    ref.lane_known[d->launch_warp][d->launch_beat * n + l] = 1;
  }
  ref.cta[d->launch_warp] = (xyz){d->launch_ctaid_x, d->launch_ctaid_y, d->launch_ctaid_z}, ref.cta_known[d->launch_warp] = 1;
}
static void look(const wt_bench *b) {
  const wt_sreg_out *o = &b->m->subcore->sreg.o;
  for (unsigned l = 0; l < b->shape.LANES; l++)
    if (ref.v0_sure[l]) SUITE_RULE(b, "1-3, 5, 7, 8", "sreg_v0", o->v0[l], ref.v0[l]);
  if (ref.s_sure) SUITE_RULE(b, "1, 4, 5, 7", "sreg_s", o->s, ref.s);
}
static const suite_model model = {"sreg", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const wide[] = {"WARP_SIZE=64", NULL};
  suite_rules_all(&model, 20000);
  static const char *const eight[] = {"WARP_SIZE=8", "WARPS=6", NULL};
  static const char *const four[] = {"SUBCORES=4", "WARPS=12", "WARP_SIZE=8", NULL};
  suite_rules(&model, "tiny", four, 5000);
  static const char *const large[] = {"SUBCORES=2", "WARPS=4", "WARP_SIZE=8", "GROUPING=dwr", "DWR_SUBWARPS=2", NULL};
  suite_rules(&model, "tiny", large, 5000);
  suite_rules(&model, "tiny", wide, 5000); /* lanes from 32 on */
  suite_rules(&model, "tiny", eight, 5000);
  static const char *const packed[] = {"PACK=on", "WARP_SIZE=8", "LANES=2", NULL};
  suite_rules(&model, "tiny", packed, 5000);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, rules_hold_on_random_traffic); }
int main(void) { return suite_main("wt_sreg", add); }
