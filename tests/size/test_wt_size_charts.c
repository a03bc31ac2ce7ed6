/* test_wt_size_charts.c - charts of made-up tables: every coordinate worked out here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw_kit.h"

/* ---- bars: 560 for the highest end of a band, 18 a line ---- */

START_TEST(bars_are_where_they_belong) {
  wt_size_item item[] = {{.id = "q.c", .blk = "q", .group = "mem", .um2 = 125000, .um2_lo = 100000, .um2_hi = 120000},
                         {.id = "p.b", .blk = "p", .group = "nowhere", .um2 = 500000, .um2_lo = 400000, .um2_hi = 2000000},
                         {.id = "p.nothing", .blk = "p", .group = "exec", .um2 = 0},
                         {.id = "p.a", .blk = "p", .group = "front", .um2 = 1000000, .um2_lo = 800000, .um2_hi = 1100000}};
  const wt_size z = of(item, 4);
  FILE *f = begin();
  wt_size_bars(f, &z, &all);
  same(end(f),
       "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"860\" height=\"138\" viewBox=\"0 0 860 138\" font-family=\"sans-serif\" font-size=\"11\">\n"
       "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"12\" y=\"20\" font-size=\"15\">a&lt;b &amp; c </text>\n"
       "<text x=\"12\" y=\"38\">1.6250 mm2 at 45 nm, modelled</text>\n"
       "<rect x=\"12.0\" y=\"46\" width=\"11\" height=\"11\" fill=\"#4e79a7\"/><text x=\"27.0\" y=\"56\">front</text>\n"
       "<rect x=\"73.0\" y=\"46\" width=\"11\" height=\"11\" fill=\"#76b7b2\"/><text x=\"88.0\" y=\"56\">mem</text>\n"
       "<text x=\"164\" y=\"80.0\" text-anchor=\"end\">p.a</text>\n"
       "<rect x=\"170\" y=\"69.0\" width=\"280.00\" height=\"14\" fill=\"#4e79a7\"/>\n"
       "<path d=\"M394.00 72.0V80.0M394.00 76.0H478.00M478.00 72.0V80.0\" stroke=\"#333333\" fill=\"none\"/>\n"
       "<text x=\"484.00\" y=\"80.0\">1.0000  (61.5 %)</text>\n"
       "<text x=\"164\" y=\"98.0\" text-anchor=\"end\">p.b</text>\n"
       "<rect x=\"170\" y=\"87.0\" width=\"140.00\" height=\"14\" fill=\"#888888\"/>\n"
       "<path d=\"M282.00 90.0V98.0M282.00 94.0H730.00M730.00 90.0V98.0\" stroke=\"#333333\" fill=\"none\"/>\n"
       "<text x=\"736.00\" y=\"98.0\">0.5000  (30.8 %)</text>\n"
       "<text x=\"164\" y=\"116.0\" text-anchor=\"end\">q.c</text>\n"
       "<rect x=\"170\" y=\"105.0\" width=\"35.00\" height=\"14\" fill=\"#76b7b2\"/>\n"
       "<path d=\"M198.00 108.0V116.0M198.00 112.0H203.60M203.60 108.0V116.0\" stroke=\"#333333\" fill=\"none\"/>\n"
       "<text x=\"211.00\" y=\"116.0\">0.1250  (7.7 %)</text>\n"
       "</svg>\n");
}
END_TEST

/* One square um is something, none is nothing; the smaller of two that are nearly the same stands below. */
START_TEST(the_smallest_area_has_a_bar) {
  wt_size_item item[] = {{.id = "p.a", .blk = "p", .group = "cta", .um2 = 0},
                         {.id = "p.b", .blk = "p", .group = "cta", .um2 = 1, .um2_hi = 2},
                         {.id = "p.c", .blk = "p", .group = "cta", .um2 = 2, .um2_hi = 4},
                         {.id = "p.d", .blk = "p", .group = "mem", .um2 = 1, .um2_hi = 2}};
  const wt_size z = of(item, 4);
  FILE *f = begin();
  wt_size_bars(f, &z, &all);
  end(f);
  has("y=\"80.0\" text-anchor=\"end\">p.c<"), has("y=\"98.0\" text-anchor=\"end\">p.b<");
  has("width=\"280.00\""), has("width=\"140.00\""); /* of 560 for the end of the highest band */
  ck_assert(!strstr(text, "p.a") && strstr(text, ">cta<") && strstr(text, ">mem<"));
}
END_TEST

/* Of more than 30 the smallest have a line together; what is of one size is in the order of its names. */
START_TEST(thirty_bars_and_a_rest) {
  wt_size_item item[32];
  char first[100];
  for (unsigned i = 0; i < 32; i++) {
    item[i] = (wt_size_item){.blk = "b", .group = "cta", .um2 = 10000, .um2_lo = 9000, .um2_hi = 11000};
    snprintf(item[i].id, sizeof item[i].id, "b.%02u", i * 7 % 32);
  }
  for (unsigned n = 30; n <= 32; n++) {
    const wt_size z = of(item, n);
    FILE *f = begin();
    wt_size_bars(f, &z, &all);
    end(f);
    unsigned bars = 0;
    for (const char *p = text; (p = strstr(p, "text-anchor")); p++) bars++;
    ck_assert_uint_eq(bars, 30);
    ck_assert_int_eq(strstr(text, "smaller structures") != NULL, n > 30);
    snprintf(first, sizeof first, " height=\"%u\" viewBox", 84 + 18 * (30 + (n > 30)));
    has(first);
    if (n < 32) continue;
    has("<text x=\"170\" y=\"620.0\">and 2 smaller structures: 0.0200 (6.2 %)</text>\n</svg>\n");
    for (unsigned i = 0; i < 30; i++) {
      snprintf(first, sizeof first, "y=\"%u.0\" text-anchor=\"end\">b.%02u<", 80 + 18 * i, i);
      has(first);
    }
  }
}
END_TEST

/* ---- treemap: 1000 x 640 from (12, 64); a unit of area is a square um here ---- */

static void boxed(char *to, size_t n, const char *at, const char *fill, const char *id, const char *words, unsigned bits, const char *mm2) {
  snprintf(to, n, "<rect %s fill=\"%s\" fill-opacity=\"0.75\" stroke=\"white\"><title>%s: %s, %u bits, %s mm2</title></rect>\n", at, fill, id, words,
           bits, mm2);
}
START_TEST(treemap_rows_are_as_square_as_they_can_be) {
  wt_size_item item[] = {{.id = "l.g123456789", .text = "t", .blk = "l", .group = "mem", .um2 = 20000, .bits = 8},
                         {.id = "l.e", .text = "t", .blk = "l", .group = "mem", .um2 = 20000, .bits = 6},
                         {.id = "l.d", .text = "t", .blk = "l", .group = "mem", .um2 = 100000, .bits = 5},
                         {.id = "l.f", .text = "t", .blk = "l", .group = "mem", .um2 = 20000, .bits = 7},
                         {.id = "p.c", .text = "t", .blk = "p", .group = "front", .um2 = 120000, .bits = 3},
                         {.id = "p.b", .text = "t", .blk = "p", .group = "front", .um2 = 120000, .bits = 2},
                         {.id = "p.a", .text = "words", .blk = "p", .group = "front", .um2 = 240000, .bits = 1}};
  const wt_size z = of(item, 7);
  char want[4000] = "", one[400];
  static const struct {
    const char *at, *fill, *id, *words, *mm2, *label;
    unsigned bits;
  } box[] = {{"x=\"12.00\" y=\"64.00\" width=\"375.00\" height=\"640.00\"", "#4e79a7", "p.a", "words", "0.240000",
              "<text x=\"16.0\" y=\"77.0\">p.a</text>\n<text x=\"16.0\" y=\"90.0\" font-size=\"10\">0.2400</text>\n", 1},
             {"x=\"387.00\" y=\"64.00\" width=\"375.00\" height=\"320.00\"", "#4e79a7", "p.b", "t", "0.120000",
              "<text x=\"391.0\" y=\"77.0\">p.b</text>\n<text x=\"391.0\" y=\"90.0\" font-size=\"10\">0.1200</text>\n", 2},
             {"x=\"387.00\" y=\"384.00\" width=\"375.00\" height=\"320.00\"", "#4e79a7", "p.c", "t", "0.120000",
              "<text x=\"391.0\" y=\"397.0\">p.c</text>\n<text x=\"391.0\" y=\"410.0\" font-size=\"10\">0.1200</text>\n"
              "<rect x=\"12.00\" y=\"64.00\" width=\"750.00\" height=\"640.00\" fill=\"none\" stroke=\"black\" stroke-width=\"1.5\"/>\n",
              3},
             {"x=\"762.00\" y=\"64.00\" width=\"250.00\" height=\"400.00\"", "#76b7b2", "l.d", "t", "0.100000",
              "<text x=\"766.0\" y=\"77.0\">l.d</text>\n<text x=\"766.0\" y=\"90.0\" font-size=\"10\">0.1000</text>\n", 5},
             {"x=\"762.00\" y=\"464.00\" width=\"166.67\" height=\"120.00\"", "#76b7b2", "l.e", "t", "0.020000",
              "<text x=\"766.0\" y=\"477.0\">l.e</text>\n<text x=\"766.0\" y=\"490.0\" font-size=\"10\">0.0200</text>\n", 6},
             {"x=\"762.00\" y=\"584.00\" width=\"166.67\" height=\"120.00\"", "#76b7b2", "l.f", "t", "0.020000",
              "<text x=\"766.0\" y=\"597.0\">l.f</text>\n<text x=\"766.0\" y=\"610.0\" font-size=\"10\">0.0200</text>\n", 7},
             {"x=\"928.67\" y=\"464.00\" width=\"83.33\" height=\"240.00\"", "#76b7b2", "l.g123456789", "t", "0.020000",
              "<text transform=\"translate(932.7 468.0) rotate(90)\">l.g123456789</text>\n"
              "<rect x=\"762.00\" y=\"64.00\" width=\"250.00\" height=\"640.00\" fill=\"none\" stroke=\"black\" stroke-width=\"1.5\"/>\n",
              8}};
  for (unsigned i = 0; i < sizeof box / sizeof *box; i++) {
    boxed(one, sizeof one, box[i].at, box[i].fill, box[i].id, box[i].words, box[i].bits, box[i].mm2);
    strcat(strcat(want, one), box[i].label);
  }
  FILE *f = begin();
  wt_size_treemap(f, &z, &all);
  end(f);
  has("width=\"1024\" height=\"716\" viewBox=\"0 0 1024 716\""), has(">0.6400 mm2 at 45 nm, modelled<");
  same(strstr(text, "<rect x=\"12.00\""), strcat(want, "</svg>\n"));
  const wt_size_view none = {"nobody", NULL, "", 0};
  f = begin();
  wt_size_treemap(f, &z, &none);
  same(end(f), "");
}
END_TEST

/* Groups by area, not by name; in a square two halves lie side by side: another one in the row would not be squarer. */
START_TEST(groups_are_largest_first_and_halves_side_by_side) {
  wt_size_item item[] = {{.id = "c.a", .text = "t", .blk = "c", .group = "cta", .um2 = 100000},
                         {.id = "f.a", .text = "t", .blk = "f", .group = "front", .um2 = 130400},
                         {.id = "m.a", .text = "t", .blk = "m", .group = "mem", .um2 = 204800},
                         {.id = "m.b", .text = "t", .blk = "m", .group = "mem", .um2 = 204800}};
  const wt_size z = of(item, 4);
  FILE *f = begin();
  wt_size_treemap(f, &z, &all);
  end(f);
  has("<rect x=\"12.00\" y=\"64.00\" width=\"320.00\" height=\"640.00\" fill=\"#76b7b2\" fill-opacity=\"0.75\" stroke=\"white\"><title>m.a:");
  has("<rect x=\"332.00\" y=\"64.00\" width=\"320.00\" height=\"640.00\" fill=\"#76b7b2\" fill-opacity=\"0.75\" stroke=\"white\"><title>m.b:");
  has("<rect x=\"652.00\" y=\"64.00\" width=\"360.00\" height=\"362.22\" fill=\"#4e79a7\" fill-opacity=\"0.75\" stroke=\"white\"><title>f.a:");
  has("<rect x=\"652.00\" y=\"426.22\" width=\"360.00\" height=\"277.78\" fill=\"#ff9da7\" fill-opacity=\"0.75\" stroke=\"white\"><title>c.a:");
  ck_assert(strstr(text, "m.b:") < strstr(text, "f.a:") && strstr(text, "f.a:") < strstr(text, "c.a:"));
  wt_size_item same[] = {{.id = "m.a", .text = "t", .blk = "m", .group = "mem", .um2 = 320000},
                         {.id = "f.a", .text = "t", .blk = "f", .group = "front", .um2 = 320000}};
  const wt_size y = of(same, 2);
  f = begin();
  wt_size_treemap(f, &y, &all);
  end(f);
  has("<rect x=\"12.00\" y=\"64.00\" width=\"500.00\" height=\"640.00\" fill=\"#4e79a7\""); /* of two of one size the one nearer to the front */
  has("<rect x=\"512.00\" y=\"64.00\" width=\"500.00\" height=\"640.00\" fill=\"#76b7b2\"");
}
END_TEST

/* Every group has its colour, its word at the top and its frame; each has half the area of the one before it. */
START_TEST(all_groups_have_a_frame) {
  static const char *const groups[][2] = {{"front", "#4e79a7"}, {"control", "#e15759"}, {"issue", "#edc948"}, {"operand", "#59a14f"},
                                          {"exec", "#b07aa1"},  {"mem", "#76b7b2"},     {"cta", "#ff9da7"},   {"declared", "#bab0ac"}};
  wt_size_item item[8] = {{.id = ""}};
  for (unsigned i = 0; i < 8; i++) {
    item[i] = (wt_size_item){.text = "t", .blk = "p", .group = groups[i][0], .um2 = 128000 >> i};
    snprintf(item[i].id, sizeof item[i].id, "p.%u", i);
  }
  const wt_size z = of(item, 8);
  FILE *f = begin();
  wt_size_treemap(f, &z, &all);
  end(f);
  unsigned frames = 0;
  for (const char *at = text; (at = strstr(at, "stroke=\"black\"")); at++) frames++;
  ck_assert_uint_eq(frames, 8);
  for (unsigned i = 0; i < 8; i++) {
    char want[120];
    snprintf(want, sizeof want, "fill=\"%s\"/><text", groups[i][1]), has(want);
    snprintf(want, sizeof want, "fill=\"%s\" fill-opacity=\"0.75\" stroke=\"white\"><title>p.%u: t, 0 bits, ", groups[i][1], i), has(want);
  }
}
END_TEST

/* In a box that is taller than wide a row lies across it: two of 200 by 320 in 400, and in what is left below them two more. */
START_TEST(rows_lie_across_a_tall_box) {
  wt_size_item item[] = {{.id = "p.a", .text = "t", .blk = "p", .group = "front", .um2 = 384000},
                         {.id = "m.a", .text = "t", .blk = "m", .group = "mem", .um2 = 64000},
                         {.id = "m.b", .text = "t", .blk = "m", .group = "mem", .um2 = 64000},
                         {.id = "m.c", .text = "t", .blk = "m", .group = "mem", .um2 = 64000},
                         {.id = "m.d", .text = "t", .blk = "m", .group = "mem", .um2 = 64000}};
  static const unsigned at[][2] = {{612, 64}, {812, 64}, {612, 384}, {812, 384}};
  const wt_size z = of(item, 5);
  FILE *f = begin();
  wt_size_treemap(f, &z, &all);
  end(f);
  for (unsigned i = 0; i < 4; i++) {
    char want[200];
    snprintf(want, sizeof want,
             "<rect x=\"%u.00\" y=\"%u.00\" width=\"200.00\" height=\"320.00\" fill=\"#76b7b2\" fill-opacity=\"0.75\" "
             "stroke=\"white\"><title>m.%c:",
             at[i][0], at[i][1], (char)('a' + i));
    has(want);
  }
}
END_TEST

/* Labels in a strip of 25: no name below 16, no area below 30, turned where it does not fit across. */
START_TEST(labels_stand_where_they_fit) {
  wt_size_item item[] = {{.id = "p.a", .text = "t", .blk = "p", .group = "front", .um2 = 624000},
                         {.id = "turned", .text = "t", .blk = "l", .group = "mem", .um2 = 14460},
                         {.id = "m1", .text = "t", .blk = "l", .group = "mem", .um2 = 750},
                         {.id = "m2", .text = "t", .blk = "l", .group = "mem", .um2 = 400},
                         {.id = "m3", .text = "t", .blk = "l", .group = "mem", .um2 = 390}};
  const wt_size z = of(item, 5);
  FILE *f = begin();
  wt_size_treemap(f, &z, &all);
  end(f);
  has("<text transform=\"translate(991.0 68.0) rotate(90)\">turned</text>\n");
  has("<rect x=\"987.00\" y=\"642.40\" width=\"25.00\" height=\"30.00\"");
  has("height=\"16.00\" fill=\"#76b7b2\" fill-opacity=\"0.75\" stroke=\"white\"><title>m2: t, 0 bits, 0.000400 mm2</title></rect>\n<text x=\"991.0\" "
      "y=\"685.4\">m2<");
  has("height=\"15.60\" fill=\"#76b7b2\" fill-opacity=\"0.75\" stroke=\"white\"><title>m3: t, 0 bits, 0.000390 mm2</title></rect>\n<rect "
      "x=\"987.00\" y=\"64.00\"");
  has(">m1</text>\n<text x=\"991.0\" y=\"668.4\" font-size=\"10\">"), ck_assert(!strstr(text, ">m3</text>") && !strstr(text, ">0.0004</text>"));
}
END_TEST

/* 30 letters are 200 wide: they fit where there are 200, turned into a box of 100 by 200, across into one of 200 by 640. */
START_TEST(a_label_that_just_fits) {
  static const char name[] = "abcdefghijklmnopqrstuvwxyz.abc";
  wt_size_item turned[] = {{.id = "p.a", .text = "t", .blk = "p", .group = "mem", .um2 = 576000},
                           {.id = "p.b", .text = "t", .blk = "p", .group = "mem", .um2 = 44000},
                           {.text = "t", .blk = "p", .group = "mem", .um2 = 20000}};
  wt_size_item across[] = {{.id = "p.a", .text = "t", .blk = "p", .group = "mem", .um2 = 512000},
                           {.text = "t", .blk = "p", .group = "mem", .um2 = 128000}};
  strcpy(turned[2].id, name), strcpy(across[1].id, name);
  for (unsigned less = 0; less < 2; less++) {
    const wt_size y = of(turned, 3), z = of(across, 2);
    FILE *f = begin();
    wt_size_treemap(f, &y, &all);
    end(f);
    ck_assert_int_eq(strstr(text, "rotate(90)\">abcdefghijklmnopqrstuvwxyz.abc<") != NULL, !less);
    f = begin();
    wt_size_treemap(f, &z, &all);
    end(f);
    ck_assert_int_eq(strstr(text, "<text x=\"816.0\" y=\"77.0\">abcdefghijklmnopqrstuvwxyz.abc<") != NULL, !less);
    turned[2].um2--, across[1].um2--;
  }
}
END_TEST

/* A tenth of a unit is drawn, too. */
START_TEST(the_smallest_area_has_a_box) {
  wt_size_item item[] = {{.id = "p.a", .text = "t", .blk = "p", .group = "mem", .um2 = 6399999},
                         {.id = "p.b", .text = "t", .blk = "p", .group = "mem", .um2 = 1}};
  const wt_size z = of(item, 2);
  FILE *f = begin();
  wt_size_treemap(f, &z, &all);
  end(f);
  has("<rect x=\"1012.00\" y=\"64.00\" width=\"0.00\" height=\"640.00\" fill=\"#76b7b2\" fill-opacity=\"0.75\" stroke=\"white\"><title>p.b:");
  item[0].um2 = 639999, item[1].group = "front"; /* alone in its group */
  const wt_size y = of(item, 2);
  f = begin();
  wt_size_treemap(f, &y, &all);
  end(f);
  has("height=\"640.00\" fill=\"#4e79a7\" fill-opacity=\"0.75\" stroke=\"white\"><title>p.b:");
}
END_TEST

/* Below 14 nothing is turned, however tall it is; 14 are enough. */
START_TEST(a_thin_strip_has_no_label) {
  wt_size_item item[] = {{.id = "p.a", .text = "t", .blk = "p", .group = "front", .um2 = 633600},
                         {.id = "m1", .text = "t", .blk = "l", .group = "mem", .um2 = 6400}};
  const wt_size z = of(item, 2);
  FILE *f = begin();
  wt_size_treemap(f, &z, &all);
  end(f);
  has("<rect x=\"1002.00\" y=\"64.00\" width=\"10.00\" height=\"640.00\""), ck_assert(!strstr(text, ">m1</text>") && strstr(text, ">p.a</text>"));
  item[0].um2 = 631040, item[1].um2 = 8960;
  const wt_size enough = of(item, 2);
  f = begin();
  wt_size_treemap(f, &enough, &all);
  end(f);
  has("<rect x=\"998.00\" y=\"64.00\" width=\"14.00\" height=\"640.00\""), has("<text transform=\"translate(1002.0 68.0) rotate(90)\">m1</text>\n");
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_size_charts");
  TCase *tc = tcase_create("charts");
  tcase_set_timeout(tc, 30);
  tcase_add_test(tc, bars_are_where_they_belong);
  tcase_add_test(tc, the_smallest_area_has_a_bar);
  tcase_add_test(tc, groups_are_largest_first_and_halves_side_by_side);
  tcase_add_test(tc, a_label_that_just_fits);
  tcase_add_test(tc, the_smallest_area_has_a_box);
  tcase_add_test(tc, a_thin_strip_has_no_label);
  tcase_add_test(tc, thirty_bars_and_a_rest);
  tcase_add_test(tc, treemap_rows_are_as_square_as_they_can_be);
  tcase_add_test(tc, rows_lie_across_a_tall_box);
  tcase_add_test(tc, all_groups_have_a_frame);
  tcase_add_test(tc, labels_stand_where_they_fit);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
