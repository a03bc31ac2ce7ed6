/* test_wt_run_looks.c - what is seen of a launch (tb/lib/wt_run.h): memory at its end, traces, counters of several launches, use of tables, who looks in and hashes
 * of the state, pictures, progress, which observers are asked, when workers are worth it, and the RTL alone. The other twin is a fake: tests/session/fake_twin_kit.h.
 */
#define _DEFAULT_SOURCE
#include <sys/stat.h>

#include "lib/wt_use.h"
#include "fake_runs_kit.h"

/* ---- the oracle ---- */

static wt_addr flip_addr;
static void flip(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (cycle == 100) *wt_mem_ptr(x->mem, flip_addr, 1) ^= 0x40;
}
START_TEST(memory_at_the_end_is_that_of_the_oracle) {
  char want[300];
  fake.edge = flip, flip_addr = buf + 40;
  ck_assert_int_eq(launch(), WT_DIFF);
  snprintf(want, sizeof want,
           "kernel k: final memory differs from the oracle's at 0x%llx (40 bytes into allocation 1 (64 bytes at 0x%llx)): 0x40, oracle 0x00",
           (unsigned long long)buf + 40, (unsigned long long)buf);
  ck_assert_str_eq(wt_error(s), want);
  ck_assert_str_eq(wt_verdict(s), "diff");
  opened(WT_BACKEND_COSIM, NULL, 100000, 1, LOOP); /* without an oracle nobody knows */
  fake.edge = flip, flip_addr = buf + 40;
  ck_launch();
}
END_TEST

/* ---- traces and counters ---- */

/* A line an issue: cycle, slot, CTA, warp in it, pc, lanes of the path, lanes that execute. */
START_TEST(a_trace_has_every_issue) {
  char *text = NULL;
  size_t n = 0;
  opened(WT_BACKEND_C, NULL, 100000, 0,
         ".kernel k\n.regs 16\n.params 8\nS2R R0, SR_TID.X\nISETP.LT.AND P0, PT, R0, 0x2, PT\n@P0 MOV R1, R0\n@!P0 EXIT\nMOV R2, R0\nEXIT\n.end\n");
  s->x.trace = open_memstream(&text, &n);
  ck_launch();
  fclose(s->x.trace);
  s->x.trace = NULL;
  static const struct {
    unsigned pc, mask, exec;
  } issues[] = {{0x00, 0xf, 0xf}, {0x10, 0xf, 0xf}, {0x20, 0xf, 0x3}, {0x30, 0xf, 0xc}, {0x40, 0x3, 0x3}, {0x50, 0x3, 0x3}};
  unsigned k = 0, before = 0;
  for (const char *p = text; *p; p = strchr(p, '\n') + 1, k++) {
    unsigned cycle, slot, cta[3], warp, pc, mask, exec;
    ck_assert_uint_lt(k, 6);
    ck_assert_msg(sscanf(p, "%u %u %u,%u,%u %u 0x%x %x %x", &cycle, &slot, &cta[0], &cta[1], &cta[2], &warp, &pc, &mask, &exec) == 9, "%s", p);
    ck_assert(cycle > before && !slot && !cta[0] && !cta[1] && !cta[2] && !warp);
    ck_assert_msg(pc == issues[k].pc && mask == issues[k].mask && exec == issues[k].exec, "%s", p);
    before = cycle;
  }
  ck_assert_uint_eq(k, 6);
  free(text);
}
END_TEST

/* What the session has counted is the sum of its launches. */
static struct {
  wt_tally t;
  uint64_t requests, accesses;
  wt_mem_sum memory;
  unsigned launches;
  wt_status last;
} sum;
static void launch_ends(void *ctx, wt_running *u, wt_status st) {
  (void)ctx;
  uint64_t *to = (uint64_t *)(void *)&sum.t;
  const uint64_t *from = (const uint64_t *)(const void *)&u->t->tally;
  for (unsigned i = 0; i < sizeof sum.t / 8; i++) to[i] += from[i];
  sum.requests += wt_env_requests(u->e), sum.accesses += wt_env_lane_accesses(u->e);
  wt_mem_sum one;
  wt_env_memory(u->e, &one);
  to = (uint64_t *)(void *)&sum.memory, from = (const uint64_t *)(const void *)&one;
  for (unsigned i = 0; i < sizeof one / 8; i++) to[i] += from[i];
  sum.launches++, sum.last = st;
}
START_TEST(counters_are_those_of_all_launches) {
  static const char *const set[] = {"MEM_MODEL=l2dram", "L1_BYTES=1024", "L1_PRT=1", "LSU_ENTRIES=4", "REPLAY=replay", NULL};
  opened(WT_BACKEND_C, set, 100000, 0,
         ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nS2R R0, SR_TID.X\nISETP.LT.AND P0, PT, R0, 0x2, PT\n"
         "LDG.E.SYS R4, [R2]\nLDG.E.SYS R5, [R2+0x20]\nLDG.E.SYS R6, [R2+0x400]\nLDG.E.SYS R7, [R2+0x800]\nLDG.E.SYS R8, [R2+0xc00]\n"
         "LDG.E.SYS R9, [R2+0x1000]\nLDG.E.SYS R10, [R2+0x1400]\nLDG.E.SYS R11, [R2+0x1800]\n@P0 STG.E.SYS [R2], R0\nEXIT\n.end\n");
  buf = kit_alloc(s, 8192, NULL);
  memset(&sum, 0, sizeof sum);
  s->x.on_end = launch_ends, s->x.count_idle = 1;
  for (unsigned i = 0; i < 3; i++) {
    ck_launch();
    ck_assert_mem_eq(&s->x.total, &sum.t, sizeof sum.t);
    ck_assert(s->x.requests == sum.requests && s->x.lane_accesses == sum.accesses && sum.launches == i + 1 && sum.last == WT_OK);
    ck_assert_mem_eq(&s->x.memory, &sum.memory, sizeof sum.memory);
  }
  ck_assert(sum.t.warp_instructions && sum.t.thread_instructions && sum.t.idle_cycles && sum.requests && sum.accesses && sum.t.l1_again);
}
END_TEST

/* Peaks and sums over the cycles, as the tables tell at each edge. */
static struct {
  unsigned peak[WT_PEAKS], occupancy[2];
  uint64_t use[WT_PEAKS], cycles;
} most;
static void use_now(wt_running *u) {
  wt_use now;
  wt_use_now(u->t, u->m, u->e, &now);
  most.cycles++;
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    most.use[i] += now.sum[i];
    if (now.most[i] > most.peak[i]) most.peak[i] = now.most[i];
  }
  for (unsigned w = 0; w < u->m->S->SLOTS; w++) {
    unsigned used[2] = {0, 0};
    if (!(u->t->resident >> w & 1)) continue;
    wt_occupancy(u->m, w, used);
    for (unsigned i = 0; i < 2; i++)
      if (used[i] > most.occupancy[i]) most.occupancy[i] = used[i];
  }
}
static wt_status look_at_use(void *ctx, wt_running *u) {
  (void)ctx;
  u->x->visit.next = u->t->tally.cycles + 1;
  if (u->t->tally.cycles) use_now(u);
  return WT_OK;
}
static void last_use(void *ctx, wt_running *u, wt_status st) { (void)ctx, (void)st, use_now(u); }
START_TEST(use_is_counted_at_every_edge) {
  opened(
    WT_BACKEND_C, NULL, 100000, 0,
    ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nS2R R0, SR_TID.X\nBSSY B0, J\nISETP.LT.AND P0, PT, R0, 0x2, PT\n"
    "BSSY B1, K\n@P0 BRA K\nLDG.E.SYS R4, [R2]\nK: BSYNC B1\nSTG.E.SYS [R2], R0\nJ: BSYNC B0\nEXIT\n.end\n");
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  memset(&most, 0, sizeof most);
  wt_set_occupancy(s, 1);
  s->x.visit = (wt_visit){0, look_at_use, NULL}, s->x.on_end = last_use;
  fake.cycle = 0;
  ck_assert_msg(kit_launch(s, m, 3, 8, &buf, 1) == WT_OK, "%s", wt_error(s));
  ck_assert_uint_eq(s->x.counted_cycles, most.cycles);
  ck_assert_uint_eq(most.cycles, cycles());
  ck_assert_mem_eq(s->x.peak, most.peak, sizeof most.peak);
  ck_assert_mem_eq(s->x.use, most.use, sizeof most.use);
  ck_assert_mem_eq(s->x.occupancy, most.occupancy, sizeof most.occupancy);
  ck_assert(most.occupancy[0] > 1);
  uint64_t before = s->x.counted_cycles;
  wt_set_occupancy(s, 0);
  ck_launch();
  ck_assert_uint_eq(s->x.counted_cycles, before);
}
END_TEST

/* ---- who looks in ---- */

static struct {
  unsigned n;
  uint64_t at[8], stop;
  uint8_t sha[8][3][32];
} looked;
static wt_status look(void *ctx, wt_running *u) {
  (void)ctx;
  uint64_t c = u->t->tally.cycles;
  ck_assert_uint_lt(looked.n, 8);
  for (int what = 0; what < 3; what++) ck_assert(!wt_running_hash(u, what, looked.sha[looked.n][what]));
  looked.at[looked.n++] = c;
  u->x->visit.next = c + 100;
  if (c < looked.stop) return WT_OK;
  wt_report_begin(&u->r, WT_CAUSE_NONE, "somebody stops it");
  return WT_USAGE;
}
START_TEST(somebody_looks_at_the_start_of_cycles) {
  memset(&looked, 0, sizeof looked);
  looked.stop = 350;
  s->x.visit = (wt_visit){50, look, NULL};
  ck_assert_int_eq(launch(), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "somebody stops it");
  ck_assert(looked.n == 4 && looked.at[0] == 50 && looked.at[1] == 150 && looked.at[3] == 350);
  ck_assert_uint_eq(cycles(), 350);
}
END_TEST

/* Equal runs have equal hashes in every cycle; the state goes on, memory counts, and what does not decide how the machine goes on does not. */
START_TEST(hashes_of_the_state) {
  uint8_t first[8][3][32];
  memset(&looked, 0, sizeof looked);
  looked.stop = 350;
  for (unsigned k = 0; k < 3; k++) {
    opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
    if (k == 2) *wt_mem_ptr(s->x.mem, buf + 60, 1) = 1;
    looked.n = 0;
    s->x.visit = (wt_visit){50, look, NULL};
    ck_assert_int_eq(launch(), WT_USAGE);
    if (k == 0) memcpy(first, looked.sha, sizeof first);
    if (k == 1) ck_assert_mem_eq(first, looked.sha, sizeof first);
    for (unsigned i = 0; i < 4; i++)
      for (unsigned j = 0; k == 2 && j < 3; j++) ck_assert(memcmp(first[i][j], looked.sha[i][j], 32));
  }
  for (unsigned i = 0; i < 4; i++)
    for (unsigned k = 0; k < 4; k++)
      for (unsigned a = 0; a < 3; a++)
        for (unsigned b = 0; b < 3; b++) ck_assert((i == k && a == b) == !memcmp(first[i][a], first[k][b], 32));
}
END_TEST

/* The counters of the session belong to what a segment takes along, not to the machine. */
START_TEST(counters_are_no_state_of_the_machine) {
  uint8_t before[3][32];
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  memset(&looked, 0, sizeof looked);
  s->x.visit = (wt_visit){50, look, NULL};
  ck_assert_int_eq(launch(), WT_USAGE);
  memcpy(before, looked.sha[0], sizeof before);
  uint64_t *const counters[] = {&s->x.total.cycles,
                                &s->x.total.warp_instructions,
                                &s->x.total.thread_instructions,
                                &s->x.total.idle_cycles,
                                &s->x.total.lanes.beats,
                                &s->x.total.lanes.active,
                                &s->x.total.lanes.idle[0],
                                &s->x.total.why[WT_WHY_COUNT - 1],
                                &s->x.total.l1[3],
                                &s->x.total.l1_again,
                                &s->x.total.replays[5],
                                &s->x.requests,
                                &s->x.lane_accesses,
                                &s->x.use[WT_PEAKS - 1],
                                &s->x.counted_cycles,
                                (uint64_t *)(void *)&s->x.memory};
  for (unsigned i = 0; i <= sizeof counters / sizeof *counters; i++) {
    opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
    memset(&looked, 0, sizeof looked);
    s->x.visit = (wt_visit){50, look, NULL};
    if (i) *(uint64_t *)(void *)((char *)&s->x + ((char *)counters[i - 1] - (char *)counters[0]) + offsetof(wt_machine, total.cycles)) = 77;
    else s->x.occupancy[1] = s->x.peak[WT_PEAKS - 1] = 3;
    ck_assert_int_eq(launch(), WT_USAGE);
    ck_assert_mem_eq(looked.sha[0][WT_STATE_MACHINE], before[WT_STATE_MACHINE], 32);
    ck_assert_msg(memcmp(looked.sha[0][WT_STATE_SEGMENT], before[WT_STATE_SEGMENT], 32), "counter %u", i);
    ck_assert(memcmp(looked.sha[0][WT_STATE_FULL], before[WT_STATE_FULL], 32));
  }
}
END_TEST

/* ---- pictures ---- */

START_TEST(pictures_of_a_run_in_one_process) {
  wt_set_pictures(s, wave, NULL, NULL);
  ck_launch();
  ck_assert_int_eq(access(wave, F_OK), 0);
  wt_set_jobs(s, 2, 500, 0);
  ck_assert_int_eq(launch(), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "pictures show a run from its start in one process: leave out --report, --kanata and --perfetto, or --jobs");
  wt_set_pictures(s, NULL, NULL, NULL);
  ck_launch();
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_pictures(s, NULL, "/nowhere/at/all", NULL);
  ck_assert_int_eq(launch(), WT_USAGE);
  has("/nowhere/at/all");
}
END_TEST

/* Lines of a Kanata file that begin and end so. */
static unsigned lines_of(const char *file, char first, const char *last) {
  char line[200];
  unsigned n = 0;
  FILE *f = fopen(file, "r");
  ck_assert_ptr_nonnull(f);
  while (fgets(line, sizeof line, f)) n += *line == first && !strcmp(line + strlen(line) - strlen(last), last);
  fclose(f);
  return n;
}
/* Also those that issue in the cycle in which a check ends the run. */
START_TEST(pictures_have_every_instruction) {
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_pictures(s, NULL, wave, NULL);
  ck_launch();
  ck_assert_uint_gt(wt_stats(s)->warp_instructions, 100);
  ck_assert_uint_eq(lines_of(wave, 'R', "\t0\n"), wt_stats(s)->warp_instructions);
  opened(WT_BACKEND_C, NULL, 100000, 0, ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x7f00]\nEXIT\n.end\n");
  wt_set_pictures(s, NULL, wave, NULL);
  ck_assert_int_eq(launch(), WT_FAULT);
  ck_assert_uint_eq(lines_of(wave, 'S', "\tC\n"), 2); /* both have come to their operands */
}
END_TEST

/* The caller is told the end when the pictures have come to theirs. */
static wt_status told;
static wt_status in_the_way(void *ctx, wt_running *u) {
  (void)ctx;
  u->x->visit.next = UINT64_MAX;
  ck_assert_int_eq(mkdir(wave, 0700), 0); /* the file cannot take its place */
  return WT_OK;
}
static void tell(void *ctx, wt_running *u, wt_status st) { (void)ctx, (void)u, told = st; }
START_TEST(the_caller_comes_last) {
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_pictures(s, wave, NULL, NULL);
  s->x.visit = (wt_visit){5, in_the_way, NULL}, s->x.on_end = tell, told = WT_OK;
  ck_assert_int_eq(launch(), WT_USAGE);
  has(": cannot write: ");
  ck_assert_int_eq(told, WT_USAGE);
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP); /* also of a launch that did not begin */
  fake.reset = 1, s->x.on_end = tell, told = WT_OK;
  ck_assert_int_eq(launch(), WT_DIFF);
  ck_assert_int_eq(told, WT_DIFF);
}
END_TEST

/* ---- progress ---- */

static unsigned asked;
static void asks(void *ctx, const wt_progress *now) {
  (void)ctx;
  ck_assert_uint_eq(now->cycles, 1024 * asked++);
}
START_TEST(progress_is_told_every_thousand_cycles) {
  opened(WT_BACKEND_C, NULL, 100000, 0,
         ".kernel k\n.regs 16\n.params 8\nMOV R4, RZ\nL: IADD3 R4, R4, 0x1, RZ\nISETP.LT.AND P0, PT, R4, 0xf0, PT\n@P0 BRA L\nEXIT\n.end\n");
  wt_set_quiet(s, 1), wt_set_progress(s, asks, NULL);
  asked = 0;
  ck_launch();
  ck_assert(cycles() > 3000 && asked == 1 + (cycles() - 1) / 1024);
}
END_TEST

/* ---- observers ---- */

static char who[WT_MOMENTS][200];
static void list_observers(void *ctx, wt_running *u, wt_status st) {
  (void)ctx, (void)st;
  for (unsigned m = 0; m < WT_MOMENTS; m++) {
    *who[m] = 0;
    for (unsigned i = 0; i < WT_OBSERVERS; i++)
      if (u->at[m] >> i & 1) strcat(strcat(who[m], *who[m] ? ", " : ""), wt_observers[i]->name);
  }
}
/* Who is asked at a moment, in which order: those that the machine asks for, and nobody of the C twin where the RTL is alone. */
START_TEST(only_those_that_are_asked_for_look) {
  enum { NOTHING, ALL, RTL, CASES };
  static const char *const want[CASES][WT_MOMENTS] = {
    {"", "", "", "", "caller"},
    {"visits, progress, snapshots", "waves", "trace", "pictures", "use of tables, caller"},
    {"visits, progress", "", "", "", "caller"},
  };
  char *text = NULL, pictures[80];
  size_t n = 0;
  snprintf(pictures, sizeof pictures, "%s/p.html", dir);
  for (int i = 0; i < CASES; i++) {
    opened(i == RTL ? WT_BACKEND_RTL : WT_BACKEND_COSIM, NULL, 500, 0, LOOP);
    fake.idle_at = 77;
    wt_set_quiet(s, i == NOTHING);
    s->x.on_end = list_observers;
    if (i != NOTHING) {
      wt_set_wave(s, wave, 0, 5, -1), wt_set_mismatch(s, wave), wt_set_pictures(s, pictures, NULL, NULL), wt_set_occupancy(s, 1);
      wt_set_trace(s, open_memstream(&text, &n));
      s->x.visit = (wt_visit){UINT64_MAX - 1, NULL, NULL};
    }
    launch();
    for (unsigned m = 0; m < WT_MOMENTS; m++) ck_assert_msg(!strcmp(who[m], want[i][m]), "case %d, moment %u: '%s'", i, m, who[m]);
    if (s->x.trace) fclose(s->x.trace), free(text);
  }
  remove(pictures);
}
END_TEST

/* ---- workers, when they are worth it ---- */

START_TEST(workers_from_the_second_segment_on) {
  ck_launch();
  unsigned long long all = cycles();
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  s->x.parallel.later = 2, s->x.parallel.segment = all; /* a short run */
  ck_launch();
  ck_assert(calls->load == 0 && calls->drive == all);
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  s->x.parallel.later = 2, s->x.parallel.segment = 300;
  ck_launch();
  ck_assert(calls->load > 1 && cycles() == all && !s->x.parallel.jobs && s->x.parallel.later == 2);
  ck_launch(); /* the next one finds both twins where it left them */
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  s->x.parallel.later = 1, s->x.parallel.segment = 300; /* one is no gain */
  ck_launch();
  ck_assert_uint_eq(calls->load, 0);
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_jobs(s, 2, 300, 0); /* there is nothing to verify */
  ck_launch();
  ck_assert_uint_eq(calls->load, 0);
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  wt_set_jobs(s, 2, 300, 0);
  wt_set_wave(s, wave, 0, 5, -1); /* of one process */
  ck_launch();
  ck_assert_uint_eq(calls->load, 0);
}
END_TEST

/* ---- the RTL alone ---- */

START_TEST(no_end_of_the_rtl_alone) {
  opened(WT_BACKEND_RTL, NULL, 500, 0, LOOP);
  memset(&sum, 0, sizeof sum);
  s->x.on_end = launch_ends;
  ck_assert_int_eq(launch(), WT_NO_END);
  ck_assert(calls->fetch == 500 && calls->clock == calls->fetch && calls->store == 1 && !calls->drive && sum.launches == 1 && sum.last == WT_NO_END);
  ck_assert_str_eq(wt_verdict(s), "max-cycles");
  opened(WT_BACKEND_RTL, NULL, 500, 0, LOOP);
  fake.idle_at = 77;
  ck_launch();
  ck_assert(calls->fetch == 77 && calls->clock == 77 && cycles() == 77);
  ck_launch(); /* idle from the start on: it ends when the launch has come in; one clock brings it */
  ck_assert(calls->fetch == 80 && calls->clock == 81 && calls->reset == 1);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("run_looks");
  TCase *t = tcase_create("run_looks");
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, begin, end);
  tcase_add_test(t, memory_at_the_end_is_that_of_the_oracle);
  tcase_add_test(t, a_trace_has_every_issue);
  tcase_add_test(t, counters_are_those_of_all_launches);
  tcase_add_test(t, use_is_counted_at_every_edge);
  tcase_add_test(t, somebody_looks_at_the_start_of_cycles);
  tcase_add_test(t, hashes_of_the_state);
  tcase_add_test(t, counters_are_no_state_of_the_machine);
  tcase_add_test(t, pictures_of_a_run_in_one_process);
  tcase_add_test(t, pictures_have_every_instruction);
  tcase_add_test(t, the_caller_comes_last);
  tcase_add_test(t, progress_is_told_every_thousand_cycles);
  tcase_add_test(t, only_those_that_are_asked_for_look);
  tcase_add_test(t, workers_from_the_second_segment_on);
  tcase_add_test(t, no_end_of_the_rtl_alone);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
