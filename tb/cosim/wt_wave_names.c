/* wt_wave_names.c - names of values in a wave: states of machines, events, kinds of requests, reasons. */
#include <stdio.h>
#include <string.h>

#include "cosim/wt_wave.h"
#include "lib/wt_tandem.h"

enum { MOST = 16, BITS = 8 };
typedef struct {
  unsigned n;
  char bits[MOST][BITS + 1];
  const char *name[MOST], *value[MOST];
} table;

static void put(table *t, const char *name, unsigned value, unsigned bits) {
  if (t->n >= MOST || bits > BITS) return;
  for (unsigned b = 0; b < bits; b++) t->bits[t->n][b] = value >> (bits - 1 - b) & 1 ? '1' : '0';
  t->bits[t->n][bits] = 0;
  t->name[t->n] = name, t->value[t->n] = t->bits[t->n];
  t->n++;
}

/* One entry a machine, then one a state. */
static const struct {
  const char *block, *row, *name;
  unsigned bits, value;
} states[] = {
#define FSM(block, row, tag, bits) {#block, #row, NULL, bits, 0},
#define STATE(tag, name, value, text) {NULL, NULL, #name, 0, value},
#include "spec/states.def"
  {"", "", NULL, 0, 0}};

static void states_of(table *t, const char *block, const wt_row *row) {
  unsigned i = 0;
  while (!states[i].block || (*states[i].block && (strcmp(states[i].block, block) || strcmp(states[i].row, row->name)))) i++;
  for (unsigned k = i + 1; *states[i].block && !states[k].block; k++) put(t, states[k].name, states[k].value, states[i].bits);
}

static const struct {
  const char *name;
  unsigned value;
} consts[] = {
#define CONST(name, width, value) {#name, (unsigned)(value)},
#include "spec/consts.def"
};

/* Rows whose values are numbers of consts.def with this beginning. */
static const struct {
  const char *drv, *row, *prefix;
} kinds[] = {{"cfu", "e_kind", "EV_"}, {"issue", "ev_kind", "EV_"}, {"cfu", "err_kind", "CFE_"}, {"lsu", "mop", "MEM_"}, {"lsu", "req_op", "MEM_"},
             {"lsu", "rq_op", "MEM_"}, {"lsu", "req_space", "SP_"}, {"lsu", "rq_space", "SP_"},  {"lsu", "space", "SP_"}};

static void consts_of(table *t, const char *drv, const wt_row *row) {
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    size_t n = strlen(kinds[i].prefix);
    if (strcmp(kinds[i].drv, drv) || strcmp(kinds[i].row, row->name)) continue;
    for (unsigned k = 0; k < sizeof consts / sizeof *consts; k++)
      if (!strncmp(consts[k].name, kinds[i].prefix, n)) put(t, consts[k].name + n, consts[k].value, row->elemw);
  }
}

fstEnumHandle wt_wave_names(void *fst, const char *block, const char *drv, const wt_row *row) {
  table t = {.n = 0};
  char name[96];
  if (row->kind == WT_ROW_FF) states_of(&t, block, row);
  if (!t.n) consts_of(&t, drv, row);
  if (!t.n) return 0;
  snprintf(name, sizeof name, "%s_%s", block, row->name);
  return fstWriterCreateEnumTable(fst, name, t.n, row->elemw, t.name, t.value);
}

fstEnumHandle wt_wave_reasons(void *fst) {
  table t = {.n = 0};
  for (unsigned i = 0; i < WT_WHY_COUNT; i++) put(&t, wt_why_names[i], i, 4);
  return fstWriterCreateEnumTable(fst, "why", t.n, 4, t.name, t.value);
}
