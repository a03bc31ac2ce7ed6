/* test_wt_depth_wiring.c - the longest path over blocks: known ones, and wirings drawn at random with a model beside them; the committed figures against
 * the document that shows them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "size/wt_size.h"
#include "depth_kit.h"

static unsigned seed;
static unsigned upto(unsigned n) { return (unsigned)rand_r(&seed) % n; }

static int greater(int a, int b) { return a > b ? a : b; }

/* ---- over the wiring ---- */

/* Three blocks: register, 2 levels to p; p 3 levels to q or 1 to r; q 4 levels, r 5 levels to a register. 2 + 3 + 4 is the longest. */
#define NOT(a, b) ".gate $_NOT_ A=" a " Y=" b "\n"
static const char first[] = ".model f\n.inputs clk\n.outputs p\n" NOT("s", "t") NOT("t", "p") ".gate $_DFF_P_ C=clk D=s Q=s\n.end\n";
static const char second[] = ".model g\n.inputs clk p\n.outputs q r\n" NOT("p", "1") NOT("1", "2") NOT("2", "q") NOT("p", "r") ".end\n";
static const char third[] =
  ".model h\n.inputs clk q r\n.outputs o\n" NOT("q", "1") NOT("1", "2") NOT("2", "3") NOT("3", "4") ".gate $_DFF_P_ C=clk D=4 Q=u\n" NOT("r", "5")
    NOT("5", "6") NOT("6", "7") NOT("7", "8") NOT("8", "9") ".gate $_DFF_P_ C=clk D=9 Q=v\n" NOT("q", "o") ".end\n";
static const char back[] = ".model b\n.inputs q\n.outputs p\n" NOT("q", "p") ".end\n";

START_TEST(the_longest_path_over_the_wiring_is_known) {
  wt_depth d[4];
  wt_depth_step s[4];
  ck_assert(!read_text(first, &d[0]) && !read_text(second, &d[1]) && !read_text(third, &d[2]) && !read_text(back, &d[3]));
  const wt_depth_inst b[] = {{"third", &d[2]}, {"first", &d[0]}, {"second", &d[1]}};
  for (unsigned max = 3; max <= 4; max++) ck_assert_int_eq(wt_depth_path(b, 3, s, max, err, sizeof err), 3);
  ck_assert(!strcmp(s[0].blk, "first") && !s[0].in && !strcmp(s[0].out, "p") && s[0].levels == 2 && s[0].sum == 2);
  ck_assert(!strcmp(s[1].blk, "second") && !strcmp(s[1].in, "p") && !strcmp(s[1].out, "q") && s[1].levels == 3 && s[1].sum == 5);
  ck_assert(!strcmp(s[2].blk, "third") && !strcmp(s[2].in, "q") && !s[2].out && s[2].levels == 4 && s[2].sum == 9);
  ck_assert_int_eq(wt_depth_path(b, 3, s, 2, err, sizeof err), -1);
  ck_assert_str_eq(err, "a path of 3 blocks does not fit");
  const wt_depth_inst ring[] = {{"second", &d[1]}, {"back", &d[3]}};
  ck_assert_int_eq(wt_depth_path(ring, 2, s, 4, err, sizeof err), -1);
  ck_assert_str_eq(err, "second q depends on itself over the wiring");
  const wt_depth_inst none[] = {{"first", &d[0]}, {"back", &d[3]}}; /* from register to register inside one block alone */
  ck_assert_int_eq(wt_depth_path(none, 2, s, 4, err, sizeof err), -1);
  ck_assert_str_eq(err, "no path from a register of one block to one of another");
  ck_assert_int_eq(wt_depth_path(none, 0, s, 4, err, sizeof err), -1);
  for (int i = 0; i < 4; i++) wt_depth_free(&d[i]);
}
END_TEST

/* Of paths that are equally long the first is shown: by the inputs of each block on the way, and by the block and the input in which it ends. */
START_TEST(of_equally_long_paths_the_first_is_shown) {
  static const char start[] = ".model f\n.inputs clk\n.outputs p q\n" NOT("s", "p") NOT("s", "q") ".gate $_DFF_P_ C=clk D=s Q=s\n.end\n";
  static const char way[] = ".model g\n.inputs q p\n.outputs r\n" NOT("p", "1") NOT("q", "2") ".gate $_AND_ A=1 B=2 Y=r\n.end\n";
  static const char stop[] = ".model h\n.inputs clk u r\n.outputs o\n.gate $_DFF_P_ C=clk D=r Q=o\n.gate $_DFF_P_ C=clk D=u Q=v\n.end\n";
  static const char other[] = ".model i\n.inputs p\n.outputs u\n" NOT("p", "1") NOT("1", "u") ".end\n";
  wt_depth d[4];
  wt_depth_step s[4];
  ck_assert(!read_text(start, &d[0]) && !read_text(way, &d[1]) && !read_text(stop, &d[2]) && !read_text(other, &d[3]));
  const wt_depth_inst b[] = {{"stop", &d[2]}, {"start", &d[0]}, {"way", &d[1]}, {"other", &d[3]}, {"again", &d[2]}};
  ck_assert_int_eq(wt_depth_path(b, 3, s, 4, err, sizeof err), 3);
  ck_assert(!strcmp(s[0].out, "q") && !strcmp(s[1].in, "q") && !strcmp(s[2].in, "r") && s[2].sum == 3);
  ck_assert_int_eq(wt_depth_path(b, 5, s, 4, err, sizeof err), 3);
  ck_assert(!strcmp(s[0].out, "p") && !strcmp(s[1].blk, "other") && !strcmp(s[2].blk, "stop") && !strcmp(s[2].in, "u") && s[2].sum == 3);
  for (int i = 0; i < 4; i++) wt_depth_free(&d[i]);
}
END_TEST

/* Blocks of a few ports each with levels drawn at random; block k takes outputs of blocks before it, in a drawn order, and of nobody. */
enum { BLOCKS = 6, PORTS = 5 };
typedef struct {
  wt_depth d;
  wt_depth_port port[2 * PORTS];
  int io[4 * PORTS * PORTS];
} drawn_block;
static drawn_block blk[BLOCKS];
static int reached[BLOCKS * PORTS]; /* of output PORTS * block + number; -1: from no register */

static int maybe(unsigned levels) { return upto(3) ? (int)upto(levels) : WT_DEPTH_NONE; }
static int output_of(const char *in) { /* "w12": output 12, "x": nobody's */
  return *in == 'w' ? atoi(in + 1) : -1;
}
static int draw_blocks(void) {
  int longest = -1;
  for (unsigned b = 0; b < BLOCKS; b++) {
    drawn_block *x = &blk[b];
    *x = (drawn_block){.d = {.nports = 2 * PORTS}};
    x->d.port = x->port, x->d.io = x->io;
    for (unsigned p = 0; p < 2 * PORTS; p++) { /* outputs stand at odd places */
      x->port[p].out = p % 2 == 1;
      x->port[p].reg = maybe(6);
      if (x->port[p].out) snprintf(x->port[p].name, WT_DEPTH_NAME, "w%u", b * PORTS + p / 2);
      else if (b && upto(5)) snprintf(x->port[p].name, WT_DEPTH_NAME, "w%u", upto(b * PORTS));
      else snprintf(x->port[p].name, WT_DEPTH_NAME, "x%u", p);
    }
    for (unsigned k = 0; k < 4 * PORTS * PORTS; k++) x->io[k] = k / (2 * PORTS) % 2 == 0 && k % 2 ? maybe(9) : WT_DEPTH_NONE;
    for (unsigned o = 0; o < PORTS; o++) {
      int *at_out = &reached[b * PORTS + o];
      *at_out = x->port[2 * o + 1].reg;
      for (unsigned p = 0; p < 2 * PORTS; p += 2) {
        const int k = output_of(x->port[p].name), own = x->io[p * 2 * PORTS + 2 * o + 1];
        if (k >= 0 && own >= 0 && reached[k] >= 0) *at_out = greater(*at_out, reached[k] + own);
      }
    }
    for (unsigned p = 0; p < 2 * PORTS; p += 2) {
      const int k = output_of(x->port[p].name);
      if (k >= 0 && x->port[p].reg >= 0 && reached[k] >= 0) longest = greater(longest, reached[k] + x->port[p].reg);
    }
  }
  return longest;
}

START_TEST(random_wirings_are_those_of_the_model) {
  static const char *const names[BLOCKS] = {"b0", "b1", "b2", "b3", "b4", "b5"};
  for (unsigned round = 0; round < 600; round++) {
    wt_depth_inst b[BLOCKS];
    wt_depth_step s[BLOCKS + 1];
    seed = round + 1;
    const int longest = draw_blocks();
    for (unsigned i = 0; i < BLOCKS; i++) b[i] = (wt_depth_inst){names[i], &blk[i].d};
    for (unsigned i = 0; i < BLOCKS; i++) {
      const unsigned k = i + upto(BLOCKS - i);
      const wt_depth_inst t = b[i];
      b[i] = b[k], b[k] = t;
    }
    const int n = wt_depth_path(b, BLOCKS, s, BLOCKS, err, sizeof err);
    ck_assert_int_eq(n < 0, longest < 0);
    if (n < 0) continue;
    ck_assert_int_eq(s[n - 1].sum, longest);
    for (int i = 0, sum = 0; i < n; i++) { /* the steps are a path: each has the levels of its ports and begins where the one before it ends */
      const drawn_block *x = &blk[s[i].blk[1] - '0'];
      int in = -1, out = -1;
      for (int p = 0; p < 2 * PORTS; p++) {
        if (s[i].in && !x->port[p].out && !strcmp(x->port[p].name, s[i].in)) in = p;
        if (s[i].out && x->port[p].out && !strcmp(x->port[p].name, s[i].out)) out = p;
      }
      ck_assert((i == 0) == !s[i].in && (i == n - 1) == !s[i].out && (!s[i].in || (in >= 0 && !strcmp(s[i].in, s[i - 1].out))));
      ck_assert(!s[i].out || out >= 0);
      int own = -1; /* two inputs may have the same name: the deeper one counts */
      for (int p = 0; p < 2 * PORTS; p++)
        if (s[i].in && !x->port[p].out && !strcmp(x->port[p].name, s[i].in))
          own = greater(own, out < 0 ? x->port[p].reg : x->io[p * 2 * PORTS + out]);
      if (!s[i].in) own = x->port[out].reg;
      ck_assert_int_eq(s[i].levels, own);
      ck_assert_int_eq(s[i].sum, sum += own);
    }
    ck_assert_int_eq(wt_depth_path(b, BLOCKS, s, (unsigned)n, err, sizeof err), n);
    ck_assert_int_eq(wt_depth_path(b, BLOCKS, s, (unsigned)n - 1, err, sizeof err), -1);
  }
}
END_TEST

/* Forty blocks in a row, each with two outputs that both of the block before drive: as many paths as 2^40, looked at once each. */
START_TEST(a_ladder_is_looked_at_once) {
  enum { RUNGS = 40 };
  static wt_depth d[RUNGS];
  static wt_depth_port port[RUNGS][4];
  static int io_of[16];
  wt_depth_inst b[RUNGS];
  wt_depth_step s[RUNGS];
  for (unsigned k = 0; k < 16; k++) io_of[k] = k / 4 < 2 && k % 4 >= 2 ? 1 : WT_DEPTH_NONE;
  for (unsigned r = 0; r < RUNGS; r++) {
    for (unsigned p = 0; p < 4; p++) {
      port[r][p].out = p >= 2, port[r][p].reg = (p >= 2) == (r == 0) ? 1 : WT_DEPTH_NONE;
      snprintf(port[r][p].name, WT_DEPTH_NAME, "%c%u", 'a' + (int)p % 2, p < 2 ? r : r + 1);
    }
    d[r] = (wt_depth){.nports = 4, .port = port[r], .io = io_of};
    b[r] = (wt_depth_inst){"rung", &d[r]};
  }
  ck_assert_int_eq(wt_depth_path(b, RUNGS, s, RUNGS, err, sizeof err), RUNGS);
  ck_assert_int_eq(s[RUNGS - 1].sum, RUNGS);
}
END_TEST

START_TEST(the_deepest_kind_is_the_figure) {
  for (int k = 0; k < WT_DEPTH_KINDS; k++) {
    wt_depth d = {.levels = {1, 2, 3, 1}};
    wt_levels r = {"", "", {1, 2, 3, 1}, ""};
    d.levels[k] = r.levels[k] = 4;
    ck_assert(wt_depth_most(&d) == 4 && wt_levels_most(&r) == 4);
  }
  const wt_depth none = {.levels = {-1, -1, -1, -1}}, wire = {.levels = {-1, -1, -1, 0}};
  ck_assert(wt_depth_most(&none) == WT_DEPTH_NONE && wt_depth_most(&wire) == 0);
}
END_TEST

START_TEST(nothing_is_left_in_memory) {
  size_t before = 0;
  for (unsigned round = 0; round < 400; round++) {
    wt_depth_inst b[BLOCKS];
    wt_depth_step s[BLOCKS];
    seed = round % 50 + 1;
    if (round == 300) before = suite_heap(); /* until then the C library fills its own shelves */
    draw_blocks();
    for (unsigned i = 0; i < BLOCKS; i++) b[i] = (wt_depth_inst){"b", &blk[i].d};
    wt_depth_path(b, BLOCKS, s, BLOCKS, err, sizeof err);
  }
  ck_assert_uint_lt(suite_heap(), before + 1000); /* of a hundred rounds */
}
END_TEST

/* ---- the committed figures ---- */

/* tests/golden/depth.md shows them: "| sched | 12 | 13 | 12 | 13 |  | `from` | `to` |", nothing where there is no such path, "not run" where there is no result;
 * paths as "Sub-core, register to register over the wiring: 104 levels through 6 blocks, at least: 1 blocks have no result". */
START_TEST(committed_levels_are_those_of_the_document) {
  FILE *f = fopen(WT_ROOT "/tests/golden/depth.md", "r");
  char line[800], preset[40] = "", name[40];
  unsigned rows = 0, paths = 0;
  ck_assert(f != NULL);
  while (fgets(line, sizeof line, f)) {
    int levels, most = WT_DEPTH_NONE;
    if (sscanf(line, "## %39s", preset) == 1) continue;
    if (sscanf(line, "%39[^,], register to register over the wiring: %d levels", name, &levels) == 2) {
      const char *module = strcmp(name, "SM") ? "sub-core" : "SM", *least = strstr(line, "at least: ");
      const wt_levels_path *p = wt_levels_find_path(preset, module);
      ck_assert_msg(p && p->levels == levels && p->missing == (least ? strtoul(least + 10, NULL, 10) : 0), "%s of %s", module, preset);
      ck_assert(!strcmp(p->preset, preset) && !strcmp(p->module, module));
      paths++;
      continue;
    }
    char *cell[9];
    unsigned n = 0;
    for (char *c = strchr(line, '|'); c && n < 9; c = strchr(c + 1, '|')) cell[n++] = c + 1;
    if (n < 8 || sscanf(line, "| %39s", name) != 1 || !strcmp(name, "block") || !strncmp(name, "---", 3)) continue;
    const wt_levels *r = wt_levels_find(preset, name);
    ck_assert_msg(r && !strcmp(r->preset, preset) && !strcmp(r->blk, name), "%s of %s", name, preset);
    for (int k = 0; k < WT_DEPTH_KINDS; k++) {
      char *rest;
      const long v = strtol(cell[1 + k], &rest, 10);
      ck_assert_int_eq(r->levels[k], strstr(line, "not run") ? WT_LEVELS_NOT_RUN : rest == cell[1 + k] ? WT_DEPTH_NONE : (int)v);
      most = greater(most, strstr(line, "not run") ? WT_LEVELS_NOT_RUN : r->levels[k]);
    }
    if (!strstr(line, "not run")) ck_assert_int_eq(wt_levels_most(r), most);
    else ck_assert_int_lt(wt_levels_most(r), 0);
    rows++;
  }
  fclose(f);
  ck_assert_uint_eq(rows, wt_nlevels);
  ck_assert_uint_gt(paths, 4);
  ck_assert(!wt_levels_find("tiny", "nobody") && !wt_levels_find("nowhere", "sched") && !wt_levels_find("", ""));
  ck_assert(!wt_levels_find_path("tiny", "nobody") && !wt_levels_find_path("nowhere", "SM") && !wt_levels_find_path("", ""));
}
END_TEST

/* A shape that is a preset but for mode keys has its levels; one structural key more, and it has none. */
START_TEST(levels_are_those_of_presets_alone) {
  const char *last = "";
  for (const wt_levels *r = wt_levels_rows; *r->preset; r++) {
    wt_shape S;
    if (!strcmp(r->preset, last)) continue;
    last = r->preset;
    ck_assert(!wt_shape_preset(&S, last, err, sizeof err));
    ck_assert_str_eq(wt_levels_preset(&S), last);
    ck_assert(!wt_shape_set(&S, S.SCHED == WT_SCHED_gto ? "SCHED=lrr" : "SCHED=gto", err, sizeof err));
    ck_assert_str_eq(wt_levels_preset(&S), last);
    ck_assert(!wt_shape_set(&S, "COLLECTORS=7", err, sizeof err));
    ck_assert_ptr_null(wt_levels_preset(&S));
  }
  ck_assert_str_eq(last, wt_levels_rows[wt_nlevels - 1].preset);
}
END_TEST

/* The figure of a block stands in its last structure: the deepest of its four kinds, and nothing where none was measured. */
START_TEST(levels_stand_in_the_last_structure_of_a_block) {
  wt_size_item item[] = {{.blk = "alu"},    {.blk = "alu"}, {.blk = "smem"}, {.blk = "wb", .declared = 1},
                         {.blk = "nobody"}, {.blk = "wb"},  {.blk = "wb"}}; /* the one behind the table is not in it */
  wt_size z = {.item = item, .n = 6};
  ck_assert(!wt_shape_preset(&z.S, "default", err, sizeof err));
  const wt_levels *alu = wt_levels_find("default", "alu"), *wb = wt_levels_find("default", "wb");
  const int want[] = {-1, wt_levels_most(alu), -1, -1, -1, wt_levels_most(wb)};
  ck_assert(alu->levels[WT_DEPTH_IR] == wt_levels_most(alu) && wb->levels[WT_DEPTH_IO] == wt_levels_most(wb));
  for (unsigned i = 0; i < 6; i++) ck_assert_int_eq(greater(wt_size_levels(&z, i), -1), want[i]);
  ck_assert(!wt_shape_set(&z.S, "WARPS=3", err, sizeof err));
  for (unsigned i = 0; i < 6; i++) ck_assert_int_eq(wt_size_levels(&z, i), -1);
}
END_TEST

/* The preset whose structural keys are those of a shape, by their hash. */
static const char *preset_of(const wt_shape *S) {
  for (unsigned i = 0; i < wt_nlevels; i++) {
    wt_shape P;
    ck_assert_msg(!wt_shape_preset(&P, wt_levels_rows[i].preset, err, sizeof err), "%s", err);
    if (wt_shape_hash(&P) == wt_shape_hash(S)) return wt_levels_rows[i].preset;
  }
  return "none";
}
START_TEST(levels_are_those_of_the_preset_with_these_gates) {
  unsigned found = 0, none = 0;
  for (const char *const *preset = wt_presets; *preset; preset++)
    for (unsigned k = 0; k <= wt_nkeys; k++) {
      wt_shape S;
      char assign[80], value[16];
      ck_assert(!wt_shape_preset(&S, *preset, err, sizeof err));
      if (k < wt_nkeys) { /* one key is another */
        const wt_key *key = &wt_keys[k];
        snprintf(assign, sizeof assign, "%s=%s", key->name, wt_key_text(key, wt_key_get(&S, key) == key->min ? key->max : key->min, value));
        ck_assert_msg(!wt_shape_set(&S, assign, err, sizeof err), "%s", err);
      } else strcpy(assign, "as it is");
      const char *got = wt_levels_preset(&S), *want = preset_of(&S);
      ck_assert_msg(!strcmp(got ? got : "none", want), "%s %s: %s, not %s", *preset, assign, got ? got : "none", want);
      *(got ? &found : &none) += 1;
    }
  ck_assert(found > 10 && none > 10);
}
END_TEST

/* They stand in the line of the last structure of a block that is no declared one. */
START_TEST(the_last_structure_of_a_block_has_its_levels) {
  static const char *const presets[] = {"small", "default"};
  for (unsigned k = 0; k < 4; k++) {
    wt_shape S;
    wt_size_opt o;
    unsigned with = 0;
    wt_size_defaults(&o);
    o.declared = 1;
    ck_assert(!wt_shape_preset(&S, presets[k % 2], err, sizeof err));
    if (k > 1) ck_assert(!wt_shape_set(&S, "COLLECTORS=7", err, sizeof err));
    ck_assert(!wt_shape_check(&S, err, sizeof err));
    wt_size *z = wt_size_new(&S, &o, err, sizeof err);
    ck_assert_msg(z != NULL, "%s", err);
    for (unsigned i = 0; i < z->n; i++) {
      unsigned last = i;
      for (unsigned j = 0; j < z->n; j++)
        if (!strcmp(z->item[j].blk, z->item[i].blk)) last = j;
      const wt_levels *r = k > 1 || z->item[i].declared || i != last ? NULL : wt_levels_find(presets[k], z->item[i].blk);
      ck_assert_msg(wt_size_levels(z, i) == (r ? wt_levels_most(r) : WT_DEPTH_NONE), "%s: %d", z->item[i].id, wt_size_levels(z, i));
      with += r != NULL;
    }
    ck_assert(k > 1 ? !with : with > 20);
    wt_size_free(z);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_depth_wiring");
  TCase *tc = tcase_create("wiring");
  tcase_set_timeout(tc, 30);
  tcase_add_test(tc, the_longest_path_over_the_wiring_is_known);
  tcase_add_test(tc, of_equally_long_paths_the_first_is_shown);
  tcase_add_test(tc, random_wirings_are_those_of_the_model);
  tcase_add_test(tc, a_ladder_is_looked_at_once);
  tcase_add_test(tc, the_deepest_kind_is_the_figure);
  tcase_add_test(tc, committed_levels_are_those_of_the_document);
  tcase_add_test(tc, levels_are_those_of_presets_alone);
  tcase_add_test(tc, levels_stand_in_the_last_structure_of_a_block);
  tcase_add_test(tc, nothing_is_left_in_memory);
  tcase_add_test(tc, levels_are_those_of_the_preset_with_these_gates);
  tcase_add_test(tc, the_last_structure_of_a_block_has_its_levels);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
