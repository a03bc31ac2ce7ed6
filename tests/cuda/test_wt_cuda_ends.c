/* test_wt_cuda_ends.c - what `warptwin exec` says of programs that take long, are ended by a signal, do not fit the shape, or use a library that has
 * no device; event times.
 */
#define _GNU_SOURCE
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "tests/cuda/cuda_kit.h"

/* ---- long launches ---- */

/* Starts a command in dir with its standard error in the file err. */
static pid_t start(const char *args, const char *every) {
  char cmd[2048];
  snprintf(cmd, sizeof cmd, "exec '%s/warptwin' %s", wt_build_dir(), args);
  static const char *const old[] = {"err", "t.txt"};
  for (int i = 0; i < 2; i++) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", dir, old[i]);
    remove(path);
  }
  fflush(NULL);
  pid_t pid = fork();
  if (pid) return pid;
  if (chdir(dir) || !freopen("err", "w", stderr) || !freopen("out", "w", stdout)) _exit(99);
  static const int signals[] = {SIGTERM, SIGINT, SIGHUP}; /* a caller in the background, or under nohup, has some of them ignored */
  for (int i = 0; i < 3; i++) signal(signals[i], SIG_DFL);
  if (every) setenv("WARPTWIN_PROGRESS", every, 1);
  execl("/bin/sh", "sh", "-c", cmd, (char *)NULL);
  _exit(99);
}
static void tenths(long n) { nanosleep(&(struct timespec){n / 10, n % 10 * 100000000}, NULL); }
/* Waits, at most a minute, until the file holds text. */
static void wait_for(const char *name, const char *text) {
  static char now[65536];
  for (int i = 0; i < 600; i++, tenths(1)) {
    if (!present(name)) continue;
    slurp(name, now, sizeof now);
    if (strstr(now, text)) return;
  }
  ck_abort_msg("no '%s' in %s: %s", text, name, now);
}
/* A launch says that it has come so far that its cycles show. */
static void wait_for_cycles(void) {
  static char now[65536];
  for (int i = 0; i < 600; i++, tenths(1)) {
    unsigned long long cycles = 0;
    if (!present("err")) continue;
    slurp("err", now, sizeof now);
    for (const char *at = now; (at = strstr(at, " cycles, ")) && cycles <= 1000; at++) {
      const char *from = at;
      while (from > now && from[-1] >= '0' && from[-1] <= '9') from--;
      cycles = strtoull(from, NULL, 10);
    }
    if (cycles > 1000) return;
  }
  ck_abort_msg("no launch goes on: %s", now);
}
static int end_of(pid_t pid) {
  int st;
  pid_t got = 0;
  for (int i = 0; i < 600 && !(got = waitpid(pid, &st, WNOHANG)); i++) tenths(1);
  if (!got) kill(pid, SIGKILL);
  ck_assert_msg(got == pid, "it does not end");
  slurp("err", err, sizeof err);
  return WIFSIGNALED(st) ? 128 + WTERMSIG(st) : WEXITSTATUS(st);
}
/* KERNEL: N cycles, M of K CTAs done, R cycles a second, S s */
static void line(const char *kernel, unsigned of, const char *more) {
  char head[200];
  unsigned long long cycles, ctas, grid, rate, seconds;
  int n = 0;
  snprintf(head, sizeof head, "warptwin: %s: ", kernel);
  const char *at = strstr(err, head);
  ck_assert_msg(at != NULL, "%s", err);
  ck_assert_int_eq(
    sscanf(at + strlen(head), "%llu cycles, %llu of %llu CTAs done, %llu cycles a second, %llu s%n", &cycles, &ctas, &grid, &rate, &seconds, &n), 5);
  ck_assert_msg(!strncmp(at + strlen(head) + n, more, strlen(more)), "%s", at);
  ck_assert_uint_gt(cycles, 0);
  ck_assert_uint_gt(rate, 0);
  ck_assert_uint_eq(grid, of);
  ck_assert_uint_lt(ctas, of);
}

#define VECADD WT_ROOT "/tests/kernels/vecadd.cubin --grid 8000000 --block 8 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:100"

START_TEST(a_long_launch_says_how_far_it_is) {
  pid_t p = start("exec --config tiny -- " BIN "slow 1 900000", "0.3"); /* the only block is not done before the end */
  wait_for("err", "CTAs done");
  kill(p, SIGKILL);
  end_of(p);
  line("_Z4workPii", 1, "; launch 2, ");
  p = start("run --config tiny " VECADD, "0.3");
  wait_for("err", "CTAs done");
  kill(p, SIGKILL);
  end_of(p);
  line("vecadd", 8000000, "");
  p = start("exec -q --config tiny -- " BIN "slow 900 900000", "0.3");
  tenths(15);
  kill(p, SIGKILL);
  end_of(p);
  ck_assert_str_eq(err, "");
}
END_TEST
START_TEST(lock_step_says_it_too) {
  static const char *const commands[] = {"exec --config tiny --backend cosim -- " BIN "slow 900 900000",
                                         "exec --config tiny --backend rtl -- " BIN "slow 900 900000",
                                         "cosim --config tiny --jobs 2 --segment 5000 " VECADD};
  static char once[65536];
  snprintf(once, sizeof once, "exec --config tiny --backend cosim -- " BIN "vectors"); /* so that the RTL is there */
  ck_assert_int_eq(warptwin(once, err, sizeof err), 0);
  for (int i = 0; i < 3; i++) {
    pid_t p = start(commands[i], "0.3");
    wait_for("err", "CTAs done");
    kill(p, SIGTERM);
    ck_assert_int_eq(end_of(p), 128 + SIGTERM);
    line(i < 2 ? "_Z4workPii" : "vecadd", i < 2 ? 900 : 8000000, i < 2 ? "; launch 2, " : "; ");
    ck_assert(i < 2 || strstr(err, " segments verified\n"));
    ck_assert_ptr_nonnull(strstr(err, i < 2 ? "ended by SIGTERM in kernel _Z4workPii after " : "warptwin: ended by SIGTERM in kernel vecadd after "));
  }
}
END_TEST

/* ---- signals ---- */

/* The last line: how many launches, cycles in all at least, and what the launch that ran had done. */
static void counted(const char *how, unsigned launches) {
  char want[100];
  unsigned n;
  unsigned long long cycles, after, ctas, of;
  const char *l = last(), *at = strstr(l, how);
  ck_assert_msg(at != NULL, "no '%s' in: %s", how, l);
  double ipc;
  ck_assert_int_eq(sscanf(l, "warptwin: tiny: %u launches, %llu cycles, IPC %lf", &n, &cycles, &ipc), 3);
  ck_assert_msg(ipc > 0.05, "%s", l); /* its instructions, not only those of the short launch before */
  snprintf(want, sizeof want, "%s in kernel _Z4workPii after %%llu cycles, %%llu of %%llu CTAs done", how);
  ck_assert_msg(sscanf(at, want, &after, &ctas, &of) == 3, "%s", l);
  ck_assert_uint_eq(n, launches);
  ck_assert_uint_gt(after, 1000);
  ck_assert_uint_gt(cycles, after); /* those of the launch before it, too */
  ck_assert_uint_lt(cycles, after + 1000);
  ck_assert_uint_lt(ctas, of);
}
START_TEST(a_signal_counts_the_launch_that_runs) {
  static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
  static const char *const names[] = {"SIGTERM", "SIGINT", "SIGHUP"};
  for (int i = 0; i < 3; i++) {
    char how[100];
    pid_t p = start("exec --config tiny --stats s.json --trace t.txt --wave w.fst --report r.html -- " BIN "slow 900 900000", "0.2");
    wait_for_cycles();
    kill(p, signals[i]);
    ck_assert_int_eq(end_of(p), 128 + signals[i]);
    snprintf(how, sizeof how, "the program was ended by %s", names[i]);
    counted(how, 2);
    /* of the trace the launch that had ended; no file of the other one, and nothing beside its place */
    static char text[1 << 20], path[200];
    size_t n = slurp("t.txt", text, sizeof text);
    ck_assert_uint_eq(n, strlen(text));
    ck_assert_int_eq(text[n - 1], '\n');
    snprintf(path, sizeof path, "ls %s | grep part", dir);
    ck_assert_int_ne(system(path), 0);
    ck_assert_uint_lt(strlen(text), 20000);
    ck_assert_ptr_nonnull(strstr(text, "\n"));
    json_error_t e;
    snprintf(path, sizeof path, "%s/s.json", dir);
    json_t *j = json_load_file(path, 0, &e);
    ck_assert_ptr_nonnull(j);
    ck_assert_int_eq(json_integer_value(json_object_get(j, "launches")), 2);
    ck_assert_int_eq(json_integer_value(json_object_get(j, "exit")), 128 + signals[i]);
    json_decref(j);
    remove(path);
  }
  /* a program that catches it decides, and one whose host ends is counted as ever */
  pid_t p = start("exec --config tiny --trace t.txt -- " BIN "slow 900 900000 catch", "0.2");
  wait_for_cycles();
  kill(p, SIGTERM);
  ck_assert_int_eq(end_of(p), 7);
  counted("the program ended with 7", 2);
}
END_TEST
START_TEST(a_signal_counts_a_run) {
  static const int signals[] = {SIGTERM, SIGINT};
  static const char *const names[] = {"SIGTERM", "SIGINT"};
  for (int i = 0; i < 2; i++) {
    char want[100];
    unsigned long long cycles, ctas, of;
    pid_t p = start("run --config tiny --trace t.txt --stats s.json " VECADD, "0.2");
    wait_for("err", "CTAs done");
    kill(p, signals[i]);
    ck_assert_int_eq(end_of(p), 128 + signals[i]);
    snprintf(want, sizeof want, "warptwin: ended by %s in kernel vecadd after %%llu cycles, %%llu of %%llu CTAs done\n", names[i]);
    const char *l = strstr(err, "warptwin: ended by ");
    ck_assert_msg(l && sscanf(l, want, &cycles, &ctas, &of) == 3, "%s", err);
    ck_assert_uint_gt(cycles, 1000);
    ck_assert_uint_gt(ctas, 10);
    ck_assert_uint_eq(of, 8000000);
    ck_assert(!present("t.txt") && !present("s.json") && !present("c.bin"));
  }
}
END_TEST

/* While the RTL is made for it the program has not begun. */
START_TEST(a_signal_before_the_program) {
  static const int signals[] = {SIGTERM, SIGINT};
  static const char *const names[] = {"SIGTERM", "SIGINT"};
  char own[200], want[200];
  const char *was = getenv("WARPTWIN_CACHE");
  snprintf(own, sizeof own, "%s/cache", dir);
  for (int i = 0; i < 2; i++) {
    setenv("WARPTWIN_CACHE", own, 1);
    pid_t p = start("exec --config tiny --backend cosim -- " BIN "vectors", NULL);
    wait_for("err", "verilating");
    kill(p, signals[i]);
    ck_assert_int_eq(end_of(p), 128 + signals[i]);
    snprintf(want, sizeof want, "warptwin: tiny: 0 launches, 0 cycles, IPC 0.000, both twins; ended by %s before the program began", names[i]);
    ck_assert_str_eq(last(), want);
  }
  if (was) setenv("WARPTWIN_CACHE", was, 1);
  else unsetenv("WARPTWIN_CACHE");
}
END_TEST

/* ---- launches that are not launched ---- */

START_TEST(what_does_not_fit_is_told_and_counted) {
  ends(
    3, "--config small", BIN "room registers",
    "_Z4widePfi is not launched: a block of 256 threads is more than the shape has: registers 248 x 256 of 16384, warps 8 of 8 of 32 threads, shared "
    "memory 0 + 0 of 16384 bytes, room for 8 blocks at a time; this makes room: --set REGS=65536\n",
    "small: 0 launches, 0 cycles, IPC 0.000, C twin; 1 not launched; the program ended with 0 (exit 3)");
  ends(3, "--config small", BIN "room warps", "this makes room: --set WARPS=16\n", "2 not launched; the program ended with 0 (exit 3)");
  /* registers are given in multiples of the banks: 16 for each of these threads, which ask for 8 */
  ends(3, "--set REGS=4096", BIN "room warps", "registers 8 x 512 of 4096, ", "2 not launched; ");
  ck_assert_int_eq(run("--set REGS=4096", BIN "room warps"), 3);
  ck_assert_ptr_nonnull(strstr(err, "this makes room: --set REGS=8192\n"));
  ends(3, "--config small", BIN "room smem", "shared memory 0 + 40000 of 16384 bytes, ", "1 not launched; the program ended with 0 (exit 3)");
  ends(3, "--config small", BIN "room grid",
       "is not launched: a cooperative grid of 1000 blocks, the shape has room for 8 at a time; no value of REGS, WARPS, SMEM_BYTES and CTAS makes "
       "room, ",
       "1 not launched; ");
  ends(0, "--config small --keep-going", BIN "room warps", "is not launched", "2 not launched; the program ended with 0");
  ends(0, "--config small", BIN "room never", "a grid of 0,1,1 blocks of 8,1,1 threads cannot be", "1 not launched; the program ended with 0");
  ends(0, "--config small", BIN "room fits", "1 launch, ", "C twin; the program ended with 0");
}
END_TEST
/* What the lines advise helps. */
START_TEST(the_key_that_is_named_makes_room) {
  static const char *const what[] = {"registers", "warps", "smem"};
  for (int i = 0; i < 3; i++) {
    char program[300], options[300];
    snprintf(program, sizeof program, BIN "room %s", what[i]);
    ck_assert_int_eq(run("--config small", program), 3);
    const char *advice = strstr(err, "this makes room: ");
    ck_assert_msg(advice != NULL, "%s", err);
    snprintf(options, sizeof options, "--config small %.*s", (int)strcspn(advice + 17, "\n"), advice + 17);
    ck_assert_msg(run(options, program) == 0, "%s: %s", options, err);
  }
  ends(3, "--config tiny", BIN "room warps", "no value of REGS, WARPS and SMEM_BYTES makes room, take smaller blocks", "2 not launched; ");
}
END_TEST

/* Keys that change what results are, and keys that nobody reads, as in a run. */
START_TEST(keys_are_noted) {
  static const char line[] = "warptwin: default: 0 launches, 0 cycles, IPC 0.000, C twin; the program ended with 0\n";
  compile("nothing", "int main(void) { return 0; }\n", "");
  ends(0, "--late --set WAR=none", "./nothing", "warptwin: note: WAR=none: a register may be overwritten before it has been read, ",
       "the program ended with 0");
  ends(0, "--late --set L1_WAYS=2", "./nothing", "warptwin: note: --set L1_WAYS=2 has no effect here: ", "the program ended with 0");
  ends(0, "--late --config small-cc --set FP_EXTRA=0", "./nothing", "warptwin: note: SCOREBOARD=codes: ", "the program ended with 0");
  static const char *const silent[] = {"--late", "--late -q --set WAR=none"};
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(run(silent[i], "./nothing"), 0);
    ck_assert_str_eq(err, line);
  }
}
END_TEST

/* ---- the driver ---- */

/* What NVIDIA's libraries do: they look for the driver, one of them as soon as it is loaded, and the program gets an error. */
static const char library[] = "#include <dlfcn.h>\nint create(void) { return dlopen(\"libcuda.so.1\", RTLD_NOW) ? 0 : 1; }\n"
                              "#ifdef LOOKS\n__attribute__((constructor)) static void look(void) { create(); }\n#endif\n";
static const char user[] = "#include <stdio.h>\n#include <stdlib.h>\nint create(void);\n"
                           "int main(int c, char **v) { for (int i = 1; i < c; i++) printf(\"%d\\n\", create()); return c > 3 ? 5 : 0; }\n";
START_TEST(a_library_without_a_device_is_named) {
  compile("libcublas.so.13", library, "-shared -fPIC -DLOOKS -Wl,-soname,libcublas.so.13 -ldl");
  compile("uses", user, "./libcublas.so.13 -Wl,-rpath,'$ORIGIN'");
  static const char asks[] = "warptwin: libcublas.so.13 asks for libcuda.so.1, the driver interface, which this device does not have";
  ends(3, "--late", "./uses once twice", asks, "1 without a device; the program ended with 0 (exit 3)");
  ck_assert_str_eq(said(), "1\n1\n");
  const char *first = strstr(err, asks);
  ck_assert_ptr_null(strstr(first + 1, asks));
  ends(0, "--late --keep-going", "./uses once", asks, "1 without a device; the program ended with 0");
  ends(5, "--late", "./uses 1 2 3", asks, "1 without a device; the program ended with 5");
  ck_assert_int_eq(run("--late", "./uses"), 0); /* linked, not used */
  ck_assert_str_eq(err, "warptwin: default: 0 launches, 0 cycles, IPC 0.000, C twin; the program ended with 0\n");
}
END_TEST
/* Libraries that the program opens when it runs: those that look as soon as they are there are told of when they are used, a compiler never. */
START_TEST(a_look_is_no_use) {
  static const char opens[] = "#include <dlfcn.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <string.h>\n"
                              "static void *go(void *v) {\n  char **w = v;\n  void *l = dlopen(w[1], RTLD_NOW);\n  int (*f)(void);\n"
                              "  if (!l) return puts(dlerror()), NULL;\n  *(void **)&f = dlsym(l, \"create\");\n"
                              "  if (!strcmp(w[2], \"use\")) printf(\"%d\\n\", f());\n  return NULL;\n}\n"
                              "int main(int c, char **v) {\n  pthread_t t;\n  if (c < 4) return go(v), 0;\n"
                              "  return pthread_create(&t, NULL, go, v) || pthread_join(t, NULL);\n}\n";
  compile("libcublas.so.13", library, "-shared -fPIC -DLOOKS -Wl,-soname,libcublas.so.13 -ldl");
  compile("libnvrtc.so.13", library, "-shared -fPIC -DLOOKS -Wl,-soname,libnvrtc.so.13 -ldl");
  compile("around.so", "int create(void);\nint again(void) { return create(); }\n",
          "-shared -fPIC -Wl,--no-as-needed ./libcublas.so.13 -Wl,-rpath,'$ORIGIN'");
  compile("opens", opens, "-ldl -pthread");
  static const char *const quiet[] = {"./opens ./libcublas.so.13 not", "./opens ./around.so not", "./opens ./libcublas.so.13 not in a thread",
                                      "./opens ./libnvrtc.so.13 not", "./opens ./libnvrtc.so.13 use"};
  static const char *const loud[] = {"./opens ./libcublas.so.13 use", "./opens ./around.so use", "./opens ./libcublas.so.13 use in a thread"};
  for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++) {
    ck_assert_msg(run("--late", quiet[i]) == 0, "%s: %s", quiet[i], err);
    ck_assert_str_eq(err, "warptwin: default: 0 launches, 0 cycles, IPC 0.000, C twin; the program ended with 0\n");
    ck_assert_str_eq(said(), i < 4 ? "" : "1\n");
  }
  for (size_t i = 0; i < sizeof loud / sizeof *loud; i++) {
    ends(3, "--late", loud[i], "warptwin: libcublas.so.13 asks for libcuda.so.1", "1 without a device; the program ended with 0 (exit 3)");
    ck_assert_str_eq(said(), "1\n");
  }
}
END_TEST
START_TEST(the_driver_is_refused) {
  static const char asks[] =
    "#include <dlfcn.h>\n#include <stdio.h>\nint main(void) { puts(dlopen(\"libcuda.so\", RTLD_NOW) ? \"there\" : dlerror()); return 0; }\n";
  compile("asks", asks, "-ldl");
  ends(3, "--late", "./asks", "warptwin: the program asks for libcuda.so, the driver interface",
       "1 without a device; the program ended with 0 (exit 3)");
  ck_assert_ptr_nonnull(strstr(said(), "no driver interface"));
  compile("libcuda.so.1", "int cuInit(unsigned f) { return (int)f; }\n", "-shared -fPIC -Wl,-soname,libcuda.so.1");
  compile("drives", "int cuInit(unsigned);\nint main(void) { return cuInit(0); }\n", "./libcuda.so.1 -Wl,-rpath,'$ORIGIN'");
  refused(3, "./drives: is linked with the driver interface (libcuda.so)", "exec -- ./drives");
  refused(3, "./drives: is linked with the driver interface (libcuda.so)", "exec --late -- ./drives");
  /* a library of the program needs it: also where there is one, as it cannot know this device */
  compile("libmine.so", "int cuInit(unsigned);\nint mine(void) { return cuInit(0); }\n",
          "-shared -fPIC -Wl,-soname,libmine.so ./libcuda.so.1 -Wl,-rpath,'$ORIGIN'");
  compile("through", "int mine(void);\nint main(void) { return mine(); }\n", "./libmine.so -Wl,-rpath,'$ORIGIN'");
  ends(3, "--late", "./through", "warptwin: libmine.so is linked with libcuda.so.1, the driver interface", "the program was stopped (exit 3)");
}
END_TEST

/* ---- event times ---- */

/* docs/user/cuda.md: cycles of launches, at 1 GHz. The lines of -v tell the cycles of each. */
START_TEST(events_count_cycles) {
  long long cycles[3], times[5];
  ck_assert_int_eq(run("--config tiny -v", BIN "times"), 0);
  const char *p = err;
  for (int i = 0; i < 3; i++) {
    ck_assert_ptr_nonnull(p = strstr(p, "threads)>>> ") ? strstr(p, "threads)>>> ") : strstr(p, ")>>> "));
    ck_assert_int_eq(sscanf(p, ")>>> %lld cycles", &cycles[i]), 1);
    p++;
  }
  ck_assert_int_eq(sscanf(said(), "%lld %lld %lld %lld %lld", &times[0], &times[1], &times[2], &times[3], &times[4]), 5);
  ck_assert_int_eq(times[0], cycles[1] + cycles[2]);
  ck_assert_int_eq(times[1], cycles[1]);
  ck_assert_int_eq(times[2], cycles[2]);
  ck_assert_int_eq(times[3], 0);
  ck_assert_int_eq(times[4], -times[0]);
  ck_assert_int_ne(cycles[1], cycles[2]);
}
END_TEST

/* Waves and state lie in the folder in which it began. One of four banks of a copy of the RTL writes another bit. */
START_TEST(a_difference_leaves_what_shows_it) {
  char cmd[2000], where[200];
  snprintf(cmd, sizeof cmd,
           "cd %s && mkdir -p tree/tb cache && cp -r '%s/rtl' '%s/scripts' tree && cp -r '%s/tb/cosim' tree/tb && "
           "sed -i 's/wdata = sel == 2.d3 ? wb_data/& ^ (Idx == 3 ? 1 : 0)/' tree/rtl/operand/wt_rfbank.sv && ! cmp -s tree/rtl/operand/wt_rfbank.sv "
           "'%s/rtl/operand/wt_rfbank.sv'",
           dir, wt_root(), wt_root(), wt_root(), wt_root());
  ck_assert_int_eq(system(cmd), 0);
  snprintf(where, sizeof where, "%s/cache", dir), setenv("WARPTWIN_CACHE", where, 1); /* every test is a process of its own */
  snprintf(where, sizeof where, "%s/tree", dir), setenv("WARPTWIN_ROOT", where, 1);
  ck_assert_msg(run("--config tiny --backend cosim --beside rfbank", BIN "vectors") == 1, "%s", err);
  ck_assert_msg(strstr(err, "block wt_rfbank[3], memory mem (128 bits)") != NULL, "%s", err);
  ck_assert_msg(present("mismatch.fst") && present("mismatch.wtck"), "%s", err);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("cuda_ends");
  tcase_add_test(t, a_long_launch_says_how_far_it_is);
  tcase_add_test(t, a_signal_counts_the_launch_that_runs);
  tcase_add_test(t, a_signal_counts_a_run);
  tcase_add_test(t, a_signal_before_the_program);
  tcase_add_test(t, what_does_not_fit_is_told_and_counted);
  tcase_add_test(t, the_key_that_is_named_makes_room);
  tcase_add_test(t, keys_are_noted);
  tcase_add_test(t, a_library_without_a_device_is_named);
  tcase_add_test(t, a_look_is_no_use);
  tcase_add_test(t, the_driver_is_refused);
  tcase_add_test(t, events_count_cycles);
  if (!getenv("WT_C_ONLY")) tcase_add_test(t, lock_step_says_it_too), tcase_add_test(t, a_difference_leaves_what_shows_it);
  return run_suite("cuda_ends", t);
}
