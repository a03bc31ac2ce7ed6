/* test_wt_wave_values.c - every variable of a wave in every cycle (docs/user/waves.md): what a file must hold is worked out here from the rows of the machine, cycle by
 * cycle while the launch runs, and read back from the file: of all warps and of one, of the C twin alone and of both.
 */
#include <stdarg.h>

#include "wave_kit.h"

enum { CYCLES = 260, FIRST = 40, WIDEST = 64 };

/* ---- what must be there ---- */

/* A variable: bits lo to lo + w - 1 of a row (MEM: of its row `at`), or of a memory's row that a port wrote last. */
typedef struct {
  char name[160];
  const wt_blk *b;
  const wt_row *row;
  unsigned inst, at, lo, w;
  int port; /* -1: none */
  uint64_t is[CYCLES], shown;
  int there, got; /* got: values that were read */
} want;
static want *wants;
static unsigned n_wants;
static wt_blks *blks, *more; /* more: with twice the warps */
static wt_shape twice;
static int sm, only; /* SM and warp slot of it that are asked for; -1: all */
static uint64_t cycles;

static uint64_t fnv(uint64_t h, uint64_t x) { return (h ^ x) * UINT64_C(1099511628211) + 1; }
static want *wanted(const wt_blk *b, const wt_row *r, unsigned inst, const char *name) {
  if (!(n_wants & (n_wants - 1))) wants = realloc(wants, (n_wants ? 2 * n_wants : 1) * sizeof *wants);
  want *x = &wants[n_wants++];
  *x = (want){.b = b, .row = r, .inst = inst, .w = r->elemw, .port = -1};
  char scope[60] = "";
  snprintf(scope, sizeof scope, b->count > 1 ? "%s[%u]" : "%s", b->stem, inst);
  snprintf(x->name, sizeof x->name, "%s.%s.%s", b->outside ? "in" : "model", scope, name);
  return x;
}
static void width(want *x) {
  size_t k = strlen(x->name);
  if (x->w > 1) snprintf(x->name + k, sizeof x->name - k, " [%u:0]", x->w - 1);
}
/* What grows with the warps is theirs: so much a warp; 0: nothing. */
static unsigned of_a_warp(unsigned here, unsigned there, unsigned warps) { return here % warps == 0 && there == 2 * here ? here / warps : 0; }

/* mine: number of the warp that is asked for among those of the instance, -1: all are. */
static void of_row(const wt_blk *b, const wt_row *r, const wt_row *o, unsigned inst, unsigned warps, int mine, unsigned rpw) {
  char base[80], name[120];
  int q = 0;
  for (unsigned i = 0; i < b->nrows; i++) q |= r->kind != WT_ROW_OUT && b->rows[i].kind == WT_ROW_OUT && !strcmp(b->rows[i].name, r->name);
  snprintf(base, sizeof base, "%s%s", r->name, q ? "_q" : "");
  if (r->kind == WT_ROW_MEM) {
    unsigned own = of_a_warp(r->depth, o->depth, warps), from = 0, to = r->depth;
    int whole = own || r->elemw * r->depth <= 16384;
    if (own && mine >= 0) from = (unsigned)mine * own, to = from + own;
    if (!whole && mine >= 0 && !strcmp(b->stem, "rfbank")) from = (unsigned)mine * rpw, to = from + rpw, whole = 1;
    for (unsigned k = from; whole && k < to; k++) {
      snprintf(name, sizeof name, own > 1 ? "%s[%u][%u]" : "%s[%u]", base, own > 1 ? k / own : k, k % (own ? own : 1));
      want *x = wanted(b, r, inst, name);
      x->at = k, width(x);
    }
    for (unsigned p = 0; !whole && p < r->ports; p++) {
      snprintf(name, sizeof name, r->ports > 1 ? "%s_written[%u]" : "%s_written", r->name, p);
      want *x = wanted(b, r, inst, name);
      x->port = (int)p, width(x);
    }
    return;
  }
  unsigned each = of_a_warp(r->n, o->n, warps), bits = r->n == 1 && !each ? of_a_warp(r->elemw, o->elemw, warps) : 0;
  if (mine >= 0 && bits) {
    snprintf(name, sizeof name, "%s[%d]", base, mine);
    want *x = wanted(b, r, inst, name);
    x->lo = (unsigned)mine * bits, x->w = bits, width(x);
    return;
  }
  unsigned from = mine >= 0 && each ? (unsigned)mine * each : 0, to = mine >= 0 && each ? from + each : r->n;
  for (unsigned e = from; e < to; e++) {
    snprintf(name, sizeof name, r->n > 1 ? "%s[%u]" : "%s", base, e);
    want *x = wanted(b, r, inst, name);
    x->lo = e * r->elemw, width(x);
  }
}
static void work_out(wt_m *m) {
  char set[40], err[300];
  n_wants = 0, cycles = 0;
  blks = wt_blks_new(m->S), twice = *m->S;
  snprintf(set, sizeof set, "WARPS=%u", 2 * twice.SM_SLOTS);
  ck_assert_msg(!wt_shape_set(&twice, set, err, sizeof err) && !wt_shape_check(&twice, err, sizeof err), "%s", err);
  more = wt_blks_new(&twice);
  for (unsigned k = 0; k < blks->n; k++) {
    const wt_blk *b = &blks->blk[k];
    for (unsigned inst = 0; b->outside != WT_WIRED && (b->chosen || b->outside) && inst < b->count; inst++) {
      const int in = wt_blk_sm(b, inst), subcore = wt_blk_subcore(b, inst), n = (int)m->S->SUBCORES;
      if (sm >= 0 && in >= 0 && in != sm) continue;
      if (only >= 0 && subcore >= 0 && subcore != only % n) continue;
      const int mine = only >= 0 && subcore >= 0 ? only / n : only;
      for (unsigned r = 0; r < b->nrows; r++)
        if (b->rows[r].kind == WT_ROW_OUT || b->rows[r].kind == WT_ROW_FF || b->rows[r].kind == WT_ROW_MEM)
          of_row(b, &b->rows[r], &more->blk[k].rows[r], inst, subcore < 0 ? m->S->SM_SLOTS : m->S->SLOTS, mine, m->gpu->cfg.rpw);
    }
  }
}
/* In a cycle, before it is written to the file: of each its bits, as one number. */
static void remember(wt_m *m, int rtl) {
  static uint32_t words[4096];
  for (unsigned i = 0; i < n_wants; i++) {
    want *x = &wants[i];
    char *at = wt_row_ptr(m, x->b, x->row, x->inst);
    const wt_mlog *g = x->port >= 0 ? wt_row_log(m, x->b, x->row, x->inst) : NULL;
    if (g && !rtl && (unsigned)x->port < g->n) x->at = g->row[x->port];
    memset(words, 0, (x->row->elemw * x->row->n + 31) / 32 * 4 + 8);
    if (x->row->kind == WT_ROW_MEM) memcpy(words, at + x->at * wt_row_stride(x->row), wt_row_stride(x->row));
    else wt_row_pack(x->row, at, words);
    uint64_t h = 0;
    for (unsigned k = 0; k < x->w; k++) h = fnv(h, words[(x->lo + k) / 32] >> (x->lo + k) % 32 & 1);
    x->is[cycles] = h;
  }
  cycles++;
}

/* ---- the writer, with what is worked out beside it ---- */

static wt_m *machine;
static wt_twin *both;
/* What the RTL's ports show in a settled cycle is in the memory in the next one; of the C twin alone its own list says it. */
static unsigned bits_at(const uint8_t *p, unsigned lo, unsigned n) {
  unsigned v = 0;
  for (unsigned k = 0; k < n; k++) v |= (unsigned)(p[(lo + k) / 8] >> (lo + k) % 8 & 1) << k;
  return v;
}
static void follow(void) {
  for (unsigned i = 0; both && i < n_wants; i++) {
    want *x = &wants[i];
    const wt_bind *b = x->port >= 0 ? wt_ls_find(&both->ls, x->b->stem, x->inst, x->row->name) : NULL;
    if (b && bits_at(b->we, (unsigned)x->port, 1)) x->at = bits_at(b->wa, (unsigned)x->port * b->wa_w, b->wa_w);
  }
}
static wt_wave *tee_open(const char *path, wt_m *m, wt_twin *t, int warp, char *err, size_t errn) {
  const int slots = (int)m->S->SM_SLOTS;
  machine = m, both = t;
  sm = warp >= 0 ? warp / slots : warp == -1 ? -1 : -2 - warp, only = warp >= 0 ? warp % slots : -1;
  work_out(m);
  return wt_wave_fst.open(path, m, t, warp, err, errn);
}
static void tee_cycle(wt_wave *w, uint64_t cycle) {
  ck_assert_uint_eq(cycle, FIRST + cycles);
  remember(machine, both != NULL);
  wt_wave_fst.cycle(w, cycle);
  follow();
}
static void tee_edge(wt_wave *w, uint64_t cycle) { wt_wave_fst.edge(w, cycle); }
static int tee_close(wt_wave *w, char *err, size_t errn) { return wt_wave_fst.close(w, err, errn); }
static const wt_wave_ops tee = {tee_open, tee_cycle, tee_edge, NULL, tee_close};

/* ---- what is there ---- */

static want *by_handle[MAX_VARS + 1];
static fstHandle clk;
static uint64_t now; /* the time that is being read */
static unsigned xors, off;
static want *off_one;
static uint64_t off_at;

static void all_are(uint64_t time) { /* at the end of it */
  ck_assert_msg(time % 10 == 0 || time % 10 == 5, "%llu", (unsigned long long)time);
  for (unsigned i = 0; i < n_wants && time % 10 == 0; i++) {
    want *x = &wants[i];
    if (x->there && x->shown != x->is[time / 10 - FIRST] && !off++) off_one = x, off_at = time / 10;
  }
}
static void value_is(void *ctx, uint64_t time, fstHandle h, const unsigned char *value) {
  (void)ctx;
  if (time != now && now != UINT64_MAX) all_are(now);
  now = time;
  if (h == clk) ck_assert_int_eq(*value, time % 10 ? '0' : '1');
  else ck_assert_msg(time % 10 == 0, "%s", vars[h].name);
  if (!strncmp(vars[h].name, "xor.", 4)) xors += strchr((const char *)value, '1') != NULL;
  want *x = by_handle[h];
  if (!x) return;
  size_t n = strlen((const char *)value);
  ck_assert_uint_eq(n, x->w);
  const uint64_t before = x->shown;
  x->shown = 0;
  for (size_t k = n; k-- > 0;) x->shown = fnv(x->shown, value[k] == '1');
  ck_assert_msg(!x->got++ || x->shown != before, "%s is written again in cycle %llu", vars[h].name, (unsigned long long)time / 10);
}
static void text_is(void *ctx, uint64_t time, fstHandle h, const unsigned char *value, uint32_t len) {
  (void)ctx, (void)time, (void)h, (void)value, (void)len;
}

/* Those of one side; each that must be there is, and nothing else but texts, ports of the RTL's memories, and groups of warps. */
static void ck_side(const char *side) {
  unsigned known = 0, there = 0;
  memset(by_handle, 0, sizeof by_handle);
  for (unsigned i = 0; i < n_wants; i++) wants[i].there = wants[i].got = 0, wants[i].shown = 0;
  for (fstHandle h = 1; h <= n_vars; h++) {
    const char *name = vars[h].name, *dot = strchr(name, '.');
    if (!strcmp(name, "clk")) clk = h;
    if (!dot || vars[h].text || (strncmp(name, side, strlen(side)) && strncmp(name, "in.", 3)) || strstr(name, "_we") || strstr(name, "_wa"))
      continue;
    known++;
  }
  for (unsigned i = 0; i < n_wants; i++) {
    want *x = &wants[i];
    char name[200];
    snprintf(name, sizeof name, "%s%s", x->b->outside ? "" : side, x->b->outside ? x->name : x->name + strlen("model."));
    for (fstHandle h = 1; h <= n_vars && !x->there; h++)
      if (!strcmp(vars[h].name, name)) {
        by_handle[h] = x, x->there = 1;
        ck_assert_msg(vars[h].wire == (x->row->kind == WT_ROW_OUT), "%s", name);
      }
    ck_assert_msg(x->there, "%s is not in the file", name);
    there += !strstr(name, "_we") && !strstr(name, "_wa");
  }
  ck_assert_msg(known == there, "%s: %u of %u variables are known", side, there, known);
  now = UINT64_MAX, xors = off = 0;
  void *r = fstReaderOpen(file);
  fstReaderSetFacProcessMaskAll(r);
  fstReaderIterBlocks2(r, value_is, text_is, NULL, NULL);
  all_are(now);
  fstReaderClose(r);
  ck_assert_msg(!off, "%s: %u values are others, first that of %s in cycle %llu", side, off, off_one->name, (unsigned long long)off_at);
  ck_assert_uint_eq(xors, 0);
}
/* ---- the save file of GTKWave ---- */

static char expected[1 << 16];
static void put(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *fmt, ...) {
  size_t n = strlen(expected);
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(expected + n, sizeof expected - n, fmt, ap);
  va_end(ap);
}
static void warp_shown(unsigned w, int rtl, const wt_shape *S) {
  static const char *const sides[] = {"rtl", "model"};
  char of[24] = "", words[24] = "", at[60];
  if (S->SMS > 1) snprintf(of, sizeof of, "sm[%d].", sm < 0 ? 0 : sm), snprintf(words, sizeof words, "SM %d ", sm < 0 ? 0 : sm);
  snprintf(at, sizeof at, "%swarp[%u]", of, w);
  put("@800200\n-%swarp %u\n@100000028\n+{%swarp %u why} %s.why[3:0]\n@820\n+{%swarp %u paths} %s.paths\n", words, w, words, w, at, words, w, at);
  for (int s = !rtl; s < 2; s++)
    put("@28\n+{%s issues} %s.%s.issues\n@22\n+{%s pc} %s.%s.pc[31:0]\n@820\n+{%s insn} %s.%s.insn\n"
        "@22\n+{%s mask} %s.%s.mask[%u:0]\n@22\n+{%s collectors} %s.%s.collectors[%u:0]\n",
        sides[s], at, sides[s], sides[s], at, sides[s], sides[s], at, sides[s], sides[s], at, sides[s], S->SLOT_LANES - 1, sides[s], at, sides[s],
        S->COLLECTORS - 1);
  put("@1000200\n-%swarp %u\n", words, w);
}
/* "[2]" of a block of which there are several. */
static void place(unsigned at, unsigned of, char *buf) {
  *buf = 0;
  if (of > 1) snprintf(buf, 16, "[%u]", at);
}
static void row_shown(const char *block, const char *number, const char *row, unsigned bits, const char *flags, int rtl) {
  static const char *const sides[] = {"rtl", "model", "xor"};
  char width[8] = "";
  if (bits > 1) snprintf(width, sizeof width, "[%u:0]", bits - 1);
  for (int s = rtl ? 0 : 1; s < (rtl ? 3 : 2); s++)
    put("@%s\n+{%s %s%s %s%s} %s.%s%s.%s%s\n", s == 2 && strlen(flags) > 2 ? "22" : flags, sides[s], block, number, row, width, sides[s], block,
        number, row, width);
}
static unsigned bits_for(unsigned n) { return n > 1 ? 32u - (unsigned)__builtin_clz(n - 1) : 1; }
/* The first warps, or the one that was asked for, and what the machine issues and works on, of several SMs and sub-cores those asked for or the first;
 * no marker, for nothing went wrong. */
static void ck_save(int rtl, const wt_shape *S) {
  static char got[1 << 16];
  char here[16], lsu[16];
  place((sm < 0 ? 0 : (unsigned)sm) * S->SUBCORES + (only < 0 ? 0 : (unsigned)only % S->SUBCORES), S->SMS * S->SUBCORES, here);
  place(sm < 0 ? 0 : (unsigned)sm, S->SMS, lsu);
  *expected = 0;
  put("[*] warptwin: signals of a wave: gtkwave %s\n[dumpfile] \"%s\"\n[timestart] %d\n[size] 1500 900\n[pos] -1 -1\n*-5.500000 -1", save, file,
      FIRST * 10);
  for (int i = 0; i < 26; i++) put(" -1");
  put("\n[sst_width] 220\n[signals_width] 340\n[sst_expanded] 1\n@28\nclk\n");
  for (unsigned w = 0; w < S->SM_SLOTS; w++)
    if (only < 0 ? w < 4 : w == (unsigned)only) warp_shown(w, rtl, S);
  put("@800200\n-machine\n");
  row_shown("sched", here, "sel_valid", 1, "28", rtl), row_shown("sched", here, "sel_warp", bits_for(S->SLOTS), "22", rtl);
  row_shown("hanoi_yr", here, "state", 4, "100000028", rtl), row_shown("hanoi_yr", here, "at_warp", bits_for(S->SLOTS), "22", rtl);
  row_shown("hanoi_yr", here, "mask", 32, "22", rtl);
  row_shown("lsu", lsu, "state", 3, "100000028", rtl), row_shown("lsu", lsu, "warp", bits_for(S->SM_SLOTS), "22", rtl);
  put("@820\n+{decode uop_text} model.decode%s.uop_text\n@820\n+{ibuffer uop_text} model.ibuffer%s.uop_text\n"
      "@820\n+{disp uop_text} model.disp%s.uop_text\n@1000200\n-machine\n[pattern_trace] 1\n[pattern_trace] 0\n",
      here, here, here);
  FILE *f = fopen(save, "r");
  ck_assert_ptr_nonnull(f);
  got[fread(got, 1, sizeof got - 1, f)] = 0;
  fclose(f);
  ck_assert_str_eq(got, expected);
}

static void ck_values(wt_backend backend, const char *const *set, int warp) {
  wt_session *s = open_shape(backend, set);
  s->x.waves = &tee;
  wt_set_wave(s, file, FIRST, FIRST + CYCLES - 1, warp);
  ck_assert_msg(vecadd(s, 300) == WT_OK, "%s", wt_error(s));
  ck_assert_uint_eq(cycles, CYCLES);
  load(file);
  ck_assert_uint_gt(n_wants, 300);
  ck_assert(first_time == FIRST * 10 && last_time == (FIRST + CYCLES - 1) * 10 + 5);
  ck_side("model.");
  if (backend == WT_BACKEND_COSIM) ck_side("rtl.");
  ck_save(backend == WT_BACKEND_COSIM, &s->shape);
  wt_blks_free(blks), wt_blks_free(more), free(wants), wants = NULL;
  wt_session_close(s);
}

START_TEST(of_the_c_twin) { ck_values(WT_BACKEND_C, NULL, -1); }
END_TEST
START_TEST(of_one_warp) { ck_values(WT_BACKEND_C, NULL, _i ? 0 : 3); }
END_TEST
/* Of several SMs and sub-cores all, one SM, one warp. */
START_TEST(of_several) {
  static const char *const sets[] = {"SMS=2", "SUBCORES=2", NULL};
  static const int which[] = {-1, -2, -2 - 1, 8 + 5, 8, 0};
  ck_values(WT_BACKEND_C, sets, which[_i]);
}
END_TEST
START_TEST(of_both_twins) { ck_values(WT_BACKEND_COSIM, NULL, -1); }
END_TEST

int main(void) {
  Suite *s = suite_create("wave_values");
  TCase *t = tcase_create("wave_values");
  tcase_set_timeout(t, 600);
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, of_the_c_twin);
  tcase_add_loop_test(t, of_one_warp, 0, 2);
  tcase_add_loop_test(t, of_several, 0, 6);
  tcase_add_test(t, of_both_twins);
  suite_add_tcase(s, t);
  return suite_run(s);
}
