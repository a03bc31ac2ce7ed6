/* test_wt_checkers.c - the comparator is checked: what it compares is falsified, one item at a time, in a running bench of every block, and each must be
 * reported with its block and row. The items come from the rows: every state row (lowest and highest bit), its value after reset if it has one, every
 * write port of every memory (noticed by the RTL's list of writes alone, and by the C twin's alone), rows that nobody writes (the sweep). Ports: test_wt_ports.
 * LONG=1: on shapes with more than 32 warps and more than 32 lanes too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_isa.h"
#include "tests/block_suite.h"

enum { SIDES = 2 };
static const wt_block_fns *blocks[WT_MAX_BLOCKS];
static int n_blocks;
static unsigned items;

/* What the hook falsifies at the next edge. */
static struct {
  uint8_t *byte;
  uint8_t bit;
  wt_mlog *silent;      /* the C twin's list of writes is lost */
  uint32_t *no_pending; /* the RTL's */
  int armed;
} act;
static void poke(void *ctx, wt_ls *l) {
  (void)ctx;
  if (!act.armed) return;
  act.armed = 0;
  *act.byte ^= act.bit;
  if (act.silent) act.silent->n = 0;
  if (act.no_pending) l->n_pend = 0;
}
static void arm(uint8_t *rtl, unsigned bit) {
  memset(&act, 0, sizeof act);
  act.byte = rtl + bit / 8, act.bit = (uint8_t)(1u << bit % 8), act.armed = 1;
}

static void expect_report(const wt_bench *b, int failed, const wt_bind *what, const char *how) {
  char block[48];
  snprintf(block, sizeof block, "wt_%s", what->blk->stem);
  items++;
  ck_assert_msg(failed, "%s.%s falsified (%s), and nothing is reported", block, what->row->name, how);
  ck_assert_msg(strstr(b->report, block) && strstr(b->report, what->row->name), "%s.%s falsified (%s), the report names another: %s", block,
                what->row->name, how, b->report);
}
/* From a reset, n cycles of stimulus, unfalsified. */
static void warm(wt_bench *b, unsigned n) {
  act.armed = 0;
  ck_assert_msg(!wt_bench_reset(b) && !wt_bench_random(b, n), "nothing falsified: %s", b->report);
}
static int one_cycle(wt_bench *b) {
  b->fns->stim(b->m, &b->rng, b->cycle);
  return wt_bench_cycle(b) != 0;
}

static void state_rows(wt_bench *b) {
  for (unsigned i = 0; i < b->ls.n_ff; i++) {
    const wt_bind *f = &b->ls.ff[i];
    unsigned bits = f->row->elemw * f->row->n;
    for (unsigned high = 0; high < 2; high++) {
      warm(b, 3);
      arm(f->rtl, high ? bits - 1 : 0);
      expect_report(b, one_cycle(b), f, high ? "highest bit" : "lowest bit");
    }
    for (unsigned high = 0; high < 2; high++) { /* of the model, the same way */
      unsigned el = high ? f->row->n - 1 : 0, bit = high ? f->row->elemw - 1 : 0;
      warm(b, 3);
      arm((uint8_t *)f->c + el * f->row->csize, bit);
      expect_report(b, one_cycle(b), f, high ? "highest bit of the model" : "lowest bit of the model");
    }
    if (!f->packed) { /* what is above its bits is zero */
      warm(b, 3);
      arm((uint8_t *)f->c, (unsigned)wt_row_value_bytes(f->row) * 8 - 1);
      expect_report(b, one_cycle(b), f, "above the bits of the model");
    }
    if (!f->row->flag) continue;
    arm(f->rtl, bits - 1);
    expect_report(b, wt_bench_reset(b) != 0, f, "after reset");
  }
}

/* Write enables of a memory in this cycle, its inputs being set. */
static uint64_t enables(wt_bench *b, const wt_bind *m) {
  uint64_t we = 0;
  if (b->fns->eval) b->fns->eval(b->m);
  wt_ls_drive(&b->ls);
  memcpy(&we, m->we, m->we_bytes > 8 ? 8 : m->we_bytes);
  return we;
}
static void memory_ports(wt_bench *b) {
  for (unsigned i = 0; i < b->ls.n_mem; i++) {
    const wt_bind *m = &b->ls.mem[i];
    for (unsigned p = 0; p < m->row->ports; p++)
      for (unsigned side = 0; side < SIDES; side++) {
        unsigned tries = 0, bits = m->row->elemw * m->row->n;
        warm(b, 20);
        for (; tries < 20000; tries++) {
          b->fns->stim(b->m, &b->rng, b->cycle);
          if (enables(b, m) >> p & 1) break;
          ck_assert_msg(!wt_bench_cycle(b), "nothing falsified: %s", b->report);
        }
        if (tries == 20000) {
          printf("wt_%s.%s: port %u never writes under this stimulus\n", m->blk->stem, m->row->name, p);
          break;
        }
        uint32_t wa[64] = {0};
        memcpy(wa, m->wa, m->wa_bytes);
        uint32_t row = (uint32_t)wt_words_get(wa, p * m->wa_w, m->wa_w);
        if (row >= m->row->depth) continue;
        arm(m->rtl + (size_t)row * m->bytes, bits - 1);
        if (side) act.no_pending = &b->ls.n_pend;
        else act.silent = m->log;
        expect_report(b, wt_bench_cycle(b) != 0, m, side ? "row written, C twin's list alone" : "row written, RTL's list alone");
      }
    for (unsigned high = 0; high < 2; high++) { /* of the model: the last row, its first and its last byte */
      size_t stride = wt_row_stride(m->row);
      warm(b, 5);
      m->c[(m->row->depth - 1) * stride + (high ? stride - 1 : 0)] ^= 0x40;
      int found = wt_ls_sweep(&b->ls) != 0;
      wt_ls_describe(&b->ls, b->report, sizeof b->report);
      expect_report(b, found, m, high ? "last byte of the model" : "first byte of the model");
    }
    warm(b, 5);
    m->rtl[(size_t)(m->row->depth - 1) * m->bytes] ^= 1; /* a row that is perhaps never written */
    int found = wt_ls_sweep(&b->ls) != 0;
    wt_ls_describe(&b->ls, b->report, sizeof b->report);
    expect_report(b, found, m, "sweep");
  }
}

static void falsify(const char *stem, const char *const *set) {
  char err[400];
  wt_bench *b = wt_bench_open(stem, "tiny", set, 1, err, sizeof err);
  ck_assert_msg(b != NULL, "%s: %s", stem, err);
  b->ls.poke = poke;
  state_rows(b);
  memory_ports(b);
  wt_bench_close(b);
}
START_TEST(every_state_row_and_write_port_is_compared) {
  static const char *const cache[] = {"L1_BYTES=1024", NULL}; /* without it the shape has no such block */
  static const char *const lanes[] = {"WARP_SIZE=64", NULL}, *const warps[] = {"WARPS=40", NULL};
  const char *stem = blocks[_i]->stem;
  items = 0;
  falsify(stem, strcmp(stem, "l1d") ? NULL : cache);
  if (getenv("LONG")) falsify(stem, lanes), falsify(stem, warps);
  printf("wt_%-12s %u items falsified, all reported\n", stem, items);
}
END_TEST

/* A shuffle beat while the unit sends is illegal: the unit's assertion fails, and with it the bench. */
START_TEST(a_failed_assertion_fails_the_bench) {
  char err[400];
  wt_bench *b = wt_bench_open("shfl", "tiny", NULL, 1, err, sizeof err);
  ck_assert_msg(b != NULL && !wt_bench_reset(b), "%s", err);
  wt_disp_out *d = &b->m->subcore->disp.o;
  memset(d, 0, sizeof *d);
  d->valid = d->last = 1, d->mask = 15;
  uop_put_unit(d->uop, WT_U_SHFL), uop_put_op(d->uop, WT_I_SHFL_II);
  int bad = 0;
  for (unsigned i = 0; i < 4 && !bad; i++) { /* what an assertion said before is not what this one says */
    snprintf(b->ls.said, sizeof b->ls.said, "[0] %%Error: wt_old.sv:1: Assertion failed in TOP.wt_old.Old_A: it was long ago");
    bad = wt_bench_cycle(b) != 0;
  }
  ck_assert_msg(bad && strstr(b->report, "block wt_shfl, assertion TakenOnlyWhenReady_A (wt_shfl.sv:"),
                "an assertion failed in the RTL, the bench says: %s", bad ? b->report : "nothing");
  wt_bench_close(b);
}
END_TEST

int main(void) {
  for (const wt_block_fns *f = wt_block_table; f->stem; f++)
    if (f->stim) blocks[n_blocks++] = f;
  Suite *s = suite_create("wt_checkers");
  TCase *tc = tcase_create("wt_checkers");
  tcase_set_timeout(tc, 900);
  tcase_add_loop_test(tc, every_state_row_and_write_port_is_compared, 0, n_blocks);
  tcase_add_test(tc, a_failed_assertion_fails_the_bench);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
