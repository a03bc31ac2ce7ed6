#define _DEFAULT_SOURCE /* usleep */
/* test_wt_clock.c - how far a launch is, on a clock that the suite sets (tb/lib/wt_progress.h): when a line comes, what it says, what callers are told; and runs
 * in a process of their own (tb/lib/wt_attempt.h). Wrapped: clock_gettime, isatty, fork, waitpid.
 */
#include "lib/wt_progress.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/wt_attempt.h"
#include "lib/wt_running.h"
#include "tests/words_kit.h"

/* ---- a clock and a terminal ---- */

static double now;
static int is_tty;
int __wrap_clock_gettime(clockid_t id, struct timespec *ts);
int __wrap_clock_gettime(clockid_t id, struct timespec *ts) {
  (void)id;
  *ts = (struct timespec){(time_t)now, (long)((now - (double)(time_t)now) * 1e9)};
  return 0;
}
int __wrap_isatty(int fd);
int __wrap_isatty(int fd) { return fd == 2 && is_tty; }

enum { GRID_X = 10, GRID_Y = 4, GRID_Z = 3, EVERY = 1024 };
static wt_machine x;
static wt_running u;
static wt_progress told;
static unsigned calls, stores;
static char said[2000];
static int err_fd, file;
static void look(void *ctx, const wt_progress *p) {
  ck_assert_ptr_eq(ctx, &told);
  told = *p, calls++;
}
static void store(wt_twin *twin) { (void)twin, stores++; }
static void more(void *ctx, char *text, size_t n) { snprintf(text, n, "%s", (const char *)ctx); }

static void begin(void) {
  static const wt_twin_ops ops = {.store = store};
  open_words("small", "", "EXIT");
  L.grid[0] = GRID_X, L.grid[1] = GRID_Y, L.grid[2] = GRID_Z, L.ctas = GRID_X * GRID_Y * GRID_Z;
  x = (wt_machine){.m = m, .ops = &ops};
  u = (wt_running){.x = &x, .m = m, .L = &L, .t = &t};
  now = 1000, is_tty = 0, calls = stores = 0;
  unsetenv("WARPTWIN_PROGRESS");
  char name[] = "/tmp/wt_clock_XXXXXX";
  file = mkstemp(name);
  remove(name);
  fflush(stderr);
  err_fd = dup(2), dup2(file, 2);
}
static void end(void) {
  dup2(err_fd, 2), close(err_fd), close(file);
  close_words();
}
/* What has been said since the last time. */
static const char *heard(void) {
  fflush(stderr);
  off_t n = lseek(file, 0, SEEK_CUR);
  ck_assert_int_eq(pread(file, said, sizeof said - 1, 0), n);
  said[n] = 0;
  ck_assert(!ftruncate(file, 0) && lseek(file, 0, SEEK_SET) == 0);
  return said;
}
static void at(double seconds, uint64_t cycles) { now = 1000 + seconds, t.tally.cycles = cycles; }
/* CTAs that have been given, and how many of them are resident. */
static void taken(unsigned q_x, unsigned q_y, unsigned q_z, unsigned busy) {
  wt_ctasched_state *q = &m->gpu->ctasched.q;
  q->run = 1, q->x = q_x, q->y = (uint16_t)q_y, q->z = (uint16_t)q_z, m->sm->dispatch.q.busy = (uint8_t)busy;
}

/* ---- lines ---- */

START_TEST(a_line_every_ten_seconds) {
  wt_progress_begin(&u);
  ck_assert_uint_eq(x.progress.next, EVERY);
  taken(5, 2, 1, 3);
  at(9.9, EVERY);
  wt_progress_look(&u);
  ck_assert_str_eq(heard(), "");
  ck_assert_uint_eq(x.progress.next, 2 * EVERY);
  at(10, 5000);
  wt_progress_look(&u);
  ck_assert_str_eq(heard(), "warptwin: k: 5000 cycles, 63 of 120 CTAs done, 500 cycles a second, 10 s\n");
  at(19.5, 6000);
  wt_progress_look(&u);
  ck_assert_str_eq(heard(), "");
  at(20.5, 7000); /* the rate is that since the last line, the time that since the beginning */
  wt_progress_look(&u);
  ck_assert_str_eq(heard(), "warptwin: k: 7000 cycles, 63 of 120 CTAs done, 190 cycles a second, 20 s\n");
  at(40.5, 7000);
  wt_progress_look(&u);
  ck_assert_str_eq(heard(), "warptwin: k: 7000 cycles, 63 of 120 CTAs done, 40 s\n");
  wt_progress_end(&u, 1);
  ck_assert_str_eq(heard(), ""); /* nothing stands on a terminal */
  ck_assert(x.progress.next == UINT64_MAX);
}
END_TEST

/* In one file with what the program prints they stand in the order in which they were said. */
START_TEST(lines_come_behind_what_was_said) {
  wt_progress_begin(&u);
  at(10, 1000);
  fflush(stdout);
  int out = dup(1);
  dup2(file, 1);
  printf("before, ");
  wt_progress_line(&u);
  fflush(stdout);
  dup2(out, 1), close(out);
  ck_assert_str_eq(heard(), "before, warptwin: k: 1000 cycles, 120 of 120 CTAs done, 100 cycles a second, 10 s\n");
}
END_TEST

START_TEST(a_line_a_second_on_a_terminal) {
  is_tty = 1;
  t.tally.cycles = 40; /* a launch that goes on */
  wt_progress_begin(&u);
  ck_assert_uint_eq(x.progress.next, 40 + EVERY);
  at(0.9, 1000);
  wt_progress_line(&u);
  ck_assert_str_eq(heard(), "");
  at(1, 1040);
  wt_progress_line(&u);
  ck_assert_str_eq(heard(), "\r\033[Kwarptwin: k: 1040 cycles, 120 of 120 CTAs done, 1000 cycles a second, 1 s ");
  wt_progress_end(&u, 1);
  ck_assert_str_eq(heard(), "\r\033[K");
  wt_progress_end(&u, 1);
  ck_assert_str_eq(heard(), ""); /* once */
}
END_TEST

START_TEST(somebody_wants_lines_more_often) {
  static const struct {
    const char *every;
    double before, at;
  } c[] = {{"3", 2.9, 3}, {"0.01", 0.19, 0.21}, {"0", 9.9, 10}, {"-1", 9.9, 10}, {"x", 9.9, 10}, {"20", 19.9, 20}};
  for (unsigned i = 0; i < sizeof c / sizeof *c; i++) {
    now = 1000, t.tally.cycles = 0;
    memset(&x.progress, 0, sizeof x.progress);
    setenv("WARPTWIN_PROGRESS", c[i].every, 1);
    wt_progress_begin(&u);
    at(c[i].before, 10);
    wt_progress_line(&u);
    ck_assert_str_eq(heard(), "");
    at(c[i].at, 10);
    wt_progress_line(&u);
    ck_assert_msg(*heard(), "%s", c[i].every);
  }
}
END_TEST

START_TEST(workers_say_more_and_quiet_ones_nothing) {
  static char text[] = ", 3 of 7 segments verified";
  x.progress.more = more, x.progress.more_ctx = text;
  wt_progress_begin(&u);
  at(10, 1000);
  wt_progress_line(&u);
  ck_assert_str_eq(heard(), "warptwin: k: 1000 cycles, 120 of 120 CTAs done, 100 cycles a second, 10 s, 3 of 7 segments verified\n");
  x.progress.quiet = 1;
  at(50, 2000);
  wt_progress_line(&u);
  ck_assert_str_eq(heard(), "");
  wt_progress_begin(&u);
  ck_assert(x.progress.next == UINT64_MAX); /* nobody wants to know */
  x.progress.shown = 1;
  x.progress.quiet = 0, x.progress.fn = look;
  wt_progress_leave(&x.progress);
  ck_assert(x.progress.quiet && !x.progress.fn && !x.progress.shown && x.progress.next == UINT64_MAX);
}
END_TEST

/* Launches that are short: the line comes every ten seconds of them all, with the number of the launch; the rate is that of all cycles since. */
static void launch(double from, double to, uint64_t cycles, int whole) {
  at(from, 0);
  wt_progress_begin(&u);
  at(to, cycles);
  wt_progress_end(&u, whole);
}
START_TEST(many_short_launches_are_not_silent) {
  for (unsigned i = 0; i < 5; i++) launch(2 * i, 2 * i + 1.5, 100, 1);
  ck_assert_str_eq(heard(), "");
  launch(10, 10.5, 550, 1); /* too short for a look */
  ck_assert_str_eq(heard(), "warptwin: k: 550 cycles, 120 of 120 CTAs done, 100 cycles a second, 0 s; launch 6, 10 s in all\n");
  launch(11, 20.4, 10, 1);
  ck_assert_str_eq(heard(), "");
  at(20.5, 0);
  wt_progress_begin(&u);
  taken(5, 2, 1, 3);
  at(22.5, 1024);
  wt_progress_look(&u);
  ck_assert_str_eq(heard(), "warptwin: k: 1024 cycles, 63 of 120 CTAs done, 86 cycles a second, 2 s; launch 8, 22 s in all\n");
  at(33, 1100);
  wt_progress_end(&u, 0); /* it has failed: others say so */
  ck_assert_str_eq(heard(), "");
  is_tty = 1;
  launch(34, 44, 100, 1); /* it would be gone at once */
  ck_assert_str_eq(heard(), "");
  is_tty = 0, x.progress.quiet = 1;
  launch(50, 80, 100, 1);
  ck_assert_str_eq(heard(), "");
}
END_TEST

/* ---- callers ---- */

START_TEST(callers_are_told) {
  x.progress.quiet = 1, x.progress.fn = look, x.progress.ctx = &told;
  t.tally.cycles = 0;
  taken(5, 2, 1, 3);
  wt_progress_begin(&u);
  ck_assert(calls == 1 && told.cycles == 0 && told.ctas == 0 && told.grid == 120 && x.progress.next == EVERY);
  ck_assert_str_eq(told.kernel, "k");
  static const struct {
    unsigned cycles, x, y, z, busy, done;
  } c[] = {{3, 5, 2, 1, 3, 0}, /* the first cycles have the launch before in the dispatcher */
           {4, 5, 2, 1, 3, 5 + 10 * (2 + 4 * 1) - 2},
           {9, 9, 3, 2, 0, 119},
           {9, 0, 0, 1, 0xff, 40 - 8},
           {9, 2, 0, 0, 0x3, 0},
           {9, 1, 0, 0, 0x3, 0}}; /* more are resident than were taken: of the launch before */
  for (unsigned i = 0; i < sizeof c / sizeof *c; i++) {
    taken(c[i].x, c[i].y, c[i].z, c[i].busy), at(1, c[i].cycles), t.tally.warp_instructions = 7 + i;
    wt_progress_look(&u);
    ck_assert_msg(calls == 2 + i && told.cycles == c[i].cycles && told.warp_instructions == 7 + i && told.ctas == c[i].done && told.grid == 120,
                  "%u: %llu", i, (unsigned long long)told.ctas);
  }
  m->gpu->ctasched.q.run = 0, m->sm->dispatch.q.busy = 5; /* all are taken */
  wt_progress_look(&u);
  ck_assert(told.ctas == 118);
  ck_assert_str_eq(heard(), "");
  ck_assert_uint_eq(stores, 0);
}
END_TEST

/* A twin that runs alone is asked for its state once a second; before that nobody knows. */
START_TEST(the_rtl_alone_is_asked_now_and_then) {
  x.backend = WT_BACKEND_RTL, x.progress.quiet = 1, x.progress.fn = look, x.progress.ctx = &told;
  taken(5, 2, 1, 3);
  wt_progress_begin(&u);
  at(0.5, 100);
  wt_progress_look(&u);
  ck_assert(stores == 0 && told.ctas == 0 && told.cycles == 100);
  at(1, 150);
  wt_progress_look(&u);
  ck_assert_uint_eq(stores, 0);
  at(1.5, 200);
  wt_progress_look(&u);
  ck_assert(stores == 1 && told.ctas == 63);
  at(2.4, 300);
  wt_progress_look(&u);
  ck_assert(stores == 1 && told.ctas == 63);
  at(2.6, 300);
  wt_progress_look(&u);
  ck_assert_uint_eq(stores, 2);
}
END_TEST

/* ---- a process of its own ---- */

static int no_process, interrupted;
pid_t __real_fork(void);
pid_t __wrap_fork(void);
pid_t __wrap_fork(void) { return no_process ? -1 : __real_fork(); }
pid_t __real_waitpid(pid_t pid, int *st, int how);
pid_t __wrap_waitpid(pid_t pid, int *st, int how);
pid_t __wrap_waitpid(pid_t pid, int *st, int how) {
  if (interrupted) return interrupted--, errno = EINTR, -1;
  return __real_waitpid(pid, st, how);
}

static int *shared;
static void map(void) {
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ck_assert_ptr_ne(shared, MAP_FAILED);
}

START_TEST(what_it_finds_is_left_in_shared_memory) {
  map();
  int ended = wt_attempt(60);
  if (!ended) {
    usleep(20000);
    *shared = 5;
    _exit(0);
  }
  ck_assert(ended == 1 && *shared == 5); /* it has been waited for */
  interrupted = 2;
  ended = wt_attempt(60);
  if (!ended) {
    usleep(20000);
    *shared = 6;
    abort();
  }
  ck_assert(ended == 1 && *shared == 6 && !interrupted);
  no_process = 1;
  ck_assert_int_eq(wt_attempt(60), -1);
  no_process = 0;
}
END_TEST

START_TEST(it_ends_after_its_time) {
  map();
  signal(SIGALRM, SIG_DFL); /* not Check's own */
  int ended = wt_attempt(1);
  if (!ended) {
    *shared = (int)getpid();
    for (;;) pause();
  }
  ck_assert_int_eq(ended, 1);
  ck_assert(*shared > 0 && kill(*shared, 0) < 0 && errno == ESRCH);
}
END_TEST

/* It writes nowhere, and what was waiting in a buffer is written once. */
START_TEST(it_is_silent) {
  char name[] = "/tmp/wt_clock_XXXXXX", text[100] = "";
  int fd = mkstemp(name), out = dup(1), er = dup(2);
  remove(name);
  fflush(stdout), fflush(stderr);
  dup2(fd, 1), dup2(fd, 2);
  printf("before ");
  int ended = wt_attempt(60);
  if (!ended) {
    printf("child "), fprintf(stderr, "child ");
    exit(0);
  }
  printf("behind");
  fflush(stdout);
  dup2(out, 1), dup2(er, 2);
  ck_assert_int_gt(pread(fd, text, sizeof text - 1, 0), 0);
  ck_assert_str_eq(text, "before behind");
  close(fd), close(out), close(er);
}
END_TEST

/* The process that asked ends: so does the one that was tried. */
START_TEST(it_does_not_outlive_who_asked) {
  map();
  pid_t who = __real_fork();
  if (!who) {
    if (!wt_attempt(60)) {
      *shared = (int)getpid();
      for (;;) pause();
    }
    _exit(0);
  }
  while (!__atomic_load_n(shared, __ATOMIC_ACQUIRE)) usleep(1000);
  kill(who, SIGKILL);
  __real_waitpid(who, NULL, 0);
  for (unsigned i = 0; i < 3000; i++) { /* whoever inherits it may not wait for it at once */
    char path[40], state = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", *shared);
    FILE *f = fopen(path, "r");
    int is = f && fscanf(f, "%*d %*s %c", &state) == 1;
    if (f) fclose(f);
    if (!is || state == 'Z' || state == 'X') return;
    usleep(1000);
  }
  ck_abort_msg("it lives on");
}
END_TEST

int main(void) {
  Suite *s = suite_create("clock");
  TCase *p = tcase_create("progress"), *a = tcase_create("attempts");
  tcase_add_checked_fixture(p, begin, end);
  tcase_add_test(p, a_line_every_ten_seconds);
  tcase_add_test(p, lines_come_behind_what_was_said);
  tcase_add_test(p, a_line_a_second_on_a_terminal);
  tcase_add_test(p, somebody_wants_lines_more_often);
  tcase_add_test(p, workers_say_more_and_quiet_ones_nothing);
  tcase_add_test(p, many_short_launches_are_not_silent);
  tcase_add_test(p, callers_are_told);
  tcase_add_test(p, the_rtl_alone_is_asked_now_and_then);
  tcase_set_timeout(a, 60);
  tcase_add_test(a, what_it_finds_is_left_in_shared_memory);
  tcase_add_test(a, it_ends_after_its_time);
  tcase_add_test(a, it_is_silent);
  tcase_add_test(a, it_does_not_outlive_who_asked);
  suite_add_tcase(s, p);
  suite_add_tcase(s, a);
  return suite_run(s);
}
