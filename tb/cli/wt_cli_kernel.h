/* wt_cli_kernel.h - a launch as the command line or a manifest describes it: --kernel --grid --block --smem --stack --arg --symbol. */
#ifndef WT_CLI_KERNEL_H
#define WT_CLI_KERNEL_H
#include <jansson.h>

#include "cli/wt_cli.h"

enum { WT_CLI_MAX_ARGS = 64 };
typedef struct {
  const char *kernel;
  wt_dims dims;
  const char *args[WT_CLI_MAX_ARGS], *symbols[WT_CLI_MAX_ARGS];
  unsigned n_args, n_symbols;
  uint64_t stack; /* bytes, with has_stack */
  int has_stack;
  const char *given;  /* name of a launch option that was given, NULL = none */
  const char *folder; /* of relative file names; NULL = the current one */
  const json_t *made; /* {"FILE": BYTES}: what a file holds that is not there comes from the seed; NULL = none */
  char *text;         /* words of wt_cli_kernel_read, which free */
} wt_cli_kernel;
/* The seven options as a child parser; its input is a wt_cli_kernel. */
extern const struct argp wt_cli_kernel_argp;

/* From the text of a manifest ("--grid 40 --block 128 --arg in:a.bin"). 0, or an exit code with one line in err. */
int wt_cli_kernel_read(wt_cli_kernel *k, const char *text, char *err, size_t errn);
void wt_cli_kernel_free(wt_cli_kernel *k);

/* Parameters on a session. */
typedef struct {
  void *data;
  size_t size;
  wt_addr addr;
  size_t bytes;
  const char *out; /* file that the buffer is for after the run; NULL = none */
} wt_cli_param;
/* Loads the cubin, writes the symbols, makes the parameters: 0, or an exit code with one line in err. p has WT_CLI_MAX_ARGS zeroed entries. */
int wt_cli_kernel_load(wt_session *s, const char *cubin, const wt_cli_kernel *k, uint64_t seed, wt_module **m, wt_cli_param *p, char *err,
                       size_t errn);
wt_status wt_cli_kernel_launch(wt_session *s, wt_module *m, const wt_cli_kernel *k, const wt_cli_param *p);
void wt_cli_params_free(wt_cli_param *p);

/* Files that the options name: inputs, and outputs; pointers into static or the options' memory. At most 2 * WT_CLI_MAX_ARGS each, and room for
 * a few that the command adds. */
enum { WT_CLI_MAX_FILES = 2 * WT_CLI_MAX_ARGS + 9 };
typedef struct {
  char *in[WT_CLI_MAX_FILES];
  const char *out[WT_CLI_MAX_FILES];
  unsigned n_in, n_out;
} wt_cli_files;
void wt_cli_kernel_files(const wt_cli_kernel *k, wt_cli_files *f);
void wt_cli_files_free(wt_cli_files *f);
#endif
