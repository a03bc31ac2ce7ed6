/* test_wt_culprit.c - what the report of a difference names: the warp (that of the row's element, that the block works on, or none), and of an assertion of the
 * RTL that fails its block, instance and label. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/wt_ls_warp.h"
#include "cosim/wt_twin_rtl.h"
#include "lib/wt_home.h"
#include "lib/wt_session.h"
#include "tests/suite.h"

/* A bit of the C twin is flipped at an edge; bit: of the row of the array, or of the register. */
static const struct {
  const char *stem, *row;
  unsigned mem_row, bit;
  const char *says;                                                                                 /* NULL: no warp */
} cases[] = {{"hanoi_yr", "b_mask", 16 + 3, 0, "warp 1"},                                           /* 16 registers a warp */
             {"hanoi_yr", "b_mask", 3, 2, "warp 0"},      {"hanoi_yr", "has_path", 0, 1, "warp 1"}, /* a bit a warp */
             {"ibuffer", "count", 0, 0, "warp 0"},        {"fetch", "pc", 1, 7, "warp 1"},          {"ctasched", "x", 0, 20, NULL}};
enum { EDGE = 300 };

static unsigned edges, case_now;
static void poke(void *ctx, wt_ls *l) {
  (void)ctx;
  if (++edges != EDGE) return;
  wt_bind *b = wt_ls_find(l, cases[case_now].stem, 0, cases[case_now].row);
  ck_assert_ptr_nonnull(b);
  uint32_t row = b->row->kind == WT_ROW_MEM ? cases[case_now].mem_row : 0;
  uint8_t *v = (uint8_t *)(uintptr_t)b->c + row * wt_row_stride(b->row) + cases[case_now].bit / 8;
  *v = (uint8_t)(*v ^ 1u << cases[case_now].bit % 8);
}

/* A launch of which `breaks` is made a part; *out has its report. */
static wt_status launch(void (*breaks)(wt_session *s), const char *bundle, wt_session **out) {
  wt_options so = {.backend = WT_BACKEND_COSIM, .preset = "tiny", .no_oracle = 1};
  wt_session *s;
  wt_module *m;
  wt_addr a, c;
  char cubin[1200];
  int32_t n = 75;
  ck_assert_int_eq(wt_session_open(&so, &s), WT_OK);
  snprintf(cubin, sizeof cubin, "%s/tests/kernels/vecadd.cubin", wt_root());
  ck_assert_int_eq(wt_module_load(s, cubin, &m), WT_OK);
  ck_assert_int_eq(wt_alloc(s, 300, &a) | wt_alloc(s, 300, &c), WT_OK);
  ck_assert_msg(wt_session_start(s) == WT_OK, "%s", wt_error(s));
  breaks(s);
  if (bundle) wt_set_mismatch(s, "build/culprit.fst"), wt_set_bundle(s, bundle);
  wt_arg args[] = {{&a, 8}, {&a, 8}, {&c, 8}, {&n, 4}};
  wt_dims d = {.grid = {10, 1, 1}, .block = {8, 1, 1}};
  return *out = s, wt_launch(s, m, NULL, &d, args, 4);
}

static void one_bit(wt_session *s) { s->x.twin->ls.poke = poke; }
START_TEST(the_report_names_the_warp_of_the_row) {
  wt_session *s;
  case_now = (unsigned)_i, edges = 0;
  wt_status st = launch(one_bit, NULL, &s);
  const char *text = wt_error(s);
  char line[32];
  ck_assert_msg(st == WT_DIFF, "%s.%s: status %d, %s", cases[_i].stem, cases[_i].row, (int)st, text);
  snprintf(line, sizeof line, "\n%s", cases[_i].says ? cases[_i].says : "warp ");
  ck_assert_msg((strstr(text, line) != NULL) == (cases[_i].says != NULL), "%s.%s: %s", cases[_i].stem, cases[_i].row, text);
  wt_session_close(s);
}
END_TEST

/* The same wrong value in both twins: they agree, and an assertion of the RTL tells alone, also one below a loop of the block. Of the second instance what follows
 * from the value differs at the same edge: the report has both. */
static const struct {
  const char *stem;
  unsigned inst;
  const char *row;
  int value, one_cycle; /* one_cycle: there at the clock edge at which that collector takes a beat */
  const char *says, *root;
} wrong[] = {{"fetch", 0, "req_pc", 64, 0, "\nblock wt_fetch, assertion RequestPayload_A (wt_fetch.sv:", "fetch"},
             {"fetch", 0, "buffered", -1, 0, "\nblock wt_fetch, assertion CreditInRange_A (wt_fetch.sv:", "fetch"},
             {"collector", 1, "valid", 1, 1, "\nat the same edge: block wt_collector[1], assertion AllocOnlyWhenFree_A (wt_collector.sv:", "disp"}};

static uint64_t cycle_now;
static void both(wt_ls *l, int value) {
  const wt_bind *b = wt_ls_find(l, wrong[case_now].stem, wrong[case_now].inst, wrong[case_now].row);
  uint32_t packed[64] = {0};
  ck_assert_ptr_nonnull(b);
  for (unsigned i = 0; i < b->row->n; i++) {
    uint32_t v = (uint32_t)value & (b->row->elemw < 32 ? (1u << b->row->elemw) - 1 : ~0u);
    memcpy(b->c + i * b->row->csize, &v, b->row->csize);
  }
  wt_row_pack(b->row, b->c, packed);
  memcpy(b->rtl, packed, b->bytes);
}
static void settled(void *ctx, wt_ls *l) {
  const wt_bind *b = wt_ls_find(l, wrong[case_now].stem, wrong[case_now].inst, wrong[case_now].row);
  (void)ctx;
  if (!wrong[case_now].one_cycle || cycle_now < EDGE || *b->c) return;
  if (!l->m->subcore->issue.o.alloc_valid || l->m->subcore->disp.o.alloc_idx != wrong[case_now].inst) return;
  both(l, wrong[case_now].value);
  for (unsigned i = 0; i < l->n_out; i++) /* its output is that register; nothing that follows from it is worked out before the edge */
    if (l->out[i].blk == b->blk && l->out[i].inst == b->inst && !strcmp(l->out[i].row->name, "v")) memcpy(l->out[i].rtl, b->rtl, b->bytes);
}
static void between(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  cycle_now = cycle;
  if (wrong[case_now].one_cycle || cycle < EDGE || !x->twin) return;
  both(&x->twin->ls, wrong[case_now].value);
  x->twin->ls.part->rtl.api->settle(x->twin->ls.part->rtl.h);
  wt_gpu_moore(x->m->gpu);
}
static void both_wrong(wt_session *s) {
  s->x.twin->ls.poke_settled = settled;
  wt_session_on_edge(s, between, NULL);
}

START_TEST(the_report_of_an_assertion_names_block_and_label) {
  static const char bundle[] = "build/culprit.wtck";
  wt_session *s;
  case_now = (unsigned)_i, cycle_now = 0;
  wt_status st = launch(both_wrong, bundle, &s);
  char *text = strdup(wt_error(s)), root[40];
  ck_assert_msg(st == WT_DIFF, "%s: status %d, %s", wrong[_i].stem, (int)st, text);
  ck_assert_msg(strstr(text, wrong[_i].says), "%s: %s", wrong[_i].stem, text);
  snprintf(root, sizeof root, "\nroot: wt_%s: its inputs agree", wrong[_i].root);
  ck_assert_msg(strstr(text, root) && strstr(text, "to see it again: warptwin replay build/culprit.wtck"), "%s", text);
  wt_session_close(s);
  /* from the checkpoint the same cycle, block and label again */
  wt_options so = {.backend = WT_BACKEND_COSIM};
  ck_assert_msg(wt_session_resume(bundle, &so, &s) == WT_OK, "%s", wt_error(NULL));
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  cycle_now = wt_resume_what(s).cycle;
  both_wrong(s);
  st = wt_resume(s);
  const char *again = wt_error(s);
  size_t n = strcspn(text, "\n");
  n += 1 + strcspn(text + n + 1, "\n");
  ck_assert_msg(st == WT_DIFF && !strncmp(again, text, n) && again[n] == '\n', "%s\nfirst: %s", again, text);
  wt_session_close(s);
  free(text);
}
END_TEST

/* Messages as Verilator writes them, and others. */
START_TEST(messages_of_assertions) {
  char file[80], path[200], label[80];
  ck_assert_int_eq(
    wt_rtl_says_what("[0] %Error: wt_brx.sv:158: Assertion failed in TOP.wt_brx.EventWhenIdle_A: 'assert' failed.\n", file, path, label), 0);
  ck_assert_str_eq(file, "wt_brx.sv:158");
  ck_assert_str_eq(path, "wt_brx");
  ck_assert_str_eq(label, "EventWhenIdle_A");
  ck_assert_int_eq(
    wt_rtl_says_what("[12] %Error: wt_x.sv:1: Assertion failed in TOP.wt_tb.u_gpu.g_a[1].u_x.g_y[3].L_A: 'assert' failed.", file, path, label), 0);
  ck_assert_str_eq(path, "wt_tb.u_gpu.g_a[1].u_x.g_y[3]");
  ck_assert_str_eq(label, "L_A");
  ck_assert_int_ne(wt_rtl_says_what("", file, path, label), 0);
  ck_assert_int_ne(wt_rtl_says_what("%Error: rtl/control/wt_brx.sv:158: Verilog $stop", file, path, label), 0);
}
END_TEST

int main(void) {
  Suite *s = suite_create("culprit");
  TCase *tc = tcase_create("culprit");
  tcase_set_timeout(tc, 1800);
  tcase_add_loop_test(tc, the_report_names_the_warp_of_the_row, 0, sizeof cases / sizeof *cases);
  tcase_add_loop_test(tc, the_report_of_an_assertion_names_block_and_label, 0, sizeof wrong / sizeof *wrong);
  tcase_add_test(tc, messages_of_assertions);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
