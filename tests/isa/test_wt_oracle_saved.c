/* test_wt_oracle_saved.c - the oracle's rows: one that goes on from them, in the middle of everything that can be on its way, judges and ends as the one that was saved.
 */
#define FAILS_REALLOC
#include "isa/wt_cfg.h"
#include "oracle/wt_oracle_meet.h"
#include "oracle_kit.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"

enum { STEPS = 40, BYTES = 4 << 20 };
static uint8_t saved[BYTES], other[BYTES];
static uint8_t memory[MEM_BYTES];

/* All rows, one behind the other; their bytes. */
static size_t rows_to(uint8_t *to) {
  wt_saved l = {.section = "before"};
  size_t n = 0;
  wt_oracle_saved(o, &l);
  ck_assert_int_eq(l.no_memory, 0);
  for (unsigned i = 0; i < l.n; i++) {
    ck_assert_msg(!strcmp(l.row[i].section, "oracle") && !strncmp(l.row[i].name, "oracle.", 7), "%s", l.row[i].name);
    ck_assert_uint_le(n + wt_saved_bytes(&l.row[i]), BYTES);
    wt_saved_get(&l.row[i], to + n), n += wt_saved_bytes(&l.row[i]);
  }
  wt_saved_free(&l);
  return n;
}
static void rows_from(const uint8_t *from, size_t have) {
  wt_saved l = {0};
  size_t n = 0;
  wt_oracle_saved(o, &l);
  for (unsigned i = 0; i < l.n; i++) {
    if (!l.row[i].count && !l.row[i].through) wt_saved_spoil(&l.row[i]);
    long k = wt_saved_put(&l.row[i], from + n, have - n);
    ck_assert_msg(k >= 0, "%s", l.row[i].name);
    n += (size_t)k;
  }
  ck_assert_uint_eq(n, have);
  wt_saved_free(&l);
  OK(wt_oracle_loaded(o));
}

/* Everything that can be on its way: loads of every space, of which some lanes have been performed and others not, so that the oldest are gone; write-backs; lanes at a
 * barrier of the CTA, at a WARPSYNC, at a BSYNC and at a point; two warps. */
static const char text[] = "BSSY B2, 0xe0\n"      /* 0 */
                           "@P0 BRA 0x80\n"       /* 1 */
                           "LDG.E.SYS R4, [R2]\n" /* 2: lanes 4 to 7 from here */
                           "LDG.E.64.SYS R6, [R2+0x40]\n"
                           "STG.E.SYS [R2+0x100], R20\n"
                           "LDS R8, [R21]\n" /* 5 */
                           "S2R R9, SR_CLOCKLO\n"
                           "BRA 0xd0\n"           /* 7 */
                           "STL [R21+0x4], R20\n" /* 8: lanes 0 to 3 */
                           "LDL R11, [R21+0x4]\n"
                           "@P1 BAR.SYNC 0x3, 0x8\n" /* 10 */
                           "UMOV UR5, 0x77\n"
                           "@P2 WARPSYNC 0xc\n"       /* 12 */
                           "BSYNC B2\n"               /* 13 */
                           "IADD3 R12, R4, 0x1, RZ\n" /* 14 */
                           "ISETP.GT.AND P4, PT, R12, RZ, PT\n"
                           "EXIT\n";
typedef struct {
  unsigned what, insn, lanes, slot; /* 0: issues; 1 + space: performs; 10: register; 11: predicate; 12: uniform register */
} event;
static const event events[] = {
  {0, 0, 0xff, 0},  {0, 1, 0xff, 0},   {0, 2, 0xf0, 0},   {0, 3, 0xf0, 0},   {1, 0, 0xf0, 0},  {0, 4, 0xf0, 0},  {1, 0, 0x30, 0},
  {10, 4, 0xf0, 0}, {0, 5, 0xf0, 0},   {0, 8, 0x0f, 0},   {0, 9, 0x0f, 0},   {3, 0, 0x07, 0},  {0, 6, 0xf0, 0},  {1, 0, 0xc0, 0},
  {2, 0, 0x70, 0},  {10, 9, 0xf0, 0},  {3, 0, 0x08, 0},   {3, 0, 0x0f, 0},   {0, 10, 0x0f, 0}, {10, 6, 0xf0, 0}, {0, 11, 0x0c, 0},
  {1, 0, 0x30, 0},  {12, 5, 0, 0},     {0, 12, 0x0c, 0},  {2, 0, 0x80, 0},   {0, 7, 0xf0, 0},  {0, 13, 0xf0, 0}, {0, 13, 0x0c, 0},
  {1, 0, 0xc0, 0},  {10, 7, 0xf0, 0},  {10, 8, 0xf0, 0},  {0, 0, 0xff, 1},   {0, 1, 0xff, 1},  {0, 8, 0xff, 1},  {3, 0, 0xff, 1},
  {0, 9, 0xff, 1},  {3, 0, 0xff, 1},   {10, 11, 0xff, 1}, {0, 10, 0xff, 1},  {0, 11, 0x03, 0}, {12, 5, 0, 0},    {0, 12, 0x03, 0},
  {0, 13, 0x03, 0}, {10, 11, 0x0f, 0}, {0, 14, 0xff, 0},  {10, 12, 0xff, 0}, {0, 15, 0xff, 0}, {11, 4, 0xff, 0}, {0, 16, 0xff, 0}};
enum { EVENTS = sizeof events / sizeof *events };

static wt_oracle_rules rules;
static uint32_t band[NCODE];
static void begin(void) {
  const unsigned ctaid[3] = {5, 6, 7}, ntid[3] = {2 * WS, 1, 1};
  setup();
  memcpy(mem, memory, sizeof mem);
  n_code = 0, emit_text(text);
  OK(wt_oracle_set_rules(o, &rules));
  wt_oracle_set_local(o, 64);
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  OK(wt_oracle_cta_start(o, 1, ctaid, ntid, 256));
  for (unsigned s = 0; s < 2; s++) OK(wt_oracle_warp_start(o, s, 1, s, ALL));
  preset_addr(2, 8), preset(20, 0x100, 1), preset(21, 0, 4);
  *wt_oracle_pred(o, 0, 0) = 0x0f, *wt_oracle_pred(o, 0, 1) = 0x03, *wt_oracle_pred(o, 0, 2) = 0x0c;
  *wt_oracle_pred(o, 1, 0) = ALL, *wt_oracle_pred(o, 1, 1) = 0x3f;
  for (unsigned k = 0; k < 256; k++) wt_oracle_smem(o, 1)[k] = (uint8_t)(3 * k);
}
/* What is said of an event: its status and line. */
static void happen(unsigned k, char *said, size_t n) {
  static const uint32_t clocks[WS] = {1, 2, 3, 4, 5, 6, 7, 8};
  const event *e = &events[k];
  wt_status st;
  if (e->what == 0) st = wt_oracle_issue(o, e->slot, e->insn * 16, e->lanes);
  else if (e->what < 10) st = wt_oracle_mem_perform(o, e->slot, (int)e->what - 1, e->lanes);
  else if (e->what == 10) st = wt_oracle_wb_reg(o, e->slot, e->insn, e->lanes, e->insn == 9 ? clocks : wt_oracle_reg(o, e->slot, e->insn));
  else if (e->what == 11) st = wt_oracle_wb_pred(o, e->slot, e->insn, e->lanes, *wt_oracle_pred(o, e->slot, e->insn));
  else st = wt_oracle_wb_ureg(o, e->slot, e->insn, *wt_oracle_ureg(o, e->slot, e->insn));
  snprintf(said, n, "%d %s", st, st ? wt_oracle_error(o) : "");
}

/* From each place in the run: everything afterwards is the same. */
static void from_everywhere(void) {
  static char said[EVENTS][400];
  char got[400];
  for (unsigned k = 0; k < MEM_BYTES; k++) memory[k] = (uint8_t)(k * 13 + 5);
  begin();
  for (unsigned k = 0; k < EVENTS; k++) {
    happen(k, said[k], sizeof said[k]);
    ck_assert_msg(!strcmp(said[k], "0 "), "event %u: %s", k, said[k]);
  }
  size_t n = rows_to(saved);
  static uint8_t end[MEM_BYTES];
  memcpy(end, mem, sizeof end);
  teardown();
  for (unsigned at = 0; at < EVENTS; at++) {
    static uint8_t now[MEM_BYTES];
    begin();
    for (unsigned k = 0; k < at; k++) happen(k, got, sizeof got);
    size_t have = rows_to(other);
    memcpy(now, mem, sizeof now);
    teardown();
    begin();
    memcpy(mem, now, sizeof mem);
    rows_from(other, have);
    ck_assert_uint_eq(rows_to(other), have);
    for (unsigned k = at; k < EVENTS; k++) {
      happen(k, got, sizeof got);
      ck_assert_msg(!strcmp(got, said[k]), "from %u, event %u: '%s', not '%s'", at, k, got, said[k]);
    }
    ck_assert(rows_to(other) == n && !memcmp(other, saved, n) && !memcmp(mem, end, sizeof mem));
    teardown();
  }
}

START_TEST(books_of_masks) {
  for (int per_lane = 0; per_lane < 2; per_lane++) {
    rules = (wt_oracle_rules){.kind = WT_MEET_MASKS, .bx_regs = 16, .per_lane = per_lane};
    from_everywhere();
  }
}
END_TEST
START_TEST(books_of_points) {
  for (unsigned k = 0; k < NCODE; k++) band[k] = WT_CFG_NO_RPC;
  band[1] = 14 * 16;
  rules = (wt_oracle_rules){.kind = WT_MEET_POINTS, .bx_regs = 16, .rpc = band};
  from_everywhere();
}
END_TEST
START_TEST(no_books) {
  rules = (wt_oracle_rules){.kind = WT_MEET_OFF};
  from_everywhere();
}
END_TEST

/* The place in a warp of 32 is that of the first thread. */
START_TEST(parts_of_a_warp) {
  const unsigned id[3] = {0}, n[3] = {5, 4, 4};
  for (unsigned places = 0; places < 2; places++)
    for (unsigned to = 0; to < 2; to++) {
      setup();
      emit_text("S2R R4, SR_LANEID\n");
      wt_oracle_set_places(o, places);
      ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
      if (!to) {
        OK(wt_oracle_cta_start(o, 1, id, n, 0));
        OK(wt_oracle_warp_start(o, 2, 1, 7, ALL)); /* threads 56 to 63: the fourth part of the second warp */
        rows_to(saved);
      } else {
        rows_from(saved, rows_to(other));
        OK(wt_oracle_issue(o, 2, 0, ALL));
        ck_assert_uint_eq(wt_oracle_reg(o, 2, 4)[3], places ? 27 : 3);
      }
      teardown();
    }
}
END_TEST

/* Accesses that do not begin the ring have to be laid straight: without memory the list says so, and it stays as it was. */
START_TEST(without_memory) {
  char got[400];
  wt_saved l = {0};
  rules = (wt_oracle_rules){.kind = WT_MEET_OFF};
  begin();
  for (unsigned k = 0; k < 6; k++) happen(k, got, sizeof got); /* the first of three accesses is gone */
  fails_once = 1, before_it_fails = 0;
  wt_oracle_saved(o, &l);
  ck_assert(l.no_memory && !fails_once);
  wt_saved_free(&l);
  for (unsigned k = 6; k < EVENTS; k++) {
    happen(k, got, sizeof got);
    ck_assert_str_eq(got, "0 ");
  }
  teardown();
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_oracle_saved");
  TCase *t = tcase_create("saved");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, books_of_masks);
  tcase_add_test(t, books_of_points);
  tcase_add_test(t, no_books);
  tcase_add_test(t, parts_of_a_warp);
  tcase_add_test(t, without_memory);
  suite_add_tcase(s, t);
  return suite_run(s);
}
