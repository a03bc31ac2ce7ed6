/* wt_running.c - the state of a launch: rows, and their hash. */
#include "lib/wt_running.h"

#include <nettle/sha2.h>
#include <stdlib.h>

#include "oracle/wt_oracle_init.h"

static void tally_saved(wt_saved *l, wt_tally *t) {
#define ROW(field, n) wt_saved_add(l, &t->field, sizeof t->field / (n), n, "counters.session.total." #field)
  ROW(cycles, 1), ROW(warp_instructions, 1), ROW(thread_instructions, 1), ROW(idle_cycles, 1);
  ROW(lanes.beats, 1), ROW(lanes.active, 1), ROW(lanes.idle, WT_IDLE_STATES);
  ROW(why, WT_WHY_COUNT), ROW(l1, 4), ROW(l1_again, 1), ROW(replays, 6);
#undef ROW
}

int wt_running_rows(wt_running *u, int what, wt_saved *l) {
  wt_machine *x = u->x;
  wt_saved_machine(l, u->m);
  if (x->guests) wt_guests_saved(x->guests, l);
  wt_env_saved(u->e, l);
  if (what >= WT_STATE_SEGMENT) {
    for (unsigned i = 0; i < u->m->S->SMS; i++) {
      wt_saved_of_sm(l, i);
      wt_tandem_saved(u->sm[i].t, l);
      if (u->sm[i].c.hazard) wt_hazard_saved(u->sm[i].c.hazard, l);
    }
    wt_saved_of_sm(l, 0);
    tally_saved(l, &x->total);
#define ROW(field, n) wt_saved_add(l, &x->field, sizeof x->field / (n), n, "counters.session." #field)
    ROW(requests, 1), ROW(lane_accesses, 1), ROW(occupancy, 2), ROW(peak, WT_PEAKS);
    ROW(use, WT_PEAKS), ROW(counted_cycles, 1);
    wt_saved_add(l, &x->memory, sizeof x->memory, 1, "counters.session.memory");
    for (unsigned i = 0; x->each && i < u->m->S->SMS; i++) {
      snprintf(l->of, sizeof l->of, "sm%u.", i);
      tally_saved(l, &x->each[i].tally);
      wt_saved_add(l, x->each[i].peak, sizeof *x->each->peak, WT_PEAKS, "counters.session.peak");
      wt_saved_add(l, x->each[i].use, sizeof *x->each->use, WT_PEAKS, "counters.session.use");
    }
    wt_saved_of_sm(l, 0);
#undef ROW
  }
  for (unsigned i = 0; what >= WT_STATE_FULL && x->oracle && i < u->m->S->SMS; i++) {
    wt_saved_of_sm(l, i);
    if (!wt_saved_still(l, i)) continue;
    wt_oracle_saved(x->oracle[i], l);
    if (what == WT_STATE_HERE) wt_oracle_init_saved(x->oracle[i], l);
  }
  wt_saved_of_sm(l, 0), l->still = 0;
  if (what >= WT_STATE_FULL && u->sm->c.noend) wt_noend_saved(u->sm->c.noend, l);
  return l->no_memory ? (wt_saved_free(l), -1) : 0;
}

wt_status wt_running_loaded(wt_running *u, int what) {
  wt_machine *x = u->x;
  wt_status s = WT_OK;
  wt_saved_machine_loaded(u->m);
  if (u->sm->c.noend) wt_noend_loaded(u->sm->c.noend);
  for (unsigned i = 0; !s && what >= WT_STATE_FULL && x->oracle && i < u->m->S->SMS; i++)
    if ((s = wt_oracle_loaded(x->oracle[i]))) wt_report_begin(&u->r, WT_CAUSE_DIFF, "%s", wt_oracle_error(x->oracle[i]));
  return s;
}

int wt_running_hash(wt_running *u, int what, uint8_t sha[32]) {
  wt_saved l = {0};
  struct sha256_ctx c;
  int bad = wt_running_rows(u, what, &l);
  sha256_init(&c);
  for (unsigned i = 0; !bad && i < l.n; i++) {
    size_t n = wt_saved_bytes(&l.row[i]);
    uint8_t *p = malloc(n + 1);
    if (!(bad = !p)) {
      wt_saved_get(&l.row[i], p);
      sha256_update(&c, n, p);
    }
    free(p);
  }
  for (size_t i = 0; !bad && i < wt_mem_count(u->x->mem); i++) {
    wt_mem_area a = wt_mem_get(u->x->mem, i);
    sha256_update(&c, sizeof a.base, (const uint8_t *)&a.base);
    if (a.size) sha256_update(&c, a.size, wt_mem_ptr(u->x->mem, a.base, a.size));
  }
  sha256_digest(&c, 32, sha);
  wt_saved_free(&l);
  return bad ? -1 : 0;
}
