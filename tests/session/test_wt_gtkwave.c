/* test_wt_gtkwave.c - real GTKWave opens a wave by its save file: marker, groups, names and values at the bad edge. Needs gtkwave and Xvfb. */
#include "wave_kit.h"

static int installed(const char *program) {
  char cmd[80];
  snprintf(cmd, sizeof cmd, "command -v %s >/dev/null", program);
  return !system(cmd);
}

/* What it says about itself: a line a trace, "name|flags|value at the marker". */
static const char script[] = "puts \"dump|[gtkwave::getDumpFileName]\"\nputs \"marker|[gtkwave::getMarker]\"\nset n [gtkwave::getTotalNumTraces]\n"
                             "for {set i 0} {$i < $n} {incr i} { set t [gtkwave::getTraceNameFromIndex $i]\n"
                             "  puts \"trace|$t|[gtkwave::getTraceFlagsFromIndex $i]|[gtkwave::getTraceValueAtMarkerFromName $t]\" }\nexit\n";

static char said[1 << 16];
static void ask_gtkwave(void) {
  char tcl[128], out[128], cmd[900];
  snprintf(tcl, sizeof tcl, "%s/q.tcl", dir), snprintf(out, sizeof out, "%s/out", dir);
  FILE *f = fopen(tcl, "w");
  fputs(script, f);
  fclose(f);
  /* Xvfb finds a free display itself and says which */
  snprintf(cmd, sizeof cmd,
           "cd %s && mkdir home && exec 3>display && { Xvfb -displayfd 3 -screen 0 1400x900x24 >/dev/null 2>&1 & x=$!; }; "
           "for i in $(seq 1000); do [ -s display ] && break; sleep 0.1; done; "
           "HOME=%s/home DISPLAY=:$(cat display) timeout 600 gtkwave -S q.tcl mismatch.gtkw >out 2>&1; r=$?; kill $x; wait $x 2>/dev/null; "
           "rm -rf home display q.tcl; exit $r",
           dir, dir);
  int st = system(cmd);
  f = fopen(out, "r");
  ck_assert_ptr_nonnull(f);
  said[fread(said, 1, sizeof said - 1, f)] = 0;
  fclose(f);
  remove(out);
  ck_assert_msg(st == 0, "%s", said);
}

/* The value of a trace at the marker; "" when it is not shown. */
static const char *value(const char *trace) {
  static char v[200];
  char want[100];
  snprintf(want, sizeof want, "\ntrace|%s|", trace);
  const char *at = strstr(said, want);
  *v = 0;
  if (at && (at = strchr(at + strlen(want), '|'))) snprintf(v, sizeof v, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
  return v;
}

START_TEST(gtkwave_opens_on_the_bad_edge) {
  enum { BAD = 500 };
  char line[400];
  wt_session *s = open_session(WT_BACKEND_COSIM);
  fails_at(s, BAD, _i);
  ask_gtkwave();
  snprintf(line, sizeof line, "\ndump|%s\n", other);
  ck_assert_msg(strstr(said, line) != NULL, "%s", said);
  snprintf(line, sizeof line, "\nmarker|%d\n", BAD * 10);
  ck_assert_msg(strstr(said, line) != NULL, "%s", said);
  /* every signal of the save file is there: GTKWave leaves out what it does not find */
  FILE *f = fopen(other_save, "r");
  unsigned signals = 0, groups = 0;
  while (fgets(line, sizeof line, f)) {
    char alias[120];
    if (*line == '-') groups++;
    if (sscanf(line, "+{%119[^}]}", alias) != 1) continue;
    snprintf(line, sizeof line, "\ntrace|%s", alias);
    ck_assert_msg(strstr(said, line) != NULL, "%s is not shown:\n%s", alias, said);
    signals++;
  }
  fclose(f);
  ck_assert_uint_gt(signals, 30);
  ck_assert_uint_ge(groups, 6);
  /* the row that differs, by 4; names of values; instructions as text */
  unsigned long rtl = strtoul(value("rtl sched older[2][7:0]"), NULL, 16), model = strtoul(value("model sched older[2][7:0]"), NULL, 16);
  ck_assert_uint_eq(rtl ^ model, 4);
  ck_assert_str_eq(value("xor sched older[2][7:0]"), "04");
  ck_assert_msg(strspn(value("warp 2 why"), "abcdefghijklmnopqrstuvwxyz") > 3, "%s", said);
  ck_assert_msg(strspn(value("rtl hanoi_yr state[3:0]"), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") > 2, "%s", said);
  ck_assert_msg(strspn(value("ibuffer uop_text"), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") > 2, "%s", said);
  wt_session_close(s);
}
END_TEST

int main(void) {
  Suite *s = suite_create("gtkwave");
  TCase *t = tcase_create("gtkwave");
  if (!installed("gtkwave") || !installed("Xvfb")) {
    suite_not_run("gtkwave_opens_on_the_bad_edge", installed("gtkwave") ? "xvfb is not installed" : "gtkwave is not installed");
    return 0;
  }
  tcase_set_timeout(t, 900);
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_loop_test(t, gtkwave_opens_on_the_bad_edge, 0, 2);
  suite_add_tcase(s, t);
  return suite_run(s);
}
