/* test_wt_cache_sum.c - RTL that was built once and has been damaged since: cut, changed in the middle, empty, without its sum. It is noticed before it is loaded, said in
 * one line and built again, for a block's bench and for a machine in lock-step. And which plug-in is the one of the same sources.
 */
#define _GNU_SOURCE
#include <sys/stat.h>

#include "cosim/wt_rtl_known.h"
#include "cosim/wt_rtl_sum.h"
#include "lib/wt_home.h"
#include "spec/wt_shape.h"

#include "tests/cli_kit.h"

static char cache[200], so[1200];

/* The one plug-in in the cache that begins so. */
static void find(const char *prefix) {
  char cmd[400];
  snprintf(cmd, sizeof cmd, "ls %s | grep '^%s-.*\\.so$' | tr -d '\\n' >%s/name", cache, prefix, dir);
  ck_assert_int_eq(system(cmd), 0);
  char name[200];
  slurp("name", name, sizeof name);
  snprintf(so, sizeof so, "%s/%s", cache, name);
}
enum { CUT, CHANGED, EMPTY, SHORT, NO_SUM, NO_SUM_CUT, GARBLED, OTHER_SUM, KINDS };
static void damage(int kind) {
  struct stat st;
  char sum[1300];
  snprintf(sum, sizeof sum, "%.*s.sum", (int)strlen(so) - 3, so);
  if (kind == NO_SUM || kind == NO_SUM_CUT) ck_assert_int_eq(remove(sum), 0);
  if (kind == NO_SUM_CUT) damage(CHANGED);
  if (kind == GARBLED || kind == OTHER_SUM) {
    FILE *f = fopen(sum, "w");
    ck_assert_ptr_nonnull(f);
    fputs(kind == GARBLED ? "\1\2 x\n" : "0123abcd 17\n", f);
    fclose(f);
  }
  ck_assert_int_eq(stat(so, &st), 0);
  if (kind == CUT) ck_assert_int_eq(truncate(so, st.st_size / 2), 0);
  if (kind == SHORT) ck_assert_int_eq(truncate(so, st.st_size - 100), 0); /* of its last table */
  if (kind == EMPTY) ck_assert_int_eq(truncate(so, 0), 0);
  if (kind != CHANGED) return;
  FILE *f = fopen(so, "r+b");
  ck_assert_ptr_nonnull(f);
  fseek(f, st.st_size / 2, SEEK_SET);
  int c = fgetc(f);
  fseek(f, st.st_size / 2, SEEK_SET);
  fputc(c ^ 1, f);
  fclose(f);
}
static void own_cache(void) {
  snprintf(cache, sizeof cache, "%s/cache", dir);
  ck_assert_int_eq(setenv("WARPTWIN_CACHE", cache, 1), 0);
}
/* Lines about damage. */
static unsigned told(const char *text) {
  unsigned n = 0;
  for (const char *p = text; (p = strstr(p, " in the RTL cache is damaged ("));) {
    static const char *const why[] = {"it is not what was built", "its checksum is lost"};
    p += strlen(" in the RTL cache is damaged (");
    for (int k = 0; k < 2; k++) n += !strncmp(p, why[k], strlen(why[k])) && !strncmp(p + strlen(why[k]), "); it is built again\n", 21);
  }
  return n;
}
static void again(const char *args) {
  char err[16384];
  static const unsigned times[] = {1, 0};
  for (int kind = 0; kind < KINDS; kind++) {
    damage(kind);
    for (int i = 0; i < 2; i++) { /* once only */
      int rc = warptwin(args, err, sizeof err);
      ck_assert_msg(rc == 0, "kind %d: exit %d: %s", kind, rc, err);
      ck_assert_msg(told(err) == times[i], "kind %d: %s", kind, err);
    }
  }
}

/* The tools of a build, which here bring what was built before, never the same to the last byte: a block takes seconds, the machine minutes. */
static void tools(const char *stem) {
  char text[4000], cmd[200], err[500], built[1200];
  wt_shape S;
  ck_assert_int_eq(wt_shape_preset(&S, "tiny", err, sizeof err), 0);
  ck_assert_msg(wt_rtl_build(&S, stem, 0, built, sizeof built, err, sizeof err) == 0, "%s", err);
  int n = snprintf(text, sizeof text,
                   "#!/bin/sh\nout=\nfor a in \"$@\"; do [ \"$out\" = -o ] && out=$a; [ \"$a\" = -o ] && out=-o; done\n"
                   "case \" $* \" in *' -shared '*) cp '%s' \"$out\"; date +%%N >>\"$out\" ;; *' -E '*) : ;; *) : >\"$out\" ;; esac\n",
                   built);
  ck_assert_int_eq(mkdir(strcat(strcpy(cmd, dir), "/tools"), 0777), 0);
  file("tools/g++", text, (size_t)n);
  n = snprintf(text, sizeof text,
               "#!/bin/sh\n[ \"$1\" = --getenv ] && echo %s && exit\nwhile [ \"$1\" != --Mdir ]; do shift; done\nmkdir \"$2\"\n: >\"$2/one.cpp\"\n",
               dir);
  file("tools/verilator", text, (size_t)n);
  snprintf(cmd, sizeof cmd, "chmod +x %s/tools/*", dir);
  ck_assert_int_eq(system(cmd), 0);
  snprintf(text, sizeof text, "%s/tools:%s", dir, getenv("PATH"));
  setenv("PATH", text, 1);
  own_cache();
}
START_TEST(a_block_is_built_again) {
  char err[16384], sum[1300];
  tools("smbank");
  ck_assert_int_eq(warptwin("bench smbank --config tiny --cycles 500", err, sizeof err), 0);
  ck_assert_uint_eq(told(err), 0);
  find("wt_smbank");
  again("bench smbank --config tiny --cycles 500");
  snprintf(sum, sizeof sum, "%.*s.sum", (int)strlen(so) - 3, so);
  ck_assert_int_eq(access(sum, R_OK), 0);
  ck_assert_int_eq(warptwin("cache prune --all", err, sizeof err), 0);
  ck_assert_int_ne(access(sum, F_OK), 0);
}
END_TEST

/* What every plug-in is linked with, and the headers that it includes, are compiled once: they are looked at before the next one is. */
START_TEST(the_runtime_is_built_again) {
  static const char *const kinds[] = {"cd cache/runtime-* && echo x >>verilated.o",
                                      "cd cache/runtime-* && : >verilated_dpi.o && echo x >>verilated_dpi.o",
                                      "cd cache/runtime-* && rm verilated_threads.o",
                                      "cd cache/runtime-* && echo x >sums",
                                      "cd cache/runtime-* && : >sums",
                                      "cd cache/headers-* && echo x >>wt_runtime.h.gch",
                                      "cd cache/headers-* && echo '#error' >wt_runtime.h",
                                      "cd cache/headers-* && rm wt_runtime.h.gch",
                                      "cd cache/runtime-* && rm sums",
                                      "cd cache/headers-* && rm sums"};
  enum { KINDS = sizeof kinds / sizeof kinds[0], SILENT = 2 };
  char err[16384], cmd[400];
  tools("smbank");
  ck_assert_int_eq(warptwin("bench smbank --config tiny --cycles 500", err, sizeof err), 0);
  for (int i = 0; i < KINDS; i++) {
    snprintf(cmd, sizeof cmd, "cd %s && rm cache/*.so && %s", dir, kinds[i]);
    ck_assert_int_eq(system(cmd), 0);
    for (int k = 0; k < 2; k++) {
      ck_assert_int_eq(warptwin("bench smbank --config tiny --cycles 500", err, sizeof err), 0);
      ck_assert_msg(told(err) == (!k && i < KINDS - SILENT), "%d: %s", i, err);
      ck_assert_msg(told(err) == 0 || strstr(err, strstr(kinds[i], "headers") ? "warptwin: headers-" : "warptwin: runtime-"), "%s", err);
    }
    snprintf(
      cmd, sizeof cmd,
      "cd %s/cache/runtime-* && cksum *.* | cmp - sums && ls verilated.o verilated_dpi.o verilated_threads.o >../listed && cd ../headers-* && cksum "
      "*.* | cmp - sums && ls wt_runtime.h.gch >../listed",
      dir);
    ck_assert_int_eq(system(cmd), 0);
  }
}
END_TEST

START_TEST(a_machine_is_built_again) {
  tools(NULL);
  char args[2000], said[16384];
  snprintf(args, sizeof args,
           "cosim '%s/tests/kernels/vecadd.cubin' --config tiny --grid 4 --block 8 --arg in:a.bin --arg in:a.bin --arg out:200:c.bin --arg i32:30",
           wt_root());
  int rc = warptwin(args, said, sizeof said);
  ck_assert_msg(rc == 0, "exit %d: %s", rc, said);
  find("wt_gpu");
  again(args);
}
END_TEST

/* A launch that finds its plug-in asks no script; whatever the script reads must then be in the key. */
static int known_key(const wt_shape *S, const char *stem, int beside, char key[WT_RTL_KNOWN]) {
  wt_blks *b = wt_blks_new(S);
  int bad = wt_rtl_known_key(b, stem, beside, NULL, key);
  return wt_blks_free(b), bad;
}
START_TEST(a_known_plug_in_is_one_of_the_same_sources) {
  const char *r = wt_root();
  static const char *const changes[] = {"echo 'module more; endmodule' >>tree/rtl/operand/wt_pred.sv",            /* its own text, */
                                        "sed -i 's/^endmodule/wt_fifo u_x ();\\n&/' tree/rtl/operand/wt_pred.sv", /* a part of it is named: */
                                        "echo 'module more; endmodule' >>tree/rtl/lib/wt_fifo.sv",                /* then the text of that counts */
                                        "echo >>tree/scripts/build_rtl.sh",
                                        "echo >>tree/scripts/rtl_deps.sh",
                                        "echo >>tree/tb/cosim/wt_plugin.cpp",
                                        "echo >>tree/tb/cosim/wt_plugin.h"},
                           *const nothing[] = {"echo '// a comment' >>tree/rtl/operand/wt_pred.sv", "echo >>tree/rtl/operand/wt_pred.sv",
                                               "sed -i '1i /* two\\nlines */' tree/rtl/operand/wt_pred.sv",
                                               "echo 'module more; endmodule' >>tree/rtl/operand/wt_collector.sv"};
  static const char *const vars[] = {"WT_RTL_CFLAGS", "WT_RTL_SPEED", "WT_NETLIST", "WT_BREAK_PORTS"};
  char seen[16][WT_RTL_KNOWN], again[WT_RTL_KNOWN], cmd[2100], path[200], err[200];
  unsigned n = 0;
  wt_shape S;
  ck_assert_int_eq(chdir(dir), 0);
  ck_assert_int_eq(wt_shape_preset(&S, "tiny", err, sizeof err), 0);
  snprintf(cmd, sizeof cmd, "rm -rf tree && mkdir -p tree/tb && cp -r '%s/rtl' '%s/scripts' tree && cp -r '%s/tb/cosim' tree/tb", r, r, r);
  ck_assert_int_eq(system(cmd), 0);
  ck_assert_int_eq(known_key(&S, "pred", 0, seen[n++]), 0);
  setenv("WARPTWIN_ROOT", "tree", 1);
  ck_assert_int_eq(known_key(&S, "pred", 0, again), 0);
  ck_assert_str_eq(seen[0], again);                               /* the same files elsewhere */
  for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) { /* what it is not made of */
    ck_assert_int_eq(system(nothing[i]), 0);
    ck_assert_int_eq(known_key(&S, "pred", 0, again), 0);
    ck_assert_msg(!strcmp(seen[0], again), "%s", nothing[i]);
  }
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    ck_assert_int_eq(system(changes[i]), 0);
    ck_assert_int_eq(known_key(&S, "pred", 0, seen[n++]), 0);
  }
  unsetenv("WARPTWIN_ROOT");
  for (size_t i = 0; i < sizeof vars / sizeof *vars; i++) {
    setenv(vars[i], "x", 1);
    ck_assert_int_eq(known_key(&S, "pred", 0, seen[n++]), 0);
    unsetenv(vars[i]);
  }
  ck_assert_int_eq(known_key(&S, NULL, 0, seen[n++]), 0);
  ck_assert_int_eq(known_key(&S, "pred", 1, seen[n++]), 0);
  ck_assert_int_eq(wt_shape_set(&S, "WARPS=4", err, sizeof err) || wt_shape_check(&S, err, sizeof err), 0);
  ck_assert_int_eq(known_key(&S, "pred", 0, seen[n++]), 0);
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < i; k++) ck_assert_str_ne(seen[i], seen[k]);
  /* found only while the plug-in is there */
  ck_assert_int_eq(system("rm -rf known && mkdir known && : >known/wt_x-1.so"), 0);
  ck_assert_int_eq(wt_rtl_known_find("known", seen[0], path, sizeof path), -1);
  wt_rtl_known_keep("known", seen[0], "known/wt_x-1.so");
  ck_assert_int_eq(wt_rtl_known_find("known", seen[0], path, sizeof path), 0);
  ck_assert_str_eq(path, "known/wt_x-1.so");
  wt_rtl_known_keep("known", seen[0], "known/wt_y-2.so"); /* named anew */
  ck_assert_int_eq(wt_rtl_known_find("known", seen[0], path, sizeof path), -1);
  wt_rtl_known_sweep("known");
  ck_assert_int_eq(system("test \"$(ls -A known)\" = wt_x-1.so"), 0);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("cache_sum");
  tcase_add_test(t, a_block_is_built_again);
  tcase_add_test(t, the_runtime_is_built_again);
  tcase_add_test(t, a_machine_is_built_again);
  tcase_add_test(t, a_known_plug_in_is_one_of_the_same_sources);
  return run_suite("cache_sum", t);
}
