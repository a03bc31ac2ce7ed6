/* test_wt_rowset.c - the rows of the blocks and the machine that they lie in, as cmodel/state/wt_rows.h and wt_bits.h promise: bits in words and elements beside a bit at a time,
 * what is added to a block, where instances lie, memories, the reset, and nothing kept when there is no memory.
 */
#define FAILS_REALLOC
#include <string.h>

#include "spec/wt_paths.h"
#include "state/wt_rows.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"

static uint64_t state;
static uint64_t lot(void) { return state = state * 6364136223846793005u + 1442695040888963407u, state ^ state >> 29; }

/* ---- bits ---- */

static unsigned bit_of(const uint32_t *x, unsigned i) { return x[i / 32] >> i % 32 & 1; }
START_TEST(words_bit_by_bit) {
  for (unsigned lsb = 0; lsb < 70; lsb++)
    for (unsigned n = 0; n <= 64; n++) {
      uint32_t x[6], was[6], from[3];
      for (int i = 0; i < 6; i++) was[i] = x[i] = (uint32_t)lot();
      const uint64_t v = lot();
      uint64_t got = wt_words_get(x, lsb, n);
      for (unsigned i = 0; i < 64; i++) ck_assert_uint_eq(got >> i & 1, i < n ? bit_of(x, lsb + i) : 0);
      wt_words_put(x, lsb, n, v);
      for (unsigned i = 0; i < 6 * 32; i++) ck_assert_uint_eq(bit_of(x, i), i >= lsb && i < lsb + n ? v >> (i - lsb) & 1 : bit_of(was, i));
      memcpy(x, was, sizeof x);
      for (int i = 0; i < 3; i++) from[i] = (uint32_t)lot();
      wt_words_copy(x, lsb, n + 20, from);
      for (unsigned i = 0; i < 6 * 32; i++) ck_assert_uint_eq(bit_of(x, i), i >= lsb && i < lsb + n + 20 ? bit_of(from, i - lsb) : bit_of(was, i));
    }
}
END_TEST
START_TEST(sets_slot_by_slot) {
  for (unsigned n = 0; n <= 70; n++) {
    ck_assert_uint_eq(wt_mask64(n), n >= 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1);
    for (unsigned w = 0; w < 8 * sizeof(wt_warps); w++) ck_assert_uint_eq((unsigned)(wt_warps_upto(n) >> w & 1), w < n);
  }
  for (unsigned k = 0; k < 2000; k++) {
    const uint64_t v = lot() & lot() & (k % 2 ? lot() : UINT64_MAX);
    unsigned count = 0, first = 64;
    for (unsigned i = 64; i--;)
      if (v >> i & 1) count++, first = i;
    ck_assert_uint_eq(wt_popcount(v), count);
    ck_assert_uint_eq(wt_warps_count(v), count);
    if (!v) continue;
    ck_assert_uint_eq(wt_lowest(v), first);
    ck_assert_uint_eq(wt_warps_first(v), first);
    for (unsigned at = 0; at < 64; at++) {
      unsigned w = (at + 1) % 64;
      while (!(v >> w & 1)) w = (w + 1) % 64;
      ck_assert_uint_eq(wt_warps_after(v, at), w);
    }
  }
  ck_assert_uint_eq(wt_popcount(UINT64_MAX), 64);
  ck_assert(wt_warps_half(UINT64_C(0xfedcba9876543210), 0) == UINT64_C(0xfedcba9876543210));
  for (unsigned w = 0; w < 9; w++) { /* four warps of eight lanes in one of 32 */
    ck_assert_uint_eq(wt_place(0, 4, w), 0);
    ck_assert_uint_eq(wt_place(1, 4, w), w % 4 * 8);
    ck_assert_uint_eq(wt_place(1, 1, w), 0);
  }
}
END_TEST

static const unsigned sizes[] = {1, 2, 4, 8};
static uint64_t element(const uint8_t *c, unsigned size, unsigned i) {
  uint64_t v = 0;
  memcpy(&v, c + (size_t)i * size, size);
  return v;
}
START_TEST(elements_bit_by_bit) {
  uint8_t c[8 * 70], back[8 * 70 + 8];
  uint32_t words[2 * 70 + 2];
  for (int k = 0; k < 4; k++)
    for (unsigned w = 1; w <= 8 * sizes[k]; w++)
      for (unsigned n = 1; n < 70; n += n < 20 ? 1 : 7) {
        const wt_row r = {.kind = WT_ROW_FF, .csize = sizes[k], .elemw = w, .n = n};
        const unsigned used = (w * n + 31) / 32;
        for (size_t i = 0; i < sizeof c; i++) c[i] = (uint8_t)lot();
        memset(words, 0xee, sizeof words);
        wt_row_pack(&r, c, words);
        if (sizes[k] != 4 || w != 32) /* bits above its width do not count */
          for (unsigned i = 0; i < n; i++)
            for (unsigned b = 0; b < w; b++)
              ck_assert_msg(bit_of(words, i * w + b) == (element(c, sizes[k], i) >> b & 1), "%u of %u", w, 8 * sizes[k]);
        for (unsigned b = n * w; b < used * 32; b++) ck_assert_uint_eq(bit_of(words, b), 0);
        for (unsigned i = used; i < sizeof words / sizeof *words; i++) ck_assert_uint_eq(words[i], 0xeeeeeeee);
        memset(back, 0x55, sizeof back);
        wt_row_unpack(&r, back, words);
        for (unsigned i = 0; i < n; i++) ck_assert_uint_eq(element(back, sizes[k], i), element(c, sizes[k], i) & wt_mask64(w));
        for (size_t i = (size_t)n * sizes[k]; i < sizeof back; i++) ck_assert_uint_eq(back[i], 0x55);
        ck_assert_uint_eq(wt_row_bits(&r), w * n);
        ck_assert_uint_eq(wt_row_stride(&r), sizes[k]);
        ck_assert_uint_eq(wt_row_value_bytes(&r), sizes[k] * n);
        ck_assert_uint_eq(wt_row_bytes(&r), sizes[k] * n);
      }
}
END_TEST
/* Wide rows are words; of a memory each row is. */
START_TEST(wide_rows_are_words) {
  uint32_t c[4] = {1, 2, 3, 4}, words[4] = {9, 9, 9, 9}, back[4] = {8, 8, 8, 8};
  const wt_row r = {.kind = WT_ROW_MEM, .elemw = 65, .n = 1, .depth = 7}, full = {.kind = WT_ROW_FF, .csize = 4, .elemw = 32, .n = 2};
  wt_row_pack(&r, c, words), wt_row_unpack(&r, back, words);
  ck_assert(words[0] == 1 && words[1] == 2 && words[2] == 3 && words[3] == 9);
  ck_assert(back[0] == 1 && back[1] == 2 && back[2] == 3 && back[3] == 8);
  ck_assert_uint_eq(wt_row_bits(&r), 65 * 7);
  ck_assert_uint_eq(wt_row_stride(&r), 12);
  ck_assert_uint_eq(wt_row_value_bytes(&r), 12);
  ck_assert_uint_eq(wt_row_bytes(&r), 84);
  words[2] = 9;
  wt_row_pack(&full, c + 2, words), wt_row_unpack(&full, back, c + 2);
  ck_assert(words[0] == 3 && words[1] == 4 && words[2] == 9 && back[0] == 3 && back[1] == 4 && back[2] == 3);
  const wt_row exact = {.kind = WT_ROW_FF, .elemw = 64, .n = 1};
  ck_assert_uint_eq(wt_row_stride(&exact), 8);
  ck_assert_uint_eq(wt_row_value_bytes(&exact), 8);
}
END_TEST

/* ---- what is added to a block ---- */

static wt_blk blk;
static void row(enum wt_row_kind k, const char *name, size_t off) { wt_row_add(&blk, k, name, 1, 1, 1, 2, 1, 1, off, 5, "w", "n", "d"); }
static const wt_row *named(const char *name, enum wt_row_kind kind) {
  for (unsigned i = 0; i < blk.nrows; i++)
    if (!strcmp(blk.rows[i].name, name) && blk.rows[i].kind == kind) return &blk.rows[i];
  ck_abort_msg("no row %s", name);
}
static void begin(void) {
  memset(&blk, 0xee, sizeof blk);
  wt_blk_init(&blk, "stem", "drv", "group", "u_%u.u_%u.u_%u", 1, 0);
  row(WT_ROW_OUT, "a", 1), row(WT_ROW_OUTQ, "shown", 2), row(WT_ROW_FF, "kept", 2), row(WT_ROW_FF, "a", 3), row(WT_ROW_MEM, "mem", 8);
  wt_row_addi(&blk, "other", "a", 1, 24);
}
static void end(void) { free(blk.rows), free(blk.sizes); }
START_TEST(rows_that_are_added) {
  begin();
  ck_assert(!strcmp(blk.stem, "stem") && !strcmp(blk.drv, "drv") && !strcmp(blk.group, "group") && blk.chosen && !blk.outside && blk.count == 1);
  ck_assert_uint_eq(blk.nrows, 6);
  wt_row_add(&blk, WT_ROW_FF, "none", 1, 1, 0, 2, 1, 1, 9, 5, "", "", ""); /* this shape has none of it */
  ck_assert_uint_eq(blk.nrows, 6);
  const wt_row *in = named("a", WT_ROW_IN), *mem = named("mem", WT_ROW_MEM);
  ck_assert(in->elemw == 24 && in->n == 1); /* all that the block sees */
  ck_assert(!strcmp(in->drv, "other") && in->flag == 1);
  ck_assert(mem->depth == 2 && mem->log == 5 && mem->off == 8 && !strcmp(mem->expr[2], "d") && mem->whose == 0 && !mem->valid && !*mem->text);
  wt_size_add(&blk, WT_SZ_REG, "none", "text", 0, 1, 1, 1, 0, "", "");
  wt_size_add(&blk, WT_SZ_RAM, "one", "text", 3, 1, 2, 4, 0.5, "e", "mem");
  ck_assert(blk.nsizes == 1 && blk.sizes[0].kind == WT_SZ_RAM && blk.sizes[0].entries == 3 && blk.sizes[0].srch == 4 && blk.sizes[0].wr == 2);
  end();
}
END_TEST
START_TEST(lists_of_rows) {
  begin();
  wt_warp_add(&blk, 3, "q.a mem"); /* of the two that are called a the register */
  ck_assert(named("a", WT_ROW_FF)->whose == 3 && named("mem", WT_ROW_MEM)->whose == 3);
  ck_assert(!named("a", WT_ROW_OUT)->whose && !named("a", WT_ROW_IN)->whose && !named("kept", WT_ROW_FF)->whose);
  ck_assert_uint_eq(named("shown", WT_ROW_OUTQ)->whose, 0);
  wt_warp_add(&blk, 4, "o.a kep kept");
  ck_assert(named("a", WT_ROW_OUT)->whose == 4 && named("a", WT_ROW_FF)->whose == 3 && named("kept", WT_ROW_FF)->whose == 4);
  ck_assert_uint_eq(named("shown", WT_ROW_OUTQ)->whose, 4); /* it shows that register */
  wt_warp_add(&blk, 5, "shown");
  wt_warp_add(&blk, 6, "kept");
  ck_assert_uint_eq(named("shown", WT_ROW_OUTQ)->whose, 5);
  wt_warp_add(&blk, 7, "a");
  ck_assert(named("a", WT_ROW_OUT)->whose == 7 && named("a", WT_ROW_FF)->whose == 7 && !named("a", WT_ROW_IN)->whose);
  wt_text_add(&blk, "a", "what it means"), wt_text_add(&blk, "shown", "more"), wt_text_add(&blk, "kept", "no port");
  ck_assert_str_eq(named("a", WT_ROW_OUT)->text, "what it means");
  ck_assert_str_eq(named("shown", WT_ROW_OUTQ)->text, "more");
  ck_assert(!*named("a", WT_ROW_FF)->text && !*named("kept", WT_ROW_FF)->text);
  wt_valid_add(&blk, "valid", "a shown kept");
  ck_assert_str_eq(named("a", WT_ROW_OUT)->valid, "valid");
  ck_assert_str_eq(named("shown", WT_ROW_OUTQ)->valid, "valid");
  ck_assert(!named("a", WT_ROW_FF)->valid && !named("kept", WT_ROW_FF)->valid);
  wt_seen_add(&blk, "a mem shown");
  ck_assert(named("a", WT_ROW_FF)->seen == 1 && named("mem", WT_ROW_MEM)->seen == 1 && !named("kept", WT_ROW_FF)->seen &&
            !named("a", WT_ROW_OUT)->seen);
  wt_seen_add(&blk, "*");
  ck_assert(named("kept", WT_ROW_FF)->seen == 1 && !named("shown", WT_ROW_OUTQ)->seen && !named("a", WT_ROW_OUT)->seen &&
            !named("a", WT_ROW_IN)->seen);
  end();
}
END_TEST
START_TEST(instances_are_numbered_inside_each_other) {
  char path[60];
  begin();
  ck_assert_uint_eq(blk.at, 0);
  wt_blk_inside(&blk, 2, 1000, 8), wt_blk_inside(&blk, 3, 104, 16), wt_blk_inside(&blk, 4, 16, 8);
  ck_assert(blk.count == 24 && blk.at == 32 && blk.levels == 3);
  wt_blk_path(&blk, 0, path, sizeof path);
  ck_assert_str_eq(path, "u_0.u_0.u_0");
  wt_blk_path(&blk, 23, path, sizeof path);
  ck_assert_str_eq(path, "u_1.u_2.u_3");
  wt_blk_path(&blk, 6, path, sizeof path);
  ck_assert_str_eq(path, "u_0.u_1.u_2");
  wt_m m = {.gpu = (wt_gpu *)(void *)calloc(1, 4096)};
  char *gpu = (char *)m.gpu;
  ck_assert_ptr_eq(wt_row_ptr(&m, &blk, named("kept", WT_ROW_FF), 6), gpu + 32 + 104 + 32 + 2);
  ck_assert_ptr_eq(wt_row_ptr(&m, &blk, named("a", WT_ROW_OUT), 23), gpu + 32 + 1000 + 208 + 48 + 1);
  ck_assert_ptr_eq(wt_row_log(&m, &blk, named("mem", WT_ROW_MEM), 6), gpu + 32 + 104 + 32 + 5);
  void *rows = &m;
  memcpy(gpu + 32 + 104 + 32 + 8, &rows, sizeof rows);
  ck_assert_ptr_eq(wt_row_ptr(&m, &blk, named("mem", WT_ROW_MEM), 6), rows);
  free(gpu);
  end();
}
END_TEST

/* ---- the machine ---- */

static wt_shape S;
static wt_m *m;
static wt_blks *blks;
static void open_machine(const char *preset, const char *set) {
  char err[300];
  ck_assert(!wt_shape_preset(&S, preset, err, sizeof err) && (!set || !wt_shape_set(&S, set, err, sizeof err)) &&
            !wt_shape_check(&S, err, sizeof err));
  ck_assert_ptr_nonnull(m = wt_m_new(&S));
  ck_assert_ptr_nonnull(blks = wt_blks_new(&S));
}
static void close_machine(void) { wt_blks_free(blks), wt_m_free(m); }

START_TEST(who_drives_what) {
  const wt_blk *owner = NULL;
  open_machine("small", "DIVERGENCE=barrier");
  ck_assert_ptr_eq(wt_blk_driver(blks, "cfu"), wt_blk_find(blks, "barrier"));
  ck_assert_ptr_eq(wt_blk_driver(blks, "sb"), wt_blk_find(blks, "sb_bit"));
  ck_assert_ptr_eq(wt_blk_driver(blks, "l1d"), wt_blk_find(blks, "l1d")); /* which this shape does not have */
  ck_assert(!wt_blk_find(blks, "l1d")->chosen && !wt_blk_find(blks, "hanoi")->chosen && wt_blk_find(blks, "barrier")->chosen);
  ck_assert(!wt_blk_find(blks, "barrie") && !wt_blk_driver(blks, "barrier"));
  const wt_row *r = wt_row_signal(blks, "cfu", "run", &owner);
  ck_assert(owner == wt_blk_find(blks, "barrier") && r >= owner->rows && r < owner->rows + owner->nrows && !strcmp(r->name, "run"));
  ck_assert_ptr_eq(wt_row_signal(blks, "cfu", "run", NULL), r);
  r = wt_row_signal(blks, "sched", "busy", &owner); /* a register of this name, too */
  ck_assert_int_eq(r->kind, WT_ROW_OUTQ);
  ck_assert_ptr_eq(wt_row_ptr(m, owner, r, 0), &m->subcore->sched.o.busy);
  ck_assert_int_eq(wt_row_state(owner, "busy")->kind, WT_ROW_FF);
  ck_assert(!wt_row_state(owner, "sel_valid") && !wt_row_signal(blks, "sched", "older", NULL) && !wt_row_signal(blks, "nobody", "run", &owner));
  ck_assert_ptr_null(owner);
  ck_assert_int_eq(wt_row_state(wt_blk_find(blks, "pred"), "preds")->kind, WT_ROW_MEM);
  const wt_blk *c = wt_blk_find(blks, "collector");
  ck_assert_uint_eq(c->count, S.COLLECTORS);
  ck_assert_ptr_eq(wt_row_ptr(m, c, wt_row_signal(blks, "collector", "full", NULL), 1), &m->subcore->collector[1].o.full);
  ck_assert_uint_eq(blks->n, wt_ndescs);
  ck_assert_ptr_eq(blks->S, &S);
  close_machine();
  wt_blks_free(NULL), wt_m_free(NULL);
}
END_TEST
/* Each memory of each instance has all its rows, of its own and of zeros. */
START_TEST(memories) {
  open_machine("tiny", NULL);
  unsigned seen = 0;
  for (int fill = 1; fill >= 0; fill--)
    for (unsigned k = 0; k < blks->n; k++)
      for (unsigned i = 0; i < blks->blk[k].count; i++)
        for (unsigned r = 0; r < blks->blk[k].nrows; r++) {
          const wt_row *w = &blks->blk[k].rows[r];
          if (w->kind != WT_ROW_MEM) continue;
          uint8_t *p = wt_row_ptr(m, &blks->blk[k], w, i);
          ck_assert_ptr_nonnull(p);
          ck_assert_uint_ge(malloc_usable_size(p), w->depth * wt_row_stride(w));
          for (size_t at = 0; at < wt_row_bytes(w); at++) ck_assert_uint_eq(p[at], fill ? 0 : (uint8_t)(k + i + 1));
          if (fill) memset(p, (int)(uint8_t)(k + i + 1), wt_row_bytes(w)), seen++;
        }
  ck_assert_uint_gt(seen, 10);
  close_machine();
}
END_TEST
/* What is told of a machine's memory before it is made is what it takes. */
START_TEST(bytes_of_a_machine) {
  static const struct {
    const char *preset;
    unsigned sms, subcores;
  } list[] = {{"tiny", 1, 1}, {"small", 5, 2}, {"default", 2, 4}, {"thesis-tesla", 3, 1}};
  for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
    wt_shape S;
    char err[300];
    ck_assert_int_eq(wt_shape_preset(&S, list[i].preset, err, sizeof err), 0);
    S.SMS = list[i].sms, S.SUBCORES = list[i].subcores;
    ck_assert_msg(!wt_shape_check(&S, err, sizeof err), "%s", err);
    wt_m_free(wt_m_new(&S)); /* what is made once in a process is there */
    const struct mallinfo2 was = mallinfo2();
    wt_m *of = wt_m_new(&S);
    const struct mallinfo2 now = mallinfo2();
    const size_t took = now.uordblks + now.hblkhd - was.uordblks - was.hblkhd, told = wt_m_bytes(&S);
    if (now.uordblks) /* the allocator of a sanitizer does not count */
      ck_assert_msg(took >= told && took - told < told / 20 + 40000, "%s: %zu bytes, told %zu", list[i].preset, took, told);
    wt_m_free(of);
  }
}
END_TEST
static unsigned resets;
static void guests_reset(wt_guests *g) { (void)g, resets++; }
START_TEST(reset_sets_what_it_resets) {
  open_machine("tiny", NULL);
  for (unsigned k = 0; k < blks->n; k++)
    for (unsigned i = 0; i < blks->blk[k].count; i++)
      for (unsigned r = 0; r < blks->blk[k].nrows; r++)
        if (blks->blk[k].rows[r].kind != WT_ROW_IN)
          memset(wt_row_ptr(m, &blks->blk[k], &blks->blk[k].rows[r], i), 0xa5, wt_row_bytes(&blks->blk[k].rows[r]));
  wt_guests g = {.reset = guests_reset};
  m->gpu->guests = &g;
  wt_m_reset(m);
  ck_assert_uint_eq(resets, 1);
  m->gpu->guests = NULL;
  wt_m_reset(m);
  ck_assert_uint_eq(resets, 1);
  unsigned is[2] = {0, 0};
  for (unsigned k = 0; k < blks->n; k++)
    for (unsigned i = 0; i < blks->blk[k].count; i++)
      for (unsigned r = 0; r < blks->blk[k].nrows; r++) {
        const wt_row *w = &blks->blk[k].rows[r];
        const uint8_t *p = w->kind == WT_ROW_FF || w->kind == WT_ROW_MEM ? wt_row_ptr(m, &blks->blk[k], w, i) : NULL;
        const int set = w->kind == WT_ROW_FF && w->flag;
        for (size_t at = 0; p && at < wt_row_bytes(w); at++) ck_assert_msg(p[at] == (set ? 0 : 0xa5), "%s: %s", blks->blk[k].stem, w->name);
        if (p) is[set]++;
      }
  ck_assert(is[0] > 10 && is[1] > 50);
  close_machine();
}
END_TEST
START_TEST(whose_a_row_is) {
  open_machine("small", "WARPS=6");
  const wt_blk *b = wt_blk_find(blks, "sched");
  const wt_row *older = wt_row_state(b, "older"), *round = wt_row_state(b, "round"), *turn = wt_row_state(b, "turn");
  for (unsigned e = 0; e < 6; e++) ck_assert_int_eq(wt_row_warp(m, b, older, 0, e, 0), (int)e);
  ck_assert_int_eq(wt_row_warp(m, b, older, 0, 6, 0), -1); /* no slot of this shape */
  ck_assert_int_eq(wt_row_warp(m, b, round, 0, 0, 0), -1);
  m->subcore->sched.q.turn = 5;
  ck_assert_int_eq(wt_row_warp(m, b, turn, 0, 0, 0), -1);
  m->subcore->sched.q.urgent = 1;
  ck_assert_int_eq(wt_row_warp(m, b, turn, 0, 0, 0), 5);
  m->subcore->sched.q.turn = 6;
  ck_assert_int_eq(wt_row_warp(m, b, turn, 0, 0, 0), -1);
  m->subcore->sched.q.turn = 0;
  ck_assert_int_eq(wt_row_warp(m, b, turn, 0, 0, 0), 0);
  const wt_row nobody = {.kind = WT_ROW_FF, .whose = 0};
  ck_assert_int_eq(wt_row_warp(m, b, &nobody, 0, 0, 0), -1);
  wt_blk none = *b;
  none.warp_of = NULL;
  ck_assert_int_eq(wt_row_warp(m, &none, older, 0, 1, 0), -1);
  close_machine();
}
END_TEST

/* ---- what the order of evaluation asks ---- */

START_TEST(instances_that_have_work) {
  open_machine("small", NULL);
  wt_subcore *c = m->subcore;
  ck_assert(!wt_collectors_asking(c) && !wt_collectors_moving(c) && !wt_banks(c) && !wt_any_result(&c->wb) && !wt_lsu_busy(&m->sm->lsu));
  const unsigned last = S.COLLECTORS - 1;
  c->collector[last].o.v = 1;
  ck_assert_uint_eq(wt_collectors_asking(c), 1u << last);
  c->collector[last].o.full = 1;
  ck_assert_uint_eq(wt_collectors_asking(c), 0);
  c->collector[last].o.taken = 1;
  ck_assert_uint_eq(wt_collectors_moving(c), 1u << last);
  c->collector[last].o.taken = 0, c->bankarb.o.grant[0] = 4;
  ck_assert_uint_eq(wt_collectors_moving(c), 1);
  c->bankarb.o.grant[0] = 0, c->disp.o.valid = 1, c->disp.o.idx = 1;
  ck_assert_uint_eq(wt_collectors_moving(c), 2);
  c->issue.o.alloc_valid = 1, c->disp.o.alloc_idx = 0;
  ck_assert_uint_eq(wt_collectors_moving(c), 3);
  c->bankarb.o.re = 2, c->bankarb.o.wsel[0] = 1, c->bankarb.o.wsel[3] = 2;
  ck_assert_uint_eq(wt_banks(c), 2); /* nobody writes */
  c->alu.o.wb_n = 1;
  ck_assert_uint_eq(wt_banks(c), 11);
  c->alu.o.wb_n = 0, c->wb.o.reg_valid = 1;
  ck_assert_uint_eq(wt_banks(c), 11);
  for (unsigned k = 0; k < WT_SLOW_UNITS; k++) {
    wt_result_out *r = (wt_result_out *)(uintptr_t)c->wb.in.result[k];
    r->wb_valid = 1;
    ck_assert_int_eq(wt_any_result(&c->wb), 1);
    r->wb_valid = 0;
  }
  ck_assert_int_eq(wt_any_result(&c->wb), 0);
  close_machine();
}
END_TEST
START_TEST(the_load_store_unit_has_work) {
  open_machine("small", "REPLAY=replay");
  wt_lsu *u = &m->sm->lsu;
  uint8_t *const reasons[] = {&u->q.state,
                              &u->q.line_valid,
                              &u->q.rq_valid,
                              &u->q.perf_valid,
                              &u->q.fault_valid,
                              &m->sm->env.rsp_valid,
                              &m->sm->l1d.o.rsp_valid,
                              &m->sm->env.ack_valid,
                              &m->sm->dispatch.o.launch_valid,
                              &m->sm->replay.o.resume};
  ck_assert_int_eq(wt_lsu_busy(u), 0);
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
    *reasons[i] = 1;
    ck_assert_msg(wt_lsu_busy(u) == 1, "%zu", i);
    *reasons[i] = 0;
  }
  wt_disp_out *d = &m->subcore->disp.o;
  uop_put_unit(d->uop, WT_U_LSU);
  ck_assert_int_eq(wt_lsu_busy(u), 0);
  d->valid = 1;
  ck_assert_int_eq(wt_lsu_busy(u), 1);
  uop_put_unit(d->uop, WT_U_ALU);
  ck_assert_int_eq(wt_lsu_busy(u), 0);
  /* 8 warps: three bits from bit 14 on */
  u->q.ent_meta_w[2] = 5u << 14 | 1u << 17 | 1u << 13;
  u->q.tag_ent_w[6] = 2;
  ck_assert(wt_entry_warp(u, 2) == 5 && wt_tag_warp(u, 6) == 5 && wt_entry_warp(u, 0) == 0);
  wt_mlog log = {0};
  for (unsigned i = 0; i <= WT_MLOG; i++) WT_TOUCH(log, i + 7);
  ck_assert(log.n == WT_MLOG + 1 && log.row[0] == 7 && log.row[WT_MLOG - 1] == WT_MLOG + 6);
  close_machine();
}
END_TEST
static int tells;
static unsigned asked;
static int guest_looks(wt_guests *g, unsigned block) { return (void)g, asked = block, tells; }
START_TEST(what_a_unit_tells) {
  static const struct {
    const char *unit, *names[2];
    unsigned block;
  } units[] = {{"hanoi_yr", {"pool", "waiting"}, WT_B_hanoi_yr},
               {"hanoi", {"ws", "rec"}, WT_B_hanoi},
               {"simt_stack", {"depth", ""}, WT_B_simt_stack},
               {"barrier", {"paths", "waiting"}, WT_B_barrier},
               {"multipath", {"splits", "points"}, WT_B_multipath}};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    char set[60];
    wt_path p[WT_MAX_PATHS];
    unsigned used[2] = {7, 7};
    wt_guests g = {.look = guest_looks};
    snprintf(set, sizeof set, "DIVERGENCE=%s", units[i].unit);
    open_machine("tiny", set);
    for (int k = 0; k < 2; k++) ck_assert_str_eq(wt_occupancy_names(&S)[k], units[i].names[k]);
    ck_assert(wt_paths_told(m) && wt_paths(m, 0, p) >= 0);
    wt_occupancy(m, 0, used);
    ck_assert(!used[0] && !used[1]);
    switch (units[i].block) { /* three of them count by a register or a mask */
      case WT_B_hanoi: m->subcore->hanoi.q.ws_count_w[0] = 3, m->subcore->hanoi.q.rec_count_w[0] = 2; break;
      case WT_B_simt_stack: m->subcore->simt_stack.q.cur_mask_w[0] = 3; break;
      case WT_B_barrier: m->subcore->barrier.q.has_path = 1, m->subcore->barrier.q.path_count_w[0] = 2; break;
      default: break;
    }
    wt_occupancy(m, 0, used);
    if (units[i].block == WT_B_hanoi) ck_assert(used[0] == 3 && used[1] == 2);
    if (units[i].block == WT_B_simt_stack) ck_assert(used[0] == 1 && !used[1]);
    if (units[i].block == WT_B_barrier) ck_assert_uint_eq(used[0], 3);
    m->gpu->guests = &g; /* another block is a guest */
    tells = 0;
    ck_assert(wt_paths_told(m) && wt_paths(m, 0, p) >= 0);
    g.is[units[i].block] = 1;
    used[0] = used[1] = 7;
    ck_assert(!wt_paths_told(m) && wt_paths(m, 0, p) == -1);
    wt_occupancy(m, 0, used);
    ck_assert(asked == units[i].block && !used[0] && !used[1]);
    tells = 1;
    ck_assert(wt_paths_told(m) && wt_paths(m, 0, p) >= 0);
    m->gpu->guests = NULL;
    close_machine();
  }
}
END_TEST

/* ---- no memory ---- */

START_TEST(a_host_without_memory) {
  char err[300];
  ck_assert_int_eq(wt_shape_preset(&S, "tiny", err, sizeof err), 0);
  size_t heap = 0;
  for (int run = 0; run < 6; run++) { /* each three times: in the first ones the C library fills its shelves */
    const int whole = run / 3;
    unsigned n = 0;
    for (;; n += n < 4 ? 1 : 29) {
      before_it_fails = n, fails_once = 1;
      void *p = whole ? (void *)wt_m_new(&S) : (void *)wt_blks_new(&S);
      const int done = fails_once;
      fails_once = 0;
      ck_assert_msg(done == (p != NULL), "allocation %u", n);
      if (p && whole) wt_m_free(p);
      else if (p) wt_blks_free(p);
      if (done) break;
    }
    if (run % 3 == 2) ck_assert_uint_lt(suite_heap(), heap + 8192); /* one block that is kept each time is more */
    heap = suite_heap();
    ck_assert_uint_gt(n, 100);
  }
}
END_TEST

/* Rows alone lie where the others lie, and nothing is said of them; tables that are made afterwards have it all again. */
START_TEST(rows_alone) {
  wt_shape S;
  char err[200];
  unsigned said = 0;
  ck_assert_int_eq(wt_shape_preset(&S, "tiny", err, sizeof err), 0);
  wt_blks *bare = wt_blks_bare(&S), *all = wt_blks_new(&S);
  ck_assert(bare && all && bare->n == all->n);
  for (unsigned k = 0; k < all->n; k++) {
    ck_assert_uint_eq(bare->blk[k].nrows, all->blk[k].nrows);
    for (unsigned r = 0; r < all->blk[k].nrows; r++) {
      const wt_row *x = &bare->blk[k].rows[r], *y = &all->blk[k].rows[r];
      ck_assert(x->kind == y->kind && x->off == y->off && x->elemw == y->elemw && x->n == y->n && x->depth == y->depth && !strcmp(x->name, y->name));
      ck_assert(!x->whose && !x->valid && !x->seen && (!x->text || !*x->text));
      said |= (y->whose != 0) | (y->valid != NULL) << 1 | (y->seen != 0) << 2 | (y->text && *y->text) << 3;
    }
  }
  ck_assert_uint_eq(said, 15);
  wt_blks_free(bare), wt_blks_free(all);
}
END_TEST

/* Which instance of a block it is, for people: where there is one, nothing; of several SMs and sub-cores in which it lies. */
START_TEST(which_of_its_kind) {
  static const struct {
    const char *set[2], *stem;
    unsigned inst;
    const char *says;
  } c[] = {{{"SMS=1", "SUBCORES=1"}, "alu", 0, ""},
           {{"SMS=1", "SUBCORES=1"}, "rfbank", 3, "[3]"},
           {{"SMS=1", "SUBCORES=2"}, "alu", 1, " of sub-core 1"},
           {{"SMS=1", "SUBCORES=2"}, "rfbank", 5, " of sub-core 1, [1]"},
           {{"SMS=1", "SUBCORES=2"}, "lsu", 0, ""},
           {{"SMS=3", "SUBCORES=1"}, "lsu", 2, " of SM 2"},
           {{"SMS=3", "SUBCORES=1"}, "smbank", 9, " of SM 2, [1]"},
           {{"SMS=3", "SUBCORES=1"}, "ctasched", 0, ""},
           {{"SMS=3", "SUBCORES=2"}, "alu", 5, " of SM 2, sub-core 1"},
           {{"SMS=3", "SUBCORES=2"}, "rfbank", 10, " of SM 1, sub-core 0, [2]"}};
  for (unsigned i = 0; i < sizeof c / sizeof *c; i++) {
    char err[300], text[80];
    ck_assert(!wt_shape_preset(&S, "tiny", err, sizeof err) && !wt_shape_set(&S, "WARPS=4", err, sizeof err));
    for (unsigned k = 0; k < 2; k++) ck_assert_msg(!wt_shape_set(&S, c[i].set[k], err, sizeof err), "%s", err);
    ck_assert_msg(!wt_shape_check(&S, err, sizeof err), "%s", err);
    wt_blks *b = wt_blks_new(&S);
    ck_assert_str_eq(wt_blk_which(wt_blk_find(b, c[i].stem), c[i].inst, &S, text, sizeof text), c[i].says);
    wt_blks_free(b);
  }
}
END_TEST

/* What a block of a sub-core is bound to when it stands alone: neighbours of one sub-core, and of what comes from around it the part of one. */
START_TEST(rows_as_a_copy_sees_them) {
  static const struct {
    const char *one, *of, *sig;
    unsigned count, elemw, n;
  } c[] = {{"disp", "collector", "v", 2, 1, 1},     {"disp", "share", "takes", 1, 1, 1},   {"sched", "lsu", "quiet", 1, 3, 1},
           {"issue", "ctabar", "result", 1, 11, 3}, {"wb", "lsu", "wb_warp", 1, 2, 1},     {"sched", "dispatch", "launch_warp", 1, 2, 1},
           {"sreg", "place", "subcore", 1, 1, 1},   {"lsu", "disp", "warp", 2, 2, 1},      {"share", "cfu", "bar_warp", 2, 2, 1},
           {"sched", "share", "queued", 1, 3, 1},   {"disp", "rfbank", "rdata", 4, 32, 4}, {"lsu", "wb", "ack", 2, 1, 5}};
  char err[300];
  ck_assert(!wt_shape_preset(&S, "tiny", err, sizeof err) && !wt_shape_set(&S, "WARPS=6", err, sizeof err) &&
            !wt_shape_set(&S, "SUBCORES=2", err, sizeof err));
  ck_assert_msg(!wt_shape_check(&S, err, sizeof err), "%s", err);
  for (unsigned i = 0; i < sizeof c / sizeof *c; i++) {
    wt_blks *b = wt_blks_new(&S);
    const wt_blk *owner;
    wt_blks_alone(b, wt_blk_find(b, c[i].one));
    const wt_row *x = wt_row_signal(b, c[i].of, c[i].sig, &owner);
    ck_assert_msg(owner->count == c[i].count && x->elemw == c[i].elemw && x->n == c[i].n, "%s reads %s_%s: %u of %u x %u bits", c[i].one, c[i].of,
                  c[i].sig, owner->count, x->n, x->elemw);
    wt_blks_free(b);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("rowset");
  TCase *t = tcase_create("rowset");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, which_of_its_kind);
  tcase_add_test(t, rows_as_a_copy_sees_them);
  tcase_add_test(t, words_bit_by_bit);
  tcase_add_test(t, sets_slot_by_slot);
  tcase_add_test(t, elements_bit_by_bit);
  tcase_add_test(t, wide_rows_are_words);
  tcase_add_test(t, rows_that_are_added);
  tcase_add_test(t, lists_of_rows);
  tcase_add_test(t, instances_are_numbered_inside_each_other);
  tcase_add_test(t, who_drives_what);
  tcase_add_test(t, memories);
  tcase_add_test(t, bytes_of_a_machine);
  tcase_add_test(t, reset_sets_what_it_resets);
  tcase_add_test(t, whose_a_row_is);
  tcase_add_test(t, instances_that_have_work);
  tcase_add_test(t, the_load_store_unit_has_work);
  tcase_add_test(t, what_a_unit_tells);
  tcase_add_test(t, a_host_without_memory);
  tcase_add_test(t, rows_alone);
  suite_add_tcase(s, t);
  return suite_run(s);
}
