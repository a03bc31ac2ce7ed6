/* test_wt_pack_sm.c - packed beats in the whole machine: the worked examples of the large warp, what every thread does with and without, what it must not
 * change, and what is refused. Rules: docs/blocks/issue/wt_pack.md.
 */
#include "run_kit.h"
#include "tests/copies_kit.h"

/* ---- worked examples (tests/bound/NAME.txt, line LWM), instructions with a unit: pc:rows of a beat, in their order ---- */

/* A line is an instruction of the example or one around it. The number in front is the example's; 0-: it has no unit, or is not of the example. */
typedef struct {
  const char *name, *keys, *text;
  unsigned threads;
  wt_status ends;
} example;
/* R0 = thread; bit t of the number says whether P<k> holds in thread t */
#define SAYS(p, mask) "-MOV R7, " mask "\n-SHF.R.U32.HI R7, RZ, R0, R7\n-LOP3.LUT R7, R7, 0x1, RZ, 0xc0, !PT\n-ISETP.NE.AND " p ", PT, R7, RZ, PT\n"
#define START "-S2R R0, SR_TID.X\n"
static const example examples[] = {
  {"classic", "WARP_SIZE=8 LANES=4",
   START SAYS("P0", "0xc3") "0MOV R4, 0x1\n-@P0 BRA then\n2MOV R4, 0x1\n3MOV R4, 0x1\n-BRA join\n:then\n"
                            "4MOV R4, 0x1\n5MOV R4, 0x1\n:join\n6MOV R4, 0x1\n-EXIT\n",
   8, WT_OK},
  {"nested", "WARP_SIZE=8 LANES=4",
   START SAYS("P0", "0x18") SAYS("P1", "0x24") "0MOV R4, 0x1\n-@P0 BRA f\n2MOV R4, 0x1\n-@P1 BRA d\n4MOV R4, 0x1\n"
                                               "5MOV R4, 0x1\n-BRA e\n:d\n6MOV R4, 0x1\n7MOV R4, 0x1\n:e\n8MOV R4, 0x1\n:f\n9MOV R4, 0x1\n-EXIT\n",
   8, WT_OK},
  {"loop", "WARP_SIZE=8 LANES=4",
   START SAYS("P1", "0x96")
     SAYS("P2",
          "0x82") "0MOV R4, 0x1\n:again\n1MOV R4, 0x1\n2MOV R4, 0x1\n-@P1 BRA more\n-BRA out\n"
                  ":more\n-PLOP3.LUT P1, PT, P2, PT, PT, 0x80, 0x0\n-PLOP3.LUT P2, PT, PT, PT, PT, 0x0, 0x0\n-BRA again\n:out\n4MOV R4, 0x1\n-EXIT\n",
   8, WT_OK},
  {"barrier", "WARP_SIZE=8 LANES=4",
   START SAYS("P0", "0xc3") "0MOV R4, 0x1\n-@P0 BRA then\n2MOV R4, 0x1\n-BAR.SYNC 0x0\n4MOV R4, 0x1\n-BRA join\n:then\n"
                            "5MOV R4, 0x1\n-BAR.SYNC 0x0\n7MOV R4, 0x1\n:join\n8MOV R4, 0x1\n-EXIT\n",
   8, WT_NO_END},
  {"tv20", "WARP_SIZE=16 LANES=4", START SAYS("P0", "0x9c3") "-@P0 BRA then\n1MOV R4, 0x1\n-BRA join\n:then\n2MOV R4, 0x1\n:join\n-EXIT\n", 12,
   WT_OK},
};
enum { EXAMPLES = sizeof examples / sizeof *examples, LINES = 64 };

/* Splits the lines: the program, and the pc of each instruction of the example. */
static void program(const char *lines, char *text, int *number_at) {
  unsigned pc = 0;
  char *to = text;
  *to++ = '!';
  for (const char *p = lines; *p; p = strchr(p, '\n') + 1) {
    const int n = (int)(strchr(p, '\n') - p);
    if (*p == ':') {
      to += sprintf(to, "%.*s: ", n - 1, p + 1);
      continue;
    }
    number_at[pc++] = *p == '-' ? -1 : *p - '0';
    to += sprintf(to, "%.*s\n", n - 1, p + 1);
  }
  *to = 0;
}

/* The beats of the example's instructions as the document prints them. */
static char *beats(const example *x, const char *more) {
  static run_t r;
  static char out[4096];
  char text[4096], keys[200];
  int number_at[LINES];
  static const char *const watched[] = {"issue.valid", "issue.ev_pc", "issue.alloc_valid", "issue.alloc_mask", "issue.alloc_beat"};
  memset(&r, 0, sizeof r);
  program(x->text, text, number_at);
  snprintf(keys, sizeof keys, "%s DIVERGENCE=simt_stack PATH_ORDER=majority %s", x->keys, more);
  for (unsigned i = 0; i < 5; i++) r.sig[r.nsig++].name = watched[i];
  const run_spec p = {
    .keys = keys, .preset = "small", .text = text, .warps = 1, .ctas = 1, .threads = x->threads, .backend = WT_BACKEND_C, .ends = x->ends};
  run_program(&r, &p);
  unsigned n = 0, pc = 0;
  for (unsigned c = 0; c < r.cycles; c++) {
    const uint64_t mask = run_val(&r, "issue.alloc_mask", c), beat = run_val(&r, "issue.alloc_beat", c);
    if (run_val(&r, "issue.valid", c)) pc = (unsigned)run_val(&r, "issue.ev_pc", c) / 16;
    if (!run_val(&r, "issue.alloc_valid", c) || number_at[pc] < 0) continue;
    n += (unsigned)sprintf(out + n, " %d:", number_at[pc]);
    for (unsigned l = 0; l < r.shape.LANES; l++) {
      const unsigned row = r.shape.PACK ? beat >> l * r.shape.BEAT_W & (r.shape.BEATS - 1) : (unsigned)beat;
      out[n++] = mask >> l & 1 ? (char)('0' + row) : '.';
    }
  }
  out[n] = 0;
  return out;
}

/* The line of the large warp, without instructions that have no unit. */
static void wanted(const example *x, char *to) {
  char path[300], line[2048];
  snprintf(path, sizeof path, WT_ROOT "/tests/bound/%s.txt", x->name);
  FILE *f = fopen(path, "r");
  ck_assert_ptr_nonnull(f);
  while (fgets(line, sizeof line, f) && strncmp(line, "LWM", 3)) continue;
  fclose(f);
  ck_assert(!strncmp(line, "LWM", 3));
  *to = 0;
  for (char *w = strtok(line, " \n"); w; w = strtok(NULL, " \n")) {
    char at[8];
    if (!strchr(w, ':')) continue;
    snprintf(at, sizeof at, "\n%c", w[0]);
    if (w[1] == ':' && (strstr(x->text, at) || x->text[0] == w[0])) strcat(to, " "), strcat(to, w);
  }
}

START_TEST(the_beats_of_the_worked_examples) {
  char want[2048];
  wanted(&examples[_i], want);
  ck_assert_str_eq(beats(&examples[_i], "PACK=on"), want);
  ck_assert_str_ne(beats(&examples[_i], "PACK=off"), want);
}
END_TEST

/* ---- packing changes no order of paths: what ends, ends; what waits for ever is stopped by the same proof ---- */

/* Programs of tests/asm, and the worked example with a barrier of the CTA on both sides of a branch. */
static const struct {
  const char *program, *unit;
  int exit;
  const char *word;
} stops[] = {
  {"barrier", "simt_stack", 4, "deadlock"}, {"barrier", "hanoi", 0, "PASS"},
  {"barrier", "hanoi_yr", 0, "PASS"},       {"barrier", "barrier", 0, "PASS"},
  {"barrier", "multipath", 0, "PASS"},      {"no_break", "barrier --set FORCE=0", 4, "deadlock"},
  {"no_break", "barrier", 0, "PASS"},       {"no_break", "hanoi_yr --set FORCE=0", 4, "deadlock"},
  {"late_point", "hanoi", 4, "deadlock"},   {"chain4", "simt_stack", 4, "livelock"},
  {"chain4", "hanoi", 4, "livelock"},       {"chain4", "barrier", 0, "PASS"},
};
enum { STOPS = sizeof stops / sizeof *stops };

START_TEST(what_never_ends_is_proved) {
  char args[1200], text[4096], source[5000], said[16384];
  int number_at[LINES];
  const int is_example = !strcmp(stops[_i].program, "barrier");
  if (is_example) {
    unsigned e = 0;
    while (strcmp(examples[e].name, "barrier") != 0) e++;
    program(examples[e].text, text, number_at);
    const int n = snprintf(source, sizeof source, ".kernel k\n.regs 16\n.params 8, 8\n%s.end\n", text + 1);
    file("barrier.sass", source, (size_t)n);
  }
  snprintf(args, sizeof args, "asm '%s%s%s.sass' -o p.cubin", is_example ? "" : wt_root(), is_example ? "" : "/tests/asm/", stops[_i].program);
  output(0, args);
  for (unsigned on = 0; on < 2; on++) {
    snprintf(args, sizeof args, "run p.cubin --block %d --arg out:65536:o.bin --config small --set PACK=%s --set DIVERGENCE=%s%s",
             is_example ? 8 : 64, on ? "on" : "off", stops[_i].unit, is_example ? " --set WARP_SIZE=8 --set LANES=4" : "");
    const int rc = warptwin(args, said, sizeof said);
    if (!rc) slurp("out", said, sizeof said);
    ck_assert_msg(rc == stops[_i].exit && strstr(said, stops[_i].word), "%s: exit %d: %s", args, rc, said);
  }
}
END_TEST

/* ---- nothing but cycles changes ---- */

static const char *const under[] = {"",
                                    "--set DIVERGENCE=barrier --set SCOREBOARD=coon",
                                    "--set DIVERGENCE=hanoi --set LANES=16",
                                    "--set DIVERGENCE=simt_stack --set OPREAD=naive --set LANES=4",
                                    "--set DIVERGENCE=multipath --set SCOREBOARD=coon --set SB_SPLIT=1",
                                    "--set L1_BYTES=4096 --set REPLAY=replay --set MEM_MODEL=l2dram",
                                    "--set SUBCORES=4 --set SHARE_QUEUE=2 --set FP64_AT=sm",
                                    "--set ALU_STAGES=2 --set XU_LANES=1 --set FP_LANES=2"};
enum { UNDER = sizeof under / sizeof *under };

/* The references of the kernels and the oracle, which knows nothing of beats, agree. */
START_TEST(kernels_run_packed) {
  char args[400];
  snprintf(args, sizeof args, "--set PACK=on %s", under[_i]);
  passes(args, "vecadd,nested,bfs,interp,exits,nqueens,atomics,reduce,shuffle,localsort,fpops,ddot,msgx,recurse,deep8,hashlock");
}
END_TEST

/* Of every warp, what it executes with which threads, in its order. */
typedef struct {
  unsigned pc;
  unsigned long long mask;
} step;
enum { CTAS = 4, WARPS_OF_CTA = 2, STEPS = 4096 };
static unsigned steps(const char *trace_file, step t[CTAS][WARPS_OF_CTA][STEPS], unsigned n[CTAS][WARPS_OF_CTA]) {
  static char text[1 << 20];
  unsigned last = 0;
  memset(n, 0, CTAS * WARPS_OF_CTA * sizeof n[0][0]);
  slurp(trace_file, text, sizeof text);
  for (char *p = text; *p; p = strchr(p, '\n') + 1) {
    unsigned cycle, cta, warp, pc;
    unsigned long long mask;
    ck_assert_int_eq(sscanf(p, "%u %*u %u,0,0 %u %x %llx", &cycle, &cta, &warp, &pc, &mask), 5);
    ck_assert(cta < CTAS && warp < WARPS_OF_CTA && n[cta][warp] < STEPS);
    t[cta][warp][n[cta][warp]++] = (step){pc, mask};
    last = cycle;
  }
  return last;
}

/* simd.lane_activity of --stats is that of these steps: packed, an instruction has as many beats as its fullest lane has threads; else a beat a row with some. */
static void activity(const char *stats, int packed, step t[CTAS][WARPS_OF_CTA][STEPS], unsigned n[CTAS][WARPS_OF_CTA]) {
  enum { LANES = 8, ROWS = 4 };
  static char text[1 << 16];
  unsigned long long threads = 0, beats = 0;
  for (unsigned c = 0; c < CTAS; c++)
    for (unsigned w = 0; w < WARPS_OF_CTA; w++)
      for (unsigned i = 0; i < n[c][w]; i++) {
        unsigned in_lane[LANES] = {0}, in_row[ROWS] = {0}, fullest = 0, rows = 0;
        for (unsigned k = 0; k < LANES * ROWS; k++)
          if (t[c][w][i].mask >> k & 1) in_lane[k % LANES]++, in_row[k / LANES]++, threads++;
        for (unsigned l = 0; l < LANES; l++) fullest = in_lane[l] > fullest ? in_lane[l] : fullest;
        for (unsigned r = 0; r < ROWS; r++) rows += in_row[r] != 0;
        beats += packed ? fullest : rows;
      }
  slurp(stats, text, sizeof text);
  const char *at = strstr(text, "\"simd\"");
  ck_assert_ptr_nonnull(at);
  ck_assert_ptr_nonnull(at = strstr(at, "\"lane_activity\":"));
  ck_assert_double_eq_tol(strtod(strchr(at, ':') + 1, NULL), (double)threads / (double)(LANES * beats), 1e-9);
}

/* Packing changes cycles and nothing else. */
START_TEST(what_threads_do_is_the_same) {
  static step t[2][CTAS][WARPS_OF_CTA][STEPS];
  static unsigned n[2][CTAS][WARPS_OF_CTA];
  static uint32_t in[256];
  static const char *const unit[] = {"hanoi_yr", "simt_stack", "multipath"};
  char args[500], name[2][20];
  unsigned cycles[2];
  for (unsigned i = 0; i < 256; i++) in[i] = i * 2654435761u ^ i << 7;
  file("in.bin", in, sizeof in);
  for (unsigned u = 0; u < 3; u++) {
    for (unsigned on = 0; on < 2; on++) {
      snprintf(name[on], sizeof name[on], "t%u", on);
      snprintf(
        args, sizeof args,
        "run '%s/tests/kernels/nested.cubin' --grid 4 --block 64 --arg in:in.bin --arg out:1024:o%u.bin --arg i32:256 --arg i32:6 --config small "
        "--set PACK=%s --set DIVERGENCE=%s --trace t%u --stats s%u",
        wt_root(), on, on ? "on" : "off", unit[u], on, on);
      output(0, args);
      cycles[on] = steps(name[on], t[on], n[on]);
      activity(on ? "s1" : "s0", (int)on, t[on], n[on]);
    }
    ck_assert_mem_eq(n[0], n[1], sizeof n[0]);
    for (unsigned c = 0; c < CTAS; c++)
      for (unsigned w = 0; w < WARPS_OF_CTA; w++) ck_assert_mem_eq(t[0][c][w], t[1][c][w], n[0][c][w] * sizeof(step));
    ck_assert_uint_lt(5 * cycles[1], 4 * cycles[0]);
  }
}
END_TEST

/* The whole RTL: warps of two beats, threads that part, loads and stores, barriers, shuffles. */
START_TEST(twins_agree) {
  ck_assert_ptr_nonnull(
    strstr(output(0, "regress --config tiny --set PACK=on --set WARPS=16 --set WARP_SIZE=8 --set REGS=8192 --set SMEM_BYTES=4096 --only "
                     "nested,exits,bfs,spin_flag,deep8"),
           ", 0 failed"));
}
END_TEST

/* nvcc's stall counts hold: no instruction reads what is not there, and the run says nothing of hazards. */
START_TEST(control_codes_are_enough) {
  const char *out = output(0, "regress --run --config small-cc --set PACK=on");
  ck_assert_msg(strstr(out, "PASS") && strstr(out, ", 0 failed"), "%s", out);
}
END_TEST

START_TEST(what_has_one_beat_is_refused) {
  char args[400];
  refused(2, "PACK=on needs GROUPING=fixed", vecadd_of(1, "--set PACK=on --set GROUPING=dwr", args, sizeof args));
  refused(2, "PACK=on needs LANES below WARP_SIZE", vecadd_of(1, "--set PACK=on --set LANES=32", args, sizeof args));
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("pack_sm");
  tcase_set_timeout(tc, 1800);
  tcase_add_loop_test(tc, the_beats_of_the_worked_examples, 0, EXAMPLES);
  tcase_add_loop_test(tc, what_never_ends_is_proved, 0, STOPS);
  tcase_add_loop_test(tc, kernels_run_packed, 0, UNDER);
  tcase_add_test(tc, what_threads_do_is_the_same);
  tcase_add_test(tc, control_codes_are_enough);
  tcase_add_test(tc, what_has_one_beat_is_refused);
  if (!getenv("WT_C_ONLY")) tcase_add_test(tc, twins_agree);
  return run_suite("pack_sm", tc);
}
