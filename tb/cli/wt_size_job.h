/* wt_size_job.h - one run of Yosys over a block: limits, the script's frame, results that are kept. For the kinds of run (wt_size_synth.c, wt_size_read.c,
 * wt_size_sta.c).
 */
#ifndef WT_SIZE_JOB_H
#define WT_SIZE_JOB_H
#include "cli/wt_size_synth.h"

typedef struct wt_size_job wt_size_job;
/* What is asked of Yosys, and what is made of its answer. */
typedef struct {
  const char *prefix;                            /* of the names of kept results */
  const char *recipe;                            /* what the result hangs on beside sources, numbers and library */
  int timed;                                     /* it hangs on mempath.v and on OpenSTA, too */
  const char *file;                              /* a file below the root instead of a library: its text is part of the key; NULL: the library */
  void (*script)(const wt_size_job *j, FILE *f); /* what comes after `hierarchy` */
  int (*result)(wt_size_job *j, char *err, size_t errn); /* 0; or an exit code with one line in err */
  int (*load)(FILE *f, wt_size_job *j);                  /* a kept result: 0, or not 0 when it is none */
  void (*save)(FILE *f, const wt_size_job *j);
} wt_size_kind;

struct wt_size_job {
  const wt_size_kind *kind;
  const wt_synth_of *of;
  void *out; /* the kind's */
  char dir[32], lib[1100], map[1100], memories[1100], script[64], log[64], netlist[64], kept[1300], key[40];
  char files[8000];
  int module;
  char *library; /* text of what the key hangs on: lib, or the kind's file */
  int kept_now, limit;
  double seconds;
};

/* Runs it, or finds what is kept; key_only: neither. */
int wt_size_job_run(wt_size_job *j, int key_only, char *err, size_t errn);
int wt_size_fail(char *err, size_t errn, const char *fmt, const char *a, const char *b);
/* Runs argv in folder `in` (NULL: here) within limits, all that it says in a file: its exit status, -1 when it was stopped, -2 when a signal ended it. */
int wt_size_tool(const char *const argv[], const char *in, const char *log, unsigned timeout, double *seconds);
/* What Yosys complains of in its log, into why; a library's fault has the library's name. */
int wt_size_complaint(const wt_size_job *j, char *err, size_t errn);
/* Area of a cell of a Liberty text, 0: it has none of that name; of the smallest NAND with two inputs, 0: none is found. */
double wt_liberty_area(const char *text, const char *cell);
double wt_liberty_nand2(const char *text);
#endif
