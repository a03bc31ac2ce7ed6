/* isa_coverage.c - which instructions the tests reach: row, operand form and modifiers of all code that can be reached, by who wrote it.
 *
 * isa_coverage ROOT >PAGE: nvcc = the cubins of tests/kernels, executed = what of them a run of every kernel issues with at least one lane (C twin,
 * preset small, seed 1), generated = random programs (randcf_gen.h, randops_gen.h), directed = tests/asm.
 * A row and form that the machine supports and nothing reaches is listed in the end and on stderr, exit 1; so is an opcode of the public programs that
 * tests/isa/public_opcodes.txt counts, supported and not reached by nvcc's code of this tree.
 * isa_coverage --count FILE... >LIST: that list, of executables and cubins of other programs. */
#define _GNU_SOURCE
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_cases.h"
#include "isa/wt_asm.h"
#include "isa/wt_cubin.h"
#include "lib/wt_running.h"
#include "lib/wt_session.h"
#include "tests/top/randcf_gen.h"
#include "tests/top/randops_gen.h"

enum { NVCC, EXECUTED, GENERATED, DIRECTED, COLUMNS, FORMS = 8, TEXTS = 4000, INSNS = 1 << 16 };
typedef struct {
  unsigned id, form, n[COLUMNS];
  char text[80];
} entry;
static entry list[TEXTS];
static unsigned entries;

static void count(wt_word w, int column) {
  char text[WT_DIS_MAX], *p = text;
  unsigned id = wt_isa_find(w), i = 0;
  wt_sem_insn s;
  if (id == WT_I_INVALID || !wt_isa_rows[id].supported || wt_sem_decode(w, &s)) return;
  unsigned form = wt_isa_rows[id].key == WT_KEY_ALU ? wt_isa_form(w) : 0;
  wt_dis_short(w, 0, text, sizeof text);
  if (*p == '@') p = strchr(p, ' ') + 1;
  p[strcspn(p, " ")] = 0;
  while (i < entries && (list[i].id != id || list[i].form != form || strcmp(list[i].text, p))) i++;
  if (i == TEXTS) return;
  if (i == entries) {
    list[entries] = (entry){.id = id, .form = form};
    snprintf(list[entries++].text, sizeof list->text, "%.79s", p);
  }
  list[i].n[column]++;
}

static void code(const wt_word *w, uint32_t n, const wt_cfg_targets *t, uint32_t nt, const uint32_t *f, uint32_t nf, int column) {
  wt_cfg_in in = {.code = w, .n = n, .targets = t, .ntargets = nt, .funcs = f, .nfuncs = nf};
  wt_cfg cfg;
  char err[300];
  if (wt_cfg_build(&in, &cfg, err, sizeof err)) {
    for (uint32_t i = 0; i < n; i++) count(w[i], column);
    return;
  }
  for (uint32_t k = 0; k < cfg.nreach; k++) count(w[cfg.reach[k]], column);
  wt_cfg_free(&cfg);
}

static void cubin(const char *path) {
  wt_cubin c;
  char err[400];
  if (wt_cubin_load(path, &c, err, sizeof err)) { /* as nvcc wrote it: calls of printf and the like are calls */
    fprintf(stderr, "isa_coverage: %s\n", err);
    exit(2);
  }
  for (size_t i = 0; i < c.nkernels; i++) {
    const wt_cubin_kernel *k = &c.kernel[i];
    code(k->code, k->n, k->brx, k->nbrx, k->func, k->nfunc, NVCC);
  }
  wt_cubin_free(&c);
}

/* ---- opcodes of public programs ---- */

/* A word that no row has is counted as opcode: bits 8:0, with the form apart. */
enum { OPCODES = 512, PLACES = WT_I_COUNT + OPCODES };
static unsigned public_insns[PLACES][FORMS], public_programs[PLACES][FORMS];

static void count_program(const char *path) {
  static unsigned char here[PLACES][FORMS];
  wt_cubin c;
  char err[400];
  if (wt_cubin_load(path, &c, err, sizeof err)) {
    fprintf(stderr, "isa_coverage: left out: %s\n", err);
    return;
  }
  memset(here, 0, sizeof here);
  for (size_t i = 0; i < c.nkernels; i++) {
    const wt_cubin_kernel *k = &c.kernel[i];
    wt_cfg_in in = {.code = k->code, .n = k->n, .targets = k->brx, .ntargets = k->nbrx, .funcs = k->func, .nfuncs = k->nfunc};
    wt_cfg cfg;
    int whole = wt_cfg_build(&in, &cfg, err, sizeof err) != 0; /* a word that is none, or the like */
    for (uint32_t n = 0; n < (whole ? k->n : cfg.nreach); n++) {
      wt_word w = k->code[whole ? n : cfg.reach[n]];
      unsigned id = wt_isa_find(w), form = wt_isa_form(w);
      if (id == WT_I_INVALID) id = WT_I_COUNT + (unsigned)wt_bits(w, 8, 0);
      else if (wt_isa_rows[id].key != WT_KEY_ALU) form = 0;
      public_insns[id][form]++;
      public_programs[id][form] += !here[id][form];
      here[id][form] = 1;
    }
    if (!whole) wt_cfg_free(&cfg);
  }
  wt_cubin_free(&c);
}

static int count_programs(int n, char **files) {
  for (int i = 0; i < n; i++) count_program(files[i]);
  printf("# row of isa.def, form of its operands, instructions that can be reached, programs that have one: isa_coverage --count\n");
  for (unsigned id = 0; id < PLACES; id++)
    for (unsigned f = 0; f < FORMS; f++) {
      if (!public_insns[id][f]) continue;
      if (id < WT_I_COUNT) printf("%s", wt_isa_rows[id].id);
      else printf("opcode_%03x", id - WT_I_COUNT);
      printf(" %u %u %u\n", f, public_insns[id][f], public_programs[id][f]);
    }
  return 0;
}

/* Opcodes of the committed list beside nvcc's code of this tree. How many that the machine executes are in none of our cubins. */
static unsigned sum(unsigned id, unsigned form, int column);
static unsigned compare_public(const char *root) {
  char path[1024], line[200], name[40];
  unsigned form, n, programs, rows = 0, missing = 0;
  unsigned long total = 0;
  FILE *f = (snprintf(path, sizeof path, "%s/tests/isa/public_opcodes.txt", root), fopen(path, "r"));
  if (!f) exit(2);
  printf("\n## Opcodes of public programs\n\nThe list is `tests/isa/public_opcodes.txt`: instructions in reachable code of the programs of "
         "[public kernels](../../docs/results/isa_public.md), made by\n`isa_coverage --count`. An opcode that the machine executes and that none of "
         "our cubins has is an "
         "error. Forms that none of them has are named.\n\n"
         "| row | instructions | forms | forms in nvcc's code here | other forms, with their instructions |\n|---|---|---|---|---|\n");
  while (fgets(line, sizeof line, f)) {
    if (sscanf(line, "%39s %u %u %u", name, &form, &n, &programs) != 4) continue;
    unsigned id = 0;
    while (id < WT_I_COUNT && strcmp(wt_isa_rows[id].id, name)) id++;
    if (id == WT_I_COUNT) { /* no row */
      printf("| %s | %u | 1 | not executed | |\n", name, n);
      total += n, rows++;
      continue;
    }
    public_insns[id][form] = n, total += n;
  }
  fclose(f);
  for (unsigned id = 0; id < WT_I_COUNT; id++) {
    unsigned insns = 0, forms = 0, ours = 0;
    for (unsigned k = 0; k < FORMS; k++)
      insns += public_insns[id][k], forms += public_insns[id][k] != 0, ours += public_insns[id][k] && sum(id, k, NVCC);
    if (!insns) continue;
    rows++;
    printf("| %s | %u | %u |", wt_isa_rows[id].id, insns, forms);
    if (wt_isa_rows[id].supported) printf(" %u |", ours);
    else printf(" not executed |");
    for (unsigned k = 0, m = 0; k < FORMS && wt_isa_rows[id].supported; k++)
      if (public_insns[id][k] && !sum(id, k, NVCC)) printf("%s %u: %u", m++ ? "," : "", k, public_insns[id][k]);
    printf(" |\n");
    for (unsigned k = ours = 0; k < FORMS; k++) ours += sum(id, k, NVCC);
    if (ours || !wt_isa_rows[id].supported) continue;
    fprintf(stderr, "isa_coverage: public programs have %s, nvcc's code here does not\n", wt_isa_rows[id].id);
    missing++;
  }
  printf("\n%u opcodes in %lu instructions of public programs; executed by the machine and in no cubin here: %u.\n", rows, total, missing);
  return missing;
}

static void assembled(const char *text, const char *name, int column) {
  wt_asm_out out;
  char err[400];
  if (text ? wt_asm_string(text, name, &out, err, sizeof err) : wt_asm_file(name, &out, err, sizeof err)) {
    fprintf(stderr, "isa_coverage: %s\n", err);
    exit(2);
  }
  for (size_t i = 0; i < out.n; i++)
    for (size_t k = 0; k < out.kernel[i].ncode; k++) count(out.kernel[i].code[k], column);
  wt_asm_free(&out);
}

static void each(const char *root, const char *pattern, void (*take)(const char *)) {
  char path[1024];
  glob_t g;
  snprintf(path, sizeof path, "%s/%s", root, pattern);
  if (glob(path, 0, NULL, &g)) exit(2);
  for (size_t i = 0; i < g.gl_pathc; i++) take(g.gl_pathv[i]);
  globfree(&g);
}
static void sass(const char *path) { assembled(NULL, path, DIRECTED); }

/* ---- what the kernels execute ---- */

static unsigned char issued[INSNS]; /* by the launch that runs */
static char rest[200];              /* beginning of a line of the trace whose end has not come */

/* The trace as a stream: "cycle slot cta warp pc path exec" a line. */
static ssize_t trace_more(void *ctx, const char *text, size_t n) {
  (void)ctx;
  for (size_t i = 0, len = strlen(rest); i < n; i++) {
    if (len + 1 < sizeof rest) rest[len++] = text[i], rest[len] = 0;
    if (text[i] != '\n') continue;
    unsigned long pc;
    unsigned long long exec;
    if (sscanf(rest, "%*s %*s %*s %*s %lx %*s %llx", &pc, &exec) != 2 || pc / 16 >= INSNS) {
      fprintf(stderr, "isa_coverage: no line of a trace: %s", rest);
      exit(2);
    }
    issued[pc / 16] |= exec != 0;
    *rest = 0, len = 0;
  }
  return (ssize_t)n;
}
static void launched(void *ctx, wt_running *u, wt_status s) {
  (void)ctx, (void)s;
  fflush(u->x->trace);
  for (uint32_t i = 0; i < u->L->n_insns && i < INSNS; i++)
    if (issued[i]) count(u->L->code[i], EXECUTED);
  memset(issued, 0, sizeof issued);
}
static void run_kernels(void) {
  wt_cases cases;
  wt_options o = {WT_BACKEND_C, "small", NULL, 1, UINT64_C(20000000), 1};
  char msg[2000] = "";
  if (wt_cases_load(&cases, NULL, NULL)) exit(2);
  for (size_t i = 0; i < cases.n; i++) {
    wt_session *s;
    FILE *trace = fopencookie(NULL, "w", (cookie_io_functions_t){.write = trace_more});
    if (!trace || wt_session_open(&o, &s)) exit(2);
    wt_set_quiet(s, 1);
    wt_set_output(s, NULL);
    wt_set_trace(s, trace);
    s->x.on_end = launched;
    if (wt_case_run(&cases.c[i], s, 1, msg, sizeof msg)) {
      fprintf(stderr, "isa_coverage: %s: %s\n", cases.c[i].name, *msg ? msg : wt_error(s));
      exit(2);
    }
    wt_session_close(s);
    fclose(trace);
  }
  wt_cases_free(&cases);
}

static int order(const void *a, const void *b) {
  const entry *x = a, *y = b;
  return x->id != y->id ? (int)x->id - (int)y->id : x->form != y->form ? (int)x->form - (int)y->form : strcmp(x->text, y->text);
}

/* The decoder takes the row in this form at all: some word of it, with fields at 0 or at random, is an instruction. */
static int exists(unsigned id, unsigned form) {
  const wt_insn_row *r = &wt_isa_rows[id];
  randops_rng = id * 8 + form;
  for (int i = 0; i < 3000; i++) {
    wt_word w = {(uint64_t)randops_next() << 32 | randops_next(), (uint64_t)randops_next() << 32 | randops_next()};
    wt_sem_insn s;
    if (i % 2) w.lo &= UINT64_C(0xff3ffffffefe0fff), w.hi &= randops_next() | UINT64_C(0x1c000);
    randops_field(&w, 0, 12, r->key == WT_KEY_FIX ? r->code : r->code | form << 9);
    randops_field(&w, 12, 4, 7);
    if (wt_isa_find(w) == id && !wt_sem_decode(w, &s)) return 1;
  }
  return 0;
}

static unsigned sum(unsigned id, unsigned form, int column) {
  unsigned n = 0;
  for (unsigned i = 0; i < entries; i++) n += list[i].id == id && list[i].form == form && (column < 0 || list[i].n[column]);
  return n;
}

int main(int argc, char **argv) {
  unsigned missing = 0, cells = 0, by[COLUMNS] = {0};
  if (argc > 2 && !strcmp(argv[1], "--count")) return count_programs(argc - 2, argv + 2);
  if (argc != 2) return 2;
  randops_learn(argv[1]);
  each(argv[1], "tests/kernels/*.cubin", cubin);
  run_kernels();
  each(argv[1], "tests/asm/*.sass", sass);
  for (uint64_t seed = 1; seed <= 60; seed++) {
    char *t = rcf_program((uint32_t)seed, RCF_ALL, 16);
    assembled(t, "random", GENERATED);
    free(t);
    for (unsigned g = 0; g < RANDOPS_GROUPS; g++) {
      assembled(t = randops_program(seed, g, 200), "random", GENERATED);
      free(t);
    }
  }
  qsort(list, entries, sizeof *list, order);
  printf("# Instructions that tests reach\n\nMade by `make isa-coverage UPDATE=1`, compared by `make isa-coverage`. Instructions in reachable code "
         "of the nvcc kernels (`tests/kernels`), of %d\n"
         "random programs (`randcf_gen.h`, `randops_gen.h`) and of the directed programs (`tests/asm`). Executed: what of nvcc's code a run of every "
         "kernel\nissues with at least one lane (C twin, preset `small`, seed 1). A number counts mnemonics with different modifiers. Form is the "
         "kind of the operands\n(0: the row has one). What the machine supports and nothing reaches is an error.\n\n"
         "| row | form | nvcc | executed | generated | directed | mnemonic with modifiers |\n|---|---|---|---|---|---|---|\n",
         60 * (1 + RANDOPS_GROUPS));
  for (unsigned id = 0; id < WT_I_COUNT; id++)
    for (unsigned form = 0; form < FORMS; form++) {
      const wt_insn_row *r = &wt_isa_rows[id];
      if (!r->supported || (r->key == WT_KEY_ALU ? !(r->forms >> form & 1) : form)) continue;
      if (sum(id, form, -1)) {
        printf("| %s | %u |", r->id, form);
        for (int c = 0; c < COLUMNS; c++) {
          unsigned n = sum(id, form, c);
          by[c] += n != 0;
          printf(n ? " %u |" : " - |", n);
        }
        for (unsigned i = 0, k = 0; i < entries; i++)
          if (list[i].id == id && list[i].form == form) printf(k++ ? ", %s" : " %s", list[i].text);
        printf(" |\n");
        cells++;
      } else if (exists(id, form)) {
        printf("| %s | %u | - | - | - | - | nothing |\n", r->id, form);
        fprintf(stderr, "isa_coverage: %s, form %u, is supported and nothing reaches it\n", r->id, form);
        missing++;
      }
    }
  printf("\n%u rows and forms: nvcc %u, executed %u of them, generated %u, directed %u, nothing %u.\n", cells + missing, by[NVCC], by[EXECUTED],
         by[GENERATED], by[DIRECTED], missing);
  missing += compare_public(argv[1]);
  return missing ? 1 : 0;
}
