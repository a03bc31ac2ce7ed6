/* test_wt_size_table.c - what a structure is priced at, by formulas of the document evaluated here; the table of a made-up block, and rows that make none;
 * options; the published figures as text. wt_blks_new is wrapped, so that a block can have rows of ours, and wt_node_find. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "size/wt_size.h"
#include "tests/suite.h"

static char err[600];
static void near(double got, double want, const char *what) {
  ck_assert_msg(fabs(got - want) <= 1e-9 * fabs(want), "%s: %.9g, by hand %.9g", what, got, want);
}

/* ---- closed forms ---- */

static void parts(wt_f2 a, double cell, double col, double dec, double row, double wire, double fixed) {
  near(a.cell, cell, "cells"), near(a.col, col, "columns"), near(a.dec, dec, "decoder"), near(a.row, row, "word lines"), near(a.wire, wire, "wiring");
  near(a.fixed, fixed, "fixed"), near(wt_f2_sum(&a), cell + col + dec + row + wire + fixed, "sum");
}

/* 64 words: lg is 6. A cell of p ports: 10 + 5 (p - 1) by 14.6 + 5 (p - 1); a searched one is 29.2 high and search ports count. */
START_TEST(memories_are_their_equations) {
  parts(wt_f2_ram(64, 8, 1), 1.256 * 64 * 8 * 10 * 14.6, 110 * 8 * 6 + 1896 * 8, 13160 * 6, 12.4 * 64 * 14.6, 43.0 * 64, 0);
  parts(wt_f2_ram(64, 8, 3), 1.199 * 64 * 8 * 20 * 24.6, 780 * 8 * 3 * 6, 9247 * 3 * 6, 21.9 * 64 * 3 * 24.6, 25.6 * 24 * 24, 0);
  parts(wt_f2_ram(1, 8, 2), 1.199 * 8 * 15 * 19.6, 0, 0, 21.9 * 2 * 19.6, 25.6 * 256, 0); /* one word has nothing to decode */
  parts(wt_f2_ram(2, 8, 2), 1.199 * 16 * 15 * 19.6, 780 * 8 * 2, 9247 * 2, 21.9 * 4 * 19.6, 25.6 * 256, 0);
  parts(wt_f2_tag(64, 8, 2), 1.041 * 64 * 8 * 15 * 19.6, 724 * 8 * 2 * 6, 0, 218 * 64 * 2 * 19.6, 0.053 * 256, 0);
  parts(wt_f2_setdata(64, 8, 4, 2), 1.155 * 64 * 8 * 15 * 19.6, 378 * 8 * 2 * 6 + 1758 * 8 * 2, 0, 0, 32.7 * 16 * 8, 0);
  /* p + s - 1 = 4 ports: 25 by 44.2; T = 5 */
  parts(wt_f2_cam(64, 8, 2, 3), 1.096 * 64 * 8 * 25 * 44.2, 6670 * 8 * 5, 0, 4849 * 64 * 5, 31.6 * 40 * 40, 22035 * 5);
  parts(wt_f2_fa(64, 8, 4, 2, 3), 0.930 * 64 * 8 * 25 * 44.2 + 0.908 * 64 * 4 * 25 * 44.2, 2532 * 8 * 5 + 2876 * 4 * 5, 692 * 5 * 12 * 8.0,
        111.6 * 64 * 44.2 * 5, 34.7 * 60 * 60, 89700 * 5);
}
END_TEST

START_TEST(gates_are_their_equations) {
  near(wt_ge_reg(10), 80, "registers");
  near(wt_ge_array(1, 8, 1, 1), 64, "one word");
  near(wt_ge_array(4, 8, 1, 1), 32 * (8 + 2.3 * 0.75) + 6, "four words");
  near(wt_ge_array(4, 8, 0, 1), 32 * 8 + 6, "nobody reads");
  near(wt_ge_array(4, 8, 3, 1), 32 * (8 + 2.3 * 0.75 + 2.12 * 0.75 * 2) + 6, "three readers");
  near(wt_ge_array(4, 8, 1, 3), 32 * (8 + 2.3 * 0.75 + 2.42 * 2) + 18, "three writers");
  near(wt_ge_array(4, 8, 1, 0), 32 * (8 + 2.3 * 0.75), "nobody writes");
  near(wt_ge_array(2, 8, 1, 1), 16 * (8 + 2.3 * 0.5) + 3, "two words");
  near(wt_ge_cam(4, 5, 6, 0), 4 * (5 * 10.8 + 60.6), "never searched");
  near(wt_ge_cam(4, 5, 6, 1), 4 * (5 * 10.8 + 60.6), "searched");
  near(wt_ge_cam(4, 5, 6, 3), 4 * (5 * (10.8 + 5.2) + 60.6), "three searches");
}
END_TEST

START_TEST(nodes_are_known_or_given) {
  static const struct {
    const char *text;
    double nand2, nm, area, lo; /* of the answer; nm 0: refused */
    const char *says;
  } t[] = {{"90", 0, 90, 2.5, 1, "400 kgates/mm2"},
           {"65nm", 0, 65, 0.00039 * 65 * 65, 0.31 / 0.39, "interpolated: 0.00039 F^2"},
           {"45", 0, 45, 0.798, 1, "Nangate"},
           {"32", 0, 32, 0.00039 * 32 * 32, 0.31 / 0.39, "interpolated"},
           {"22", 0, 22, 0.00039 * 22 * 22, 0.31 / 0.39, "interpolated"},
           {"22", 0.3, 22, 0.3, 1, "--nand2-um2"},
           {"28", 0.5, 28, 0.5, 1, "--nand2-um2"},
           {"16", 0.2, 16, 0.2, 1, "--nand2-um2"},
           {"250nm", 20, 250, 20, 1, "--nand2-um2"},
           {"28", 0, 0, 0, 0, "--node 28: no constants for this node; use 90, 65, 45, 32 or 22, or give the area of a NAND2 with --nand2-um2"},
           {"15.9", 1, 0, 0, 0, "--node 15.9: the memory equations scale with F^2, which holds from 250 to 16 nm; below, a node's name is no length"},
           {"251", 1, 0, 0, 0, "--node 251: the memory equations scale"},
           {"0", 1, 0, 0, 0, "--node 0: expected a feature size in nm (90, 65, 45, 32, 22, or another one with --nand2-um2)"},
           {"", 0, 0, 0, 0, "--node : expected a feature size"},
           {"nm", 0, 0, 0, 0, "--node nm: expected a feature size"},
           {"45um", 0, 0, 0, 0, "--node 45um: expected a feature size"}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    wt_node n = {0};
    const int rc = wt_node_find(t[i].text, t[i].nand2, &n, err, sizeof err);
    ck_assert_msg(rc == (t[i].nm > 0 ? 0 : -1), "'%s': %d", t[i].text, rc);
    if (rc) {
      ck_assert_msg(!strncmp(err, t[i].says, strlen(t[i].says)), "%s", err);
      continue;
    }
    ck_assert_msg(n.nm == t[i].nm && strstr(n.source, t[i].says), "%s: %s", t[i].text, n.source);
    near(n.nand2, t[i].area, t[i].text), near(n.lo, t[i].lo, t[i].text);
  }
}
END_TEST

/* ---- the price of one structure ---- */

static int64_t whole(double x) { return (int64_t)(x + 0.5); }
static double um2_of(double f2) { return f2 * 45 * 45e-6; }
static wt_size_opt plain(void) {
  wt_size_opt o;
  wt_size_defaults(&o);
  ck_assert(o.utilisation == 0.8 && o.macro_width == 128 && !o.bitcell && !o.declared && !o.n_impl && o.node.nm == 45);
  return o;
}
static void priced(wt_size_item x, const wt_size_opt *o, enum wt_size_impl impl, double ge, double um2, double lo, double hi, unsigned split) {
  wt_size_price(o, &x, impl);
  ck_assert_msg(x.ge == whole(ge) && x.impl == impl && x.split == split, "%lld GE in %u, by hand %.1f in %u", (long long)x.ge, x.split, ge, split);
  ck_assert_msg(llabs(x.um2 - whole(um2)) <= 0 && x.um2_lo == whole(lo) && x.um2_hi == whole(hi),
                "%lld (%lld to %lld) um2, by hand %.1f (%.1f to %.1f)", (long long)x.um2, (long long)x.um2_lo, (long long)x.um2_hi, um2, lo, hi);
}
static void gates(wt_size_item x, const wt_size_opt *o, double ge, enum wt_size_impl impl) {
  const double um2 = (double)whole(ge) * o->node.nand2 / o->utilisation;
  priced(x, o, impl, ge, um2, um2 * 0.9 * o->node.lo, um2 * 1.1, 1);
}
static void macro(wt_size_item x, const wt_size_opt *o, enum wt_size_impl impl, double ge, double um2, double error, unsigned split) {
  priced(x, o, impl, ge, um2, um2 * (1 - error), um2 * 1.4 * (1 + error), split);
}
static double sum(wt_f2 a) { return wt_f2_sum(&a); }

/* At 1000 nm one F^2 is one square um, so that nothing of a macro's equation is lost in the rounding; cells of twice the size count twice. */
START_TEST(macros_are_whole_squares_of_the_feature_size) {
  const wt_size_item x = {.kind = WT_SZ_RAM, .depth = 1000, .data = 100, .rd = 1, .wr = 1, .count = 1};
  wt_size_opt o = plain();
  o.node.nm = 1000;
  const wt_f2 a = wt_f2_ram(1000, 100, 2);
  ck_assert(sum(a) > WT_MACRO_FLOOR);
  wt_size_item y = x;
  wt_size_price(&o, &y, WT_IM_SRAM);
  ck_assert_int_eq(y.um2, whole(sum(a)));
  o.bitcell = 2 * 146;
  y = x;
  wt_size_price(&o, &y, WT_IM_SRAM);
  ck_assert_int_eq(y.um2, whole(sum(a) + a.cell));
}
END_TEST

START_TEST(structures_are_priced_by_kind) {
  wt_size_opt o = plain();
  const wt_size_row gate_row = {.kind = WT_SZ_LOGIC, .ge = 12.25};
  gates((wt_size_item){.kind = WT_SZ_LOGIC, .row = &gate_row, .count = 3}, &o, 36.75, WT_IM_LOGIC);
  gates((wt_size_item){.kind = WT_SZ_REG, .entries = 3, .width = 5, .count = 2}, &o, 240, WT_IM_FLOP);
  o.node = (wt_node){65, 2, 0.5, ""}, o.utilisation = 0.5;
  gates((wt_size_item){.kind = WT_SZ_REG, .entries = 3, .width = 5, .count = 2}, &o, 240, WT_IM_FLOP);
  o = plain();
  const wt_size_item ram = {.kind = WT_SZ_RAM, .depth = 1024, .data = 130, .rd = 1, .wr = 1, .count = 2};
  const double ge = 2 * (1024.0 * 130 * (8 + 2.3 * 1023 / 1024) + 1.5 * 1024);
  gates(ram, &o, ge, WT_IM_FLOP);
  macro(ram, &o, WT_IM_SRAM, ge, 2 * 2 * um2_of(sum(wt_f2_ram(1024, 65, 2))), 0.20, 2);
  wt_size_item odd = ram; /* 257 bits: two macros of 86 and one of 85 */
  odd.data = 257;
  macro(odd, &o, WT_IM_SRAM, 2 * (1024.0 * 257 * (8 + 2.3 * 1023 / 1024) + 1.5 * 1024),
        2 * um2_of(2 * sum(wt_f2_ram(1024, 86, 2)) + sum(wt_f2_ram(1024, 85, 2))), 0.20, 3);
  odd.data = 128;
  macro(odd, &o, WT_IM_SRAM, 2 * (1024.0 * 128 * (8 + 2.3 * 1023 / 1024) + 1.5 * 1024), 2 * um2_of(sum(wt_f2_ram(1024, 128, 2))), 0.20, 1);
  o.macro_width = 0;
  macro(ram, &o, WT_IM_SRAM, ge, 2 * um2_of(sum(wt_f2_ram(1024, 130, 2))), 0.20, 1);
  o.bitcell = 0.2; /* cells of 146 F^2 become 0.2 um2 */
  wt_f2 a = wt_f2_ram(1024, 130, 2);
  macro(ram, &o, WT_IM_SRAM, ge, 2 * (um2_of(sum(a) - a.cell) + um2_of(a.cell) * 0.2 / (146e-6 * 45 * 45)), 0.20, 1);
  o = plain();
  const wt_size_item one = {.kind = WT_SZ_RAM1, .depth = 4, .data = 8, .rd = 1, .wr = 1, .count = 1}; /* below the smallest macro */
  macro(one, &o, WT_IM_SRAM, 32 * (8 + 2.3 * 0.75) + 6, um2_of(1.5e6), 0.20, 1);
  wt_size_item large = one;
  large.depth = 4096, large.data = 64;
  macro(large, &o, WT_IM_SRAM, 4096.0 * 64 * (8 + 2.3 * 4095 / 4096) + 1.5 * 4096, um2_of(sum(wt_f2_ram(4096, 64, 1))), 0.20, 1);
  large.data = 256;
  macro(large, &o, WT_IM_SRAM, 4096.0 * 256 * (8 + 2.3 * 4095 / 4096) + 1.5 * 4096, um2_of(2 * sum(wt_f2_ram(4096, 128, 1))), 0.20, 2);
  const wt_size_item cam = {.kind = WT_SZ_CAM, .depth = 64, .tag = 40, .rd = 1, .wr = 1, .srch = 2, .count = 1};
  macro(cam, &o, WT_IM_CAM, 64 * 40 * 13.4, um2_of(sum(wt_f2_cam(64, 40, 2, 2))), 0.10, 1);
  const wt_size_item fa = {.kind = WT_SZ_FA, .depth = 64, .tag = 100, .data = 40, .rd = 1, .wr = 1, .srch = 1, .count = 1};
  macro(fa, &o, WT_IM_CAM, 64 * (100 * 10.8 + 40 * 10.1), um2_of(sum(wt_f2_fa(64, 100, 40, 2, 1))), 0.07, 1); /* never split */
  gates(fa, &o, 64 * (100 * 10.8 + 40 * 10.1), WT_IM_FLOP);
  const wt_size_item tag = {.kind = WT_SZ_TAG, .depth = 64, .ways = 4, .tag = 24, .rd = 1, .wr = 1, .count = 1};
  macro(tag, &o, WT_IM_SRAM, 64 * 4 * 24 * 10.1 + 2.6 * 4 * 24, um2_of(sum(wt_f2_tag(64, 96, 2))), 0.35, 1);
  const wt_size_item data = {.kind = WT_SZ_DATA, .depth = 64, .ways = 4, .data = 50, .rd = 1, .wr = 1, .count = 1};
  macro(data, &o, WT_IM_SRAM, 64 * 200 * (8 + 2.3 * 63 / 64) + 96, um2_of(sum(wt_f2_setdata(64, 200, 50, 2))), 0.24, 1);
}
END_TEST

/* ---- the table of a made-up block ---- */

static void (*bend)(wt_blk *b);       /* what becomes of the rows of fetch */
static int fetch_is_first, no_memory; /* of the list of blocks; to make one */
wt_blks *__real_wt_blks_new(const wt_shape *S);
wt_blks *__wrap_wt_blks_new(const wt_shape *S);
wt_blks *__wrap_wt_blks_new(const wt_shape *S) {
  if (no_memory) return NULL;
  wt_blks *b = __real_wt_blks_new(S);
  for (unsigned i = 0; i < b->n; i++) {
    if (strcmp(b->blk[i].stem, "fetch")) continue;
    if (bend) bend(&b->blk[i]);
    if (!fetch_is_first) continue;
    const wt_blk x = b->blk[0];
    b->blk[0] = b->blk[i], b->blk[i] = x;
  }
  return b;
}

static double nm_of_90; /* 0: as it is; below 0: there is no such node */
int __real_wt_node_find(const char *text, double nand2, wt_node *n, char *e, size_t errn);
int __wrap_wt_node_find(const char *text, double nand2, wt_node *n, char *e, size_t errn);
int __wrap_wt_node_find(const char *text, double nand2, wt_node *n, char *e, size_t errn) {
  const int is_90 = nm_of_90 != 0 && !strcmp(text, "90"), rc = __real_wt_node_find(text, nand2, n, e, errn);
  if (is_90 && nm_of_90 < 0) return snprintf(e, errn, "no such node"), -1;
  if (is_90) n->nm = nm_of_90;
  return rc;
}

/* "ta" is no part of the name "tab", nor "ab"; the OUT row of the same name is no state. */
static void made_up(wt_blk *b) {
  ck_assert(b->nrows >= 6 && b->nsizes >= 4);
  b->count = 3, b->nrows = 6, b->nsizes = 4;
  b->rows[0] = (wt_row){.kind = WT_ROW_MEM, .name = "tab", .elemw = 20, .n = 1, .depth = 64};
  b->rows[1] = (wt_row){.kind = WT_ROW_MEM, .name = "ta", .elemw = 12, .n = 1, .depth = 64};
  b->rows[2] = (wt_row){.kind = WT_ROW_FF, .name = "ab", .elemw = 3, .n = 5};
  b->rows[3] = (wt_row){.kind = WT_ROW_MEM, .name = "cam", .elemw = 10, .n = 1, .depth = 8};
  b->rows[4] = (wt_row){.kind = WT_ROW_OUT, .name = "ab", .elemw = 7, .n = 1};
  b->rows[5] = (wt_row){.kind = WT_ROW_FF, .name = "b", .elemw = 1, .n = 1};
  b->sizes[0] = (wt_size_row){.kind = WT_SZ_RAM, .name = "tab", .text = "t", .entries = 128, .rd = 2, .wr = 1, .rows = "ta tab"};
  b->sizes[1] = (wt_size_row){.kind = WT_SZ_REG, .name = "regs", .text = "r", .entries = 4, .rows = "ab b"};
  b->sizes[2] = (wt_size_row){.kind = WT_SZ_CAM, .name = "cam", .text = "c", .entries = 8, .rd = 1, .wr = 1, .srch = 1, .rows = "cam"};
  b->sizes[3] = (wt_size_row){.kind = WT_SZ_LOGIC, .name = "logic", .text = "l", .entries = 9, .ge = 5, .rows = ""};
}
static wt_size *tiny(const wt_size_opt *o) {
  wt_shape S;
  ck_assert(!wt_shape_preset(&S, "tiny", err, sizeof err));
  return wt_size_new(&S, o, err, sizeof err);
}

START_TEST(structures_are_made_of_their_rows) {
  wt_size_opt o = plain();
  bend = made_up;
  wt_size *z = tiny(&o);
  ck_assert_msg(z != NULL, "%s", err);
  const wt_size_item *i = z->item; /* fetch is of the first group */
  ck_assert(!strcmp(i[0].id, "fetch.tab") && !strcmp(i[0].blk, "fetch") && !strcmp(i[0].group, "front") && !strcmp(i[0].name, "tab") &&
            !strcmp(i[0].text, "t"));
  ck_assert(i[0].kind == WT_SZ_RAM && i[0].entries == 128 && i[0].width == 16 && i[0].count == 3 && i[0].rd == 2 && i[0].wr == 1 && !i[0].srch);
  ck_assert(i[0].depth == 64 && i[0].data == 32 && !i[0].tag && !i[0].ff && i[0].mem == 64 * 32 * 3 && i[0].bits == i[0].mem && !i[0].declared);
  ck_assert(i[1].kind == WT_SZ_REG && i[1].entries == 4 && i[1].width == 4 && i[1].depth == 4 && i[1].data == 4 && i[1].ff == 48 && i[1].bits == 48 &&
            !i[1].mem);
  ck_assert(i[1].impl == WT_IM_FLOP && i[1].ge == 8 * 48);
  ck_assert(i[2].kind == WT_SZ_CAM && i[2].depth == 8 && i[2].tag == 10 && !i[2].data && i[2].srch == 1 && i[2].bits == 240);
  ck_assert(i[3].kind == WT_SZ_LOGIC && !i[3].entries && i[3].impl == WT_IM_LOGIC && i[3].ge == 15 && !i[3].bits);
  ck_assert(strcmp(i[4].blk, "fetch") && i[0].row == &i[0].block->sizes[0] && !strcmp(i[0].block->stem, "fetch"));
  wt_size_sum sums = {0};
  wt_size_add_item(&sums, &i[0]), wt_size_add_item(&sums, &i[1]);
  ck_assert(sums.n == 2 && sums.ff == 48 && sums.mem == 6144 && sums.bits == 6192 && sums.ge == i[0].ge + i[1].ge && sums.um2 == i[0].um2 + i[1].um2);
  ck_assert(sums.um2_lo == i[0].um2_lo + i[1].um2_lo && sums.um2_hi == i[0].um2_hi + i[1].um2_hi);
  /* groups in the order of the machine */
  static const char *const groups[] = {"front", "control", "issue", "operand", "exec", "mem", "cta"};
  unsigned g = 0;
  for (unsigned k = 0; k < z->n; k++) {
    while (g < 7 && strcmp(z->item[k].group, groups[g])) g++;
    ck_assert_uint_lt(g, 7);
    ck_assert(z->item[k].block->chosen && !z->item[k].block->outside);
  }
  ck_assert_uint_eq(g, 6);
  wt_size_sum one;
  wt_shape S;
  ck_assert(!wt_shape_preset(&S, "tiny", err, sizeof err) && !wt_size_block(&S, "fetch", NULL, &one, err, sizeof err));
  ck_assert(one.n == 4 && one.bits == 6192 + 240 && one.ge == i[0].ge + i[1].ge + i[2].ge + i[3].ge);
  wt_size_free(z);
}
END_TEST

static void ff_in_ram(wt_blk *b) { made_up(b), b->rows[1] = (wt_row){.kind = WT_ROW_FF, .name = "ta", .elemw = 12, .n = 1}; }
static void mem_in_reg(wt_blk *b) { made_up(b), b->sizes[0].kind = WT_SZ_REG; }
static void two_depths(wt_blk *b) { made_up(b), b->rows[1].depth = 32; }
static void no_multiple(wt_blk *b) { made_up(b), b->sizes[0].entries = 3; }
static void no_entries(wt_blk *b) { made_up(b), b->sizes[1].entries = 0; }

/* Wherever in the list a block stands, its structures are in the table. */
START_TEST(the_first_block_of_the_list_has_structures) {
  wt_size_opt o = plain();
  bend = made_up;
  wt_size *x = tiny(&o);
  fetch_is_first = 1;
  wt_size *y = tiny(&o);
  ck_assert(x && y && x->n == y->n && x->core.bits == y->core.bits);
  wt_size_free(x), wt_size_free(y);
  fetch_is_first = 0, no_memory = 1;
  ck_assert_ptr_null(tiny(&o));
  ck_assert_str_eq(err, "out of memory");
  no_memory = 0;
}
END_TEST

/* One block at another node is that block of the table at that node. */
START_TEST(a_block_is_priced_at_a_node) {
  wt_size_opt o = plain();
  wt_size_sum one, want = {0};
  bend = made_up;
  ck_assert(!wt_node_find("22", 0, &o.node, err, sizeof err));
  wt_size *z = tiny(&o);
  for (unsigned i = 0; i < z->n; i++)
    if (!strcmp(z->item[i].blk, "fetch")) wt_size_add_item(&want, &z->item[i]);
  ck_assert(!wt_size_block(&z->S, "fetch", "22", &one, err, sizeof err));
  ck_assert(want.n == 4 && one.n == want.n && one.ge == want.ge && one.um2 == want.um2 && one.um2_lo == want.um2_lo && one.um2_hi == want.um2_hi);
  wt_size_free(z);
}
END_TEST

START_TEST(rows_that_make_no_structure_are_refused) {
  const struct {
    void (*bend)(wt_blk *b);
    const char *says;
  } t[] = {{ff_in_ram, "fetch.tab: row ta is FF, which does not fit kind ram"},
           {mem_in_reg, "fetch.tab: row tab is MEM, which does not fit kind reg"},
           {two_depths, "fetch.tab: row ta has 32 words, the rows before it 64: they are not one memory"},
           {no_multiple, "fetch.tab: 2048 bits are not a multiple of its 3 entries"},
           {no_entries, "fetch.regs: 16 bits are not a multiple of its 0 entries"}};
  wt_size_opt o = plain();
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    bend = t[i].bend;
    ck_assert_ptr_null(tiny(&o));
    ck_assert_str_eq(err, t[i].says);
  }
}
END_TEST

/* The smaller one; --impl NAME decides otherwise, the last one that names the structure or its block; registers and logic have no choice. */
START_TEST(implementations_are_the_smaller_or_what_is_said) {
  static const struct {
    const char *say[3];
    enum wt_size_impl tab, cam;
  } t[] = {{{NULL}, WT_IM_SRAM, WT_IM_FLOP},
           {{"fetch.tab=flop", NULL}, WT_IM_FLOP, WT_IM_FLOP},
           {{"fetch=cam", NULL}, WT_IM_CAM, WT_IM_CAM},
           {{"fetch=cam", "fetch.tab=flop", NULL}, WT_IM_FLOP, WT_IM_CAM},
           {{"fetch.tab=flop", "fetch=sram", NULL}, WT_IM_SRAM, WT_IM_SRAM},
           {{"fetch.cam=cam", NULL}, WT_IM_SRAM, WT_IM_CAM}};
  bend = made_up;
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    wt_size_opt o = plain();
    char words[3][32];
    for (unsigned k = 0; k < 3 && t[i].say[k]; k++) {
      strcpy(words[k], t[i].say[k]);
      ck_assert(!wt_size_set_impl(&o, words[k], err, sizeof err));
      ck_assert(o.n_impl == k + 1 && !strchr(words[k], '='));
    }
    wt_size *z = tiny(&o);
    ck_assert_msg(z != NULL, "%s", err);
    ck_assert_msg(z->item[0].impl == t[i].tab && z->item[2].impl == t[i].cam, "%u: %d %d", i, (int)z->item[0].impl, (int)z->item[2].impl);
    ck_assert(z->item[1].impl == WT_IM_FLOP && z->item[3].impl == WT_IM_LOGIC);
    for (unsigned k = 0; !i && k < 3; k += 2) { /* what was chosen is the smaller one */
      wt_size_item flop = z->item[k], mac = z->item[k];
      wt_size_price(&o, &flop, WT_IM_FLOP), wt_size_price(&o, &mac, k ? WT_IM_CAM : WT_IM_SRAM);
      ck_assert(z->item[k].um2 == (flop.um2 < mac.um2 ? flop.um2 : mac.um2));
    }
    wt_size_free(z);
  }
  wt_size_opt even = plain(); /* of two of one area the macro */
  wt_size *z = tiny(&even);
  even.node.nand2 = (double)z->item[0].um2 * even.utilisation / (double)z->item[0].ge;
  wt_size *y = tiny(&even);
  wt_size_item flop = y->item[0];
  wt_size_price(&even, &flop, WT_IM_FLOP);
  ck_assert(z->item[0].impl == WT_IM_SRAM && flop.um2 == z->item[0].um2 && y->item[0].impl == WT_IM_SRAM);
  wt_size_free(y), wt_size_free(z);
  wt_size_opt o = plain();
  char none[] = "fetch.none=flop", name[] = "tab=flop", there[] = "fetch.tab=flop";
  ck_assert(!wt_size_set_impl(&o, there, err, sizeof err) && !wt_size_set_impl(&o, none, err, sizeof err) && !tiny(&o));
  o.impl[0].id = none, o.impl[1].id = there, err[0] = 0; /* in whichever place */
  ck_assert_ptr_null(tiny(&o));
  ck_assert_str_eq(err, "--impl fetch.none: no such structure or block in this shape; 'warptwin size' lists them");
  static const char *const bad[] = {"fetch", "=flop", "fetch=", "fetch=auto", "fetch=logic", "fetch=flops"};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    char word[32];
    ck_assert_int_eq(wt_size_set_impl(&o, strcpy(word, bad[i]), err, sizeof err), -1);
    ck_assert(strstr(err, bad[i]) && strstr(err, ": expected NAME=flop, NAME=sram or NAME=cam"));
  }
  static char many[WT_MAX_IMPL + 1][16];
  o.n_impl = 0;
  for (unsigned i = 0; i < WT_MAX_IMPL; i++) ck_assert_int_eq(wt_size_set_impl(&o, strcpy(many[i], "x=flop"), err, sizeof err), 0);
  ck_assert_int_eq(wt_size_set_impl(&o, name, err, sizeof err), -1);
  ck_assert_str_eq(err, "--impl: more than 32 of them");
}
END_TEST

START_TEST(structures_are_found_by_name) {
  wt_size_opt o = plain();
  bend = made_up;
  wt_size *z = tiny(&o);
  ck_assert_ptr_eq(wt_size_find(z, "fetch.cam", err, sizeof err), &z->item[2]);
  ck_assert_ptr_eq(wt_size_find(z, "tab", err, sizeof err), &z->item[0]); /* no other one has it */
  ck_assert_ptr_null(wt_size_find(z, "logic", err, sizeof err));
  unsigned n = 0;
  const char *last = "";
  for (unsigned i = 0; i < z->n; i++)
    if (!strcmp(z->item[i].name, "logic")) n++, last = z->item[i].id;
  char want[200];
  snprintf(want, sizeof want, "logic: %u structures have this name; give BLOCK.logic, as in %s", n, last);
  ck_assert_str_eq(err, want);
  ck_assert_ptr_null(wt_size_find(z, "nobody", err, sizeof err));
  ck_assert_str_eq(err, "nobody: no such structure in this shape; 'warptwin size' lists them (declared ones with --declared)");
  wt_size_sum t;
  ck_assert_int_eq(wt_size_block(&z->S, "sb_coon", "45", &t, err, sizeof err), -1); /* this shape has the other scoreboard */
  ck_assert_str_eq(err, "sb_coon: no such block in this shape");
  wt_size_free(z);
}
END_TEST

/* ---- declared structures ---- */

START_TEST(declared_parameters_have_ranges) {
  wt_size_opt o = plain();
  static const struct {
    const char *assign;
    int rc;
    unsigned value;
  } t[] = {{"PUB_ILT_WAYS=1", 0, 1},   {"PUB_ILT_WAYS=16", 0, 16}, {"PUB_ILT_WAYS=0", -1, 0}, {"PUB_ILT_WAYS=17", -1, 0}, {"PUB_ILT_WAYS=", -1, 0},
           {"PUB_ILT_WAYS=+4", -1, 0}, {"PUB_ILT_WAYS=4x", -1, 0}, {"PUB_ILT_WAY=4", 1, 0},   {"PUB_ILT_WAYSS=4", 1, 0},  {"PUB_ILT_WAYS", 1, 0},
           {"PUB_ILT_WAYS=07", 0, 7},  {"PUB_ILT_WAYS=9", 0, 9},   {"WARPS=4", 1, 0}};
  unsigned ways = 0;
  while (strcmp(wt_size_dpars[ways].name, "PUB_ILT_WAYS")) ways++;
  for (unsigned i = 0; i < wt_size_ndpars; i++) ck_assert_uint_eq(o.dpar[i], wt_size_dpars[i].def);
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    ck_assert_int_eq(wt_size_set_declared(&o, t[i].assign, err, sizeof err), t[i].rc);
    if (!t[i].rc) ck_assert_uint_eq(o.dpar[ways], t[i].value);
    if (t[i].rc < 0) ck_assert_msg(strstr(err, t[i].assign) && strstr(err, ": illegal value; use a number from 1 to 16"), "%s", err);
  }
  ck_assert_uint_eq(o.dpar[ways], 9);
  for (unsigned i = 0; i < wt_size_ndpars; i++) { /* each by its name, and no other one */
    char assign[64];
    wt_size_opt p = plain();
    snprintf(assign, sizeof assign, "%s=%u", wt_size_dpars[i].name, wt_size_dpars[i].min);
    ck_assert_int_eq(wt_size_set_declared(&p, assign, err, sizeof err), 0);
    for (unsigned k = 0; k < wt_size_ndpars; k++) ck_assert_uint_eq(p.dpar[k], k == i ? wt_size_dpars[k].min : wt_size_dpars[k].def);
  }
}
END_TEST

START_TEST(declared_structures_come_last) {
  wt_size_opt o = plain();
  bend = NULL;
  o.declared = 1;
  wt_size *z = tiny(&o);
  unsigned core = 0;
  while (core < z->n && !z->item[core].declared) core++;
  for (unsigned i = core; i < z->n; i++) ck_assert(z->item[i].declared == 1 && !strcmp(z->item[i].group, "declared"));
  ck_assert(core == z->core.n && z->n - core == z->declared.n && !strcmp(z->item[core].id, "dwr.pst"));
  const wt_size_item *tag = wt_size_find(z, "dwr.ilt", err, sizeof err), *reg = wt_size_find(z, "pub_hanoi.bx", err, sizeof err),
                     *fa = wt_size_find(z, "crown.ready", err, sizeof err);
  ck_assert(tag->kind == WT_SZ_TAG && tag->entries == 32 && tag->ways == 8 && tag->depth == 4 && tag->tag == 31 && tag->bits == 992 &&
            tag->mem == 992 && !tag->ff);
  ck_assert(reg->kind == WT_SZ_REG && reg->bits == 8 * 33 && reg->ff == reg->bits && !reg->mem && reg->impl == WT_IM_FLOP);
  ck_assert(fa->kind == WT_SZ_FA && fa->tag == 88 && fa->data == 88 && fa->srch == 1 && fa->impl == WT_IM_CAM && !strcmp(fa->source, "CROWN"));
  wt_size_item few[3]; /* no more than there is room for */
  memset(few, 0xee, sizeof few);
  ck_assert_uint_eq(wt_size_declared(z, few, 0), 0);
  ck_assert(few[0].bits == UINT64_C(0xeeeeeeeeeeeeeeee));
  ck_assert_uint_eq(wt_size_declared(z, few, 2), 2);
  ck_assert(few[2].bits == UINT64_C(0xeeeeeeeeeeeeeeee) && few[2].ff == few[2].bits && few[2].mem == few[2].bits);
  wt_size_free(z);
}
END_TEST

/* Bits as published; areas from the fits' own golden figures at 90 nm: 7766760, 18838979, 18942504 and twice 13159455 F^2. */
static const char published[] =
  "figure                                   unit    published       ours deviation  remark\n"
  "Hanoi-YR, one warp                       bits         3210       3210     +0.0%  the design's count; its RTL is hanoi_yr in the core table\n"
  "Hanoi-YR, one warp                       bytes         401        401     +0.0%  rounded down\n"
  "Hanoi, one warp                          bits         3461       3461     +0.0%  8 Bx, without the 11 bits of its two stack pointers\n"
  "Hanoi, one warp                          bytes         432        432     +0.0%  rounded down\n"
  "SIMT stack, one warp                     bytes         756        756     +0.0%  63 entries\n"
  "Hanoi below the SIMT stack               %           42.80      42.77     -0.1%  baseline: 63 entries, 6048 bits\n"
  "Hanoi above the SIMT stack               %           12.70      12.66     -0.3%  baseline: 32 entries, 3072 bits\n"
  "DWR partner-synch table                  bytes          82         82     +0.0%  16 x 41\n"
  "DWR ignore list                          bytes         124        124     +0.0%  4 sets x 8 ways x 31\n"
  "DWR tables in the bits of their SM       %          < 1.00       0.16    -84.3%  64 KB registers, 16 KB shared, 48 KB L1D\n"
  "DWR tables in the area of their SM       %          < 1.00       0.84    -15.7%  45 nm; these three memories stand for the SM\n"
  "CROWN tables                             bits        72448      72448     +0.0%  largest configuration\n"
  "CROWN barriers, tag                      mm2        0.0350     0.0629    +79.7%  90 nm; the source's tag cell ignores write ports\n"
  "CROWN barriers, data                     mm2        0.1370     0.1526    +11.4%  90 nm\n"
  "CROWN second level                       mm2        0.1230     0.1534    +24.7%  90 nm, 1 read and 1 write port\n"
  "CROWN Ready Lookup                       mm2        0.1110     0.1066     -4.0%  90 nm; published as 0.020 tag and 0.091 data\n"
  "CROWN Waiting Lookup                     mm2        0.1110     0.1066     -4.0%  90 nm\n"
  "CROWN tables                             mm2        0.5185     0.5821    +12.3%  90 nm, one setting for all tables\n"
  "bit scoreboard, 64 warps                 bits         8192       8192     +0.0%  128 registers a warp, 256 probes\n"
  "entry scoreboard, 64 warps               bits         2048       2048     +0.0%  4 entries a warp; 512 bits of dependence vectors beside it\n"
  "entry in the bits of the bit scoreboard  %           31.25      31.25     +0.0%  2560 of 8192\n";

START_TEST(published_figures_stand_beside_ours) {
  static char text[8000];
  bend = NULL;
  FILE *f = fmemopen(text, sizeof text, "w");
  ck_assert_uint_eq(wt_size_published(f, err, sizeof err), 0);
  fclose(f);
  ck_assert_msg(!strcmp(text, published), "%s", text);
  bend = two_depths; /* no table: the reason is said, and it counts as bad */
  ck_assert_uint_eq(wt_size_published(stdout, err, sizeof err), 1);
  ck_assert_ptr_nonnull(strstr(err, "they are not one memory"));
  bend = NULL, nm_of_90 = -1;
  ck_assert_uint_eq(wt_size_published(stdout, err, sizeof err), 1);
  ck_assert_str_eq(err, "no such node");
  nm_of_90 = 200; /* the areas at 90 nm are five times as large: each that is too large is marked, and counted */
  f = fmemopen(text, sizeof text, "w");
  const unsigned bad = wt_size_published(f, err, sizeof err);
  fclose(f);
  unsigned marked = 0;
  for (const char *at = text; (at = strstr(at, "OUTSIDE: ")); at++) marked++;
  ck_assert(bad == marked && strstr(text, "OUTSIDE: 90 nm, one setting for all tables"));
  nm_of_90 = 0;
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_size_table");
  TCase *tc = tcase_create("table");
  tcase_set_timeout(tc, 30);
  tcase_add_test(tc, memories_are_their_equations);
  tcase_add_test(tc, gates_are_their_equations);
  tcase_add_test(tc, nodes_are_known_or_given);
  tcase_add_test(tc, structures_are_priced_by_kind);
  tcase_add_test(tc, macros_are_whole_squares_of_the_feature_size);
  tcase_add_test(tc, structures_are_made_of_their_rows);
  tcase_add_test(tc, the_first_block_of_the_list_has_structures);
  tcase_add_test(tc, a_block_is_priced_at_a_node);
  tcase_add_test(tc, rows_that_make_no_structure_are_refused);
  tcase_add_test(tc, implementations_are_the_smaller_or_what_is_said);
  tcase_add_test(tc, structures_are_found_by_name);
  tcase_add_test(tc, declared_parameters_have_ranges);
  tcase_add_test(tc, declared_structures_come_last);
  tcase_add_test(tc, published_figures_stand_beside_ours);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
