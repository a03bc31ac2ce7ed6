/* wt_lru.c - stack distances by a Fenwick tree over time. */
#include "lib/wt_lru.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

/* ---- places ---- */

static uint32_t slot_of(const wt_places *p, uint64_t key) {
  uint32_t i = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (p->room - 1);
  while (p->slot[i] && p->key[p->slot[i] - 1] != key) i = (i + 1) & (p->room - 1);
  return i;
}

/* At most half of the slots are taken. */
static int places_grow(wt_places *p) {
  const uint32_t room = p->room ? 2 * p->room : 2 * FIRST_ROOM;
  uint32_t *slot = p->n < UINT32_MAX / 8 ? calloc(room, sizeof *slot) : NULL;
  uint64_t *key = slot ? realloc(p->key, room / 2 * sizeof *key) : NULL;
  if (!key) return free(slot), -1;
  free(p->slot);
  p->key = key, p->slot = slot, p->room = room, p->most = room / 2;
  for (uint32_t i = 0; i < p->n; i++) p->slot[slot_of(p, p->key[i])] = i + 1;
  return 0;
}

uint32_t wt_places_of(wt_places *p, uint64_t key) {
  if (p->n == p->most && places_grow(p)) return WT_PLACES_NONE;
  uint32_t *s = &p->slot[slot_of(p, key)];
  if (*s) return *s - 1;
  p->key[p->n] = key;
  *s = ++p->n;
  return p->n - 1;
}

void wt_places_free(wt_places *p) {
  free(p->key), free(p->slot);
  *p = (wt_places){0};
}

/* ---- the tree ---- */

static void add(wt_lru *l, uint32_t time, uint32_t by) {
  for (; time <= l->end; time += time & -time) l->tree[time] += by;
}
/* Marks up to a time. */
static uint32_t marks(const wt_lru *l, uint32_t time) {
  uint32_t n = 0;
  for (; time; time &= time - 1) n += l->tree[time];
  return n;
}

/* The marks move to the times from 1 on; as many times as there are marks stay free behind them, and more. */
static int together(wt_lru *l) {
  uint32_t end = l->end ? l->end : FIRST_ROOM, n = 0;
  while (end / 4 < l->line.n) end *= 2;
  if (end > l->end) {
    uint32_t *tree = realloc(l->tree, (end + 1) * sizeof *tree);
    if (tree) l->tree = tree;
    uint32_t *at = tree ? realloc(l->at, (end + 1) * sizeof *at) : NULL;
    if (!at) return -1;
    l->at = at;
  }
  for (uint32_t t = 1; t <= l->now; t++)
    if (l->last[l->at[t]] == t) l->at[++n] = l->at[t], l->last[l->at[n]] = n;
  l->now = n, l->end = end;
  memset(l->tree, 0, (end + 1) * sizeof *l->tree);
  for (uint32_t t = 1; t <= end; t++) {
    const uint32_t up = t + (t & -t);
    l->tree[t] += t <= n;
    if (up <= end) l->tree[up] += l->tree[t];
  }
  return 0;
}

int wt_lru_touch(wt_lru *l, uint64_t key, uint32_t *place, uint64_t *distance) {
  const uint32_t had = l->line.n;
  if (l->now == l->end && together(l)) return -1;
  const uint32_t p = *place = wt_places_of(&l->line, key);
  if (p == WT_PLACES_NONE) return -1;
  if (l->most < l->line.most) {
    uint32_t *last = realloc(l->last, l->line.most * sizeof *last);
    if (!last) return -1;
    l->last = last, l->most = l->line.most;
  }
  if (p == had) {
    *distance = WT_LRU_FIRST;
  } else {
    *distance = had - marks(l, l->last[p]);
    add(l, l->last[p], -1u);
  }
  l->last[p] = ++l->now;
  l->at[l->now] = p;
  add(l, l->now, 1);
  return 0;
}

void wt_lru_free(wt_lru *l) {
  wt_places_free(&l->line);
  free(l->last), free(l->tree), free(l->at);
  *l = (wt_lru){0};
}
