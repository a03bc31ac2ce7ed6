/* cli_cases.h - what regress and compare share: the cases of a manifest, and child processes that each run one of them. */
#ifndef WT_CLI_CASES_H
#define WT_CLI_CASES_H
#include <jansson.h>
#include <sys/types.h>

#include "cli/wt_cli_kernel.h"

typedef struct {
  const char *name;
  char *own_name;              /* of a case for a cubin: where name points to */
  char *sized_name;            /* of a case with larger inputs, as "bfs@8": the same */
  char *cubin, *host;          /* paths of the cubin and of the shared object with its host reference; no host: the oracle judges the launch */
  unsigned warp_min, warp_max; /* warp sizes that the reference holds for; 0 = any */
  unsigned medium, scale;      /* scale of inputs that fill the presets, 0 = the reference has one size; the scale of this run, 0 = small */
  json_t *stops;               /* shapes on which the run is stopped, and the verdict; NULL = none */
  wt_cli_kernel *launch;       /* of a case without a host */
} wt_case;

typedef struct {
  json_t *suite;
  char *folder; /* of the suite */
  wt_case *c;
  size_t n;
} wt_cases;

/* suite = NULL: tests/kernels/manifest.json; hosts = NULL: build/kernels. 0, or an exit code with one line on stderr. */
int wt_cases_load(wt_cases *k, const char *suite, const char *hosts);
void wt_cases_free(wt_cases *k);
/* The cases that a command is about: names of the manifest, "all", or cubins, for which the launch options count. Lists may have commas.
 * 0, or an exit code with one line on stderr. */
typedef struct {
  const char *const *name;
  unsigned n;
  const wt_cli_kernel *launch;
  const char *suite, *hosts, *scale; /* scale: of wt_scale_known(); NULL = small */
} wt_cases_wish;
int wt_cases_pick(wt_cases *k, const wt_cases_wish *w, const wt_case ***list, size_t *n);
/* What --scale takes: small, medium, or a number. With another size than small, "all" are the cases that have sizes. */
#define WT_SCALE_OPTION "small (default), medium (fills the presets) or 1..64: inputs of the kernels that have sizes"
int wt_scale_known(const char *scale);
/* 1: a cubin and not the name of a kernel or a manifest. */
int wt_is_cubin(const char *name);
/* A case for a cubin, with the launch options of the command line. 0, or an exit code with one line on stderr. */
int wt_cases_add(wt_cases *k, const char *cubin, const wt_cli_kernel *launch);
const wt_case *wt_cases_find(const wt_cases *k, const char *name);
/* 0: the reference does not hold for this warp size. */
int wt_case_fits(const wt_case *c, const wt_shape *S);
/* Those that it holds for: "8 to 16", "8 or more", "16 or less". */
const char *wt_case_warps(const wt_case *c, char *buf, size_t n);

/* The verdict that the manifest says for this shape ("livelock", "diff", ...), NULL: the run ends. */
const char *wt_case_stops(const wt_case *c, const wt_shape *S);

/* Runs the host reference of a case on an open session. msg receives one report; returns the wt_status. */
int wt_case_run(const wt_case *c, wt_session *s, uint64_t seed, char *msg, size_t n);
/* Before any work: does the first cycle of the first launch come? 0, or the wt_status with its cause and one line in msg. */
int wt_case_probe(const wt_case *c, const char *preset, const char *const *set, uint64_t seed, wt_cause *cause, char *msg, size_t n);
/* Before the work: outputs are writable and no inputs, and cubins of the user's launch on this shape or are only too large for it.
 * 0, or an exit code with one line on stderr. */
int wt_cases_ready(const wt_case *const *list, size_t n, const char *preset, const char *const *set, uint64_t seed, const char *const *out,
                   unsigned n_out);
/* 2 with one line on stderr, when a host reference of these cases is not there. */
int wt_cases_hosts(const wt_case *const *list, size_t n);

/* A child process with a result of fixed size. */
typedef enum { WT_JOB_DONE, WT_JOB_DIED, WT_JOB_TIMEOUT, WT_JOB_NOT_STARTED } wt_job_end;
typedef struct {
  wt_job_end end;
  int code; /* DIED: signal, or 1000 + exit status */
  double seconds;
  char guest[600]; /* a block of the user's that crashed or hung, in words */
} wt_job;
typedef struct {
  size_t n, size; /* jobs, bytes of a result */
  void *results;  /* n of them, filled in as children end */
  wt_job *jobs;
  unsigned parallel;
  double timeout;                                   /* seconds a job; 0 = none */
  void (*child)(void *ctx, size_t i, void *result); /* in the child */
  void (*done)(void *ctx, size_t i);                /* in the parent, in the order of the jobs; may be NULL */
  void *ctx;
  int *pool,
    *taken;   /* in shared memory, or NULL: places that no job wants any more go there, for workers of those that run; taken[i]: those of job i */
  int guests; /* they hold blocks of the user's, which may crash or hang */
} wt_jobs;
void wt_jobs_run(wt_jobs *p);
/* One line for a job that is not DONE. */
void wt_job_text(const wt_job *j, double timeout, char *buf, size_t n);

/* The n words between the commas of a text, and behind the last one NULL. One piece to free; NULL: said, no memory. */
const char **wt_cli_list(const char *text, size_t *n);
#endif
