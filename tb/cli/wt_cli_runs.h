/* wt_cli_runs.h - what sweep, whatif and compare ask alike: which kernels, launched how, and how many runs at a time with which limits. */
#ifndef WT_CLI_RUNS_H
#define WT_CLI_RUNS_H
#include "cli/cli_cases.h"

enum { WT_CLI_MAX_NAMES = 256 };
typedef struct {
  wt_cli_kernel launch;
  const char *names[WT_CLI_MAX_NAMES]; /* of the manifest, or cubins; each may be a list with commas */
  unsigned n_names;
  const char *suite, *hosts, *scale;
  uint64_t jobs, timeout, max_cycles; /* processes; seconds a run, 0 = none; cycles a launch */
} wt_cli_runs;
/* The options and names as a child parser; its input is a wt_cli_runs, which gets its defaults at ARGP_KEY_INIT (max_cycles, unless it is set). */
extern const struct argp wt_cli_runs_argp;
#endif
