/* test_wt_smbank.c - shared memory bank. Numbers in names of tests are rules of docs/blocks/mem/wt_smbank.md. */
#include "tests/block_suite.h"

/* The bytes of the bank that were written since the reset, and what it must show in this cycle. */
static struct {
  uint8_t byte[MAX_SMROWS][4], known[MAX_SMROWS][4];
  uint32_t shown, sure;
} ref;

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static void rules(const wt_bench *b) {
  const wt_smem_out *s = &b->m->sm->smem.o;
  ref.shown = 0, ref.sure = ~UINT32_C(0);
  if (s->en % 2 == 0) return; /* 3 */
  for (unsigned i = 0; i < 4; i++) {
    uint8_t *byte = &ref.byte[s->row[0]][i], *known = &ref.known[s->row[0]][i];
    if (s->wbe[0] >> i & 1) *byte = (uint8_t)(s->wdata[0] >> 8 * i), *known = 1; /* 2 */
    if (s->wbe[0]) continue;
    ref.shown |= (uint32_t)*byte << 8 * i; /* 1 */
    if (!*known) ref.sure &= ~(UINT32_C(255) << 8 * i);
  }
}
static void look(const wt_bench *b) { SUITE_RULE(b, "1-3", "smbank_rdata", b->m->sm->smbank[0].o.rdata & ref.sure, ref.shown & ref.sure); }
static const suite_model model = {"smbank", start, rules, look};
START_TEST(rules_hold_on_random_traffic) { suite_rules_all(&model, 8000); }
END_TEST

static void request(wt_bench *b, unsigned row, unsigned wbe, uint32_t wdata) {
  wt_smem_out *s = &b->m->sm->smem.o;
  memset(s, 0, sizeof *s);
  s->en = 1;
  s->row[0] = (uint16_t)row;
  s->wbe[0] = (uint8_t)wbe;
  s->wdata[0] = wdata;
  SUITE_CYCLE(b);
}

START_TEST(bytes_are_written_alone_rules_1_2_3) {
  wt_bench *b = suite_open("smbank", "tiny", NULL, 7);
  request(b, 5, 15, 0x11223344);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0);
  request(b, 5, 0, 0);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0x11223344);
  request(b, 5, 5, 0x00aa00bb);
  request(b, 5, 0, 0);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0x11aa33bb);
  wt_smem_idle(&b->m->sm->smem.o);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(a_bank_that_is_not_enabled_does_nothing_rule_3) {
  wt_bench *b = suite_open("smbank", "tiny", NULL, 7);
  request(b, 5, 15, 0x11223344);
  wt_smem_out *s = &b->m->sm->smem.o;
  s->en = 0, s->row[0] = 5, s->wbe[0] = 15, s->wdata[0] = 0xffffffff;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0);
  request(b, 5, 15, 0x11223344);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0); /* a write shows nothing, rule 2 */
  s->wbe[0] = 0, s->wdata[0] = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0x11223344);
  s->en = 0, s->wbe[0] = 15, s->wdata[0] = 0xffffffff;
  SUITE_CYCLE(b);
  s->en = 1, s->wbe[0] = 0, s->wdata[0] = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->smbank[0].o.rdata, 0x11223344);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, bytes_are_written_alone_rules_1_2_3);
  tcase_add_test(tc, a_bank_that_is_not_enabled_does_nothing_rule_3);
  tcase_add_test(tc, rules_hold_on_random_traffic);
}
int main(void) { return suite_main("wt_smbank", add); }
