/* sta.c - host tool: every block in a gate library, beside the size table's unit, and what its toggles cost.
 *
 *   sta LIBERTY PROGRAM PRESET...      the page docs/results/size.md on standard output; PROGRAM: build/warptwin
 *
 * Each block is mapped twice, to the project's own cells and to the library (memories left out), and timed in the library (memories as their longest path).
 * Results are kept in the RTL cache. Exit: 0 the logic of every block is within 15 % of the median ratio or in the list of those that are not; 1 otherwise;
 * 2 bad usage.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/wt_size_job.h"
#include "cli/wt_size_sta.h"
#include "cosim/wt_gen.h"
#include "cosim/wt_rtl_src.h"
#include "lib/wt_world.h"

enum { MAX_SHAPES = 4, MAX_RUNS = 400, TIMEOUT = 900, CYCLE = 10, FAR = 15 };
typedef struct {
  const char *blk;
  unsigned shape;
  int done;        /* 0 waiting, 1 ended, -1 failed */
  wt_synth own, s; /* in our cells, in the library's */
  wt_synth_time t;
  char err[300];
} cell;

/* block, and why its logic is further from the median than the others' */
static const struct { const char *block, *why; } explained[] = {{NULL, NULL}};

static wt_shape shape[MAX_SHAPES];
static wt_blks *blks[MAX_SHAPES];
static const char *name[MAX_SHAPES];
static unsigned nshapes, ncells;
static cell *cells; /* shared with the processes that fill it */
static const char *liberty, *program;
static double nand2;

static int usage(const char *text) { return fprintf(stderr, "sta: %s\n", text), 2; }

/* ---- syntheses ---- */

static void measure(cell *c) {
  const wt_synth_of own = {&shape[c->shape], c->blk, NULL, NULL, TIMEOUT}, lib = {&shape[c->shape], c->blk, NULL, liberty, TIMEOUT};
  int rc = wt_synth_run(&own, &c->own, NULL, c->err, sizeof c->err);
  if (!rc) rc = wt_synth_run(&lib, &c->s, NULL, c->err, sizeof c->err);
  if (!rc) rc = wt_synth_timing(&lib, &c->t, NULL, c->err, sizeof c->err);
  c->done = rc ? -1 : 1;
}
static void run_all(void) {
  const char *env = getenv("WT_JOBS");
  unsigned width = env && atoi(env) > 0 ? (unsigned)atoi(env) : 2, running = 0, ended = 0;
  for (unsigned i = 0; i < ncells || running;) {
    if (i < ncells && running < width) {
      pid_t p = fork();
      if (!p) measure(&cells[i]), _exit(0);
      i++, running += p > 0;
      continue;
    }
    if (wait(NULL) < 0) break;
    running--;
    fprintf(stderr, "%u of %u blocks\n", ++ended, ncells);
  }
}

/* ---- areas and periods ---- */

static double logic(const cell *c) {
  const double own = c->own.area - c->own.dff_area;
  return own > 0 ? (c->s.area - c->s.dff_area) / nand2 / own : 0;
}
static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}
static double median(unsigned k) {
  double v[MAX_RUNS] = {0};
  unsigned n = 0;
  for (unsigned i = 0; i < ncells; i++)
    if (cells[i].shape == k && cells[i].done == 1 && logic(&cells[i]) > 0) v[n++] = logic(&cells[i]);
  qsort(v, n, sizeof *v, by_value);
  return n ? v[n / 2] : 0;
}
static const char *why_of(const char *blk) {
  for (unsigned i = 0; explained[i].block; i++)
    if (!strcmp(explained[i].block, blk)) return explained[i].why;
  return NULL;
}

static int table(unsigned k) {
  const double mid = median(k);
  int bad = 0;
  printf("\n### %s\n\nMedian ratio of logic %.2f.\n\n", name[k], mid);
  printf("| block | GE | cells / NAND2 | flip-flops: GE | cells / NAND2 | logic: ratio | of median | period | longest path "
         "|\n|---|---:|---:|---:|---:|---:|---:|---:|---|\n");
  for (unsigned i = 0; i < ncells; i++) {
    const cell *c = &cells[i];
    if (c->shape != k) continue;
    if (c->done != 1) {
      printf("| %s | not run: %s |\n", c->blk, c->err), bad = 1;
      continue;
    }
    const double off = logic(c) > 0 ? 100 * (logic(c) / mid - 1) : 0;
    const int far = fabs(off) > FAR;
    printf("| %s | %.0f | %.0f | %.0f | %.0f | %.2f | %+.0f %%%s | %.2f | %s -> %s |\n", c->blk, c->own.area, c->s.area / nand2, c->own.dff_area,
           c->s.dff_area / nand2, logic(c), off, far ? " *" : "", c->t.period, c->t.from, c->t.to);
    bad |= far && !why_of(c->blk);
  }
  for (unsigned i = 0; i < ncells; i++) {
    const cell *c = &cells[i];
    if (c->shape == k && c->done == 1 && logic(c) > 0 && fabs(100 * (logic(c) / mid - 1)) > FAR)
      printf("\n\\* %s: %s\n", c->blk, why_of(c->blk) ? why_of(c->blk) : "not explained");
  }
  return bad;
}

/* ---- the SM ---- */

/* Modules of the blocks without anything in them: what the wiring is read with. */
static void stubs(FILE *f, unsigned k) {
  for (unsigned b = 0; b < blks[k]->n; b++) {
    const wt_blk *x = &blks[k]->blk[b];
    wt_world w;
    if (x->outside || !x->chosen || wt_world_open(&w, blks[k], x, 1)) continue;
    fprintf(f, "(* blackbox *) module wt_%s %s(input clk, input rst_n", x->stem, x->count > 1 ? "#(parameter Idx = 0) " : "");
    for (unsigned i = 0; i < w.w.ports; i++)
      fprintf(f, ",\n  %s [%u:0] %s", wt_port_is_input(&w.port[i]) ? "input" : "output", wt_world_bits(&w, i) - 1, w.port[i].name);
    fprintf(f, ");\nendmodule\n");
    wt_world_close(&w);
  }
}
static int is_block(unsigned k, const char *file) {
  char want[80];
  const char *base = strrchr(file, '/') + 1;
  for (unsigned b = 0; b < blks[k]->n; b++) {
    snprintf(want, sizeof want, "wt_%s.sv", blks[k]->blk[b].stem);
    if (!strcmp(base, want)) return 1;
  }
  return 0;
}
static int wiring(unsigned k, const char *dir, char *err, size_t errn) {
  char path[100], files[16384], script[100], log[100];
  double seconds = 0;
  if (wt_src_load(".", err, errn) || wt_src_files(wt_src_find("wt_sm"), files, sizeof files)) return -1;
  snprintf(path, sizeof path, "%s/wt_pkg.sv", dir), snprintf(script, sizeof script, "%s/wiring.ys", dir), snprintf(log, sizeof log, "%s/log", dir);
  FILE *f = fopen(path, "w");
  if (f) wt_gen_pkg(f, &shape[k]);
  if (!f || fclose(f)) return -1;
  snprintf(path, sizeof path, "%s/stubs.v", dir);
  if (!(f = fopen(path, "w"))) return -1;
  stubs(f, k);
  if (fclose(f) || !(f = fopen(script, "w"))) return -1;
  fprintf(f, "read_verilog -sv %s/wt_pkg.sv; read_verilog %s/stubs.v; read_verilog -sv -Irtl -DSYNTHESIS", dir, dir);
  for (char *save = NULL, *p = strtok_r(files, " ", &save); p; p = strtok_r(NULL, " ", &save))
    if (!is_block(k, p)) fprintf(f, " %s", p);
  fprintf(f,
          "\nhierarchy -check -top wt_sm; proc; flatten; opt_clean; techmap; opt_clean; abc -liberty %s; setparam -unset Idx t:wt_*; setundef -zero; "
          "opt_clean "
          "-purge; write_verilog -noattr -noexpr -nohex -nodec %s/sm.v\n",
          liberty, dir);
  if (fclose(f)) return -1;
  const char *const argv[] = {"yosys", "-s", script, NULL};
  if (!wt_size_tool(argv, NULL, log, TIMEOUT, &seconds)) return 0;
  char *said = wt_src_slurp(log), *p = said ? strstr(said, "ERROR") : NULL;
  snprintf(err, errn, "Yosys: %.*s", p ? (int)strcspn(p, "\n") : 9, p ? p : "no result");
  free(said);
  return -1;
}
/* The blocks that a path goes through, as the report names their cells: "u_subcore.u_sched/_12_/Y (NAND2X1)". */
static void through(const char *report) {
  char last[100] = "";
  for (const char *p = report; p && *p; p += strcspn(p, "\n") + (p[strcspn(p, "\n")] != 0)) {
    char pin[200], where[100] = "";
    const char *dir = strstr(p, " ^ "), *fall = strstr(p, " v "), *end = p + strcspn(p, "\n");
    if (!dir || dir > end) dir = fall;
    if (!dir || dir > end || sscanf(dir + 3, "%199s", pin) != 1 || !strchr(pin, '/')) continue;
    snprintf(where, sizeof where, "%.*s", (int)(strchr(pin, '/') - pin < 99 ? strchr(pin, '/') - pin : 99), pin);
    const char *name = strrchr(where, '.') ? strrchr(where, '.') + 1 : where;
    if (!strcmp(name, last)) continue;
    printf("%s%s", *last ? " -> " : "", !strncmp(name, "u_", 2) ? name + 2 : name);
    snprintf(last, sizeof last, "%s", name);
  }
}
/* All blocks in the SM's wiring, so that paths run on through outputs that hang on inputs of the same cycle. */
static int whole(unsigned k) {
  char dir[] = "/tmp/wt_sta.XXXXXX", path[100], log[100], err[500] = "no result", cmd[80];
  double seconds = 0;
  wt_synth_time t = {0};
  int bad = !mkdtemp(dir) || wiring(k, dir, err, sizeof err);
  snprintf(path, sizeof path, "%s/sm.tcl", dir), snprintf(log, sizeof log, "%s/sta.log", dir);
  FILE *f = bad ? NULL : fopen(path, "w");
  if (f) {
    fprintf(f, "read_liberty %s\n", liberty);
    for (unsigned i = 0; i < ncells; i++)
      if (cells[i].shape == k && cells[i].done == 1) fprintf(f, "read_verilog %s\n", cells[i].t.netlist);
    fprintf(f,
            "read_verilog %s/sm.v\nlink_design wt_sm\ncreate_clock -name clk -period 1000 [get_ports clk]\nreport_checks -path_delay max -digits 4\n",
            dir);
    fclose(f);
  }
  const char *const argv[] = {"sta", "-no_splash", "-exit", path, NULL};
  if (f && !wt_size_tool(argv, NULL, log, TIMEOUT, &seconds)) {
    char *said = wt_src_slurp(log);
    if (said && !wt_sta_path(said, 1000, &t)) {
      printf("\nThe SM, blocks joined by its wiring: %.2f ns, %u cells, %s -> %s, through ", t.period, t.cells, t.from, t.to);
      through(said);
      printf(".\n");
    } else bad = 1;
    free(said);
  } else bad = 1;
  if (bad) printf("\nThe SM was not timed: %s\n", err);
  snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
  return getenv("KEEP") ? bad : system(cmd) ? 1 : bad;
}

/* ---- power ---- */

static const struct {
  const char *kernel, *launch;
} kernels[] = {{"vecadd", "--grid 40 --block 128 --arg in:IN --arg in:IN --arg out:20000:OUT --arg i32:5000"},
               {"reduce", "--grid 3 --block 256 --smem 1024 --arg in:IN --arg out:12:OUT --arg i32:2500"},
               {"transpose", "--grid 3,4 --block 16,16 --arg in:IN --arg out:7400:OUT --arg i32:37 --arg i32:50"}};

/* Runs the kernel with our scheduler or the example's; its cycles, 0: it did not run. */
static double run_kernel(unsigned k, const char *dir, const char *use) {
  char cmd[4000], launch[400], line[300] = "";
  double cycles = 0;
  size_t at = 0;
  for (const char *p = kernels[k].launch; *p && at < sizeof launch - 70;) {
    const int in = !strncmp(p, "IN", 2) && p[-1] == ':', out = !strncmp(p, "OUT", 3) && p[-1] == ':';
    if (in || out) at += (size_t)sprintf(launch + at, "%s/%s.bin", dir, in ? "in" : "out"), p += in ? 2 : 3;
    else launch[at++] = *p++;
  }
  launch[at] = 0;
  snprintf(cmd, sizeof cmd, "%s run tests/kernels/%s.cubin --config small --quiet %s %s --activity sched=%s/a.tcl", program, kernels[k].kernel,
           launch, use, dir);
  FILE *f = popen(cmd, "r");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "cycles %lf", &cycles) == 1) break;
  while (f && fgets(line, sizeof line, f)) continue;
  return f && !pclose(f) ? cycles : 0;
}

static int power(void) {
  static const char example[] = "examples/block/youngest.sv";
  char dir[] = "/tmp/wt_sta.XXXXXX", path[64], in[64], err[1500] = "it did not run";
  wt_shape S;
  wt_user u;
  int bad = 0;
  if (!mkdtemp(dir) || wt_shape_preset(&S, "small", err, sizeof err) || wt_shape_check(&S, err, sizeof err)) return 1;
  wt_blks *b = wt_blks_new(&S);
  snprintf(path, sizeof path, "%s/a.tcl", dir), snprintf(in, sizeof in, "%s/in.bin", dir);
  FILE *f = fopen(in, "w");
  for (uint32_t i = 0, x = 1; f && i < 20000; i++) x = x * 1664525 + 1013904223, fputc((int)(x >> 24), f);
  if (!b || !f || fclose(f) || wt_user_open(&u, wt_blk_find(b, "sched"), example, "", err, sizeof err)) return 1;
  printf("\n### Power of wt_sched, ours and the example's\n\nOn small, with a cycle of %d ns.\n\n", CYCLE);
  printf("| kernel | scheduler | cycles | registers, mW | gates, mW | leakage, mW | in all, mW | of the run, nJ "
         "|\n|---|---|---:|---:|---:|---:|---:|---:|\n");
  for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++)
    for (int yours = 0; yours < 2; yours++) {
      wt_synth_power p;
      char use[80] = "";
      if (yours) snprintf(use, sizeof use, "--use sched=%s", example);
      const wt_synth_of w = {&S, "sched", yours ? &u : NULL, liberty, TIMEOUT};
      const double cycles = run_kernel(k, dir, use);
      if (!(cycles > 0) || wt_synth_watts(&w, path, CYCLE, &p, err, sizeof err)) {
        bad = 1, printf("| %s | not run: %s |\n", kernels[k].kernel, err);
        continue;
      }
      const double all = p.registers + p.gates + p.leakage;
      printf("| %s | %s | %.0f | %.3f | %.3f | %.5f | %.3f | %.1f |\n", kernels[k].kernel, yours ? "youngest" : "ours", cycles, 1e3 * p.registers,
             1e3 * p.gates, 1e3 * p.leakage, 1e3 * all, all * CYCLE * cycles);
    }
  char cmd[80];
  snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
  wt_blks_free(b);
  return system(cmd) ? 1 : bad;
}

int main(int argc, char **argv) {
  char err[500];
  int bad = 0;
  if (argc < 4 || argc - 3 > MAX_SHAPES) return usage("usage: sta LIBERTY PROGRAM PRESET...");
  liberty = argv[1], program = argv[2];
  char *text = wt_src_slurp(liberty);
  if (!text) return usage("LIBERTY: cannot read (Debian: apt install qflow-tech-osu018)");
  if (!((nand2 = wt_liberty_nand2(text)) > 0)) return usage("LIBERTY: it has no NAND2");
  free(text);
  if (!wt_synth_has_sta()) return usage("OpenSTA is not installed (Debian: apt install opensta)");
  cells = mmap(NULL, MAX_RUNS * sizeof *cells, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (cells == MAP_FAILED) return usage("out of memory");
  for (; nshapes < (unsigned)argc - 3; nshapes++) {
    name[nshapes] = argv[3 + nshapes];
    if (wt_shape_preset(&shape[nshapes], name[nshapes], err, sizeof err) || wt_shape_check(&shape[nshapes], err, sizeof err)) return usage(err);
    if (!(blks[nshapes] = wt_blks_new(&shape[nshapes]))) return usage("out of memory");
    for (unsigned b = 0; b < blks[nshapes]->n && ncells < MAX_RUNS; b++) {
      const wt_blk *x = &blks[nshapes]->blk[b];
      if (!x->outside && x->chosen) cells[ncells].blk = x->stem, cells[ncells++].shape = nshapes;
    }
  }
  run_all();
  printf(
    "## In a gate library\n"
    "\n"
    "Made by `make sta`: every block, one instance without memories, in the cells of `%s`.\n"
    "GE are those of the project's own cells ([area.md](../../tests/golden/area.md)); areas of the library are divided by that of its smallest "
    "NAND2. Flip-flops are listed separately,\n"
    "because libraries size them differently from ours. Periods are in the library's unit (ns), setup included; inputs arrive with the clock edge "
    "and outputs are due at the next.\n"
    "\n"
    "180 nm cells show ratios between blocks and between two versions of a block, and where the longest path runs. They do not show the clock of a\n"
    "modern GPU, wires (these numbers include none), or memories, which count as the path through a row of flip-flops. Nets inside a block\n"
    "have the buffers that ABC inserts. Where blocks are joined to the SM no buffers are added, so its period is larger than the sum of what the "
    "blocks show.\n",
    strrchr(liberty, '/') ? strrchr(liberty, '/') + 1 : liberty);
  for (unsigned k = 0; k < nshapes; k++) bad |= table(k), bad |= whole(k);
  bad |= power();
  for (unsigned k = 0; k < nshapes; k++) wt_blks_free(blks[k]);
  return bad;
}
