/* fuzz_inputs.c - what a user hands to the command line and to the library, for AFL++ (make fuzz) and, with files as arguments, for a test:
 *
 *   fuzz_inputs cubin     a cubin, fat binary or host program: loaded, every kernel judged, every word disassembled and assembled again
 *   fuzz_inputs sass      text for the assembler: what it takes is loaded, and its words go through the disassembler and back
 *   fuzz_inputs program   the same, and its first kernel runs on the C twin with the oracle for some hundred cycles: they must not differ
 *   fuzz_inputs suite     a manifest of cases, as regress reads it
 *   fuzz_inputs cmd       a command line, one argument a line. A process for each, as commands end theirs; it writes nothing, starts nothing
 *
 * Nothing may crash or hang, and what is promised of all inputs must hold: else the program aborts.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli_cases.h"
#include "isa/wt_asm.h"
#include "isa/wt_cubin.h"
#include "isa/wt_dis.h"
#include "isa/wt_elfw.h"
#include "warptwin.h"

enum { MOST = 1 << 20, CYCLES = 400, WORDS = 512 };
static unsigned char input[MOST];

static void broken(const char *what, const char *line) {
  fprintf(stderr, "fuzz_inputs: %s: %s\n", what, line);
  abort();
}

/* ---- a command must not touch the machine that fuzzes ---- */

static int guarded;
int __real_open(const char *, int, mode_t);
int __wrap_open(const char *, int, mode_t);
static int writes(const char *path) { return guarded && strcmp(path, "/dev/null") != 0; }
int __wrap_open(const char *path, int flags, mode_t mode) {
  return writes(path) && (flags & (O_CREAT | O_TRUNC | O_ACCMODE)) ? errno = EACCES, -1 : __real_open(path, flags, mode);
}
FILE *__real_fopen(const char *, const char *);
FILE *__wrap_fopen(const char *, const char *);
FILE *__wrap_fopen(const char *path, const char *mode) { return *mode != 'r' && writes(path) ? errno = EACCES, NULL : __real_fopen(path, mode); }
#define REFUSED(type, name, args, call, refused) \
  type __real_##name args;                       \
  type __wrap_##name args;                       \
  type __wrap_##name args { return guarded ? errno = EACCES, refused : __real_##name call; }
REFUSED(pid_t, fork, (void), (), -1)
REFUSED(int, system, (const char *a), (a), -1)
REFUSED(int, execv, (const char *a, char *const b[]), (a, b), -1)
REFUSED(int, execvp, (const char *a, char *const b[]), (a, b), -1)
REFUSED(int, rename, (const char *a, const char *b), (a, b), -1)
REFUSED(int, unlink, (const char *a), (a), -1)
REFUSED(int, remove, (const char *a), (a), -1)
REFUSED(int, mkdir, (const char *a, mode_t m), (a, m), -1)
REFUSED(int, rmdir, (const char *a), (a), -1)
REFUSED(int, mkstemp, (char *a), (a), -1)
REFUSED(int, kill, (pid_t p, int s), (p, s), -1)
REFUSED(char *, mkdtemp, (char *a), (a), NULL)
REFUSED(FILE *, popen, (const char *a, const char *b), (a, b), NULL)

/* nor simulate for ever */
static wt_options bounded(const wt_options *o) {
  wt_options b = *o;
  if (!b.max_cycles || b.max_cycles > CYCLES) b.max_cycles = CYCLES;
  return b;
}
wt_status __real_wt_session_open(const wt_options *, wt_session **);
wt_status __wrap_wt_session_open(const wt_options *, wt_session **);
wt_status __wrap_wt_session_open(const wt_options *o, wt_session **s) {
  wt_options b = bounded(o);
  return __real_wt_session_open(&b, s);
}
wt_status __real_wt_session_resume(const char *, const wt_options *, wt_session **);
wt_status __wrap_wt_session_resume(const char *, const wt_options *, wt_session **);
wt_status __wrap_wt_session_resume(const char *f, const wt_options *o, wt_session **s) {
  wt_options b = bounded(o);
  return __real_wt_session_resume(f, &b, s);
}

int wt_cli_main(int argc, char **argv); /* tb/cli/main.c */
static void command(unsigned char *p, size_t n) {
  static char text[MOST + 1];
  static char *argv[1002] = {(char *)(uintptr_t) "warptwin"};
  int argc = 1;
  memcpy(text, p, n);
  for (char *w = text, *end = text + n; w < end && argc < 1000; w += strlen(w) + 1) {
    w[strcspn(w, "\n")] = 0;
    argv[argc++] = w;
  }
  guarded = 1;
  exit(wt_cli_main(argc, argv));
}

/* ---- code ---- */

/* docs/isa/assembler.md: the disassembler's line is the word again, for every word. */
static void there_and_back(wt_word w, uint32_t pc) {
  char text[WT_DIS_MAX], err[300];
  wt_word again;
  if (wt_dis(w, pc, text, sizeof text) >= (int)sizeof text) broken("longer than WT_DIS_MAX", text);
  if (wt_asm_insn(text, pc, NULL, NULL, &again, err, sizeof err)) broken(err, text);
  if (memcmp(&again, &w, sizeof w)) broken("another word", text);
}

static void kernels(wt_session *s, wt_module *m) {
  for (size_t i = 0; i < wt_module_kernels(m); i++) {
    wt_kernel_info k;
    wt_kernel_attributes a;
    wt_param p;
    unsigned ctas;
    if (wt_kernel_get(s, m, i, &k)) broken("a kernel that is not there", wt_error(s));
    wt_kernel_attribute(s, m, k.name, &a);
    wt_kernel_check(s, m, k.name);
    wt_kernel_occupancy(s, m, k.name, 4, 0, &ctas);
    for (unsigned j = 0; j < k.n_params && j < 100; j++) wt_kernel_param(s, m, k.name, j, &p);
  }
}

static void cubin(const unsigned char *p, size_t n) {
  wt_options o = {WT_BACKEND_C, "tiny", (const char *const[]){NULL}, 0, CYCLES, 1};
  wt_session *s;
  wt_module *m;
  wt_cubin c;
  char err[600];
  wt_status st = wt_cubin_parse(p, n, "fuzz", &c, err, sizeof err);
  if (st && (strchr(err, '\n') || strncmp(err, "fuzz", 4))) broken("not one line with the file's name", err);
  if (!st) {
    for (size_t k = 0; k < c.nkernels; k++)
      for (uint32_t i = 0; i < c.kernel[k].n && i < WORDS; i++) there_and_back(c.kernel[k].code[i], i * 16);
    wt_cubin_free(&c);
  }
  if (wt_session_open(&o, &s)) abort();
  if (!wt_module_load_image(s, p, n, "fuzz", &m)) kernels(s, m);
  wt_session_close(s);
}

static void sass(const unsigned char *p, size_t n, int run) {
  wt_options o = {WT_BACKEND_C, "tiny", (const char *const[]){NULL}, 7, CYCLES, 0};
  wt_session *s;
  wt_module *m;
  wt_asm_out a;
  wt_kernel_info k;
  void *image;
  size_t bytes;
  char err[600], *text = strndup((const char *)p, n);
  if (!text) abort();
  wt_status st = wt_asm_string(text, "fuzz", &a, err, sizeof err);
  free(text);
  if (st) {
    if (strchr(err, '\n') || strncmp(err, "fuzz", 4)) broken("not one line with the file's name", err);
    return;
  }
  for (size_t i = 0; !run && i < a.n; i++)
    for (uint32_t j = 0; j < a.kernel[i].ncode && j < WORDS; j++) there_and_back(a.kernel[i].code[j], j * 16);
  st = wt_elfw_image(&a, "fuzz", &image, &bytes, err, sizeof err);
  wt_asm_free(&a);
  if (st) return;
  if (wt_session_open(&o, &s)) abort();
  wt_set_quiet(s, 1);
  wt_set_output(s, NULL);
  if (wt_module_load_image(s, image, bytes, "fuzz", &m)) broken("assembled, but not loaded", wt_error(s));
  if (!run) kernels(s, m);
  else if (wt_module_kernels(m) && !wt_kernel_get(s, m, 0, &k) && k.n_params <= 8) {
    static const uint64_t zero[512];
    wt_dims d = {.grid = {2, 1, 1}, .block = {6, 1, 1}};
    wt_arg args[8];
    wt_param q;
    for (unsigned i = 0; i < k.n_params; i++) args[i] = (wt_arg){zero, wt_kernel_param(s, m, k.name, i, &q) ? 0 : q.size};
    if (wt_launch(s, m, k.name, &d, args, k.n_params) == WT_DIFF) broken("twin and oracle differ", wt_error(s));
  }
  wt_session_close(s);
  free(image);
}

/* ---- the manifest ---- */

static void suite(const unsigned char *p, size_t n) {
  char path[64];
  wt_cases k;
  wt_shape S;
  wt_cli_files f;
  char err[300];
  int fd = memfd_create("suite", 0);
  if (fd < 0 || write(fd, p, n) != (ssize_t)n) abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  if (!wt_cases_load(&k, path, NULL)) {
    for (int warps = 1; warps < 9; warps *= 2)
      for (size_t i = 0; i < k.n; i++) {
        if (wt_shape_preset(&S, warps > 2 ? "tiny" : "small", err, sizeof err)) abort();
        if (warps < 3) S.SM_SLOTS = (unsigned)warps;
        wt_case_stops(&k.c[i], &S), wt_case_fits(&k.c[i], &S);
        if (wt_cases_find(&k, k.c[i].name) == NULL) broken("not found again", k.c[i].name);
        if (!k.c[i].launch) continue;
        wt_cli_kernel_files(k.c[i].launch, &f);
        wt_cli_files_free(&f);
      }
  }
  wt_cases_free(&k);
  close(fd);
}

/* ---- one input ---- */

static void one(const char *mode, const unsigned char *p, size_t n) {
  unsigned char *copy = malloc(n ? n : 1); /* of its own size, so that a sanitizer sees a step too far */
  if (!copy) abort();
  memcpy(copy, p, n);
  switch (*mode) {
    case 'c': mode[1] == 'm' ? command(copy, n) : cubin(copy, n); break;
    case 'p': sass(copy, n, 1); break;
    case 's': mode[1] == 'u' ? suite(copy, n) : sass(copy, n, 0); break;
    default: broken("modes are cubin, sass, program, suite and cmd, not", mode);
  }
  free(copy);
}

static int files(const char *mode, int n, char **name) {
  int bad = 0, status;
  for (int i = 0; i < n; i++) {
    FILE *f = fopen(name[i], "rb");
    size_t bytes = f ? fread(input, 1, sizeof input, f) : 0;
    if (!f) broken("no such file", name[i]);
    fclose(f);
    fflush(stdout);
    pid_t child = fork();
    if (!child) alarm(300), one(mode, input, bytes), exit(0);
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status)) bad = 1, fprintf(stderr, "%s: %s fails\n", mode, name[i]);
  }
  return bad;
}

#ifdef __AFL_FUZZ_TESTCASE_LEN
__AFL_FUZZ_INIT();
#endif
int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  if (argc > 2) return files(mode, argc - 2, argv + 2);
#ifdef __AFL_FUZZ_TESTCASE_LEN
  __AFL_INIT();
  const unsigned char *p = __AFL_FUZZ_TESTCASE_BUF;
  if (!strcmp(mode, "cmd")) one(mode, p, (size_t)__AFL_FUZZ_TESTCASE_LEN);
  while (__AFL_LOOP(2000)) one(mode, p, (size_t)__AFL_FUZZ_TESTCASE_LEN);
#else
  one(mode, input, fread(input, 1, sizeof input, stdin));
#endif
  return 0;
}
