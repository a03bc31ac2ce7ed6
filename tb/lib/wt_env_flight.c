/* wt_env_flight.c - what is on its way in the environment: compared, saved. */
#include <stdio.h>
#include <stdlib.h>

#include "lib/wt_env_int.h"

typedef struct {
  uint32_t n, size;
  answer *a;
} kept_channel;
struct wt_env_flight {
  uint64_t now;
  unsigned channels;
  kept_channel *c;
  wt_memsys *sys;
};
static unsigned channels_each(const wt_env *e) { return 2 + 2 * e->S->SUBCORES; }
static unsigned channels(const wt_env *e) { return e->S->SMS * channels_each(e); }
/* The channels of an SM: answers of data memory, then of constants and instructions, sub-core by sub-core, acknowledgements. */
static channel *channel_of(const wt_env *e, unsigned i) {
  const unsigned each = channels_each(e), k = i % each;
  sm_side *u = &e->sm[i / each];
  if (!k) return &u->rsp;
  if (k == each - 1) return &u->ack;
  return (k - 1) % 2 ? &u->imem[(k - 1) / 2] : &u->cst[(k - 1) / 2];
}
wt_env_flight *wt_env_flight_new(const wt_env *e) {
  wt_env_flight *f = calloc(1, sizeof *f);
  if (f && !(f->c = calloc(channels(e), sizeof *f->c))) return free(f), NULL;
  if (f) f->channels = channels(e);
  for (unsigned i = 0; f && i < f->channels; i++) {
    f->c[i].size = channel_of(e, i)->size;
    if (!(f->c[i].a = calloc(f->c[i].size, sizeof *f->c[i].a))) return wt_env_flight_free(f), NULL;
  }
  if (f && e->sys && !(f->sys = wt_memsys_new(e->S))) return wt_env_flight_free(f), NULL;
  return f;
}
void wt_env_flight_free(wt_env_flight *f) {
  for (unsigned i = 0; f && i < f->channels; i++) free(f->c[i].a);
  if (f) free(f->c), wt_memsys_free(f->sys);
  free(f);
}
void wt_env_flight_save(wt_env_flight *f, const wt_env *e) {
  f->now = e->now;
  for (unsigned i = 0; i < channels(e); i++) {
    const channel *c = channel_of(e, i);
    f->c[i].n = c->n;
    for (unsigned k = c->n; k--;) f->c[i].a[k] = c->a[(c->head + k) % c->size];
  }
  if (e->sys) wt_memsys_put(f->sys, e->sys);
}
int wt_env_flight_same(const wt_env_flight *f, const wt_env *e) {
  if (e->agents && !wt_agents_done(e->agents)) return 0;
  for (unsigned i = 0; i < channels(e); i++)
    if (f->c[i].n != channel_of(e, i)->n) return 0;
  for (unsigned i = 0; i < channels(e); i++) {
    const channel *c = channel_of(e, i);
    for (unsigned k = 0; k < c->n; k++) {
      answer x = c->a[(c->head + k) % c->size];
      if (x.due - e->now != f->c[i].a[k].due - f->now) return 0;
      x.due = f->c[i].a[k].due;
      if (memcmp(&x, &f->c[i].a[k], sizeof x)) return 0;
    }
  }
  return !e->sys || wt_memsys_same(f->sys, e->sys);
}

int wt_env_flight_memory(const wt_env_flight *f, const wt_env *e) { return wt_memsys_same(f->sys, e->sys); }

int wt_env_flight_alike(const wt_env_flight *f, const wt_env *e, unsigned sm) {
  const unsigned each = channels_each(e);
  const uint64_t now = e->now + e->sm[sm].ahead;
  for (unsigned i = sm * each; i < (sm + 1) * each; i++) {
    const channel *c = channel_of(e, i);
    const int foretold = e->sys && (i == sm * each || i == (sm + 1) * each - 1);
    const uint32_t n = foretold ? wt_env_come(c, now) : c->n;
    if (f->c[i].n != n) return 0;
    for (unsigned k = 0; k < n; k++)
      if (c->a[(c->head + k) % c->size].due - now != f->c[i].a[k].due - f->now) return 0;
  }
  return 1;
}

void wt_env_flight_saved(wt_env_flight *f, wt_saved *l) {
  wt_saved_add(l, &f->now, sizeof f->now, 1, "noend.flight.now");
  wt_saved_add(l, &f->c->n, sizeof f->c->n, f->channels, "noend.flight.n")->stride = sizeof *f->c;
  for (unsigned i = 0; i < f->channels; i++) wt_saved_add(l, f->c[i].a, sizeof *f->c[i].a, f->c[i].size, "noend.flight[%u]", i)->count = &f->c[i].n;
  if (f->sys) wt_memsys_saved(f->sys, l, "noend.memory");
}

static void reverse(answer *a, unsigned n) {
  for (unsigned i = 0; i < n / 2; i++) {
    answer x = a[i];
    a[i] = a[n - 1 - i], a[n - 1 - i] = x;
  }
}
/* The ring begins at its first place: the same answers in the same order. */
static void straighten(channel *c) {
  if (!c->head) return;
  if (c->head + c->n <= c->size) {
    memmove(c->a, c->a + c->head, c->n * sizeof *c->a);
  } else {
    reverse(c->a, c->head), reverse(c->a + c->head, c->size - c->head);
    reverse(c->a, c->size);
  }
  c->head = 0;
}

void wt_env_saved(wt_env *e, wt_saved *l) {
  l->section = "flight";
#define ROW(field) wt_saved_add(l, &e->field, sizeof e->field, 1, "flight." #field)
  ROW(now);
  ROW(fault.kind), ROW(fault.sm), ROW(fault.warp), ROW(fault.lanes), ROW(fault.pc), ROW(fault.addr);
#undef ROW
  for (unsigned i = 0; i < channels(e); i++) {
    static const char *const names[] = {"cst", "imem"};
    channel *c = channel_of(e, i);
    const unsigned each = channels_each(e), sm = i / each, k = i % each, subcore = (k - 1) / 2;
    char of[16] = "", name[40];
    if (sm) snprintf(of, sizeof of, "sm%u.", sm);
    if (!k || k == each - 1) snprintf(name, sizeof name, "%s%s", of, k ? "ack" : "rsp");
    else snprintf(name, sizeof name, subcore ? "%s%s%u" : "%s%s", of, names[(k - 1) % 2], subcore);
    straighten(c);
    wt_saved_add(l, &c->n, sizeof c->n, 1, "flight.%s_n", name);
    wt_saved_add(l, c->a, sizeof *c->a, c->size, "flight.%s", name)->count = &c->n;
  }
  for (unsigned i = 0; i < e->S->SMS; i++) {
    sm_side *u = &e->sm[i];
    wt_saved_of_sm(l, i);
#define ROW(field) wt_saved_add(l, &u->field, sizeof u->field, 1, "flight." #field)
    ROW(requests), ROW(lanes), ROW(writes);
#undef ROW
    wt_saved_of_sm(l, 0);
    wt_saved_add(l, u->has_local, sizeof u->has_local[0], e->S->SM_SLOTS, i ? "flight.sm%u.has_local" : "flight.has_local", i);
    for (unsigned w = 0; w < e->S->SM_SLOTS && e->local_bytes; w++) {
      wt_saved_row *r = wt_saved_add(l, NULL, e->local_bytes, 1, "flight.local[%u]", i * e->S->SM_SLOTS + w);
      r->count = &u->has_local[w], r->own = (void **)&u->local[w], r->room = &u->local_room[w];
    }
  }
  if (e->sys) wt_memsys_saved(e->sys, l, "memory");
  if (!e->agents) return;
  wt_saved_add(l, &e->n_foreign, sizeof e->n_foreign, 1, "flight.foreign_n");
  wt_saved_add(l, e->foreign, sizeof *e->foreign, FOREIGN, "flight.foreign")->count = &e->n_foreign;
  wt_agents_saved(e->agents, l);
}

int wt_env_quiet(const wt_env *e) {
  for (unsigned i = 0; i < channels(e); i++)
    if (channel_of(e, i)->n) return 0;
  return (!e->sys || wt_memsys_quiet(e->sys)) && (!e->agents || wt_agents_done(e->agents));
}

int wt_env_still(const wt_env *e, unsigned sm) {
  const unsigned each = channels_each(e);
  for (unsigned i = 0; i < each; i++)
    if (channel_of(e, sm * each + i)->n) return 0;
  return !e->sys || (!e->sys->sm[sm].here && e->sm[sm].done_late == e->sm[sm].n_late);
}
