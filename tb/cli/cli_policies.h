/* cli_policies.h - warptwin whatif --policies: the policies of the literature, each by itself on a shape. */
#ifndef WT_CLI_POLICIES_H
#define WT_CLI_POLICIES_H
#include "cli/wt_grid.h"

typedef struct {
  wt_cli_shape shape; /* around the policies */
  const wt_cli_runs *runs;
  wt_size_opt size;
  const char *json, *md; /* files, "-": the terminal */
  enum wt_size_format format;
} wt_policies_opts;
/* The exit code, as of whatif. */
int wt_policies(const wt_policies_opts *o);
#endif
