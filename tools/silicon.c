/* silicon.c - the tables of docs/results/silicon.md: what was published of the core of Turing (and where only that exists, of its neighbours), beside what shapes of this
 * machine do. Distances are found by wt_distance, brackets of the clock and orders of issue by the programs of tests/silicon.
 *
 * Usage: silicon DIR [PRESET [KEY=VALUE...]]...   DIR: tests/silicon; a shape each; shapes are told apart by the word `--`. Prints Markdown; 1 when something does not run.
 *
 * Sources, as the notes on the Turing core call them: NAK = Mesa's sm75_instr_latencies.rs (the numbers come from NVIDIA), J19 = Jia et al., arXiv 1903.07486, SJF = the
 * repository gpu-arch-microbenchmark of sjfeng1999, H25 = Huerta et al., MICRO 2025, NMSU = GPUs-ISA-Latencies of NMSU-PEARL.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_distance.h"
#include "warptwin_asm.h"

enum { SHAPES = 6, KEYS = 12, TRACE = 1 << 20 };
typedef struct {
  const char *preset, *set[KEYS + 1];
  unsigned n_set;
  char name[300];
} shape;
static shape shapes[SHAPES];
static unsigned n_shapes;
static const char *dir;

/* ---- distances ---- */

/* A class of the compiler's tables, by an instruction of it: as a producer it writes R4, of pairs R4 and R5, or P0, or UR4; as a consumer it reads what %s stands for. */
typedef struct {
  const char *name, *insn, *on; /* on: of producers */
} of_class;
typedef struct {
  const char *title, *source;
  of_class from[8];
  of_class to[9];
  const char *published[8][9];
} latency_table;

static const latency_table tables[] = {
  {"Vector registers, read after write",
   "NAK (table 3.1 of the notes)",
   {{"ALU", "IADD3 R4, R20, R21, RZ", "R4"},
    {"FMA", "FFMA R4, R20, R21, R22", "R4"},
    {"WIDE, low half", "IMAD.WIDE R4, R20, R21, R22", "R4"},
    {"WIDE, high half", "IMAD.WIDE R4, R20, R21, R22", "R5"},
    {"CS2R.64", "CS2R R4, SRZ", "R4"},
    {"FP16", "HADD2 R4, R20, R21", "R4"}},
   {{"ALU", "IADD3 R8, %s, R24, RZ", 0},
    {"FMA", "FFMA R8, %s, R24, R25", 0},
    {"WIDE a", "IMAD.WIDE R8, %s, R24, R26", 0},
    {"FP16", "HADD2 R8, %s, R24", 0},
    {"special function", "MUFU.RCP R8, %s", 0},
    {"shuffle", "SHFL.IDX PT, R8, %s, RZ, 0x1f", 0},
    {"store", "STS [R26], %s", 0}},
   {{"4", "5", "5", "6", "6", "6", "6"},
    {"5", "4", "4", "6", "6", "6", "6"},
    {"3", "2", "4", "6", "6", "6", "6"},
    {"5", "4", "4", "6", "6", "6", "6"},
    {"6", "6", "6", "6", "6", "6", "6"},
    {"8", "8", "8", "6", "8", "8", "8"}}},
  {"Predicates, read after write",
   "NAK (table 3.2 of the notes)",
   {{"ALU", "ISETP.GT.AND P0, PT, R20, R21, PT", "P0"}, {"FP16", "HSETP2.GT.AND P0, PT, R20, R21, PT", "P0"}},
   {{"SEL", "SEL R8, R24, R25, %s", 0},
    {"PLOP3", "PLOP3.LUT P1, PT, %s, PT, PT, 0x80, 0x0", 0},
    {"guard", "@%s IADD3 R8, R24, R25, RZ", 0},
    {"branch", "@%s BRA over", 0},
    {"VOTE", "VOTE.ANY R8, PT, %s", 0},
    {"HSETP2", "HSETP2.GT.AND P1, PT, R24, R25, %s", 0}},
   {{"4", "4", "12", "12", "12", "12"}, {"8", "8", "14", "14", "14", "6"}}},
  {"Uniform path",
   "NAK (3.3 of the notes)",
   {{"UALU", "UIADD3 UR4, UR20, UR21, URZ", "UR4"}, {"UMOV", "UMOV UR4, UR20", "UR4"}},
   {{"UALU", "UIADD3 UR8, %s, UR24, URZ", 0}, {"ALU", "IADD3 R8, R24, %s, RZ", 0}, {"UMOV", "UMOV UR8, %s", 0}, {"load", "LDS R8, [RZ+%s]", 0}},
   {{"4", "6", "7", "9"}, {"2", "2", "2", "2"}}},
  {"Order of writes and overwritten operands",
   "NAK (3.4 of the notes)",
   {{"ALU", "IADD3 R4, R20, R21, RZ", "R4"}, {"ALU, its source", "IADD3 R9, R4, R21, RZ", "R4"}},
   {{"ALU writes", "MOV %s, R24", 0}, {"FMA writes", "FFMA %s, R24, R25, R26", 0}, {"FP16 writes", "HADD2 %s, R24, R25", 0}},
   {{"1", "1", "2"}, {"1", "1", "2"}}},
};

static int distance(const shape *s, const of_class *from, const of_class *to) {
  char text[WT_DISTANCE_TEXT], err[9000];
  const wt_distance_shape o = {s->preset, s->set, 1, 0};
  wt_distance d;
  snprintf(text, sizeof text, "%.*s%s%s", (int)(strchr(to->insn, '%') - to->insn), to->insn, from->on, strchr(to->insn, '%') + 2);
  if (wt_distance_find(&o, from->insn, text, &d, err, sizeof err)) return fprintf(stderr, "silicon: %s, %s: %s\n", s->name, text, err), -1;
  return d.codes ? (int)d.cycles : (int)d.waited;
}

static int print_table(const latency_table *t) {
  printf("### %s\n\nPublished: %s. A cell: published, then in the order of the shapes.\n\n| from \\ to |", t->title, t->source);
  for (const of_class *c = t->to; c->name; c++) printf(" %s |", c->name);
  printf("\n|---|");
  for (const of_class *c = t->to; c->name; c++) printf("---|");
  putchar('\n');
  for (unsigned i = 0; t->from[i].name; i++) {
    printf("| %s |", t->from[i].name);
    for (unsigned k = 0; t->to[k].name; k++) {
      printf(" %s:", t->published[i][k]);
      for (unsigned s = 0; s < n_shapes; s++) {
        const int n = distance(&shapes[s], &t->from[i], &t->to[k]);
        if (n < 0) return 1;
        printf("%s%d", s ? ", " : " ", n);
      }
      printf(" |");
    }
    putchar('\n');
  }
  putchar('\n');
  return 0;
}

/* ---- programs ---- */

static const struct {
  const char *file, *what, *published, *chip, *source;
} brackets[] = {
  {"iadd3_same_bank", "64 IADD3, three sources in one bank", "194", "RTX 2070", "SJF"},
  {"iadd3_no_conflict", "64 IADD3, sources in both banks", "132", "RTX 2070", "SJF"},
  {"iadd3_reuse", "64 IADD3, one bank, reuse", "130", "RTX 2070", "SJF"},
  {"mix", "64 of FFMA and IADD3 in turns", "65 to 66", "by the rules of the notes: one a cycle", "H25, J19"},
  {"ffmas", "64 FFMA", "129 to 130", "by the rules of the notes: one in two cycles", "J19"},
  {"nops", "64 NOP", "65 to 66", "by the rules of the notes: one a cycle", "H25"},
  {"clock_pair", "two reads of the clock, stall 8", "8", "TITAN RTX", "NMSU"},
  {"lds", "LDS", "23", "RTX 2070", "SJF"},
  {"lds64_two", "two LDS.64", "27", "RTX 2070", "SJF"},
  {"lds_four_80", "four LDS, 0x80 bytes apart", "41", "RTX 2070", "SJF"},
  {"lds_four_84", "four LDS, 0x84 bytes apart", "32", "RTX 2070", "SJF"},
  {"ldg_hit", "LDG that hits in the L1", "32", "RTX 2070, T4", "SJF, J19"},
  {"ffma_odd_odd", "two FFMA, no bank twice", "5", "A6000 (Ampere)", "H25"},
  {"ffma_even_odd", "two FFMA, a bank twice", "6", "A6000 (Ampere)", "H25"},
  {"ffma_even_even", "two FFMA, a bank three times", "7", "A6000 (Ampere)", "H25"},
};

static char *slurp(const char *path) {
  static char text[1 << 16];
  FILE *f = fopen(path, "rb");
  if (!f) return fprintf(stderr, "silicon: cannot read %s\n", path), NULL;
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  return text;
}

/* Runs the program with one thread; the first word that it leaves, and the trace in TRACE bytes, where it is wanted. */
static int run(const shape *s, const char *file, uint32_t *out, char *into) {
  char path[600], err[600];
  void *cubin;
  size_t bytes;
  wt_session *x;
  wt_module *m;
  wt_addr buf;
  snprintf(path, sizeof path, "%s/%s.sass", dir, file);
  char *text = slurp(path);
  if (!text) return 1;
  if (wt_assemble(text, path, &cubin, &bytes, err, sizeof err)) return fprintf(stderr, "silicon: %s\n", err), 1;
  const wt_options o = {WT_BACKEND_C, s->preset, s->set, 1, 1000000, 0};
  if (wt_session_open(&o, &x)) return fprintf(stderr, "silicon: %s\n", wt_error(NULL)), 1;
  wt_set_quiet(x, 1), wt_set_initcheck(x, 0);
  FILE *f = into ? fmemopen(into, TRACE, "w") : NULL;
  if (f) wt_set_trace(x, f);
  wt_status st = wt_module_load_image(x, cubin, bytes, path, &m);
  if (!st) st = wt_alloc(x, 4096, &buf);
  const wt_arg arg = {&buf, sizeof buf};
  const wt_dims dims = {{1, 1, 1}, {1, 1, 1}, 0};
  if (!st) st = wt_launch(x, m, NULL, &dims, &arg, 1);
  if (st && !(st == WT_PROGRAM && wt_ended(x))) fprintf(stderr, "silicon: %s, %s: %s\n", s->name, file, wt_error(x));
  else st = wt_copy_out(x, out, buf, sizeof *out);
  if (f) fclose(f);
  wt_session_close(x);
  free(cubin);
  return st != WT_OK;
}

static int print_brackets(void) {
  printf("## Cycles between two reads of the clock\n\n| program | published | chip, source |");
  for (unsigned s = 0; s < n_shapes; s++) printf(" %s | |", shapes[s].name);
  printf("\n|---|---:|---|");
  for (unsigned s = 0; s < n_shapes; s++) printf("---:|---:|");
  putchar('\n');
  for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++) {
    printf("| %s | %s | %s, %s |", brackets[i].what, brackets[i].published, brackets[i].chip, brackets[i].source);
    for (unsigned s = 0; s < n_shapes; s++) {
      uint32_t out;
      if (run(&shapes[s], brackets[i].file, &out, NULL)) return 1;
      const long p = strtol(brackets[i].published, NULL, 10);
      printf(" %u | %+ld |", out, (long)out - p);
    }
    putchar('\n');
  }
  putchar('\n');
  return 0;
}

/* ---- orders of issue ---- */

typedef struct {
  unsigned long long cycle;
  unsigned pc;
} issue;
/* Issues of the pcs from the first to the last, as they come in the trace. */
static unsigned issues(const char *trace, unsigned from, unsigned to, issue *list, unsigned most) {
  unsigned n = 0;
  for (const char *line = trace; line && *line; line = strchr(line, '\n'), line += line != NULL) {
    issue k;
    if (sscanf(line, "%llu %*s %*s %*s %x", &k.cycle, &k.pc) == 2 && k.pc >= from && k.pc <= to && n < most) list[n++] = k;
  }
  return n;
}

enum { LOADS = 9, FIRST_LOAD = 2 }; /* the sources call the cycle of the first one 2 */
static char trace[TRACE];

/* Loads of one warp that need nothing of each other: when each issues. */
static int print_loads(void) {
  issue list[LOADS];
  printf("## Loads back to back\n\nNine LDG of one warp, alone on the SM; the first issues in cycle 2. Published for Turing, by the rules of the "
         "notes (8.1): 2 3 4 5 12 16 20 24 28; "
         "measured on the A6000 (H25): 2 3 4 5 6 13 17 21 25.\n\n| shape | cycles |\n|---|---|\n");
  for (unsigned s = 0; s < n_shapes; s++) {
    uint32_t out;
    memset(trace, 0, sizeof trace);
    if (run(&shapes[s], "loads", &out, trace)) return 1;
    const unsigned n = issues(trace, out, out + 16 * (LOADS - 1), list, LOADS);
    if (n != LOADS) return fprintf(stderr, "silicon: %s: %u loads in the trace, not %d\n", shapes[s].name, n, LOADS), 1;
    printf("| %s |", shapes[s].name);
    for (unsigned i = 0; i < n; i++) printf(" %llu", list[i].cycle - list[0].cycle + FIRST_LOAD);
    printf(" |\n");
  }
  putchar('\n');
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 3) return fprintf(stderr, "usage: silicon DIR PRESET [KEY=VALUE...] [-- PRESET ...]\n"), 2;
  dir = argv[1];
  for (int i = 2; i < argc && n_shapes < SHAPES; i++) {
    shape *s = &shapes[n_shapes];
    if (!strcmp(argv[i], "--")) {
      n_shapes++;
      continue;
    }
    if (!s->preset) s->preset = argv[i], snprintf(s->name, sizeof s->name, "%s", argv[i]);
    else if (s->n_set < KEYS) s->set[s->n_set++] = argv[i], snprintf(s->name + strlen(s->name), sizeof s->name - strlen(s->name), " %s", argv[i]);
  }
  n_shapes++;
  printf("## Shapes\n\nIn this order:");
  for (unsigned s = 0; s < n_shapes; s++) printf("%s `%s`", s ? "," : "", shapes[s].name);
  printf(".\n\n");
  if (print_brackets()) return 1;
  printf("## Fewest cycles from issue to issue\n\n");
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    if (print_table(&tables[i])) return 1;
  return print_loads();
}
