/* test_wt_size_draw.c - differences and tests/golden/area.md of made-up tables: every coordinate, sum and line worked out by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw_kit.h"

/* ---- differences ---- */

static wt_size_item before[] = {{.id = "p.x", .blk = "p", .group = "front", .bits = 1000, .ge = 2000, .um2 = 3000},
                                {.id = "p.gone", .blk = "p", .group = "front", .bits = 10, .ge = 20, .um2 = 30},
                                {.id = "q.y", .blk = "q", .group = "front", .bits = 5, .ge = 6, .um2 = 7},
                                {.id = "r.z", .blk = "r", .group = "mem", .bits = 0, .ge = 3, .um2 = 4}};
static wt_size_item after[] = {{.id = "p.x", .blk = "p", .group = "front", .bits = 2500, .ge = 1500, .um2 = 4500},
                               {.id = "p.new", .blk = "p", .group = "front", .bits = 7, .ge = 8, .um2 = 9},
                               {.id = "q.y", .blk = "q", .group = "front", .bits = 5, .ge = 6, .um2 = 7},
                               {.id = "pub.cam", .blk = "pub", .group = "declared", .declared = 1, .bits = 640, .ge = 6912, .um2 = 3876}};

/* Three keys: the first and the last do something alone, the second is no legal shape alone. */
static wt_size_diff *difference(const wt_size *a, const wt_size *b) {
  wt_size_diff *d = wt_size_diff_new(a, b, NULL, 0, err, sizeof err);
  static const char *const order[] = {"p.x", "p.new", "p.gone", "q.y", "pub.cam", "r.z"};
  ck_assert_uint_eq(d->n, 6);
  for (unsigned i = 0; i < 6; i++) ck_assert_str_eq((d->d[i].b ? d->d[i].b : d->d[i].a)->id, order[i]);
  ck_assert(!d->d[1].a && !d->d[2].b && d->d[3].a && d->d[3].b && !d->d[4].a && !d->d[5].b);
  d->ncause = 3;
  d->cause[0] = (wt_size_cause){.key = "WARPS=8", .legal = 1}, d->cause[1] = (wt_size_cause){.key = "LANES=8"};
  d->cause[2] = (wt_size_cause){.key = "RF_BANKS=4", .legal = 1};
  d->d[0].by[0] = 1000, d->d[0].by_bits[0] = 1500, d->d[0].by[2] = 500;
  d->d[2].by[0] = -30, d->d[2].by_bits[0] = -10;
  d->d[4].by[0] = 3876, d->d[4].by_bits[0] = 640;
  d->d[5].by_bits[2] = 1;
  return d;
}
static const wt_size_view both = {NULL, NULL, "a to b", 0}, front = {NULL, "front", "a to b", 0}, r_alone = {"r", NULL, "r", 0};

START_TEST(a_difference_as_text) {
  const wt_size a = of(before, 4), b = of(after, 4);
  wt_size_diff *d = difference(&a, &b);
  FILE *f = begin();
  wt_size_diff_print(f, d, &both, WT_FMT_TEXT);
  same(end(f),
       "a to b, mm2 modelled at 45 nm\n"
       "  structure                bits before    bits after       bits +-         GE +-  mm2 before   mm2 after      mm2 +-           cause\n"
       "  p.x                            1 000         2 500        +1 500          -500    0.003000    0.004500   +0.001500   +50.0%  WARPS=8, "
       "RF_BANKS=4\n"
       "  p.new                              -             7            +7            +8    0.000000    0.000009   +0.000009    +0.0%  interaction\n"
       "  p.gone                            10             -           -10           -20    0.000030    0.000000   -0.000030  -100.0%  WARPS=8\n"
       "  pub.cam               *             -           640          +640        +6 912    0.000000    0.003876   +0.003876    +0.0%  WARPS=8\n"
       "  r.z                                0             -             0            -3    0.000004    0.000000   -0.000004  -100.0%  RF_BANKS=4, "
       "interaction\n"
       "  total                          1 015         2 512        +1 497          -515    0.003041    0.004516   +0.001475   +48.5%  \n"
       "  WARPS=8 alone: +1 490 bits, +0.000970 mm2\n"
       "  LANES=8 alone is no legal shape; its part is in the interaction\n"
       "  RF_BANKS=4 alone: +1 bits, +0.000500 mm2\n"
       "  interaction: +6 bits, +0.000005 mm2\n"
       "  1 structures unchanged\n");
  f = begin();
  wt_size_diff_print(f, d, &front, WT_FMT_TEXT);
  end(f);
  has("\n  total                          1 015         2 512        +1 497          -512    0.003037    0.004516   +0.001479   +48.7%  \n");
  has("  RF_BANKS=4 alone: 0 bits, +0.000500 mm2\n  interaction: +7 bits, +0.000009 mm2\n");
  ck_assert(!strstr(text, "r.z") && !strstr(text, "pub.cam"));
  f = begin();
  wt_size_diff_print(f, d, &r_alone, WT_FMT_TEXT);
  end(f);
  has("  0 structures unchanged\n"), ck_assert(!strstr(text, "p.x"));
  d->ncause = 0;
  f = begin();
  wt_size_diff_print(f, d, &both, WT_FMT_TEXT);
  end(f);
  has("+50.0%  \n"), ck_assert(!strstr(text, "alone") && !strstr(text, "interaction"));
  wt_size_diff_free(d);
}
END_TEST

START_TEST(a_difference_as_markdown) {
  const wt_size a = of(before, 4), b = of(after, 4);
  wt_size_diff *d = difference(&a, &b);
  FILE *f = begin();
  wt_size_diff_print(f, d, &both, WT_FMT_MD);
  same(end(f), "**a to b**, mm2 modelled at 45 nm\n\n"
               "| structure | bits before | bits after | bits +- | GE +- | mm2 before | mm2 after | mm2 +- | | cause |\n"
               "|---|---|---|---|---|---|---|---|---|---|\n"
               "| p.x | 1 000 | 2 500 | +1 500 | -500 | 0.003000 | 0.004500 | +0.001500 | +50.0 % | WARPS=8, RF_BANKS=4 |\n"
               "| p.new | - | 7 | +7 | +8 | 0.000000 | 0.000009 | +0.000009 | +0.0 % | interaction |\n"
               "| p.gone | 10 | - | -10 | -20 | 0.000030 | 0.000000 | -0.000030 | -100.0 % | WARPS=8 |\n"
               "| pub.cam (declared) | - | 640 | +640 | +6 912 | 0.000000 | 0.003876 | +0.003876 | +0.0 % | WARPS=8 |\n"
               "| r.z | 0 | - | 0 | -3 | 0.000004 | 0.000000 | -0.000004 | -100.0 % | RF_BANKS=4, interaction |\n"
               "| **total** | 1 015 | 2 512 | +1 497 | -515 | 0.003041 | 0.004516 | +0.001475 | +48.5 % |  |\n\n"
               "- WARPS=8 alone: +1 490 bits, +0.000970 mm2\n"
               "- LANES=8 alone is no legal shape; its part is in the interaction\n"
               "- RF_BANKS=4 alone: +1 bits, +0.000500 mm2\n"
               "- interaction: +6 bits, +0.000005 mm2\n"
               "- 1 structures unchanged\n");
  wt_size_diff_free(d);
}
END_TEST

START_TEST(a_difference_as_csv_and_json) {
  const wt_size a = of(before, 4), b = of(after, 4);
  wt_size_diff *d = difference(&a, &b);
  FILE *f = begin();
  wt_size_diff_print(f, d, &both, WT_FMT_CSV);
  same(end(f),
       "structure,declared,bits_before,bits_after,bits_delta,ge_before,ge_after,ge_delta,node_nm,mm2_before,mm2_after,mm2_delta,mm2_src,cause\n"
       "p.x,0,1000,2500,1500,2000,1500,-500,45,0.003000,0.004500,0.001500,model,WARPS=8 RF_BANKS=4\n"
       "p.new,0,0,7,7,0,8,8,45,0.000000,0.000009,0.000009,model,interaction\n"
       "p.gone,0,10,0,-10,20,0,-20,45,0.000030,0.000000,-0.000030,model,WARPS=8\n"
       "q.y,0,5,5,0,6,6,0,45,0.000007,0.000007,0.000000,model,\n"
       "pub.cam,1,0,640,640,0,6912,6912,45,0.000000,0.003876,0.003876,model,WARPS=8\n"
       "r.z,0,0,0,0,3,0,-3,45,0.000004,0.000000,-0.000004,model,RF_BANKS=4 interaction\n");
  f = begin();
  wt_size_diff_print(f, d, &both, WT_FMT_JSON);
  same(
    end(f),
    "{\n  \"schema\": \"warptwin-size-diff-1\",\n  \"label\": \"a to b\",\n  \"node_nm\": 45,\n  \"structures\": [\n"
    "    {\"name\": \"p.x\", \"declared\": false, \"bits_before\": 1000, \"bits_after\": 2500, \"bits_delta\": 1500, \"ge_delta\": -500, "
    "\"mm2_before\": "
    "0.003000, \"mm2_after\": 0.004500, \"mm2_delta\": 0.001500, \"mm2_src\": \"model\", \"causes\": {\"WARPS=8\": 0.001000, \"RF_BANKS=4\": "
    "0.000500, "
    "\"interaction\": 0.000000}},\n"
    "    {\"name\": \"p.new\", \"declared\": false, \"bits_before\": 0, \"bits_after\": 7, \"bits_delta\": 7, \"ge_delta\": 8, \"mm2_before\": "
    "0.000000, "
    "\"mm2_after\": 0.000009, \"mm2_delta\": 0.000009, \"mm2_src\": \"model\", \"causes\": {\"interaction\": 0.000009}},\n"
    "    {\"name\": \"p.gone\", \"declared\": false, \"bits_before\": 10, \"bits_after\": 0, \"bits_delta\": -10, \"ge_delta\": -20, \"mm2_before\": "
    "0.000030, \"mm2_after\": 0.000000, \"mm2_delta\": -0.000030, \"mm2_src\": \"model\", \"causes\": {\"WARPS=8\": -0.000030, \"interaction\": "
    "0.000000}},\n"
    "    {\"name\": \"q.y\", \"declared\": false, \"bits_before\": 5, \"bits_after\": 5, \"bits_delta\": 0, \"ge_delta\": 0, \"mm2_before\": "
    "0.000007, "
    "\"mm2_after\": 0.000007, \"mm2_delta\": 0.000000, \"mm2_src\": \"model\", \"causes\": {\"interaction\": 0.000000}},\n"
    "    {\"name\": \"pub.cam\", \"declared\": true, \"bits_before\": 0, \"bits_after\": 640, \"bits_delta\": 640, \"ge_delta\": 6912, "
    "\"mm2_before\": "
    "0.000000, \"mm2_after\": 0.003876, \"mm2_delta\": 0.003876, \"mm2_src\": \"model\", \"causes\": {\"WARPS=8\": 0.003876, \"interaction\": "
    "0.000000}},\n"
    "    {\"name\": \"r.z\", \"declared\": false, \"bits_before\": 0, \"bits_after\": 0, \"bits_delta\": 0, \"ge_delta\": -3, \"mm2_before\": "
    "0.000004, "
    "\"mm2_after\": 0.000000, \"mm2_delta\": -0.000004, \"mm2_src\": \"model\", \"causes\": {\"interaction\": -0.000004}}\n"
    "  ],\n  \"totals\": {\"bits_before\": 1015, \"bits_after\": 2512, \"bits_delta\": 1497, \"ge_before\": 2029, \"ge_after\": 1514, \"ge_delta\": "
    "-515, "
    "\"mm2_before\": 0.003041, \"mm2_after\": 0.004516, \"mm2_delta\": 0.001475}\n}\n");
  f = begin();
  wt_size_diff_print(f, d, &r_alone, WT_FMT_CSV);
  end(f);
  ck_assert(strstr(text, "\nr.z,") && !strstr(text, "p.x"));
  d->ncause = 2; /* what the third key does is interaction, then */
  f = begin();
  wt_size_diff_print(f, d, &both, WT_FMT_JSON);
  end(f);
  has("\"causes\": {\"WARPS=8\": 0.001000, \"interaction\": 0.000500}}"), ck_assert(!strstr(text, "RF_BANKS"));
  f = begin();
  wt_size_diff_print(f, d, &both, WT_FMT_CSV);
  end(f);
  has(",WARPS=8 interaction\n"), ck_assert(!strstr(text, "RF_BANKS"));
  wt_size_diff_free(d);
}
END_TEST

/* Bits, gates or area, or that it is there at all: each alone is a change. */
START_TEST(any_figure_is_a_change) {
  wt_size_item x[] = {{.id = "p.bits", .blk = "p", .group = "mem"},
                      {.id = "p.ge", .blk = "p", .group = "mem"},
                      {.id = "p.um2", .blk = "p", .group = "mem"},
                      {.id = "p.same", .blk = "p", .group = "mem", .bits = 1, .ge = 1, .um2 = 1},
                      {.id = "p.gone", .blk = "p", .group = "mem"}};
  wt_size_item y[5];
  memcpy(y, x, sizeof x);
  y[0].bits = 1, y[1].ge = 1, y[2].um2 = 1;
  strcpy(y[4].id, "p.new");
  const wt_size a = of(x, 5), b = of(y, 5);
  wt_size_diff *d = wt_size_diff_new(&a, &b, NULL, 0, err, sizeof err);
  FILE *f = begin();
  wt_size_diff_print(f, d, &both, WT_FMT_TEXT);
  end(f);
  has("\n  p.bits "), has("\n  p.ge "), has("\n  p.um2 "), has("\n  p.gone "), has("\n  p.new "), has("  1 structures unchanged\n");
  ck_assert(!strstr(text, "p.same"));
  wt_size_diff_free(d);
}
END_TEST

/* More keys than a difference names, and a declared structure's parameter as a cause. */
START_TEST(causes_have_a_limit_and_may_be_declared) {
  const wt_size a = of(before, 4), b = of(after, 4);
  const char *keys[WT_MAX_CAUSES + 1];
  for (unsigned i = 0; i <= WT_MAX_CAUSES; i++) keys[i] = "WARPS=4";
  ck_assert_ptr_null(wt_size_diff_new(&a, &b, keys, WT_MAX_CAUSES + 1, err, sizeof err));
  ck_assert_str_eq(err, "more than 16 keys differ; compare presets that are closer, or set fewer keys");
  wt_size_opt o;
  wt_shape S;
  wt_size_defaults(&o);
  o.declared = 1;
  ck_assert(!wt_shape_preset(&S, "tiny", err, sizeof err));
  wt_size *x = wt_size_new(&S, &o, err, sizeof err);
  ck_assert(!wt_size_set_declared(&o, "PUB_STACK=64", err, sizeof err));
  wt_size *y = wt_size_new(&S, &o, err, sizeof err);
  const char *one[] = {"PUB_STACK=64", "WARPS=1", "WARPS=0", "NOKEY=1"};
  for (unsigned n = 4; n <= WT_MAX_CAUSES; n += WT_MAX_CAUSES - 4) {
    for (unsigned i = 4; i < n; i++) keys[i] = "WARPS=1";
    memcpy(keys, one, sizeof one);
    wt_size_diff *d = wt_size_diff_new(x, y, keys, n, err, sizeof err);
    ck_assert_msg(d != NULL, "%s", err);
    const wt_size_item *from = wt_size_find(x, "pub_stack.stack", err, sizeof err), *to = wt_size_find(y, "pub_stack.stack", err, sizeof err);
    ck_assert(d->ncause == n && d->cause[0].legal && d->cause[1].legal && !d->cause[2].legal && !d->cause[3].legal &&
              d->cause[n - 1].legal == (n > 4));
    ck_assert(d->cause[0].bits == 96 && d->cause[0].um2 == to->um2 - from->um2 && d->cause[0].ge == to->ge - from->ge &&
              !strcmp(d->cause[0].key, one[0]));
    int64_t bits = 0, um2 = 0;
    for (unsigned i = 0; i < d->n; i++) {
      bits += d->d[i].by_bits[1], um2 += d->d[i].by[1];
      const int stack = !strcmp(d->d[i].a->id, "pub_stack.stack");
      ck_assert_int_eq(d->d[i].by_bits[0], stack ? 96 : 0);
      ck_assert_int_eq(d->d[i].by[0], stack ? to->um2 - from->um2 : 0);
      ck_assert(!d->d[i].by[2] && !d->d[i].by_bits[3]);
    }
    wt_size_opt plain;
    wt_size_defaults(&plain), plain.declared = 1;
    ck_assert(!wt_shape_set(&S, "WARPS=1", err, sizeof err) && !wt_shape_check(&S, err, sizeof err));
    wt_size *fewer = wt_size_new(&S, &plain, err, sizeof err);
    ck_assert(bits == (int64_t)fewer->core.bits - (int64_t)x->core.bits && d->cause[1].ge == fewer->core.ge - x->core.ge);
    wt_size_free(fewer);
    ck_assert(bits < 0 && bits == d->cause[1].bits && um2 == d->cause[1].um2);
    wt_size_diff_free(d);
  }
  wt_size_free(x), wt_size_free(y);
}
END_TEST

/* ---- tests/golden/area.md ---- */

static const char *area(void) {
  FILE *f = begin();
  ck_assert_int_eq(wt_size_doc(f, err, sizeof err), 0);
  return end(f);
}

/* A heading, what it is, and the tables of two presets as Markdown without levels. */
START_TEST(the_area_document_is_the_tables) {
  char *doc = strdup(area());
  const char *at = doc;
  ck_assert(!strncmp(at, "# Area\n\nWritten by `make area-doc`, not by hand. ", 49));
  for (int p = 0; p < 2; p++) {
    static const char *const presets[] = {"small", "default"};
    wt_size_opt o;
    wt_shape S;
    char head[40];
    snprintf(head, sizeof head, "\n## %s\n\n", presets[p]);
    ck_assert_ptr_nonnull(at = strstr(at, head));
    at += strlen(head);
    wt_size_defaults(&o);
    ck_assert(!wt_shape_preset(&S, presets[p], err, sizeof err));
    wt_size *z = wt_size_new(&S, &o, err, sizeof err);
    const wt_size_view v = {NULL, NULL, "", 1};
    FILE *f = begin();
    wt_size_print(f, z, &v, WT_FMT_MD);
    end(f);
    ck_assert(!strncmp(at, text, text_n));
    at += text_n;
    wt_size_free(z);
  }
  ck_assert_str_eq(at, "");
  free(doc);
}
END_TEST

/* What was written now has nothing to say; each kind of deviation is one line, within 3 % there is none. */
START_TEST(deviations_of_the_document_are_named) {
  char *doc = strdup(area()), path[64];
  snprintf(path, sizeof path, "/tmp/wt_size_area.%d.md", (int)getpid());
  static const struct {
    const char *from, *to, *says;
    int bad;
  } edit[] = {
    {"", "", "", 0},
    {"| 2 097 152 |", "| 2 155 000 |", "", 0}, /* 2.8 % more, 2.6 % less */
    {"| 2 097 152 |", "| 2 037 000 |", "", 0},
    {"| 2 097 152 |", "| 2 181 038 |",
     "tests/golden/area.md: bits of default rfbank.bank: 2181038 in the file, 2097152 now; make area-doc renews it\n", 1},
    {"| 2 097 152 |", "| 2 030 000 |",
     "tests/golden/area.md: bits of default rfbank.bank: 2030000 in the file, 2097152 now; make area-doc renews it\n", 1},
    {"| 2 097 152 |", "| 0 |", "tests/golden/area.md: bits of default rfbank.bank: 0 in the file, 2097152 now; make area-doc renews it\n", 1},
    {"| fetch.logic | - | - | 1 | 0 |", "| fetch.logic | - | - | 1 | 5 |",
     "tests/golden/area.md: bits of small fetch.logic: 5 in the file, 0 now; make area-doc renews it\n", 1},
    {"| disp.age | 8 x 8 |", "| disp.age | 1 x 64 |",
     "tests/golden/area.md: words x bits of default disp.age: 1x64 in the file, 8x8 now; make area-doc renews it\n", 1},
    {"| disp.age | 8 x 8 |", "| disp.age | 8 x 9 |",
     "tests/golden/area.md: words x bits of default disp.age: 8x9 in the file, 8x8 now; make area-doc renews it\n", 1},
    {"| disp.age | 8 x 8 | - |", "| disp.age | 8 x 8 | 1r1w |",
     "tests/golden/area.md: ports of default disp.age: 1r1w in the file, - now; make area-doc renews it\n", 1},
    {"| disp.age | 8 x 8 | - | 1 |", "| disp.age | 8 x 8 | - | 2 |",
     "tests/golden/area.md: instances of default disp.age: 2 in the file, 1 now; make area-doc renews it\n", 1},
    {"| hanoi_yr.bx | 128 x 32 |", "| hanoi_yr.bx | 130 x 32 |", "", 0}, /* 1.5 % */
    {"| fetch.pc |", "| fetch.pcs |", "tests/golden/area.md: fetch.pcs of small is gone; make area-doc renews it\n", 1},
    {"\n| fetch.pc |", "\nfetch.pc |", " now; make area-doc renews it\n", 1},
    {"\n| wb.logic |",
     "\n| "
     "a123456789b123456789c123456789d123456789e123456789f123456789g123456789 | - | - | 1 | 0 | 0 | logic | 0 | 0 | 0 |\n| wb.logic |",
     "tests/golden/area.md: a123456789b123456789c123456789d123456789e123456789f123456789g12 of small is gone; make area-doc renews it\n", 2},
    {"\n| **total** | | | | **", "\n| **total** | | | | **9", " now; make area-doc renews it\n", 1},
    {"| 0.003038 |", "| 0 |", "tests/golden/area.md: mm2 at 45 nm of small fetch.pc: 0 in the file, 0.003038 now; make area-doc renews it\n", 1},
    {"\n## default\n", "\n## thesis-tesla\n", " now; make area-doc renews it\n", -1},
    {"\n## default\n", "\nx## default\n", "tests/golden/area.md: 1 presets instead of 2; make area-doc renews it\n", -1}};
  for (unsigned i = 0; i < sizeof edit / sizeof *edit; i++) {
    char said[60000] = "";
    const char *at = strstr(doc, edit[i].from);
    ck_assert_msg(at != NULL, "%s", edit[i].from);
    FILE *f = fopen(path, "w");
    fprintf(f, "%.*s%s%s", (int)(at - doc), doc, edit[i].to, at + strlen(edit[i].from)), fclose(f);
    f = fmemopen(said, sizeof said, "w");
    const int bad = wt_size_ratchet(path, f, err, sizeof err);
    fclose(f);
    ck_assert_msg(edit[i].bad < 0 ? bad > 0 : bad == edit[i].bad, "'%s' to '%s': %d, says %s", edit[i].from, edit[i].to, bad, said);
    unsigned lines = 0;
    for (const char *p = said; (p = strchr(p, '\n')); p++) lines++;
    ck_assert_msg(strstr(said, edit[i].says) && (int)lines >= bad && (edit[i].bad < 0 || (int)lines == bad), "says %s", said);
  }
  FILE *cut = fopen(path, "w"); /* one preset alone */
  fprintf(cut, "%.*s", (int)(strstr(doc, "\n## default") - doc), doc), fclose(cut);
  FILE *null = fopen("/dev/null", "w");
  ck_assert_int_eq(wt_size_ratchet(path, null, err, sizeof err), 1);
  fclose(null);
  char *last = strstr(doc, "\n| **total**"); /* the last structure of the last preset */
  last = strstr(last + 1, "\n| **total**");
  char *line = last - 1;
  while (line[-1] != '\n') line--;
  FILE *f = fopen(path, "w");
  fprintf(f, "%.*s%s", (int)(line - doc), doc, last + 1), fclose(f);
  char said[2000] = "";
  f = fmemopen(said, sizeof said, "w");
  ck_assert_int_eq(wt_size_ratchet(path, f, err, sizeof err), 1);
  fclose(f);
  ck_assert_msg(!strncmp(said, "tests/golden/area.md: default has ", 26) && strstr(said, " structures, "), "%s", said);
  f = fopen(path, "w"); /* a preset that there is not */
  fputs("## nowhere\n", f), fclose(f);
  ck_assert_int_eq(wt_size_ratchet(path, stderr, err, sizeof err), -1);
  ck_assert_ptr_nonnull(strstr(err, "nowhere"));
  remove(path);
  ck_assert_int_eq(wt_size_ratchet(path, stderr, err, sizeof err), -1);
  ck_assert_ptr_nonnull(strstr(err, ": cannot read; make area-doc writes it"));
  free(doc);
}
END_TEST

START_TEST(nothing_is_left_in_memory) {
  size_t used = 0;
  wt_size_item item[] = {{.id = "p.a", .text = "t", .blk = "p", .group = "front", .um2 = 1000, .um2_hi = 1000}};
  const wt_size z = of(item, 1), a = of(before, 4), b = of(after, 4);
  char path[64];
  snprintf(path, sizeof path, "/tmp/wt_size_left.%d.md", (int)getpid());
  for (unsigned round = 0; round < 40; round++) {
    if (round == 20) used = suite_heap(); /* until then the C library fills its own shelves */
    FILE *f = fopen(path, "w");
    fputs(area(), f), fclose(f);
    ck_assert_int_eq(wt_size_ratchet(path, stderr, err, sizeof err), 0);
    f = fopen(path, "w");
    fputs("## small\n## nowhere\n", f), fclose(f);
    ck_assert_int_eq(wt_size_ratchet(path, (f = fopen("/dev/null", "w")), err, sizeof err), -1);
    fclose(f);
    f = begin();
    for (unsigned i = 0; i < 10; i++) {
      wt_size_bars(f, &z, &all), wt_size_treemap(f, &z, &all);
      wt_size_diff *d = difference(&a, &b);
      wt_size_diff_print(f, d, &both, WT_FMT_TEXT);
      wt_size_diff_free(d);
    }
    end(f), free(text), text = NULL;
  }
  ck_assert_uint_lt(suite_heap(), used + 1000); /* of two hundred */
  remove(path);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_size_draw");
  TCase *tc = tcase_create("draw");
  tcase_set_timeout(tc, 30);
  tcase_add_test(tc, any_figure_is_a_change);
  tcase_add_test(tc, nothing_is_left_in_memory);
  tcase_add_test(tc, a_difference_as_text);
  tcase_add_test(tc, a_difference_as_markdown);
  tcase_add_test(tc, a_difference_as_csv_and_json);
  tcase_add_test(tc, causes_have_a_limit_and_may_be_declared);
  tcase_add_test(tc, the_area_document_is_the_tables);
  tcase_add_test(tc, deviations_of_the_document_are_named);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
