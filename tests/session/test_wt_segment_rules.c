/* test_wt_segment_rules.c - lock-step by workers (tb/lib/wt_segments.h) with a twin that is a fake (fake_twin_kit.h): how much of a run is verified and by how many
 * processes, verdicts in the cycles that the suite names against those of one process, workers that die, places that are lent, and what is said meanwhile.
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fake_twin_kit.h"

enum { LEN = 200 };
/* 32 threads count to 60: about a thousand cycles. */
#define LOOP                                                                                                             \
  ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nMOV R4, RZ\nL: IADD3 R4, R4, 0x1, RZ\n" \
  "ISETP.LT.AND P0, PT, R4, 0x3c, PT\n@P0 BRA L\nSTG.E.SYS [R2], R4\nEXIT\n.end\n"

static wt_session *s;
static wt_module *m;
static wt_addr buf;
static char said[20000], dir[40], wave[60], trace[60];
static int no_fork;
static pid_t suite;                        /* the process of the test */
static struct {                            /* of all processes */
  int deaths, visits, runners, most, want; /* want: they wait until there have been so many */
  int unborn;                              /* so many runners cannot be begun */
} * shared;

pid_t __real_fork(void);
pid_t __wrap_fork(void);
pid_t __wrap_fork(void) {
  if (shared && suite && getpid() != suite && __atomic_load_n(&shared->unborn, __ATOMIC_SEQ_CST) > 0 &&
      __atomic_sub_fetch(&shared->unborn, 1, __ATOMIC_SEQ_CST) >= 0)
    return errno = EAGAIN, -1;
  return no_fork ? (errno = EAGAIN, -1) : __real_fork();
}

static void opened_on(wt_backend backend, uint64_t max_cycles) {
  if (s) wt_session_close(s);
  s = fake_session(backend, NULL, max_cycles, 0);
  m = kit_text(s, LOOP, "k.sass");
  buf = kit_alloc(s, 64, NULL);
  memset(shared, 0, sizeof *shared);
}
static void opened(uint64_t max_cycles) { opened_on(WT_BACKEND_COSIM, max_cycles); }
static void begin(void) {
  s = NULL, no_fork = 0, suite = getpid();
  if (!shared) shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  strcpy(dir, "/tmp/wt_segs_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(wave, sizeof wave, "%s/w.fst", dir), snprintf(trace, sizeof trace, "%s/t.txt", dir);
  opened(100000);
}
static void end(void) {
  wt_session_close(s);
  remove(wave), remove(trace);
  ck_assert_msg(rmdir(dir) == 0, "files are left in %s", dir);
}
static wt_status launch(void) {
  fake.cycle = 0;
  return kit_launch(s, m, 1, 4, &buf, 1);
}
/* With what comes on standard error in `said`. */
static wt_status heard(void) {
  char name[] = "/tmp/wt_segs_XXXXXX";
  int fd = mkstemp(name), was = dup(2);
  remove(name);
  fflush(stderr), dup2(fd, 2);
  wt_status st = launch();
  fflush(stderr), dup2(was, 2);
  ssize_t n = pread(fd, said, sizeof said - 1, 0);
  said[n < 0 ? 0 : n] = 0;
  close(fd), close(was);
  return st;
}
static uint64_t cycles(void) { return wt_stats(s)->cycles; }

/* ---- what is verified ---- */

START_TEST(every_cycle_is_verified_once) {
  wt_counters one;
  uint64_t total[2];
  ck_assert_int_eq(launch(), WT_OK);
  one = *wt_stats(s), total[0] = cycles();
  const unsigned n = (unsigned)((one.cycles + LEN - 1) / LEN);
  ck_assert_uint_gt(n, 3);
  for (unsigned jobs = 1; jobs <= 3; jobs++) {
    opened(100000);
    wt_set_jobs(s, jobs, LEN, 0);
    ck_assert_msg(launch() == WT_OK, "%s", wt_error(s));
    ck_assert_mem_eq(wt_stats(s)->slots, one.slots, sizeof one.slots);
    ck_assert(cycles() == one.cycles && wt_stats(s)->warp_instructions == one.warp_instructions);
    /* but for the last each runs one cycle more; all but the first are loaded, and the last state for the next launch; memories are swept at both ends */
    ck_assert_uint_eq(calls->drive, one.cycles + n - 1);
    ck_assert_uint_eq(calls->outputs, calls->drive);
    ck_assert_uint_eq(calls->edge, calls->drive);
    ck_assert_uint_eq(calls->load, n);
    ck_assert_uint_eq(calls->sweep, n);
    ck_assert_uint_eq(calls->reset, 1);
  }
  ck_assert_msg(launch() == WT_OK, "%s", wt_error(s)); /* the next launch goes on */
  total[1] = cycles();
  opened(100000);
  ck_assert(launch() == WT_OK && launch() == WT_OK);
  ck_assert_uint_eq(cycles(), total[1]);
}
END_TEST

/* A launch that is as long as its segments together, and one cycle longer or shorter. */
START_TEST(segments_that_just_fit) {
  ck_assert_int_eq(launch(), WT_OK);
  const uint64_t all = cycles();
  for (int d = -2; d <= 2; d++) {
    opened(100000);
    wt_set_jobs(s, 2, (uint64_t)((int64_t)all / 2 + d), 0);
    ck_assert_msg(launch() == WT_OK, "%d: %s", d, wt_error(s));
    ck_assert_uint_eq(cycles(), all);
  }
  opened(100000);
  wt_set_jobs(s, 2, all, 0);
  ck_assert_msg(launch() == WT_OK, "%s", wt_error(s));
  opened(100000);
  wt_set_jobs(s, 2, 10 * all, 0);
  ck_assert_msg(launch() == WT_OK, "%s", wt_error(s));
  ck_assert(calls->load == 1 && calls->drive == all);
}
END_TEST

/* ---- verdicts ---- */

/* The same as one process says. */
static void same_as_alone(uint64_t max_cycles, void (*differs)(uint64_t at), uint64_t at) {
  static char alone[9000];
  char verdict[16];
  opened(max_cycles);
  differs(at);
  wt_status st = launch();
  snprintf(alone, sizeof alone, "%s", wt_error(s)), snprintf(verdict, sizeof verdict, "%s", wt_verdict(s));
  wt_counters c = *wt_stats(s);
  for (unsigned jobs = 1; jobs <= 2; jobs++) {
    opened(max_cycles);
    differs(at);
    wt_set_jobs(s, jobs, LEN, 0);
    ck_assert_msg(launch() == st, "at %llu: %s", (unsigned long long)at, wt_error(s));
    ck_assert_str_eq(wt_error(s), alone);
    ck_assert_str_eq(wt_verdict(s), verdict);
    ck_assert(wt_stats(s)->cycles == c.cycles && wt_stats(s)->warp_instructions == c.warp_instructions);
    ck_assert_mem_eq(wt_stats(s)->slots, c.slots, sizeof c.slots);
  }
}
static void outputs(uint64_t at) { fake.outputs_at = at; }
static void edge(uint64_t at) { fake.edge_at = at; }
static void nothing(uint64_t at) { (void)at; }
/* In both twins alike registers become others: that is the oracle's to say. */
static void other_registers(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  for (unsigned b = 0; cycle > 450 && cycle < 480 && b < x->m->S->RF_BANKS; b++)
    for (unsigned i = 0; i < x->m->S->RF_ROWS * x->m->S->LANES; i++) {
      uint32_t *word = &x->m->subcore->rfbank[b].q.mem_w[i];
      *word |= *word && *word < 60 ? 64 : 0; /* a number, no half of an address */
    }
}
static void registers(uint64_t at) { (void)at, fake.edge = other_registers; }

START_TEST(differences_are_those_of_one_process) {
  static const uint64_t at[] = {0, 5, LEN - 1, LEN, LEN + 1, 2 * LEN - 1, 2 * LEN, 2 * LEN + 1, 3 * LEN + 77};
  for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
    same_as_alone(100000, outputs, at[i]);
    same_as_alone(100000, edge, at[i]);
  }
  same_as_alone(100000, nothing, 0);
  same_as_alone(450, nothing, 0); /* the limit of cycles */
  same_as_alone(2 * LEN, nothing, 0);
  same_as_alone(450, outputs, 300); /* which comes first */
  same_as_alone(100000, registers, 0);
  ck_assert_msg(strstr(wt_error(s), "\nboth twins agree up to this cycle") != NULL, "%s", wt_error(s));
}
END_TEST

/* Several segments fail: the first of them is told, whichever was heard of first. */
START_TEST(the_first_difference_is_told) {
  for (unsigned jobs = 1; jobs < 4; jobs++) {
    opened(100000);
    fake.outputs_every = 90; /* cycle 0 is one of them, too */
    fake.outputs_at = NEVER;
    wt_set_jobs(s, jobs, LEN, 0);
    ck_assert_int_eq(launch(), WT_DIFF);
    ck_assert_msg(!strncmp(wt_error(s), "FIRST DIFFERENCE  cycle 0 (", 27), "%s", wt_error(s));
  }
}
END_TEST

START_TEST(a_state_that_cannot_be_loaded) {
  fake.load_at = 2 * LEN;
  wt_set_jobs(s, 2, LEN, 0);
  ck_assert_int_eq(launch(), WT_DIFF);
  ck_assert_str_eq(wt_error(s), "DIFFERENCE  cycle 400 (as it was loaded), kernel k\nblock wt_fake, state x: 1, 0");
  ck_assert_str_eq(wt_verdict(s), "diff");
  opened(100000);
  ck_assert_int_eq(launch(), WT_OK);
  const uint64_t all = cycles();
  opened(100000);
  fake.load_at = all; /* for the next launch */
  wt_set_jobs(s, 2, LEN, 0);
  ck_assert_int_eq(launch(), WT_USAGE);
  ck_assert_msg(strstr(wt_error(s), "the state at the end cannot be loaded"), "%s", wt_error(s));
}
END_TEST

/* Memories that differ at the end of a segment: the unbroken run looks at them when all is over, and finds nothing wrong. */
START_TEST(memories_at_the_end_of_a_segment) {
  fake.sweep_at = 3 * LEN;
  wt_set_jobs(s, 2, LEN, 0);
  ck_assert_int_eq(launch(), WT_DIFF);
  ck_assert_str_eq(wt_error(s), "DIFFERENCE  cycle 600 (memories at the end of a segment), kernel k\nblock wt_fake, state x: 1, 0");
  ck_assert_str_eq(wt_verdict(s), "diff");
  opened(100000);
  fake.sweep_at = 3 * LEN;
  wt_set_jobs(s, 2, LEN, 1); /* the list has what was found, not what the repeated run says */
  ck_assert_int_eq(launch(), WT_DIFF);
  const char *list = strstr(wt_error(s), "\n1 of 5 segments fail");
  ck_assert_ptr_nonnull(list);
  ck_assert_str_eq(list,
                   "\n1 of 5 segments fail (first difference of each, by block and field):\n       1 x, first in cycle 600: block wt_fake, state "
                   "x: 1, 0");
}
END_TEST

/* In runners, or in the process that runs ahead, a word of memory becomes another. */
static int in_runners;
static uint64_t word_at;
static void another_word(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (cycle == word_at && (x->twin != NULL) == in_runners) wt_mem_ptr(x->mem, buf + 60, 1)[0] ^= 1;
}
START_TEST(the_chain_of_segments_closes) {
  for (in_runners = 0; in_runners < 2; in_runners++) {
    opened(100000);
    fake.edge = another_word, word_at = 2 * LEN + 50;
    wt_set_jobs(s, 2, LEN, 0);
    ck_assert_int_eq(launch(), WT_DIFF);
    ck_assert_str_eq(wt_error(s), "the segment from cycle 400 ends in another state than the next one starts from");
    ck_assert_str_eq(wt_verdict(s), "diff");
  }
}
END_TEST

static const char *two_kinds(uint64_t cycle) {
  return cycle < 500 ? "block wt_a, state x (warp 1): 1, 0" : cycle < 700 ? "nothing" : "block wt_b, state y\n: 1, 0";
}
START_TEST(all_that_failed_are_listed) {
  opened(100000);
  fake.outputs_every = 190, fake.says = two_kinds; /* 0 and 190, 380, 570, 760; not in the last one */
  wt_set_jobs(s, 2, LEN, 1);
  ck_assert_int_eq(launch(), WT_DIFF);
  ck_assert_ptr_eq(strstr(wt_error(s), "FIRST DIFFERENCE  cycle 0 (before the clock edge), kernel k\nblock wt_a, state x (warp 1): 1, 0\n"),
                   wt_error(s));
  ck_assert_msg(
    strstr(wt_error(s), "\n4 of 5 segments fail (first difference of each, by block and field):\n       2 x, first in cycle 0: block wt_a, state x "),
    "%s", wt_error(s));
  ck_assert_msg(strstr(wt_error(s), "\n       1 x, first in cycle 570: FIRST DIFFERENCE  cycle 570 (before the clock edge), kernel "), "%s",
                wt_error(s));
  ck_assert_msg(strstr(wt_error(s), "\n       1 x, first in cycle 760: block wt_b, state y"), "%s", wt_error(s));
}
END_TEST

/* A list that is longer than its place ends with a whole line. */
static const char *long_names(uint64_t cycle) {
  static char text[700];
  snprintf(text, sizeof text, "block wt_%04llu%0*d END(", (unsigned long long)cycle, 600, 0);
  return text;
}
START_TEST(a_list_that_is_too_long) {
  opened(100000);
  fake.outputs_every = 20, fake.says = long_names;
  wt_set_jobs(s, 2, 20, 1);
  ck_assert_int_eq(launch(), WT_DIFF);
  const char *e = wt_error(s), *line = strstr(e, "\n       1 x, first in cycle 0: block wt_0000");
  unsigned lines = 0;
  ck_assert_msg(line != NULL, "%s", e);
  for (const char *next = line; next && next[1]; line = next, lines++) next = strchr(line + 1, '\n');
  ck_assert_msg(!strcmp(e + strlen(e) - 5, " END ") || !strcmp(e + strlen(e) - 4, " END"), "%s", e + strlen(e) - 100);
  ck_assert(lines >= 8 && lines < 14);
}
END_TEST

/* What the process that runs ahead came to, and the twins together do not: it is told as it was. */
static void freed_ahead(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (!x->twin && cycle == 770) ck_assert_int_eq(wt_free(s, buf), WT_OK);
}
START_TEST(a_fault_of_the_one_that_runs_ahead) {
  wt_counters alone = {0};
  for (unsigned jobs = 0; jobs < 3; jobs++) { /* 0: the C twin alone */
    opened_on(jobs ? WT_BACKEND_COSIM : WT_BACKEND_C, 100000);
    fake.edge = freed_ahead;
    wt_set_jobs(s, jobs, 190, 0); /* the last segment begins in cycle 760 */
    ck_assert_msg(launch() == WT_FAULT, "%s", wt_error(s));
    ck_assert_msg(strstr(wt_error(s), "freed") != NULL, "%s", wt_error(s));
    if (!jobs) alone = *wt_stats(s);
    ck_assert(wt_stats(s)->cycles == alone.cycles && wt_stats(s)->warp_instructions == alone.warp_instructions);
  }
}
END_TEST

/* ---- waves and traces ---- */

/* The verdict has waves, from the start of the segment on if that is nearer. */
/* A fault that does not come again: those cycles are not verified, the first ones as little as others. */
static void freed_in_a_worker(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (x->twin && !x->oracle && cycle == 770) ck_assert_int_eq(wt_free(s, buf), WT_OK);
}
START_TEST(a_fault_that_does_not_come_again) {
  for (unsigned k = 0; k < 2; k++) {
    opened(100000);
    fake.edge = freed_in_a_worker;
    wt_set_jobs(s, 2, k ? 190 : 10000, 0);
    ck_assert_int_eq(launch(), WT_USAGE);
    ck_assert_str_eq(wt_error(s), k ? "the segment from cycle 760 was not verified" : "the segment from cycle 0 was not verified");
  }
}
END_TEST

START_TEST(waves_before_the_difference) {
  wt_set_mismatch(s, wave);
  wt_set_jobs(s, 2, LEN, 0);
  fake.outputs_at = 2 * LEN + 100;
  ck_assert_int_eq(launch(), WT_DIFF);
  ck_assert_msg(strstr(wt_error(s), "\nwaves of both twins, cycles 436 to 532: /tmp/wt_segs_"), "%s", wt_error(s));
  ck_assert_int_eq(access(wave, F_OK), 0);
  opened(100000);
  wt_set_mismatch(s, wave);
  wt_set_jobs(s, 2, LEN, 0);
  fake.outputs_at = 0; /* the first snapshot is of the cycle in which the segment starts */
  ck_assert_int_eq(launch(), WT_DIFF);
  ck_assert_msg(strstr(wt_error(s), "\nwaves of both twins, cycles 0 to 32: /tmp/wt_segs_"), "%s", wt_error(s));
  opened(100000);
  wt_set_mismatch(s, wave);
  s->x.parallel.later = 2, s->x.parallel.segment = LEN;
  fake.outputs_at = LEN - 10; /* in one process still, which the repeated run does not know */
  ck_assert_int_eq(launch(), WT_DIFF);
  ck_assert_msg(strstr(wt_error(s), "\nwaves of both twins, cycles 126 to 222: /tmp/wt_segs_"), "%s", wt_error(s));
}
END_TEST

static size_t traced(unsigned jobs, uint64_t outputs_at, char *text, size_t n) {
  opened(100000);
  FILE *f = fopen(trace, "w+");
  setvbuf(f, NULL, _IONBF, 0); /* so that a worker that writes is seen */
  s->x.trace = f;
  fake.outputs_at = outputs_at;
  if (jobs) wt_set_jobs(s, jobs, LEN, 0);
  wt_status st = launch();
  ck_assert_int_eq(st, outputs_at == NEVER ? WT_OK : WT_DIFF);
  fputs("behind\n", f);
  rewind(f);
  n = fread(text, 1, n, f);
  fclose(f);
  s->x.trace = NULL;
  return n;
}
START_TEST(the_trace_is_that_of_one_process) {
  static char alone[1 << 16], segments[1 << 16];
  static const uint64_t at[] = {NEVER, 2 * LEN + 100, 100}; /* 100: in the first segment, whose trace begins with the file */
  for (unsigned k = 0; k < 3; k++) {
    size_t n = traced(0, at[k], alone, sizeof alone), got = traced(2, at[k], segments, sizeof segments);
    ck_assert_uint_gt(n, k < 2 ? 1000 : 100);
    ck_assert_uint_eq(n, got);
    ck_assert_mem_eq(alone, segments, n);
  }
}
END_TEST

/* Whoever looks in at cycles does so in the process that runs ahead. */
static wt_status visit(void *ctx, wt_running *u) {
  (void)ctx;
  __atomic_add_fetch(&shared->visits, 1, __ATOMIC_SEQ_CST);
  u->x->visit.next = u->t->tally.cycles + 50;
  return WT_OK;
}
START_TEST(visits_are_those_of_one_process) {
  wt_set_jobs(s, 2, LEN, 0);
  s->x.visit = (wt_visit){25, visit, NULL};
  ck_assert_msg(launch() == WT_OK, "%s", wt_error(s));
  ck_assert_int_eq(shared->visits, (int)((cycles() + 24) / 50));
}
END_TEST

/* ---- workers that die ---- */

static uint64_t die_at;
static void dies(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (x->twin && cycle == die_at && __atomic_sub_fetch(&shared->deaths, 1, __ATOMIC_SEQ_CST) >= 0) raise(SIGKILL);
}
static void keeper_dies(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (x->twin && cycle == die_at && __atomic_sub_fetch(&shared->deaths, 1, __ATOMIC_SEQ_CST) >= 0) kill(getppid(), SIGKILL), pause();
}
static void leaves(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (x->twin && cycle == die_at && __atomic_sub_fetch(&shared->deaths, 1, __ATOMIC_SEQ_CST) >= 0) _exit(0);
}
static wt_status with_deaths(unsigned n, void (*how)(void *, wt_machine *, uint64_t)) {
  opened(100000);
  shared->deaths = (int)n, die_at = LEN + 50, fake.edge = how;
  wt_set_jobs(s, 2, LEN, 0);
  return heard();
}
/* Among those that differ, one that died says nothing about the machine. */
START_TEST(who_died_is_not_listed) {
  opened(100000);
  fake.outputs_at = 10, shared->deaths = 2, die_at = 2 * LEN + 50, fake.edge = dies;
  wt_set_jobs(s, 2, LEN, 1);
  ck_assert_int_eq(heard(), WT_DIFF);
  const char *list = strstr(wt_error(s), "\n1 of 5 segments fail");
  ck_assert_msg(list && !strstr(list, "not verified"), "%s", wt_error(s));
}
END_TEST

START_TEST(a_worker_that_dies_is_repeated_once) {
  ck_assert_msg(with_deaths(1, dies) == WT_OK, "%s", wt_error(s));
  int pid, n = 0;
  ck_assert_msg(sscanf(said, "warptwin: worker %d of cycles 200 to 400 died (signal 9); it is repeated\n%n", &pid, &n) == 1 && n && !said[n], "%s",
                said);
  ck_assert_int_eq(with_deaths(2, dies), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "cycles 200 to 400 are not verified: their worker died twice (signal 9, short of memory?)");
  ck_assert_str_eq(wt_verdict(s), "ok");
  opened(100000);
  shared->unborn = 2; /* there is no room for the runner */
  wt_set_jobs(s, 1, LEN, 0);
  ck_assert_int_eq(heard(), WT_USAGE);
  ck_assert_str_eq(said, "warptwin: worker 0 of cycles 0 to 200 died (signal 0); it is repeated\n");
  ck_assert_str_eq(wt_error(s), "cycles 0 to 200 are not verified: their worker died twice (signal 0, short of memory?)");
  ck_assert_int_eq(with_deaths(1, keeper_dies), WT_USAGE);
  ck_assert_str_eq(wt_error(s),
                   "cycles 200 to 400 are not verified: the process that held their start was killed (signal 9: from outside, or short of memory), "
                   "so they cannot be repeated; run again, or with fewer --jobs");
  ck_assert_str_eq(wt_verdict(s), "ok");
}
END_TEST

/* It ends as if it had come to its end, in the place of one that had. */
START_TEST(a_worker_that_leaves_without_a_word) {
  shared->deaths = 1, die_at = 3 * LEN + 50, fake.edge = leaves;
  wt_set_jobs(s, 1, LEN, 0);
  ck_assert_msg(heard() == WT_OK, "%s", wt_error(s));
  ck_assert_msg(strstr(said, " of cycles 600 to 800 died (signal 0); it is repeated\n"), "%s", said);
}
END_TEST

/* Files and processes are as many as before, however it ends. */
static unsigned shared_maps(void) {
  char line[600];
  unsigned n = 0;
  FILE *f = fopen("/proc/self/maps", "r");
  while (f && fgets(line, sizeof line, f)) n += strstr(line, "/dev/zero") != NULL;
  if (f) fclose(f);
  return n;
}
START_TEST(nothing_is_left_behind) {
  for (unsigned k = 0; k < 5; k++) {
    opened(k == 1 ? 450 : 100000);
    ck_assert_int_eq(wt_session_start(s), WT_OK);
    unsigned before = open_files(), maps = shared_maps();
    if (k == 2) fake.outputs_at = 2 * LEN + 50, wt_set_mismatch(s, wave);
    if (k == 3) shared->deaths = 1, die_at = LEN + 50, fake.edge = dies;
    if (k == 4) shared->deaths = 1, die_at = LEN + 50, fake.edge = keeper_dies;
    wt_set_jobs(s, 2, LEN, 0);
    heard();
    ck_assert_uint_eq(open_files(), before);
    ck_assert_uint_eq(shared_maps(), maps);
    ck_assert(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
  }
}
END_TEST

/* What a worker prints is not for anybody: it speaks when the verdict is made. */
static void speaks(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (x->twin && !x->oracle && cycle % 50 == 0) fprintf(stderr, "a worker speaks\n"), fflush(stderr);
  if (x->twin && x->oracle && cycle == LEN + 50) fprintf(stderr, "the verdict\n"), fflush(stderr);
}
START_TEST(workers_are_silent) {
  fake.edge = speaks, fake.outputs_at = LEN + 60;
  wt_set_jobs(s, 2, LEN, 0);
  ck_assert_int_eq(heard(), WT_DIFF);
  ck_assert_str_eq(said, "the verdict\n");
}
END_TEST

/* The verdict is asked for and its runner dies: then nobody knows. */
static void verdict_dies(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (x->twin && x->oracle && cycle == LEN + 50) raise(SIGKILL);
}
START_TEST(a_verdict_that_dies) {
  fake.edge = verdict_dies, fake.outputs_at = LEN + 60;
  wt_set_jobs(s, 2, LEN, 0);
  ck_assert_int_eq(launch(), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "cycles 200 to 400 are not verified: their worker died twice (signal 9, short of memory?)");
}
END_TEST

START_TEST(no_process_and_no_memory) {
  wt_set_jobs(s, 2, LEN, 0);
  no_fork = 1;
  ck_assert_int_eq(launch(), WT_USAGE);
  ck_assert_msg(!strncmp(wt_error(s), "no worker for cycle 0: ", 23) && strstr(wt_error(s), "; use fewer --jobs"), "%s", wt_error(s));
  no_fork = 0;
}
END_TEST

/* ---- places ---- */

/* How many are at work at a time. */
static void counts(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (!x->twin || x->oracle) return;
  if (cycle % LEN == 10) {
    int now = __atomic_add_fetch(&shared->runners, 1, __ATOMIC_SEQ_CST), most = __atomic_load_n(&shared->most, __ATOMIC_SEQ_CST);
    while (now > most && !__atomic_compare_exchange_n(&shared->most, &most, now, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) continue;
    for (unsigned i = 0; i < 10000 && __atomic_load_n(&shared->most, __ATOMIC_SEQ_CST) < shared->want; i++) usleep(1000);
    if (cycle == 10) usleep(20000); /* more than these would come by now */
  }
  if (cycle % LEN == 60) __atomic_sub_fetch(&shared->runners, 1, __ATOMIC_SEQ_CST);
}
START_TEST(so_many_workers_as_were_asked_for) {
  for (int jobs = 1; jobs < 4; jobs++)
    for (int later = 0; later < (jobs > 1 ? 2 : 1); later++) { /* begun at once, or when the run turns out to be long */
      opened(100000);
      fake.edge = counts, shared->want = jobs;
      if (later) s->x.parallel.later = (unsigned)jobs, s->x.parallel.segment = LEN;
      else wt_set_jobs(s, (unsigned)jobs, LEN, 0);
      ck_assert_msg(launch() == WT_OK, "%s", wt_error(s));
      ck_assert_int_eq(shared->most, jobs);
      ck_assert_int_eq((int)s->x.parallel.jobs, later ? 0 : jobs); /* the next run may be short */
    }
}
END_TEST

static int *places;
/* In the last segment: as soon as it is alone its place is given back. */
static void alone(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (!x->twin || x->oracle || cycle != 4 * LEN + 10) return;
  for (unsigned i = 0; i < 10000 && __atomic_load_n(&places[0], __ATOMIC_SEQ_CST) < 1; i++) usleep(1000);
  shared->most = __atomic_load_n(&places[0], __ATOMIC_SEQ_CST);
}
START_TEST(a_place_is_given_back_at_once) {
  places = mmap(NULL, 2 * sizeof *places, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  fake.edge = alone;
  wt_set_jobs(s, 2, LEN, 0);
  places[0] = 1;
  wt_set_worker_places(s, &places[0], &places[1]);
  ck_assert_int_eq(launch(), WT_OK);
  ck_assert_int_eq(shared->most, 1);
  munmap(places, 2 * sizeof *places);
}
END_TEST

START_TEST(places_are_lent) {
  places = mmap(NULL, 2 * sizeof *places, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int pool = 0; pool < 4; pool++)
    for (unsigned ends = 0; ends < 2; ends++) { /* and are given back, however it ends */
      opened(100000);
      fake.edge = counts, shared->want = pool < 2 ? pool + 1 : 3, fake.outputs_at = ends ? 2 * LEN + 100 : NEVER;
      wt_set_jobs(s, 3, LEN, 0);
      places[0] = pool, places[1] = 0;
      wt_set_worker_places(s, &places[0], &places[1]);
      ck_assert_int_eq(launch(), ends ? WT_DIFF : WT_OK);
      ck_assert_int_eq(shared->most, shared->want); /* the first one needs no place */
      ck_assert_int_eq(places[0], pool);
      ck_assert_int_eq(places[1], 0);
    }
  munmap(places, 2 * sizeof *places);
}
END_TEST

/* ---- what is said ---- */

/* The last segment takes longer than a look of the one that waits, so that a line comes while it runs, on a machine that is busy, too. */
static void slow(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (x->twin && cycle % LEN == 10) usleep(cycle > 4 * LEN ? 1500000 : 150000);
}
START_TEST(how_many_segments_are_verified) {
  setenv("WARPTWIN_PROGRESS", "0.1", 1);
  fake.edge = slow;
  wt_set_quiet(s, 0);
  wt_set_jobs(s, 1, LEN, 0);
  ck_assert_int_eq(heard(), WT_OK);
  unsetenv("WARPTWIN_PROGRESS");
  /* one runs, and one more is known of: where a line comes depends on the time; behind the end of the C twin there is an estimate */
  int last = 0, n = 0, of = 0, later = 0;
  for (const char *p = said; (p = strchr(p, ';')); p++)
    if (sscanf(p, "; %d of %d segments verified%n", &n, &of, &last) == 2) {
      ck_assert_msg(of < 5 ? of == n + 2 && p[last] == '\n' : of == 5 && n >= 3 && n < 5, "%s", said);
      later += of == 5 && !strncmp(p + last, ", ", 2) && strstr(p, " s left\n");
    }
  ck_assert_msg(later, "%s", said);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("segment_rules");
  TCase *t = tcase_create("segment_rules");
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, begin, end);
  tcase_add_test(t, every_cycle_is_verified_once);
  tcase_add_test(t, segments_that_just_fit);
  tcase_add_test(t, differences_are_those_of_one_process);
  tcase_add_test(t, the_first_difference_is_told);
  tcase_add_test(t, a_state_that_cannot_be_loaded);
  tcase_add_test(t, memories_at_the_end_of_a_segment);
  tcase_add_test(t, the_chain_of_segments_closes);
  tcase_add_test(t, all_that_failed_are_listed);
  tcase_add_test(t, a_list_that_is_too_long);
  tcase_add_test(t, a_fault_of_the_one_that_runs_ahead);
  tcase_add_test(t, a_fault_that_does_not_come_again);
  tcase_add_test(t, waves_before_the_difference);
  tcase_add_test(t, the_trace_is_that_of_one_process);
  tcase_add_test(t, visits_are_those_of_one_process);
  tcase_add_test(t, who_died_is_not_listed);
  tcase_add_test(t, a_worker_that_dies_is_repeated_once);
  tcase_add_test(t, a_worker_that_leaves_without_a_word);
  tcase_add_test(t, nothing_is_left_behind);
  tcase_add_test(t, workers_are_silent);
  tcase_add_test(t, a_place_is_given_back_at_once);
  tcase_add_test(t, a_verdict_that_dies);
  tcase_add_test(t, no_process_and_no_memory);
  tcase_add_test(t, so_many_workers_as_were_asked_for);
  tcase_add_test(t, places_are_lent);
  tcase_add_test(t, how_many_segments_are_verified);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
