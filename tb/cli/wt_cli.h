/* wt_cli.h - the subcommands of warptwin. Each gets argv from its own name on and returns the exit code. */
#ifndef WT_CLI_H
#define WT_CLI_H
#include <argp.h>
#include <stdio.h>

#include "spec/wt_shape.h"
#include "warptwin.h"

int wt_cmd_run(int argc, char **argv);   /* C twin */
int wt_cmd_cosim(int argc, char **argv); /* both twins */
int wt_cmd_exec(int argc, char **argv);  /* a CUDA program */
int wt_cmd_bench(int argc, char **argv);
int wt_cmd_replay(int argc, char **argv);
int wt_cmd_shrink(int argc, char **argv);
int wt_cmd_farm(int argc, char **argv);
int wt_cmd_regress(int argc, char **argv);
int wt_cmd_block(int argc, char **argv);
int wt_cmd_compare(int argc, char **argv);
int wt_cmd_bound(int argc, char **argv);
int wt_cmd_latency(int argc, char **argv);
int wt_cmd_tracediff(int argc, char **argv);
int wt_cmd_build_rtl(int argc, char **argv);
int wt_cmd_size(int argc, char **argv);
int wt_cmd_whatif(int argc, char **argv);
int wt_cmd_sweep(int argc, char **argv);
int wt_cmd_cache(int argc, char **argv);
int wt_cmd_asm(int argc, char **argv);
int wt_cmd_dis(int argc, char **argv);
int wt_cmd_check(int argc, char **argv);

/* One line on stderr, "warptwin: ..."; returns status. */
int wt_cli_error(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Options that every command with a shape shares. */
enum { WT_MAX_SET = 64, WT_CLI_ERROR = 9000 }; /* WT_CLI_ERROR: room for the longest report */
typedef struct {
  const char *preset;
  const char *set[WT_MAX_SET + 1];
  unsigned n_set;
  uint64_t seed;
  int quiet;
} wt_cli_shape;
extern const struct argp wt_cli_shape_argp;
/* The shape that the options name: 0, or -1 with one line in err. */
int wt_cli_shape_of(const wt_cli_shape *o, wt_shape *S, char *err, size_t errn);
/* argp_parse with the usual settings: usage errors exit with 2. */
void wt_cli_parse(const struct argp *a, int argc, char **argv, void *input);
/* A file that bench wrote when the twins of a block differed, by its name. */
int wt_cli_is_bench(const char *file);
/* Whole file; NULL with one line in err. */
void *wt_cli_slurp(const char *path, size_t *n, char *err, size_t errn);
/* To be read; NULL: it cannot be, or would not end. */
FILE *wt_cli_open(const char *path);
/* Writes a file completely or not at all. 0, or -1 with one line on stderr. */
int wt_cli_write(const char *path, const void *data, size_t n);
/* The same with what `print` prints; 0, or 2 with one line on stderr. No path: nothing. wt_cli_show: "-" is the terminal. */
typedef void wt_cli_print(const void *what, FILE *f);
int wt_cli_put(const char *path, wt_cli_print *print, const void *what);
int wt_cli_show(const char *path, wt_cli_print *print, const void *what);
/* Before the work: 0, or 2 with one line on stderr when an output is named twice, is also an input, or cannot be written. NULL and "-" do
 * not count. */
int wt_cli_outputs(const char *const *out, unsigned n_out, const char *const *in, unsigned n_in);
/* A number in the whole string; returns 0 when it is none. */
int wt_cli_number(const char *s, uint64_t *out);
/* Bytes of a stack, 0 to 512 KiB; returns 0 when it is none. */
int wt_cli_stack(const char *s, uint64_t *out);
/* --threads: its help, with what it is without, and its argument; what is none is a usage error. */
#define WT_CLI_THREADS(without) "the SMs of the C twin in N threads (default: " without "); 0: all of them cycle by cycle. The results are the same"
void wt_cli_threads(const char *arg, struct argp_state *st, uint64_t *out);
#endif
