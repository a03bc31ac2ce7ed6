/* test_wt_replay_sm.c - REPLAY=replay in the machine: how often instructions leave the unit by the tables of shared memory and coalescing, and that one that
 * waits holds up nobody. docs/blocks/mem/wt_replay.md. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "lib/wt_session.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

enum { MAX_TEXT = 6000 };

static wt_session *open_on(wt_backend backend, const char *preset, const char *const *set) { return kit_open(backend, preset, set, 1, 60000, 0); }

/* One store to shared memory, and one load of global memory, for every stride in words of the lists, which end with ~0. */
static const char *strides(char text[MAX_TEXT], unsigned smem, const unsigned *shared, const unsigned *global) {
  int n = snprintf(text, MAX_TEXT, ".kernel k\n.regs 40\n.smem %u\n.params 8\nS2R R0, SR_TID.X\n", smem);
  for (; *shared != ~0u; shared++) n += snprintf(text + n, MAX_TEXT - (size_t)n, "IMAD R8, R0, 0x%x, RZ\nSTS [R8], R0\n", 4 * *shared);
  for (; *global != ~0u; global++)
    n += snprintf(text + n, MAX_TEXT - (size_t)n, "MOV R1, 0x%x\nIMAD.WIDE R2, R0, R1, c[0x0][0x160]\nLDG.E.SYS R10, [R2]\n", 4 * *global);
  snprintf(text + n, MAX_TEXT - (size_t)n, "EXIT\n.end\n");
  return text;
}

/* Runs it; how often something left the unit, by reason. */
static void leaving(wt_backend backend, const char *preset, const unsigned *shared, const unsigned *global, unsigned lanes, unsigned counts[6]) {
  static const char *const set[] = {"REPLAY=replay", NULL};
  char text[MAX_TEXT];
  wt_session *s = open_on(backend, preset, set);
  wt_addr buf = kit_alloc(s, 1 << 16, NULL);
  ck_assert_msg(kit_launch(s, kit_text(s, strides(text, lanes * 256, shared, global), "strides"), 1, lanes, &buf, 1) == WT_OK, "%s", wt_error(s));
  for (unsigned i = 0; i < 6; i++) counts[i] = (unsigned)s->x.total.replays[i];
  wt_session_close(s);
}

/* 32 lanes, 32 banks: passes 1 1 2 1 4 2 8 16 1 32 1 16, one more than what is left for later each time; lines 1 2 4 8 32. */
START_TEST(replays_are_passes_and_lines_less_the_first) {
  static const unsigned shared[] = {0, 1, 2, 3, 4, 6, 8, 16, 31, 32, 33, 48, ~0u}, global[] = {1, 2, 4, 8, 32, ~0u};
  unsigned n[6];
  leaving(WT_BACKEND_C, "small", shared, global, 32, n);
  ck_assert_uint_eq(n[WT_RP_CONFLICT], 85 - 12);
  ck_assert_uint_eq(n[WT_RP_LINE], 47 - 5);
}
END_TEST

/* Four lanes, four banks, both twins: passes 1 1 2 1 4 2 4, lines 1 1 1 1 4 4. */
START_TEST(both_twins_leave_as_often) {
  static const unsigned shared[] = {0, 1, 2, 3, 4, 6, 8, ~0u}, global[] = {1, 2, 4, 8, 32, 64, ~0u};
  unsigned n[6];
  leaving(getenv("WT_C_ONLY") ? WT_BACKEND_C : WT_BACKEND_COSIM, "tiny", shared, global, 4, n);
  ck_assert_uint_eq(n[WT_RP_CONFLICT], 15 - 7);
  ck_assert_uint_eq(n[WT_RP_LINE], 12 - 6);
}
END_TEST

/* Warp 0 loads two lines with one entry and a slow memory: its second load cannot begin before the first has come. Warp 1 stores to shared memory and reads it
 * back, again and again. Without replay it stands behind that load; with it, it is done long before, and the run ends with warp 0. */
static uint64_t cycles_of(const char *replay, unsigned *entries) {
  const char *const set[] = {replay, "LSU_ENTRIES=1", "MEM_LAT=400", NULL};
  char text[MAX_TEXT];
  int n = snprintf(text, sizeof text,
                   ".kernel k\n.regs 40\n.smem 1024\n.params 8\nS2R R0, SR_TID.X\nMOV R1, 0x4\nISETP.GE.AND P0, PT, R0, 0x4, PT\n"
                   "IMAD.WIDE R2, R0, R1, c[0x0][0x160]\nIMAD R8, R0, 0x4, RZ\n@P0 BRA other\n"
                   "LDG.E.SYS R10, [R2]\nLDG.E.SYS R11, [R2+0x80]\nIADD3 R10, R10, R11, RZ\nEXIT\nother:\nMOV R9, R0\n");
  for (unsigned i = 0; i < 20; i++) n += snprintf(text + n, sizeof text - (size_t)n, "STS [R8], R9\nLDS R9, [R8]\nIADD3 R9, R9, 0x1, RZ\n");
  snprintf(text + n, sizeof text - (size_t)n, "STG.E.SYS [R2], R9\nEXIT\n.end\n");
  wt_session *s = open_on(WT_BACKEND_C, "tiny", set);
  wt_addr buf = kit_alloc(s, 1024, NULL);
  uint32_t out[8];
  ck_assert_msg(kit_launch(s, kit_text(s, text, "pass"), 1, 8, &buf, 1) == WT_OK, "%s", wt_error(s));
  ck_assert_int_eq(wt_copy_out(s, out, buf, sizeof out), WT_OK);
  for (unsigned i = 4; i < 8; i++) ck_assert_uint_eq(out[i], i + 20);
  uint64_t cycles = wt_stats(s)->cycles;
  *entries = (unsigned)s->x.total.replays[WT_RP_ENTRY];
  wt_session_close(s);
  return cycles;
}
START_TEST(who_waits_for_an_entry_holds_up_nobody) {
  unsigned waits, replays;
  uint64_t none = cycles_of("REPLAY=none", &waits), replay = cycles_of("REPLAY=replay", &replays);
  ck_assert_uint_eq(waits, 0);
  ck_assert_uint_eq(replays, 1);                                                     /* it comes back when the entry is free, once */
  ck_assert_msg(replay >= 800 && replay < 1000, "%llu", (unsigned long long)replay); /* two latencies, one after the other */
  ck_assert_msg(none > replay + 100, "%llu and %llu", (unsigned long long)none, (unsigned long long)replay);
}
END_TEST

START_TEST(statistics_have_them_by_reason) {
  static const char *const set[] = {"REPLAY=replay", NULL};
  static const unsigned shared[] = {4, ~0u}, global[] = {~0u};
  for (int on = 0; on < 2; on++) {
    char text[MAX_TEXT], *json = NULL;
    size_t n = 0;
    wt_session *s = open_on(WT_BACKEND_C, "tiny", on ? set : NULL);
    wt_addr buf = kit_alloc(s, 128, NULL);
    ck_assert_int_eq(kit_launch(s, kit_text(s, strides(text, 1024, shared, global), "one"), 1, 4, &buf, 1), WT_OK);
    FILE *f = open_memstream(&json, &n);
    ck_assert_int_eq(wt_stats_json(s, f), WT_OK);
    fclose(f);
    ck_assert_msg(!strstr(json, "\"replay\"") == !on, "%s", json);
    ck_assert_msg(!on || strstr(json, "\"conflicts\": 3"), "%s", json);
    free(json);
    wt_session_close(s);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("replay_sm");
  TCase *tc = tcase_create("replay_sm");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, replays_are_passes_and_lines_less_the_first);
  tcase_add_test(tc, both_twins_leave_as_often);
  tcase_add_test(tc, who_waits_for_an_entry_holds_up_nobody);
  tcase_add_test(tc, statistics_have_them_by_reason);
  suite_add_tcase(s, tc);
  return suite_run(s) != 0;
}
