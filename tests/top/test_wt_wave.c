/* test_wt_wave.c - FST files of run and cosim, read back; the waves that a difference leaves behind. */
#include <dirent.h>
#include <fstapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cosim/wt_twin_rtl.h"
#include "lib/wt_session.h"
#include "tests/suite.h"

enum { MAX_VARS = 60000, MAX_TABLES = 32 };
static char dir[64], file[128], other[128];

static void setup(void) {
  snprintf(dir, sizeof dir, "/tmp/wt_wave.XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(file, sizeof file, "%s/w.fst", dir);
  snprintf(other, sizeof other, "%s/mismatch.fst", dir);
}
static unsigned files_in(void) {
  unsigned n = 0;
  DIR *d = opendir(dir);
  for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
  closedir(d);
  return n;
}
static void teardown(void) {
  remove(file), remove(other);
  ck_assert_msg(files_in() == 0, "files are left in %s", dir);
  ck_assert_int_eq(rmdir(dir), 0);
}

/* ---- a launch of vecadd ---- */

static wt_session *open_session(wt_backend b) {
  wt_options o = {.backend = b, .preset = "small", .seed = 1, .max_cycles = 200000};
  wt_session *s = NULL;
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK && wt_session_start(s) == WT_OK, "%s", wt_error(s));
  wt_set_quiet(s, 1);
  return s;
}
static wt_status vecadd(wt_session *s, int n) {
  wt_addr a, b, c;
  wt_module *m;
  ck_assert_int_eq(wt_module_load(s, WT_ROOT "/tests/kernels/vecadd.cubin", &m), WT_OK);
  ck_assert(!wt_alloc(s, 4 * (size_t)n, &a) && !wt_alloc(s, 4 * (size_t)n, &b) && !wt_alloc(s, 4 * (size_t)n, &c));
  wt_dims d = {{(unsigned)(n + 127) / 128, 1, 1}, {128, 1, 1}, 0};
  wt_arg args[] = {{&a, 8}, {&b, 8}, {&c, 8}, {&n, 4}};
  return wt_launch(s, m, NULL, &d, args, 4);
}

/* ---- what an FST holds ---- */

typedef struct {
  char name[200], states[600];  /* states: "bits=NAME bits=NAME ..." where the file names the values */
  unsigned bits, changes, ones; /* ones: changes to something that is not all 0 */
  uint64_t last_one;
} var;
static var *vars;
static unsigned n_vars;
static uint64_t first_time, last_time;

static void change(void *ctx, uint64_t time, fstHandle h, const unsigned char *value) {
  (void)ctx;
  if (h > MAX_VARS) return;
  vars[h].changes++;
  if (strchr((const char *)value, '1')) vars[h].ones++, vars[h].last_one = time;
}

/* An enum table, or a reference to one: the text for the variable that follows. */
static void names_of(const struct fstHier *h, char table[][600], char *text) {
  ck_assert_uint_lt(h->u.attr.arg, MAX_TABLES);
  if (!h->u.attr.name_length) {
    strcpy(text, table[h->u.attr.arg]);
    return;
  }
  struct fstETab *t = fstUtilityExtractEnumTableFromString(h->u.attr.name);
  ck_assert_ptr_nonnull(t);
  char *to = table[h->u.attr.arg];
  for (uint32_t i = 0; i < t->elem_count; i++) {
    size_t n = strlen(to);
    snprintf(to + n, 600 - n, "%s%s=%s", i ? " " : "", t->val_arr[i], t->literal_arr[i]);
  }
  fstUtilityFreeEnumTable(t);
}

static void load(const char *path) {
  static char table[MAX_TABLES][600];
  char states[600] = "";
  memset(table, 0, sizeof table);
  free(vars);
  vars = calloc(MAX_VARS + 1, sizeof *vars);
  n_vars = 0;
  void *r = fstReaderOpen(path);
  ck_assert_msg(r != NULL, "%s cannot be read", path);
  char scope[400] = "";
  for (struct fstHier *h; (h = fstReaderIterateHier(r));) {
    if (h->htyp == FST_HT_SCOPE) {
      snprintf(scope + strlen(scope), sizeof scope - strlen(scope), "%.100s.", h->u.scope.name);
    } else if (h->htyp == FST_HT_UPSCOPE) {
      scope[strlen(scope) - 1] = 0;
      char *dot = strrchr(scope, '.');
      *(dot ? dot + 1 : scope) = 0;
    } else if (h->htyp == FST_HT_VAR) {
      ck_assert_uint_le(h->u.var.handle, MAX_VARS);
      var *v = &vars[h->u.var.handle];
      snprintf(v->name, sizeof v->name, "%.99s%.99s", scope, h->u.var.name);
      v->bits = h->u.var.length;
      strcpy(v->states, states);
      states[0] = 0;
      n_vars++;
    } else if (h->htyp == FST_HT_ATTRBEGIN && h->u.attr.typ == FST_AT_MISC && h->u.attr.subtype == FST_MT_ENUMTABLE) {
      names_of(h, table, states);
    }
  }
  first_time = fstReaderGetStartTime(r), last_time = fstReaderGetEndTime(r);
  fstReaderSetFacProcessMaskAll(r);
  fstReaderIterBlocks(r, change, NULL, NULL);
  fstReaderClose(r);
}
static const var *find(const char *name) {
  for (unsigned i = 1; i <= MAX_VARS; i++)
    if (!strcmp(vars[i].name, name)) return &vars[i];
  return NULL;
}
static unsigned with(const char *prefix) {
  unsigned n = 0;
  for (unsigned i = 1; i <= MAX_VARS; i++) n += !strncmp(vars[i].name, prefix, strlen(prefix));
  return n;
}
/* Rows that differ somewhere in the file; *one = the last of them. */
static unsigned different(const var **one) {
  unsigned n = 0;
  for (unsigned i = 1; i <= MAX_VARS; i++)
    if (!strncmp(vars[i].name, "xor.", 4) && vars[i].ones) n++, *one = &vars[i];
  return n;
}

START_TEST(run_writes_the_model) {
  wt_session *s = open_session(WT_BACKEND_C);
  wt_set_wave(s, file, 0, UINT64_MAX, -1);
  ck_assert_int_eq(vecadd(s, 300), WT_OK);
  ck_assert_uint_eq(files_in(), 1);
  load(file);
  ck_assert_uint_eq(with("rtl."), 0);
  ck_assert_uint_eq(with("xor."), 0);
  ck_assert_uint_gt(with("model."), 300);
  ck_assert_uint_gt(with("in."), 10);
  uint64_t cycles = wt_stats(s)->cycles;
  ck_assert_uint_eq(first_time, 0);
  ck_assert_uint_eq(last_time, (cycles - 1) * 10 + 5);
  ck_assert_uint_eq(find("clk")->ones, cycles);
  ck_assert_ptr_nonnull(find("model.sched.older[7] [7:0]"));
  ck_assert_uint_gt(find("model.sched.sel_valid")->ones, 20);
  wt_session_close(s);
}
END_TEST

START_TEST(cosim_writes_both_twins_in_a_window) {
  wt_session *s = open_session(WT_BACKEND_COSIM);
  wt_set_wave(s, file, 100, 199, -1);
  wt_set_mismatch(s, other);
  ck_assert_msg(vecadd(s, 300) == WT_OK, "%s", wt_error(s));
  ck_assert_uint_eq(files_in(), 1);
  load(file);
  ck_assert_uint_eq(first_time, 1000);
  ck_assert_uint_eq(last_time, 1995);
  ck_assert_uint_eq(find("clk")->ones, 100);
  ck_assert_uint_eq(with("xor."), with("model."));
  const var *v, *d = NULL;
  ck_assert_uint_eq(different(&d), 0);
  ck_assert_ptr_nonnull(find("rtl.rfbank[3].mem_we"));
  for (unsigned i = 1; i <= MAX_VARS; i++)
    if (!strncmp(vars[i].name, "model.", 6)) {
      char name[220];
      snprintf(name, sizeof name, "rtl.%s", vars[i].name + 6);
      ck_assert_msg((v = find(name)) && v->changes == vars[i].changes && v->ones == vars[i].ones, "%s", name);
    }
  wt_session_close(s);
}
END_TEST

START_TEST(states_have_names) {
  static const char lsu[] = "000=COLLECT 001=CHECK 010=REQUEST 011=SHARED 100=SHARED_WB 101=RELEASE";
  wt_session *s = open_session(WT_BACKEND_COSIM);
  s->x.wave_file = file, s->x.wave_from = 0, s->x.wave_to = 50, s->x.mismatch_file = other;
  ck_assert_msg(vecadd(s, 300) == WT_OK, "%s", wt_error(s));
  load(file);
  ck_assert_str_eq(find("rtl.lsu.state [2:0]")->states, lsu);
  ck_assert_str_eq(find("model.lsu.state [2:0]")->states, lsu);
  ck_assert_str_eq(find("xor.lsu.state [2:0]")->states, "");
  ck_assert_str_eq(find("model.lsu.size [2:0]")->states, "");
  ck_assert(strstr(find("rtl.hanoi_yr.state [3:0]")->states, "0011=LAUNCH "));
  wt_session_close(s);
}
END_TEST

/* states.def against the rows: the state row exists, has these bits, and every value has one name. */
START_TEST(states_fit_their_rows) {
  wt_shape S;
  char err[300];
  ck_assert(!wt_shape_preset(&S, "small", err, sizeof err));
  wt_blks *b = wt_blks_new(&S);
  unsigned machines = 0, next = 0, width = 0;
#define FSM(block, row, tag, bits)                                        \
  ck_assert(wt_row_state(wt_blk_find(b, #block), #row)->elemw == (bits)); \
  machines++, next = 0, width = (bits);
#define STATE(tag, name, value, text) \
  ck_assert_uint_eq(value, next++);   \
  ck_assert_uint_lt(value, 1u << width);
#define END_FSM(block, row)
#include "spec/states.def"
#undef FSM
#undef STATE
#undef END_FSM
  ck_assert_uint_eq(machines, 9);
  wt_blks_free(b);
}
END_TEST

START_TEST(one_warp) {
  wt_session *s = open_session(WT_BACKEND_C);
  wt_set_wave(s, file, 0, UINT64_MAX, 3);
  ck_assert_int_eq(vecadd(s, 300), WT_OK);
  load(file);
  ck_assert_ptr_nonnull(find("model.sched.older[3] [7:0]"));
  ck_assert_ptr_null(find("model.sched.older[2] [7:0]"));
  ck_assert_uint_eq(find("model.sched.resident[3]")->bits, 1);
  ck_assert_uint_ge(find("model.sched.resident[3]")->ones, 1);
  ck_assert_ptr_nonnull(find("model.sched.warp [2:0]"));
  wt_session_close(s);
}
END_TEST

START_TEST(no_file_when_it_cannot_be_written) {
  wt_session *s = open_session(WT_BACKEND_C);
  wt_set_wave(s, "/nonexistent/w.fst", 0, UINT64_MAX, -1);
  ck_assert_int_eq(vecadd(s, 300), WT_USAGE);
  ck_assert_msg(strstr(wt_error(s), "/nonexistent/w.fst: cannot write"), "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

/* ---- differences ---- */

static uint64_t poke_at, edges;
static int poke_rtl;
static void poke(void *ctx, wt_ls *l) {
  (void)ctx;
  if (++edges != poke_at) return;
  wt_bind *b = wt_ls_find(l, "sched", 0, "older");
  if (poke_rtl) b->rtl[2] ^= 4;
  else b->c[2 * b->row->csize] ^= 4;
}

static void fails_at(wt_session *s, uint64_t cycle, int rtl) {
  poke_at = cycle, poke_rtl = rtl, edges = 0;
  s->x.twin->ls.poke = poke;
  wt_set_mismatch(s, other);
  ck_assert_int_eq(vecadd(s, 4000), WT_DIFF);
  ck_assert_msg(strstr(wt_error(s), "block wt_sched, state older"), "%s", wt_error(s));
}

START_TEST(difference_leaves_the_cycles_before_it) {
  static const uint64_t when[] = {1, 20, 8193, 8230, 8300};
  for (int rtl = 0; rtl < 2; rtl++) {
    wt_session *s = open_session(WT_BACKEND_COSIM);
    uint64_t at = when[_i], from = at > 64 ? at - 64 : 0;
    fails_at(s, at, rtl);
    ck_assert_msg(strstr(wt_error(s), other), "%s", wt_error(s));
    ck_assert_uint_eq(files_in(), 1);
    load(other);
    ck_assert_uint_eq(first_time, from * 10);
    ck_assert_uint_eq(last_time, at * 10 + 5);
    const var *d = NULL;
    ck_assert_uint_eq(different(&d), 1);
    ck_assert_str_eq(d->name, "xor.sched.older[2] [7:0]");
    ck_assert_uint_eq(d->last_one, at * 10);
    wt_session_close(s);
    remove(other);
  }
}
END_TEST

START_TEST(waves_that_reach_the_difference_are_enough) {
  wt_session *s = open_session(WT_BACKEND_COSIM);
  wt_set_wave(s, file, 100, UINT64_MAX, -1);
  fails_at(s, 500, 1);
  ck_assert_msg(strstr(wt_error(s), file) && !strstr(wt_error(s), other), "%s", wt_error(s));
  ck_assert_uint_eq(files_in(), 1);
  load(file);
  const var *d = NULL;
  ck_assert_uint_eq(different(&d), 1);
  ck_assert_uint_eq(last_time, 5005);
  wt_session_close(s);
}
END_TEST

START_TEST(waves_that_end_before_the_difference_are_kept) {
  wt_session *s = open_session(WT_BACKEND_COSIM);
  wt_set_wave(s, file, 0, 99, -1);
  fails_at(s, 500, 0);
  ck_assert_uint_eq(files_in(), 2);
  load(file);
  ck_assert_uint_eq(last_time, 995);
  load(other);
  ck_assert_uint_eq(first_time, 4360);
  wt_session_close(s);
}
END_TEST

START_TEST(mismatch_file_that_cannot_be_written) {
  wt_session *s = open_session(WT_BACKEND_COSIM);
  s->x.twin->ls.poke = poke, poke_at = 100, edges = 0;
  wt_set_mismatch(s, "/nonexistent/m.fst");
  ck_assert_int_eq(vecadd(s, 300), WT_DIFF);
  ck_assert_msg(strstr(wt_error(s), "no waves in /nonexistent/m.fst"), "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wave");
  TCase *t = tcase_create("wave");
  tcase_set_timeout(t, 300);
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, run_writes_the_model);
  tcase_add_test(t, cosim_writes_both_twins_in_a_window);
  tcase_add_test(t, states_have_names);
  tcase_add_test(t, states_fit_their_rows);
  tcase_add_test(t, one_warp);
  tcase_add_test(t, no_file_when_it_cannot_be_written);
  tcase_add_loop_test(t, difference_leaves_the_cycles_before_it, 0, 5);
  tcase_add_test(t, waves_that_reach_the_difference_are_enough);
  tcase_add_test(t, waves_that_end_before_the_difference_are_kept);
  tcase_add_test(t, mismatch_file_that_cannot_be_written);
  suite_add_tcase(s, t);
  return suite_run(s);
}
