/* test_wt_stimuli.c - what the stimulus of each block drives. A bench compares two twins under it, so one that drives less than it did passes, too, and finds less. The
 * counts of every input are those of tests/golden/stimuli.md, UPDATE=1 renews them; and no input stands still that is
 * not in a list here. C twins alone.
 */
#include <string.h>

#include "bench/wt_bench_draw.h"
#include "tests/suite.h"

enum { CYCLES = 1500, LATE = 8192 /* of the last 1024 of these barriers have numbers */, SHAPES = 5, MOST_INPUTS = 160 };
typedef struct {
  const wt_row *row, *signal;
  const wt_blk *owner;
  unsigned changes; /* cycles in which it is another than before */
  unsigned long ones;
  uint32_t *now, *before, *was[2]; /* was[v]: bits that have been v */
  unsigned bits, words;
} input;

static wt_bench *b;
static wt_blks *blks;
static input in[MOST_INPUTS];
static unsigned n;

/* What tiny and small do not have: sub-warps; control codes, a cache and replays; packed beats. Modes by lot. */
static const char *const more[SHAPES][4] = {
  [2] = {"GROUPING=dwr"}, [3] = {"SCOREBOARD=codes", "L1_BYTES=1024", "REPLAY=replay"}, [4] = {"PACK=on", "WARP_SIZE=8", "LANES=2"}};
static void open_shape(const char *stem, unsigned shape) {
  char text[WT_BENCH_MOST][60], err[400];
  const char *set[WT_BENCH_MOST] = {NULL};
  unsigned own = 0;
  for (; more[shape][own]; own++) set[own] = more[shape][own];
  if ((!own || shape == 4) && !strcmp(stem, "l1d")) set[own++] = more[3][1]; /* without it the shape has no such block */
  const int fp64 = !strcmp(stem, "fp64");
  if (fp64 || !strcmp(stem, "share")) own = shape == 2 ? 0 : own, set[own++] = "SUBCORES=2"; /* nor has one with one sub-core, or sub-warps, these */
  if (fp64) set[own++] = "FP64_AT=sm";
  if (!strcmp(stem, "ctasched") && shape == 1) set[own++] = "SMS=3", set[own++] = "CTA_UNIT=policies"; /* whose turn it is */
  if (!strcmp(stem, "lcs") || (!strcmp(stem, "dispatch") && shape == 1)) set[own++] = "LCS=on", set[own++] = "SCHED=gto";
  if (!strcmp(stem, "ccws")) own = shape == 2 ? 0 : own, set[own++] = "CCWS=on", set[own++] = "L1_BYTES=1024";
  if (shape == 1 && (!strcmp(stem, "l1d") || !strcmp(stem, "sched") || !strcmp(stem, "ibuffer")))
    own = 0, set[own++] = "CCWS=on", set[own++] = "L1_BYTES=1024";
  if (!strcmp(stem, "pack") && shape < 4) own = shape == 2 ? 0 : own, set[own++] = "PACK=on", set[own++] = "WARP_SIZE=16", set[own++] = "LANES=4";
  const wt_rng r = {shape};
  if (shape >= 2) wt_bench_draw("tiny", 0, &r, text, set, own);
  b = wt_bench_open_model(stem, shape == 1 ? "small" : "tiny", set, 5, err, sizeof err);
  ck_assert_msg(b != NULL, "%s: %s", stem, err);
  ck_assert_int_eq(wt_bench_reset(b), 0);
}
static void bind(void) {
  n = 0;
  ck_assert_ptr_nonnull(blks = wt_blks_new(&b->shape));
  const wt_blk *blk = wt_blk_find(blks, b->fns->stem);
  for (unsigned r = 0; r < blk->nrows; r++) {
    if (blk->rows[r].kind != WT_ROW_IN) continue;
    ck_assert_uint_lt(n, MOST_INPUTS);
    input *i = &in[n++];
    *i = (input){.row = &blk->rows[r]};
    i->signal = wt_row_signal(blks, i->row->drv, i->row->name, &i->owner);
    i->bits = i->signal->elemw * i->signal->n, i->words = (i->bits + 31) / 32;
    i->now = calloc(4 * (size_t)i->words, sizeof *i->now), i->before = i->now + i->words;
    i->was[0] = i->before + i->words, i->was[1] = i->was[0] + i->words;
  }
}
static void watch(void *ctx, const wt_bench *bench) {
  (void)ctx;
  for (input *i = in; i < in + n; i++) {
    memset(i->now, 0, i->words * sizeof *i->now);
    wt_row_pack(i->signal, wt_row_ptr(bench->m, i->owner, i->signal, 0), i->now);
    i->changes += memcmp(i->now, i->before, i->words * sizeof *i->now) != 0;
    for (unsigned k = 0; k < i->words; k++)
      i->ones += (unsigned)__builtin_popcount(i->now[k]), i->was[0][k] |= ~i->now[k], i->was[1][k] |= i->now[k], i->before[k] = i->now[k];
  }
}
static unsigned both(const input *i) {
  unsigned k = 0;
  for (unsigned bit = 0; bit < i->bits; bit++) k += i->was[0][bit / 32] >> bit % 32 & i->was[1][bit / 32] >> bit % 32 & 1;
  return k;
}

/* Inputs that no stimulus moves in these cycles: what the block makes of them is its own suite's matter. Constants of a launch (cfg) may stand still. */
static const char *const still[] = {"coalesce l1d_ready",
                                    "sb_codes ibuffer_head_src",
                                    "sb_codes ibuffer_head_ctl",
                                    "sco pst_rel_row",
                                    "disp xu_ready",
                                    "disp fpu_ready",
                                    "disp dpu_ready",
                                    "pack sched_sync"};
static void moves(const char *stem, const input *i, int moved) {
  char name[100];
  int listed = 0;
  if (!strcmp(i->row->drv, "cfg") || i->owner->outside == WT_WIRED) return;
  if (wt_blk_silent(i->owner)) return; /* the shape has no such block */
  snprintf(name, sizeof name, "%s %s_%s", stem, i->row->drv, i->row->name);
  for (size_t k = 0; k < sizeof still / sizeof *still; k++) listed |= !strcmp(name, still[k]);
  ck_assert_msg(listed == !moved, "%s %s", name, moved ? "moves, and is in the list of those that do not" : "stands still");
}

/* The rows of the table for a block. */
static void table_of(FILE *f, const char *stem) {
  char cells[MOST_INPUTS][SHAPES][60];
  int moved[MOST_INPUTS] = {0};
  for (unsigned shape = 0; shape < SHAPES; shape++) {
    open_shape(stem, shape);
    bind();
    b->on_settled = watch;
    ck_assert_msg(wt_bench_random(b, strcmp(stem, "ctabar") ? CYCLES : LATE) == 0, "%s: %s", stem, b->report);
    for (unsigned i = 0; i < n; i++) {
      snprintf(cells[i][shape], sizeof cells[i][shape], "%u, %lu, %u of %u", in[i].changes, in[i].ones, both(&in[i]), in[i].bits);
      moved[i] |= in[i].changes > 1;
      free(in[i].now);
    }
    if (shape < SHAPES - 1) wt_blks_free(blks), wt_bench_close(b);
  }
  for (unsigned i = 0; i < n; i++) {
    moves(stem, &in[i], moved[i]);
    fprintf(f, "| %s | %s_%s", stem, in[i].row->drv, in[i].row->name);
    for (unsigned shape = 0; shape < SHAPES; shape++)
      fprintf(f, " | %s", shape && !strcmp(cells[i][shape], cells[i][0]) ? "as tiny" : cells[i][shape]);
    fprintf(f, " |\n");
  }
  wt_blks_free(blks), wt_bench_close(b);
}

static const char golden[] = WT_ROOT "/tests/golden/stimuli.md";
static const char head[] =
  "| block | input | tiny | small | tiny, sub-warps | tiny, control codes, cache and replays | tiny, packed beats |\n|---|---|---|---|---|---|---|\n";
START_TEST(inputs_are_driven_as_the_table_says) {
  char *text = NULL, line[400], want[400];
  size_t size;
  FILE *f = open_memstream(&text, &size), *table;
  fputs(head, f);
  for (const wt_block_fns *k = wt_block_table; k->stem; k++)
    if (k->stim) table_of(f, k->stem);
  fclose(f);
  if (getenv("UPDATE")) {
    ck_assert_ptr_nonnull(table = fopen(golden, "w"));
    fputs(text, table), fclose(table), free(text);
    return;
  }
  ck_assert_ptr_nonnull(table = fopen(golden, "r"));
  ck_assert_ptr_nonnull(f = fmemopen(text, size, "r"));
  while (fgets(line, sizeof line, f)) {
    const char *has = fgets(want, sizeof want, table);
    ck_assert_msg(has && !strcmp(line, want), "now, and as the table has it; UPDATE=1 renews it when the stimulus is meant to be another:\n%s%s",
                  line, has ? want : "nothing\n");
  }
  ck_assert_ptr_null(fgets(want, sizeof want, table));
  fclose(f), fclose(table), free(text);
}
END_TEST

/* With one collector there is no other one that anything is for. */
static void only_the_first(void *ctx, const wt_bench *bench) {
  (void)ctx;
  ck_assert_msg(!bench->m->subcore->disp.o.alloc_idx && !bench->m->subcore->disp.o.idx, "cycle %u", (unsigned)bench->cycle);
}
START_TEST(one_collector_is_the_only_one) {
  static const char *const one[] = {"COLLECTORS=1", NULL};
  char err[400];
  b = wt_bench_open_model("collector", "tiny", one, 5, err, sizeof err);
  ck_assert_msg(b != NULL, "%s", err);
  ck_assert_int_eq(wt_bench_reset(b), 0);
  b->on_settled = only_the_first;
  ck_assert_msg(wt_bench_random(b, CYCLES) == 0, "%s", b->report);
  wt_bench_close(b);
}
END_TEST

int main(void) {
  Suite *s = suite_create("stimuli");
  TCase *t = tcase_create("stimuli");
  tcase_set_timeout(t, 300);
  tcase_add_test(t, inputs_are_driven_as_the_table_says);
  tcase_add_test(t, one_collector_is_the_only_one);
  suite_add_tcase(s, t);
  return suite_run(s);
}
