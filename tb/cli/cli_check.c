/* cli_check.c - warptwin check: the kernels of a cubin, what they want and whether this machine runs them. */
#include <stdio.h>
#include <string.h>

#include "cli/wt_cli.h"
#include "warptwin.h"

typedef struct {
  const char *file, *preset;
} check_opts;

static error_t parse_check(int key, char *arg, struct argp_state *st) {
  check_opts *o = st->input;
  switch (key) {
    case 'c': o->preset = arg; return 0;
    case ARGP_KEY_ARG:
      if (o->file) argp_error(st, "one file, not also '%s'", arg);
      o->file = arg;
      return 0;
    case ARGP_KEY_END:
      if (!o->file) argp_error(st, "which file?");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* The refusal names file and kernel, which the table has shown already. */
static void reason(const char *text) {
  const char *mark = strstr(text, ": kernel "), *rest = mark ? strstr(mark + 2, ": ") : NULL;
  printf("    %s\n", rest ? rest + 2 : text);
}

static int list(wt_session *s, wt_module *m) {
  size_t n = wt_module_kernels(m), runs = 0;
  printf("%-32s %5s %8s %8s %6s  %s\n", "kernel", "regs", "shared", "local", "params", "runs");
  for (size_t i = 0; i < n; i++) {
    wt_kernel_info k;
    if (wt_kernel_get(s, m, i, &k)) return wt_cli_error(2, "%s", wt_error(s));
    wt_status st = wt_kernel_check(s, m, k.name);
    printf("%-32s %5u %8u %8u %6u  %s\n", k.name, k.regs, k.static_smem, k.local_bytes, k.n_params, st ? "no" : "yes");
    if (st) reason(wt_error(s));
    runs += !st;
  }
  printf("%zu of %zu kernels run\n", runs, n);
  return runs == n ? 0 : 3;
}

int wt_cmd_check(int argc, char **argv) {
  static const struct argp_option options[] = {{"config", 'c', "PRESET", 0, "shape that is asked (default small)", 0}, {0}};
  static const struct argp a = {
    options,
    parse_check,
    "FILE.cubin",
    "Lists the kernels of a cubin with the registers, bytes of shared memory of a CTA and of local memory of a thread and the "
    "parameters that they want, and whether each runs: of one that does not, all instructions that are refused, with counts "
    "and addresses. Exit 0: all of them run; 3: some do not.",
    NULL,
    NULL,
    NULL};
  check_opts o = {NULL, "small"};
  wt_options opt = {.preset = NULL, .backend = WT_BACKEND_ORACLE};
  wt_session *s;
  wt_module *m;
  wt_cli_parse(&a, argc, argv, &o);
  opt.preset = o.preset;
  wt_status st = wt_session_open(&opt, &s);
  if (st) return wt_cli_error(st, "%s", wt_error(NULL));
  st = wt_module_load(s, o.file, &m);
  int rc = st ? wt_cli_error(st, "%s", wt_error(s)) : list(s, m);
  wt_session_close(s);
  return rc;
}
