/* test_wt_pictures.c - the page, the Kanata log and the Perfetto trace of a run, against its trace and its metrics: of one SM, and of three with two
 * sub-cores each, whose warp slots are numbered through here. */
#include <jansson.h>

#include "wave_kit.h"

static char page[128], kanata[128], perfetto[128], *lines;
static wt_session *s;
enum { MOST_SMS = 3, WARPS = 8, SLOTS = MOST_SMS * WARPS };
static unsigned sms = 1;

/* nested with everything switched on; lines: its trace. */
static void run(wt_backend b, int all) {
  size_t len;
  snprintf(page, sizeof page, "%s/r.html", dir), snprintf(kanata, sizeof kanata, "%s/r.log", dir),
    snprintf(perfetto, sizeof perfetto, "%s/r.json", dir);
  static const char *const several[] = {"SMS=3", "SUBCORES=2", NULL};
  s = open_shape(b, sms > 1 ? several : NULL);
  FILE *f = open_memstream(&lines, &len);
  wt_set_trace(s, f);
  wt_set_pictures(s, page, all ? kanata : NULL, all ? perfetto : NULL);
  ck_assert_msg(nested(s) == WT_OK, "%s", wt_error(s));
  fclose(f);
}
/* A line of the trace. */
static void issue_of(const char *line, unsigned long long *cycle, unsigned *slot, unsigned *pc, unsigned long long *mask) {
  unsigned sm = 0;
  int got = sms > 1 ? sscanf(line, "%llu %u:%u %*s %*u %x %llx", cycle, &sm, slot, pc, mask) - 1
                    : sscanf(line, "%llu %u %*s %*u %x %llx", cycle, slot, pc, mask);
  ck_assert_int_eq(got, 4);
  ck_assert(sm < sms && *slot < WARPS);
  *slot += sm * WARPS;
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
  sms = _i == 2 ? MOST_SMS : 1;
  run(_i == 1 ? WT_BACKEND_COSIM : WT_BACKEND_C, 0);
  char *text = slurp(page);
  json_t *j = numbers_of(text), *time = json_object_get(j, "timeline"), *slots = json_object_get(j, "slots");
  const wt_counters *c = wt_stats(s);
  uint64_t bin = number(j, "bin"), bins = json_array_size(json_object_get(j, "resident")), sum[WT_REASONS] = {0}, resident = 0;
  ck_assert_uint_eq(number(j, "cycles"), c->cycles);
  ck_assert_uint_eq(bins, (c->cycles + bin - 1) / bin);
  ck_assert_uint_gt(bin, 1);
  ck_assert_uint_eq(json_array_size(time), sms * WARPS);
  for (size_t w = 0; w < sms * WARPS; w++)
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
  ck_assert_uint_eq(all, c->cycles * sms * WARPS);
  for (size_t b = 0; b < bins; b++) resident += at(json_object_get(j, "resident"), b);
  ck_assert_uint_eq(resident, c->cycles * sms * WARPS - sum[1]); /* the others are empty */
  for (unsigned i = 0; sms > 1 && i < sms; i++) {
    const json_t *one = json_array_get(json_object_get(j, "sm"), i);
    ck_assert(number(one, "warp_instructions") == s->x.each[i].tally.warp_instructions &&
              number(one, "idle_cycles") == s->x.each[i].tally.idle_cycles);
    for (size_t r = 0; r < WT_REASONS; r++) {
      uint64_t of_sm = 0;
      for (size_t w = i * WARPS; w < (i + 1) * WARPS; w++)
        for (size_t b = 0; b < bins; b++) of_sm += at(json_array_get(time, w), b * WT_REASONS + r);
      ck_assert_uint_eq(of_sm, s->x.each[i].tally.why[r]);
    }
  }
  ck_assert_int_eq(strstr(text, "SMs over time") != NULL, sms > 1);
  json_decref(j);
  free(text);
  done();
}
END_TEST

/* What lanes take part, and how often each instruction issues: the trace counted again. */
START_TEST(activity_and_instructions_are_those_of_the_trace) {
  static uint64_t issued[4096], lanes[4096], lane[SLOTS][32], per_warp[SLOTS], in_bin[SLOTS][1024];
  memset(issued, 0, sizeof issued), memset(lanes, 0, sizeof lanes), memset(lane, 0, sizeof lane), memset(per_warp, 0, sizeof per_warp);
  memset(in_bin, 0, sizeof in_bin);
  sms = _i ? MOST_SMS : 1;
  run(WT_BACKEND_C, 0);
  char *text = slurp(page);
  json_t *j = numbers_of(text), *activity = json_object_get(j, "activity"), *hot = json_object_get(j, "hot");
  ck_assert(number(j, "sms") == (sms > 1 ? sms : 0) && number(j, "subcores") == (sms > 1 ? 2 : 0) && number(j, "warps") == WARPS);
  for (const char *p = lines; *p; p = strchr(p, '\n') + 1) {
    unsigned w, pc;
    unsigned long long cycle, mask;
    issue_of(p, &cycle, &w, &pc, &mask);
    in_bin[w][cycle / number(j, "bin")]++;
    issued[pc / 16]++, lanes[pc / 16] += (unsigned)__builtin_popcountll(mask), per_warp[w]++;
    for (unsigned l = 0; l < 32; l++) lane[w][l] += mask >> l & 1;
  }
  for (size_t w = 0; w < sms * WARPS; w++) {
    const json_t *row_of = json_array_get(json_object_get(j, "timeline"), w);
    for (size_t b = 0; b < json_array_size(row_of) / WT_REASONS; b++) ck_assert_uint_eq(at(row_of, b * WT_REASONS), in_bin[w][b]);
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
  sms = _i ? MOST_SMS : 1;
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
  snprintf(want, sizeof want, "%llu,%03llu x %u", (unsigned long long)wt_stats(s)->cycles / 1000, (unsigned long long)wt_stats(s)->cycles % 1000,
           sms * WARPS);
  ck_assert_msg(strstr(body, want) != NULL, "no '%s'", want);
  ck_assert_ptr_nonnull(strstr(body, "<option value=\"7\">7</option>"));
  ck_assert_ptr_nonnull(strstr(body, "BSYNC B0"));
  ck_assert_ptr_nonnull(strstr(body, "DIVERGENCE=hanoi_yr")); /* the last line of the script */
  unsigned rows = 0;                                          /* of the table of SMs, with its head */
  for (const char *p = strstr(body, "<table id=\"persm\">"), *e = p ? strstr(p, "</table>") : NULL; p && (p = strstr(p, "<tr>")) && p < e; p++)
    rows++;
  ck_assert_uint_eq(rows, sms > 1 ? 1 + sms : 0);
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
  memset(v, 0, sizeof v);
  sms = _i ? MOST_SMS : 1;
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
      unsigned sm = 0, warp;
      int got = sms > 1 ? sscanf(p, "L\t%llu\t0\tSM%u w%u %x:", &id, &sm, &warp, &v[n - 1].pc) - 1
                        : sscanf(p, "L\t%llu\t0\tw%u %x:", &id, &warp, &v[n - 1].pc);
      ck_assert_int_eq(got, 3);
      ck_assert_uint_eq(sm * WARPS + warp, v[n - 1].warp);
      ck_assert_uint_eq(id, n - 1);
    } else ck_abort_msg("%s", p);
    ck_assert_uint_ge(cycle, last);
    last = cycle;
  }
  ck_assert_uint_eq(retired + flushed, n);
  ck_assert_uint_eq(retired, wt_stats(s)->warp_instructions);
  ck_assert_uint_gt(flushed, 100);
  /* in the order of fetch a warp's instructions that are not void are those it issues */
  uint64_t next[SLOTS] = {0}, collected = 0;
  for (const char *p = lines; *p; p = strchr(p, '\n') + 1) {
    unsigned long long issue, mask;
    unsigned w, pc;
    issue_of(p, &issue, &w, &pc, &mask);
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
  sms = _i ? MOST_SMS : 1;
  run(WT_BACKEND_C, 1);
  json_error_t e;
  json_t *j = json_load_file(perfetto, 0, &e), *x;
  ck_assert_msg(j != NULL, "%s", e.text);
  uint64_t until[SLOTS] = {0}, sum[MOST_SMS][WT_REASONS] = {0}, insns[MOST_SMS] = {0}, stages = 0, all = 0, named = 0;
  size_t i;
  json_array_foreach(json_object_get(j, "traceEvents"), i, x) {
    const char *ph = json_string_value(json_object_get(x, "ph")), *name = json_string_value(json_object_get(x, "name"));
    uint64_t pid = number(x, "pid"), tid = number(x, "tid"), from = number(x, "ts"), length = number(x, "dur");
    const uint64_t sm = (pid - 1) / 2; /* two processes of each */
    ck_assert_uint_lt(sm, sms);
    if (!strcmp(name, "process_name") || (!strcmp(name, "thread_name") && pid % 2)) {
      char want[80], of[20] = "", in[20] = "";
      if (sms > 1) snprintf(of, sizeof of, "SM%u ", (unsigned)sm), snprintf(in, sizeof in, "sub-core %u, ", (unsigned)tid % 2);
      if (*name == 'p') snprintf(want, sizeof want, "%s%s", of, pid % 2 ? "warp slots: why they issue or not" : "instructions");
      else snprintf(want, sizeof want, "%swarp %u", in, (unsigned)tid);
      ck_assert_str_eq(json_string_value(json_object_get(json_object_get(x, "args"), "name")), want);
      named++;
    }
    if (strcmp(ph, "X")) continue;
    ck_assert_uint_gt(length, 0);
    if (pid % 2 == 0) {
      int whole = strspn(name, "0123456789abcdef") >= 4;
      insns[sm] += whole && !strstr(name, "(void)"), stages += !whole;
      continue;
    }
    ck_assert_uint_lt(tid, WARPS);
    ck_assert_uint_eq(from, until[sm * WARPS + tid]);
    until[sm * WARPS + tid] = from + length;
    unsigned r = 0;
    while (wt_reason(r) && strcmp(wt_reason(r), name)) r++;
    ck_assert_uint_lt(r, WT_REASONS);
    sum[sm][r] += length;
  }
  ck_assert_uint_eq(named, sms * (2 + WARPS));
  for (unsigned w = 0; w < sms * WARPS; w++) ck_assert_uint_eq(until[w], wt_stats(s)->cycles);
  for (unsigned k = 0; k < sms; k++) {
    for (unsigned r = 0; r < WT_REASONS; r++) ck_assert_uint_eq(sum[k][r], sms > 1 ? s->x.each[k].tally.why[r] : wt_stats(s)->slots[r]);
    ck_assert_uint_eq(insns[k], sms > 1 ? s->x.each[k].tally.warp_instructions : wt_stats(s)->warp_instructions);
    all += insns[k];
  }
  ck_assert_uint_gt(stages, 2 * all);
  json_decref(j);
  done();
}
END_TEST

/* A GPU with many slots has fewer columns, so that the page can be opened. */
START_TEST(columns_of_many_slots) {
  static const char *const many[] = {"SMS=64", NULL};
  snprintf(page, sizeof page, "%s/r.html", dir);
  s = open_shape(WT_BACKEND_C, many);
  wt_set_pictures(s, page, NULL, NULL);
  ck_assert_msg(nested(s) == WT_OK, "%s", wt_error(s));
  char *text = slurp(page);
  json_t *j = numbers_of(text);
  const uint64_t bins = json_array_size(json_object_get(j, "resident")), bin = number(j, "bin");
  ck_assert(bins > 256 && bins <= 512 && bins == (wt_stats(s)->cycles + bin - 1) / bin);
  ck_assert_uint_eq(json_array_size(json_object_get(j, "timeline")), 64 * WARPS);
  json_decref(j);
  free(text);
  remove(page);
  wt_session_close(s);
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
  tcase_add_loop_test(t, activity_and_instructions_are_those_of_the_trace, 0, 2);
  tcase_add_loop_test(t, a_browser_shows_the_page, 0, 2);
  tcase_add_loop_test(t, the_kanata_log_is_the_trace, 0, 2);
  tcase_add_loop_test(t, the_trace_adds_up, 0, 2);
  tcase_add_test(t, columns_of_many_slots);
  tcase_add_test(t, files_that_cannot_be_written);
  tcase_add_loop_test(t, every_slot_of_every_cycle_has_one_reason, 0, 3);
  suite_add_tcase(x, t);
  return suite_run(x);
}
