/* test_wt_rtl_cache.c - the cache of what was built, by itself: sums, names, what a key hangs on, folders of builds and the processes in them. No tool runs, and no RTL
 * is built.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <utime.h>

#include "cosim/wt_rtl_known.h"
#include "cosim/wt_rtl_proc.h"
#include "cosim/wt_rtl_sum.h"
#include "rtl_kit.h"

static void age(const char *name, long seconds) {
  struct utimbuf t = {time(NULL) - seconds, time(NULL) - seconds};
  ck_assert_int_eq(utime(file_at(name), &t), 0);
}

START_TEST(sums_and_names) {
  char path[400], key[WT_RTL_KNOWN] = "0123";
  text_file("p-1.so", "the object"), text_file("p-1.sum", "");
  static const char *const damaged[] = {"", "x", "12", "12 ", "00000000 10\n"};
  for (int i = 0; i < 5; i++) {
    text_file("p-1.so", "the object"), text_file("p-1.sum", damaged[i]);
    ck_assert_int_eq(wt_rtl_sum(dir, file_at("p-1.so")), WT_RTL_DAMAGED);
    ck_assert(!present("p-1.so") && !present("p-1.sum"));
  }
  ck_assert_int_eq(wt_rtl_sum(dir, file_at("none.so")), WT_RTL_WHOLE); /* loading it says why */
  const int in = dup(0); /* a program may be started without standard input: the file that is opened first is number 0 */
  text_file("p-1.so", "the object"), text_file("p-1.sum", "00000000 10\n");
  close(0);
  const int now = wt_rtl_sum(dir, file_at("p-1.so"));
  if (in >= 0) dup2(in, 0), close(in);
  ck_assert(now == WT_RTL_DAMAGED && !present("p-1.so"));
  char cmd[700];
  snprintf(
    cmd, sizeof cmd,
    "cd %s && printf 'the object' >p-1.so && printf '%%x 10\\n' \"$(printf 'the object' | gzip -c | tail -c 8 | head -c 4 | od -An -tu4)\" >p-1.sum",
    dir);
  ck_assert_int_eq(system(cmd), 0);
  ck_assert_int_eq(wt_rtl_sum(dir, file_at("p-1.so")), WT_RTL_WHOLE);
  ck_assert(present("p-1.so") && present("p-1.sum"));
  snprintf(cmd, sizeof cmd, "cd %s && cp p-1.so plain && cp p-1.sum plain.sum", dir); /* it may be called otherwise */
  ck_assert(!system(cmd) && wt_rtl_sum(dir, file_at("plain")) == WT_RTL_WHOLE && present("plain"));
  wt_rtl_known_keep(dir, key, file_at("p-1.so"));
  ck_assert_int_eq(wt_rtl_known_find(dir, key, path, sizeof path), 0);
  ck_assert_str_eq(path, file_at("p-1.so"));
  ck_assert_int_eq(wt_rtl_known_find(dir, key, path, strlen(file_at("p-1.so"))), -1); /* no room for its name */
  ck_assert_int_eq(wt_rtl_known_find(dir, "0124", path, sizeof path), -1);
  struct utimbuf past = {1000, 1000};
  struct stat st;
  ck_assert_int_eq(utime(file_at("p-1.so"), &past), 0);
  ck_assert(wt_rtl_known_find(dir, key, path, sizeof path) == 0 && !stat(file_at("p-1.so"), &st) && st.st_mtime > 1000); /* in use now */
  wt_rtl_known_keep(dir, key, "p-2.so"); /* no folder: none of the cache */
  ck_assert_int_eq(wt_rtl_known_find(dir, key, path, sizeof path), 0);
  wt_rtl_known_sweep(dir);
  ck_assert_int_eq(wt_rtl_known_find(dir, key, path, sizeof path), 0);
  ck_assert(!symlink("p-9.so", file_at("other-link")) && !remove(file_at("p-1.so")));
  wt_rtl_known_sweep(dir);
  ck_assert_int_eq(readlink(file_at("other-link"), path, sizeof path), 6);
  ck_assert_int_eq(readlink(file_at(".known-0123"), path, sizeof path), -1);
  wt_rtl_sum_gone(file_at("p-1.so"));
  ck_assert(!present("p-1.sum"));
}
END_TEST
/* What a plug-in is kept under hangs on the tools, on how they are called, and on what stands there of the user's. */
static char was[WT_RTL_KNOWN];
static int key_moves(const char *stem, const wt_opaque *o) {
  char now[WT_RTL_KNOWN];
  ck_assert_int_eq(wt_rtl_known_key(blks, stem, 0, o, now), 0);
  const int moved = strcmp(now, was) != 0;
  strcpy(was, now);
  return moved;
}
/* What the system says of the processor is what a file of the test says. */
static const char *cpuinfo;
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode) { return __real_fopen(cpuinfo && !strcmp(path, "/proc/cpuinfo") ? cpuinfo : path, mode); }
START_TEST(a_key_hangs_on_the_processor) {
  static const struct {
    const char *text;
    int moves;
  } is[] = {{"model name : one\nflags : a b\ncpu MHz : 1\n", 1},
            {"model name : one\nflags : a b\ncpu MHz : 2\n", 0},
            {"model name : two\nflags : a b\ncpu MHz : 2\n", 1},
            {"model name : two\nflags : a\ncpu MHz : 2\n", 1},
            {"model name : two\nflags : a\n\nmodel name : x\n", 0},
            {"CPU part : 1\nFeatures : a\n", 1},
            {"CPU part : 2\nFeatures : a\n", 1},
            {"CPU part : 2\nFeatures : b\nBogoMIPS : 1\n", 1},
            {"CPU part : 2\nFeatures : b\nBogoMIPS : 2\n", 0}};
  char at[100];
  open_shape("tiny", NULL);
  snprintf(at, sizeof at, "%s", file_at("cpuinfo"));
  for (int native = 0; native < 2; native++) {
    if (native) setenv("WT_RTL_SPEED", "native", 1);
    else unsetenv("WT_RTL_SPEED");
    cpuinfo = "/nowhere";
    key_moves("pred", NULL);
    cpuinfo = at;
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
      text_file("cpuinfo", is[i].text);
      ck_assert_msg(key_moves("pred", NULL) == (native && is[i].moves), "%d: %s", native, is[i].text);
    }
  }
  cpuinfo = NULL;
  unsetenv("WT_RTL_SPEED");
}
END_TEST
START_TEST(a_key_hangs_on_no_place) {
  char real[1100], at[1200], first[WT_RTL_KNOWN];
  static const char *const below[] = {"rtl", "tb", "scripts"}, *const trees[] = {"t", "a_tree_with_a_long_name"};
  open_shape("tiny", "DIVERGENCE=barrier");
  snprintf(real, sizeof real, "%s", wt_root());
  key_moves("barrier", NULL); /* the first file of all */
  snprintf(first, sizeof first, "%s", was);
  for (int i = 0; i < 2; i++) {
    mkdir(file_at(trees[i]), 0777);
    for (int k = 0; k < 3; k++) {
      char name[100];
      snprintf(name, sizeof name, "%s/%s", trees[i], below[k]), snprintf(at, sizeof at, "%s/%s", real, below[k]);
      ck_assert_int_eq(symlink(at, file_at(name)), 0);
    }
    setenv("WARPTWIN_ROOT", file_at(trees[i]), 1);
    ck_assert(!key_moves("barrier", NULL) && !strcmp(was, first));
  }
  /* of what it is built with every file counts */
  static const char *const folders[] = {"own", "own/tb", "own/tb/cosim", "own/scripts"};
  static const char *const files[] = {"own/tb/cosim/wt_plugin.cpp", "own/tb/cosim/wt_plugin.h", "own/scripts/build_rtl.sh", "own/scripts/rtl_deps.sh",
                                      "own/scripts/break_ports.awk"};
  for (int i = 0; i < 4; i++) mkdir(file_at(folders[i]), 0777);
  for (int i = 0; i < 5; i++) text_file(files[i], "one");
  snprintf(at, sizeof at, "%s/rtl", real);
  ck_assert_int_eq(symlink(at, file_at("own/rtl")), 0);
  setenv("WARPTWIN_ROOT", file_at("own"), 1);
  key_moves("barrier", NULL);
  for (int i = 0; i < 5; i++) {
    text_file(files[i], "two");
    ck_assert_msg(key_moves("barrier", NULL) && !key_moves("barrier", NULL), "%s", files[i]);
  }
  unsetenv("WARPTWIN_ROOT");
}
END_TEST
START_TEST(a_key_hangs_on_tools) {
  char path[3000];
  open_shape("tiny", NULL);
  mkdir(file_at("one"), 0777), mkdir(file_at("two"), 0777);
  snprintf(path, sizeof path, "%s/one:%s/two:%s", dir, dir, getenv("PATH"));
  setenv("PATH", path, 1);
  ck_assert(key_moves("pred", NULL) && !key_moves("pred", NULL));
  text_file("two/yosys", "1234");
  ck_assert(!key_moves("pred", NULL)); /* nobody can run it */
  chmod(file_at("two/yosys"), 0755);
  age("two/yosys", 1000);
  ck_assert(key_moves("pred", NULL) && !key_moves("pred", NULL));
  age("two/yosys", 2000);
  ck_assert(key_moves("pred", NULL));
  text_file("one/yosys", "1234"), chmod(file_at("one/yosys"), 0755), age("one/yosys", 2000);
  ck_assert(key_moves("pred", NULL)); /* the first one counts */
  age("two/yosys", 3000);
  ck_assert(!key_moves("pred", NULL));
  text_file("one/yosys", "12345"), age("one/yosys", 2000);
  ck_assert(key_moves("pred", NULL));
  static const char *const others[] = {"verilator", "verilator_bin", "g++"};
  for (int i = 0; i < 3; i++) {
    char name[40];
    snprintf(name, sizeof name, "one/%s", others[i]);
    text_file(name, "1234"), chmod(file_at(name), 0755);
    ck_assert_msg(key_moves("pred", NULL), "%s", others[i]);
  }
  static const char *const vars_of_it[] = {"WT_RTL_CFLAGS", "WT_RTL_SPEED", "VERILATOR_ROOT"};
  for (int i = 0; i < 3; i++) {
    const char *old = getenv(vars_of_it[i]);
    char *kept = old ? strdup(old) : NULL;
    setenv(vars_of_it[i], "own", 1);
    ck_assert(key_moves("pred", NULL) && !key_moves("pred", NULL));
    if (kept) setenv(vars_of_it[i], kept, 1);
    else unsetenv(vars_of_it[i]);
    free(kept);
    ck_assert(key_moves("pred", NULL));
  }
  char key[WT_RTL_KNOWN];
  setenv("WT_RTL_SPEED", "profile", 1);
  ck_assert_int_eq(wt_rtl_known_key(blks, "pred", 0, NULL, key), -1);
  unsetenv("WT_RTL_SPEED");
  ck_assert(strlen(was) == 40 && strspn(was, "0123456789abcdef") == 40);
}
END_TEST
START_TEST(a_key_hangs_on_a_users_text) {
  wt_opaque o = {.n = 2};
  wt_world x;
  char one[WT_RTL_KNOWN], two[WT_RTL_KNOWN];
  open_shape("tiny", NULL);
  text_file("own.sv", "module own; endmodule\n");
  o.one[0] = (wt_opaque_one){.blk = wt_blk_find(blks, "sched")}; /* ours: outputs alone are compared */
  o.one[1] = (wt_opaque_one){.blk = wt_blk_find(blks, "pred"), .own = 1};
  ck_assert_msg(!wt_user_open(&o.one[1].user, o.one[1].blk, file_at("own.sv"), "", err, sizeof err), "%s", err);
  static const char *const stems[] = {"pred", NULL, "sched"};
  for (int i = 0; i < 3; i++) {
    text_file("own.sv", "module own; endmodule\n");
    key_moves(stems[i], NULL);
    ck_assert_int_eq(key_moves(stems[i], &o), i < 2); /* it is a part of what is built */
    text_file("own.sv", "module own; wire a; endmodule\n");
    ck_assert_int_eq(key_moves(stems[i], &o), i < 2);
    text_file("own.sv", "module own; wire a; endmodule // more\n");
    ck_assert(!key_moves(stems[i], &o));
  }
  /* the same module in the place of another block */
  wt_opaque alone = {.n = 1};
  alone.one[0] = o.one[1];
  ck_assert(!wt_rtl_known_key(blks, NULL, 0, &alone, one));
  alone.one[0].blk = wt_blk_find(blks, "wb");
  ck_assert(!wt_rtl_known_key(blks, NULL, 0, &alone, two) && strcmp(one, two));
  remove(file_at("own.sv"));
  ck_assert(wt_rtl_known_key(blks, "pred", 0, &o, one) == -1 && wt_rtl_known_key(blks, "sched", 0, &o, one) == 0);
  text_file("own.sv", "module own; endmodule\n");
  ck_assert(!wt_world_open(&x, blks, wt_blk_find(blks, "pred"), 1) && !wt_rtl_known_guest(&x, &o.one[1].user, one) &&
            !wt_rtl_known_guest(&x, &o.one[1].user, two));
  ck_assert(!strcmp(one, two) && strlen(one) == 40);
  x.nets = "a_q\n";
  ck_assert(!wt_rtl_known_guest(&x, &o.one[1].user, two) && strcmp(one, two));
  x.nets = NULL;
  text_file("own.sv", "module own; wire a; endmodule\n");
  ck_assert(!wt_rtl_known_guest(&x, &o.one[1].user, two) && strcmp(one, two));
  setenv("WT_RTL_CFLAGS", "own", 1);
  ck_assert(!wt_rtl_known_guest(&x, &o.one[1].user, one) && strcmp(one, two));
  remove(file_at("own.sv"));
  ck_assert_int_eq(wt_rtl_known_guest(&x, &o.one[1].user, one), -1);
  wt_world_close(&x);
}
END_TEST
START_TEST(folders_of_builds_that_were_killed) {
  char path[400], other[400];
  unsigned long long bytes = 77;
  const int fd = wt_rtl_folder(dir, "gen-x", path, sizeof path), held = wt_rtl_folder(dir, "gen-y", other, sizeof other);
  ck_assert(fd >= 0 && held >= 0 && strcmp(path, other) && !strncmp(path + strlen(dir), "/gen-x.", 7) && strlen(path) == strlen(dir) + 13);
  snprintf(path + strlen(path), 20, "/.in-use");
  ck_assert_int_eq(access(path, F_OK), 0);
  close(fd);
  *strrchr(path, '/') = 0;
  mkdir(file_at("gen-young"), 0777), mkdir(file_at("gen-old"), 0777), mkdir(file_at("tmp.old"), 0777), mkdir(file_at("other-old"), 0777);
  text_file("gen-old/a", "12345"), text_file("tmp.old/b", "123"), mkdir(file_at("gen-old/in"), 0777), text_file("gen-old/in/c", "1");
  text_file(".lock-a", ""), text_file(".lock-old", ""), text_file(".mark-old", ""), text_file(".known-old", ""), text_file("gen-file", "");
  age("gen-young", 3500), age("gen-old", 3700), age("tmp.old", 3700), age("other-old", 3700), age(".lock-old", 3700), age(".mark-old", 3700);
  age(".known-old", 3700), age("gen-file", 3700), age(".lock-a", 3500);
  ck_assert_uint_eq(wt_rtl_sweep(dir, 1, &bytes), 3);
  ck_assert_uint_eq(bytes, 9);
  ck_assert(!access(path, F_OK) && present("gen-old") && present("tmp.old") && present(".lock-old"));
  bytes = 77;
  ck_assert_uint_eq(wt_rtl_sweep(dir, 0, &bytes), 3);
  ck_assert_uint_eq(bytes, 9);
  ck_assert(access(path, F_OK) && !access(other, F_OK) && present("gen-young") && !present("gen-old") && !present("tmp.old") && present("other-old"));
  ck_assert(present(".lock-a") && !present(".lock-old") && !present(".mark-old") && present(".known-old") && present("gen-file"));
  ck_assert_uint_eq(wt_rtl_sweep(dir, 0, NULL), 0);
  ck_assert_uint_eq(wt_rtl_sweep("/none", 0, &bytes), 0);
  ck_assert_uint_eq(bytes, 0);
  close(held);
  ck_assert_uint_eq(wt_rtl_sweep(dir, 0, NULL), 1);
  const int in = dup(0); /* without standard input the mark is file number 0: one folder as ever */
  close(0);
  const int zero = wt_rtl_folder(dir, "gen-z", path, sizeof path);
  if (zero >= 0) close(zero);
  if (in >= 0) dup2(in, 0), close(in);
  ck_assert(zero >= 0 && wt_rtl_sweep(dir, 0, NULL) == 1);
  ck_assert_int_eq(wt_rtl_folder("/none", "gen-x", path, sizeof path), -1);
  text_file("other-old/d", "1234567");
  ck_assert_uint_eq(wt_rtl_remove(file_at("other-old"), 1), 7);
  ck_assert(present("other-old/d"));
  ck_assert_uint_eq(wt_rtl_remove(file_at("other-old"), 0), 7);
  ck_assert(!present("other-old"));
}
END_TEST
/* The longest name that a cache may have, and long names of folders in it: they are those that are held, and removed, too. */
START_TEST(a_cache_with_a_long_name) {
  char cache[1100], prefix[200], path[1400];
  size_t n = (size_t)snprintf(cache, sizeof cache, "%s", dir);
  while (n < 1000) {
    size_t more = 1000 - n < 210 ? 1000 - n : 200;
    cache[n] = '/', memset(cache + n + 1, 'd', more - 1), cache[n += more] = 0;
    ck_assert_int_eq(mkdir(cache, 0777), 0);
  }
  snprintf(prefix, sizeof prefix, "gen-%0180d", 0);
  const int fd = wt_rtl_folder(cache, prefix, path, sizeof path);
  ck_assert(fd >= 0 && !access(path, F_OK));
  ck_assert_uint_eq(wt_rtl_sweep(cache, 0, NULL), 0);
  ck_assert_int_eq(access(path, F_OK), 0);
  close(fd);
  ck_assert_uint_eq(wt_rtl_sweep(cache, 0, NULL), 1);
  ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST
/* A script in the place of the tool. */
static int tool(const char *script, char *out, size_t n) {
  char name[200];
  mkdir(file_at("gen-t"), 0777), text_file("gen-t/file", "x"), text_file(".lock-young", "");
  text_file("tool", script);
  ck_assert_int_eq(chmod(file_at("tool"), 0755), 0);
  snprintf(name, sizeof name, "%s/tool", dir);
  char *const argv[] = {name, (char *)"one", (char *)"two", NULL};
  int rc = wt_rtl_proc(argv, "the label", file_at("gen-t"), out, n);
  ck_assert(!present("gen-t") && present(".lock-young")); /* of a build that nobody interrupted */
  return rc;
}
START_TEST(a_tool_in_a_folder) {
  char out[60], text[200];
  ck_assert_int_eq(tool("#!/bin/sh\necho \"$WT_RTL_LABEL, $1 $2\"\necho more\n", out, sizeof out), 0);
  ck_assert_str_eq(out, "the label, one two");
  ck_assert_int_eq(tool("#!/bin/sh\necho part; exit 3\n", out, sizeof out), 3);
  ck_assert_str_eq(out, "part");
  ck_assert_int_eq(tool("#!/bin/sh\nkill -9 $$\n", out, sizeof out), 1);
  ck_assert_str_eq(out, "");
  ck_assert_int_eq(tool("#!/bin/sh\necho 0123456789\n", out, 6), 0);
  ck_assert_str_eq(out, "01234");
  ck_assert_int_eq(tool("#!/bin/sh\nprintf a; sleep 0.2; printf b; sleep 0.2; printf 'c\\nd'\n", out, sizeof out), 0); /* letter by letter */
  ck_assert_str_eq(out, "abc");
  ck_assert_int_eq(tool("#!/nowhere/sh\n", out, sizeof out), 2);
  /* what the tool leaves running is waited for, and is in a group of its own */
  snprintf(text, sizeof text, "#!/bin/sh\n(sleep 0.3; : >%s/late) >/dev/null &\necho $(ps -o pgid= -p $$)\n", dir);
  ck_assert_int_eq(tool(text, out, sizeof out), 0);
  ck_assert(present("late") && atoi(out) > 1 && atoi(out) != (int)getpgrp());
}
END_TEST
/* The tool can be ended by signals, whatever the caller makes of them. */
START_TEST(signals_of_a_tool) {
  static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGCHLD};
  static const char script[] = "#!/bin/sh\necho $(sed -n 's/^Sig\\(Blk\\|Ign\\):.//p' /proc/$$/status)\n";
  char out[60];
  unsigned long long blocked, ignored, all = 0;
  sigset_t set, old;
  sigemptyset(&set);
  for (int i = 0; i < 4; i++) sigaddset(&set, signals[i]), all |= 1ull << (signals[i] - 1);
  sigprocmask(SIG_BLOCK, &set, &old);
  for (int i = 0; i < 3; i++) signal(signals[i], SIG_IGN);
  const int st = tool(script, out, sizeof out);
  for (int i = 0; i < 3; i++) signal(signals[i], SIG_DFL);
  sigprocmask(SIG_SETMASK, &old, NULL);
  ck_assert_msg(!st && sscanf(out, "%llx %llx", &blocked, &ignored) == 2 && !(blocked & all) && !(ignored & all), "%d: %s", st, out);
}
END_TEST
/* Whoever asked for the tool ends: the tool and its children end, too, and nothing is left, not even a lock that is young. */
static int ends(const char *name) { /* a process that has written its number there */
  char text[40];
  slurp(name, text, sizeof text);
  for (int i = 0; i < 500 && !kill(atoi(text), 0); i++) usleep(20000);
  return atoi(text) > 1 && kill(atoi(text), 0) != 0;
}
START_TEST(a_tool_that_nobody_waits_for) {
  static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGKILL};
  char text[400], name[200], folder[200], out[60];
  mkdir(file_at("cache"), 0777);
  snprintf(text, sizeof text, "#!/bin/sh\nsleep 100 &\necho $! >%s/child\necho $$ >%s/tool-is\n: >%s/begun\nwait\n", dir, dir, dir);
  text_file("tool", text);
  snprintf(name, sizeof name, "%s/tool", dir), snprintf(folder, sizeof folder, "%s/cache/gen-t", dir);
  ck_assert_int_eq(chmod(name, 0755), 0);
  char *const argv[] = {name, NULL};
  for (int i = 0; i < 4; i++) {
    mkdir(file_at("cache/gen-t"), 0777), text_file("cache/gen-t/file", "x"), text_file("cache/.lock-young", ""), remove(file_at("begun"));
    const pid_t pid = fork();
    if (!pid) {
      signal(signals[i], SIG_DFL);
      wt_rtl_proc(argv, "the label", folder, out, sizeof out);
      _exit(0);
    }
    for (int k = 0; k < 500 && !present("begun"); k++) usleep(20000);
    ck_assert(present("begun") && !kill(pid, signals[i]) && waitpid(pid, NULL, 0) == pid);
    ck_assert_msg(ends("tool-is") && ends("child"), "signal %d", signals[i]);
    for (int k = 0; k < 500 && (present("cache/gen-t") || present("cache/.lock-young")); k++) usleep(20000);
    ck_assert_msg(!present("cache/gen-t") && !present("cache/.lock-young"), "signal %d", signals[i]);
  }
}
END_TEST

int main(void) {
  TCase *t = tcase_create("rtl_cache");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, sums_and_names);
  tcase_add_test(t, a_key_hangs_on_the_processor);
  tcase_add_test(t, a_key_hangs_on_no_place);
  tcase_add_test(t, a_key_hangs_on_tools);
  tcase_add_test(t, a_key_hangs_on_a_users_text);
  tcase_add_test(t, folders_of_builds_that_were_killed);
  tcase_add_test(t, a_cache_with_a_long_name);
  tcase_add_test(t, a_tool_in_a_folder);
  tcase_add_test(t, signals_of_a_tool);
  tcase_add_test(t, a_tool_that_nobody_waits_for);
  return run_suite("rtl_cache", t);
}
