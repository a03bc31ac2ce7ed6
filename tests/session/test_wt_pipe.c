/* test_wt_pipe.c - the way of instructions through the pipeline (tb/lib/wt_pipe.h, docs/user/pictures.md): a machine that stands still shows what the suite wants
 * its blocks to show; the suite knows each instruction's way, and reads it again from the Kanata log and from the trace.
 */
#include <jansson.h>

#include "lib/wt_pipe.h"
#include "tests/words_kit.h"

enum { INSNS = 600, CYCLES = 900, COLLECTORS = 4 };
enum { F, B, C, X, STAGES };

/* ---- a pipeline ---- */

typedef struct {
  unsigned warp, pc, beats, dst, ndst, pw, alone; /* alone: without beats */
  unsigned at[STAGES], end;                       /* cycles, 0: never */
  int stage, flushed, collectors;                 /* collectors: of its beats that hold one */
  unsigned sent;
} insn;
static insn v[INSNS];
static unsigned n;
static int held[COLLECTORS]; /* instruction, -1 = free */
static uint64_t rng;
static unsigned rnd(unsigned k) {
  rng = rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(rng >> 33) % k;
}

static char *kanata, *perfetto;
static size_t kanata_n, perfetto_n;
static FILE *fk, *fp;
static wt_pipe *pipe_of;
static unsigned cycle;
static wt_pipe_counts counts;

/* Nothing is shown. */
static void calm(void) {
  wt_subcore *c = m->subcore;
  c->fetch.o.req_valid = c->decode.o.valid = c->sched.o.sel_valid = c->sched.o.sel_first = c->issue.o.alloc_valid = c->disp.o.valid = 0;
  c->alu.o.rel_valid = c->wb.o.rel_valid = c->cfu->redir_valid = 0;
  memset(t.slots, 0, sizeof t.slots);
  t.slots[WT_WHY_EMPTY] = wt_warps_upto(S.SLOTS);
}
static void opened(int with_kanata, int with_perfetto) {
  fk = with_kanata ? open_memstream(&kanata, &kanata_n) : NULL, fp = with_perfetto ? open_memstream(&perfetto, &perfetto_n) : NULL;
  pipe_of = wt_pipe_new(&S, &L, fk, fp);
  n = 0, cycle = 1;
  calm();
  for (unsigned i = 0; i < COLLECTORS; i++) held[i] = -1;
}
static void begin(void) {
  open_words("small", "", "MOV R0, R1\nIADD3 R2, R3, R4, RZ\nSTG.E.SYS [R2], R0\nEXIT");
  kanata = perfetto = NULL;
  rng = 99;
}
static void finish(void) {
  counts = wt_pipe_end(pipe_of, cycle);
  wt_pipe_free(pipe_of);
  if (fk) fclose(fk);
  if (fp) fclose(fp);
}
static void end(void) {
  free(kanata), free(perfetto);
  close_words();
}

static void passes(void) {
  wt_pipe_cycle(pipe_of, m, &t, cycle++);
  calm();
}

static insn *first_in(unsigned warp, int stage) {
  for (unsigned i = 0; i < n; i++)
    if (v[i].warp == warp && v[i].stage == stage && !v[i].end) return &v[i];
  return NULL;
}

static void fetched(unsigned warp, unsigned pc) {
  m->subcore->fetch.o.req_valid = 1, m->subcore->fetch.o.req_warp = (uint8_t)warp, m->subcore->fetch.o.req_pc = pc;
  v[n++] = (insn){.warp = warp, .pc = pc, .at = {cycle}};
}
static void decoded(insn *x) {
  m->subcore->decode.o.valid = 1, m->subcore->decode.o.warp = (uint8_t)x->warp;
  x->at[B] = cycle, x->stage = B;
}
static int free_collector(void) {
  for (int i = 0; i < COLLECTORS; i++)
    if (held[i] < 0) return i;
  return -1;
}
/* The first beat, or another one. */
static void issued(insn *x, int first, int collector) {
  wt_subcore *c = m->subcore;
  c->sched.o.sel_valid = 1, c->sched.o.sel_warp = (uint8_t)x->warp, c->sched.o.sel_first = (uint8_t)first;
  uop_put_dst(c->ibuffer.o.uop, x->dst), uop_put_ndst(c->ibuffer.o.uop, x->ndst), uop_put_pw(c->ibuffer.o.uop, x->pw);
  if (x->alone) {
    x->end = cycle;
    return;
  }
  c->issue.o.alloc_valid = 1, c->disp.o.alloc_idx = (uint8_t)collector;
  held[collector] = (int)(x - v), x->sent++;
  if (first) x->at[C] = cycle, x->stage = C;
}
static void dispatched(unsigned collector, int last) {
  wt_disp_out *o = &m->subcore->disp.o;
  insn *x = &v[held[collector]];
  o->valid = 1, o->idx = (uint8_t)collector, o->warp = (uint8_t)x->warp, o->last = (uint8_t)last;
  held[collector] = -1;
  if (x->stage < X) x->at[X] = cycle, x->stage = X;
  if (last && !x->ndst && !x->pw) x->end = cycle;
}
static void released(insn *x, int alu) {
#define RELEASE(o) \
  o.rel_valid = 1, o.rel_warp = (uint8_t)x->warp, o.rel_dst = (uint8_t)x->dst, o.rel_ndst = (uint8_t)x->ndst, o.rel_pw = (uint8_t)x->pw
  if (alu) RELEASE(m->subcore->alu.o);
  else RELEASE(m->subcore->wb.o);
#undef RELEASE
  x->end = cycle;
}
static void redirected(unsigned warp) {
  m->subcore->cfu->redir_valid = 1, m->subcore->cfu->redir_warp = (uint8_t)warp;
  for (unsigned i = 0; i < n; i++)
    if (v[i].warp == warp && v[i].stage <= B && !v[i].end) v[i].end = cycle, v[i].flushed = 1;
}

/* ---- the Kanata log, by hand ---- */

static void one_by_one(void) {
  fetched(3, 0x10), passes();
  passes();
  decoded(&v[0]), passes();
  v[0].dst = 2, v[0].ndst = 1, v[0].beats = 2;
  issued(&v[0], 1, 0), fetched(3, 0x20), passes();
  issued(&v[0], 0, 1), decoded(&v[1]), passes();
  dispatched(0, 0), passes();
  dispatched(1, 1), redirected(3), passes();
  passes();
  released(&v[0], 1), fetched(1, 0x40), passes(); /* behind the code */
}
START_TEST(a_log_of_three_instructions) {
  opened(1, 0);
  one_by_one();
  finish();
  ck_assert_str_eq(kanata, "Kanata\t0004\nC=\t0\n"
                           "C\t1\nI\t0\t0\t3\nL\t0\t0\tw3 0010: IADD3 R2, R3, R4, RZ\nS\t0\t0\tF\n"
                           "C\t2\nE\t0\t0\tF\nS\t0\t0\tB\n"
                           "C\t1\nE\t0\t0\tB\nS\t0\t0\tC\nI\t1\t1\t3\nL\t1\t0\tw3 0020: STG.E.SYS [R2], R0\nS\t1\t0\tF\n"
                           "C\t1\nE\t1\t0\tF\nS\t1\t0\tB\n"
                           "C\t1\nE\t0\t0\tC\nS\t0\t0\tX\n"
                           "C\t2\nE\t1\t0\tB\nR\t1\t1\t1\n"
                           "C\t1\nI\t2\t2\t1\nL\t2\t0\tw1 0040: ?\nS\t2\t0\tF\n"
                           "C\t1\nE\t0\t0\tX\nR\t0\t0\t0\nE\t2\t0\tF\nR\t2\t2\t1\n");
  ck_assert(counts.fetched == 3 && counts.retired == 1 && counts.flushed == 2 && counts.left == 0);
}
END_TEST

/* ---- the trace, by hand ---- */

static json_t *events;
static json_t *loaded(void) {
  json_error_t e;
  json_t *all = json_loads(perfetto, 0, &e);
  ck_assert_msg(all != NULL, "line %d: %s", e.line, e.text);
  ck_assert_str_eq(json_string_value(json_object_get(all, "displayTimeUnit")), "ns");
  events = json_object_get(all, "traceEvents");
  return all;
}
static long long number(const json_t *e, const char *key) { return (long long)json_integer_value(json_object_get(e, key)); }
static const char *word(const json_t *e, const char *key) {
  const char *s = json_string_value(json_object_get(e, key));
  return s ? s : "";
}
/* How many slices are so. */
static unsigned slices(const char *name, long long pid, long long tid, long long from, long long cycles) {
  unsigned found = 0;
  for (size_t i = 0; i < json_array_size(events); i++) {
    const json_t *e = json_array_get(events, i);
    found += !strcmp(word(e, "ph"), "X") && !strcmp(word(e, "name"), name) && number(e, "pid") == pid && (tid < 0 || number(e, "tid") == tid) &&
             number(e, "ts") == from && number(e, "dur") == cycles;
  }
  return found;
}
static unsigned all_slices(long long pid) {
  unsigned found = 0;
  for (size_t i = 0; i < json_array_size(events); i++)
    found += !strcmp(word(json_array_get(events, i), "ph"), "X") && number(json_array_get(events, i), "pid") == pid;
  return found;
}

START_TEST(a_trace_of_three_instructions) {
  opened(0, 1);
  one_by_one();
  finish();
  json_t *all = loaded();
  ck_assert_uint_eq(slices("0010 IADD3 R2, R3, R4, RZ", 2, 3 * 64, 1, 9), 1);
  ck_assert_uint_eq(slices("fetch", 2, 3 * 64, 1, 2), 1);
  ck_assert_uint_eq(slices("buffer", 2, 3 * 64, 3, 1), 1);
  ck_assert_uint_eq(slices("collect", 2, 3 * 64, 4, 2), 1);
  ck_assert_uint_eq(slices("execute", 2, 3 * 64, 6, 4), 1);
  ck_assert_uint_eq(slices("0020 STG.E.SYS [R2], R0 (void)", 2, 3 * 64 + 1, 4, 4), 1); /* beside the other one */
  ck_assert_uint_eq(slices("fetch", 2, 3 * 64 + 1, 4, 1), 1);
  ck_assert_uint_eq(slices("buffer", 2, 3 * 64 + 1, 5, 3), 1);
  ck_assert_uint_eq(slices("0040 ? (void)", 2, 64, 9, 1), 1);
  ck_assert_uint_eq(all_slices(2), 5 + 3 + 2);
  unsigned names = 0;
  for (size_t i = 0; i < json_array_size(events); i++) {
    const json_t *e = json_array_get(events, i);
    if (strcmp(word(e, "ph"), "M")) continue;
    char want[60];
    snprintf(want, sizeof want, "warp %lld", number(e, "pid") == 1 ? number(e, "tid") : number(e, "tid") / 64);
    int thread = !strcmp(word(e, "name"), "thread_name");
    if (!thread) snprintf(want, sizeof want, "%s", number(e, "pid") == 1 ? "warp slots: why they issue or not" : "instructions");
    ck_assert_str_eq(word(json_object_get(e, "args"), "name"), want);
    names += (unsigned)thread;
  }
  ck_assert_uint_eq(names, S.SLOTS * 5);
  json_decref(all);
}
END_TEST

static void because(unsigned why, unsigned w) {
  for (unsigned i = 0; i < WT_WHY_COUNT; i++) t.slots[i] &= ~wt_warp(w);
  t.slots[why] |= wt_warp(w);
}
START_TEST(reasons_and_resident_warps) {
  opened(0, 1);
  cycle = 0; /* where a run begins */
  because(WT_WHY_LOST, 3), passes();
  passes(); /* cycle 1: all slots are empty */
  t.resident = 0x6;
  for (unsigned k = 0; k < 3; k++) because(WT_WHY_FETCH, 1), because(k ? WT_WHY_LOST : WT_WHY_ISSUED, 2), passes(); /* 2 to 4 */
  t.resident = 0x2;
  because(WT_WHY_UNIT, 1), because(WT_WHY_PATH, 0), passes();
  passes();
  finish();
  json_t *all = loaded();
  ck_assert_uint_eq(slices("empty", 1, 1, 0, 2), 1);
  ck_assert_uint_eq(slices("fetch", 1, 1, 2, 3), 1);
  ck_assert_uint_eq(slices("unit", 1, 1, 5, 1), 1);
  ck_assert_uint_eq(slices("empty", 1, 1, 6, 1), 1);
  ck_assert_uint_eq(slices("empty", 1, 2, 0, 2), 1);
  ck_assert_uint_eq(slices("issued", 1, 2, 2, 1), 1);
  ck_assert_uint_eq(slices("lost", 1, 2, 3, 2), 1);
  ck_assert_uint_eq(slices("empty", 1, 2, 5, 2), 1);
  ck_assert_uint_eq(slices("empty", 1, 0, 0, 5), 1);
  ck_assert_uint_eq(slices("path", 1, 0, 5, 1), 1);
  ck_assert_uint_eq(slices("lost", 1, 3, 0, 1), 1);
  ck_assert_uint_eq(slices("empty", 1, 3, 1, 6), 1);
  ck_assert_uint_eq(slices("empty", 1, S.SLOTS - 1, 0, 7), 1);
  ck_assert_uint_eq(all_slices(1), 4 + 4 + 3 + 2 + S.SLOTS - 4);
  static const long long want[][2] = {{2, 2}, {5, 1}};
  unsigned k = 0;
  for (size_t i = 0; i < json_array_size(events); i++) {
    const json_t *e = json_array_get(events, i);
    if (strcmp(word(e, "ph"), "C")) continue;
    ck_assert(k < 2 && number(e, "ts") == want[k][0] && number(json_object_get(e, "args"), "warps") == want[k][1]);
    k++;
  }
  ck_assert_uint_eq(k, 2);
  json_decref(all);
}
END_TEST

/* ---- many instructions ---- */

/* One of what could go on does. */
static void some_fetch(unsigned warps) {
  unsigned w = rnd(warps), pending = 0;
  for (unsigned i = 0; i < n; i++) pending += v[i].warp == w && !v[i].end;
  if (n < INSNS && pending < 12 && rnd(3)) fetched(w, 16 * rnd(4));
}
static void some_issue(unsigned warps) {
  unsigned w = rnd(warps);
  int collector = free_collector();
  for (unsigned i = 0; i < n; i++) /* further beats go first */
    if (!v[i].end && v[i].sent && v[i].sent < v[i].beats) {
      if (collector >= 0 && rnd(3)) issued(&v[i], 0, collector);
      return;
    }
  insn *x = first_in(w, B);
  if (!x || x->at[B] == cycle || !rnd(3)) return;
  x->alone = !rnd(5), x->beats = 1 + rnd(3);
  x->ndst = x->alone ? 0 : rnd(3), x->dst = x->ndst ? rnd(3) : rnd(200), x->pw = x->alone || rnd(3) ? 0 : 1 + rnd(2);
  if (x->alone || collector >= 0) issued(x, 1, collector);
}
static void some_dispatch(void) {
  unsigned i = rnd(COLLECTORS);
  if (held[i] < 0 || !rnd(3)) return;
  insn *x = &v[held[i]];
  unsigned mine = 0;
  for (unsigned k = 0; k < COLLECTORS; k++) mine += held[k] == held[i];
  if (x->at[C] == cycle) return;
  dispatched(i, x->sent == x->beats && mine == 1);
}
/* The oldest of a warp with its destinations. */
static insn *executed(unsigned warps) {
  insn *x = first_in(rnd(warps), X);
  if (!x || x->at[X] == cycle || (!x->ndst && !x->pw) || x->sent < x->beats || !rnd(3)) return NULL;
  for (unsigned k = 0; k < COLLECTORS; k++)
    if (held[k] >= 0 && &v[held[k]] == x) return NULL;
  return x;
}

static void many(unsigned warps) {
  for (unsigned k = 0; k < CYCLES; k++) {
    insn *x = executed(warps), *y = executed(warps);
    if (x) released(x, 1);
    if (y && y != x && !y->end) released(y, 0);
    some_dispatch();
    some_issue(warps);
    insn *d = first_in(rnd(warps), F);
    if (d && d->at[F] < cycle && rnd(3)) decoded(d);
    some_fetch(warps);
    if (rnd(40) == 0) redirected(rnd(warps));
    passes();
  }
}

/* What the log says of each instruction. */
static void ck_kanata(void) {
  static struct { unsigned at[STAGES], end, flush, retired; } got[INSNS];
  unsigned now = 0, retire = 0;
  memset(got, 0, sizeof got);
  for (char *line = strtok(kanata, "\n"); line; line = strtok(NULL, "\n")) {
    unsigned id, a, b;
    char stage;
    if (sscanf(line, "C\t%u", &a) == 1) now += a;
    if (sscanf(line, "S\t%u\t0\t%c", &id, &stage) == 2) got[id].at[strchr("FBCX", stage) - "FBCX"] = now;
    if (sscanf(line, "R\t%u\t%u\t%u", &id, &a, &b) != 3) continue;
    ck_assert_uint_eq(a, b ? id : retire);
    retire += !b;
    ck_assert(!got[id].retired++);
    got[id].end = now - 1, got[id].flush = b;
  }
  for (unsigned i = 0; i < n; i++) {
    for (unsigned k = 0; k < STAGES; k++)
      ck_assert_msg(got[i].at[k] == v[i].at[k], "instruction %u, stage %u: %u, %u", i, k, got[i].at[k], v[i].at[k]);
    unsigned stop = v[i].end ? v[i].end : cycle - 1; /* what is on its way at the end is void */
    ck_assert_msg(got[i].retired && got[i].end == stop && got[i].flush == (!v[i].end || v[i].flushed), "instruction %u: %u, %u", i, got[i].end, stop);
  }
}
static void ck_perfetto(void) {
  json_t *all = loaded();
  static unsigned busy[64 * 64][CYCLES + 2]; /* rows of a warp do not overlap */
  memset(busy, 0, sizeof busy);
  unsigned found = 0;
  for (size_t i = 0; i < json_array_size(events); i++) {
    const json_t *e = json_array_get(events, i);
    unsigned pc, whole = 0;
    if (strcmp(word(e, "ph"), "X") || number(e, "pid") != 2) continue;
    whole = sscanf(word(e, "name"), "%4x ", &pc) == 1 && word(e, "name")[4] == ' ';
    found += whole;
    for (long long c = 0; whole && c < number(e, "dur"); c++) ck_assert(!busy[number(e, "tid")][number(e, "ts") + c]++);
  }
  ck_assert_uint_eq(found, n);
  for (unsigned i = 0; i < n; i++) {
    static const char *const stages[] = {"fetch", "buffer", "collect", "execute"};
    unsigned stop = v[i].end ? v[i].end : cycle - 1;
    for (unsigned k = 0; k < STAGES; k++) {
      unsigned to = stop + 1;
      if (!v[i].at[k]) continue;
      for (unsigned j = k + 1; j < STAGES && to == stop + 1; j++)
        if (v[i].at[j]) to = v[i].at[j];
      ck_assert_uint_ge(slices(stages[k], 2, -1, v[i].at[k], to - v[i].at[k]), 1);
    }
  }
  json_decref(all);
}

START_TEST(ways_of_many_instructions) {
  for (unsigned k = 0; k < 3; k++) {
    free(kanata), free(perfetto);
    opened(1, 1);
    many(k ? S.SLOTS : 1);
    finish();
    unsigned retired = 0, left = 0;
    for (unsigned i = 0; i < n; i++) retired += v[i].end && !v[i].flushed, left += !v[i].end && v[i].stage > B;
    ck_assert(counts.fetched == n && counts.retired == retired && counts.flushed == n - retired && counts.left == left);
    ck_assert_uint_gt(retired, 100);
    ck_kanata();
    ck_perfetto();
  }
}
END_TEST

/* More than a list holds are counted and not followed. */
START_TEST(too_many_on_their_way) {
  opened(1, 1);
  for (unsigned i = 0; i < 66; i++) fetched(0, 0), passes();
  n = 64;
  redirected(0), passes();
  finish();
  ck_assert(counts.fetched == 66 && counts.left == 2 && counts.flushed == 64 && !counts.retired);
  ck_kanata();
}
END_TEST

/* All rows of a warp are taken, one by an instruction that ends in this cycle: the new one stands in the last row. */
START_TEST(rows_that_are_all_taken) {
  opened(0, 1);
  for (unsigned i = 0; i < 64; i++) fetched(0, 0), passes();
  decoded(&v[0]), passes();
  v[0].alone = 1;
  issued(&v[0], 1, 0), fetched(0, 0x10), passes();
  finish();
  json_t *all = loaded();
  ck_assert_uint_eq(slices("0010 IADD3 R2, R3, R4, RZ (void)", 2, 63, 66, 1), 1);
  ck_assert_uint_eq(slices("0000 MOV R0, R1", 2, 0, 1, 66), 1);
  json_decref(all);
}
END_TEST

/* A beat belongs to the instruction that holds its collector; nobody holds one that was not given, or that was given back. */
START_TEST(beats_of_nobody) {
  wt_disp_out *o = &m->subcore->disp.o;
  opened(1, 0);
  fetched(0, 0), passes();
  m->subcore->sched.o.sel_valid = m->subcore->issue.o.alloc_valid = 1, m->subcore->sched.o.sel_warp = 0, o->alloc_idx = 2, passes();
  o->valid = 1, o->idx = 2, o->warp = 0, o->last = 1, passes(); /* nothing has issued */
  decoded(&v[0]), passes();
  v[0].beats = 2, issued(&v[0], 1, 0), passes();
  dispatched(0, 0), passes();
  o->valid = 1, o->idx = 0, o->warp = 0, o->last = 1, passes(); /* again */
  issued(&v[0], 0, 1), passes();
  dispatched(1, 1), passes();
  finish();
  ck_assert(counts.fetched == 1 && counts.retired == 1);
  ck_kanata();
}
END_TEST

/* Nobody wants a file: the counts alone. What nobody fetched moves nothing. */
START_TEST(counts_without_files) {
  opened(0, 0);
  one_by_one();
  m->subcore->decode.o.valid = 1, m->subcore->decode.o.warp = 5, passes();
  m->subcore->sched.o.sel_valid = m->subcore->sched.o.sel_first = m->subcore->issue.o.alloc_valid = 1, m->subcore->sched.o.sel_warp = 5, passes();
  m->subcore->disp.o.valid = 1, m->subcore->disp.o.idx = 3, m->subcore->disp.o.last = 1, passes();
  m->subcore->wb.o.rel_valid = m->subcore->wb.o.rel_ndst = 1, passes();
  finish();
  ck_assert(counts.fetched == 3 && counts.retired == 1 && counts.flushed == 2 && counts.left == 0);
}
END_TEST

int main(void) {
  Suite *s = suite_create("pipe");
  TCase *c = tcase_create("pipe");
  tcase_set_timeout(c, 60);
  tcase_add_checked_fixture(c, begin, end);
  tcase_add_test(c, a_log_of_three_instructions);
  tcase_add_test(c, a_trace_of_three_instructions);
  tcase_add_test(c, reasons_and_resident_warps);
  tcase_add_test(c, ways_of_many_instructions);
  tcase_add_test(c, too_many_on_their_way);
  tcase_add_test(c, rows_that_are_all_taken);
  tcase_add_test(c, beats_of_nobody);
  tcase_add_test(c, counts_without_files);
  suite_add_tcase(s, c);
  return suite_run(s);
}
