/* wt_asm.c - source files: directives, labels and kernels. */
#include "isa/wt_asm.h"
#include "isa/wt_cubin.h"
#include "files/wt_infile.h"
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_MAX = 16 << 20, CONST2_MAX = 16384 };

typedef struct {
  char *name;
  uint32_t pc;
} label;

typedef struct {
  const char *file;
  unsigned line;
  wt_asm_out *out;
  wt_asm_kernel *k; /* kernel that is open, NULL outside */
  label *labels;    /* of the open kernel */
  size_t nlabels;
  char **text;  /* instructions of the open kernel, assembled at .end when all labels are known */
  unsigned *at; /* their line numbers */
  char *const2; /* operands of .const2, the same way */
  unsigned const2_at;
  struct {
    char *names;
    uint32_t pc; /* of the instruction behind it */
    unsigned line;
  } * targets; /* operands of .targets, the same way */
  size_t ntargets;
  char *err;
  size_t errn;
} state;

static int fail(state *s, const char *fmt, ...) {
  char msg[512];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(msg, sizeof msg, fmt, ap);
  va_end(ap);
  if (s->errn) snprintf(s->err, s->errn, "%s:%u: %s", s->file, s->line, msg);
  return 0;
}

/* Makes room for one more element of an array of n; capacities are the powers of two. */
static int grow(state *s, void *array, size_t n, size_t size) {
  void **p = array, *q;
  if (n & (n - 1)) return 1;
  q = realloc(*p, (n ? n * 2 : 1) * size);
  if (!q) return fail(s, "out of memory, split the file");
  *p = q;
  return 1;
}

static char *copy(const char *t) {
  size_t n = strlen(t) + 1;
  char *c = malloc(n);
  if (c) memcpy(c, t, n);
  return c;
}

static void close_kernel(state *s) {
  for (size_t i = 0; i < s->nlabels; i++) free(s->labels[i].name);
  for (size_t i = 0; s->k && i < s->k->ncode; i++) free(s->text[i]);
  free(s->labels);
  free(s->text);
  free(s->at);
  free(s->const2);
  for (size_t i = 0; i < s->ntargets; i++) free(s->targets[i].names);
  free(s->targets);
  s->targets = NULL;
  s->ntargets = 0;
  s->labels = NULL;
  s->text = NULL;
  s->at = NULL;
  s->const2 = NULL;
  s->nlabels = 0;
  s->k = NULL;
}

static int find_label(void *ctx, const char *name, uint32_t *pc) {
  const state *s = ctx;
  for (size_t i = 0; i < s->nlabels; i++) {
    if (strcmp(s->labels[i].name, name)) continue;
    *pc = s->labels[i].pc;
    return 1;
  }
  return 0;
}

static int name_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$'; }

static int is_name(const char *t) {
  if (!*t || isdigit((unsigned char)*t)) return 0;
  while (name_char(*t)) t++;
  return !*t;
}

/* Next number of a comma separated list; *t ends after it and its comma. */
static int list_number(const char **t, unsigned long max, unsigned long *v) {
  char *end;
  while (isspace((unsigned char)**t)) (*t)++;
  if (!isdigit((unsigned char)**t)) return 0;
  errno = 0;
  *v = strtoul(*t, &end, 0);
  if (errno || *v > max) return 0;
  while (isspace((unsigned char)*end)) end++;
  if (*end && *end != ',') return 0;
  if (*end == ',' && !end[1 + strspn(end + 1, " \t")]) return 0;
  *t = *end ? end + 1 : end;
  return 1;
}

static int kernel_directive(state *s, const char *arg) {
  wt_asm_kernel *k;
  if (s->k) return fail(s, ".kernel inside kernel %s, close that one with .end", s->k->name);
  if (!is_name(arg) || strlen(arg) >= WT_ASM_NAME) {
    return fail(s, "bad kernel name '%.40s', use letters and digits", arg);
  }
  for (size_t i = 0; i < s->out->n; i++)
    if (!strcmp(s->out->kernel[i].name, arg)) return fail(s, "kernel %s is there twice, rename one", arg);
  if (!grow(s, &s->out->kernel, s->out->n, sizeof *k)) return 0;
  k = &s->out->kernel[s->out->n++];
  memset(k, 0, sizeof *k);
  memcpy(k->name, arg, strlen(arg));
  s->k = k;
  return 1;
}

static int one_number(state *s, const char *what, const char *arg, unsigned long lo, unsigned long hi, unsigned *out) {
  unsigned long v;
  if (!list_number(&arg, hi, &v) || *arg || v < lo) return fail(s, "%s takes one number from %lu to %lu", what, lo, hi);
  *out = (unsigned)v;
  return 1;
}

/* Sizes lie at their natural alignment, as nvcc lays parameters out; larger ones at 8 bytes. */
static int params_directive(state *s, const char *arg) {
  unsigned long total, v;
  unsigned end = 0;
  wt_asm_kernel *k = s->k;
  if (!list_number(&arg, WT_ASM_PARAM_BYTES, &total)) {
    return fail(s, ".params takes the size of all parameters, then each size, at most %d bytes", WT_ASM_PARAM_BYTES);
  }
  k->nparams = 0;
  while (*arg) {
    const char *size = arg;
    if (!list_number(&arg, WT_ASM_PARAM_BYTES, &v) || !v) {
      return fail(s, "bad parameter size at '%.20s', use bytes", size);
    }
    if (k->nparams == WT_ASM_PARAMS) return fail(s, "more than %d parameters, join some", WT_ASM_PARAMS);
    unsigned align = v % 8 == 0 ? 8 : v % 4 == 0 ? 4 : v % 2 == 0 ? 2 : 1;
    end = (end + align - 1) & ~(align - 1);
    k->param_off[k->nparams] = (uint16_t)end;
    k->param_size[k->nparams++] = (uint16_t)v;
    end += (unsigned)v;
  }
  if (!k->nparams && total) {
    k->param_off[0] = 0;
    k->param_size[0] = (uint16_t)total;
    k->nparams = 1;
    end = (unsigned)total;
  }
  if (end != total) return fail(s, "the sizes make %u bytes with alignment, not %lu, correct one of them", end, total);
  k->param_bytes = end;
  return 1;
}

static int const2_directive(state *s, const char *arg) {
  size_t old = s->const2 ? strlen(s->const2) : 0;
  char *all = realloc(s->const2, old + strlen(arg) + 2);
  if (!all) return fail(s, "out of memory, split the file");
  if (old) all[old++] = ',';
  memcpy(all + old, arg, strlen(arg) + 1);
  s->const2 = all;
  s->const2_at = s->line;
  return 1;
}

static int build_const2(state *s) {
  char *t = s->const2, *next;
  wt_asm_kernel *k = s->k;
  s->line = s->const2_at;
  for (; t; t = next) {
    char *end, *comma = strchr(t, ',');
    uint32_t pc;
    next = comma ? comma + 1 : NULL;
    if (comma) *comma = 0;
    while (isspace((unsigned char)*t)) t++;
    for (end = t + strlen(t); end > t && isspace((unsigned char)end[-1]);) *--end = 0;
    errno = 0;
    unsigned long long v = strtoull(t, &end, 0);
    int number = isdigit((unsigned char)*t) && !*end && !errno && v <= UINT32_MAX;
    if (!number && !find_label(s, t, &pc)) return fail(s, "'%.40s' in .const2, use 32-bit numbers or labels", t);
    if (k->nconst2 == CONST2_MAX) return fail(s, ".const2 is larger than 64 KiB, shorten it");
    if (!grow(s, &k->const2, k->nconst2, sizeof *k->const2)) return 0;
    k->const2[k->nconst2++] = number ? (uint32_t)v : pc;
  }
  return 1;
}

static int targets_directive(state *s, const char *arg) {
  if (!grow(s, &s->targets, s->ntargets, sizeof *s->targets)) return 0;
  s->targets[s->ntargets].pc = (uint32_t)(s->k->ncode * 16);
  s->targets[s->ntargets].line = s->line;
  s->targets[s->ntargets].names = copy(arg);
  return s->targets[s->ntargets++].names ? 1 : fail(s, "out of memory, split the file");
}

static int add_target(state *s, uint32_t v) {
  if (!grow(s, &s->k->targets, s->k->ntargets, sizeof *s->k->targets)) return 0;
  s->k->targets[s->k->ntargets++] = v;
  return 1;
}

/* One .targets line: a number of labels, each once or more often. */
static int build_targets(state *s, char *names, uint32_t pc) {
  wt_asm_kernel *k = s->k;
  unsigned id = pc / 16 < k->ncode ? wt_isa_find(k->code[pc / 16]) : WT_I_INVALID;
  size_t head = k->ntargets;
  if (id != WT_I_BRX && id != WT_I_CALL_REL_R && id != WT_I_CALL_ABS_R)
    return fail(s, ".targets stands before a BRX or a CALL through a register, move it there");
  for (size_t i = 0; i < head; i += 3 + k->targets[i + 2])
    if (k->targets[i] == pc) return fail(s, "this instruction has two lists of targets, join them");
  if (!add_target(s, pc) || !add_target(s, 0) || !add_target(s, 0)) return 0;
  for (char *t = names, *next; t; t = next) {
    char *end = strchr(t, ',');
    uint32_t at;
    next = end ? end + 1 : NULL;
    if (end) *end = 0;
    while (isspace((unsigned char)*t)) t++;
    for (end = t + strlen(t); end > t && isspace((unsigned char)end[-1]);) *--end = 0;
    if (!find_label(s, t, &at)) return fail(s, "'%.40s' in .targets, use labels of this kernel", t);
    if (k->targets[head + 2] == WT_ASM_TARGETS_MAX) return fail(s, "more than %d targets, use fewer", WT_ASM_TARGETS_MAX);
    if (!add_target(s, at)) return 0;
    k->targets[head + 2]++;
  }
  return 1;
}

static int assemble(state *s) {
  wt_asm_kernel *k = s->k;
  char msg[256];
  k->code = calloc(k->ncode, sizeof *k->code);
  if (!k->code) return fail(s, "out of memory, split the file");
  for (size_t i = 0; i < k->ncode; i++) {
    s->line = s->at[i];
    if (wt_asm_insn(s->text[i], (uint32_t)(i * 16), find_label, s, &k->code[i], msg, sizeof msg) != WT_OK) {
      return fail(s, "%s", msg);
    }
  }
  for (size_t i = 0; i < s->ntargets; i++) {
    s->line = s->targets[i].line;
    if (!build_targets(s, s->targets[i].names, s->targets[i].pc)) return 0;
  }
  return !s->const2 || build_const2(s);
}

static int end_directive(state *s) {
  if (!s->k->ncode) return fail(s, "kernel %s has no instructions, end it with EXIT", s->k->name);
  if (!s->k->regs) return fail(s, "kernel %s has no .regs, give the number of registers", s->k->name);
  for (size_t i = 0; i < s->nlabels; i++) {
    if (s->labels[i].pc >= s->k->ncode * 16) {
      return fail(s, "label '%s' has no instruction after it, add one", s->labels[i].name);
    }
  }
  unsigned line = s->line;
  if (!assemble(s)) return 0;
  s->line = line;
  close_kernel(s);
  return 1;
}

static int directive(state *s, char *t) {
  size_t n = strcspn(t, " \t");
  const char *arg = t + n + strspn(t + n, " \t");
  if (n == 7 && !strncmp(t, ".kernel", n)) return kernel_directive(s, arg);
  if (!s->k) return fail(s, "'%.40s' outside a kernel, start with .kernel NAME", t);
  if (n == 5 && !strncmp(t, ".regs", n)) return one_number(s, ".regs", arg, 1, 255, &s->k->regs);
  if (n == 5 && !strncmp(t, ".smem", n)) return one_number(s, ".smem", arg, 0, 1 << 16, &s->k->smem);
  if (n == 6 && !strncmp(t, ".local", n)) return one_number(s, ".local", arg, 0, WT_CUBIN_STACK_MAX, &s->k->local);
  if (n == 7 && !strncmp(t, ".params", n)) return params_directive(s, arg);
  if (n == 7 && !strncmp(t, ".const2", n)) return const2_directive(s, arg);
  if (n == 8 && !strncmp(t, ".targets", n)) return targets_directive(s, arg);
  if (n == 4 && !strncmp(t, ".end", n) && !*arg) return end_directive(s);
  return fail(s, "unknown directive '%.40s', use .kernel .regs .smem .local .params .const2 .targets .end", t);
}

static int add_label(state *s, const char *name) {
  uint32_t pc;
  if (!s->k) return fail(s, "label '%.40s' outside a kernel, start with .kernel NAME", name);
  if (!is_name(name)) return fail(s, "bad label '%.40s', use letters, digits, '_', '.' and '$'", name);
  if (find_label(s, name, &pc)) return fail(s, "label '%.40s' is there twice, rename one", name);
  if (!grow(s, &s->labels, s->nlabels, sizeof *s->labels)) return 0;
  label *l = &s->labels[s->nlabels];
  l->pc = (uint32_t)(s->k->ncode * 16);
  l->name = copy(name);
  if (!l->name) return fail(s, "out of memory, split the file");
  s->nlabels++;
  return 1;
}

static int add_instruction(state *s, const char *t) {
  wt_asm_kernel *k = s->k;
  if (!k) return fail(s, "instruction outside a kernel, start with .kernel NAME");
  if (!grow(s, &s->text, k->ncode, sizeof *s->text) || !grow(s, &s->at, k->ncode, sizeof *s->at)) return 0;
  s->at[k->ncode] = s->line;
  s->text[k->ncode] = copy(t);
  if (!s->text[k->ncode]) return fail(s, "out of memory, split the file");
  k->ncode++;
  return 1;
}

static void strip(char *t) {
  char *c;
  for (c = t; *c && *c != '#' && !(c[0] == '/' && c[1] == '/');) c++;
  while (c > t && isspace((unsigned char)c[-1])) c--;
  *c = 0;
}

static int source_line(state *s, char *t) {
  strip(t);
  t += strspn(t, " \t\r");
  for (;;) {
    char *colon = t;
    while (name_char(*colon)) colon++;
    if (*colon != ':' || colon == t) break;
    *colon = 0;
    if (!add_label(s, t)) return 0;
    t = colon + 1 + strspn(colon + 1, " \t\r");
  }
  if (!*t) return 1;
  return *t == '.' ? directive(s, t) : add_instruction(s, t);
}

static int source(state *s, char *text) {
  for (char *next; text; text = next) {
    next = strchr(text, '\n');
    if (next) *next++ = 0;
    s->line++;
    if (!source_line(s, text)) return 0;
  }
  if (s->k) return fail(s, "kernel %s is not closed, add .end", s->k->name);
  return s->out->n ? 1 : fail(s, "no kernel in this file, start with .kernel NAME");
}

static wt_status run(char *text, const char *name, wt_asm_out *out, char *err, size_t errn) {
  state s = {.file = name, .out = out, .err = err, .errn = errn};
  out->kernel = NULL;
  out->n = 0;
  int ok = source(&s, text);
  close_kernel(&s);
  if (ok) return WT_OK;
  wt_asm_free(out);
  return WT_USAGE;
}

wt_status wt_asm_string(const char *text, const char *name, wt_asm_out *out, char *err, size_t errn) {
  char *t = copy(text);
  wt_status st = WT_USAGE;
  out->kernel = NULL;
  out->n = 0;
  if (!t) {
    if (errn) snprintf(err, errn, "%s:0: out of memory, split the file", name);
    return st;
  }
  st = run(t, name, out, err, errn);
  free(t);
  return st;
}

static char *slurp(const char *path, const char **why) {
  const char *not_opened;
  FILE *f = wt_infile_open(path, &not_opened);
  char *t = NULL;
  size_t n;
  *why = wt_infile_look(path) ? "cannot be read, check that it is a file" : "cannot be opened, check the path";
  if (!f) return NULL;
  t = malloc(SOURCE_MAX + 1);
  n = t ? fread(t, 1, SOURCE_MAX + 1, f) : 0;
  *why = !t               ? "out of memory, free some"
         : ferror(f)      ? "cannot be read, check that it is a file"
         : n > SOURCE_MAX ? "is larger than 16 MiB, split it"
                          : NULL;
  if (t && !*why && memchr(t, 0, n)) *why = "is not text, give an assembler source";
  fclose(f);
  if (*why) {
    free(t);
    return NULL;
  }
  t[n] = 0;
  return t;
}

wt_status wt_asm_file(const char *path, wt_asm_out *out, char *err, size_t errn) {
  const char *why;
  char *t = slurp(path, &why);
  wt_status st = WT_USAGE;
  out->kernel = NULL;
  out->n = 0;
  if (!t) {
    if (errn) snprintf(err, errn, "%s:0: %s", path, why);
    return st;
  }
  st = run(t, path, out, err, errn);
  free(t);
  return st;
}

void wt_asm_free(wt_asm_out *out) {
  for (size_t i = 0; i < out->n; i++) {
    free(out->kernel[i].const2);
    free(out->kernel[i].targets);
    free(out->kernel[i].code);
  }
  free(out->kernel);
  out->kernel = NULL;
  out->n = 0;
}
