/* wt_agents.c - threads of other SMs from a script. */
#include "lib/wt_agents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/wt_gpu.h"

#define BLANK " \n\t"

typedef enum { ST, LD, ADD, EXCH, CAS, FENCE, WAIT, UNTIL } kind;
typedef struct {
  kind what;
  uint64_t addr;
  uint32_t v[2];
  unsigned value; /* number of the value it brings */
} op;

struct wt_agents {
  unsigned n;
  unsigned n_ops[WT_AGENTS];
  op ops[WT_AGENTS][WT_AGENT_OPS];
  unsigned spread;
  /* state */
  uint64_t rng, cycle;
  uint64_t until[WT_AGENTS]; /* it waits until this cycle */
  uint32_t next[WT_AGENTS], flying[WT_AGENTS];
  uint32_t value[WT_AGENTS][WT_AGENT_OPS];
};

static uint64_t draw(uint64_t *s) {
  *s ^= *s << 13, *s ^= *s >> 7, *s ^= *s << 17;
  return *s;
}

/* One operation; NULL, or what is wrong with it. */
static const char *read_op(const char *text, uint64_t base, op *o, unsigned *values) {
  static const struct {
    const char *word;
    kind what;
    int args, brings;
  } words[] = {{"st", ST, 2, 0},   {"ld", LD, 1, 1},       {"add", ADD, 2, 1},   {"exch", EXCH, 2, 1},
               {"cas", CAS, 3, 1}, {"fence", FENCE, 0, 0}, {"wait", WAIT, 1, 0}, {"until", UNTIL, 2, 0}};
  long long v[3] = {0, 0, 0};
  char *end;
  text += strspn(text, BLANK);
  size_t length = strcspn(text, BLANK);
  for (unsigned i = sizeof words / sizeof *words; i--;) {
    if (strlen(words[i].word) != length || strncmp(text, words[i].word, length) != 0) continue;
    const char *rest = text + length;
    for (int n = 0; n < words[i].args; n++, rest = end) {
      v[n] = strtoll(rest, &end, 0);
      if (end == rest) return "another number of values is expected";
    }
    if (rest[strspn(rest, BLANK)]) return "another number of values is expected";
    if (words[i].what != WAIT && words[i].args && v[0] % 4) return "the address is no multiple of 4";
    *o = (op){words[i].what, words[i].what == WAIT ? (uint64_t)v[0] : base + (uint64_t)v[0], {(uint32_t)v[1], (uint32_t)v[2]}, *values};
    *values += (unsigned)words[i].brings;
    return NULL;
  }
  return "no such operation";
}

static int read_script(wt_agents *a, char *script, uint64_t base, char *err, size_t errn) {
  char *outer, *inner;
  for (char *agent = strtok_r(script, "|", &outer); agent; agent = strtok_r(NULL, "|", &outer)) {
    unsigned values = 0;
    if (a->n == WT_AGENTS) return snprintf(err, errn, "more than %d agents", WT_AGENTS), -1;
    for (char *text = strtok_r(agent, ";", &inner); text; text = strtok_r(NULL, ";", &inner)) {
      if (!text[strspn(text, BLANK)]) continue;
      unsigned *n = &a->n_ops[a->n];
      if (*n == WT_AGENT_OPS) return snprintf(err, errn, "agent %u: more than %d operations", a->n, WT_AGENT_OPS), -1;
      const char *bad = read_op(text, base, &a->ops[a->n][(*n)++], &values);
      if (bad) return snprintf(err, errn, "agent %u, '%s': %s", a->n, text + strspn(text, BLANK), bad), -1;
    }
    a->n++;
  }
  return 0;
}

wt_agents *wt_agents_new(const char *script, uint64_t base, uint64_t seed, unsigned spread, char *err, size_t errn) {
  wt_agents *a = calloc(1, sizeof *a);
  char *copy = strdup(script);
  int bad = !a || !copy;
  if (bad) snprintf(err, errn, "out of memory");
  if (!bad) bad = read_script(a, copy, base, err, errn);
  free(copy);
  if (bad) return wt_agents_free(a), NULL;
  a->spread = spread, a->rng = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  for (int i = 0; i < 8; i++) draw(&a->rng);
  return a;
}
void wt_agents_free(wt_agents *a) { free(a); }
uint32_t wt_agents_value(const wt_agents *a, unsigned agent, unsigned n) { return agent < a->n && n < WT_AGENT_OPS ? a->value[agent][n] : 0; }

int wt_agents_done(const wt_agents *a) {
  for (unsigned k = 0; k < a->n; k++)
    if (a->next[k] < a->n_ops[k] || a->flying[k]) return 0;
  return 1;
}

static wt_mem_req request(const wt_agents *a, unsigned k, const op *o) {
  static const uint8_t aop[] = {[ADD] = 0, [EXCH] = 8, [CAS] = 9};
  unsigned off = (unsigned)(o->addr % 128);
  wt_mem_req r = {.line = o->addr / 128, .lanes = 1, .space = WT_SP_GLOBAL, .from = (uint8_t)(k + 1), .tag = (uint8_t)a->next[k]};
  r.bmask[off / 32] = 15u << off % 32;
  r.op = o->what == ST ? WT_MEM_STORE : o->what == LD || o->what == UNTIL ? WT_MEM_LOAD : WT_MEM_ATOM;
  r.answer = o->what != ST;
  if (o->what == ST) {
    memcpy((uint8_t *)r.data + off, &o->v[0], 4);
  } else if (r.op == WT_MEM_ATOM) {
    r.aop = aop[o->what], r.data[0] = o->v[0];
    if (o->what == CAS) r.data[2] = o->v[1];
  }
  return r;
}

void wt_agents_cycle(wt_agents *a, wt_agents_ask *ask, void *ctx) {
  for (unsigned k = 0; k < a->n; k++) {
    const op *o = &a->ops[k][a->next[k]];
    if (a->next[k] == a->n_ops[k] || a->cycle < a->until[k]) continue;
    if (o->what == FENCE) {
      if (!a->flying[k]) a->next[k]++;
      continue;
    }
    if (o->what == WAIT) {
      a->until[k] = a->cycle + o->addr;
      a->next[k]++;
      continue;
    }
    if (o->what == UNTIL && a->flying[k]) continue;
    wt_mem_req r = request(a, k, o);
    if (ask(ctx, &r, a->spread ? (unsigned)(draw(&a->rng) % (a->spread + 1)) : 0)) continue;
    a->flying[k]++, a->next[k] += o->what != UNTIL;
  }
  a->cycle++;
}

void wt_agents_answered(wt_agents *a, const wt_mem_req *r) {
  unsigned k = r->from - 1u;
  const op *o = &a->ops[k][r->tag];
  a->flying[k]--;
  if (o->what == UNTIL) {
    uint32_t got;
    memcpy(&got, (const uint8_t *)r->data + o->addr % 128, 4);
    a->next[k] += got == o->v[0];
    return;
  }
  if (r->answer) memcpy(&a->value[k][o->value], (const uint8_t *)r->data + o->addr % 128, 4);
}

void wt_agents_saved(wt_agents *a, wt_saved *l) {
#define ROW(field, n) wt_saved_add(l, &a->field, sizeof a->field / (n), n, "agents." #field)
  ROW(rng, 1), ROW(cycle, 1), ROW(until, WT_AGENTS), ROW(next, WT_AGENTS), ROW(flying, WT_AGENTS), ROW(value, WT_AGENTS * WT_AGENT_OPS);
#undef ROW
}
