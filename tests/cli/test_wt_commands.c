/* test_wt_commands.c - what the subcommands print, by the numbers of their files and of the library, and what each of them refuses. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "bench/wt_bench.h"
#include "spec/wt_shape.h"
#include "tests/cli_kit.h"
#include "warptwin.h"

static char err[16384];
static int shell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static int shell(const char *fmt, ...) { /* in dir */
  char cmd[3000];
  va_list ap;
  int n = snprintf(cmd, sizeof cmd, "cd %s && ", dir);
  va_start(ap, fmt);
  vsnprintf(cmd + n, sizeof cmd - (size_t)n, fmt, ap);
  va_end(ap);
  int st = system(cmd);
  return WIFEXITED(st) ? WEXITSTATUS(st) : -1;
}
/* Exit code; both streams are files, err is read. */
static const char *both(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static const char *both(int code, const char *fmt, ...) {
  static char out[1 << 18];
  char args[3000];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(args, sizeof args, fmt, ap);
  va_end(ap);
  int rc = warptwin(args, err, sizeof err);
  slurp("out", out, sizeof out);
  ck_assert_msg(rc == code, "%s: exit %d, want %d: %s%s", args, rc, code, out, err);
  return out;
}
static json_t *json_of(const char *name) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  json_t *j = json_load_file(path, 0, NULL);
  ck_assert_msg(j != NULL, "%s", name);
  return j;
}
static unsigned long long num(const json_t *j, const char *key) {
  const json_t *v = json_object_get(j, key);
  ck_assert_msg(json_is_integer(v), "no %s", key);
  return (unsigned long long)json_integer_value(v);
}

/* ---- the program ---- */

START_TEST(the_program_itself) {
  char want[100];
  const char *usage = both(0, "--help");
  ck_assert_int_eq(
    strncmp(usage,
            "usage: warptwin COMMAND ...   (warptwin COMMAND --help)\n  run        KERNEL [launch]   C twin, oracle in tandem; prints the metrics\n",
            60),
    0);
  ck_assert_ptr_nonnull(
    strstr(usage, "\nexit: 0 ok, 1 check failed, 2 usage or input, 3 unsupported, 4 no end, 5 memory fault, 6 other error of the program\n"));
  static char copy[1 << 14];
  snprintf(copy, sizeof copy, "%s", usage);
  ck_assert_str_eq(both(0, "-h"), copy);
  ck_assert_str_eq(both(0, "help"), copy);
  ck_assert_str_eq(both(2, " "), "");
  ck_assert_str_eq(err, copy);
  snprintf(want, sizeof want, "warptwin %s\n", wt_version());
  ck_assert_str_eq(both(0, "--version"), want);
  refused(2, "unknown command '--version'", "--version x");
  refused(2, "unknown command '--keys'", "--keys x");
  refused(2, "unknown command 'runs'; 'warptwin --help' lists the commands", "runs");
  ck_assert_ptr_nonnull(strstr(both(0, "check --help"), "Usage: warptwin check [OPTION...] FILE.cubin"));
  ck_assert_ptr_nonnull(strstr(both(0, "check -h"), "Usage: warptwin check [OPTION...] FILE.cubin"));
  refused(2, "unrecognized option '--HANG'", "check --HANG");
  ck_assert_int_eq(shell("'%s/warptwin' --keys >/dev/full 2>err", wt_build_dir()), 2);
  slurp("err", err, sizeof err);
  ck_assert_str_eq(err, "warptwin: cannot write the output: No space left on device\n");
  refused(2, "more than 64 --set options", "size $(for i in $(seq 65); do echo --set WARPS=4; done)");
  ck_assert_int_eq(shell("'%s/warptwin' size $(for i in $(seq 64); do echo --set WARPS=4; done) >out 2>&1", wt_build_dir()), 0);
}
END_TEST

START_TEST(the_keys_of_a_shape) {
  const char *line = both(0, "--keys");
  for (unsigned i = 0; i < wt_nkeys; i++) {
    const wt_key *k = &wt_keys[i];
    char want[1000], values[200], buf[16];
    int n = snprintf(want, sizeof want, "%-14s %s  %s", k->name,
                     k->kind == 'S'   ? "structural "
                     : k->kind == 'M' ? "mode       "
                                      : "environment",
                     wt_key_values(k, values, sizeof values));
    for (int p = 0; wt_presets[p]; p++) {
      wt_shape S;
      ck_assert(!wt_shape_preset(&S, wt_presets[p], err, sizeof err));
      n += snprintf(want + n, sizeof want - (size_t)n, "  %s=%s", wt_presets[p], wt_key_text(k, wt_key_get(&S, k), buf));
    }
    snprintf(want + n, sizeof want - (size_t)n, "  %s\n", k->text);
    ck_assert_msg(!strncmp(line, want, strlen(want)), "%s", want);
    line += strlen(want);
  }
  ck_assert_str_eq(line, "");
}
END_TEST

/* ---- run ---- */

#define VECADD WT_ROOT "/tests/kernels/vecadd.cubin --grid 4 --block 128 --arg in:a.bin --arg in:a.bin --arg out:2000:c.bin --arg i32:500"

/* The lines of a run say what its metrics say. */
static void says_its_metrics(const char *options, const char *more) {
  char want[2000];
  static char printed[8000];
  snprintf(printed, sizeof printed, "%s", both(0, "run " VECADD " --config small %s --stats s.json", options));
  json_t *j = json_of("s.json"), *why = json_object_get(j, "not_issued"), *v;
  const char *name;
  const unsigned long long cycles = num(j, "cycles"), insns = num(j, "warp_instructions");
  int n = snprintf(want, sizeof want,
                   "cycles %llu  warp instructions %llu  IPC %.3f  lane activity %.1f %%  idle cycles %llu\noff-chip requests %llu  coalescing rate "
                   "%.2f thread accesses per request\n",
                   cycles, insns, (double)insns / (double)cycles, 100 * json_real_value(json_object_get(j, "lane_activity")), num(j, "idle_cycles"),
                   num(j, "offchip_requests"), json_real_value(json_object_get(j, "coalescing_rate")));
  ck_assert_msg(!strncmp(printed, want, (size_t)n), "%s instead of %s", printed, want);
  const char *rest = printed + n;
  json_t *mem = json_object_get(j, "memory");
  if (mem) {
    double hits, rows, used, latency;
    ck_assert_int_eq(sscanf(rest, "L2 sector hits %lf %%  DRAM row hits %lf %%  DRAM bandwidth used %lf %%  mean memory latency %lf cycles\n", &hits,
                            &rows, &used, &latency),
                     4);
    const double of[][2] = {{hits, 100 * json_real_value(json_object_get(mem, "l2_hit_rate"))},
                            {rows, 100 * json_real_value(json_object_get(mem, "row_hit_rate"))}};
    for (int i = 0; i < 2; i++)
      if (of[i][1] > 0) ck_assert_msg(of[i][0] > of[i][1] - 0.06 && of[i][0] < of[i][1] + 0.06, "%g and %g", of[i][0], of[i][1]);
    ck_assert(used >= 0 && used <= 100 && latency > 10);
    rest = strchr(rest, '\n') + 1;
  }
  n = snprintf(want, sizeof want, "warp slots not issuing:");
  json_object_foreach(why, name, v) n += snprintf(want + n, sizeof want - (size_t)n, " %s %lld", name, (long long)json_integer_value(v));
  snprintf(want + n, sizeof want - (size_t)n, "\n%s", more);
  ck_assert_str_eq(rest, want);
  json_decref(j);
}
START_TEST(a_run_says_its_metrics) {
  says_its_metrics("", "oracle: agrees\nPASS: the C twin and the oracle agree\n");
  ck_assert_str_eq(err, "");
  says_its_metrics("--no-oracle", "PASS: the run ended; nothing was checked\n");
  says_its_metrics("--set MEM_MODEL=l2dram --seed 3", "oracle: agrees\nPASS: the C twin and the oracle agree\n");
}
END_TEST

/* What nobody has written is a warning a place, unless it is not asked for. */
START_TEST(warnings_of_a_run) {
#define UNSET \
  "run " WT_ROOT "/tests/kernels/vecadd.cubin --config small --grid 1 --block 32 --arg out:400:x --arg out:400:y --arg out:400:z --arg i32:32"
  both(0, UNSET);
  const char *second = strchr(err, '\n');
  ck_assert(!strncmp(err, "warptwin: warning: kernel vecadd, pc 0x", 39) && second &&
            !strncmp(second + 1, "warptwin: warning: kernel vecadd, pc 0x", 39) && !strchr(second + 1, '\n')[1]);
  static const char *const none[] = {"--no-initcheck", "--no-oracle", "--initcheck --no-initcheck"};
  for (int i = 0; i < 3; i++) {
    both(0, UNSET " %s", none[i]);
    ck_assert_str_eq(err, "");
  }
  both(0, UNSET " --no-initcheck --initcheck");
  ck_assert_ptr_nonnull(strstr(err, "warning"));
}
END_TEST

/* How a run ends is its exit code, a line on each stream, and what it leaves. */
START_TEST(ends_of_a_run) {
  text_file("spin.sass", ".kernel spin\n.regs 8\n.smem 0\n.params 0\nL:\n  BRA L\n  EXIT\n.end\n");
  output(0, "asm spin.sass -o spin.cubin");
  ck_assert_str_eq(both(4, "run spin.cubin --config small --max-cycles 300 --trace t.txt --stats s.json"), "FAIL: no end (exit 4)\n");
  ck_assert(present("t.txt") && present("s.json"));
  ck_assert_ptr_nonnull(strstr(err, "300 cycles"));
  const char *said = both(
    5,
    "run " WT_ROOT
    "/tests/kernels/vecadd.cubin --config small --grid 4 --block 128 --arg in:a.bin --arg in:a.bin --arg out:100:c.bin --arg i32:500 --trace f.txt");
  ck_assert_str_eq(said, "FAIL: memory fault (exit 5)\n");
  ck_assert(present("f.txt") && !present("c.bin"));
  text_file("h.sass", ".kernel h\n.regs 8\n.smem 0\n.params 0\n  NOP {raw:0x000fe20000000000_0000000504057236}\n  EXIT\n.end\n");
  output(0, "asm h.sass -o h.cubin");
  ck_assert_str_eq(both(3, "run h.cubin --config small --trace u.txt --stats u.json"), "FAIL: not supported (exit 3)\n");
  ck_assert(!present("u.txt") && !present("u.json"));         /* nothing was executed */
  ck_assert_str_eq(both(2, "run h.cubin --kernel none"), ""); /* a mistake of the user's is no verdict */
  /* what a run writes is what the kernel wrote, and a trace that cannot be written is told */
  both(0, "run " VECADD " --config small");
  static char sums[3000];
  ck_assert_uint_eq(slurp("c.bin", sums, sizeof sums), 2000);
  both(2, "run " VECADD " --config small --trace nofolder/t.txt");
  ck_assert_ptr_nonnull(strstr(err, "nofolder/t.txt: cannot write: No such file or directory"));
}
END_TEST

START_TEST(notes_of_a_run) {
  both(0, "run " VECADD " --config small --wave w.fst --from 100000000 --warp 7");
  unsigned long long cycles;
  ck_assert_int_eq(sscanf(err, "warptwin: note: --from 100000000 is behind the end of the run (%llu cycles): w.fst has no cycle in it\n", &cycles),
                   1);
  ck_assert_uint_gt(cycles, 100);
  both(0, "run " VECADD " --config small --wave w.fst --from 10 --to 10 -q");
  ck_assert_str_eq(err, "");
  refused(2, "--warp 8: this shape has warp slots 0 to 7", "run " VECADD " --config small --wave w.fst --warp 8");
  both(0, "run " VECADD " --config small --set L1_WAYS=2");
  ck_assert_ptr_nonnull(strstr(err, "warptwin: note: --set L1_WAYS=2 has no effect here: "));
}
END_TEST

/* A run that goes on from a checkpoint comes to the same end, and writes the same files. */
START_TEST(a_run_that_goes_on) {
  static char first[3000], second[3000], out[4000];
  char name[200];
  snprintf(out, sizeof out, "%s", both(0, "run " VECADD " --config small --checkpoint-every 200 --checkpoint-dir points"));
  slurp("c.bin", first, sizeof first);
  ck_assert_int_eq(shell("ls points/*.wtck | tail -n 1 >last && rm c.bin"), 0);
  slurp("last", name, sizeof name);
  name[strcspn(name, "\n")] = 0;
  const unsigned long long cycle = strtoull(strrchr(name, '-') + 1, NULL, 10);
  ck_assert_uint_eq(cycle % 200, 0);
  const char *said = both(0, "run --resume %s", name);
  char want[200];
  snprintf(want, sizeof want, "oracle: agrees\nPASS: the C twin and the oracle agree from cycle %llu on\n", cycle);
  ck_assert_msg(strstr(said, want) != NULL, "%s", said);
  ck_assert_int_eq(strncmp(said, out, strcspn(out, "\n")), 0); /* the same cycles and instructions */
  ck_assert_uint_eq(slurp("c.bin", second, sizeof second), 2000);
  ck_assert_mem_eq(first, second, 2000);
  both(0, "run " VECADD " --config small --checkpoint-every 200 --checkpoint-dir parts --checkpoint-kind segment");
  ck_assert_int_eq(shell("cp $(ls parts/*.wtck | tail -n 1) p.wtck"), 0);
  said = both(0, "run --resume p.wtck");
  snprintf(want, sizeof want, "PASS: the run ended from cycle %llu on; without the oracle\n", cycle);
  ck_assert_msg(strstr(said, want) && !strstr(said, "oracle: agrees"), "%s", said);
  ck_assert_int_eq(shell("chmod 555 points; mkdir again; touch file"), 0);
  both(2, "run " VECADD " --config small --checkpoint-every 200 --checkpoint-dir file/x");
  ck_assert_ptr_nonnull(strstr(err, "--checkpoint-dir file/x: cannot make the folder: "));
  both(0, "run " VECADD " --config small --checkpoint-every 200 --checkpoint-dir again"); /* a folder that is there will do */
  if (geteuid()) refused(2, "cannot write there", "run " VECADD " --config small --checkpoint-every 200 --checkpoint-dir points");
}
END_TEST

/* Stored checkpoints, each to the next: which cycles they do not cover, and which of them come out at another state (one is of a run with other data). */
START_TEST(stored_checkpoints_beside_the_rtl) {
  static const char says[] = "the segment to cycle %d of kernel vecadd ends in another state than the next checkpoint holds ";
  char text[900], one[200], two[200];
  ck_assert_int_eq(shell("head -c 512 /dev/zero >zero && tr '\\0' A <zero >data"), 0);
  for (int i = 0; i < 2; i++)
    both(0,
         "run --config tiny --checkpoint-every 150 --checkpoint-dir %s --wave w.fst --from 5 --to 5 " WT_ROOT
         "/tests/kernels/vecadd.cubin --grid 4 --block 8 --arg in:%s --arg in:zero --arg out:128:sum --arg i32:32",
         i ? "others" : "points", i ? "data" : "zero");
  ck_assert_int_eq(shell("cp -r points mixed && cp others/*150.wtck mixed"), 0);
  for (int jobs = 1; jobs < 3; jobs++)
    ck_assert_str_eq(
      both(0, "cosim --checkpoints points --jobs %d -q", jobs),
      "3 segments from stored checkpoints, cycles 0 to 406, 0 differences; without the oracle\nPASS: both twins agree in every cycle\n");
  both(0, "cosim --checkpoints points -q --wave w.fst --from 160 --to 160"); /* one cycle is a window */
  ck_assert_int_eq(shell("rm points/*-000000000000.wtck"), 0);
  ck_assert_str_eq(both(0, "cosim --checkpoints points -q"),
                   "2 segments from stored checkpoints, cycles 150 to 406, 0 differences; without the oracle\n"
                   "cycles 0 to 150 are not covered: no checkpoint of the start\nPASS: both twins agree from cycle 150 on\n");
  snprintf(one, sizeof one, says, 150), snprintf(two, sizeof two, says, 300);
  for (int all = 0; all < 2; all++) {
    ck_assert_str_eq(both(1, "cosim --checkpoints mixed -q%s", all ? " --all-failures" : ""), "FAIL: the check failed (exit 1)\n");
    int n = snprintf(text, sizeof text, "2 of 3 segments fail, the first from cycle 0%s\n", all ? ":" : "");
    if (all) snprintf(text + n, sizeof text - (size_t)n, "  from cycle 0: %s\n  from cycle 150: %s\n", one, two);
    const char *count = strchr(err, '\n');
    ck_assert_msg(!strncmp(err, "warptwin: ", 10) && !strncmp(err + 10, one, strlen(one)) && count && !strcmp(count + 1, text), "%s", err);
  }
}
END_TEST

START_TEST(what_a_run_refuses) {
  static const struct {
    const char *args, *says;
  } bad[] = {{"run k --max-cycles x", "--max-cycles x: expected a number"},
             {"run k --from x", "--from x: expected a cycle"},
             {"run k --to x", "--to x: expected a cycle"},
             {"run k --warp x", "--warp x: expected a warp slot, 0 to WARPS - 1 of the shape"},
             {"run k --warp 2147483648", "expected a warp slot"},
             {"run k --checkpoint-every 0", "--checkpoint-every 0: expected a number of cycles"},
             {"run k --checkpoint-every x", "expected a number of cycles"},
             {"run k --checkpoint-kind x", "--checkpoint-kind x: expected segment or full"},
             {"run k --checkpoint-dir d", "belong together"},
             {"run k --checkpoint-every 5", "belong together"},
             {"run k l", "one KERNEL file, not also 'l'"},
             {"run", "which KERNEL? give a cubin file"},
             {"run k --wave w --from 5 --to 4", "--from is behind --to"},
             {"run k --from 1", "--from, --to, --warp and --wave-sm need --wave"},
             {"run k --to 1", "need --wave"},
             {"run k --warp 0", "need --wave"},
             {"run k --resume c", "--resume takes kernel, launch, shape and seed from the checkpoint; leave them out"},
             {"run --resume c --grid 1", "leave them out"},
             {"run --resume c --set WARPS=4", "leave them out"},
             {"run --resume c --seed 1", "leave them out"},
             {"run --resume c --config small", "leave them out"},
             {"cosim k --jobs 257", "--jobs 257: expected a number of workers, 1 to 256"},
             {"cosim k --jobs x", "expected a number of workers"},
             {"cosim k --segment 15 --jobs 2", "--segment 15: expected a number of cycles, 16 or more"},
             {"cosim k --segment x --jobs 2", "expected a number of cycles"},
             {"cosim k --all-failures", "--segment and --all-failures need --jobs"},
             {"cosim k --segment 16", "need --jobs"},
             {"cosim k --jobs 1 --wave w", "--wave needs the whole run in one process; leave --jobs out"},
             {"cosim --checkpoints d --resume c", "--checkpoints takes all of the run from the folder"},
             {"cosim --checkpoints d --grid 1", "takes all of the run from the folder"},
             {"cosim --checkpoints d --set WARPS=4", "takes all of the run from the folder"},
             {"cosim --checkpoints d --checkpoint-every 5", "takes all of the run from the folder"},
             {"cosim --checkpoints d --report r", "takes all of the run from the folder"},
             {"cosim --checkpoints d --kanata r", "takes all of the run from the folder"},
             {"cosim --checkpoints d --perfetto r", "takes all of the run from the folder"},
             {"cosim --checkpoints d --reuse r", "takes all of the run from the folder"},
             {"cosim --checkpoints d --segment 16", "takes all of the run from the folder"},
             {"cosim --checkpoints d --wave w --jobs 2", "takes all of the run from the folder"},
             {"cosim --checkpoints d --wave w --from 2 --to 1", "--from is behind --to"},
             {"cosim --checkpoints d --from 2", "need --wave"},
             {"cosim --checkpoints d --to 2", "need --wave"},
             {"cosim --checkpoints d --warp 0", "need --wave"},
             {"cosim --checkpoints d --wave nofolder/w", "nofolder/w: cannot write"},
             {"run --jobs 2 k", "unrecognized option '--jobs"},
             {"run k --seed x", "--seed x: expected a number"},
             {"run a.bin --trace a.bin", "a.bin: an output that is also an input"},
             {"run k --arg in:a.bin --trace a.bin", "a.bin: an output that is also an input"},
             {"run k --trace t --stats t", "t: named for two files"},
             {"run k --report r --kanata r", "r: named for two files"},
             {"run k --perfetto r --wave r", "r: named for two files"},
             {"run k --reuse r --report r", "r: named for two files"},
             {"run k --arg out:4:t --trace t", "t: named for two files"},
             {"run --resume a.bin --trace a.bin", "a.bin: an output that is also an input"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) refused(2, bad[i].says, bad[i].args);
}
END_TEST

/* ---- regress ---- */

START_TEST(tables_of_regress) {
  static char table[20000];
  snprintf(table, sizeof table, "%s", both(0, "regress --run --only vecadd --config small,default --set SCHED=lrr,gto --digest d.txt --jobs 2"));
  static const char *const labels[] = {"small SCHED=lrr", "small SCHED=gto", "default SCHED=lrr", "default SCHED=gto"};
  char want[300], *line = strchr(table, '\n') + 1, digest[4][40];
  snprintf(want, sizeof want, "%-18s %-26s %9s %9s %6s %7s  %-13s %-12s\n", "kernel", "shape", "cycles", "warp insn", "IPC", "lanes", "twins",
           "oracle, host");
  ck_assert_int_eq(strncmp(table, want, strlen(want)), 0);
  static char digests[4000];
  slurp("d.txt", digests, sizeof digests);
  char *d = digests;
  for (int i = 0; i < 4; i++) {
    unsigned long long cycles, insns;
    double ipc, lanes, seconds;
    char name[20];
    snprintf(want, sizeof want, "%-18s %-26s ", "vecadd", labels[i]);
    ck_assert_msg(!strncmp(line, want, strlen(want)), "%s", line);
    ck_assert_int_eq(sscanf(line + strlen(want), "%llu %llu %lf %lf%%  - ok %lfs", &cycles, &insns, &ipc, &lanes, &seconds), 5);
    ck_assert(ipc > (double)insns / (double)cycles - 0.0006 && ipc < (double)insns / (double)cycles + 0.0006 && lanes > 50 && lanes <= 100 &&
              seconds < 100);
    snprintf(want, sizeof want, "vecadd %s %llu %llu ", labels[i], cycles, insns);
    ck_assert_msg(!strncmp(d, want, strlen(want)) && sscanf(d + strlen(want), "%16[0-9a-f]\n", digest[i]) == 1 && strlen(digest[i]) == 16, "%s", d);
    (void)name;
    d = strchr(d, '\n') + 1, line = strchr(line, '\n') + 1;
  }
  ck_assert(strcmp(digest[0], digest[2]) != 0);
  ck_assert_str_eq(line, "PASS: the C twin, the oracle and every reference agree\n4 cases, 0 failed\n");
  /* the same once more has the same digests */
  both(0, "regress --run --only vecadd --config small,default --set SCHED=lrr,gto --digest e.txt --jobs 1");
  static char again[4000];
  slurp("e.txt", again, sizeof again);
  slurp("d.txt", digests, sizeof digests);
  ck_assert_str_eq(digests, again);
  both(0, "regress --run --only vecadd --config small --digest f.txt --seed 9");
  slurp("f.txt", again, sizeof again);
  ck_assert_ptr_null(strstr(again, digest[0]));
}
END_TEST

/* Rows that a shape is too small for are not run, and said; of the others one that fails says why. */
START_TEST(cases_that_are_not_run) {
  const char *said = both(0, "regress --run --only vecadd --config small,default --set WARPS=3,8");
  ck_assert_msg(!strncmp(said, "vecadd             small WARPS=3: not run: ", 41) &&
                  strstr(said, "\nvecadd             default WARPS=3: not run: ") && strstr(said, "\n2 cases, 0 failed\n"),
                "%s", said);
  said = both(2, "regress --run --only vecadd --config small --set WARPS=1,2");
  ck_assert_str_eq(err, "warptwin: no kernel fits the shape small: it is too small for each of the 2 launches; take a larger --config\n");
  text_file("suite.json", "[{\"name\": \"narrow\", \"cubin\": \"x\", \"cli\": \"--grid 1\", \"warp_min\": 8, \"warp_max\": 16}, {\"name\": \"none\", "
                          "\"cubin\": \"nofile.cubin\", \"cli\": \"--grid 1\"}]");
  said = both(1, "regress suite.json --run --config small");
  ck_assert_msg(strstr(said, "narrow             small: not run, its reference needs a warp size of 8 to 16\n") != NULL, "%s", said);
  ck_assert_msg(strstr(said, "nofile.cubin") && strstr(said, "FAIL: 1 of 1 cases\n1 cases, 1 failed\n") && strstr(said, " error "), "%s", said);
  both(2, "regress suite.json --run --config small --only narrow");
  ck_assert_ptr_nonnull(strstr(err, "warptwin: no case to run\n"));
  static const struct {
    const char *args, *says;
  } bad[] = {
    {"regress a b", "one SUITE, not also 'b'"},
    {"regress --jobs 0", "--jobs 0: expected 1..64"},
    {"regress --jobs 65", "expected 1..64"},
    {"regress --jobs x", "expected 1..64"},
    {"regress --scale 65", "--scale 65: expected small, medium or 1..64"},
    {"regress --run --beside wb", "--beside belongs to lock-step, not to --run"},
    {"regress --run --only vecadd --set WARPS", "--set WARPS: expected KEY=VALUE"},
    {"regress --run --only vecadd --set WARPS=", "--set WARPS=: expected KEY=VALUE"},
    {"regress --run --only vecadd --set WARPS=1000", "WARPS=1000"},
    {"regress --run --only vecadd --config huge", "unknown preset"},
    {"regress --run --grid 5", "--grid says how a cubin is launched; kernels of a manifest are launched by their host programs or their cli"},
    {"regress --run x.cubin --only vecadd", "--only chooses among the kernels of a manifest, x.cubin is a cubin; its kernel is --kernel"},
    {"regress --run --only vecadd --junit nofolder/x", "nofolder/x: cannot write"},
    {"regress --run --only vecadd --junit x --digest x", "x: named for two files"},
    {"regress --run --only vecadd --hosts nofolder", "no host reference of vecadd"},
    {"regress nosuite.json --run", "nosuite.json"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) refused(2, bad[i].says, bad[i].args);
  /* a case that the oracle alone judges, and one that ends badly: the words of the verdicts */
  text_file("spin.sass", ".kernel spin\n.regs 8\n.smem 0\n.params 0\nL:\n  BRA L\n  EXIT\n.end\n");
  output(0, "asm spin.sass -o spin.cubin");
  text_file("suite.json",
            "[{\"name\": \"spin\", \"cubin\": \"spin.cubin\", \"cli\": \"--block 32\"}, {\"name\": \"sum\", \"cubin\": \"" WT_ROOT
            "/tests/kernels/vecadd.cubin\", \"cli\": \"--block 64 --arg in:m --arg in:m --arg out:128:o --arg i32:33\", \"inputs\": {\"m\": 128}}]");
  said = both(1, "regress suite.json --run --config small --junit j.xml");
  ck_assert_msg(strstr(said, "spin               small ") && strstr(said, "  no end ") && strstr(said, "  fault ") &&
                  strstr(said, "2 cases, 2 failed\n"),
                "%s", said);
  static char xml[8000];
  slurp("j.xml", xml, sizeof xml);
  ck_assert(strstr(xml, "tests=\"2\" failures=\"2\"") && strstr(xml, "<failure message=\"no end\">") && strstr(xml, "<failure message=\"fault\">"));
}
END_TEST

/* ---- cubins and blocks ---- */

/* What no shape of a kind can run stops as the manifest says, or is left out for its warps. */
START_TEST(the_manifest_knows_what_a_shape_cannot_run) {
  static const struct {
    const char *set, *end;
  } shapes[] = {{"GROUPING=dwr", " cases, 0 failed, 20 stopped as the manifest says"},
                {"GROUPING=dwr --set SCOREBOARD=coon", " cases, 0 failed, 20 stopped as the manifest says"},
                {"WARP_SIZE=16 --set WARPS=16", " cases, 0 failed\n"},
                {"WARP_SIZE=8 --set WARPS=32", " cases, 0 failed\n"},
                {"WARP_SIZE=64", " cases, 0 failed\n"}};
  for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
    char args[200];
    snprintf(args, sizeof args, "regress --run --config small --set %s", shapes[k].set);
    const char *text = output(0, args);
    ck_assert_msg(strstr(text, shapes[k].end) != NULL, "%s: %s", shapes[k].set, text + (strlen(text) > 300 ? strlen(text) - 300 : 0));
  }
}
END_TEST

START_TEST(cubins_as_text) {
  static const char source[] = ".kernel k\n.regs 16\n.smem 32\n.local 8\n.params 12,8,4\n  S2R R0, SR_TID.X\n  EXIT\n.end\n.kernel "
                               "l\n.regs 8\n.smem 0\n.params 0\n  EXIT\n.end\n";
  text_file("k.sass", source);
  output(0, "asm k.sass -o k.cubin");
  const char *said = both(0, "dis k.cubin");
  ck_assert_msg(strstr(said, ".kernel k\n.regs 16\n.smem 32\n.local 8\n.params 12,8,4\n") && strstr(said, "  // 0x0010\n"), "%s", said);
  ck_assert_msg(strstr(said, ".kernel l\n.regs 8\n.smem 0\n.params 0\n"), "%s", said);
  static const struct {
    const char *args, *says;
  } bad[] = {{"asm a b -o c", "one file, not also 'b'"},
             {"asm", "which file?"},
             {"asm k.sass", "asm: where to? give -o CUBIN"},
             {"asm nofile.sass -o c", "nofile.sass"},
             {"asm k.sass -o nofolder/c", "nofolder/c"},
             {"dis a b", "one file, not also 'b'"},
             {"dis nofile", "nofile"},
             {"check a b", "one file, not also 'b'"},
             {"check nofile", "nofile"},
             {"check k.cubin --config huge", "unknown preset"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) refused(2, bad[i].says, bad[i].args);
  said = both(0, "check k.cubin");
  ck_assert_str_eq(said, "kernel                            regs   shared    local params  runs\n"
                         "k                                   16       32        8      2  yes\n"
                         "l                                    8        0        0      0  yes\n2 of 2 kernels run\n");
}
END_TEST

START_TEST(blocks_and_their_rtl) {
  const char *said = both(0, "bench");
  for (const wt_block_fns *f = wt_block_table; f->stem; f++) {
    const size_t n = strlen(f->stem);
    ck_assert_msg(!strncmp(said, f->stem, n) && said[n] == '\n', "%s", f->stem);
    said += n + 1;
  }
  ck_assert_str_eq(said, "");
  static const struct {
    const char *args, *says;
  } bad[] = {{"bench a b", "one BLOCK, not also 'b'"},
             {"bench wb --cycles 0", "--cycles 0: expected a number of clocks, 1 or more"},
             {"bench wb -n x", "--cycles x: expected a number of clocks"},
             {"bench nothing", "nothing"},
             {"build-rtl x", "no argument expected, not 'x'"},
             {"build-rtl --config huge", "unknown preset"},
             {"build-rtl --emit nofolder/x", "nofolder/x"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) refused(2, bad[i].says, bad[i].args);
  ck_assert_int_eq(shell("mkdir e"), 0);
  ck_assert_str_eq(both(0, "build-rtl --config tiny --emit e"), "");
  ck_assert(present("e/wt_pkg.sv"));
  static char package[200000];
  slurp("e/wt_pkg.sv", package, sizeof package);
  ck_assert_ptr_nonnull(strstr(package, " WARPS = 2;"));
}
END_TEST

/* ---- the cache ---- */

static void aged(const char *name, const char *text, long days) {
  char path[300];
  struct timespec t[2];
  text_file(name, text);
  clock_gettime(CLOCK_REALTIME, &t[0]);
  t[0].tv_sec -= days * 86400 + 60, t[1] = t[0];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  utimensat(AT_FDCWD, path, t, 0);
}
static void fill_cache(void) {
  char kb[2000];
  memset(kb, 'x', sizeof kb), kb[1999] = 0;
  ck_assert_int_eq(
    shell("rm -rf cache && mkdir -p cache/synth cache/runtime-12 cache/headers-3 cache/counts-3 && head -c 3145728 /dev/zero >cache/new.so && cp "
          "cache/new.so cache/old.so && truncate -s 1048576 cache/runtime-12/x"),
    0);
  aged("cache/older.so", kb, 20), aged("cache/older.txt", "tiny WARPS=4\n", 0), aged("cache/other.txt", kb, 90), aged("cache/synth/a", kb, 0);
  aged("cache/.so", kb, 90); /* nobody's: it has no name before its ending */
  ck_assert_int_eq(shell("touch -d '10 days ago' cache/old.so && touch -d '1 day ago' cache/synth && touch -d '2 days ago' cache/runtime-12 && touch "
                         "-d '3 days ago' cache/counts-3 && touch -d '4 days ago' cache/headers-3"),
                   0);
}
START_TEST(what_the_cache_keeps) {
  char path[200], want[500];
  snprintf(path, sizeof path, "%s/cache", dir);
  setenv("WARPTWIN_CACHE", path, 1);
  fill_cache();
  const char *said = both(0, "cache");
  static const struct {
    const char *name, *mb, *label;
  } kept[] = {{"new.so", "3.0", "-"},
              {"synth", "0.0", "syntheses of size --synth and area-gates"},
              {"runtime-12", "1.0", "the runtime of Verilator, compiled"},
              {"counts-3", "0.0", "counts for WT_RTL_SPEED=profile"},
              {"headers-3", "0.0", "the headers of Verilator's runtime, compiled"},
              {"old.so", "3.0", "-"},
              {"older.so", "0.0", "tiny WARPS=4"}};
  int n = snprintf(want, sizeof want, "%s\n%-38s %9s  %-16s  %s\n", path, "file", "MB", "last used", "shape");
  ck_assert_msg(!strncmp(said, want, (size_t)n), "%s", said);
  const char *line = said + n;
  for (int i = 0; i < 7; i++) {
    n = snprintf(want, sizeof want, "%-38s %9s  ", kept[i].name, kept[i].mb);
    ck_assert_msg(!strncmp(line, want, (size_t)n), "%s instead of %s", line, want);
    ck_assert_int_eq(strncmp(line + n, "20", 2), 0);
    ck_assert_int_eq(line[n + 13], ':');
    ck_assert_msg(!strncmp(line + n + 18, kept[i].label, strlen(kept[i].label)) && line[n + 18 + (int)strlen(kept[i].label)] == '\n', "%s", line);
    line = strchr(line, '\n') + 1;
  }
  ck_assert_str_eq(line, "7 kept, 7.0 MB\n");
  static char list[4000];
  snprintf(list, sizeof list, "%s", said);
  ck_assert_str_eq(both(0, "cache list"), list);
  /* what was not used for two weeks, or as long as one says; a plug-in goes with its label */
  ck_assert_str_eq(both(0, "cache prune --dry-run"), "would be 1 of 7 removed, 0.0 MB\n");
  ck_assert(present("cache/older.so") && present("cache/older.txt"));
  ck_assert_str_eq(both(0, "cache prune"), "1 of 7 removed, 0.0 MB\n");
  ck_assert(!present("cache/older.so") && !present("cache/older.txt") && present("cache/other.txt") && present("cache/old.so"));
  ck_assert_str_eq(both(0, "cache prune --older 11"), "0 of 6 removed, 0.0 MB\n");
  ck_assert_str_eq(both(0, "cache prune --older 9 --dry-run"), "would be 1 of 6 removed, 3.0 MB\n");
  ck_assert_str_eq(both(0, "cache prune --older 9"), "1 of 6 removed, 3.0 MB\n");
  ck_assert(!present("cache/old.so") && present("cache/new.so") && present("cache/synth/a"));
  ck_assert_str_eq(both(0, "cache prune --all"), "5 of 5 removed, 4.0 MB\n");
  ck_assert(!present("cache/new.so") && !present("cache/synth") && !present("cache/runtime-12") && present("cache/other.txt"));
  static const struct {
    const char *args, *says;
  } bad[] = {{"cache list prune", "'prune' is a word too many"},
             {"cache show", "'show': expected list or prune"},
             {"cache --all", "--older, --all and --dry-run belong to prune"},
             {"cache list --dry-run", "belong to prune"},
             {"cache list --older 3", "belong to prune"},
             {"cache prune --all --older 3", "--all and --older exclude each other"},
             {"cache prune --older x", "--older x: expected a number of days"},
             {"cache prune --older 100001", "expected a number of days"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) refused(2, bad[i].says, bad[i].args);
  both(0, "cache prune --older 100000");
}
END_TEST

int main(void) {
  TCase *t = tcase_create("commands");
  tcase_add_test(t, the_program_itself);
  tcase_add_test(t, the_keys_of_a_shape);
  tcase_add_test(t, a_run_says_its_metrics);
  tcase_add_test(t, warnings_of_a_run);
  tcase_add_test(t, ends_of_a_run);
  tcase_add_test(t, notes_of_a_run);
  tcase_add_test(t, a_run_that_goes_on);
  if (!getenv("WT_C_ONLY")) tcase_add_test(t, stored_checkpoints_beside_the_rtl);
  tcase_add_test(t, what_a_run_refuses);
  tcase_add_test(t, tables_of_regress);
  tcase_add_test(t, cases_that_are_not_run);
  tcase_add_test(t, the_manifest_knows_what_a_shape_cannot_run);
  tcase_add_test(t, cubins_as_text);
  tcase_add_test(t, blocks_and_their_rtl);
  tcase_add_test(t, what_the_cache_keeps);
  return run_suite("commands", t);
}
