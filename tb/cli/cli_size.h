/* cli_size.h - options of `warptwin size`, and its two commands that run Yosys (cli_size_synth.c). */
#ifndef WT_CLI_SIZE_H
#define WT_CLI_SIZE_H
#include "cli/wt_cli.h"
#include "size/wt_size.h"

typedef struct {
  wt_cli_shape shape;
  const char *base, *node, *word[3], *json, *csv, *md, *bars, *treemap, *liberty, *rtl, *activity;
  int synth;
  uint64_t timeout;
  char *impl[WT_MAX_IMPL];
  double nand2, bitcell, max_mm2;
  uint64_t max_ge, max_bits;
  unsigned n_word, n_impl;
  enum wt_size_format format;
  wt_size_opt o;
  wt_size_view view;
} size_opts;

/* The table of a preset, with the --set options when sets is 1; NULL with the exit code in *rc, the line is said. */
wt_size *wt_cli_size_table(const size_opts *o, const char *preset, int sets, int *rc);
/* Does --block or --group name something of a table? 0, or the exit code; z2 may be NULL. */
int wt_cli_size_view(const size_opts *o, const wt_size *z, const wt_size *z2);
/* "small WARPS=4" */
void wt_cli_size_label(const size_opts *o, const char *preset, int sets, char *buf, size_t n);
/* --synth and --liberty; --rtl. */
int wt_cli_size_synth(size_opts *o);
int wt_cli_size_rtl(size_opts *o);
#endif
