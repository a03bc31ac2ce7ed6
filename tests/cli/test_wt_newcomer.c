/* test_wt_newcomer.c - what a newcomer meets: kernels of one's own in every command, what the command line says before, during and after
 * the work, what it leaves behind, and the JSON it writes. Runs the program that `make build` made.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#include "cosim/wt_rtl_proc.h"
#include "isa/wt_isa.h"
#include "spec/wt_shape.h"

#include "tests/cli_kit.h"
#include "json_schema.h"

#define L " --grid 4 --block 32 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:100"

/* "COMMAND vecadd.cubin ARGS" with the path of the cubin. */
static const char *with_cubin(const char *fmt) {
  static char args[4096];
  char cubin[1024];
  snprintf(cubin, sizeof cubin, "'%s/tests/kernels/vecadd.cubin'", wt_root());
  const char *at = strstr(fmt, "CUBIN");
  ck_assert_ptr_nonnull(at);
  snprintf(args, sizeof args, "%.*s%s%s", (int)(at - fmt), fmt, cubin, at + 5);
  return args;
}
static const char *said(void) {
  static char err[16384];
  slurp("err", err, sizeof err);
  return err;
}
static void has(const char *text, const char *needle) { ck_assert_msg(strstr(text, needle) != NULL, "no '%s' in: %s", needle, text); }
static void lacks(const char *text, const char *needle) { ck_assert_msg(!strstr(text, needle), "'%s' in: %s", needle, text); }

static json_t *printed(int code, const char *args) { return json_loads(output(code, args), 0, NULL); }

/* ---- kernels of one's own ---- */

START_TEST(regress_compare_and_whatif_take_a_cubin) {
  const char *t = output(0, with_cubin("regress CUBIN" L " --run --config small --set SCHED=lrr,gto"));
  has(t, "vecadd             small SCHED=lrr");
  has(t, "2 cases, 0 failed");
  ck_assert_msg(!present("c.bin"), "a regression wrote an output of the kernel");
  t = output(0, with_cubin("compare CUBIN nested" L " --config small --over SCHED=lrr,gto"));
  has(t, "vecadd");
  has(t, "nested");
  t = output(0, with_cubin("regress CUBIN" L
                           " --run --config small --set WAR=read --set SCHED=gto --set STACK_DEPTH=63 --set RF_BANKS=8 --set COLLECTORS=4"
                           " --set LANES=8 --set CTAS=4 --set SMEM_BYTES=8192 --set REGS=8192 --set MEM_LAT=100 --set L1_BYTES=1024"));
  ck_assert_msg(strstr(t, "MEM_LAT=100 L1_BYTES=1024"), "%s", t); /* as many settings as one likes */
  t = output(0, with_cubin("whatif CUBIN" L " --base small --set COLLECTORS=4"));
  has(t, "geometric mean of 1 kernel");
  refused(2, "argument 1 (8 bytes) is missing", with_cubin("regress CUBIN --grid 4"));
  refused(2, "argument 1 (8 bytes) is missing", with_cubin("compare CUBIN --over SCHED=lrr,gto"));
  refused(2, "missing.bin", with_cubin("whatif CUBIN --arg in:missing.bin --set WARPS=16"));
  refused(2, "nothing.cubin", "regress nothing.cubin --run");
  refused(2, "--grid says how a cubin is launched", "compare nested --grid 4 --over SCHED=lrr,gto");
  refused(2, "--block says how a cubin is launched", "regress --block 4 --only nested");
  refused(2, "--only", with_cubin("regress CUBIN" L " --only vecadd"));
}
END_TEST

/* The oracle judges: one that disagrees fails the case. A store of the cycle-dependent kind does not exist, so the judge is seen by a fault. */
START_TEST(the_oracle_judges_a_cubin) {
  const char *t = output(
    1, with_cubin("regress CUBIN --grid 40 --block 128 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:9000 --run --config small"));
  has(t, "FAIL: 1 of 1 cases");
  has(t, "memory fault");
}
END_TEST

START_TEST(a_manifest_entry_needs_no_host_program) {
  char suite[2048];
  int n =
    snprintf(suite, sizeof suite,
             "[{\"name\": \"mine\", \"cubin\": \"%s/tests/kernels/vecadd.cubin\", \"cli\": \"--grid 4 --block 32 --arg in:a.bin --arg in:made.bin "
             "--arg out:400:c.bin --arg i32:100\", \"inputs\": {\"made.bin\": 400}}]",
             wt_root());
  file("own.json", suite, (size_t)n);
  has(output(0, "regress own.json --run --config small"), "1 cases, 0 failed");
  has(output(0, "compare mine --suite own.json --config small --over SCHED=lrr,gto"), "mine");
  ck_assert_msg(!present("made.bin") && !present("c.bin"), "a file was left");
  static const char no_launch[] = "[{\"name\": \"x\", \"cubin\": \"x.cubin\"}]",
                    misspelt[] = "[{\"name\": \"x\", \"cubin\": \"x.cubin\", \"cli\": \"--gird 4\"}]";
  file("bad.json", no_launch, strlen(no_launch));
  refused(2, "host program or the launch as cli", "regress bad.json --run");
  file("bad.json", misspelt, strlen(misspelt));
  refused(2, "--gird", "regress bad.json --run");
}
END_TEST

/* ---- files ---- */

START_TEST(outputs_that_are_inputs_are_refused) {
  static char before[32768], after[32768];
  size_t n = slurp("a.bin", before, sizeof before);
  char link[128], target[128];
  snprintf(link, sizeof link, "%s/link.bin", dir), snprintf(target, sizeof target, "%s/a.bin", dir);
  ck_assert_int_eq(symlink(target, link), 0);
  static const char *const bad[] = {"run CUBIN" L " --trace a.bin",
                                    "run CUBIN" L " --stats ./a.bin",
                                    "run CUBIN" L " --wave link.bin",
                                    "run CUBIN --grid 4 --block 32 --arg in:a.bin --arg in:a.bin --arg out:20000:a.bin --arg i32:100",
                                    "run CUBIN --grid 4 --block 32 --arg in:a.bin --arg in:a.bin --arg inout:a.bin:a.bin --arg i32:100",
                                    "regress CUBIN" L " --run --junit a.bin",
                                    "compare CUBIN" L " --over SCHED=lrr,gto --svg a.bin",
                                    "whatif CUBIN" L " --set WARPS=16 --json a.bin"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    refused(2, "also an input", with_cubin(bad[i]));
    ck_assert_uint_eq(slurp("a.bin", after, sizeof after), n);
    ck_assert_int_eq(memcmp(before, after, n), 0);
  }
  char args[3000], copy[1024];
  snprintf(args, sizeof args, "cp '%s/tests/kernels/vecadd.cubin' %s/k.cubin", wt_root(), dir);
  ck_assert_int_eq(system(args), 0);
  snprintf(copy, sizeof copy, "run k.cubin%s --trace k.cubin", L);
  refused(2, "also an input", copy);
}
END_TEST

START_TEST(unwritable_outputs_are_refused_before_the_work) {
  static const char *const bad[] = {"regress --run --junit no/r.xml",
                                    "regress --run --digest no/d",
                                    "compare all --over SCHED=lrr,gto --svg no/x.svg",
                                    "whatif all --set WARPS=16 --json no/w.json",
                                    "whatif all --set WARPS=16 --md .",
                                    "size --json no/s.json",
                                    "size --bars no/b.svg",
                                    "bench alu --cycles 0"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    refused(2, i == 7 ? "--cycles 0" : i == 4 ? ".: cannot write" : "no/", bad[i]);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    ck_assert_msg(t1.tv_sec - t0.tv_sec < 20, "%s: refused after the work", bad[i]);
  }
  refused(2, "no/s.json", with_cubin("run CUBIN" L " --stats no/s.json"));
  refused(2, "no/t", with_cubin("cosim CUBIN" L " --trace no/t"));
}
END_TEST

/* ---- what is said ---- */

START_TEST(keys_list_the_names_of_values) {
  const char *t = output(0, "--keys");
  has(t, "hanoi_yr|hanoi|simt_stack|barrier|multipath");
  has(t, "none|static|yield");
  has(t, "block|minpc|oldest|rr");
  has(t, "WARPS          structural   1..64");
}
END_TEST

START_TEST(keys_without_effect_are_said) {
  output(0, with_cubin("run CUBIN" L " --config small --set OREC=1"));
  has(said(), "note: --set OREC=1 has no effect here: DIVERGENCE=hanoi_yr does not read it, DIVERGENCE=multipath does");
  output(0, with_cubin("run CUBIN" L " --config small --set OREC=1 --set DIVERGENCE=multipath"));
  lacks(said(), "note");
  output(0, with_cubin("run CUBIN" L " --config small --set OREC=1 --quiet"));
  lacks(said(), "note");
  output(0, with_cubin("regress CUBIN" L " --run --config small --set POOL=2 --set SCHED=gto,twolevel"));
  lacks(said(), "note");
  output(0, with_cubin("compare CUBIN" L " --config small --set POOL=2 --over SCHED=gto,lrr"));
  has(said(), "--set POOL=2 has no effect");
}
END_TEST

/* needs.def is right: where a key is said to be without effect, another value of it changes no line of the trace. */
START_TEST(keys_without_effect_have_none) {
  static const char *const units[] = {"hanoi_yr", "hanoi", "simt_stack", "barrier", "multipath"};
  static char base[1 << 19], other[1 << 19];
  unsigned checked = 0;
  for (int u = 0; u < 5; u++) {
    char args[512], err[300], why[200], key[40];
    wt_shape S;
    snprintf(args, sizeof args, "DIVERGENCE=%s", units[u]);
    ck_assert_int_eq(wt_shape_preset(&S, "small", err, sizeof err) || wt_shape_set(&S, args, err, sizeof err), 0);
    snprintf(args, sizeof args, "compare nested --config small --set DIVERGENCE=%s --over MEM_LAT=40,41 --traces base -q", units[u]);
    output(0, args);
    size_t n = slurp("base/nested.40.trace", base, sizeof base);
    ck_assert_uint_gt(n, 1000);
    for (unsigned k = 0; k < wt_nkeys; k++) {
      char value[16];
      unsigned now = wt_key_get(&S, &wt_keys[k]);
      snprintf(key, sizeof key, "%s", wt_keys[k].name);
      if (!wt_shape_idle_key(&S, key, strlen(key), why, sizeof why)) continue;
      const char *v = wt_key_text(&wt_keys[k], now == wt_keys[k].max ? wt_keys[k].min : wt_keys[k].max, value);
      snprintf(args, sizeof args, "compare nested --config small --set DIVERGENCE=%s --set %s=%s --over MEM_LAT=40,41 --traces t -q", units[u], key,
               v);
      output(0, args);
      ck_assert_msg(slurp("t/nested.40.trace", other, sizeof other) == n && !memcmp(base, other, n), "DIVERGENCE=%s reads %s", units[u], key);
      checked++;
    }
  }
  ck_assert_uint_gt(checked, 30);
}
END_TEST

START_TEST(presets_that_are_too_small_say_so_before_the_work) {
  const char *t =
    output(2, with_cubin("regress CUBIN --grid 4 --block 128 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:100 --config tiny"));
  has(t, "not run");
  has(said(), "no kernel fits the shape tiny");
  t = output(0, with_cubin("regress CUBIN" L " --run --config tiny,small"));
  has(t, "vecadd             tiny: not run");
  has(t, "1 cases, 0 failed");
  refused(2, "no host reference of nested", "regress --run --only nested --hosts .");
}
END_TEST

START_TEST(refusals_name_values_and_origins) {
  refused(2, "at least 2 rows (REGS=100, LANES=8, RF_BANKS=4)", with_cubin("run CUBIN" L " --config small --set REGS=100"));
  refused(2, "at most 2048 (WARPS=64, WARP_SIZE=64)", with_cubin("run CUBIN" L " --config small --set WARPS=64 --set WARP_SIZE=64"));
  refused(2, "needs SCOREBOARD=coon: the bit scoreboard has no entry to keep lanes in (SB_SPLIT=1, SCOREBOARD=bit)",
          with_cubin("run CUBIN" L " --config small --set SB_SPLIT=1"));
  refused(2, "--warp 9: this shape has warp slots 0 to 7", with_cubin("run CUBIN" L " --config small --wave w.fst --warp 9"));
  refused(2, "--warp 99: this shape has warp slots 0 to 7", with_cubin("run CUBIN" L " --config small --wave w.fst --warp 99"));
  refused(2, "--warp 32: this shape has warp slots 0 to 31", with_cubin("run CUBIN" L " --config small --set GROUPING=dwr --wave w.fst --warp 32"));
  refused(2, "--warp x: expected a warp slot, 0 to WARPS - 1", with_cubin("run CUBIN" L " --config small --wave w.fst --warp x"));
}
END_TEST

/* An instruction that nobody wrote is named with what brings it, until the machine has it. */
START_TEST(a_quotient_is_named) {
  static const char text[] = ".kernel k\n.regs 16\n  NOP {raw:0x000e620000209400_0000000a00087306}\n  EXIT\n.end\n";
  unsigned i = 0;
  file("q.sass", text, strlen(text));
  output(0, "asm q.sass -o q.cubin");
  while (strcmp(wt_isa_rows[i].mnemonic, "I2F") != 0) i++;
  output(wt_isa_rows[i].supported ? 0 : 3, "run q.cubin --config tiny --block 2");
  if (!wt_isa_rows[i].supported) has(said(), "/ and % by a variable compile to this");
}
END_TEST

/* Kernels of C++ sources by the names that stand there. */
START_TEST(kernels_are_named_as_in_the_source) {
  static const char text[] = ".kernel _Z1kIiEvPT_\n.regs 8\n  EXIT\n.end\n.kernel _Z1kIfEvPT_\n.regs 8\n  EXIT\n.end\n"
                             ".kernel _ZN2ns5plainEv\n.regs 8\n  EXIT\n.end\n";
  file("t.sass", text, strlen(text));
  output(0, "asm t.sass -o t.cubin");
  output(0, "run t.cubin --config tiny --kernel 'k<float>'");
  output(0, "run t.cubin --config tiny --kernel plain");
  refused(2, "t.cubin: k may be 2 kernels, name one of: k<int> k<float>", "run t.cubin --config tiny --kernel k");
  refused(2, "has no kernel x, name one of: k<int> k<float> ns::plain", "run t.cubin --config tiny --kernel x");
}
END_TEST

/* A number that no kernel needed is not judged by their cycles. */
START_TEST(whatif_says_what_was_never_in_use) {
  const char *t = output(0, with_cubin("whatif CUBIN" L " --base small --set WARPS=16"));
  has(t, "WARPS: the kernel never used more than 4 of the 16, so the change had nothing to act on");
  t = output(0, "whatif matmul --base default --set WARPS=8");
  has(t, "WARPS: the kernel never used more than 16 of the 32, so these kernels measure only a part of the change");
  t = output(0, "whatif vecadd --base default --set WARPS=16");
  lacks(t, "never used");
  json_t *j = printed(0, with_cubin("whatif CUBIN" L " --base small --set LSU_ENTRIES=8 --json -")),
         *k = json_array_get(json_object_get(j, "kernels"), 0);
  int warps, entries;
  ck_assert(!json_unpack(k, "{s:{s:{s:i,s:i}}}", "after", "peak", "WARPS", &warps, "LSU_ENTRIES", &entries));
  ck_assert_int_eq(warps, 4); /* four blocks of a warp */
  ck_assert_int_ge(entries, 1);
  ck_assert_int_le(entries, 8);
  json_decref(j);
}
END_TEST

/* Sums of the groups add up to the total, bits and area. */
START_TEST(sizes_of_groups_add_up) {
  const char *t = output(0, "size --config small");
  unsigned groups = 0;
  double bytes = 0, share = 0, all = -1;
  for (const char *p = t; *p; p = strchr(p, '\n') + 1) {
    char name[16], line[300];
    unsigned n;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(p, "\n"), p);
    if (*p == ' ' || sscanf(line, "%15[a-z] (%u structures)", name, &n) != 2) continue;
    const char *dot = strchr(line, '.'), *percent = strstr(line, " % of the mm2");
    while (dot[-1] >= '0' && dot[-1] <= '9') dot--;
    if (!strcmp(name, "total")) {
      all = strtod(dot, NULL);
      continue;
    }
    ck_assert_ptr_nonnull(percent);
    while (percent[-1] != ' ') percent--;
    groups++, bytes += strtod(dot, NULL), share += strtod(percent, NULL);
  }
  ck_assert_uint_eq(groups, 7);
  ck_assert_msg(fabs(bytes - all) < 0.05 * groups && fabs(share - 100) < 0.05 * groups, "%g of %g bytes, %g %%", bytes, all, share);
}
END_TEST

START_TEST(compare_explains_area_and_cuts_no_title) {
  static char svg[1 << 16];
  const char *t = output(0, with_cubin("compare CUBIN" L " --config small --over DIVERGENCE=hanoi_yr,simt_stack --svg c.svg"));
  has(t, "hanoi_yr has fewer bits than simt_stack and more mm2: 0.0984 of them are hanoi_yr.pool, 18 memory macros");
  t = output(0, with_cubin("compare CUBIN" L " --config small --over SCHED=lrr,gto"));
  lacks(t, "has fewer bits");
  slurp("c.svg", svg, sizeof svg);
  double width = strtod(strstr(svg, "width=\"") + 7, NULL), x = strtod(strstr(svg, "<text x=\"") + 9, NULL);
  const char *title = strstr(svg, "cycles, relative to");
  ck_assert_msg(x + 6.7 * (double)strcspn(title, "<") < width, "the title is wider than the picture (%g)", width);
}
END_TEST

START_TEST(an_empty_window_of_waves_is_said) {
  output(0, with_cubin("run CUBIN" L " --config small --wave w.fst --from 100000"));
  has(said(), "--from 100000 is behind the end of the run");
  output(0, with_cubin("run CUBIN" L " --config small --wave w.fst --from 10 --to 20"));
  lacks(said(), "--from");
}
END_TEST

START_TEST(version_help_and_verdicts) {
  has(output(0, "--version"), "warptwin ");
  static const char *const commands[] = {"run",       "cosim", "bench", "regress", "compare", "tracediff", "size",   "whatif",
                                         "build-rtl", "cache", "asm",   "dis",     "exec",    "bound",     "latency"};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    static char help[65536];
    char args[40];
    snprintf(args, sizeof args, "%s --help", commands[i]);
    strcpy(help, output(0, args));
    snprintf(args, sizeof args, "%s -h", commands[i]);
    ck_assert_str_eq(output(0, args), help);
    has(help, "Usage: warptwin");
    has(output(0, "-h"), commands[i]);
  }
  has(output(0, with_cubin("run CUBIN" L " --config small")), "\nPASS: the C twin and the oracle agree\n");
  has(output(4, with_cubin("run CUBIN" L " --config small --max-cycles 50")), "FAIL: no end (exit 4)\n");
  lacks(output(0, with_cubin("run CUBIN" L " --config small")), "\033");
}
END_TEST

/* script(1) gives the program a terminal. */
START_TEST(colour_on_a_terminal_only) {
  static const struct {
    const char *env;
    int coloured;
  } runs[] = {{"TERM=xterm", 1}, {"TERM=xterm NO_COLOR=1", 0}, {"TERM=dumb", 0}};
  if (!terminal_here("colour_on_a_terminal_only")) return;
  for (size_t i = 0; i < 3; i++) {
    char cmd[6000];
    snprintf(cmd, sizeof cmd, "cd %s && env -u NO_COLOR %s script -qec \"'%s/warptwin' %s\" typescript >out </dev/null", dir, runs[i].env,
             wt_build_dir(), with_cubin("run CUBIN" L " --config small"));
    ck_assert_int_eq(system(cmd), 0);
    static char out[65536];
    slurp("out", out, sizeof out);
    has(out, "PASS");
    ck_assert_msg((strstr(out, "\033[32mPASS") != NULL) == runs[i].coloured, "%s: %s", runs[i].env, out);
  }
}
END_TEST

/* ---- builds and the cache ---- */

/* Names in the cache of the test that begin like this. */
static int in_cache(const char *prefix) {
  char path[128];
  int n = 0;
  snprintf(path, sizeof path, "%s/cache", dir);
  DIR *d = opendir(path);
  for (struct dirent *e; d && (e = readdir(d));) n += !strncmp(e->d_name, prefix, strlen(prefix));
  if (d) closedir(d);
  return n;
}
static void pause_ms(int ms) { nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL); }

/* A build, ended by a signal when it has begun; what is left when all have had the time to end. */
static void ended_build(int sig) {
  char cache[128], program[1100];
  snprintf(cache, sizeof cache, "%s/cache", dir), snprintf(program, sizeof program, "%s/warptwin", wt_build_dir());
  pid_t pid = fork();
  if (!pid) {
    setenv("WARPTWIN_CACHE", cache, 1);
    execl(program, program, "build-rtl", "--config", "tiny", "-q", (char *)NULL);
    _exit(127);
  }
  for (int i = 0; i < 3000 && !in_cache(".lock-wt_gpu"); i++) pause_ms(100);
  ck_assert_int_eq(in_cache("gen-"), 1);
  pause_ms(1500);
  kill(pid, sig);
  waitpid(pid, NULL, 0);
  for (int i = 0; i < 3000 && (in_cache("gen-") || in_cache(".lock-wt_gpu")); i++) pause_ms(100);
  ck_assert_msg(!in_cache("gen-") && !in_cache("tmp.") && !in_cache(".lock-wt_gpu") && !in_cache(".mark"), "signal %d: something is left", sig);
  char cmd[300];
  snprintf(cmd, sizeof cmd, "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -q '%s/cache/[g]en-'", dir);
  ck_assert_msg(system(cmd) != 0, "signal %d: a compiler runs on", sig);
}
/* A lock is made first and taken then: between the two it looks as if nobody held it. */
START_TEST(a_lock_that_was_just_made_is_not_swept) {
  static const char *const names[] = {"sweep/.mark-1.abc", "sweep/.lock-wt_gpu-1"};
  mkdir("sweep", 0777);
  for (int i = 0; i < 2; i++) {
    struct timespec then[2] = {{time(NULL) - 7200, 0}, {time(NULL) - 7200, 0}};
    FILE *f = fopen(names[i], "w");
    ck_assert_ptr_nonnull(f);
    fclose(f);
    wt_rtl_sweep("sweep", 0, NULL);
    ck_assert_msg(!access(names[i], F_OK), "%s: swept although it is young", names[i]);
    utimensat(AT_FDCWD, names[i], then, 0);
    wt_rtl_sweep("sweep", 0, NULL);
    ck_assert_msg(access(names[i], F_OK) != 0, "%s: stays although it is old", names[i]);
  }
  rmdir("sweep");
}
END_TEST
START_TEST(interrupted_builds_leave_nothing) {
  ended_build(SIGTERM);
  ended_build(SIGINT);
  ended_build(SIGKILL);
}
END_TEST

START_TEST(the_next_build_cleans_up_after_a_killed_one) {
  char cmd[600];
  snprintf(cmd, sizeof cmd,
           "mkdir -p %s/cache/gen-top.AAAAAA/build %s/cache/gen-alu.BBBBBB && echo x >%s/cache/gen-top.AAAAAA/build/x && : "
           ">%s/cache/gen-top.AAAAAA/.in-use",
           dir, dir, dir, dir);
  ck_assert_int_eq(system(cmd), 0); /* the second has no mark and is young: it may be somebody's that is just beginning */
  setenv("WARPTWIN_CACHE", "cache", 1);
  const char *t = output(0, "cache list");
  has(t, "1 folders of builds that were killed");
  output(0, "bench bankarb --config tiny --cycles 1000");
  has(said(), "RTL of wt_bankarb, tiny: 1 of 3, verilating");
  has(said(), "RTL of wt_bankarb, tiny: 3 of 3, ready");
  ck_assert_int_eq(in_cache("gen-"), 1);
  ck_assert_int_eq(in_cache(".known-"), 1);
  t = output(0, "cache");
  has(t, "wt_bankarb-");
  has(t, "  tiny\n");
  output(0, "cache prune --dry-run --older 0");
  ck_assert_int_eq(in_cache("wt_bankarb-"), 3);
  output(0, "cache prune"); /* used a moment ago */
  ck_assert_int_eq(in_cache("wt_bankarb-"), 3);
  has(output(0, "cache prune --all"), "3 of 3 removed");
  ck_assert_int_eq(in_cache("wt_bankarb-") + in_cache("runtime-") + in_cache("headers-") + in_cache(".known-"), 0);
  output(0, "bench bankarb --config tiny --cycles 1000 --quiet");
  ck_assert_str_eq(said(), "");
  refused(2, "expected list or prune", "cache empty");
  refused(2, "belong to prune", "cache --all");
  setenv("WT_RTL_SPEED", "native", 1); /* a block alone is built for a quick start whatever is asked for */
  output(0, "bench bankarb --config tiny --cycles 1000 --quiet");
  ck_assert_int_eq(in_cache("wt_bankarb-"), 3);
  setenv("WT_RTL_SPEED", "profile", 1);
  output(0, "bench bankarb --config tiny --cycles 1000");
  has(said(), "RTL of wt_bankarb, tiny: nothing is counted yet (WT_RTL_SPEED=count); built without a profile");
  ck_assert_int_eq(in_cache("wt_bankarb-"), 3);
  setenv("WT_RTL_SPEED", "count", 1);
  output(0, "bench bankarb --config tiny --cycles 1000");
  has(said(), "3 of 3, ready");
  ck_assert_int_eq(in_cache("counts-"), 1);
  output(0, "bench bankarb --config tiny --cycles 1000 --quiet"); /* the same program counts again, */
  ck_assert_int_eq(in_cache("wt_bankarb-"), 6);
  setenv("WT_RTL_SPEED", "profile", 1); /* which makes another profile */
  for (int i = 0; i < 3; i++) {
    output(0, "bench bankarb --config tiny --cycles 1000");
    if (i != 1) has(said(), "3 of 3, ready");
    else ck_assert_ptr_null(strstr(said(), "RTL of"));
    ck_assert_int_eq(in_cache("wt_bankarb-"), i < 2 ? 9 : 12);
    if (i == 1) setenv("WT_RTL_SPEED", "count", 1), output(0, "bench bankarb --config tiny --cycles 1000"), setenv("WT_RTL_SPEED", "profile", 1);
  }
  has(output(0, "cache"), "  tiny (profile)\n");
  has(output(0, "cache"), "  counts for WT_RTL_SPEED=profile\n");
  has(output(0, "cache prune --all"), "7 of 7 removed"); /* as it is, counting and two profiles of it; counts; the runtime and its headers */
  ck_assert_int_eq(in_cache("counts-"), 0);
  setenv("WT_RTL_SPEED", "fast", 1);
  output(2, "bench bankarb --config tiny --cycles 1000 --quiet");
  has(said(), "WT_RTL_SPEED=fast: expected native, count or profile");
  unsetenv("WT_RTL_SPEED");
  unsetenv("WARPTWIN_CACHE");
}
END_TEST

/* Faults that need a rare situation, in a copy of the RTL: the bench of the block has to meet them with its default length. */
START_TEST(benches_meet_rare_situations) {
  static const struct {
    const char *block, *file, *edit, *row;
  } faults[] = {{"ctasched", "cta/wt_ctasched", "s/ctasched_give_valid ? x/ctasched_give_valid ? x \\& 31/", "output ctasched_give_x"},
                {"ctasched", "cta/wt_ctasched", "s/ctasched_give_valid ? z/ctasched_give_valid ? z \\& 31/", "output ctasched_give_z"},
                {"lsu", "mem/wt_lsu", "s/assign line_sent = .*/assign line_sent = 1;/", "output lsu_wb_last"}};
  char cmd[4096];
  const char *r = wt_root();
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    snprintf(cmd, sizeof cmd,
             "cd %s && rm -rf tree && mkdir -p tree/tb && cp -r '%s/rtl' '%s/scripts' tree && cp -r '%s/tb/cosim' tree/tb && sed -i '%s' "
             "tree/rtl/%s.sv && ! cmp -s tree/rtl/%s.sv '%s/rtl/%s.sv'",
             dir, r, r, r, faults[i].edit, faults[i].file, faults[i].file, r, faults[i].file);
    ck_assert_int_eq(system(cmd), 0);
    snprintf(cmd, sizeof cmd, "%s/tree", dir);
    setenv("WARPTWIN_ROOT", cmd, 1);
    snprintf(cmd, sizeof cmd, "bench %s --config tiny -q", faults[i].block);
    output(1, cmd);
    has(said(), faults[i].row);
  }
  unsetenv("WARPTWIN_ROOT");
}
END_TEST

/* A compiler that fails on a full disk, and one that fails otherwise. */
START_TEST(a_full_disk_is_said) {
  char cmd[900], path[4096];
  snprintf(
    cmd, sizeof cmd,
    "mkdir -p %s/bin && cd %s/bin && printf '#!/bin/sh\necho oh >&2\nexit 1\n' >g++ && printf '#!/bin/sh\necho h\necho d 9 9 $LEFT x y\n' >df && "
    "chmod +x g++ df",
    dir, dir);
  ck_assert_int_eq(system(cmd), 0);
  snprintf(path, sizeof path, "%s/bin:%s", dir, getenv("PATH"));
  setenv("PATH", path, 1);
  setenv("WARPTWIN_CACHE", "cache", 1);
  setenv("LEFT", "12", 1);
  output(2, "bench bankarb --config tiny --cycles 1000");
  has(said(), "is full (12 KB are left)");
  setenv("LEFT", "9000000", 1);
  output(2, "bench bankarb --config tiny --cycles 1000");
  has(said(), "oh\n");
  lacks(said(), "is full");
  ck_assert_int_eq(in_cache("gen-"), 0);
  unsetenv("WARPTWIN_CACHE");
}
END_TEST

/* ---- JSON ---- */

static json_t *schema(const char *name) {
  char path[1200];
  snprintf(path, sizeof path, "%s/docs/user/schemas/%s.json", wt_root(), name);
  json_t *s = json_load_file(path, 0, NULL);
  ck_assert_msg(s != NULL, "%s: not JSON", path);
  return s;
}
static void fits(const char *name, json_t *v) {
  char why[600];
  json_t *s = schema(name);
  ck_assert_ptr_nonnull(v);
  ck_assert_msg(schema_fits(v, s, "", why, sizeof why), "%s: %s", name, why);
  if (json_is_object(v)) { /* and the schema can say no */
    json_object_set_new(v, "surprise", json_true());
    ck_assert_msg(!schema_fits(v, s, "", why, sizeof why), "%s takes anything", name);
    json_object_del(v, "surprise");
    const char *first = json_string_value(json_array_get(json_object_get(s, "required"), 0));
    json_object_set_new(v, first, json_array());
    ck_assert_msg(!schema_fits(v, s, "", why, sizeof why), "%s: any type for %s", name, first);
    json_object_del(v, first);
    ck_assert_msg(!schema_fits(v, s, "", why, sizeof why), "%s: %s may be missing", name, first);
  }
  json_decref(v), json_decref(s);
}
static json_t *written(const char *name) {
  static char text[1 << 20];
  return json_loadb(text, slurp(name, text, sizeof text), 0, NULL);
}

START_TEST(json_fits_its_schemas) {
  char first[600];
  output(0, with_cubin("run CUBIN" L " --config small --stats s.json --trace t.trace"));
  fits("stats", written("s.json"));
  output(0, with_cubin("run CUBIN" L " --config small --set MEM_MODEL=l2dram --stats s.json"));
  fits("stats", written("s.json"));
  output(4, with_cubin("run CUBIN" L " --config small --max-cycles 50 --stats s.json"));
  fits("stats", written("s.json"));
  fits("compare", printed(0, with_cubin("compare CUBIN nested" L " --config small --over DIVERGENCE=hanoi_yr,multipath --traces tr --json")));
  fits("compare", printed(0, "compare vecadd --config small --over LCS=off,on --over SCHED=lrr,gto --json"));
  fits("compare", printed(0, "compare backoff --config small --set YIELD_RELEASE=0 --over FORCE=1,0 --json"));
  fits("whatif", printed(0, with_cubin("whatif CUBIN nested" L " --base small --set COLLECTORS=4 --json -")));
  fits("whatif-policies", printed(0, with_cubin("whatif CUBIN" L " --base small --policies --json -")));
  fits("bound", printed(0, with_cubin("bound CUBIN nested" L " --config small --json -")));
  fits("latency", printed(0, "latency 'MOV R4, R2' 'MOV R5, R4' --config small-cc --json -"));
  fits("latency", printed(0, "latency 'MOV R4, R2' 'MOV R5, R4' --config small --json -"));
  snprintf(first, sizeof first, "bound --json - %s/tests/bound/barrier.paths", wt_root());
  fits("bound", printed(0, first));
  fits("sweep", printed(0, with_cubin("sweep COLLECTORS=1,2 CUBIN" L " nested --config small --json -")));
  fits("size", printed(0, "size --config small --declared --format json"));
  fits("size-diff", printed(0, "size --base small --config default --declared --format json"));
  fits("size-sweep", printed(0, "size sweep WARPS=8:16:8 --format json"));
  fits("size-synth", printed(0, "size --synth --config tiny --block ibuffer --format json"));
  snprintf(first, sizeof first, "exec --config tiny --stats e.json -- %s/tests/cuda/bin/first", wt_root());
  output(1, first); /* tiny has no room for its blocks */
  fits("exec", written("e.json"));
  snprintf(first, sizeof first, "exec --config small --stats e.json -- %s/tests/cuda/bin/first", wt_root());
  output(0, first);
  fits("exec", written("e.json"));
  output(0, "tracediff t.trace t.trace --json d.json");
  fits("tracediff", written("d.json"));
  output(0, "farm plan fm --only vecadd,nested --config small --run");
  output(0, "farm work fm --of 0/2");
  output(1, "farm collect fm --json f.json"); /* one has a result, one has none */
  fits("farm", written("f.json"));
}
END_TEST

/* Each rule of the checker can fail. */
START_TEST(the_schema_checker_says_no) {
  static const char *const bad[][2] = {{"{\"type\": \"string\"}", "[1]"},
                                       {"{\"const\": [1]}", "[2]"},
                                       {"{\"enum\": [[1], [2]]}", "[3]"},
                                       {"{\"items\": {\"minimum\": 0}}", "[1, -1]"},
                                       {"{\"items\": {\"type\": [\"integer\", \"null\"]}}", "[1, null, 1.5]"},
                                       {"{\"required\": [\"a\"]}", "{\"b\": 1}"},
                                       {"{\"properties\": {\"a\": {\"type\": \"boolean\"}}}", "{\"a\": 1}"},
                                       {"{\"additionalProperties\": false}", "{\"a\": 1}"},
                                       {"{\"additionalProperties\": {\"type\": \"null\"}}", "{\"a\": 1}"},
                                       {"{\"pattern\": \"x\"}", "[1]"}};
  char why[300];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    json_t *s = json_loads(bad[i][0], 0, NULL), *v = json_loads(bad[i][1], 0, NULL);
    ck_assert_msg(s && v && !schema_fits(v, s, "", why, sizeof why), "%s takes %s", bad[i][0], bad[i][1]);
    json_decref(s), json_decref(v);
  }
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("newcomer");
  tcase_add_test(tc, regress_compare_and_whatif_take_a_cubin);
  tcase_add_test(tc, the_oracle_judges_a_cubin);
  tcase_add_test(tc, a_manifest_entry_needs_no_host_program);
  tcase_add_test(tc, outputs_that_are_inputs_are_refused);
  tcase_add_test(tc, unwritable_outputs_are_refused_before_the_work);
  tcase_add_test(tc, keys_list_the_names_of_values);
  tcase_add_test(tc, keys_without_effect_are_said);
  tcase_add_test(tc, keys_without_effect_have_none);
  tcase_add_test(tc, presets_that_are_too_small_say_so_before_the_work);
  tcase_add_test(tc, refusals_name_values_and_origins);
  tcase_add_test(tc, a_quotient_is_named);
  tcase_add_test(tc, kernels_are_named_as_in_the_source);
  tcase_add_test(tc, whatif_says_what_was_never_in_use);
  tcase_add_test(tc, sizes_of_groups_add_up);
  tcase_add_test(tc, compare_explains_area_and_cuts_no_title);
  tcase_add_test(tc, an_empty_window_of_waves_is_said);
  tcase_add_test(tc, version_help_and_verdicts);
  tcase_add_test(tc, colour_on_a_terminal_only);
  tcase_add_test(tc, benches_meet_rare_situations);
  tcase_add_test(tc, json_fits_its_schemas);
  tcase_add_test(tc, the_schema_checker_says_no);
  TCase *builds = tcase_create("builds");
  tcase_add_test(builds, a_lock_that_was_just_made_is_not_swept);
  tcase_add_test(builds, interrupted_builds_leave_nothing);
  tcase_add_test(builds, the_next_build_cleans_up_after_a_killed_one);
  tcase_add_test(builds, a_full_disk_is_said);
  Suite *s = suite_create("newcomer");
  add_case(s, tc), add_case(s, builds);
  return suite_run(s);
}
