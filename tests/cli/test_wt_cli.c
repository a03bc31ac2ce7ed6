/* test_wt_cli.c - the command line on bad input: exit code, message, no file left. Runs the program that `make build` made. */
#include <jansson.h>

#include "isa/wt_asm.h"
#include "isa/wt_cubin.h"

#include "tests/cli_kit.h"

static void expect(int code, const char *needle, const char *fmt, const char *a) {
  char args[2048], err[4096];
  snprintf(args, sizeof args, fmt, a, a);
  int rc = warptwin(args, err, sizeof err);
  ck_assert_msg(rc == code, "%s: exit %d, want %d: %s", args, rc, code, err);
  ck_assert_msg(strstr(err, needle) != NULL, "%s: no '%s' in: %s", args, needle, err);
  ck_assert_msg(!present("c.bin"), "%s: an output file was left", args);
  char *nl = strchr(err, '\n');
  ck_assert_msg(code != 2 || (nl && !nl[1]), "%s: not one line: %s", args, err);
}
#define VECADD "'%s/tests/kernels/vecadd.cubin'"
#define ARGS " --grid 40 --block 128 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:5000"

START_TEST(bad_files_are_refused) {
  static char buf[65536];
  char path[1024];
  snprintf(path, sizeof path, "%s/tests/kernels/vecadd.cubin", wt_root());
  size_t n = slurp(path, buf, sizeof buf);
  expect(2, "nothing.cubin", "run nothing.cubin%.0s", "");
  file("text.cubin", "not an ELF file at all, just text", 33);
  expect(2, "text.cubin", "run text.cubin%.0s", "");
  file("cut.cubin", buf, n / 2);
  expect(2, "cut.cubin", "run cut.cubin%.0s", "");
  file("empty.cubin", "", 0);
  expect(2, "empty.cubin", "run empty.cubin%.0s", "");
  buf[0x31] = 80; /* e_flags bits 15:8: sm_80 */
  file("sm80.cubin", buf, n);
  expect(2, "sm_", "run sm80.cubin%.0s", "");
}
END_TEST

START_TEST(bad_launches_are_refused) {
  const char *r = wt_root();
  expect(2, "nokernel", "run " VECADD " --kernel nokernel" ARGS, r);
  expect(2, "vecadd", "run " VECADD " --grid 40 --block 128 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin", r);
  expect(2, "vecadd", "run " VECADD ARGS " --arg i32:1", r);
  expect(2, "missing.bin", "run " VECADD " --grid 1 --block 32 --arg in:missing.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:5", r);
  expect(2, "--grid", "run " VECADD " --grid 0 --block 32", r);
  expect(2, "block", "run " VECADD " --grid 1 --block 2048 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:5", r);
  expect(2, "NOKEY", "run " VECADD ARGS " --set NOKEY=1", r);
  expect(2, "SCHED", "run " VECADD ARGS " --set SCHED=best", r);
  expect(2, "WARPS", "run " VECADD ARGS " --set WARPS=1000", r);
  expect(2, "preset", "run " VECADD ARGS " --config huge", r);
  expect(2, "--arg", "run " VECADD " --grid 1 --block 32 --arg i8:1000", r);
}
END_TEST

START_TEST(faults_and_runs_without_end_have_their_codes) {
  const char *r = wt_root();
  expect(5, "memory fault", "run " VECADD " --no-oracle --grid 40 --block 128 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:9000000",
         r);
  expect(5, "", "run " VECADD " --grid 40 --block 128 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:9000000", r);
  expect(4, "max-cycles", "run " VECADD ARGS " --max-cycles 100", r);
  static const char spin[] = ".kernel spin\n.regs 8\n.smem 0\n.params 0\nL:\n  BRA L\n  EXIT\n.end\n";
  file("spin.sass", spin, sizeof spin - 1);
  char err[2000];
  ck_assert_int_eq(warptwin("asm spin.sass -o spin.cubin", err, sizeof err), 0);
  expect(4, "livelock", "run spin.cubin --block 32%.0s", "");
  static const char wait[] = ".kernel dead\n.regs 8\n.smem 0\n.params 0\n  S2R R0, SR_LANEID\n  ISETP.NE.AND P0, PT, R0, RZ, PT\n  @P0 BRA W\n"
                             "  WARPSYNC 0x3\n  EXIT\nW:\n  WARPSYNC 0x5\n  EXIT\n.end\n";
  file("dead.sass", wait, sizeof wait - 1);
  ck_assert_int_eq(warptwin("asm dead.sass -o dead.cubin", err, sizeof err), 0);
  expect(4, "deadlock", "run dead.cubin --block 4%.0s", "");
}
END_TEST

START_TEST(a_good_run_prints_and_writes) {
  char args[1024];
  static char buf[1 << 20];
  snprintf(args, sizeof args, "run " VECADD ARGS " --stats s.json --trace t.txt", wt_root());
  output(0, args);
  ck_assert_uint_eq(slurp("c.bin", buf, sizeof buf), 20000);
  slurp("t.txt", buf, sizeof buf);
  unsigned long long cycle, slot, x, y, z, warp, pc, mask, exec;
  ck_assert_int_eq(sscanf(buf, "%llu %llu %llu,%llu,%llu %llu 0x%llx %llx %llx\n", &cycle, &slot, &x, &y, &z, &warp, &pc, &mask, &exec), 9);
  ck_assert(pc == 0 && mask == 0xffffffff && exec == mask);
  slurp("s.json", buf, sizeof buf);
  static const char *const keys[] = {"cycles",          "warp_instructions", "thread_instructions", "ipc",     "thread_ipc", "lane_activity",
                                     "coalescing_rate", "idle_cycles",       "offchip_requests",    "verdict", "not_issued", "issued_slots"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) ck_assert_msg(strstr(buf, keys[i]) != NULL, "no %s", keys[i]);
  static const char *const why[] = {"issued_slots", "empty", "path", "fetch", "dependence", "war", "beats", "unit", "lost"};
  unsigned long long sum = 0, cycles = strtoull(strstr(buf, "\"cycles\":") + 9, NULL, 10);
  for (size_t i = 0; i < sizeof why / sizeof *why; i++) {
    char key[40];
    snprintf(key, sizeof key, "\"%s\":", why[i]);
    sum += strtoull(strstr(buf, key) + strlen(key), NULL, 10);
  }
  ck_assert_uint_eq(sum, cycles * 32); /* every slot of every cycle has one reason */
}
END_TEST

/* argp would add a hint, and the list of commands would bury the word that is wrong */
START_TEST(usage_errors_are_one_line) {
  static const char *const bad[][2] = {{"--nonsense", "run x.cubin --nonsense"},
                                       {"requires an argument", "run x.cubin --grid"},
                                       {"which KERNEL", "run"},
                                       {"one KERNEL", "run a b"},
                                       {"--grid 0", "cosim a --grid 0"},
                                       {"ambiguous", "run a --s 1"},
                                       {"--cycles x", "bench sched --cycles x"},
                                       {"nothing", "bench nothing"},
                                       {"--jobs 0", "regress --jobs 0"},
                                       {"--jobs 0", "cosim k.cubin --jobs 0"},
                                       {"need --jobs", "cosim k.cubin --segment 100"},
                                       {"needs the whole run in one process", "cosim k.cubin --jobs 2 --wave w.fst"},
                                       {"belong together", "run k.cubin --checkpoint-every 10"},
                                       {"cannot make the folder", "run k.cubin --checkpoint-every 10 --checkpoint-dir nothere/at/all"},
                                       {"segment or full", "run k.cubin --checkpoint-kind half"},
                                       {"leave them out", "run k.cubin --resume a.wtck"},
                                       {"leave them out", "cosim --resume a.wtck --config small"},
                                       {"cannot read", "cosim --resume nothere.wtck"},
                                       {"cannot read", "replay nothere.wtck"},
                                       {"which FILE", "replay"},
                                       {"which FILE", "shrink"},
                                       {"cannot read", "shrink nothere.wtck"},
                                       {"--attempts 0", "shrink a.wtck --attempts 0"},
                                       {"cannot read the folder", "cosim --checkpoints nothere"},
                                       {"takes all of the run from the folder", "cosim k.cubin --checkpoints d"},
                                       {"expected plan, work or collect", "farm"},
                                       {"expected plan, work or collect", "farm reap d"},
                                       {"which folder", "farm plan"},
                                       {"nothing to plan", "farm plan d"},
                                       {"I from 0 to N - 1", "farm work d --of 4/4"},
                                       {"I from 0 to N - 1", "farm work d --of 1"},
                                       {"holds no plan", "farm work nothere"},
                                       {"holds no plan", "farm collect nothere"},
                                       {"nokernel", "regress --only nokernel"},
                                       {"one SUITE", "regress a b"},
                                       {"which file", "asm"},
                                       {"where to", "asm x.sass"},
                                       {"which file", "dis"},
                                       {"unknown command 'rnu'", "rnu a"},
                                       {"unknown preset", "build-rtl --config huge"},
                                       {"--seed", "run a --seed x"},
                                       {"need --wave", "run a --from 3"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) refused(2, bad[i][0], bad[i][1]);
  ck_assert_ptr_nonnull(strstr(output(0, "run --help"), "--max-cycles"));
  ck_assert_ptr_nonnull(strstr(output(0, "--help"), "tracediff"));
}
END_TEST

START_TEST(an_unsupported_instruction_is_named) {
  /* HMMA in a kernel; the other kernel of the file does not have it, a third one never gets there */
  static const char text[] = ".kernel first\n.regs 8\n.smem 0\n.params 0\n  NOP\n  NOP {raw:0x000fe20000000000_0000000504057236}\n  EXIT\n.end\n"
                             ".kernel second\n.regs 8\n.smem 0\n.params 0\n  EXIT\n.end\n"
                             ".kernel third\n.regs 8\n.smem 0\n.params 0\n  EXIT\n  NOP {raw:0x000fe20000000000_0000000504057236}\n  EXIT\n.end\n"
                             ".kernel unknown\n.regs 8\n.smem 0\n.params 0\n  NOP {raw:0x000fe20000000000_0000000504057fff}\n  EXIT\n.end\n";
  file("f.sass", text, sizeof text - 1);
  output(0, "asm f.sass -o f.cubin");
  static const char *const parts[] = {"f.cubin", "kernel first", "0x0010", "HMMA", "0x000fe200000000000000000504057236"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) refused(3, parts[i], "run f.cubin --kernel first --stats s.json --trace t");
  ck_assert(!present("s.json") && !present("t"));
  output(0, "run f.cubin --kernel second");
  output(0, "run f.cubin --kernel third");
  refused(3, "no known mnemonic", "run f.cubin --kernel unknown");
}
END_TEST

START_TEST(check_lists_kernels_and_what_stops_them) {
  static const char text[] = ".kernel first\n.regs 8\n.smem 64\n.local 40\n.params 0\n  NOP {raw:0x000fe20000000000_0000000504057236}\n"
                             "  NOP {raw:0x000fe20000000000_0000000504057236}\n  EXIT\n.end\n"
                             ".kernel second\n.regs 9\n.params 0\n  EXIT\n  NOP {raw:0x000fe20000000000_0000000504057236}\n  EXIT\n.end\n";
  file("c.sass", text, sizeof text - 1);
  output(0, "asm c.sass -o c.cubin");
  static const char *const parts[] = {"\nfirst                                8       64       40      0  no\n",
                                      "0x0000: unsupported instruction HMMA",
                                      "\n  2 instructions of 1 kinds are refused:\n      2  HMMA, at 0x0000 0x0010\n",
                                      "\nsecond                               9        0        0      0  yes\n", "\n1 of 2 kernels run\n"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) ck_assert_msg(strstr(output(3, "check c.cubin"), parts[i]) != NULL, "%s", parts[i]);
  file("d.sass", ".kernel k\n.regs 8\n.params 0\n  EXIT\n.end\n", 40);
  output(0, "asm d.sass -o d.cubin");
  ck_assert_ptr_nonnull(strstr(output(0, "check --config default d.cubin"), "\n1 of 1 kernels run\n"));
  refused(2, "which file", "check");
}
END_TEST

/* A suite of two kernels of the tree, the first with this member `stops`. */
static void suite_with_stops(const char *stops) {
  char text[4000], root[1024];
  snprintf(root, sizeof root, "%s/tests/kernels", wt_root());
  snprintf(text, sizeof text,
           "[{\"name\": \"chain\", \"cubin\": \"%s/chain.cubin\", \"host\": \"chain\", \"stops\": {%s}},\n"
           " {\"name\": \"vecadd\", \"cubin\": \"%s/vecadd.cubin\", \"host\": \"vecadd\"}]\n",
           root, stops, root);
  file("suite.json", text, strlen(text));
}
START_TEST(regress_expects_the_verdicts_of_the_manifest) {
#define STOPS_RUN "regress suite.json --run --config small --set DIVERGENCE=hanoi_yr,hanoi --hosts "
  char args[1400], root[1024];
  snprintf(root, sizeof root, "%s/kernels", wt_build_dir());
  snprintf(args, sizeof args, STOPS_RUN "%s", root);
  suite_with_stops("\"DIVERGENCE=hanoi WARPS=8\": \"livelock\"");
  ck_assert_ptr_nonnull(strstr(output(0, args), "4 cases, 0 failed, 1 stopped as the manifest says"));
  /* not said, another verdict, and said of a run that ends */
  suite_with_stops("\"DIVERGENCE=hanoi WARPS=4\": \"livelock\"");
  ck_assert_ptr_nonnull(strstr(output(1, args), "4 cases, 1 failed\n"));
  suite_with_stops("\"DIVERGENCE=hanoi\": \"deadlock\"");
  ck_assert_ptr_nonnull(strstr(output(1, args), "4 cases, 1 failed\n"));
  suite_with_stops("\"WARPS=8\": \"livelock\"");
  const char *t = output(1, args);
  ck_assert_ptr_nonnull(strstr(t, "4 cases, 1 failed, 1 stopped"));
  ck_assert_ptr_nonnull(strstr(t, "the run ended; the manifest says that it is stopped: livelock"));
  suite_with_stops("\"WRAPS=8\": \"livelock\"");
  refused(2, "WRAPS=8", args);
}
END_TEST

START_TEST(regress_writes_junit) {
  static char xml[1 << 16];
  output(0, "regress --run --only vecadd,hist --config small,default --set SCHED=lrr,gto --junit r.xml");
  slurp("r.xml", xml, sizeof xml);
  unsigned cases = 0;
  for (const char *p = xml; (p = strstr(p, "<testcase ")); p++) cases++;
  ck_assert_msg(!strncmp(xml, "<?xml version=\"1.0\"", 19), "%s", xml);
  ck_assert_ptr_nonnull(strstr(xml, "classname=\"small SCHED=gto\" name=\"hist\" time=\""));
  char head[100];
  snprintf(head, sizeof head, "<testsuite name=\"warptwin\" tests=\"%u\" failures=\"0\">", cases);
  ck_assert_msg(strstr(xml, head) && cases == 8 && strstr(xml, "</testsuite>"), "%u cases in %s", cases, xml);
  /* a failing case: its message is text, whatever is in it */
  static const char host[] = "#include <stdio.h>\n#include <stddef.h>\nstruct ctx { const char *p; unsigned long seed; char *msg; size_t n; };\n"
                             "int wt_host(void *s, const struct ctx *c) { (void)s; snprintf(c->msg, c->n, \"a < b & \\\"c\\\"\"); return 1; }\n";
  static const char suite[] = "[{\"name\":\"bad\",\"cubin\":\"x\",\"host\":\"bad\"}]\n";
  char cmd[256];
  file("bad.c", host, sizeof host - 1), file("suite.json", suite, sizeof suite - 1);
  snprintf(cmd, sizeof cmd, "cd %s && gcc -shared -fPIC -o bad.so bad.c", dir);
  ck_assert_int_eq(system(cmd), 0);
  output(1, "regress suite.json --hosts . --run --config tiny --junit r.xml");
  slurp("r.xml", xml, sizeof xml);
  ck_assert_msg(strstr(xml, "tests=\"1\" failures=\"1\"") && strstr(xml, "<failure message=\"DIFFERS\">a &lt; b &amp; &quot;c&quot;</failure>"), "%s",
                xml);
}
END_TEST

/* The "cli" line of every kernel of the manifest, once, with random inputs of the stated sizes. */
START_TEST(manifest_lines_run) {
  char path[1024], args[2048];
  json_error_t e;
  json_t *c, *size;
  const char *name;
  size_t i, lines = 0;
  snprintf(path, sizeof path, "%s/tests/kernels/manifest.json", wt_root());
  json_t *suite = json_load_file(path, 0, &e);
  ck_assert_msg(suite != NULL, "%s", e.text);
  json_array_foreach(suite, i, c) {
    const char *cli = json_string_value(json_object_get(c, "cli"));
    if (!cli) continue; /* kernels of several launches need their host program */
    json_object_foreach(json_object_get(c, "inputs"), name, size) {
      static char data[1 << 16];
      size_t n = (size_t)json_integer_value(size);
      ck_assert_uint_le(n, sizeof data);
      for (size_t k = 0; k < n; k++) data[k] = k % 4 ? 0 : (char)(rand() % 16); /* small words: some of them are counts */
      file(name, data, n);
    }
    snprintf(args, sizeof args, "run '%s/tests/kernels/%s' --config small %s", wt_root(), json_string_value(json_object_get(c, "cubin")), cli);
    const char *out = output(0, args);
    ck_assert_msg(strstr(out, "oracle: agrees") != NULL, "%s: %s", args, out);
    lines++;
  }
  ck_assert_uint_ge(lines, 20);
  json_decref(suite);
}
END_TEST

/* What dis prints, asm reads back to the same code: every word of every kernel. */
static void round_trip(const char *cubin) {
  char args[2048], err[300], path[128];
  wt_cubin a, b;
  snprintf(args, sizeof args, "dis '%s'", cubin);
  const char *text = output(0, args);
  file("trip.sass", text, strlen(text));
  output(0, "asm trip.sass -o trip.cubin");
  snprintf(path, sizeof path, "%s/trip.cubin", dir);
  ck_assert_msg(wt_cubin_load(cubin, &a, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_msg(wt_cubin_load(path, &b, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_uint_eq(a.nkernels, b.nkernels);
  for (size_t k = 0; k < a.nkernels; k++) {
    const wt_cubin_kernel *x = &a.kernel[k], *y = NULL;
    for (size_t i = 0; i < b.nkernels; i++) y = !strcmp(b.kernel[i].name, x->name) ? &b.kernel[i] : y;
    ck_assert_msg(y && x->n == y->n && x->regs == y->regs && x->smem == y->smem && x->nparams == y->nparams, "%s: kernel %s", cubin, x->name);
    for (size_t i = 0; i < x->n; i++)
      ck_assert_msg(x->code[i].lo == y->code[i].lo && x->code[i].hi == y->code[i].hi, "%s: kernel %s, 0x%04zx", cubin, x->name, i * 16);
  }
  wt_cubin_free(&a);
  wt_cubin_free(&b);
}

START_TEST(files_survive_dis_and_asm) {
  static const char *const sass[] = {"access",     "atomics_all", "control",       "diverge", "exchange", "reduce",
                                     "to_uniform", "uniform_ops", "uniform_index", "vecadd",  "vector",   "corners"};
  static const char *const nvcc[] = {"bfs",  "bitonic", "hist",           "ldc",      "matmul",  "nested", "reduce",
                                     "scan", "shuffle", "spin_perthread", "twolevel", "uniform", "vec4",   "warpvote"};
  char args[1024], path[1024];
  for (size_t i = 0; i < sizeof sass / sizeof *sass; i++) {
    snprintf(args, sizeof args, "asm '%s/tests/asm/%s.sass' -o one.cubin", wt_root(), sass[i]);
    output(0, args);
    snprintf(path, sizeof path, "%s/one.cubin", dir);
    round_trip(path);
  }
  for (size_t i = 0; i < sizeof nvcc / sizeof *nvcc; i++) {
    snprintf(path, sizeof path, "%s/tests/kernels/%s.cubin", wt_root(), nvcc[i]);
    round_trip(path);
  }
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("cli");
  tcase_add_test(tc, bad_files_are_refused);
  tcase_add_test(tc, bad_launches_are_refused);
  tcase_add_test(tc, faults_and_runs_without_end_have_their_codes);
  tcase_add_test(tc, a_good_run_prints_and_writes);
  tcase_add_test(tc, usage_errors_are_one_line);
  tcase_add_test(tc, an_unsupported_instruction_is_named);
  tcase_add_test(tc, regress_expects_the_verdicts_of_the_manifest);
  tcase_add_test(tc, regress_writes_junit);
  tcase_add_test(tc, manifest_lines_run);
  tcase_add_test(tc, files_survive_dis_and_asm);
  tcase_add_test(tc, check_lists_kernels_and_what_stops_them);
  return run_suite("cli", tc);
}
