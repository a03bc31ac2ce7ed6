/* test_wt_sessions.c - a session beside its promises (docs/user/library.md, lib/wt_session.h): nothing is left of one that could not be opened, its machine is made once, guests tell what the oracle needs,
 * and what a kernel reported, which a list of the suite says here, is told with its count, its status and its word.
 */
#include <string.h>
#include <unistd.h>

#include "lib/wt_home.h"
#include "lib/wt_output.h"
#include "lib/wt_session.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"

static wt_output_count report;
static const char *lines;
wt_output_count __wrap_wt_output_take(wt_mem *mem, wt_addr buffer, FILE *out, char *text, size_t n);
wt_output_count __wrap_wt_output_take(wt_mem *mem, wt_addr buffer, FILE *out, char *text, size_t n) {
  (void)out;
  ck_assert(mem && buffer);
  snprintf(text, n, "%s", lines);
  return report;
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

/* A guest that tells nothing stands in the place of one block. */
static unsigned in_place;
static int tells_nothing(wt_guests *g, unsigned block) { return (void)g, (void)block, 0; }
wt_guest_list *__wrap_wt_guests_open(wt_m *m, const char *const *specs, unsigned n, const char *watched, uint64_t seed, char *err, size_t errn);
wt_guest_list *__wrap_wt_guests_open(wt_m *m, const char *const *specs, unsigned n, const char *watched, uint64_t seed, char *err, size_t errn) {
  static wt_guests guests;
  (void)specs, (void)n, (void)watched, (void)seed, (void)err, (void)errn;
  memset(&guests, 0, sizeof guests);
  guests.is[in_place] = 1, guests.look = tells_nothing;
  return m->gpu->guests = &guests, (wt_guest_list *)&guests;
}
void __wrap_wt_guests_close(wt_guest_list *g);
void __wrap_wt_guests_close(wt_guest_list *g) { (void)g; }
const char *__wrap_wt_guests_names(const wt_guest_list *g, int which, char *buf, size_t n);
const char *__wrap_wt_guests_names(const wt_guest_list *g, int which, char *buf, size_t n) {
  ck_assert(g && which == WT_GUESTS_UNREAD);
  return snprintf(buf, n, "block %u", in_place), buf;
}

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

/* The folder for RTL that is built: made with all above it; the mistake names the variable that helps. */
START_TEST(a_folder_for_the_cache) {
  char top[] = "/tmp/wt_sessions_XXXXXX", want[100], dir[200], err[700] = "";
  ck_assert_ptr_nonnull(mkdtemp(top));
  snprintf(want, sizeof want, "%s/a/b", top);
  setenv("WARPTWIN_CACHE", want, 1);
  ck_assert_msg(!wt_cache_dir(dir, sizeof dir, err, sizeof err) && !strcmp(dir, want), "%s", err);
  ck_assert(!access(want, W_OK) && !*err);
  ck_assert(!wt_cache_dir(dir, strlen(want) + 1, err, sizeof err)); /* it just fits */
  ck_assert(wt_cache_dir(dir, strlen(want), err, sizeof err));
  ck_assert_ptr_nonnull(strstr(err, "cannot write the RTL cache; set WARPTWIN_CACHE to a writable folder"));
  setenv("WARPTWIN_CACHE", "/dev/null/x", 1);
  ck_assert(wt_cache_dir(dir, sizeof dir, err, sizeof err));
  ck_assert_str_eq(err, "/dev/null/x: cannot write the RTL cache; set WARPTWIN_CACHE to a writable folder");
  rmdir(want), *strrchr(want, '/') = 0, rmdir(want);
  ck_assert_int_eq(rmdir(top), 0);
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
      report = t[i].count, lines = t[i].lines, s->x.cause = WT_CAUSE_NONE, strcpy(s->error, "as it was");
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

int main(void) {
  Suite *s = suite_create("sessions");
  TCase *tc = tcase_create("sessions");
  tcase_set_timeout(tc, 60);
  tcase_add_test(tc, without_memory_there_is_no_session);
  tcase_add_test(tc, a_machine_is_made_once);
  tcase_add_test(tc, the_oracle_needs_what_it_looks_up);
  tcase_add_test(tc, changes_that_are_counted);
  tcase_add_test(tc, parameters_of_a_kernel);
  tcase_add_test(tc, the_oracle_counts);
  tcase_add_test(tc, a_folder_for_the_cache);
  tcase_add_test(tc, what_a_kernel_reports);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
