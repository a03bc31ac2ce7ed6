/* test_wt_segments.c - lock-step by workers says what the unbroken lock-step says: of runs without a difference, and of runs with a seeded fault in
 * either twin: the same cycle, block and field.
 *
 * WT_SEGMENT_FAULTS=N: that many faults, WT_SEGMENT_SEED=S: other ones.
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cosim/wt_twin_rtl.h"
#include "lib/wt_session.h"
#include "tests/host_kit.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

typedef struct {
  wt_status status;
  char verdict[16], error[8000];
  uint64_t cycles, insns, slots[WT_REASONS];
} result;

static wt_session *session;
static result *shared; /* of a child */

/* ---- faults ---- */

enum { RTL_FF, RTL_MEM, MODEL_FF, MODEL_MEM, KINDS };
static const char *const kind_names[] = {"flip-flop of the RTL", "memory row of the RTL", "flip-flop of the model", "memory row of the model"};
static struct {
  int on, armed;
  unsigned kind;
  uint64_t cycle, seed;
} fault;

/* The row is drawn from the C twin's side, so that a process without the RTL draws the same. */
static void flip(wt_machine *x, wt_ls *l) {
  uint64_t rng = fault.seed;
  int mem = fault.kind == RTL_MEM || fault.kind == MODEL_MEM, rtl = fault.kind <= RTL_MEM;
  wt_blks *blks = wt_blks_new(x->m->S);
  const wt_blk *b = NULL;
  const wt_row *row = NULL;
  unsigned inst = 0, n = 0;
  for (unsigned k = 0; k < blks->n; k++)
    for (unsigned r = 0; blks->blk[k].chosen && !blks->blk[k].outside && r < blks->blk[k].nrows; r++) {
      const wt_row *w = &blks->blk[k].rows[r];
      if (w->kind != (mem ? WT_ROW_MEM : WT_ROW_FF) || wt_host_below(&rng, ++n)) continue;
      b = &blks->blk[k], row = w;
    }
  inst = wt_host_below(&rng, b->count);
  unsigned at = mem ? wt_host_below(&rng, row->depth) : 0, bit = wt_host_below(&rng, row->elemw * row->n), e = bit / row->elemw, k = bit % row->elemw;
  if (rtl) {
    wt_bind *v = wt_ls_find(l, b->stem, inst, row->name);
    v->rtl[(size_t)at * (mem ? v->bytes : 0) + bit / 8] ^= (uint8_t)(1u << bit % 8);
  } else {
    char *c = (char *)wt_row_ptr(x->m, b, row, inst) + (mem ? at * wt_row_stride(row) : 0);
    if (row->csize) c[e * row->csize + k / 8] ^= (char)(1u << k % 8);
    else c[bit / 8] ^= (char)(1u << bit % 8);
    wt_gpu_moore(x->m->gpu);
  }
  wt_blks_free(blks);
}

static void poke(void *ctx, wt_ls *l) {
  if (!fault.armed) return;
  fault.armed = 0;
  flip(ctx, l);
}
static void on_edge(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (fault.armed && cycle == fault.cycle + 1) fault.armed = 0; /* a process without the RTL */
  if (!fault.on || cycle != fault.cycle) return;
  if (fault.kind <= RTL_MEM) fault.armed = 1; /* in the next edge of the RTL */
  else flip(x, NULL);
}

/* One run in a child, so that every run finds the same machine. */
static result run_child(const char *kernel, unsigned jobs, uint64_t segment, int all) {
  int st;
  memset(shared, 0, sizeof *shared);
  fflush(stdout);
  pid_t pid = fork();
  ck_assert_int_ge(pid, 0);
  if (!pid) {
    if (jobs) wt_set_jobs(session, jobs, segment, all);
    wt_status got = kit_host(session, kernel);
    const wt_counters *c = wt_stats(session);
    shared->status = got, shared->cycles = c->cycles, shared->insns = c->warp_instructions;
    memcpy(shared->slots, c->slots, sizeof shared->slots);
    snprintf(shared->verdict, sizeof shared->verdict, "%s", wt_verdict(session));
    snprintf(shared->error, sizeof shared->error, "%s", wt_error(session));
    _exit(0);
  }
  while (waitpid(pid, &st, 0) < 0 && errno == EINTR) continue;
  ck_assert_msg(WIFEXITED(st) && !WEXITSTATUS(st), "%s: the run ended with %x", kernel, (unsigned)st);
  return *shared;
}

static void same(const char *what, const result *a, const result *b) {
  ck_assert_msg(a->status == b->status && !strcmp(a->verdict, b->verdict) && !strcmp(a->error, b->error),
                "%s\nunbroken: %d %s %s\nsegments: %d %s %s", what, a->status, a->verdict, a->error, b->status, b->verdict, b->error);
  ck_assert_msg(a->cycles == b->cycles && a->insns == b->insns && !memcmp(a->slots, b->slots, sizeof a->slots),
                "%s: other counters, %llu and %llu cycles", what, (unsigned long long)a->cycles, (unsigned long long)b->cycles);
}

static void open_session(uint64_t max_cycles) {
  wt_options o = {.backend = WT_BACKEND_COSIM, .preset = "small", .seed = 1, .max_cycles = max_cycles};
  if (session) wt_session_close(session);
  ck_assert_msg(wt_session_open(&o, &session) == WT_OK && wt_session_start(session) == WT_OK, "%s", wt_error(session));
  wt_set_quiet(session, 1);
  session->x.twin->ls.poke = poke, session->x.twin->ls.poke_ctx = &session->x;
  wt_session_on_edge(session, on_edge, NULL);
  memset(&fault, 0, sizeof fault);
}

START_TEST(runs_without_a_difference) {
  static const char *const kernels[] = {"vecadd", "nested", "bfs"}; /* the last one launches often */
  open_session(0);
  for (unsigned i = 0; i < 3; i++) {
    result a = run_child(kernels[i], 0, 0, 0);
    ck_assert_msg(a.status == WT_OK, "%s", a.error);
    static const unsigned jobs[] = {1, 3, WT_JOBS_AUTO};
    for (unsigned k = 0; k < 3; k++) {
      result b = run_child(kernels[i], jobs[k], 1000 + 300 * k, 0);
      same(kernels[i], &a, &b);
    }
  }
}
END_TEST

START_TEST(faults_are_named_alike) {
  static const char *const kernels[] = {"vecadd", "nested"};
  const char *e = getenv("WT_SEGMENT_FAULTS"), *se = getenv("WT_SEGMENT_SEED");
  unsigned n = e ? (unsigned)strtoul(e, NULL, 0) : 20, hidden = 0, sweeps = 0, found[KINDS] = {0};
  uint64_t rng = se ? strtoull(se, NULL, 0) : 1, cycles[2];
  open_session(0);
  for (int i = 0; i < 2; i++) cycles[i] = run_child(kernels[i], 0, 0, 0).cycles;
  for (unsigned i = 0; i < n; i++) {
    unsigned k = wt_host_below(&rng, 2);
    char what[200];
    memset(&fault, 0, sizeof fault);
    fault.on = 1, fault.kind = i % KINDS, fault.seed = wt_host_next(&rng), fault.cycle = 2 + wt_host_next(&rng) % (cycles[k] - 10);
    snprintf(what, sizeof what, "%s: %s after cycle %llu, seed %llx", kernels[k], kind_names[fault.kind], (unsigned long long)fault.cycle,
             (unsigned long long)fault.seed);
    result a = run_child(kernels[k], 0, 0, 0), b = run_child(kernels[k], i / KINDS % 2 ? WT_JOBS_AUTO : 2, 1500, 0);
    if (a.status == WT_OK) { /* the unbroken run does not see what is overwritten before anybody looks; the end of a segment may */
      ck_assert_msg(b.status == WT_OK || (b.status == WT_DIFF && strstr(b.error, "(memories at the end of a segment)")), "%s\n%s", what, b.error);
      hidden++, sweeps += b.status != WT_OK;
      continue;
    }
    found[fault.kind]++;
    same(what, &a, &b);
  }
  printf("%u faults:", n);
  for (int i = 0; i < KINDS; i++) printf(" %u in a %s,", found[i], kind_names[i]);
  printf(" named alike; %u overwritten before the unbroken run could see them, %u of these seen at the end of a segment\n", hidden, sweeps);
  for (int i = 0; i < KINDS; i++) ck_assert_uint_gt(found[i], 0);
}
END_TEST

/* Places that other processes leave are taken and given back; without any there is one worker. */
START_TEST(a_limit_for_several_processes) {
  int *places = mmap(NULL, 3 * sizeof *places, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  open_session(0);
  result a = run_child("nested", 0, 0, 0);
  wt_set_worker_places(session, &places[0], &places[1]);
  for (int free = 0; free < 3; free++) {
    places[0] = free, places[1] = 0;
    result b = run_child("nested", 4, 900, 0);
    same("nested", &a, &b);
    ck_assert_msg(places[0] == free && !places[1], "%d places, then %d, and %d not given back", free, places[0], places[1]);
  }
  munmap(places, 3 * sizeof *places);
}
END_TEST

/* What the C twin and the oracle end with is confirmed by both twins. */
START_TEST(ends_of_the_run_ahead) {
  open_session(5000);
  result a = run_child("nested", 0, 0, 0), b = run_child("nested", 2, 900, 0);
  ck_assert_int_eq(a.status, WT_NO_END);
  ck_assert_msg(strstr(a.error, " after 5000 cycles: limit of --max-cycles reached") != NULL, "%s", a.error);
  same("max-cycles", &a, &b);
}
END_TEST

/* The run ahead loses an instruction, so it ends where the oracle sees that; its word counts for nothing: the twins run again from the newest segment's
 * start, and come to what the unbroken run says, a fault of the RTL much later. */
static void leads_astray(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (!x->twin && cycle == 2100)
    for (unsigned w = 0; w < x->m->S->SLOTS; w++) x->m->subcore->fetch.q.pc_w[w] += 16;
  fault.armed = x->twin && x->oracle && cycle == 3400;
}
static void told(void *ctx, wt_machine *x, uint64_t cycle) {
  leads_astray(ctx, x, cycle);
  if (!x->twin && cycle > 2100) __atomic_store_n((int *)ctx, (int)cycle, __ATOMIC_SEQ_CST);
}
START_TEST(the_run_ahead_is_not_believed) {
  int *ahead = mmap(NULL, sizeof *ahead, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  open_session(0);
  wt_session_on_edge(session, told, ahead);
  fault.kind = RTL_FF, fault.seed = 5;
  result a = run_child("nested", 0, 0, 0), b = run_child("nested", 2, 2000, 0);
  ck_assert_msg(a.status == WT_DIFF && strstr(a.error, "FIRST DIFFERENCE  cycle 3401 "), "%d %s", a.status, a.error);
  ck_assert_msg(*ahead > 2100 && *ahead < 3300, "the run ahead went to cycle %d", *ahead);
  same("led astray", &a, &b);
  munmap(ahead, sizeof *ahead);
}
END_TEST

/* A segment whose cycles are all right and that ends in another state than the next one starts from: nobody has verified how the two belong together. */
static wt_addr spare;
static void another_end(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  uint8_t one = 1;
  if (x->twin && !x->oracle && cycle == 1990) ck_assert_int_eq(wt_mem_write(x->mem, spare, &one, 1), 0);
}
START_TEST(the_chain_of_segments_must_close) {
  open_session(0);
  ck_assert_int_eq(wt_alloc(session, 64, &spare), WT_OK);
  wt_session_on_edge(session, another_end, NULL);
  result b = run_child("nested", 2, 1000, 0);
  ck_assert_msg(b.status == WT_DIFF && !strcmp(b.error, "the segment from cycle 1000 ends in another state than the next one starts from"), "%d %s",
                b.status, b.error);
}
END_TEST

/* The last segment must end the launch: here the twins go on for ever, for they find another flag in memory than the run ahead did. */
static void another_flag(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  uint32_t one = 1;
  if (x->twin && cycle == 5) ck_assert_int_eq(wt_mem_write(x->mem, spare, &one, 4) | (x->oracle ? wt_mem_write(x->omem, spare, &one, 4) : 0), 0);
}
START_TEST(the_last_segment_must_end_the_launch) {
  static const char text[] = ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nL0: LDG.E.SYS R4, [R2]\n"
                             "ISETP.NE.AND P0, PT, R4, RZ, PT\n@P0 BRA L0\nEXIT\n.end\n";
  open_session(6000);
  spare = kit_alloc(session, 64, NULL);
  wt_module *m = kit_text(session, text, "flag");
  wt_session_on_edge(session, another_flag, NULL);
  wt_set_jobs(session, 2, 1000, 0);
  wt_status st = kit_launch(session, m, 1, 32, &spare, 1);
  ck_assert_msg(st != WT_OK, "the launch counts as verified");
}
END_TEST

static void each_segment(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  fault.armed = x->twin && cycle % 2000 == 999;
}
START_TEST(all_failures) {
  open_session(0);
  wt_session_on_edge(session, each_segment, NULL);
  fault.kind = RTL_FF, fault.seed = 5;
  result a = run_child("nested", 0, 0, 0), b = run_child("nested", 2, 2000, 1);
  ck_assert_int_eq(a.status, WT_DIFF);
  ck_assert_int_eq(b.status, WT_DIFF);
  ck_assert_msg(!strncmp(a.error, b.error, strlen(a.error)), "%s\n%s", a.error, b.error);
  unsigned failed, of;
  const char *p = strstr(b.error, " segments fail");
  ck_assert_msg(p != NULL, "%s", b.error);
  while (p > b.error && p[-1] != '\n') p--;
  ck_assert_int_eq(sscanf(p, "%u of %u segments fail", &failed, &of), 2);
  ck_assert_msg(of > 3 && failed >= of - 1, "%s", b.error);
  unsigned sum = 0, some; /* every failed segment is in one line of the list */
  for (const char *line = strchr(p, '\n'); line && sscanf(line, "\n %u x, first in cycle", &some) == 1; line = strchr(line + 1, '\n')) sum += some;
  ck_assert_msg(sum == failed, "%u of %u are listed: %s", sum, failed, b.error);
  ck_assert_msg(strstr(p, " x, first in cycle 1000: block wt_"), "%s", b.error);
}
END_TEST

/* The file of a difference shows it again, in one process and from a run by workers; when nothing is wrong any more, nothing differs. */
START_TEST(a_difference_again) {
  char dir[] = "/tmp/wt_again_XXXXXX", wave[100], file[100];
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(wave, sizeof wave, "%s/m.fst", dir), snprintf(file, sizeof file, "%s/m.wtck", dir);
  for (unsigned jobs = 0; jobs < 3; jobs += 2) {
    open_session(0);
    wt_set_mismatch(session, wave), wt_set_bundle(session, file);
    fault.on = 1, fault.kind = MODEL_FF, fault.seed = 8, fault.cycle = 3210;
    result a = run_child("nested", jobs, 1000, 0);
    ck_assert_msg(a.status == WT_DIFF && strstr(a.error, "to see it again: warptwin replay"), "%s", a.error);
    for (int again = 1; again >= 0; again--) {
      wt_options o = {.backend = WT_BACKEND_COSIM, .max_cycles = 6000};
      wt_session *s;
      ck_assert_msg(wt_session_resume(file, &o, &s) == WT_OK, "%s", wt_error(NULL));
      ck_assert_uint_le(wt_resume_what(s).cycle, fault.cycle);
      ck_assert_uint_ge(wt_resume_what(s).cycle + 80, fault.cycle);
      ck_assert_ptr_nonnull(wt_resume_what(s).expect);
      wt_set_quiet(s, 1);
      fault.on = again;
      wt_session_on_edge(s, on_edge, NULL);
      wt_status st = wt_resume(s);
      char *more = strstr(a.error, "\nwaves of both twins");
      ck_assert_msg(again ? st == WT_DIFF && !strncmp(wt_error(s), a.error, (size_t)(more - a.error)) : st != WT_DIFF, "%d %s\n%s", st, wt_error(s),
                    a.error);
      wt_session_close(s);
    }
    ck_assert_int_eq(unlink(wave), 0);
    ck_assert_int_eq(unlink(file), 0);
  }
  rmdir(dir);
}
END_TEST

/* ---- workers that die ---- */

static int deaths;
static uint64_t die_at;
static void dies(void *ctx, wt_machine *x, uint64_t cycle) {
  int *left = ctx;
  if (x->twin && !x->oracle && cycle == die_at && __atomic_sub_fetch(left, 1, __ATOMIC_SEQ_CST) >= 0) raise(SIGKILL);
}
START_TEST(dead_workers) {
  int *left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  open_session(0);
  wt_session_on_edge(session, dies, left);
  die_at = 1800;
  for (deaths = 1; deaths <= 2; deaths++) {
    *left = deaths;
    result b = run_child("nested", 2, 1000, 0);
    ck_assert_msg(b.status == (deaths == 1 ? WT_OK : WT_USAGE), "%d deaths: %d %s", deaths, b.status, b.error);
    if (deaths == 2) ck_assert_msg(strstr(b.error, "cycles 1000 to 2000 are not verified: their worker died twice (signal 9"), "%s", b.error);
  }
  munmap(left, sizeof *left);
}
END_TEST

/* The process that holds the start of a segment is killed itself: its runner goes with it, and nothing can be repeated. */
static void kills_keeper(void *ctx, wt_machine *x, uint64_t cycle) {
  int *left = ctx;
  if (x->twin && !x->oracle && cycle == die_at && __atomic_sub_fetch(left, 1, __ATOMIC_SEQ_CST) >= 0) kill(getppid(), SIGKILL), pause();
}
START_TEST(a_dead_keeper) {
  int *left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  open_session(0);
  wt_session_on_edge(session, kills_keeper, left);
  die_at = 1800, *left = 1;
  result b = run_child("nested", 2, 1000, 0);
  ck_assert_msg(b.status == WT_USAGE, "%d %s", b.status, b.error);
  ck_assert_str_eq(b.error,
                   "cycles 1000 to 2000 are not verified: the process that held their start was killed (signal 9: from outside, or short of memory), "
                   "so they cannot be repeated; run again, or with fewer --jobs");
  munmap(left, sizeof *left);
}
END_TEST

/* Nobody is left when the first process goes: an end by a signal, in the middle. */
START_TEST(no_orphans) {
  int fd[2];
  char c;
  open_session(0);
  ck_assert_int_eq(pipe(fd), 0);
  pid_t pid = fork();
  ck_assert_int_ge(pid, 0);
  if (!pid) {
    signal(SIGINT, SIG_DFL); /* not the suite's */
    close(fd[0]);            /* every process below holds the other end */
    wt_set_jobs(session, 3, 500, 0);
    for (;;) kit_host(session, "matmul"); /* as long as it takes until the signal comes */
  }
  close(fd[1]);
  nanosleep(&(struct timespec){0, 150000000}, NULL);
  ck_assert_int_eq(kill(pid, SIGINT), 0);
  int st;
  while (waitpid(pid, &st, 0) < 0 && errno == EINTR) continue;
  ck_assert_msg(WIFSIGNALED(st) && WTERMSIG(st) == SIGINT, "%x", (unsigned)st);
  alarm(300);
  ck_assert_int_eq(read(fd[0], &c, 1), 0); /* comes back when the last of them has gone */
  alarm(0);
  close(fd[0]);
}
END_TEST

int main(void) {
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return EXIT_FAILURE;
  Suite *s = suite_create("segments");
  TCase *t = tcase_create("segments");
  tcase_set_timeout(t, 0);
  tcase_add_test(t, runs_without_a_difference);
  tcase_add_test(t, faults_are_named_alike);
  tcase_add_test(t, a_limit_for_several_processes);
  tcase_add_test(t, ends_of_the_run_ahead);
  tcase_add_test(t, the_run_ahead_is_not_believed);
  tcase_add_test(t, the_chain_of_segments_must_close);
  tcase_add_test(t, the_last_segment_must_end_the_launch);
  tcase_add_test(t, all_failures);
  tcase_add_test(t, a_difference_again);
  tcase_add_test(t, dead_workers);
  tcase_add_test(t, a_dead_keeper);
  tcase_add_test(t, no_orphans);
  suite_add_tcase(s, t);
  return suite_run(s);
}
