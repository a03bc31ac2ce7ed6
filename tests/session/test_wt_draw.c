/* test_wt_draw.c - the page of a run (tb/lib/wt_draw.h, docs/user/pictures.md) of a machine that stands still: columns that grow with the run, lanes, the hottest
 * instructions, lines of sources, and files that cannot be written or are not wanted. The suite counts the same cycles itself.
 */
#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/wt_draw.h"
#include "tests/fails_kit.h"
#include "tests/words_kit.h"

enum { CYCLES = 5000, SLOTS = 8, LANES = 32, INSNS = 80 };
static char dir[40], page[60], log_file[60], trace[60], err[600];
static struct {
  uint8_t why[SLOTS];
  uint32_t mask, resident;
  int pc[SLOTS]; /* at the head of the I-buffer; -1: nothing */
} past[CYCLES];
static unsigned n;
static uint64_t rng;
static unsigned rnd(unsigned k) {
  rng = rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(rng >> 33) % k;
}

static void begin(void) {
  static char code[2000];
  strcpy(code, "EXIT");
  for (unsigned i = 1; i < INSNS; i++) strcat(code, "\nNOP");
  open_words("small", "", code);
  ck_assert(S.SLOTS == SLOTS && S.SLOT_LANES == LANES);
  L.grid[0] = 7, L.grid[1] = 6, L.grid[2] = 5, L.block[0] = 4, L.block[1] = 3, L.block[2] = 2;
  strcpy(dir, "/tmp/wt_draw_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(page, sizeof page, "%s/r.html", dir), snprintf(log_file, sizeof log_file, "%s/r.log", dir),
    snprintf(trace, sizeof trace, "%s/r.json", dir);
  rng = 7, n = 0;
}
static void end(void) {
  remove(page), remove(log_file), remove(trace);
  ck_assert_msg(rmdir(dir) == 0, "files are left in %s", dir);
  close_words();
}

/* Whatever a machine could show: at most one slot issues. */
static void any_cycle(unsigned insns) {
  wt_ibuffer_state *q = &m->subcore->ibuffer.q;
  unsigned issues = rnd(SLOTS + 3);
  memset(t.slots, 0, sizeof t.slots);
  past[n].mask = (uint32_t)(rng >> 20) | 1, past[n].resident = rnd(1 << SLOTS);
  m->subcore->cfu->mask = past[n].mask;
  t.resident = past[n].resident;
  for (unsigned w = 0; w < SLOTS; w++) {
    unsigned why = w == issues ? WT_WHY_ISSUED : 1 + rnd(WT_WHY_COUNT - 1);
    past[n].why[w] = (uint8_t)why;
    t.slots[why] |= wt_warp(w);
    past[n].pc[w] = rnd(4) ? (int)rnd(insns) : -1;
    q->count[w] = past[n].pc[w] >= 0, q->head[w] = (uint8_t)rnd(S.IBUF_DEPTH);
    uop_put_pc(q->entries_w + (size_t)(w * S.IBUF_DEPTH + q->head[w]) * UOP_WORDS, (uint32_t)(past[n].pc[w] < 0 ? 0 : past[n].pc[w]) * 16);
  }
  n++;
}

static json_t *loaded(void) {
  static char text[1 << 22];
  FILE *f = fopen(page, "r");
  ck_assert_ptr_nonnull(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  const char *at = strstr(text, "id=\"data\">");
  ck_assert_ptr_nonnull(at);
  json_t *j = json_loadb(at + 10, (size_t)(strstr(at, "</script>") - at - 10), 0, NULL);
  ck_assert_ptr_nonnull(j);
  return j;
}
static uint64_t number(const json_t *j, const char *key) { return (uint64_t)json_integer_value(json_object_get(j, key)); }
static uint64_t at(const json_t *a, size_t i) { return (uint64_t)json_integer_value(json_array_get(a, i)); }
static const char *word(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}

/* A page of so many cycles. */
static json_t *drawn(unsigned cycles, unsigned insns) {
  wt_draw *w = wt_draw_new(&S, &L, &(wt_draw_files){page, NULL, NULL}, err, sizeof err);
  ck_assert_msg(w != NULL, "%s", err);
  for (n = 0; n < cycles;) any_cycle(insns), wt_draw_cycle(w, m, &t);
  t.tally.cycles = cycles, t.tally.warp_instructions = 11, t.tally.thread_instructions = 22, t.tally.idle_cycles = 33;
  for (unsigned i = 0; i < WT_WHY_COUNT; i++) t.tally.why[i] = 100 + i;
  ck_assert_msg(!wt_draw_end(w, &t, "some <verdict>", 1, err, sizeof err), "%s", err);
  return loaded();
}

/* ---- columns ---- */

static void ck_columns(json_t *j, unsigned cycles) {
  uint64_t bin = number(j, "bin"), lane_bin = 4 * bin;
  json_t *time = json_object_get(j, "timeline"), *activity = json_object_get(j, "activity"), *resident = json_object_get(j, "resident");
  size_t bins = (cycles + bin - 1) / bin, lane_bins = (bins + 3) / 4;
  ck_assert_uint_eq(number(j, "lane_bin"), lane_bin);
  ck_assert_uint_eq(json_array_size(resident), bins);
  ck_assert_uint_eq(json_array_size(time), SLOTS);
  ck_assert_uint_eq(json_array_size(activity), SLOTS);
  for (size_t b = 0; b < bins; b++) {
    unsigned want = 0;
    for (uint64_t c = b * bin; c < (b + 1) * bin && c < cycles; c++) want += (unsigned)__builtin_popcount(past[c].resident);
    ck_assert_uint_eq(at(resident, b), want);
  }
  for (unsigned w = 0; w < SLOTS; w++) {
    json_t *column = json_array_get(time, w), *one = json_array_get(activity, w), *issued = json_object_get(one, "issued");
    ck_assert_uint_eq(json_array_size(column), bins * WT_WHY_COUNT);
    for (size_t b = 0; b < bins; b++) {
      unsigned want[WT_WHY_COUNT] = {0};
      for (uint64_t c = b * bin; c < (b + 1) * bin && c < cycles; c++) want[past[c].why[w]]++;
      for (unsigned k = 0; k < WT_WHY_COUNT; k++) ck_assert_uint_eq(at(column, b * WT_WHY_COUNT + k), want[k]);
    }
    ck_assert_uint_eq(json_array_size(issued), lane_bins);
    ck_assert_uint_eq(json_array_size(json_object_get(one, "lanes")), LANES);
    for (unsigned l = 0; l < LANES; l++) ck_assert_uint_eq(json_array_size(json_array_get(json_object_get(one, "lanes"), l)), lane_bins);
    for (size_t b = 0; b < lane_bins; b++) {
      unsigned all = 0, lane[LANES] = {0};
      for (uint64_t c = b * lane_bin; c < (b + 1) * lane_bin && c < cycles; c++) {
        if (past[c].why[w] != WT_WHY_ISSUED) continue;
        all++;
        for (unsigned l = 0; l < LANES; l++) lane[l] += past[c].mask >> l & 1;
      }
      ck_assert_uint_eq(at(issued, b), all);
      for (unsigned l = 0; l < LANES; l++) ck_assert_uint_eq(at(json_array_get(json_object_get(one, "lanes"), l), b), lane[l]);
    }
  }
}
START_TEST(columns_grow_with_the_run) {
  static const struct { unsigned cycles, bin; } c[] = {{1, 1}, {5, 1}, {1024, 1}, {1025, 2}, {2048, 2}, {2049, 4}, {4100, 8}};
  for (unsigned i = 0; i < sizeof c / sizeof *c; i++) {
    json_t *j = drawn(c[i].cycles, 20);
    ck_assert_uint_eq(number(j, "bin"), c[i].bin);
    ck_columns(j, c[i].cycles);
    json_decref(j);
  }
}
END_TEST

START_TEST(facts_of_the_launch) {
  json_t *j = drawn(10, 5);
  ck_assert_str_eq(word(j, "kernel"), "k");
  ck_assert_str_eq(word(j, "verdict"), "some <verdict>"); /* and "<" has not ended the element */
  ck_assert(number(j, "cycles") == 10 && number(j, "warp_instructions") == 11 && number(j, "thread_instructions") == 22 &&
            number(j, "idle_cycles") == 33);
  ck_assert(number(j, "warps") == SLOTS && number(j, "warp_size") == LANES);
  for (unsigned i = 0; i < 3; i++) {
    ck_assert_uint_eq(at(json_object_get(j, "grid"), i), 7 - i);
    ck_assert_uint_eq(at(json_object_get(j, "block"), i), 4 - i);
  }
  ck_assert_uint_eq(json_array_size(json_object_get(j, "reasons")), WT_WHY_COUNT);
  for (unsigned i = 0; i < WT_WHY_COUNT; i++) {
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(j, "reasons"), i)), wt_why_names[i]);
    ck_assert_uint_eq(at(json_object_get(j, "slots"), i), 100 + i);
  }
  ck_assert_str_eq(word(json_object_get(j, "shape"), "WARPS"), "8");
  ck_assert_str_eq(word(json_object_get(j, "shape"), "DIVERGENCE"), "hanoi_yr");
  ck_assert_uint_eq(json_object_size(json_object_get(j, "shape")), wt_nkeys);
  char label[300];
  ck_assert_str_eq(word(j, "shape_label"), wt_shape_label(&S, label, sizeof label));
  json_decref(j);
}
END_TEST

/* ---- instructions ---- */

/* The 64 hottest: by the cycles that slots had them, issued or waiting, then by their place. */
START_TEST(the_hottest_instructions) {
  for (unsigned insns = 3; insns <= INSNS + 1; insns += insns == 3 ? INSNS - 3 : 1) {
    json_t *j = drawn(1500, insns), *hot = json_object_get(j, "hot"); /* of the last round one that is not of the code */
    uint64_t issued[INSNS + 1] = {0}, waited[INSNS + 1] = {0}, lanes[INSNS + 1] = {0}, before = UINT64_MAX, last = 0;
    for (unsigned c = 0; c < n; c++)
      for (unsigned w = 0; w < SLOTS; w++) {
        if (past[c].pc[w] < 0) continue;
        if (past[c].why[w] > WT_WHY_EMPTY) waited[past[c].pc[w]]++;
        if (past[c].why[w] == WT_WHY_ISSUED) issued[past[c].pc[w]]++, lanes[past[c].pc[w]] += (unsigned)__builtin_popcount(past[c].mask);
      }
    ck_assert_uint_eq(json_array_size(hot), insns < 64 ? insns : 64);
    for (size_t i = 0; i < json_array_size(hot); i++) {
      const json_t *h = json_array_get(hot, i);
      uint64_t pc = number(h, "pc"), k = pc / 16, heat = issued[k] + waited[k];
      ck_assert_str_eq(word(h, "text"), pc ? "NOP" : "EXIT");
      ck_assert(number(h, "issued") == issued[k] && number(h, "waited") == waited[k] && number(h, "lanes") == lanes[k]);
      ck_assert(heat < before || (heat == before && pc > last));
      ck_assert(!json_object_get(h, "line"));
      before = heat, last = pc, issued[k] = waited[k] = 0;
    }
    for (unsigned k = 0; k < INSNS; k++) ck_assert_uint_le(issued[k] + waited[k], before); /* none of the others is hotter */
    json_decref(j);
  }
}
END_TEST

static void source(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  fclose(f);
}
/* The line of an instruction, with its text from the current folder, or from beside the cubin. */
START_TEST(lines_of_the_source) {
  char was[1000], file[100], beside[100], here[100], long_line[400];
  struct wt_module *lines;
  wt_mem *other = wt_mem_new();
  ck_assert_msg(wt_module_open(other, WT_ROOT "/tests/isa/data/services.cubin", &lines, err, sizeof err) == WT_OK, "%s", err);
  snprintf(file, sizeof file, "%s/x.cubin", dir), snprintf(beside, sizeof beside, "%s/services.cu", dir), snprintf(here, sizeof here, "%s/h", dir);
  L.cubin = &lines->cubin, L.kernel = "plain", L.file = file;
  for (size_t i = 0; i < lines->cubin.nkernels; i++)
    if (!strcmp(lines->cubin.kernel[i].name, "plain")) L.code = lines->cubin.kernel[i].code, L.n_insns = lines->cubin.kernel[i].n;
  ck_assert(getcwd(was, sizeof was) && !mkdir(here, 0700) && !chdir(here));
  memset(long_line, 'x', sizeof long_line), long_line[300] = 0;
  for (unsigned k = 0; k < 6; k++) {
    char text[1000] = "", want[500];
    for (unsigned i = 1; i < (k == 3 ? 36 : 37); i++) strcat(text, "other\n");
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s", k == 4 ? long_line : " \t a[i] = <0>;  \r\nbehind\n");
    if (k == 1 || k >= 3) source(beside, text);
    if (k == 2) source("services.cu", text);
    if (k == 5) source("services.cu", "too short"); /* there, but without the line */
    json_t *j = drawn(20, 1), *h = json_array_get(json_object_get(j, "hot"), 0);
    ck_assert_str_eq(word(h, "line"), "services.cu:37");
    snprintf(want, sizeof want, "%s", k == 0 ? "" : k == 3 ? "behind" : k == 4 ? long_line : "a[i] = <0>;  ");
    if (k == 4) want[120] = 0;
    ck_assert_str_eq(word(h, "source"), want);
    json_decref(j);
    remove(beside), remove("services.cu");
  }
  L.file = "x.cubin"; /* here */
  source("services.cu", "");
  json_t *j = drawn(20, 1);
  ck_assert(!json_object_get(json_array_get(json_object_get(j, "hot"), 0), "source"));
  json_decref(j);
  remove("services.cu");
  L.kernel = "another"; /* of which the file has no lines */
  j = drawn(20, 1);
  ck_assert(!json_object_get(json_array_get(json_object_get(j, "hot"), 0), "line"));
  json_decref(j);
  ck_assert(!chdir(was) && !rmdir(here));
  wt_module_close(lines);
  wt_mem_free(other);
}
END_TEST

/* ---- files ---- */

START_TEST(files_that_are_wanted) {
  for (unsigned which = 1; which < 8; which++)
    for (int keep = 0; keep < 2; keep++) {
      const wt_draw_files f = {which & 1 ? page : NULL, which & 2 ? log_file : NULL, which & 4 ? trace : NULL};
      wt_draw *w = wt_draw_new(&S, &L, &f, err, sizeof err);
      n = 0, any_cycle(3), wt_draw_cycle(w, m, &t);
      ck_assert(access(page, F_OK) && access(log_file, F_OK) && access(trace, F_OK)); /* whole or not at all */
      ck_assert(!wt_draw_end(w, &t, "ok", keep, err, sizeof err));
      ck_assert_int_eq(!access(page, F_OK), keep && which & 1);
      ck_assert_int_eq(!access(log_file, F_OK), keep && which & 2);
      ck_assert_int_eq(!access(trace, F_OK), keep && which & 4);
      remove(page), remove(log_file), remove(trace);
    }
}
END_TEST

static void nothing_is_there(void) { ck_assert_msg(rmdir(dir) == 0 && mkdir(dir, 0700) == 0, "files are left in %s", dir); }

START_TEST(files_that_cannot_be_written) {
  for (unsigned i = 0; i < 3; i++) {
    const wt_draw_files f = {i ? page : "/nowhere/x", i == 1 ? "/nowhere/x" : log_file, i == 2 ? "/nowhere/x" : trace};
    ck_assert_ptr_null(wt_draw_new(&S, &L, &f, err, sizeof err));
    ck_assert_str_eq(err, "/nowhere/x: cannot write: No such file or directory");
    nothing_is_there(); /* of those that could, either */
    const wt_draw_files full = {i ? page : "/dev/full", i == 1 ? "/dev/full" : log_file, i == 2 ? "/dev/full" : trace};
    wt_draw *w = wt_draw_new(&S, &L, &full, err, sizeof err);
    ck_assert_msg(w != NULL, "%s", err);
    for (n = 0; n < 3;) any_cycle(3), wt_draw_cycle(w, m, &t);
    ck_assert(wt_draw_end(w, &t, "ok", 1, err, sizeof err));
    ck_assert_str_eq(err, "/dev/full: cannot write: No space left on device");
    w = wt_draw_new(&S, &L, &full, err, sizeof err);
    ck_assert(!wt_draw_end(w, &t, "ok", 0, err, sizeof err)); /* nobody wants it */
    remove(page), remove(log_file), remove(trace);
  }
}
END_TEST

START_TEST(without_memory_there_is_no_page) {
  unsigned k = 0;
  wt_draw *w;
  for (;; k++) {
    before_it_fails = k, fails_once = 1;
    w = wt_draw_new(&S, &L, &(wt_draw_files){page, log_file, NULL}, err, sizeof err);
    int over = fails_once;
    fails_once = 0;
    if (over) break;
    ck_assert_ptr_null(w);
    ck_assert_str_eq(err, "out of memory");
    nothing_is_there();
  }
  ck_assert_uint_ge(k, 6);
  ck_assert(!wt_draw_end(w, &t, "ok", 0, err, sizeof err));
}
END_TEST

int main(void) {
  Suite *s = suite_create("draw");
  TCase *c = tcase_create("draw");
  tcase_set_timeout(c, 60);
  tcase_add_checked_fixture(c, begin, end);
  tcase_add_test(c, columns_grow_with_the_run);
  tcase_add_test(c, facts_of_the_launch);
  tcase_add_test(c, the_hottest_instructions);
  tcase_add_test(c, lines_of_the_source);
  tcase_add_test(c, files_that_are_wanted);
  tcase_add_test(c, files_that_cannot_be_written);
  tcase_add_test(c, without_memory_there_is_no_page);
  suite_add_tcase(s, c);
  return suite_run(s);
}
