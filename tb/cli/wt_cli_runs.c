/* wt_cli_runs.c - kernels, processes and limits on the command line of sweep, whatif and compare. */
#include "cli/wt_cli_runs.h"

#include <unistd.h>

#include "warptwin_host.h"

enum { OPT_JOBS = 700, OPT_TIMEOUT, OPT_MAX, OPT_SUITE, OPT_HOSTS, OPT_SCALE, MAX_JOBS = 64, MAX_TIMEOUT = 1000000 };
#define MAX_CYCLES UINT64_C(50000000) /* of a launch */

static const struct argp_option options[] = {{"jobs", OPT_JOBS, "N", 0, "processes at a time (default: the machine's processors)", 0},
                                             {"timeout", OPT_TIMEOUT, "SECONDS", 0, "limit of a run (default 600; 0: none)", 0},
                                             {"max-cycles", OPT_MAX, "N", 0, "limit of a launch (default 50000000; compare: 5000000)", 0},
                                             {"suite", OPT_SUITE, "FILE", 0, "manifest (default tests/kernels/manifest.json)", 0},
                                             {"hosts", OPT_HOSTS, "DIR", 0, "folder of the host references (default build/kernels)", 0},
                                             {"scale", OPT_SCALE, "SIZE", 0, WT_SCALE_OPTION, 0},
                                             {0}};

static void defaults(wt_cli_runs *r) {
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  r->jobs = cpus > 0 ? (uint64_t)cpus : 1, r->timeout = 600;
  if (!r->max_cycles) r->max_cycles = MAX_CYCLES;
}

static error_t parse(int key, char *arg, struct argp_state *st) {
  wt_cli_runs *r = st->input;
  switch (key) {
    case OPT_JOBS:
      if (!wt_cli_number(arg, &r->jobs) || !r->jobs || r->jobs > MAX_JOBS) argp_error(st, "--jobs %s: expected 1..%d", arg, MAX_JOBS);
      return 0;
    case OPT_TIMEOUT:
      if (!wt_cli_number(arg, &r->timeout) || r->timeout > MAX_TIMEOUT) argp_error(st, "--timeout %s: expected seconds", arg);
      return 0;
    case OPT_MAX:
      if (!wt_cli_number(arg, &r->max_cycles) || !r->max_cycles) argp_error(st, "--max-cycles %s: expected a number of cycles", arg);
      return 0;
    case OPT_SUITE: r->suite = arg; return 0;
    case OPT_HOSTS: r->hosts = arg; return 0;
    case OPT_SCALE:
      if (!wt_scale_known(arg)) argp_error(st, "--scale %s: expected small, medium or 1..%d", arg, WT_HOST_SCALE_MAX);
      r->scale = arg;
      return 0;
    case ARGP_KEY_ARG:
      if (r->n_names == WT_CLI_MAX_NAMES) argp_error(st, "more than %d kernel lists", WT_CLI_MAX_NAMES);
      r->names[r->n_names++] = arg;
      return 0;
    case ARGP_KEY_END:
      if (!r->n_names) argp_error(st, "which kernels? give names of the manifest, or all");
      return 0;
    case ARGP_KEY_INIT:
      defaults(r);
      st->child_inputs[0] = &r->launch;
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_child children[] = {{&wt_cli_kernel_argp, 0, "Launch of the cubins", 1}, {0}};
const struct argp wt_cli_runs_argp = {options, parse, NULL, NULL, children, NULL, NULL};
