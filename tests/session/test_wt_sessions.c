/* test_wt_sessions.c - a session beside its promises (docs/user/library.md, lib/wt_session.h): nothing is left of one that could not be opened, its machine is made once, guests tell what the oracle needs,
 * and what a kernel reported, which a list of the suite says here, is told with its count, its status and its word.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "isa/wt_cfg.h"
#include "isa/wt_delay.h"
#include "lib/wt_home.h"
#include "lib/wt_output.h"
#include "lib/wt_segments.h"
#include "lib/wt_session.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"
#include "fake_twin_kit.h"

static wt_output_count report;
static const char *printed;
static FILE *printed_to;
wt_output_count __wrap_wt_output_take(wt_mem *mem, wt_addr buffer, FILE *out, char *text, size_t n);
wt_output_count __wrap_wt_output_take(wt_mem *mem, wt_addr buffer, FILE *out, char *text, size_t n) {
  ck_assert(mem && buffer);
  printed_to = out;
  snprintf(text, n, "%s", printed ? printed : "");
  return report;
}

/* A guest that tells nothing stands in the place of one block, or only in the list. */
enum { NOWHERE = WT_MAX_BLOCKS };
static unsigned in_place, guests_closed;
static int tells_nothing(wt_guests *g, unsigned block) { return (void)g, (void)block, 0; }
wt_guest_list *__wrap_wt_guests_open(wt_m *m, const char *const *specs, unsigned n, const char *watched, uint64_t seed, char *err, size_t errn);
wt_guest_list *__wrap_wt_guests_open(wt_m *m, const char *const *specs, unsigned n, const char *watched, uint64_t seed, char *err, size_t errn) {
  static wt_guest_list list;
  (void)specs, (void)n, (void)watched, (void)seed, (void)err, (void)errn;
  memset(&list, 0, sizeof list);
  if (in_place == NOWHERE) return &list;
  list.hooks.is[in_place] = 1, list.hooks.look = tells_nothing;
  m->gpu->guests = &list.hooks;
  return &list;
}
void __wrap_wt_guests_close(wt_guest_list *g);
void __wrap_wt_guests_close(wt_guest_list *g) { guests_closed += g != NULL; }
const char *__wrap_wt_guests_names(const wt_guest_list *g, int which, char *buf, size_t n);
const char *__wrap_wt_guests_names(const wt_guest_list *g, int which, char *buf, size_t n) {
  *buf = 0;
  return g && which == WT_GUESTS_UNREAD ? snprintf(buf, n, "block %u", in_place), buf : buf;
}

/* Fails at each of its allocations; how many there are. */
static unsigned each_fails(void) {
  const wt_options o = {WT_BACKEND_C, "tiny", NULL, 1, 1000, 0};
  for (unsigned k = 0;; k++) {
    wt_session *s;
    before_it_fails = k, fails_once = 1;
    wt_status st = wt_session_open(&o, &s);
    int is_over = fails_once;
    fails_once = 0;
    if (is_over) {
      ck_assert_ptr_nonnull(s);
      wt_session_close(s);
      return k;
    }
    ck_assert_int_eq(st, WT_USAGE);
    ck_assert_ptr_null(s);
    ck_assert_str_eq(wt_error(NULL), "out of memory");
  }
}
START_TEST(without_memory_there_is_no_session) {
  ck_assert_uint_ge(each_fails(), 2);             /* itself, and its memory */
  for (unsigned i = 0; i < 10; i++) each_fails(); /* the C library fills its own shelves */
  size_t before = suite_heap();
  for (unsigned i = 0; i < 10; i++) each_fails();
  ck_assert_uint_le(suite_heap(), before);
}
END_TEST

/* What the header says of a session that nobody has set, and the options that it was opened with. */
START_TEST(what_holds_from_the_start) {
  char preset[] = "tiny", ctas[] = "CTAS=2", regs[] = "REGS=512";
  const char *set[] = {ctas, regs, NULL};
  const wt_options o = {WT_BACKEND_COSIM, preset, set, 77, 4321, 0};
  unsigned v, asked;
  wt_session *s;
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  memset(preset, 'x', 4), memset(ctas, 'x', 6), memset(regs, 'x', 8), set[0] = set[1] = NULL; /* the caller's, who has done with them */
  ck_assert(!s->opt.preset && !s->opt.set);
  ck_assert(wt_shape_key(s, "CTAS", &v) == WT_OK && v == 2);
  ck_assert(wt_shape_key(s, "REGS", &v) == WT_OK && v == 512);
  ck_assert_int_eq(wt_shape_key(s, "REG", &asked), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "unknown key 'REG'; 'warptwin --keys' lists them");
  ck_assert(s->x.backend == WT_BACKEND_COSIM && s->x.seed == 77 && s->x.max_cycles == 4321 && s->x.initcheck);
  ck_assert(s->x.ops == &wt_twin_rtl && s->x.waves == &wt_wave_fst);
  ck_assert(!s->x.wave_file && s->x.wave_from == 0 && s->x.wave_to == UINT64_MAX && s->x.wave_warp == -1);
  ck_assert(s->x.visit.next == UINT64_MAX);
  ck_assert_uint_eq(wt_stack(s), 1024);
  ck_assert_str_eq(wt_verdict(s), "ok");
  ck_assert_str_eq(wt_warnings(s), "");
  report = (wt_output_count){0, 0, 0, ""};
  ck_assert_int_eq(wt_session_output(s, 16, "k", WT_OK), WT_OK);
  ck_assert_ptr_eq(printed_to, stdout);
  wt_set_output(s, NULL); /* nowhere */
  ck_assert(wt_session_output(s, 16, "k", WT_OK) == WT_OK && !printed_to);
  wt_session_close(s);
  s = kit_open(WT_BACKEND_C, NULL, NULL, 1, 0, 1);
  ck_assert_int_eq(wt_shape_key(s, "WARPS", &v), WT_OK);
  wt_shape ordinary;
  ck_assert(!wt_shape_preset(&ordinary, "default", s->error, sizeof s->error) && v == ordinary.SLOTS);
  ck_assert_int_eq(s->x.initcheck, 0); /* the oracle looks for it */
  wt_session_close(s);
}
END_TEST

/* Lines that say how far a launch is are for somebody at a terminal. */
START_TEST(quiet_unless_at_a_terminal) {
  const wt_options o = {WT_BACKEND_C, "tiny", NULL, 1, 1000, 0};
  for (int is_terminal = 0; is_terminal < 2; is_terminal++) {
    int fd = is_terminal ? posix_openpt(O_RDWR | O_NOCTTY) : open("/dev/null", O_WRONLY), was = dup(2);
    if (fd < 0) continue; /* a machine without terminals */
    wt_session *s;
    dup2(fd, 2);
    wt_status st = wt_session_open(&o, &s);
    dup2(was, 2), close(was), close(fd);
    ck_assert_int_eq(st, WT_OK);
    ck_assert_int_eq(s->x.progress.quiet, !is_terminal);
    wt_session_close(s);
  }
}
END_TEST

/* One line says what is wrong with the shape; of several settings the first that is. Nothing is left. */
START_TEST(shapes_that_are_none) {
  static const struct {
    const char *preset, *set[3], *error;
  } t[] = {
    {"none", {NULL}, "unknown preset"},
    {"tiny", {"WARPS=4", "NOTHING=1", NULL}, "NOTHING"},
    {"tiny", {"NOTHING=1", "WARPS=4", NULL}, "NOTHING"},
    {"tiny", {"WARPS=64", "WARP_SIZE=64", NULL}, "WARPS * WARP_SIZE is at most 2048"},
    {"default", {"WARPS=64", "GROUPING=dwr", NULL}, "this shape has 128 warp slots, and this program is built for"},
  };
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    const wt_options o = {WT_BACKEND_C, t[i].preset, t[i].set, 1, 1000, 0};
    wt_session *s = (wt_session *)1;
    ck_assert_int_eq(wt_session_open(&o, &s), WT_USAGE);
    ck_assert_ptr_null(s);
    ck_assert_msg(strstr(wt_error(NULL), t[i].error) != NULL, "%s", wt_error(NULL));
  }
}
END_TEST

/* What is asked of a cubin before main, when the tables of this library may not be there yet: constructors of a program open sessions, too. */
static wt_status before_main;
static char before_main_error[8200];
__attribute__((constructor(101))) static void sessions_before_main(void) {
  const wt_options o = {WT_BACKEND_ORACLE, "tiny", NULL, 1, 1000, 0};
  wt_session *s;
  wt_module *m;
  before_main = wt_session_open(&o, &s);
  if (before_main) return;
  before_main = wt_module_load(s, WT_ROOT "/tests/kernels/vecadd.cubin", &m);
  if (!before_main) before_main = wt_kernel_check(s, m, NULL);
  snprintf(before_main_error, sizeof before_main_error, "%s", wt_error(s));
  wt_session_close(s);
}
START_TEST(constructors_open_sessions) { ck_assert_msg(before_main == WT_OK, "%s", before_main_error); }
END_TEST

/* The oracle goes beside the twins unless somebody does without, and never beside bare RTL; the other twin is there when it is asked for. */
static wt_twin *cannot_open(wt_m *m, const wt_twin_how *how, char *err, size_t errn) {
  return (void)m, (void)how, snprintf(err, errn, "no RTL here"), NULL;
}
START_TEST(what_a_machine_is_made_of) {
  wt_twin_ops broken = fake_twin;
  broken.open = cannot_open;
  for (int backend = WT_BACKEND_C; backend <= WT_BACKEND_RTL; backend++)
    for (int no_oracle = 0; no_oracle < 2; no_oracle++) {
      wt_session *s = fake_session(backend, NULL, 1000, no_oracle);
      ck_assert_msg(wt_session_start(s) == WT_OK, "%s", wt_error(s));
      ck_assert_int_eq(s->x.oracle != NULL, !no_oracle && backend != WT_BACKEND_RTL);
      ck_assert_int_eq(s->x.twin != NULL, backend != WT_BACKEND_C);
      wt_session_close(s);
      ck_assert(calls->open == (backend != WT_BACKEND_C) && calls->close == calls->open);
      if (backend == WT_BACKEND_C) continue;
      s = fake_session(backend, NULL, 1000, no_oracle);
      s->x.ops = &broken;
      ck_assert_int_eq(wt_session_start(s), WT_USAGE);
      ck_assert(!s->x.m && !s->x.twin && !strcmp(wt_error(s), "no RTL here"));
      s->x.ops = &fake_twin; /* a later start finds what was not there */
      ck_assert_int_eq(wt_session_start(s), WT_OK);
      wt_session_close(s);
    }
}
END_TEST

/* A block of somebody else drives the C machine: in lock-step the RTL of some blocks has to be beside it. */
START_TEST(guests_drive_the_c_machine) {
  for (int beside = 0; beside < 2; beside++) {
    wt_session *s = fake_session(WT_BACKEND_COSIM, NULL, 1000, 1);
    in_place = NOWHERE, guests_closed = 0, s->guest[s->n_guests++] = strdup("x");
    if (beside) ck_assert_int_eq(wt_set_beside(s, "sched"), WT_OK);
    wt_status st = wt_session_start(s);
    ck_assert_msg(st == (beside ? WT_OK : WT_USAGE), "%s", wt_error(s));
    if (!beside) ck_assert(!s->x.m && !strncmp(wt_error(s), "a block of somebody else drives the C machine alone: ", 53));
    wt_session_close(s);
    ck_assert_uint_eq(guests_closed, beside);
  }
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 1000, 0);
  in_place = WT_B_ureg, guests_closed = 0, s->guest[s->n_guests++] = strdup("x");
  ck_assert_int_eq(wt_session_start(s), WT_USAGE); /* the oracle cannot look into it */
  ck_assert_uint_eq(guests_closed, 1);
  wt_session_close(s);
  ck_assert_uint_eq(guests_closed, 1);
}
END_TEST

/* A machine for which there is no memory is none, and nothing of it is left (sanitizers). */
START_TEST(without_memory_there_is_no_machine) {
  int is_over = 0;
  for (unsigned k = 0; !is_over; k++) {
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 1000, 0);
    before_it_fails = k, fails_once = 1;
    wt_status st = wt_session_start(s);
    is_over = fails_once;
    fails_once = 0;
    ck_assert_int_eq(st != WT_OK, !is_over);
    if (st) ck_assert(st == WT_USAGE && !strcmp(wt_error(s), "out of memory"));
    ck_assert(k || st);
    wt_session_close(s);
  }
}
END_TEST

static unsigned long long address_space(void) {
  unsigned long long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  ck_assert(f && fscanf(f, "%llu", &pages) == 1);
  fclose(f);
  return pages * (unsigned long long)sysconf(_SC_PAGESIZE);
}
/* What a run takes is known before it takes anything, and what there is, too. The limit is 80 MB above what the process has: sanitizers reserve terabytes, and
 * want some pages even here. */
START_TEST(a_run_that_has_no_room_is_refused) {
  static const char *const set[] = {"SMS=64", NULL};
  unsigned long long needs = 0, left = 0;
  struct rlimit was, low;
  wt_session *s = kit_open(WT_BACKEND_C, "small", set, 1, 1000, 0);
  ck_assert_int_eq(getrlimit(RLIMIT_AS, &was), 0);
  low = was, low.rlim_cur = address_space() + (80 << 20);
  ck_assert_int_eq(setrlimit(RLIMIT_AS, &low), 0);
  const wt_status st = wt_session_start(s);
  ck_assert_int_eq(setrlimit(RLIMIT_AS, &was), 0);
  ck_assert_int_eq(st, WT_USAGE);
  ck_assert_int_eq(
    sscanf(wt_error(s), "SMS=64: a run takes %llu MB of memory, and there are %llu MB: take a smaller shape, or fewer SMs", &needs, &left), 2);
  ck_assert(needs > 100 && needs < 1000 && left > 60 && left <= 80);
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  wt_session_close(s);
}
END_TEST

START_TEST(a_machine_is_made_once) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 1000, 0);
  ck_assert_ptr_null(s->x.m);
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  wt_m *m = s->x.m;
  ck_assert_ptr_nonnull(m);
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  ck_assert_ptr_eq(s->x.m, m);
  wt_session_close(s);
  s = kit_open(WT_BACKEND_COSIM, "tiny", NULL, 1, 1000, 0);
  ck_assert_int_eq(wt_set_beside(s, "sched"), WT_OK);
  ck_assert_int_eq(wt_set_beside(s, "pred"), WT_OK); /* in the place of the first text, of which nothing is left (sanitizers) */
  ck_assert_str_eq(s->x.beside, "pred");
  wt_session_close(s);
  s = kit_open(WT_BACKEND_ORACLE, "tiny", NULL, 1, 1000, 0); /* which needs none */
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  ck_assert_ptr_null(s->x.m);
  wt_session_close(s);
}
END_TEST

/* The oracle looks into registers, uniform registers, shared memory, and the L1 where the shape has one. */
START_TEST(the_oracle_needs_what_it_looks_up) {
  static const unsigned looked_up[] = {WT_B_rfbank, WT_B_smbank, WT_B_ureg, WT_B_l1d};
  for (unsigned b = 0; b < WT_MAX_BLOCKS; b++)
    for (unsigned k = 0; k < 4; k++) { /* with an L1, without the oracle */
      static const char *const cache[] = {"L1_BYTES=1024", NULL};
      wt_session *s = kit_open(WT_BACKEND_C, "tiny", k & 1 ? cache : NULL, 1, 1000, k >> 1);
      char want[300];
      int is_looked_up = 0;
      for (unsigned i = 0; i < 4; i++) is_looked_up |= looked_up[i] == b && (b != WT_B_l1d || k & 1);
      in_place = b, s->guest[s->n_guests++] = strdup("x");
      snprintf(want, sizeof want, "the oracle looks into block %u, and this one tells nothing", b);
      if (is_looked_up && !(k >> 1)) {
        ck_assert_msg(wt_session_start(s) == WT_USAGE && !strncmp(wt_error(s), want, strlen(want)), "block %u: %s", b, wt_error(s));
        ck_assert(!s->x.m && !s->x.guests);
      } else {
        ck_assert_msg(wt_session_start(s) == WT_OK, "block %u: %s", b, wt_error(s));
      }
      wt_session_close(s);
    }
}
END_TEST

/* Whose changes are counted: a block of the C twin, whose RTL stands in its place then, or a guest that is there; names that just fit, and just not. */
static wt_status counted(wt_session *s, unsigned block, unsigned file) {
  char b[200] = "", f[2000] = "";
  memset(b, 'b', block), memset(f, 'f', file);
  return wt_set_activity(s, b, f);
}
START_TEST(changes_that_are_counted) {
  wt_session *s = kit_open(WT_BACKEND_ORACLE, "tiny", NULL, 1, 1000, 0);
  ck_assert_int_eq(wt_set_activity(s, "sched", "a.tcl"), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "--activity: changes are counted in runs of the C twin");
  wt_session_close(s);
  s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 1000, 0);
  ck_assert_int_eq(wt_set_activity(s, "nothing", "a.tcl"), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "--activity nothing: no such block; 'warptwin bench' without a block lists them");
  ck_assert(counted(s, 63, 1023) == WT_USAGE && strstr(wt_error(s), "no such block"));
  ck_assert(counted(s, 64, 1) == WT_USAGE && strstr(wt_error(s), "too long"));
  ck_assert(counted(s, 1, 1024) == WT_USAGE && strstr(wt_error(s), "too long"));
  ck_assert(!s->n_guests && !*s->watched && !*s->activity);
  ck_assert_msg(wt_set_activity(s, "sched", "a.tcl") == WT_OK, "%s", wt_error(s));
  ck_assert_uint_eq(s->n_guests, 1);
  ck_assert(!strncmp(s->guest[0], "sched=", 6) && strstr(s->guest[0], "/rtl/issue/wt_sched.sv"));
  ck_assert(!strcmp(s->watched, "sched") && !strcmp(s->activity, "a.tcl"));
  ck_assert_int_eq(wt_set_activity(s, "sched", "b.tcl"), WT_OK); /* it is one already */
  ck_assert(s->n_guests == 1 && !strcmp(s->activity, "b.tcl"));
  ck_assert(wt_set_activity(s, "sche", "b.tcl") == WT_USAGE && strstr(wt_error(s), "no such block")); /* a part of its name is none */
  wt_session_close(s);
}
END_TEST

/* Parameters of vecadd, as CUDA lays them out: three addresses and a number. */
START_TEST(parameters_of_a_kernel) {
  static const wt_param want[] = {{0, 8}, {8, 8}, {16, 8}, {24, 4}};
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 1000, 0);
  wt_module *m;
  wt_param p;
  ck_assert_int_eq(wt_module_load(s, WT_ROOT "/tests/kernels/vecadd.cubin", &m), WT_OK);
  for (unsigned i = 0; i < 4; i++) {
    ck_assert_int_eq(wt_kernel_param(s, m, "vecadd", i, &p), WT_OK);
    ck_assert(p.offset == want[i].offset && p.size == want[i].size);
  }
  ck_assert(wt_kernel_param(s, m, "vecadd", 4, &p) == WT_USAGE && strstr(wt_error(s), "has 4 parameters, there is no number 4"));
  ck_assert_int_eq(wt_kernel_param(s, m, "none", 0, &p), WT_USAGE);
  wt_session_close(s);
}
END_TEST

/* The oracle alone counts instructions: two of each warp, of each of its threads. */
START_TEST(the_oracle_counts) {
  wt_session *s = kit_open(WT_BACKEND_ORACLE, "small", NULL, 1, 1000, 0);
  wt_module *m = kit_text(s, ".kernel k\n.regs 8\nNOP\nEXIT\n.end\n", "k.sass");
  ck_assert_msg(kit_launch(s, m, 3, 40, NULL, 0) == WT_OK, "%s", wt_error(s));
  ck_assert_uint_eq(s->x.total.warp_instructions, 3 * 2 * 2);
  ck_assert_uint_eq(s->x.total.thread_instructions, 3 * 40 * 2);
  wt_session_close(s);
}
END_TEST

START_TEST(what_a_kernel_reports) {
  static const struct {
    wt_output_count count;
    const char *lines;
    wt_status st;
    const char *verdict, *error;
  } t[] = {
    {{1, 0, 0, ""}, "k.cu:3: no\n", WT_DIFF, "assert", "kernel k: 1 assertion failed:\nk.cu:3: no\n"},
    {{2, 0, 0, ""}, "a\nb\n", WT_DIFF, "assert", "kernel k: 2 assertions failed:\na\nb\n"},
    {{1, 0, 0, ""}, "", WT_DIFF, "assert", "kernel k: 1 assertion failed, the buffer was too full to say which\n"},
    {{0, 1, 0, ""}, "thread\n", WT_DIFF, "trap", "kernel k: 1 thread trapped:\nthread\n"},
    {{0, 3, 0, ""}, "", WT_DIFF, "trap", "kernel k: 3 threads trapped, the buffer was too full to say which\n"},
    {{0, 0, 1, "malloc"},
     "x",
     WT_UNSUPPORTED,
     "unsupported",
     "kernel k: 1 thread called malloc, which this machine's runtime does not have, remove its use from the source:\nx"},
    {{0, 0, 2, ""},
     "x",
     WT_UNSUPPORTED,
     "unsupported",
     "kernel k: 2 threads called a function, which this machine's runtime does not have, remove its use from the source:\nx"},
    {{0, 1, 1, "free"},
     "x",
     WT_UNSUPPORTED,
     "unsupported", /* a call of what is not there comes before the trap that it ends with */
     "kernel k: 1 thread called free, which this machine's runtime does not have, remove its use from the source:\nx"},
    {{1, 1, 1, "free"}, "x", WT_DIFF, "assert", "kernel k: 1 assertion failed:\nx"}, /* and an assertion before both */
  };
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 1000, 0);
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    static const wt_status runs[] = {WT_OK, WT_NO_END, WT_DIFF};
    for (size_t k = 0; k < 3; k++) {
      report = t[i].count, printed = t[i].lines, s->x.cause = WT_CAUSE_NONE, strcpy(s->error, "as it was");
      wt_status st = wt_session_output(s, 16, "k", runs[k]);
      int is_told = runs[k] != WT_DIFF; /* twins that differ count more */
      ck_assert_int_eq(st, is_told ? t[i].st : WT_DIFF);
      ck_assert_str_eq(s->error, is_told ? t[i].error : "as it was");
      ck_assert_str_eq(wt_verdict(s), is_told ? t[i].verdict : "ok");
    }
  }
  report = (wt_output_count){0, 0, 0, ""};
  ck_assert_int_eq(wt_session_output(s, 16, "k", WT_NO_END), WT_NO_END); /* nothing but lines */
  report.asserted = 1;
  ck_assert_int_eq(wt_session_output(s, 0, "k", WT_OK), WT_OK); /* no buffer */
  wt_session_close(s);
}
END_TEST

/* ---- launches ---- */

#define PLAIN ".kernel k\n.regs 8\nNOP\nEXIT\n.end\n"
#define ENDLESS ".kernel k\n.regs 8\nX: BRA X\n.end\n"

/* Reconvergence points that cannot be found stop the units that need them, and no other; loops that wait are asked for on multipath alone. */
static int no_points, no_delay, delays;
wt_status __real_wt_cfg_build(const wt_cfg_in *in, wt_cfg *out, char *err, size_t errn);
wt_status __wrap_wt_cfg_build(const wt_cfg_in *in, wt_cfg *out, char *err, size_t errn);
wt_status __wrap_wt_cfg_build(const wt_cfg_in *in, wt_cfg *out, char *err, size_t errn) {
  return no_points ? snprintf(err, errn, "no points"), WT_UNSUPPORTED : __real_wt_cfg_build(in, out, err, errn);
}
int __wrap_wt_cfg_delay(const wt_word *code, wt_cfg *c);
int __wrap_wt_cfg_delay(const wt_word *code, wt_cfg *c) { return (void)code, (void)c, delays++, no_delay ? -1 : 0; }
START_TEST(units_that_need_points) {
  static const char *const units[] = {"hanoi_yr", "hanoi", "barrier", "simt_stack", "multipath"};
  for (int backend = WT_BACKEND_ORACLE; backend <= WT_BACKEND_C; backend++)
    for (unsigned i = 0; i < 5; i++)
      for (unsigned k = 0; k < 6; k++) { /* with points, without; RPC_DELAY none, static, yield */
        static const char *const modes[] = {"none", "static", "yield"};
        char unit[40], delay[40];
        const char *set[] = {unit, delay, NULL};
        snprintf(unit, sizeof unit, "DIVERGENCE=%s", units[i]), snprintf(delay, sizeof delay, "RPC_DELAY=%s", modes[k % 3]);
        wt_session *s = kit_open(backend, "tiny", set, 1, 1000, 1);
        wt_module *m = kit_text(s, PLAIN, "k.sass");
        no_points = k >= 3, delays = no_delay = 0;
        int is_asked = !no_points && i == 4 && k == 1, is_refused = no_points && backend == WT_BACKEND_C && i >= 3;
        wt_status st = kit_launch(s, m, 1, 1, NULL, 0);
        ck_assert_msg(st == (is_refused ? WT_UNSUPPORTED : WT_OK), "%s: %s", unit, wt_error(s));
        if (is_refused) ck_assert_str_eq(wt_error(s), "no points");
        ck_assert_int_eq(delays, is_asked);
        no_delay = 1;
        if (is_asked) ck_assert(kit_launch(s, m, 1, 1, NULL, 0) == WT_USAGE && !strcmp(wt_error(s), "out of memory"));
        no_points = no_delay = 0;
        wt_session_close(s);
      }
}
END_TEST

/* How a launch ends stands in its status, its word and its line, on the oracle alone as on the C twin. */
START_TEST(how_a_launch_ends) {
  static const struct {
    const char *text;
    wt_status st;
    const char *verdict, *error;
  } t[] = {
    {PLAIN, WT_OK, "ok", NULL},
    {ENDLESS, WT_NO_END, "max-cycles", "limit"},
    {".kernel k\n.regs 8\nMOV R2, RZ\nMOV R3, RZ\nLDG.E.SYS R4, [R2]\nEXIT\n.end\n", WT_FAULT, "fault", "4 bytes"},
    {".kernel k\n.regs 8\nHMMA {raw:0x000fe200_0000000000007236}\nEXIT\n.end\n", WT_UNSUPPORTED, "unsupported", "HMMA"},
  };
  for (int backend = WT_BACKEND_ORACLE; backend <= WT_BACKEND_C; backend++) {
    wt_session *s = kit_open(backend, "tiny", NULL, 1, 1000, 1);
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
      void *cubin;
      size_t bytes;
      char err[600];
      wt_module *m;
      if (wt_assemble(t[i].text, "k.sass", &cubin, &bytes, err, sizeof err)) ck_abort_msg("%s", err);
      ck_assert_msg(wt_module_load_image(s, cubin, bytes, "k.sass", &m) == WT_OK, "%s", wt_error(s));
      free(cubin);
      wt_status st = kit_launch(s, m, 1, 1, NULL, 0);
      ck_assert_msg(st == t[i].st, "%s: %d %s", t[i].text, st, st ? wt_error(s) : "");
      ck_assert_str_eq(wt_verdict(s), t[i].verdict);
      if (t[i].error) ck_assert_msg(strstr(wt_error(s), t[i].error) != NULL, "%s", wt_error(s));
    }
    wt_session_close(s);
  }
}
END_TEST

/* What the oracle has seen of the last launch, and of that alone. */
START_TEST(warnings_are_of_the_last_launch) {
  for (int backend = WT_BACKEND_ORACLE; backend <= WT_BACKEND_C; backend++) {
    wt_session *s = kit_open(backend, "tiny", NULL, 1, 1000, 0);
    wt_module *plain = kit_text(s, PLAIN, "k.sass"), *reads = kit_text(s, ".kernel k\n.regs 8\nIADD3 R3, R2, RZ, RZ\nEXIT\n.end\n", "k.sass");
    for (unsigned i = 0; i < 4; i++) {
      wt_set_initcheck(s, i != 3);
      ck_assert_int_eq(kit_launch(s, i & 1 && i != 3 ? plain : reads, 1, 1, NULL, 0), WT_OK);
      if (i & 1) ck_assert_str_eq(wt_warnings(s), "");
      else ck_assert_msg(strstr(wt_warnings(s), "reads R2, which nothing has written") && !strchr(wt_warnings(s), '\n'), "%s", wt_warnings(s));
    }
    wt_session_close(s);
  }
}
END_TEST

/* A file of changes that cannot be written ends a launch that was good; what the run found counts more. */
static int activity_fails, activities;
int __wrap_wt_guests_activity(const wt_guest_list *g, const char *file, char *err, size_t errn);
int __wrap_wt_guests_activity(const wt_guest_list *g, const char *file, char *err, size_t errn) {
  ck_assert(g && !strcmp(file, "a.tcl"));
  activities++;
  return activity_fails ? snprintf(err, errn, "the disk is full"), -1 : 0;
}
START_TEST(changes_are_written_after_each_launch) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 1000, 1);
  wt_module *plain = kit_text(s, PLAIN, "k.sass"), *endless = kit_text(s, ENDLESS, "k.sass");
  in_place = NOWHERE, s->guest[s->n_guests++] = strdup("x=y");
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  ck_assert(kit_launch(s, plain, 1, 1, NULL, 0) == WT_OK && !activities); /* nobody asked */
  strcpy(s->watched, "x"), strcpy(s->activity, "a.tcl");
  for (activity_fails = 0; activity_fails < 2; activity_fails++) {
    activities = 0;
    ck_assert(kit_launch(s, plain, 1, 1, NULL, 0) == (activity_fails ? WT_USAGE : WT_OK));
    if (activity_fails) ck_assert_str_eq(wt_error(s), "the disk is full");
    ck_assert_int_eq(kit_launch(s, endless, 1, 1, NULL, 0), WT_NO_END);
    ck_assert_ptr_nonnull(strstr(wt_error(s), "limit"));
    ck_assert_int_eq(activities, 2);
    ck_assert_int_eq(kit_launch(s, plain, 1, 4096, NULL, 0), WT_USAGE); /* which did not run */
    ck_assert_int_eq(activities, 2);
  }
  wt_session_close(s);
}
END_TEST

/* A checkpoint of a launch says where the launch prints to, and keeps its cubin. */
START_TEST(a_launch_is_known_to_its_checkpoints) {
  wt_session *s = kit_open(WT_BACKEND_C, "small", NULL, 1, 1, 1);
  wt_module *m, *plain = kit_text(s, PLAIN, "k.sass");
  ck_assert_msg(wt_module_load(s, WT_ROOT "/tests/isa/data/services.cubin", &m) == WT_OK, "%s", wt_error(s));
  const wt_addr d = kit_alloc(s, 64, NULL);
  const wt_arg args[] = {{&d, 8}, {&d, 8}};
  ck_assert_int_eq(wt_launch(s, m, "formats", &(wt_dims){{1, 1, 1}, {1, 1, 1}, 0}, args, 2), WT_NO_END); /* after one cycle */
  ck_assert(m->output && s->x.output == m->output && s->x.cubin == m->cubin.image && s->x.cubin_bytes == m->cubin.image_size);
  wt_set_cycle_limit(s, 0); /* at its end what it printed is taken, and what it asserted counts */
  report.asserted = 1, printed = "k.cu:3: no\n";
  ck_assert_int_eq(wt_launch(s, m, "formats", &(wt_dims){{1, 1, 1}, {1, 1, 1}, 0}, args, 2), WT_DIFF);
  ck_assert(printed_to == stdout && !strcmp(wt_verdict(s), "assert"));
  kit_launch(s, plain, 1, 1, NULL, 0); /* of which nothing is printed */
  ck_assert(!s->x.output && s->x.cubin == plain->cubin.image);
  wt_session_close(s);
}
END_TEST

/* ---- settings ---- */

/* Waves of these cycles, of one warp, in the caller's file; none again. */
START_TEST(waves_of_a_run) {
  static const char name[] = "w.fst";
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 1000, 0);
  wt_set_wave(s, name, 5, 9, 1);
  ck_assert(s->x.wave_file == name && s->x.wave_from == 5 && s->x.wave_to == 9 && s->x.wave_warp == 1);
  wt_set_wave(s, NULL, 0, 0, -1);
  ck_assert(!s->x.wave_file && s->x.wave_warp == -1);
  wt_session_close(s);
}
END_TEST

START_TEST(workers_of_a_run) {
  const unsigned cpus = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
  wt_session *s = kit_open(WT_BACKEND_COSIM, "tiny", NULL, 1, 1000, 0);
  static const unsigned jobs[][2] = {{0, 0}, {1, 1}, {256, 256}, {257, 256}, {WT_JOBS_AUTO - 1, 256}};
  for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
    wt_set_jobs(s, jobs[i][0], 0, i & 1);
    ck_assert(s->x.parallel.jobs == jobs[i][1] && !s->x.parallel.later && s->x.parallel.all == (int)(i & 1));
    ck_assert_uint_eq(s->x.parallel.segment, WT_SEGMENT_CYCLES);
  }
  wt_set_jobs(s, WT_JOBS_AUTO, 1, 0); /* later: when the run turns out to be long enough */
  ck_assert(!s->x.parallel.jobs && s->x.parallel.later == (cpus < 256 ? cpus : 256) && s->x.parallel.segment == 1);
  wt_session_close(s);
}
END_TEST

/* Which blocks are somebody else's, or beside, is said before the machine is made, where it means something, of so many blocks. */
START_TEST(settings_of_the_machine) {
  for (int backend = WT_BACKEND_ORACLE; backend <= WT_BACKEND_RTL; backend++) {
    wt_session *s = fake_session(backend, NULL, 1000, 1);
    char use[1200];
    snprintf(use, sizeof use, "sched=%s/rtl/issue/wt_sched.sv", wt_root());
    const int with_c = backend == WT_BACKEND_C || backend == WT_BACKEND_COSIM;
    ck_assert_msg(wt_set_use(s, use) == (with_c ? WT_OK : WT_USAGE), "%s", wt_error(s));
    ck_assert_uint_eq(s->n_guests, with_c);
    if (with_c) {
      ck_assert(wt_set_use(s, "sched=/none.sv") == WT_USAGE && strstr(wt_error(s), "none.sv"));
      for (; s->n_guests < WT_GUEST_MOST; s->n_guests++) s->guest[s->n_guests] = strdup(use);
      ck_assert_int_eq(wt_set_use(s, use), WT_USAGE);
      ck_assert_ptr_nonnull(strstr(wt_error(s), "more than 16 blocks"));
      ck_assert_uint_eq(s->n_guests, WT_GUEST_MOST);
      while (s->n_guests) free(s->guest[--s->n_guests]);
    } else {
      ck_assert_ptr_nonnull(strstr(wt_error(s), "belongs to the C twin, or to lock-step with blocks beside it"));
    }
    const int is_cosim = backend == WT_BACKEND_COSIM;
    for (unsigned i = 0; i <= WT_GUEST_MOST; i++) ck_assert(wt_set_opaque(s, "sched") == (is_cosim && i < WT_GUEST_MOST ? WT_OK : WT_USAGE));
    ck_assert_uint_eq(s->x.n_opaque, is_cosim ? WT_GUEST_MOST : 0);
    ck_assert_ptr_nonnull(strstr(wt_error(s), is_cosim ? "--opaque sched: more than 16 blocks" : "belong to lock-step"));
    if (is_cosim) ck_assert_str_eq(s->x.opaque[0], "sched");
    ck_assert(wt_set_beside(s, "all") == (is_cosim ? WT_OK : WT_USAGE));
    if (!is_cosim) ck_assert_str_eq(wt_error(s), "blocks beside the C machine belong to lock-step");
    ck_assert_int_eq(wt_set_beside(s, NULL), WT_OK); /* the whole machine, as it is everywhere */
    ck_assert_ptr_null(s->x.beside);
    ck_assert_int_eq(wt_session_start(s), WT_OK);
    if (backend != WT_BACKEND_ORACLE) { /* a machine is there */
      ck_assert(wt_set_use(s, use) == WT_USAGE && strstr(wt_error(s), "the machine is there already"));
      ck_assert(wt_set_opaque(s, "sched") == WT_USAGE && strstr(wt_error(s), "the machine is there already"));
      ck_assert(wt_set_beside(s, "all") == WT_USAGE && strstr(wt_error(s), "the machine is there already"));
      ck_assert(wt_set_beside(s, NULL) == WT_USAGE && wt_set_activity(s, "sched", "a.tcl") == WT_USAGE);
      if (backend == WT_BACKEND_C) ck_assert_ptr_nonnull(strstr(wt_error(s), "the launch has begun already"));
    }
    wt_session_close(s);
  }
}
END_TEST

/* Each test finds a kernel that reports nothing, in one process with the others too. */
static void fresh(void) { report = (wt_output_count){0, 0, 0, ""}, printed = NULL; }

int main(void) {
  Suite *s = suite_create("sessions");
  TCase *tc = tcase_create("sessions");
  tcase_set_timeout(tc, 60);
  tcase_add_checked_fixture(tc, fresh, NULL);
  tcase_add_test(tc, without_memory_there_is_no_session);
  tcase_add_test(tc, what_holds_from_the_start);
  tcase_add_test(tc, quiet_unless_at_a_terminal);
  tcase_add_test(tc, shapes_that_are_none);
  tcase_add_test(tc, constructors_open_sessions);
  tcase_add_test(tc, what_a_machine_is_made_of);
  tcase_add_test(tc, guests_drive_the_c_machine);
  tcase_add_test(tc, without_memory_there_is_no_machine);
  tcase_add_test(tc, a_run_that_has_no_room_is_refused);
  tcase_add_test(tc, a_machine_is_made_once);
  tcase_add_test(tc, the_oracle_needs_what_it_looks_up);
  tcase_add_test(tc, changes_that_are_counted);
  tcase_add_test(tc, parameters_of_a_kernel);
  tcase_add_test(tc, the_oracle_counts);
  tcase_add_test(tc, what_a_kernel_reports);
  tcase_add_test(tc, units_that_need_points);
  tcase_add_test(tc, how_a_launch_ends);
  tcase_add_test(tc, warnings_are_of_the_last_launch);
  tcase_add_test(tc, changes_are_written_after_each_launch);
  tcase_add_test(tc, a_launch_is_known_to_its_checkpoints);
  tcase_add_test(tc, waves_of_a_run);
  tcase_add_test(tc, workers_of_a_run);
  tcase_add_test(tc, settings_of_the_machine);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
