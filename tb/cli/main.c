/* main.c - warptwin: subcommand dispatch. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "files/wt_outfile.h"
#include "cli/wt_cli.h"
#include "lib/wt_wide.h"

static const struct {
  const char *name;
  int (*fn)(int, char **);
  const char *text;
} commands[] = {
  {"run", wt_cmd_run, "KERNEL [launch]   C twin, oracle in tandem; prints the metrics"},
  {"cosim", wt_cmd_cosim, "KERNEL [launch]   both twins in lock-step, oracle in tandem"},
  {"replay", wt_cmd_replay, "FILE.wtck         the cycles before a difference once more"},
  {"shrink", wt_cmd_shrink, "FILE.wtck         a smaller run in which the same field goes wrong first"},
  {"farm", wt_cmd_farm, "plan|work|collect DIR   many runs by workers on many machines; one verdict"},
  {"exec", wt_cmd_exec, "-- PROGRAM ...    a CUDA program as nvcc made it, with this machine as its device"},
  {"bench", wt_cmd_bench, "[BLOCK]           one block in lock-step under random stimulus; no BLOCK: list"},
  {"block", wt_cmd_block, "ports|new|lint    for a block of your own: its ports, a folder to begin with, lint"},
  {"regress", wt_cmd_regress, "[SUITE]           many kernels, shapes and policies; a table"},
  {"compare", wt_cmd_compare, "KERNEL...         kernels under two or more values of a key; a table"},
  {"bound", wt_cmd_bound, "KERNEL...         how few issues could do, and what engines that regroup threads need"},
  {"latency", wt_cmd_latency, "A B               how many cycles must lie between two instructions of a warp"},
  {"tracediff", wt_cmd_tracediff, "A B               how far two control-flow traces are apart"},
  {"size", wt_cmd_size, "                  what the structures of a shape cost, or the difference of two"},
  {"whatif", wt_cmd_whatif, "KERNEL...         cost and benefit of a change of the shape: sizes and cycles in one table"},
  {"sweep", wt_cmd_sweep, "KEY=A,B KERNEL... cost and benefit over the values of one or two keys; a table, a scatter"},
  {"build-rtl", wt_cmd_build_rtl, "                  verilate the shape now"},
  {"cache", wt_cmd_cache, "[list|prune]      what is kept of verilated shapes"},
  {"asm", wt_cmd_asm, "FILE.sass -o OUT  assemble to a cubin"},
  {"dis", wt_cmd_dis, "FILE.cubin        disassemble"},
  {"check", wt_cmd_check, "FILE.cubin        its kernels, what they want and whether they run"},
};

static void keys(void) {
  for (unsigned i = 0; i < wt_nkeys; i++) {
    const wt_key *k = &wt_keys[i];
    char values[200];
    printf("%-14s %s  %s", k->name,
           k->kind == 'S'   ? "structural "
           : k->kind == 'M' ? "mode       "
                            : "environment",
           wt_key_values(k, values, sizeof values));
    for (int p = 0; wt_presets[p]; p++) {
      wt_shape s;
      char err[200], buf[16];
      if (!wt_shape_preset(&s, wt_presets[p], err, sizeof err)) printf("  %s=%s", wt_presets[p], wt_key_text(k, wt_key_get(&s, k), buf));
    }
    printf("  %s\n", k->text);
  }
}

static int usage(FILE *f) {
  fputs("usage: warptwin COMMAND ...   (warptwin COMMAND --help)\n", f);
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) fprintf(f, "  %-10s %s\n", commands[i].name, commands[i].text);
  fputs("  --keys     the keys of a shape and their values\n  --version  the version\nexit: 0 ok, 1 check failed, 2 usage or input, 3 unsupported, 4 "
        "no end, 5 memory fault, 6 other error of the program\n",
        f);
  return f == stderr ? 2 : 0;
}

static int flushed(int rc) { return fflush(stdout) && !rc ? wt_cli_error(2, "cannot write the output: %s", strerror(errno)) : rc; }

int main(int argc, char **argv) {
  wt_outfile_guard();
  wt_wide_allow();
  if (argc < 2) return usage(stderr);
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) return flushed(usage(stdout));
  if (!strcmp(argv[1], "--version") && argc == 2) return printf("warptwin %s\n", wt_version()), flushed(0);
  if (!strcmp(argv[1], "--keys") && argc == 2) return keys(), flushed(0);
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (!strcmp(argv[1], commands[i].name)) {
      static char name[64];
      snprintf(name, sizeof name, "warptwin %s", argv[1]);
      argv[1] = name;
      return flushed(commands[i].fn(argc - 1, argv + 1));
    }
  return wt_cli_error(2, "unknown command '%s'; 'warptwin --help' lists the commands", argv[1]);
}
