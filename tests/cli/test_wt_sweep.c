/* test_wt_sweep.c - warptwin sweep, and occupancy in whatif and compare: every rendering says the same, the front is worked out here once more, bad
 * input is one clear line.
 */
#include <jansson.h>

#include "tests/cli_kit.h"

static json_t *swept(const char *args) {
  char text[400];
  snprintf(text, sizeof text, "sweep %s -q --json -", args);
  json_t *j = json_loads(output(0, text), 0, NULL);
  ck_assert_ptr_nonnull(j);
  return j;
}
static json_t *point(json_t *j, size_t i) { return json_array_get(json_object_get(j, "points"), i); }
static double real(json_t *p, const char *name) { return json_number_value(json_object_get(p, name)); }

START_TEST(the_front_is_what_no_point_beats) {
  json_t *j = swept("COLLECTORS=1,2,4,8 LSU_ENTRIES=1,2,4 vecadd,reduce --config small");
  size_t n = json_array_size(json_object_get(j, "points")), fronts = 0;
  ck_assert_uint_eq(n, 12);
  for (size_t i = 0; i < n; i++) {
    int beaten = 0;
    for (size_t k = 0; k < n; k++) {
      double dm = real(point(j, k), "mm2") - real(point(j, i), "mm2"), dc = real(point(j, k), "cycles_ratio") - real(point(j, i), "cycles_ratio");
      beaten |= (dm <= 0 && dc < 0) || (dm < 0 && dc <= 0);
    }
    ck_assert_int_eq(json_is_true(json_object_get(point(j, i), "front")), !beaten);
    fronts += !beaten;
  }
  ck_assert(fronts > 1 && fronts < n);
  ck_assert(real(point(j, 0), "cycles_ratio") == 1);
  /* cycles of one kernel are those of a run; the size is that of the shape */
  char args[300];
  const char *kernel = "vecadd";
  json_t *last = point(j, 11), *c = json_array_get(json_object_get(last, "kernels"), 0);
  ck_assert_str_eq(json_string_value(json_object_get(c, "name")), kernel);
  snprintf(args, sizeof args, "whatif --base small --set COLLECTORS=8 --set LSU_ENTRIES=4 %s -q --json -", kernel);
  json_t *w = json_loads(output(0, args), 0, NULL), *after = json_object_get(json_array_get(json_object_get(w, "kernels"), 0), "after");
  ck_assert(json_integer_value(json_object_get(after, "cycles")) == json_integer_value(json_object_get(c, "cycles")));
  double d = real(json_object_get(w, "after"), "mm2") - real(last, "mm2");
  ck_assert(d < 1e-6 && d > -1e-6);
  json_decref(w), json_decref(j);
}
END_TEST

START_TEST(all_renderings_agree) {
  static char csv[1 << 16], svg[1 << 18], md[1 << 16];
  char row[200];
  output(0, "sweep WARPS=4:12:4 vecadd --config small -q --csv s.csv --svg s.svg --md s.md --json s.json");
  slurp("s.csv", csv, sizeof csv), slurp("s.svg", svg, sizeof svg), slurp("s.md", md, sizeof md);
  static char text[1 << 18];
  slurp("s.json", text, sizeof text);
  json_t *j = json_loads(text, 0, NULL);
  for (size_t i = 0; i < 3; i++) {
    json_t *p = point(j, i), *k = json_array_get(json_object_get(p, "kernels"), 0);
    snprintf(row, sizeof row, "\n%zu,vecadd,ok,%lld,%lld,%lld,%lld,%.6f,%.6f,%d,", 4 + 4 * i, json_integer_value(json_object_get(k, "cycles")),
             json_integer_value(json_object_get(k, "warp_instructions")), json_integer_value(json_object_get(p, "bits")),
             json_integer_value(json_object_get(p, "ge")), real(p, "mm2"), real(p, "cycles_ratio"), json_is_true(json_object_get(p, "front")));
    ck_assert_msg(strstr(csv, row) != NULL, "no%s\nin %s", row, csv);
    snprintf(row, sizeof row, "<title>WARPS=%zu: %.6f mm2, cycles x %.4f", 4 + 4 * i, real(p, "mm2"), real(p, "cycles_ratio"));
    ck_assert_msg(strstr(svg, row) != NULL, "no %s in the picture", row);
    snprintf(row, sizeof row, " %.6f |", real(p, "mm2"));
    ck_assert_msg(strstr(md, row) != NULL, "no %s in %s", row, md);
  }
  ck_assert(!strncmp(svg, "<svg ", 5) && strstr(svg, "</svg>") && strstr(svg, "stroke-dasharray"));
  json_decref(j);
}
END_TEST

/* 32 CTAs can be resident, eight warps hold few of them: nothing that depends on CTAS can be seen, and it is said everywhere. */
START_TEST(never_full_is_said) {
  json_t *j = swept("CTAS=8,16 vecadd --config small");
  ck_assert_uint_eq(json_array_size(json_object_get(j, "never_full")), 1);
  ck_assert(real(point(j, 1), "cycles_ratio") == 1);
  json_decref(j);
  ck_assert(strstr(output(0, "sweep CTAS=8,16 vecadd --config small -q"), "CTAS: never full: enlarging it cannot help"));
  const char *t = strstr(output(0, "whatif --base small --set CTAS=16 vecadd -q"), "    CTAS ");
  ck_assert(t && strstr(t, "never full: enlarging it cannot help") < strchr(t, '\n'));
  t = strstr(output(0, "compare vecadd --config small --over CTAS=8,16 -q"), "\nin use ");
  t = t ? strstr(t, "\nCTAS ") : NULL;
  ck_assert(t && strstr(t, "never full: enlarging it cannot help") && strstr(t, "never full") < strchr(t + 1, '\n'));
  j = swept("COLLECTORS=1,2 vecadd --config small");
  ck_assert_uint_eq(json_array_size(json_object_get(j, "never_full")), 0);
  json_t *u = json_object_get(json_object_get(point(j, 0), "occupancy"), "COLLECTORS");
  ck_assert(json_is_true(json_object_get(u, "full")) && json_integer_value(json_object_get(u, "peak")) == 1 && real(u, "mean") < 1 &&
            real(u, "mm2") > 0);
  json_decref(j);
}
END_TEST

/* A point that is no shape is listed with the reason, the others run. */
START_TEST(illegal_points) {
  json_t *j = swept("RF_BANKS=4,16 REGS=2048,16384 vecadd --config small --set WARPS=4");
  json_decref(j);
  j = swept("LANES=8,32 WARP_SIZE=16,32 vecadd --config small");
  ck_assert_ptr_nonnull(json_object_get(point(j, 2), "illegal")); /* 32 lanes of a warp of 16 */
  ck_assert(json_is_null(json_object_get(point(j, 2), "mm2")) && !json_is_true(json_object_get(point(j, 2), "front")));
  ck_assert_ptr_null(json_object_get(point(j, 3), "illegal"));
  ck_assert(real(point(j, 3), "cycles_ratio") > 0);
  json_decref(j);
}
END_TEST

START_TEST(bad_input_is_one_line) {
  static const char *const bad[][2] = {{"FOO=1,2 vecadd", "unknown key"},
                                       {"WARPS=4,4 vecadd", "there twice"},
                                       {"WARPS=4 vecadd", "two or more points"},
                                       {"WARPS=4,x vecadd", "WARPS=x: illegal value"},
                                       {"WARPS=4, vecadd", "a value is missing"},
                                       {"WARPS=8:4 vecadd", "between these bounds"},
                                       {"WARPS=4:8:0 vecadd", "between these bounds"},
                                       {"WARPS=4:8:2:1 vecadd", "LOW:HIGH"},
                                       {"FP_LAT=4..8 saxpy", "LOW:HIGH"},
                                       {"WARPS=4,8 WARPS=2,3 vecadd", "swept already"},
                                       {"WARPS=4,8 vecadd --set WARPS=2", "this key is swept"},
                                       {"WARPS=1:64 CTAS=1:32 vecadd", "2048 points"},
                                       {"LANES=32,16 vecadd --config small --set WARP_SIZE=8", "no point is a shape"},
                                       {"WARPS=4,8 nokernel", "no such kernel"},
                                       {"WARPS=4,8 vecadd --config nothing", "unknown preset"},
                                       {"WARPS=4,8 vecadd --json no/s.json", "no/s.json"},
                                       {"WARPS=4,8 vecadd --csv x --svg x", "x"}};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    char args[200];
    snprintf(args, sizeof args, "sweep %s -q", bad[i][0]);
    refused(2, bad[i][1], args);
  }
  refused(2, "what is swept", "sweep vecadd");
  refused(2, "which kernels", "sweep WARPS=4,8");
  refused(2, "one or two keys", "sweep WARPS=4,8 CTAS=1,2 LANES=1,2 vecadd");
}
END_TEST

int main(void) {
  Suite *s = suite_create("sweep");
  TCase *t = tcase_create("sweep");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_set_timeout(t, 300);
  tcase_add_test(t, the_front_is_what_no_point_beats);
  tcase_add_test(t, all_renderings_agree);
  tcase_add_test(t, never_full_is_said);
  tcase_add_test(t, illegal_points);
  tcase_add_test(t, bad_input_is_one_line);
  suite_add_tcase(s, t);
  return suite_run(s);
}
