/* test_wt_wave.c - FST files of run and cosim, read back; the waves that a difference leaves behind. */
#include "cosim/wt_wave.h"
#include "wave_kit.h"

START_TEST(run_writes_the_model) {
  wt_session *s = open_session(WT_BACKEND_C);
  wt_set_wave(s, file, 0, UINT64_MAX, -1);
  ck_assert_int_eq(vecadd(s, 300), WT_OK);
  ck_assert_uint_eq(files_in(), 2);
  load(file);
  ck_assert_uint_eq(with("rtl."), 0);
  ck_assert_uint_eq(with("xor."), 0);
  ck_assert_uint_gt(with("model."), 300);
  ck_assert_uint_gt(with("in."), 10);
  uint64_t cycles = wt_stats(s)->cycles;
  ck_assert_uint_eq(first_time, 0);
  ck_assert_uint_eq(last_time, (cycles - 1) * 10 + 5);
  void *r = fstReaderOpen(file);
  ck_assert_int_eq(fstReaderGetTimescale(r), -9);
  ck_assert_str_eq(fstReaderGetVersionString(r), "warptwin");
  fstReaderClose(r);
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
  ck_assert_uint_eq(files_in(), 2);
  load(file);
  ck_assert_uint_eq(first_time, 1000);
  ck_assert_uint_eq(last_time, 1995);
  ck_assert_uint_eq(find("clk")->ones, 100);
  ck_assert_uint_eq(with("xor."), with("model."));
  const var *v, *d = NULL;
  ck_assert_uint_eq(different(&d), 0);
  ck_assert_ptr_nonnull(find("rtl.rfbank[3].mem_we"));
  for (unsigned i = 1; i <= n_vars; i++)
    if (!strncmp(vars[i].name, "model.", 6)) {
      char name[220];
      snprintf(name, sizeof name, "rtl.%s", vars[i].name + 6);
      ck_assert_msg((v = find(name)) && v->changes == vars[i].changes && v->ones == vars[i].ones, "%s", name);
    }
  wt_session_close(s);
}
END_TEST

START_TEST(states_have_names) {
  static const char lsu[] = "000=COLLECT 001=CHECK 010=REQUEST 011=SHARED 100=SHARED_WB 101=RELEASE 110=PRED 111=PARK";
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

/* Kinds of events, requests and spaces have the names of consts.def, reasons those of the metrics; nothing else but states has any. */
START_TEST(kinds_have_names) {
  static const struct {
    const char *name;
    unsigned value;
  } consts[] = {
#define CONST(name, width, value) {#name, (unsigned)(value)},
#include "spec/consts.def"
#undef CONST
  };
  static const struct {
    const char *var, *prefix;
  } rows[] = {{"hanoi_yr.e_kind", "EV_"}, {"issue.ev_kind", "EV_"}, {"hanoi_yr.err_kind", "CFE_"}, {"lsu.mop", "MEM_"},     {"lsu.rq_op", "MEM_"},
              {"lsu.rq_space", "SP_"},    {"lsu.space", "SP_"},     {"lsu.req_op", "MEM_"},        {"lsu.req_space", "SP_"}};
  wt_session *s = open_session(WT_BACKEND_C);
  wt_set_wave(s, file, 0, 50, -1);
  ck_assert_msg(vecadd(s, 300) == WT_OK, "%s", wt_error(s));
  load(file);
  unsigned named = 0, machines = 0;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    char name[80], want[600] = "";
    const var *v = NULL;
    snprintf(name, sizeof name, "model.%s [", rows[i].var);
    for (unsigned h = 1; h <= n_vars; h++)
      if (!strncmp(vars[h].name, name, strlen(name))) v = &vars[h];
    ck_assert_msg(v != NULL, "no %s", name);
    for (unsigned k = 0; k < sizeof consts / sizeof *consts; k++) {
      if (strncmp(consts[k].name, rows[i].prefix, strlen(rows[i].prefix))) continue;
      size_t n = strlen(want);
      if (n) want[n++] = ' ';
      for (unsigned b = v->bits; b-- > 0;) want[n++] = consts[k].value >> b & 1 ? '1' : '0';
      snprintf(want + n, sizeof want - n, "=%s", consts[k].name + strlen(rows[i].prefix));
    }
    ck_assert_str_eq(v->states, want);
  }
  char why[600] = "";
  for (unsigned i = 0; i < WT_WHY_COUNT; i++)
    snprintf(why + strlen(why), sizeof why - strlen(why), "%s%u%u%u%u=%s", i ? " " : "", i >> 3 & 1, i >> 2 & 1, i >> 1 & 1, i & 1, wt_why_names[i]);
  for (unsigned w = 0; w < 8; w++) {
    char name[40];
    snprintf(name, sizeof name, "warp[%u].why [3:0]", w);
    ck_assert_str_eq(find(name)->states, why);
  }
  for (unsigned h = 1; h <= n_vars; h++) named += *vars[h].states != 0;
  wt_blks *b = wt_blks_new(&s->shape);
#define FSM(block, row, tag, bits) machines += wt_blk_find(b, #block)->chosen;
#include "spec/states.def"
  wt_blks_free(b);
  ck_assert_uint_eq(named, sizeof rows / sizeof *rows + machines + 8);
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
#include "spec/states.def"
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
  /* nor is anything kept of them: a later file is among those that a signal takes away */
  char err[300];
  wt_outfile o;
  for (int i = 0; i < 20; i++) ck_assert_ptr_null(wt_wave_open("/nonexistent/w.fst", s->x.m, NULL, -1, err, sizeof err));
  ck_assert(!wt_outfile_begin(&o, file) && o.slot >= 0);
  ck_assert(!wt_outfile_end(&o, 0));
  wt_session_close(s);
}
END_TEST

/* ---- differences ---- */

/* The save file names the wave, its marker stands on the bad edge, and every signal it shows is in the wave, the differing row first. */
static void shown_by(const char *path, const char *wave, uint64_t bad, uint64_t start) {
  char line[500], want[200], first[240] = "";
  FILE *f = fopen(path, "r");
  unsigned shown = 0, named = 0, marks = 0;
  ck_assert_msg(f != NULL, "%s is missing", path);
  snprintf(want, sizeof want, "[dumpfile] \"%s\"", wave);
  while (fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    named += !strcmp(line, want);
    long long at = 0, a = 0, from;
    if (sscanf(line, "[timestart] %lld", &from) == 1) ck_assert_int_eq(from, (long long)start);
    if (sscanf(line, "*%*f %lld %lld", &at, &a) == 2) {
      ck_assert_int_eq(at, (long long)bad * 10);
      ck_assert_int_eq(a, at);
      marks++;
    }
    if (*line != '+') continue;
    char *name = strchr(line, '}') + 2, spaced[240], *bits = strrchr(name, '[');
    snprintf(spaced, sizeof spaced, "%s", name);
    if (bits && strchr(bits, ':')) snprintf(spaced, sizeof spaced, "%.*s %s", (int)(bits - name), name, bits);
    ck_assert_msg(find(spaced) != NULL, "%s shows '%s', which is not in the wave", path, spaced);
    if (!shown++) snprintf(first, sizeof first, "%s", spaced);
  }
  fclose(f);
  ck_assert_uint_eq(named, 1);
  ck_assert_uint_eq(marks, 1);
  ck_assert_uint_gt(shown, 20);
  ck_assert_str_eq(first, "rtl.sched.older[2] [7:0]");
}

START_TEST(difference_leaves_the_cycles_before_it) {
  static const uint64_t when[] = {1, 20, 8193, 8230, 8300};
  for (int rtl = 0; rtl < 2; rtl++) {
    wt_session *s = open_session(WT_BACKEND_COSIM);
    uint64_t at = when[_i], from = at > 64 ? at - 64 : 0;
    fails_at(s, at, rtl);
    ck_assert_msg(strstr(wt_error(s), other), "%s", wt_error(s));
    ck_assert_uint_eq(files_in(), 2);
    load(other);
    ck_assert_uint_eq(first_time, from * 10);
    ck_assert_uint_eq(last_time, (at + 32) * 10 + 5); /* the machines run on, and what differs may spread */
    const var *d = NULL;
    ck_assert_uint_ge(different(&d), 1);
    d = find("xor.sched.older[2] [7:0]");
    ck_assert_uint_eq(d->first_one, at * 10);
    for (unsigned i = 1; i <= n_vars; i++)
      if (!strncmp(vars[i].name, "xor.", 4) && vars[i].ones) ck_assert_uint_ge(vars[i].first_one, at * 10);
    shown_by(other_save, other, at, 10 * at > 10 * from + 150 ? 10 * at - 150 : 10 * from);
    wt_session_close(s);
    remove(other);
  }
}
END_TEST

/* Of all that differs in one cycle the row at fault is shown first, when it is known. */
START_TEST(the_row_at_fault_is_shown_first) {
  static char text[1 << 16];
  char err[300];
  for (int root = 0; root < 3; root++) {
    wt_session *s = open_session(WT_BACKEND_C);
    wt_wave *v = wt_wave_open(file, s->x.m, NULL, -1, err, sizeof err);
    ck_assert_ptr_nonnull(v);
    const size_t item[] = {wt_wave_find(v, "lsu", WT_ROW_FF, "state", 0, 0), wt_wave_find(v, "sched", WT_ROW_FF, "older", 0, 0)};
    ck_assert(item[0] < item[1] && item[1] < v->n);
    wt_bind b = {.row = v->it[item[root == 2]].row};
    v->differs[0].item = item[0], v->differs[1].item = item[1], v->differs[1].element = 2;
    v->n_bad = 2, v->marked = 1, v->bad_row = root ? &b : NULL;
    wt_wave_fst.cycle(v, 0);
    ck_assert(!wt_wave_fst.close(v, err, sizeof err));
    FILE *f = fopen(save, "r");
    ck_assert_ptr_nonnull(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    const char *from = strstr(text, "\n-first difference\n"), *to = from ? strstr(from + 1, "\n-first difference\n") : NULL;
    const char *older = from ? strstr(from, " model.sched.older[2][7:0]\n") : NULL, *state = from ? strstr(from, " model.lsu.state[2:0]\n") : NULL;
    ck_assert_msg(older && state && to && older < to && state < to, "%s", text);
    ck_assert((state < older) == (root != 2));
    wt_session_close(s);
  }
}
END_TEST

/* A row of a memory that nobody has written is found at the end of the launch. Of a small memory that row alone differs; a large one is seen through
 * what was written last, and then shows the row at fault, and no other memory does. */
static uint64_t in_row;
static unsigned large;
static void poke_memory(void *ctx, wt_ls *l) {
  (void)ctx;
  if (edges++ != 200) return;
  wt_bind *b = large ? wt_ls_find(l, "rfbank", 2, "mem") : wt_ls_find(l, "hanoi_yr", 0, "cur_mask");
  in_row = b->row->depth - 1;
  b->rtl[in_row * b->bytes] ^= 4;
}
START_TEST(a_row_of_a_memory_differs) {
  char err[300], name[60];
  wt_session *s = open_session(WT_BACKEND_COSIM);
  edges = 0, large = (unsigned)_i;
  s->x.twin->ls.poke = poke_memory;
  wt_set_mismatch(s, other);
  ck_assert_int_eq(vecadd(s, 100), WT_DIFF);
  snprintf(err, sizeof err, " at index [%u]\n", (unsigned)in_row);
  ck_assert_msg(strstr(wt_error(s), large ? "block wt_rfbank[2], memory mem " : "block wt_hanoi_yr, memory cur_mask ") && strstr(wt_error(s), err),
                "%s", wt_error(s));
  load(other);
  const var *d = NULL;
  ck_assert_uint_eq(different(&d), 1);
  snprintf(name, sizeof name, large ? "xor.rfbank[2].mem_written [255:0]" : "xor.hanoi_yr.cur_mask[%u] [31:0]", (unsigned)in_row);
  ck_assert_str_eq(d->name, name);
  const uint64_t found = large ? d->first_one : last_time;
  unsigned others = 0;
  for (unsigned i = 1; i <= n_vars; i++) {
    if (!strstr(vars[i].name, "_written") || strstr(vars[i].name, ".rfbank[2].")) continue;
    ck_assert_msg(vars[i].last < found / 10 * 10, "%s changes at %llu", vars[i].name, (unsigned long long)vars[i].last);
    others++;
  }
  ck_assert_uint_gt(others, 5);
  wt_session_close(s);
}
END_TEST

/* Of more than a dozen that differ in one cycle a dozen are shown, and of what differs later none. */
static void poke_many(void *ctx, wt_ls *l) {
  (void)ctx;
  const uint64_t at = edges++;
  for (unsigned k = 0; k < 8; k++) {
    if (at == 100) wt_ls_find(l, "sched", 0, "older")->rtl[k] ^= 4;
    if (at == 100 && large) wt_ls_find(l, "fetch", 0, "epoch")->rtl[k] ^= 1;
    if (at == 103) wt_ls_find(l, "ibuffer", 0, "head")->rtl[k] ^= 1;
  }
}
START_TEST(what_differs_first_is_shown) {
  static char text[1 << 16];
  wt_session *s = open_session(WT_BACKEND_COSIM);
  edges = 0, large = (unsigned)_i;
  s->x.twin->ls.poke = poke_many;
  wt_set_mismatch(s, other);
  ck_assert_int_eq(vecadd(s, 100), WT_DIFF);
  load(other);
  FILE *f = fopen(other_save, "r");
  ck_assert_ptr_nonnull(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  const char *p = strstr(text, "\n-first difference\n"), *end = p ? strstr(p + 1, "\n-first difference\n") : NULL;
  unsigned shown = 0;
  ck_assert(p && end);
  while ((p = strstr(p, "} xor.")) && p < end) {
    char name[100], *bits;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(p + 2, "\n"), p + 2), p++, shown++;
    if ((bits = strrchr(name, '[')) && strchr(bits, ':')) memmove(bits + 1, bits, strlen(bits) + 1), *bits = ' ';
    const var *v = find(name);
    ck_assert_msg(v && v->first_one == 1000, "%s", name);
  }
  ck_assert_uint_eq(shown, large ? 12 : 8);
  ck_assert_uint_gt(find("xor.ibuffer.head[0]")->ones, 0);
  ck_assert_uint_gt(find("xor.ibuffer.head[0]")->first_one, 1000);
  wt_session_close(s);
}
END_TEST

START_TEST(waves_that_reach_the_difference_are_enough) {
  wt_session *s = open_session(WT_BACKEND_COSIM);
  wt_set_wave(s, file, 100, UINT64_MAX, -1);
  fails_at(s, 500, 1);
  ck_assert_msg(strstr(wt_error(s), file) && !strstr(wt_error(s), other), "%s", wt_error(s));
  ck_assert_uint_eq(files_in(), 2);
  load(file);
  const var *d = NULL;
  ck_assert_uint_eq(different(&d), 1);
  ck_assert_uint_eq(last_time, 5005);
  wt_session_close(s);
}
END_TEST

/* Waves that begin with the difference hold its edge alone. */
START_TEST(waves_that_begin_with_the_difference) {
  char text[800] = "";
  wt_session *s = open_session(WT_BACKEND_COSIM);
  wt_set_wave(s, file, 500, UINT64_MAX, -1);
  fails_at(s, 500, 1);
  load(file);
  ck_assert(first_time == 5000 && last_time == 5005);
  FILE *f = fopen(save, "r");
  ck_assert(f && fread(text, 1, sizeof text - 1, f) > 100);
  fclose(f);
  ck_assert_msg(strstr(text, "\n[timestart] 5000\n") != NULL, "%s", text);
  wt_session_close(s);
}
END_TEST

START_TEST(waves_that_end_before_the_difference_are_kept) {
  wt_session *s = open_session(WT_BACKEND_COSIM);
  wt_set_wave(s, file, 0, 99, -1);
  fails_at(s, 500, 0);
  ck_assert_uint_eq(files_in(), 4);
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
  tcase_set_timeout(t, 900);
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, run_writes_the_model);
  tcase_add_test(t, cosim_writes_both_twins_in_a_window);
  tcase_add_test(t, states_have_names);
  tcase_add_test(t, kinds_have_names);
  tcase_add_test(t, states_fit_their_rows);
  tcase_add_test(t, one_warp);
  tcase_add_test(t, no_file_when_it_cannot_be_written);
  tcase_add_loop_test(t, difference_leaves_the_cycles_before_it, 0, 5);
  tcase_add_test(t, the_row_at_fault_is_shown_first);
  tcase_add_loop_test(t, a_row_of_a_memory_differs, 0, 2);
  tcase_add_loop_test(t, what_differs_first_is_shown, 0, 2);
  tcase_add_test(t, waves_that_reach_the_difference_are_enough);
  tcase_add_test(t, waves_that_begin_with_the_difference);
  tcase_add_test(t, waves_that_end_before_the_difference_are_kept);
  tcase_add_test(t, mismatch_file_that_cannot_be_written);
  suite_add_tcase(s, t);
  return suite_run(s);
}
