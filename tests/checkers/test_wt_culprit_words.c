/* test_wt_culprit_words.c - what a report of a difference says of the block (tb/lib/wt_recent.h) and of the warp (tb/lib/wt_difference.h): random values in the
 * rows of blocks, against texts that are made here from the same values; and a twin that says whatever the suite wants.
 */
#include "lib/wt_difference.h"
#include "tests/fails_kit.h"
#include "tests/words_kit.h"

void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n) { return fails() ? NULL : __real_malloc(n); }

static uint64_t rng;
static unsigned rnd(unsigned n) {
  rng = rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(rng >> 33) % n;
}

/* ---- values ---- */

enum { WIDTH = 140, LINES = 12, SHOWN_BITS = 128, CYCLES = 100 };
static wt_blks *blks;

/* Some elements of a row get other values. */
static void stir(const wt_blk *b, const wt_row *row, unsigned inst, unsigned permille) {
  uint32_t words[4400] = {0};
  int some = 0;
  wt_row_pack(row, wt_row_ptr(m, b, row, inst), words);
  for (unsigned e = 0; e < row->n; e++) {
    if (rnd(1000) >= permille) continue;
    some = 1;
    for (unsigned i = e * row->elemw; i < (e + 1) * row->elemw; i++) {
      words[i / 32] &= ~(1u << i % 32);
      if (rnd(3) == 0) words[i / 32] |= 1u << i % 32;
    }
  }
  if (some) wt_row_unpack(row, wt_row_ptr(m, b, row, inst), words);
}

/* Hexadecimal, of the lowest bits of an element. */
static char *hex(const wt_row *row, const void *value, unsigned e, unsigned bits) {
  static const char digits[] = "0123456789abcdef";
  uint32_t words[4400] = {0};
  char *text = malloc(bits / 4 + 3), *p = text;
  wt_row_pack(row, value, words);
  for (unsigned k = (bits + 3) / 4; k-- > 0;) {
    unsigned v = 0;
    for (unsigned j = 0; j < 4 && 4 * k + j < bits; j++)
      v |= (words[(e * row->elemw + 4 * k + j) / 32] >> (e * row->elemw + 4 * k + j) % 32 & 1) << j;
    if (v || p > text || !k) *p++ = digits[v];
  }
  *p = 0;
  return text;
}

/* ---- the same text ---- */

typedef struct {
  int valid;
  unsigned unit, warp;
  char *inputs;      /* of the block, were they told of this cycle */
  char *value[6000]; /* of registers and outputs */
} seen;
static seen *past;
static unsigned n_past;

static int is_shown(const wt_blk *b, const wt_row *row) { return row->kind == WT_ROW_FF || (row->kind == WT_ROW_OUT && !wt_row_state(b, row->name)); }

static char *inputs_now(const wt_blk *b) {
  char *text = NULL, one[300];
  size_t n = 0, line = 4;
  unsigned lines = 2, left = 0, full = 0;
  FILE *f = open_memstream(&text, &n);
  fprintf(f, "\n   ");
  for (unsigned i = 0; i < b->nrows; i++) {
    const wt_blk *of;
    const wt_row *in = b->rows[i].kind == WT_ROW_IN ? wt_row_signal(blks, b->rows[i].drv, b->rows[i].name, &of) : NULL;
    for (unsigned k = 0; in && k < i; k++) /* told once */
      if (b->rows[k].kind == WT_ROW_IN && !strcmp(b->rows[k].drv, b->rows[i].drv) && !strcmp(b->rows[k].name, b->rows[i].name)) in = NULL;
    for (unsigned k = 0; in && k < of->count; k++)
      for (unsigned e = 0; e < in->n; e++) {
        const void *value = wt_row_ptr(m, of, in, k);
        char *all = hex(in, value, e, in->elemw), *v = hex(in, value, e, in->elemw < SHOWN_BITS ? in->elemw : SHOWN_BITS), block[16] = "",
             element[16] = "", cut[60] = "";
        if (of->count > 1) snprintf(block, sizeof block, "[%u]", k);
        if (in->n > 1) snprintf(element, sizeof element, "[%u]", e);
        if (in->elemw > SHOWN_BITS) snprintf(cut, sizeof cut, ", lowest %d of %u bits", SHOWN_BITS, in->elemw);
        snprintf(one, sizeof one, "%s%s_%s%s=%s%s", of->drv, block, in->name, element, v, cut);
        if (strcmp(all, "0")) {
          if (!full && line + 1 + strlen(one) > WIDTH) {
            if (lines == LINES) full = 1;
            else fprintf(f, "\n   "), line = 4, lines++;
          }
          if (full) left++;
          else fprintf(f, " %s", one), line += 1 + strlen(one);
        }
        free(all), free(v);
      }
  }
  if (lines == 2 && line == 4) fprintf(f, " none");
  if (left) fprintf(f, " and %u more", left);
  fclose(f);
  return text;
}

static void remember(const wt_blk *b, unsigned inst) {
  seen *s = &past[n_past++];
  unsigned n = 0;
  const wt_disp_out *d = &m->subcore->disp.o;
  *s = (seen){.valid = d->valid, .unit = (unsigned)uop_get_unit(d->uop), .warp = d->warp, .inputs = inputs_now(b)};
  for (unsigned i = 0; i < b->nrows; i++)
    for (unsigned e = 0; is_shown(b, &b->rows[i]) && e < b->rows[i].n; e++) {
      ck_assert_uint_lt(n, sizeof s->value / sizeof *s->value);
      s->value[n++] = hex(&b->rows[i], wt_row_ptr(m, b, &b->rows[i], inst), e, b->rows[i].elemw);
    }
}
static void forget(void) {
  for (unsigned i = 0; i < n_past; i++) {
    free(past[i].inputs);
    for (unsigned k = 0; k < sizeof past->value / sizeof *past->value; k++) free(past[i].value[k]);
  }
  n_past = 0;
}

/* What is other in cycle k than in the one before; 0: nothing. */
static unsigned event(FILE *f, const wt_blk *b, unsigned k) {
  unsigned n = 0, others = 0, left = 0;
  size_t line = 12;
  for (unsigned i = 0; i < b->nrows; i++)
    for (unsigned e = 0; is_shown(b, &b->rows[i]) && e < b->rows[i].n; e++, n++) {
      const wt_row *row = &b->rows[i];
      const char *old = past[k - 1].value[n], *now = past[k].value[n];
      char one[300], element[16] = "";
      int wide = row->elemw > SHOWN_BITS;
      if (!strcmp(old, now)) continue;
      if (!others++) fprintf(f, "\n  %8u ", 500 + k);
      if (row->n > 1) snprintf(element, sizeof element, "[%u]", e);
      if (wide) snprintf(one, sizeof one, " %s%s changed", row->name, element);
      else snprintf(one, sizeof one, " %s%s %s>%s", row->name, element, old, now);
      if (left || line + strlen(row->name) + (wide ? 0 : strlen(old) + strlen(now)) > WIDTH)
        left++; /* the names and values fill it, from one on that does not fit */
      else fputs(one, f), line += strlen(one);
    }
  if (left) fprintf(f, " and %u more", left);
  return others;
}

static char *expected(const wt_blk *b, int w) {
  static const char *const units[] = {"shfl", "lsu", "xu", "fpu", "dpu", "alu"};
  unsigned oldest = n_past > WT_RECENT_CYCLES ? n_past - WT_RECENT_CYCLES : 0, at = n_past - 1, events = 0, from = n_past;
  char *text = NULL, *none = NULL;
  size_t n = 0, n_none = 0;
  FILE *f = open_memstream(&text, &n), *nowhere = open_memstream(&none, &n_none);
  for (unsigned u = 0; u < 6; u++)
    for (unsigned k = n_past; !strcmp(units[u], b->stem) && k-- > oldest;)
      if (past[k].valid && past[k].unit == u && (w < 0 || past[k].warp == (unsigned)w)) {
        at = k;
        break;
      }
  fprintf(f, "\ninputs of wt_%s in cycle %u, both twins (hexadecimal; all others are 0):%s", b->stem, 500 + at, past[at].inputs);
  for (unsigned k = n_past; k-- > oldest + 1 && events < WT_RECENT_EVENTS;)
    if (event(nowhere, b, k)) events++, from = k;
  if (events) fprintf(f, "\nlast events of wt_%s (cycle, what had changed: old>new):", b->stem);
  else fprintf(f, "\nnothing of wt_%s changed in the %u cycles before", b->stem, n_past - oldest);
  for (unsigned k = from; k < n_past; k++) event(f, b, k);
  fclose(f), fclose(nowhere);
  free(none);
  return text;
}

static void ck_recent(wt_recent *kept, const wt_blk *b, unsigned inst, int w) {
  static char said[1 << 17];
  char *want = expected(b, w);
  wt_recent_text(kept, b->stem, inst, w, said, sizeof said);
  ck_assert_msg(!strcmp(said, want), "wt_%s, %u cycles, warp %d:%s\n--- is not ---%s", b->stem, n_past, w, said, want);
  free(want);
}

/* Cycles in which the block and what it sees change: `often` of a thousand elements in `busy` of a hundred cycles. */
static void follows(const char *stem, unsigned inst, unsigned often, unsigned busy, unsigned cycles) {
  const wt_blk *b = wt_blk_find(blks, stem);
  ck_assert_msg(b && inst < b->count, "%s", stem);
  wt_recent *kept = wt_recent_new(&S);
  for (unsigned c = 0; c < cycles; c++) {
    int still = rnd(100) >= busy;
    for (unsigned i = 0; !still && i < b->nrows; i++) {
      const wt_blk *of = b;
      const wt_row *row = &b->rows[i];
      if (row->kind == WT_ROW_IN) row = wt_row_signal(blks, row->drv, row->name, &of);
      if (row && row->kind == WT_ROW_MEM) continue;
      for (unsigned k = 0; row && k < of->count; k++) stir(of, row, k, often);
    }
    remember(b, inst);
    wt_recent_cycle(kept, m, 500 + c);
    if (c < 3 || c % 13 == 0 || c + 1 == cycles)
      for (int w = -1; w < 3; w++) ck_recent(kept, b, inst, w);
  }
  wt_recent_free(kept);
  forget();
}

static void begin(void) {
  open_words("small", "", "LDG.E.SYS R0, [R2]\nMOV R0, R1\nEXIT");
  blks = wt_blks_new(&S);
  past = calloc(CYCLES, sizeof *past);
  rng = 4711;
}
static void end(void) {
  wt_blks_free(blks);
  free(past);
  close_words();
}

START_TEST(what_a_block_saw_and_did) {
  static const char *const stems[] = {"alu", "ctabar", "fetch", "lsu", "shfl", "sched", "wb", "disp", "smem", "dispatch"};
  for (unsigned i = 0; i < sizeof stems / sizeof *stems; i++) {
    follows(stems[i], 0, 20, 10, CYCLES);
    follows(stems[i], 0, 3, 50, 30);
    follows(stems[i], 0, 300, 30, 10);
    follows(stems[i], 0, 0, 0, 3);
  }
}
END_TEST

/* Of an execution unit: what went into it last, and of this warp, which is seldom in the newest cycle. */
START_TEST(what_went_into_a_unit) {
  static const char *const units[] = {"shfl", "lsu", "xu", "fpu", "alu"};
  for (unsigned i = 0; i < sizeof units / sizeof *units; i++) follows(units[i], 0, 600, 80, 60);
}
END_TEST

/* Of several instances the one is told that is asked for; inputs from several are told apart. */
START_TEST(instances) {
  const wt_blk *b = wt_blk_find(blks, "rfbank");
  ck_assert(b && b->count > 2);
  follows("rfbank", 2, 200, 50, 20);
  follows("bankarb", 0, 30, 50, 20);
  follows("bankarb", 0, 500, 50, 5);
}
END_TEST

START_TEST(nothing_to_tell) {
  char said[100] = "x";
  wt_recent *kept = wt_recent_new(&S);
  wt_recent_text(kept, "alu", 0, -1, said, sizeof said);
  ck_assert_str_eq(said, ""); /* no cycle was kept */
  wt_recent_cycle(kept, m, 1);
  wt_recent_text(kept, "nothing", 0, -1, strcpy(said, "x"), sizeof said);
  ck_assert_str_eq(said, "");
  wt_recent_text(kept, "alu", wt_blk_find(blks, "alu")->count, -1, strcpy(said, "x"), sizeof said);
  ck_assert_str_eq(said, "");
  wt_recent_text(kept, "alu", 0, -1, said, 41); /* cut */
  ck_assert_str_eq(said, "\ninputs of wt_alu in cycle 1, both twins");
  wt_recent_free(kept);
  wt_recent_free(NULL);
}
END_TEST

START_TEST(without_memory_nothing_is_kept) {
  unsigned n = 0;
  wt_recent *kept;
  for (; before_it_fails = n, fails_once = 1, kept = wt_recent_new(&S), !fails_once; n++) ck_assert_ptr_null(kept);
  fails_once = 0;
  ck_assert(kept && n > 2);
  wt_recent_free(kept);
}
END_TEST

/* ---- the report ---- */

static const char *stem = "alu", *described, *assertion = "", *beside = "";
static unsigned instance;
static int known;
static void describe(const wt_twin *x, char *buf, size_t n) { (void)x, snprintf(buf, n, "%s", described); }
static int where(const wt_twin *x, const char **block, unsigned *inst) {
  (void)x, *block = stem, *inst = instance;
  return known ? 0 : -1;
}
static const char *failed(const wt_twin *x) { return (void)x, assertion; }
static void entry(const wt_twin *x, char *buf, size_t n) { (void)x, snprintf(buf, n, "%s", beside); }

static wt_twin_ops ops = {.describe = describe, .where = where, .failed = failed, .entry = entry};
static wt_machine x;
static wt_running u;
static wt_side side;
static void begin_report(void) {
  begin();
  x = (wt_machine){.ops = &ops, .m = m, .twin = (wt_twin *)&ops};
  side = (wt_side){.m = *m, .t = &t};
  u = (wt_running){.x = &x, .m = m, .L = &L, .t = &t, .sm = &side, .r = r};
  described = "block wt_x, state y: 1, 0", known = 1, stem = "alu", instance = 0, assertion = "", beside = "";
  t.tally.cycles = 42;
}
static void ck_report(int edge, int w, const char *want) {
  wt_difference_report(&u, "before the clock edge", edge, w);
  ck_assert_str_eq(words, want);
  ck_assert_int_eq(u.r.cause, WT_CAUSE_DIFF);
}
#define FIRST "FIRST DIFFERENCE  cycle 42 (before the clock edge), kernel k\nblock wt_x, state y: 1, 0"

START_TEST(where_it_is) {
  ck_report(0, -1, FIRST);
  ck_report(1, -1, FIRST "\nroot: wt_alu: its inputs agree in this cycle");
  known = 0;
  ck_report(1, -1, FIRST);
  assertion = "wt_alu: a";
  ck_report(1, -1, FIRST "\nat the same edge: wt_alu: a");
  known = 1, beside = "z=5";
  ck_report(0, -1, FIRST "\nat the same edge: wt_alu: a\nwt_alu holds of it (hexadecimal; the rest is 0): z=5");
}
END_TEST

START_TEST(whose_it_is) {
  ck_report(0, 5, FIRST "\nwarp 5: no warp runs in this slot");
  resident(5, 1, 2, 3, 4, 0);
  ck_report(0, 5, FIRST "\nwarp 5 (cta 1,2,3 warp 4): none of its paths runs");
  for (unsigned i = 0; i < 3; i++) t.hist[5][i] = (wt_issued){10 + i, 3, 16 * i};
  t.hist_n[5] = 2;
  ck_report(0, 5,
            FIRST "\nwarp 5 (cta 1,2,3 warp 4): none of its paths runs\nit issued last  0x0010  MOV R0, R1\n"
                  "last instructions of warp 5 (cycle, pc, active mask):\n        10  0x0000  00000003  LDG.E.SYS R0, [R2]\n"
                  "        11  0x0010  00000003  MOV R0, R1");
  t.hist[5][0].pc = 16 * 3, t.hist_n[5] = 1 + WT_HISTORY; /* an instruction that is none */
  wt_difference_report(&u, "x", 0, 5);
  ck_assert_ptr_nonnull(strstr(words, "\nit issued last  0x0030  ?\n"));
  t.resident = 0;
  ck_report(0, 5,
            FIRST
            "\nwarp 5: no warp runs in this slot\nlast instructions of warp 5 (cycle, pc, active mask):\n"
            "        11  0x0010  00000003  MOV R0, R1\n        12  0x0020  00000003  EXIT\n         0  0x0000  00000000  LDG.E.SYS R0, [R2]\n"
            "         0  0x0000  00000000  LDG.E.SYS R0, [R2]\n         0  0x0000  00000000  LDG.E.SYS R0, [R2]\n"
            "         0  0x0000  00000000  LDG.E.SYS R0, [R2]\n         0  0x0000  00000000  LDG.E.SYS R0, [R2]\n        10  0x0030  00000003  ?");
}
END_TEST

/* The instruction in a block that holds one, if it is valid. */
START_TEST(what_the_block_holds) {
  const wt_blk *b = NULL;
  for (unsigned i = 0; i < blks->n && !b; i++) { /* any that has both registers once */
    const wt_blk *c = &blks->blk[i];
    const wt_row *uop = c->chosen ? wt_row_state(c, "uop") : NULL, *valid = c->chosen ? wt_row_state(c, "valid") : NULL;
    if (uop && valid && uop->kind == WT_ROW_FF && uop->n == 1 && valid->n == 1 && valid->csize == 1 && valid->kind == WT_ROW_FF) b = c;
  }
  ck_assert_ptr_nonnull(b);
  uint8_t *valid = wt_row_ptr(m, b, wt_row_state(b, "valid"), 0);
  uop_put_pc(wt_row_ptr(m, b, wt_row_state(b, "uop"), 0), 0x10);
  stem = b->stem, *valid = 0;
  ck_report(0, -1, FIRST);
  *valid = 1;
  ck_report(0, -1, FIRST "\nit holds  0x0010  MOV R0, R1");
  known = 0;
  ck_report(0, -1, FIRST);
}
END_TEST

/* Of a launch whose file is known the line of the source as well. */
START_TEST(lines_of_the_source) {
  char err[300];
  static char image[1 << 17];
  struct wt_module *lines;
  wt_mem *other = wt_mem_new();
  FILE *f = fopen(WT_ROOT "/tests/isa/data/services.cubin", "rb");
  x.cubin_bytes = fread(image, 1, sizeof image, f), x.cubin = image;
  fclose(f);
  ck_assert_msg(wt_module_open_image(other, image, x.cubin_bytes, "services.cubin", &lines, err, sizeof err) == WT_OK, "%s", err);
  L.kernel = "plain";
  resident(5, 1, 2, 3, 4, 0);
  t.hist[5][0] = (wt_issued){10, 3, 0}, t.hist_n[5] = 1;
  wt_difference_report(&u, "x", 0, 5);
  ck_assert_msg(strstr(words, "\nit issued last  0x0000  LDG.E.SYS R0, [R2]  (services.cu:37)\n"), "%s", words);
  x.cubin_bytes = 10; /* no file */
  wt_difference_report(&u, "x", 0, 5);
  ck_assert_msg(strstr(words, "\nit issued last  0x0000  LDG.E.SYS R0, [R2]\n"), "%s", words);
  wt_module_close(lines);
  wt_mem_free(other);
}
END_TEST

START_TEST(the_block_in_a_repeated_stretch) {
  char said[4000] = "x", recent[4000];
  wt_difference_block(&u, -1, said, sizeof said);
  ck_assert_str_eq(said, ""); /* nothing was repeated */
  u.recent = wt_recent_new(&S);
  wt_recent_cycle(u.recent, m, 7);
  wt_recent_text(u.recent, "alu", 0, -1, recent, sizeof recent);
  wt_difference_block(&u, -1, said, sizeof said);
  ck_assert_str_eq(said, recent);
  *words = 0;
  ck_assert_int_eq(wt_difference_found(&u, 42, -1), WT_DIFF); /* by the process that had the cycles */
  ck_assert_str_eq(words, recent);
  u.own = (char[]){"alu/0 wb_n=3\n"};
  wt_difference_block(&u, -1, said, sizeof said);
  const char *own = "\nrows that differed already when the cycles that are shown began, and nobody had looked at since: alu/0 wb_n";
  ck_assert(!strncmp(said, own, strlen(own)) && !strcmp(said + strlen(own), recent));
  u.own = (char[]){"alu/0 wb_n=3\nalu/0 x=2\n"};
  wt_difference_block(&u, -1, said, sizeof said);
  ck_assert(!strncmp(said, own, strlen(own)) && !strncmp(said + strlen(own), " and more\ninputs of", 19));
  known = 0;
  wt_difference_block(&u, -1, said, sizeof said);
  ck_assert_str_eq(said, "");
  known = 1, x.twin = NULL;
  wt_difference_block(&u, -1, strcpy(said, "x"), sizeof said);
  ck_assert_str_eq(said, "");
  wt_recent_free(u.recent);
}
END_TEST

START_TEST(commands_for_files_that_are_there) {
  static const struct {
    const char *bundle, *wave, *says;
  } c[] = {{NULL, NULL, ""},
           {"m.wtck", NULL, "\nto see it again: warptwin replay m.wtck"},
           {NULL, "m.fst", "\nto look at it: gtkwave m.gtkw"},
           {"m.wtck", "a.b.fst", "\nto see it again: warptwin replay m.wtck\nto look at it: gtkwave a.b.gtkw"},
           {NULL, ".fst", ""},
           {NULL, "m.vcd", ""}};
  for (unsigned i = 0; i < sizeof c / sizeof *c; i++) {
    *words = 0;
    wt_difference_commands(&u.r, c[i].bundle, c[i].wave);
    ck_assert_str_eq(words, c[i].says);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("culprit_words");
  TCase *b = tcase_create("blocks"), *c = tcase_create("reports");
  tcase_set_timeout(b, 60);
  tcase_add_checked_fixture(b, begin, end);
  tcase_add_test(b, what_a_block_saw_and_did);
  tcase_add_test(b, what_went_into_a_unit);
  tcase_add_test(b, instances);
  tcase_add_test(b, nothing_to_tell);
  tcase_add_test(b, without_memory_nothing_is_kept);
  tcase_add_checked_fixture(c, begin_report, end);
  tcase_add_test(c, where_it_is);
  tcase_add_test(c, whose_it_is);
  tcase_add_test(c, what_the_block_holds);
  tcase_add_test(c, lines_of_the_source);
  tcase_add_test(c, the_block_in_a_repeated_stretch);
  tcase_add_test(c, commands_for_files_that_are_there);
  suite_add_tcase(s, b);
  suite_add_tcase(s, c);
  return suite_run(s);
}
