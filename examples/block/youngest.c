/* youngest.c - the scheduler of youngest.sv once more, as a shared object: the youngest warp that is ready issues.
 *
 *   warptwin block ports sched --c --config small >sched_ports.h
 *   gcc -shared -fPIC -O2 -I. $(pkg-config --cflags warptwin) -o youngest.so youngest.c
 *   warptwin run k.cubin ... --config small --use sched=youngest.so
 *
 * Sets of warps fit into a word here: shapes of up to 32 warps. GROUPING=dwr is refused.
 */
#include "sched_ports.h"

#include <stdio.h>
#include <stdlib.h>

/* All that decides what comes next. */
typedef struct {
  uint32_t busy, warp, beat, resident, younger[32]; /* younger[i], bit j: warp j was launched after warp i */
} state;

typedef struct {
  sched_ports p;
  const uint32_t *full, *queued;                     /* the ports share_full and share_queued, which only several sub-cores have; else NULL */
  uint32_t warps, beats, units;                      /* numbers of the shape */
  uint32_t hctl, unit, unit_w, cfwait, drain, quiet; /* width of a head's word, and where its fields lie */
  state q;
} sched;

/* n bits of a value from bit at on. */
static uint32_t bits(const uint32_t *v, unsigned at, unsigned n) {
  uint64_t two = v[at / 32] | (uint64_t)(at % 32 + n > 32 ? v[at / 32 + 1] : 0) << 32;
  return (uint32_t)(two >> at % 32) & ((1u << n) - 1);
}
static uint32_t field(const sched *s, unsigned w, unsigned at, unsigned n) { return bits(s->p.ibuffer_head_ctl, w * s->hctl + at, n); }
static int packet(const sched *s, unsigned w) { return field(s, w, s->unit, s->unit_w) < s->units; }

/* Rules 1 and 2 of wt_sched. */
static uint32_t ready(const sched *s) {
  const sched_ports *p = &s->p;
  uint32_t set = 0;
  if (s->q.busy || *p->issue_hold) return 0;
  for (unsigned w = 0; w < s->warps; w++) {
    const uint32_t bit = 1u << w, queued = s->queued ? *s->queued : 0;
    int ok = (*p->ibuffer_head_valid & *p->cfu_run & *p->sb_ok & *p->war_ok & bit) != 0;
    ok &= !packet(s, w) || *p->disp_free;
    ok &= !field(s, w, s->cfwait, 1) || (*p->cfu_idle && !(s->full && *s->full));
    ok &= !field(s, w, s->drain, 1) || (*p->war_drained & ~*p->lsu_at & ~*p->replay_warps & ~queued & bit);
    ok &= !field(s, w, s->quiet, 1) || (*p->sb_clear & *p->lsu_quiet & ~queued & bit);
    if (ok) set |= bit;
  }
  return set;
}

static void block_eval(void *b) {
  sched *s = b;
  sched_ports *p = &s->p;
  const uint32_t set = ready(s);
  *p->sched_ready = set;
  *p->sched_sel_valid = s->q.busy ? *p->disp_free : set != 0;
  *p->sched_sel_warp = *p->sched_sel_beat = *p->sched_sel_first = *p->sched_sel_pop = *p->sched_index = 0;
  *p->sched_sync = *p->sched_whole = *p->sched_more = 0; /* GROUPING=dwr */
  if (!*p->sched_sel_valid) return;
  if (s->q.busy) {
    *p->sched_sel_warp = s->q.warp, *p->sched_sel_beat = s->q.beat, *p->sched_sel_pop = s->q.beat == s->beats - 1;
    return;
  }
  unsigned w = 0;
  while (!(set >> w & 1) || (s->q.younger[w] & set)) w++;
  *p->sched_sel_warp = w;
  *p->sched_index = *p->ibuffer_head_index >> w & 1;
  *p->sched_sel_first = !*p->sched_index;
  *p->sched_sel_pop = !*p->sched_index && (!packet(s, w) || s->beats == 1);
}

static void block_tick(void *b) {
  sched *s = b;
  const sched_ports *p = &s->p;
  state *q = &s->q;
  if (*p->sched_sel_valid) {
    q->busy = !*p->sched_index && !*p->sched_sel_pop;
    q->warp = q->busy ? *p->sched_sel_warp : 0, q->beat = q->busy ? *p->sched_sel_beat + 1 : 0;
  }
  if (*p->cfu_done_valid) q->resident &= ~(1u << *p->cfu_done_warp);
  if (*p->dispatch_launch_valid && *p->dispatch_launch_last && *p->cfu_launch_ack) {
    const unsigned w = *p->dispatch_launch_warp;
    q->resident |= 1u << w;
    for (unsigned i = 0; i < s->warps; i++) q->younger[i] |= 1u << w;
    q->younger[w] = 0;
  }
}

static void block_moore(void *b) {
  sched *s = b;
  *s->p.sched_resident = s->q.resident, *s->p.sched_busy = s->q.busy;
}
static void block_reset(void *b) { ((sched *)b)->q = (state){0}; }
static void block_close(void *b) { free(b); }

static size_t block_save(void *b, void *bytes) {
  if (bytes) memcpy(bytes, &((sched *)b)->q, sizeof(state));
  return sizeof(state);
}
static int block_load(void *b, const void *bytes, size_t n) {
  if (n != sizeof(state)) return -1;
  memcpy(&((sched *)b)->q, bytes, n);
  return 0;
}

static void *block_open(const wt_block_world *w, char *err, size_t errn) {
  sched *s = calloc(1, sizeof *s);
  uint32_t dwr = 0;
  if (!s) return NULL;
  int bad = sched_ports_find(w, &s->p);
  for (uint32_t i = 0; i < w->ports; i++)
    if (!strcmp(w->port[i].name, "share_full")) s->full = w->port[i].value;
    else if (!strcmp(w->port[i].name, "share_queued")) s->queued = w->port[i].value;
  bad |= w->number(w, "SLOTS", &s->warps) | w->number(w, "BEATS", &s->beats) | w->number(w, "UNITS", &s->units);
  bad |= w->number(w, "HCTL_W", &s->hctl) | w->number(w, "UNIT_W", &s->unit_w) | w->number(w, "GROUPING", &dwr);
  bad |= w->number(w, "hctl_unit_L", &s->unit) | w->number(w, "hctl_cfwait_L", &s->cfwait);
  bad |= w->number(w, "hctl_drain_L", &s->drain) | w->number(w, "hctl_quiet_L", &s->quiet);
  if (bad) snprintf(err, errn, "youngest: a port or a number of the shape is not there");
  else if (s->warps > 32 || dwr) bad = 1, snprintf(err, errn, "youngest: up to 32 fixed warps, this shape is %s", w->shape);
  return bad ? free(s), NULL : s;
}

const wt_block_api *wt_block_get(void) {
  static const wt_block_api api = {.abi = WT_BLOCK_ABI,
                                   .block = "sched",
                                   .name = "youngest",
                                   .open = block_open,
                                   .close = block_close,
                                   .reset = block_reset,
                                   .moore = block_moore,
                                   .eval = block_eval,
                                   .tick = block_tick,
                                   .save = block_save,
                                   .load = block_load};
  return &api;
}
