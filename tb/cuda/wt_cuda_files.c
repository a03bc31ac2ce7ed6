/* wt_cuda_files.c - traces, waves and pages that a run leaves. A name is a file (a trace of all launches; waves and page of the last one) or a
 * folder that gets a file for each launch, with its number and kernel in the name.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cuda/wt_cuda.h"
#include "cuda/wt_cuda_env.h"

enum { TRACE = WT_CUDA_TRACE, WAVE = WT_CUDA_WAVE, PAGE = WT_CUDA_PAGE, KINDS = WT_CUDA_FILES };
static struct {
  char *name;
  int folder;
  char file[PATH_MAX]; /* of this launch */
} out[KINDS];
static FILE *trace;
static unsigned jobs, threads;
static char *beside;      /* blocks of the RTL beside the C machine, NULL: all of it */
static char *mismatch[2]; /* waves around a difference, and the state before it */

/* The program may change its folder. */
static char *full(char *name) {
  char *here = name && *name != '/' ? get_current_dir_name() : NULL, *all = NULL;
  if (!here) return name;
  if (asprintf(&all, "%s/%s", here, name) < 0) all = NULL;
  free(here);
  if (!all) return name;
  free(name);
  return all;
}

static void take_file(int kind, const char *setting) {
  struct stat st;
  char *name = out[kind].name = full(wt_cuda_take(setting));
  out[kind].folder = name && !stat(name, &st) && S_ISDIR(st.st_mode);
  if (name && !out[kind].folder) snprintf(out[kind].file, sizeof out[kind].file, "%s", name);
}

void wt_cuda_take_files(void) {
  take_file(TRACE, WT_ENV_TRACE), take_file(WAVE, WT_ENV_WAVE), take_file(PAGE, WT_ENV_PAGE);
  jobs = (unsigned)wt_cuda_take_number(WT_ENV_JOBS);
  threads = (unsigned)wt_cuda_take_number(WT_ENV_THREADS);
  beside = wt_cuda_take(WT_ENV_BESIDE);
  mismatch[0] = full(strdup("mismatch.fst")), mismatch[1] = full(strdup("mismatch.wtck"));
}

static void set(void) {
  const char *page = out[PAGE].file[0] ? out[PAGE].file : NULL;
  if (out[WAVE].file[0]) wt_set_wave(wt_cuda.s, out[WAVE].file, 0, UINT64_MAX, -1);
  if (page) wt_set_pictures(wt_cuda.s, page, NULL, NULL);
  if (out[TRACE].file[0] && !trace && !(trace = fopen(out[TRACE].file, "w"))) wt_cuda_say("%s: cannot write: %s", out[TRACE].file, strerror(errno));
  wt_set_trace(wt_cuda.s, trace);
}

void wt_cuda_session_files(void) {
  wt_set_threads(wt_cuda.s, threads ? threads - 1 : WT_THREADS_AUTO);
  if (wt_cuda.backend == WT_BACKEND_COSIM && beside) wt_set_beside(wt_cuda.s, beside);
  if (wt_cuda.backend == WT_BACKEND_COSIM && jobs) wt_set_jobs(wt_cuda.s, jobs, 0, 0);
  if (wt_cuda.backend == WT_BACKEND_COSIM) wt_set_mismatch(wt_cuda.s, mismatch[0]), wt_set_bundle(wt_cuda.s, mismatch[1]);
  set();
}

/* Letters of the name that every file system takes. */
static void short_name(const char *kernel, char *to, size_t n) {
  size_t i = 0;
  for (; kernel[i] && i + 1 < n; i++) to[i] = strchr("/ :*?\"<>|\\", kernel[i]) || (unsigned char)kernel[i] < ' ' ? '_' : kernel[i];
  to[i] = 0;
}

static void name_file(int kind, unsigned n, const char *kernel, const char *ending) {
  wt_cuda_live *live = wt_cuda_alive();
  if (out[kind].folder) {
    snprintf(out[kind].file, sizeof out[kind].file, "%s/%06u-%s.%s", out[kind].name, n, kernel, ending);
    if (kind == TRACE && trace) fclose(trace), trace = NULL;
    set();
  }
  snprintf(live->file[kind], sizeof live->file[kind], "%s", out[kind].file);
}

void wt_cuda_launch_files(unsigned n, const char *kernel) {
  char name[80];
  short_name(kernel, name, sizeof name);
  name_file(TRACE, n, name, "txt"), name_file(WAVE, n, name, "fst"), name_file(PAGE, n, name, "html");
  wt_cuda_live *live = wt_cuda_alive();
  snprintf(live->kernel, sizeof live->kernel, "%s", kernel);
  live->trace_at = trace ? (uint64_t)ftello(trace) : 0;
  live->cycles = live->ctas = live->grid = 0;
  live->running = 1;
}

void wt_cuda_launch_ended(void) {
  if (trace) fflush(trace);
  wt_cuda_alive()->running = 0;
}
