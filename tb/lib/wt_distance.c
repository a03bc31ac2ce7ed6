/* wt_distance.c - how many cycles must lie between two instructions: programs of the two, run one after the other. */
#define _GNU_SOURCE
#include "lib/wt_distance.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_asm.h"
#include "oracle/wt_sem.h"
#include "spec/wt_shape.h"
#include "warptwin_asm.h"

enum {
  FIRST,
  SECOND,
  BUFFER = 16384, /* bytes of global memory; what the two access lies in the lower half, what is looked at in the upper one */
  SHARED = 1024,  /* bytes of shared and of local memory: each shape has as many */
  LOOKED_AT = BUFFER / 2,
  ATTEMPTS = 24, /* values for registers and for predicates, two of each, for six operands that may be an address */
  LATE = 40,     /* NOPs of 15 cycles behind the pair: what has no barrier is there then */
  LONGEST = 15,  /* cycles of one stall count */
  PARAM = 0x160, /* address of the buffer in the constant bank */
  LIMIT = 200000 /* cycles of a program: more have no end */
};
/* How the pair stands in the program. */
typedef enum {
  APART,  /* as far apart as can be */
  CLOSE,  /* a stall count between them */
  WAITS,  /* the second waits for a barrier of the first */
  ALONE,  /* the second without the first */
  SWAPPED /* the second before the first, far apart */
} order;

typedef struct {
  wt_sem_insn i;
  const char *text;
} insn;
typedef struct {
  const wt_distance_shape *shape;
  insn at[2];
  wt_session *s;
  wt_addr buffer;
  unsigned attempt;
  uint8_t used[256]; /* registers of the two */
  unsigned free_at;  /* four registers that neither has, the first of them even */
  char *err;
  size_t errn;
} search;
typedef struct {
  uint8_t left[BUFFER];
  unsigned cycles, hazards;
} outcome;

static wt_status fail(const search *x, wt_status st, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static wt_status fail(const search *x, wt_status st, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(x->err, x->errn, fmt, ap);
  va_end(ap);
  return st;
}

/* ---- what the two have to do with each other ---- */

static int reads_reg(const wt_sem_insn *i, unsigned r) {
  for (unsigned k = i->nsr; k--;)
    if (i->sr[k] == r) return 1;
  return 0;
}
static int reads_ureg(const wt_sem_insn *i, unsigned r) {
  for (unsigned k = i->nsu; k--;)
    if (i->su[k] == r) return 1;
  return 0;
}
static int writes_reg(const wt_sem_insn *i, unsigned r) { return !i->udst && i->nrd && r >= i->rd && r < (unsigned)i->rd + i->nrd; }
static int writes_ureg(const wt_sem_insn *i, unsigned r) { return i->udst && i->nrd && r >= i->rd && r < (unsigned)i->rd + i->nrd; }

typedef int what(const wt_sem_insn *i, unsigned r);
/* The lowest of the registers or predicates that both name in these roles. */
static int meets(const search *x, wt_distance *d, wt_dep dep, what *of_first, what *of_second, const char *letters, unsigned n) {
  for (unsigned r = 0; r < n; r++)
    if (of_first(&x->at[FIRST].i, r) && of_second(&x->at[SECOND].i, r)) {
      d->dep = dep, snprintf(d->on, sizeof d->on, "%s%u", letters, r);
      return 1;
    }
  return 0;
}
static int reads_pred(const wt_sem_insn *i, unsigned p) { return i->sp >> p & 1; }
static int writes_pred(const wt_sem_insn *i, unsigned p) { return i->dp >> p & 1; }
static int reads_upred(const wt_sem_insn *i, unsigned p) { return i->sup >> p & 1; }
static int writes_upred(const wt_sem_insn *i, unsigned p) { return i->dup >> p & 1; }

static int either(const search *x, what *does, unsigned r) { return does(&x->at[FIRST].i, r) || does(&x->at[SECOND].i, r); }

static void relate(const search *x, wt_distance *d) {
  static const struct {
    what *reads, *writes;
    const char *letters;
    unsigned n;
  } kind[] = {{reads_reg, writes_reg, "R", WT_SEM_RZ},
              {reads_ureg, writes_ureg, "UR", WT_SEM_URZ},
              {reads_pred, writes_pred, "P", WT_SEM_PT},
              {reads_upred, writes_upred, "UP", WT_SEM_PT}};
  enum { KINDS = sizeof kind / sizeof *kind };
  for (unsigned k = 0; k < KINDS; k++)
    if (meets(x, d, WT_DEP_READ, kind[k].writes, kind[k].reads, kind[k].letters, kind[k].n)) return;
  for (unsigned k = 0; k < KINDS; k++)
    if (meets(x, d, WT_DEP_ORDER, kind[k].writes, kind[k].writes, kind[k].letters, kind[k].n)) return;
  for (unsigned k = 0; k < KINDS; k++)
    if (meets(x, d, WT_DEP_OVERWRITE, kind[k].reads, kind[k].writes, kind[k].letters, kind[k].n)) return;
}

/* Compiled code gives these a barrier. */
static int is_variable(unsigned id) {
  switch (id) {
    case WT_I_S2R:
    case WT_I_S2UR:
    case WT_I_R2UR:
    case WT_I_B2R:
    case WT_I_FLO:
    case WT_I_BREV:
    case WT_I_POPC: return 1;
    default: {
      const unsigned u = wt_isa_rows[id].unit;
      return u == WT_UNIT_LSU || u == WT_UNIT_SHFL || u == WT_UNIT_XU || u == WT_UNIT_DPU;
    }
  }
}
static int has_result(const wt_sem_insn *i) { return i->nrd || i->dp || i->dup; }
static int has_barrier(const wt_sem_insn *i) { return has_result(i) && !(i->cls == WT_CL_UALU || i->cls == WT_CL_CTL); }

/* ---- values of registers ---- */

/* Register r is, or begins, the address of an access to this space; -1: of none. With a uniform register the vector one is an offset. */
static int address_of(const wt_sem_insn *i, unsigned r) {
  if (i->cls != WT_CL_MEM || i->src[0].kind != WT_SRC_REG || r < i->src[0].reg || r > i->src[0].reg + (unsigned)i->a64) return -1;
  return i->space;
}
/* Small enough for a product of two to lie in the memory. */
static uint32_t small_value(const search *x, unsigned r) { return 16 * (r % 4 + 1 + (x->attempt & 1)); }
static uint32_t base_word(const search *x, unsigned high) { return (uint32_t)((x->buffer + 0x400) >> (high ? 32 : 0)); }

/* The operand of the first, register r of this list of n, that becomes, with what it adds, an address of the second, as this attempt has it. */
static int maybe_address(const search *x, const uint8_t *list, unsigned n, unsigned r, unsigned *high) {
  const unsigned k = x->attempt / 4;
  if (k >= n) return 0;
  *high = r == list[k] + 1u;
  return r == list[k] || *high;
}
static int makes_address(const search *x) {
  const wt_sem_insn *a = &x->at[FIRST].i, *b = &x->at[SECOND].i;
  for (unsigned r = a->rd; a->nrd && r < (unsigned)a->rd + a->nrd; r++)
    if (a->udst ? b->cls == WT_CL_MEM && b->has_ur && (r == b->ur || r == b->ur + 1u) : address_of(b, r) >= 0) return 1;
  return 0;
}
/* Of what makes an address of the second: a word of the base, another one than the old one, or a number as small, and no multiple of 16. */
static uint32_t part_of_address(const search *x, const uint8_t *list, unsigned n, unsigned r) {
  const int space = x->at[SECOND].i.space;
  unsigned high;
  if (space == WT_SPACE_SHARED || space == WT_SPACE_LOCAL || !maybe_address(x, list, n, r, &high)) return 8 * (2 * (r % 4) + 1);
  return base_word(x, high) + (high ? 0 : 64);
}
static uint32_t value(const search *x, unsigned r) {
  const wt_sem_insn *a = &x->at[FIRST].i;
  for (unsigned k = 0; k < 2; k++) {
    const wt_sem_insn *i = &x->at[k].i;
    const int space = address_of(i, r);
    if (space < 0) continue;
    if (space == WT_SPACE_SHARED || space == WT_SPACE_LOCAL || i->has_ur) return r > i->src[0].reg ? 0 : small_value(x, r);
    return base_word(x, r > i->src[0].reg);
  }
  if (makes_address(x) && reads_reg(a, r)) return part_of_address(x, a->sr, a->nsr, r);
  return (x->attempt & 1 ? 0x40e00000u - (r << 16) : 0x3fc00000u + (r << 16)) + 7 * r + 3;
}
static uint32_t uniform_value(const search *x, unsigned r) {
  const wt_sem_insn *a = &x->at[FIRST].i;
  for (unsigned k = 0; k < 2; k++) {
    const wt_sem_insn *i = &x->at[k].i;
    if (i->cls != WT_CL_MEM || !i->has_ur || (r != i->ur && r != i->ur + 1u)) continue;
    return i->space == WT_SPACE_SHARED || i->space == WT_SPACE_LOCAL ? small_value(x, r) : base_word(x, r != i->ur);
  }
  if (makes_address(x) && reads_ureg(a, r)) return part_of_address(x, a->su, a->nsu, r);
  return (x->attempt & 1 ? 0x2e00000u : 0x1c00000u) + 0x10005 * r + 1;
}

/* ---- the program ---- */

static void put_values(FILE *f, const search *x) {
  for (unsigned r = 0; r < WT_SEM_RZ; r++)
    if (x->used[r]) fprintf(f, "MOV R%u, 0x%x {stall:15}\n", r, value(x, r));
  for (unsigned r = 0; r < WT_SEM_URZ; r++)
    if (either(x, reads_ureg, r) || either(x, writes_ureg, r)) fprintf(f, "UMOV UR%u, 0x%x {stall:15}\n", r, uniform_value(x, r));
  for (unsigned p = 0; p < WT_SEM_PT; p++) {
    const char *cmp = x->attempt & 2 ? "EQ" : "NE";
    fprintf(f, "ISETP.%s.AND P%u, PT, RZ, RZ, PT {stall:15}\n", cmp, p);
    fprintf(f, "UISETP.%s.AND UP%u, UPT, URZ, URZ, UPT {stall:15}\n", cmp, p);
  }
}

static unsigned stall_of(unsigned n) { return n < LONGEST ? n : LONGEST; }
/* NOPs, so that the next instruction comes n cycles behind one whose stall count is the least of n and 15. */
static void put_wait(FILE *f, unsigned n) {
  for (n -= stall_of(n); n; n -= stall_of(n)) fprintf(f, "NOP {stall:%u}\n", stall_of(n));
}
static void put_late(FILE *f) {
  for (unsigned k = LATE; k--;) fprintf(f, "NOP {stall:15}\n");
}

#define PAIR "// the pair\n"
static void put_pair(FILE *f, const search *x, order how, unsigned n) {
  const char *a = x->at[FIRST].text, *b = x->at[SECOND].text;
  if (how == SWAPPED) fprintf(f, "%s {stall:15 wr:1 rd:2}\n", b), put_late(f), fprintf(f, "NOP {stall:15 wait:0x3f}\n");
  /* while the fence waits for a load, the I-buffer fills with the two, and the pipeline is empty */
  fprintf(f, "LDG.E.SYS R%u, [R%u] {stall:2 wr:0}\nMEMBAR.SC.GPU {stall:15 wait:0x01}\n" PAIR, x->free_at + 3, x->free_at);
  if (how == ALONE) fprintf(f, "NOP {stall:15}\n");
  else if (how == WAITS) fprintf(f, "%s {stall:2 wr:0}\n", a);
  else fprintf(f, "%s {stall:%u}\n", a, how == CLOSE ? stall_of(n) : LONGEST);
  if (how == CLOSE) put_wait(f, n);
  if (how == APART || how == SWAPPED) put_late(f);
  if (how != SWAPPED) fprintf(f, "%s {stall:15 wr:1 rd:2 wait:0x%x}\n", b, how == WAITS);
  fprintf(f, "MOV R%u, 0x1 {stall:15}\nover:\n", x->free_at + 2);
  put_late(f);
  fprintf(f, "NOP {stall:15 wait:0x3f}\n");
}

static void put_word(FILE *f, const search *x, unsigned r, unsigned *at) {
  fprintf(f, "STG.E.SYS [R%u+0x%x], R%u {stall:15 rd:0}\nNOP {stall:15 wait:0x3f}\n", x->free_at, *at, r);
  *at += 4;
}
/* What the two have left: their registers and predicates, the word that a store to shared or local memory has written, whether a branch was taken. */
static void put_looks(FILE *f, const search *x) {
  const unsigned t = x->free_at + 3;
  unsigned at = 0;
  put_word(f, x, x->free_at + 2, &at);
  for (unsigned r = 0; r < WT_SEM_RZ; r++)
    if (either(x, writes_reg, r)) put_word(f, x, r, &at);
  fprintf(f, "P2R R%u, PR, RZ, 0x7f {stall:15}\n", t), put_word(f, x, t, &at);
  for (unsigned r = 0; r < WT_SEM_URZ; r++)
    if (either(x, writes_ureg, r)) fprintf(f, "MOV R%u, UR%u {stall:15}\n", t, r), put_word(f, x, t, &at);
  for (unsigned p = 0; p < WT_SEM_PT; p++)
    if (either(x, writes_upred, p)) {
      fprintf(f, "USEL UR62, URZ, 0x1, UP%u {stall:15}\nMOV R%u, UR62 {stall:15}\n", p, t);
      put_word(f, x, t, &at);
    }
  for (unsigned k = 0; k < 2; k++) {
    const wt_sem_insn *i = &x->at[k].i;
    const char *from = strchr(x->at[k].text, '['), *to = from ? strchr(from, ']') : NULL;
    if (i->cls != WT_CL_MEM || !to || (i->space != WT_SPACE_SHARED && i->space != WT_SPACE_LOCAL)) continue;
    fprintf(f, "%s R%u, %.*s {stall:2 wr:0}\nNOP {stall:15 wait:0x01}\n", i->space == WT_SPACE_SHARED ? "LDS" : "LDL", t, (int)(to + 1 - from), from);
    put_word(f, x, t, &at);
  }
}

static char *program(const search *x, order how, unsigned n) {
  char *text = NULL;
  size_t bytes;
  FILE *f = open_memstream(&text, &bytes);
  if (!f) return NULL;
  unsigned regs = x->free_at + 4;
  for (unsigned r = 0; r < WT_SEM_RZ; r++)
    if (x->used[r] && r >= regs) regs = r + 1;
  fprintf(f, ".kernel pair\n.regs %u\n.smem %d\n.local %d\n.params 8\n", regs < 16 ? 16 : regs, SHARED, SHARED);
  fprintf(f, "MOV R%u, c[0x0][0x%x] {stall:15}\nMOV R%u, c[0x0][0x%x] {stall:15}\n", x->free_at, PARAM, x->free_at + 1, PARAM + 4);
  fprintf(f, "IADD3 R%u, R%u, 0x%x, RZ {stall:15}\nMOV R%u, RZ {stall:15}\n", x->free_at, x->free_at, LOOKED_AT, x->free_at + 2);
  put_values(f, x);
  put_pair(f, x, how, n);
  put_looks(f, x);
  fprintf(f, "EXIT {stall:15}\n.end\n");
  if (ferror(f) | fclose(f)) {
    free(text);
    return NULL;
  }
  return text;
}

/* ---- a run ---- */

/* From the trace: the issue of the second instruction of the pair behind that of the first. */
static unsigned issued_apart(const char *trace, uint32_t pc_a, uint32_t pc_b) {
  unsigned long long a = 0, b = 0, cycle;
  unsigned pc;
  for (const char *line = trace; line && *line; line = strchr(line, '\n'), line += line != NULL) {
    if (sscanf(line, "%llu %*s %*s %*s %x", &cycle, &pc) != 2) continue;
    if (pc == pc_a) a = cycle;
    if (pc == pc_b) b = cycle;
  }
  return a && b > a ? (unsigned)(b - a) : 0;
}

/* Where the two stand, in bytes. */
static void places(const char *text, const search *x, uint32_t *a, uint32_t *b) {
  uint32_t pc = 0;
  const size_t na = strlen(x->at[FIRST].text), nb = strlen(x->at[SECOND].text);
  const char *pair = strstr(text, PAIR);
  *a = *b = 0;
  for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
    if (*line == '.' || *line == '/' || !strncmp(line, "over:", 5)) continue;
    if (line < pair) {
      pc += 16;
      continue;
    }
    if (!*a && !strncmp(line, x->at[FIRST].text, na) && line[na] == ' ') *a = pc;
    else if (*a && !*b && !strncmp(line, x->at[SECOND].text, nb) && line[nb] == ' ') *b = pc;
    pc += 16;
  }
}

static wt_status run_text(search *x, const char *text, outcome *o) {
  static uint32_t fill[BUFFER / 4];
  char err[600], *trace = NULL;
  void *cubin;
  size_t bytes, traced;
  uint32_t pc_a, pc_b;
  wt_module *m;
  wt_status st = wt_assemble(text, "the pair", &cubin, &bytes, err, sizeof err);
  if (st) return fail(x, st, "%s", err);
  st = wt_module_load_image(x->s, cubin, bytes, "the pair", &m);
  free(cubin);
  if (st) return fail(x, st, "%s", wt_error(x->s));
  for (unsigned k = 0; k < BUFFER / 4; k++) fill[k] = 0x3f000000u + 0x1357u * k; /* what is loaded */
  if ((st = wt_copy_in(x->s, x->buffer, fill, sizeof fill))) return fail(x, st, "%s", wt_error(x->s));
  FILE *f = open_memstream(&trace, &traced);
  if (!f) return fail(x, WT_USAGE, "out of memory");
  const uint64_t before = wt_hazards(x->s);
  const wt_dims dims = {{1, 1, 1}, {1, 1, 1}, 0};
  const wt_arg arg = {&x->buffer, sizeof x->buffer};
  wt_set_trace(x->s, f);
  st = wt_launch(x->s, m, NULL, &dims, &arg, 1);
  wt_set_trace(x->s, NULL);
  fclose(f);
  o->hazards = (unsigned)(wt_hazards(x->s) - before);
  if (st == WT_PROGRAM && wt_ended(x->s) && o->hazards) st = WT_OK;
  if (st) fail(x, st, "%s", wt_error(x->s));
  else if ((st = wt_copy_out(x->s, o->left, x->buffer, sizeof o->left))) fail(x, st, "%s", wt_error(x->s));
  places(text, x, &pc_a, &pc_b);
  o->cycles = issued_apart(trace, pc_a, pc_b);
  free(trace);
  return st;
}
static wt_status run(search *x, order how, unsigned n, outcome *o) {
  char *text = program(x, how, n);
  if (!text) return fail(x, WT_USAGE, "out of memory");
  const wt_status st = run_text(x, text, o);
  free(text);
  return st;
}
static int same(const outcome *a, const outcome *b) { return !memcmp(a->left, b->left, sizeof a->left); }

/* ---- the search ---- */

/* Values with which the order of the two can be told, and what they leave when they are far apart. */
static wt_status choose(search *x, const wt_distance *d, outcome *right) {
  outcome other;
  wt_status st = WT_OK, fault = WT_OK;
  for (x->attempt = 0; x->attempt < ATTEMPTS; x->attempt++) {
    st = run(x, APART, 0, right);
    if (!st) st = run(x, d->dep == WT_DEP_READ ? ALONE : SWAPPED, 0, &other);
    if (st == WT_FAULT) {
      fault = st;
      continue;
    }
    if (st || !same(right, &other)) return st;
  }
  if (fault) return fault;
  return fail(x, WT_USAGE, "'%s' and '%s' leave the same whether the second comes early or late, so nothing can be told; give them other operands",
              x->at[FIRST].text, x->at[SECOND].text);
}

/* With stall counts: from which on it is right. */
static wt_status search_stall(search *x, const outcome *right, wt_distance *d) {
  outcome o;
  unsigned hazards = 0;
  for (unsigned n = 1; n <= WT_DISTANCE_MOST; n++) {
    const wt_status st = run(x, CLOSE, n, &o);
    if (st && st != WT_FAULT) return st;
    if (st || !same(&o, right) || o.hazards) d->need = 0, hazards = o.hazards;
    else if (!d->need) d->need = n, d->cycles = o.cycles, d->hazards = hazards;
  }
  return WT_OK;
}

static wt_status found(search *x, wt_distance *d) {
  outcome right, o;
  wt_status st = choose(x, d, &right);
  if (st) return st;
  if (!d->codes) {
    if ((st = run(x, CLOSE, 1, &o))) return st;
    d->waited = o.cycles;
    return WT_OK;
  }
  if ((st = search_stall(x, &right, d))) return st;
  if (d->dep != WT_DEP_OVERWRITE && has_barrier(&x->at[FIRST].i)) {
    if ((st = run(x, WAITS, 0, &o))) return st;
    if (!same(&o, &right))
      return fail(x, WT_DIFF, "behind a barrier of '%s', '%s' does not find what it should", x->at[FIRST].text, x->at[SECOND].text);
    d->waited = o.cycles;
  }
  return WT_OK;
}

/* ---- begin ---- */

static int label_over(void *ctx, const char *name, uint32_t *pc) {
  (void)ctx, *pc = 0x100;
  return !strcmp(name, "over");
}

static wt_status read_one(search *x, unsigned k, const char *text, char *copy) {
  char why[400];
  wt_word w;
  size_t n = strlen(text);
  while (n && strchr(" \t;", text[n - 1])) n--;
  while (n && strchr(" \t", *text)) text++, n--;
  if (n >= WT_DISTANCE_TEXT) return fail(x, WT_USAGE, "an instruction has at most %d letters", WT_DISTANCE_TEXT - 1);
  snprintf(copy, WT_DISTANCE_TEXT, "%.*s", (int)n, text);
  if (strpbrk(copy, "{}\n")) return fail(x, WT_USAGE, "'%s': the instruction alone, without control codes; they are what is looked for", copy);
  if (wt_asm_text(copy, 0, label_over, NULL, &w, why, sizeof why)) return fail(x, WT_USAGE, "'%s': %s", copy, why);
  const wt_status st = wt_sem_decode(w, &x->at[k].i);
  if (st) return fail(x, st, "'%s' is not executed: %s", copy, x->at[k].i.why ? x->at[k].i.why : "unknown");
  x->at[k].text = copy;
  for (unsigned r = 0; r < WT_SEM_RZ; r++) x->used[r] |= (uint8_t)(reads_reg(&x->at[k].i, r) | writes_reg(&x->at[k].i, r));
  return WT_OK;
}

static wt_status place_free(search *x) {
  for (unsigned r = 0; r + 4 < WT_SEM_RZ; r += 2)
    if (!x->used[r] && !x->used[r + 1] && !x->used[r + 2] && !x->used[r + 3]) {
      x->free_at = r;
      return WT_OK;
    }
  return fail(x, WT_USAGE, "no four registers side by side are left beside those of the two");
}

/* HAZARDS belongs to SCOREBOARD=codes alone. */
static wt_status open_session(search *x, wt_distance *d) {
  const char *set[130] = {0};
  unsigned n = 0;
  wt_shape S;
  if (wt_shape_preset(&S, x->shape->preset, x->err, x->errn)) return WT_USAGE;
  for (const char *const *k = x->shape->set; k && *k; k++) {
    if (wt_shape_set(&S, *k, x->err, x->errn)) return WT_USAGE;
    if (n < 128) set[n++] = *k;
  }
  d->codes = S.SCOREBOARD == WT_SCOREBOARD_codes;
  if (d->codes) set[n] = "HAZARDS=run";
  const wt_options o = {x->shape->lockstep ? WT_BACKEND_COSIM : WT_BACKEND_C, x->shape->preset, set, x->shape->seed, LIMIT, 0};
  wt_status st = wt_session_open(&o, &x->s);
  if (st) return fail(x, st, "%s", wt_error(NULL));
  wt_set_quiet(x->s, 1);
  wt_set_initcheck(x->s, 0);
  st = wt_alloc(x->s, BUFFER, &x->buffer);
  return st ? fail(x, st, "%s", wt_error(x->s)) : WT_OK;
}

wt_status wt_distance_find(const wt_distance_shape *o, const char *first, const char *second, wt_distance *d, char *err, size_t errn) {
  search x = {.shape = o, .err = err, .errn = errn};
  memset(d, 0, sizeof *d);
  wt_status st = read_one(&x, FIRST, first, d->text[FIRST]);
  if (!st) st = read_one(&x, SECOND, second, d->text[SECOND]);
  if (!st) st = place_free(&x);
  if (st) return st;
  relate(&x, d);
  if (d->dep == WT_DEP_NONE)
    return fail(&x, WT_USAGE, "'%s' and '%s' have no register and no predicate in common that one of them writes", d->text[FIRST], d->text[SECOND]);
  d->variable = is_variable(x.at[FIRST].i.id);
  st = open_session(&x, d);
  if (!st) st = found(&x, d);
  if (x.s) wt_session_close(x.s);
  return st;
}
