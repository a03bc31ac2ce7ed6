/* test_wt_pictures.c - the page, the Kanata log and the Perfetto trace of a run, against its trace and its metrics. */
#include <jansson.h>

#include "wave_kit.h"

static char page[128], kanata[128], perfetto[128], *lines;
static wt_session *s;

/* nested with everything switched on; lines: its trace. */
static void run(wt_backend b, int all) {
  size_t len;
  snprintf(page, sizeof page, "%s/r.html", dir), snprintf(kanata, sizeof kanata, "%s/r.log", dir),
    snprintf(perfetto, sizeof perfetto, "%s/r.json", dir);
  s = open_session(b);
  FILE *f = open_memstream(&lines, &len);
  wt_set_trace(s, f);
  wt_set_pictures(s, page, all ? kanata : NULL, all ? perfetto : NULL);
  ck_assert_msg(nested(s) == WT_OK, "%s", wt_error(s));
  fclose(f);
}
static void done(void) {
  remove(page), remove(kanata), remove(perfetto);
  free(lines);
  wt_session_close(s);
}
static char *slurp(const char *path) {
  FILE *f = fopen(path, "r");
  ck_assert_msg(f != NULL, "%s is missing", path);
  char *text = calloc(1, 1 << 23);
  ck_assert_uint_lt(fread(text, 1, (1 << 23) - 1, f), (1 << 23) - 1);
  fclose(f);
  return text;
}

/* ---- the page ---- */

static json_t *numbers_of(const char *text) {
  static const char open[] = "id=\"data\">";
  const char *at = strstr(text, open);
  json_error_t e;
  ck_assert_ptr_nonnull(at);
  at += sizeof open - 1;
  json_t *j = json_loadb(at, (size_t)(strstr(at, "</script>") - at), 0, &e);
  ck_assert_msg(j != NULL, "%s", e.text);
  return j;
}
static uint64_t number(const json_t *j, const char *key) { return (uint64_t)json_integer_value(json_object_get(j, key)); }
static uint64_t at(const json_t *a, size_t i) { return (uint64_t)json_integer_value(json_array_get(a, i)); }

/* Every warp slot in every cycle has exactly one reason. */
START_TEST(every_slot_of_every_cycle_has_one_reason) {
  run(_i ? WT_BACKEND_COSIM : WT_BACKEND_C, 0);
  char *text = slurp(page);
  json_t *j = numbers_of(text), *time = json_object_get(j, "timeline"), *slots = json_object_get(j, "slots");
  const wt_counters *c = wt_stats(s);
  uint64_t bin = number(j, "bin"), bins = json_array_size(json_object_get(j, "resident")), sum[WT_REASONS] = {0}, resident = 0;
  ck_assert_uint_eq(number(j, "cycles"), c->cycles);
  ck_assert_uint_eq(bins, (c->cycles + bin - 1) / bin);
  ck_assert_uint_gt(bin, 1);
  ck_assert_uint_eq(json_array_size(time), 8);
  for (size_t w = 0; w < 8; w++)
    for (size_t b = 0; b < bins; b++) {
      uint64_t length = 0;
      for (size_t r = 0; r < WT_REASONS; r++) length += at(json_array_get(time, w), b * WT_REASONS + r);
      ck_assert_uint_eq(length, b + 1 < bins ? bin : c->cycles - b * bin);
      for (size_t r = 0; r < WT_REASONS; r++) sum[r] += at(json_array_get(time, w), b * WT_REASONS + r);
    }
  uint64_t all = 0;
  for (size_t r = 0; r < WT_REASONS; r++) {
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(j, "reasons"), r)), wt_reason((unsigned)r));
    ck_assert_uint_eq(sum[r], c->slots[r]);
    ck_assert_uint_eq(at(slots, r), c->slots[r]);
    all += sum[r];
  }
  ck_assert_uint_eq(all, c->cycles * 8);
  for (size_t b = 0; b < bins; b++) resident += at(json_object_get(j, "resident"), b);
  ck_assert_uint_eq(resident, c->cycles * 8 - sum[1]); /* the others are empty */
  json_decref(j);
  free(text);
  done();
}
END_TEST

/* What lanes take part, and how often each instruction issues: the trace counted again. */
START_TEST(activity_and_instructions_are_those_of_the_trace) {
  static uint64_t issued[4096], lanes[4096], lane[8][32], per_warp[8];
  run(WT_BACKEND_C, 0);
  for (const char *p = lines; *p; p = strchr(p, '\n') + 1) {
    unsigned w, pc;
    unsigned long long mask;
    ck_assert_int_eq(sscanf(p, "%*u %u %*s %*u %x %llx", &w, &pc, &mask), 3);
    issued[pc / 16]++, lanes[pc / 16] += (unsigned)__builtin_popcountll(mask), per_warp[w]++;
    for (unsigned l = 0; l < 32; l++) lane[w][l] += mask >> l & 1;
  }
  char *text = slurp(page);
  json_t *j = numbers_of(text), *activity = json_object_get(j, "activity"), *hot = json_object_get(j, "hot");
  for (size_t w = 0; w < 8; w++) {
    json_t *one = json_array_get(activity, w), *n = json_object_get(one, "issued");
    uint64_t all = 0;
    for (size_t b = 0; b < json_array_size(n); b++) all += at(n, b);
    ck_assert_uint_eq(all, per_warp[w]);
    for (size_t l = 0; l < 32; l++) {
      json_t *row = json_array_get(json_object_get(one, "lanes"), l);
      uint64_t took_part = 0;
      for (size_t b = 0; b < json_array_size(row); b++) took_part += at(row, b);
      ck_assert_uint_eq(took_part, lane[w][l]);
    }
  }
  uint64_t before = UINT64_MAX;
  ck_assert_uint_gt(json_array_size(hot), 20);
  for (size_t i = 0; i < json_array_size(hot); i++) {
    json_t *h = json_array_get(hot, i);
    uint64_t pc = number(h, "pc"), heat = number(h, "issued") + number(h, "waited");
    ck_assert_uint_eq(number(h, "issued"), issued[pc / 16]);
    ck_assert_uint_eq(number(h, "lanes"), lanes[pc / 16]);
    ck_assert_uint_le(heat, before);
    before = heat;
  }
  /* nothing is loaded from anywhere */
  static const char *const outside[] = {"http:", "https:", "src=", "@import", "url(", "fetch("};
  for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) ck_assert_msg(!strstr(text, outside[i]), "the page has %s", outside[i]);
  json_decref(j);
  free(text);
  done();
}
END_TEST

/* Headless Chromium without a network runs the page's script to its last line, and what it makes has the numbers of the run. */
START_TEST(a_browser_shows_the_page) {
  char cmd[700], dom[160], want[120];
  if (system("command -v chromium >/dev/null")) {
    suite_not_run("a_browser_shows_the_page", "chromium is not installed");
    return;
  }
  run(WT_BACKEND_C, 0);
  snprintf(dom, sizeof dom, "%s/dom", dir);
  snprintf(cmd, sizeof cmd,
           "HOME=%s/home timeout 600 chromium --headless --no-sandbox --disable-gpu --host-resolver-rules='MAP * ~NOTFOUND' --dump-dom 'file://%s' "
           ">%s 2>/dev/null; r=$?; rm -rf %s/home; exit $r",
           dir, page, dom, dir);
  ck_assert_int_eq(system(cmd), 0);
  char *text = slurp(dom), *body = text;
  remove(dom);
  char *data = strstr(text, "<script type=\"application/json\"");
  ck_assert_ptr_nonnull(data);
  *data = 0; /* what stands before the numbers is what the script has made of them */
  ck_assert_ptr_nonnull(strstr(body, "<h1 id=\"title\">nested: ok</h1>"));
  snprintf(want, sizeof want, "%llu,%03llu x 8", (unsigned long long)wt_stats(s)->cycles / 1000, (unsigned long long)wt_stats(s)->cycles % 1000);
  ck_assert_msg(strstr(body, want) != NULL, "no '%s'", want);
  ck_assert_ptr_nonnull(strstr(body, "<option value=\"7\">7</option>"));
  ck_assert_ptr_nonnull(strstr(body, "BSYNC B0"));
  ck_assert_ptr_nonnull(strstr(body, "DIVERGENCE=hanoi_yr")); /* the last line of the script */
  free(text);
  done();
}
END_TEST

/* ---- Kanata ---- */

enum { MAX_IDS = 20000 };
typedef struct {
  uint64_t start, issue, end;
  unsigned warp, pc;
  int stage, open, ended, flushed; /* stage: position in FBCX */
} insn;

/* The log is well formed: numbers in order, stages one after the other, each instruction ends once; and those that are not void are the trace. */
START_TEST(the_kanata_log_is_the_trace) {
  static insn v[MAX_IDS];
  static const char order[] = "FBCX";
  run(WT_BACKEND_C, 1);
  char *text = slurp(kanata), *save = NULL;
  uint64_t cycle = 0, n = 0, retired = 0, flushed = 0, last = 0;
  ck_assert(!strncmp(text, "Kanata\t0004\nC=\t0\n", 17));
  for (char *p = strtok_r(text + 17, "\n", &save); p; p = strtok_r(NULL, "\n", &save)) {
    unsigned long long id = 0, x;
    char stage;
    int kind;
    if (sscanf(p, "C\t%llu", &x) == 1) {
      ck_assert_uint_gt(x, 0);
      cycle += x;
    } else if (sscanf(p, "I\t%llu\t%*u\t%u", &id, &v[n].warp) == 2) {
      ck_assert_uint_eq(id, n);
      ck_assert_uint_lt(n + 1, MAX_IDS);
      v[n].start = cycle, v[n].stage = -1;
      n++;
    } else if (sscanf(p, "S\t%llu\t0\t%c", &id, &stage) == 2) {
      ck_assert_uint_lt(id, n);
      int to = (int)(strchr(order, stage) - order);
      ck_assert(!v[id].open && !v[id].ended && to > v[id].stage);
      v[id].stage = to, v[id].open = 1;
      if (stage == 'C') v[id].issue = cycle;
    } else if (sscanf(p, "E\t%llu\t0\t%c", &id, &stage) == 2) {
      ck_assert(v[id].open && order[v[id].stage] == stage);
      v[id].open = 0;
    } else if (sscanf(p, "R\t%llu\t%*u\t%d", &id, &kind) == 2) {
      ck_assert(!v[id].open && !v[id].ended);
      v[id].ended = 1, v[id].flushed = kind, v[id].end = cycle;
      retired += !kind, flushed += kind;
    } else if (*p == 'L') {
      ck_assert_int_eq(sscanf(p, "L\t%llu\t0\tw%*u %x:", &id, &v[n - 1].pc), 2);
      ck_assert_uint_eq(id, n - 1);
    } else ck_abort_msg("%s", p);
    ck_assert_uint_ge(cycle, last);
    last = cycle;
  }
  ck_assert_uint_eq(retired + flushed, n);
  ck_assert_uint_eq(retired, wt_stats(s)->warp_instructions);
  ck_assert_uint_gt(flushed, 100);
  /* in the order of fetch a warp's instructions that are not void are those it issues */
  uint64_t next[8] = {0}, collected = 0;
  for (const char *p = lines; *p; p = strchr(p, '\n') + 1) {
    unsigned long long issue;
    unsigned w, pc;
    ck_assert_int_eq(sscanf(p, "%llu %u %*s %*u %x", &issue, &w, &pc), 3);
    uint64_t i = next[w];
    while (i < n && (v[i].warp != w || v[i].flushed)) i++;
    ck_assert_uint_lt(i, n);
    ck_assert_uint_eq(v[i].pc, pc);
    if (v[i].stage >= 2) {
      ck_assert_uint_eq(v[i].issue, issue);
      ck_assert_uint_gt(v[i].end, issue + 1);
      collected++;
    } else {
      ck_assert_uint_eq(v[i].end, issue + 1);
    }
    next[w] = i + 1;
  }
  ck_assert_uint_gt(collected, 1000);
  free(text);
  done();
}
END_TEST

/* ---- Perfetto ---- */

/* The slices of a warp slot's reasons follow each other without a gap from 0 to the end, and add up to the metrics; no slices of a row overlap
 * but inside each other. */
START_TEST(the_trace_adds_up) {
  run(WT_BACKEND_C, 1);
  json_error_t e;
  json_t *j = json_load_file(perfetto, 0, &e), *x;
  ck_assert_msg(j != NULL, "%s", e.text);
  uint64_t until[8] = {0}, sum[WT_REASONS] = {0}, insns = 0, stages = 0;
  size_t i;
  json_array_foreach(json_object_get(j, "traceEvents"), i, x) {
    const char *ph = json_string_value(json_object_get(x, "ph")), *name = json_string_value(json_object_get(x, "name"));
    uint64_t pid = number(x, "pid"), tid = number(x, "tid"), from = number(x, "ts"), length = number(x, "dur");
    if (strcmp(ph, "X")) continue;
    ck_assert_uint_gt(length, 0);
    if (pid == 2) {
      int whole = strspn(name, "0123456789abcdef") >= 4;
      insns += whole && !strstr(name, "(void)"), stages += !whole;
      continue;
    }
    ck_assert_uint_lt(tid, 8);
    ck_assert_uint_eq(from, until[tid]);
    until[tid] = from + length;
    unsigned r = 0;
    while (wt_reason(r) && strcmp(wt_reason(r), name)) r++;
    ck_assert_uint_lt(r, WT_REASONS);
    sum[r] += length;
  }
  for (unsigned w = 0; w < 8; w++) ck_assert_uint_eq(until[w], wt_stats(s)->cycles);
  for (unsigned r = 0; r < WT_REASONS; r++) ck_assert_uint_eq(sum[r], wt_stats(s)->slots[r]);
  ck_assert_uint_eq(insns, wt_stats(s)->warp_instructions);
  ck_assert_uint_gt(stages, 2 * insns);
  json_decref(j);
  done();
}
END_TEST

START_TEST(files_that_cannot_be_written) {
  s = open_session(WT_BACKEND_C);
  wt_set_pictures(s, NULL, "/nonexistent/k.log", NULL);
  ck_assert_int_eq(vecadd(s, 300), WT_USAGE);
  ck_assert_msg(strstr(wt_error(s), "/nonexistent/k.log: cannot write"), "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

int main(void) {
  Suite *x = suite_create("pictures");
  TCase *t = tcase_create("pictures");
  tcase_set_timeout(t, 900);
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, activity_and_instructions_are_those_of_the_trace);
  tcase_add_test(t, a_browser_shows_the_page);
  tcase_add_test(t, the_kanata_log_is_the_trace);
  tcase_add_test(t, the_trace_adds_up);
  tcase_add_test(t, files_that_cannot_be_written);
  tcase_add_loop_test(t, every_slot_of_every_cycle_has_one_reason, 0, 2);
  suite_add_tcase(x, t);
  return suite_run(x);
}
