/* explore.h - a block on a tiny shape, seen as a machine of few states: which inputs it may get in a state, and what its document says of every state. */
#ifndef WT_EXPLORE_H
#define WT_EXPLORE_H
#include "bench/wt_bench.h"

enum { ENV_BYTES = 16 };
typedef struct {
  const char *name, *stem, *set[10]; /* on tiny */
  unsigned letters;                  /* inputs of a cycle */
  const char *alphabet;              /* in words */
  /* Inputs of letter `l` into the machine, which shows the state; env is what the neighbours remember, afterwards as it is after this cycle. 0: no
   * neighbour would do this here. */
  int (*drive)(wt_m *m, uint8_t *env, unsigned l);
  /* After the edge: outputs that depend on inputs still show the cycle, the others and the state the next. NULL, or what is wrong with it. */
  const char *(*look)(wt_m *m, uint8_t *env);
  /* From every state one of these must be reachable. NULL: not asked. */
  int (*goal)(const wt_m *m, const uint8_t *env);
  void (*say)(unsigned l, char *text, size_t n); /* the letter in words, for the way to a wrong state */
} explorer;
extern const explorer explorers[]; /* ends with name = NULL */
/* Outputs that depend on inputs, of the block that is looked at. */
void explore_eval(wt_m *m);
/* Its other outputs, after inputs that stay as they are for a launch have changed. */
void explore_moore(wt_m *m);
#endif
