/* wt_ls_step.c - inputs and clock of the RTL, and what it says about them: assertions that fail. */
#include <stdio.h>

#include "cosim/wt_ls_int.h"
#include "lib/wt_min.h"

/* ---- inputs ---- */

/* Drivers of which the machine has several stand behind each other. 0: their values are those of the last time. */
static int gather(const wt_bind *b) {
  const uint32_t bytes = (uint32_t)wt_row_value_bytes(b->row);
  unsigned w = b->row->elemw * b->row->n, changed = 0;
  uint32_t *one = b->packed + wt_ls_words(w * b->n_each);
  for (unsigned k = b->n_each; k--;) {
    if (!wt_bytes_differ(b->each[k], b->c_seen + k * bytes, bytes)) continue;
    memcpy(b->c_seen + k * bytes, b->each[k], bytes);
    wt_row_pack(b->row, b->each[k], one);
    wt_words_copy(b->packed, k * w, w, one);
    changed = 1;
  }
  return (int)changed;
}
static void write_input(wt_ls *l, const wt_bind *b) {
  if (b->n_each > 1 && !gather(b)) return;
  if (b->n_each == 1) wt_ls_pack(b, wt_row_value_bytes(b->row));
  for (unsigned i = 0; i < b->n_reader; i++) {
    const wt_reader *r = &b->reader[i];
    memcpy(r->next, b->packed, b->bytes);
    l->part[r->part].changed = 1;
  }
}
void wt_ls_inputs(wt_ls *l) {
  for (unsigned i = 0; i < l->n_q_in; i++) {
    const wt_in_run *r = &l->q_in[i];
    if (r->seen && !wt_bytes_differ(r->c, r->seen, r->bytes)) continue; /* next still holds them */
    for (unsigned k = r->first; k < r->first + r->n; k++) {
      const wt_bind *b = &l->in[k];
      if (!r->seen || wt_bytes_differ(b->c, b->c_seen, (uint32_t)wt_row_value_bytes(b->row))) write_input(l, b);
    }
    if (r->seen) memcpy(r->seen, r->c, r->bytes);
  }
}

/* ---- clock ---- */

/* The RTL writes into a memory at the next edge: which rows. */
static void note_writes(wt_ls *l, unsigned i) {
  const wt_bind *b = &l->mem[i];
  uint32_t wa[WT_LS_WA_WORDS] = {0};
  uint64_t we = wt_ls_number(b->we, b->we_bytes);
  if (we) memcpy(wa, b->wa, b->wa_bytes);
  for (unsigned p = 0; we; p++, we >>= 1)
    if (we & 1) {
      l->pend_mem[l->n_pend] = i;
      l->pend_row[l->n_pend++] = (uint32_t)wt_words_get(wa, p * b->wa_w, b->wa_w);
    }
}

static void note_all_writes(wt_ls *l) {
  l->n_pend = 0;
  for (unsigned i = 0; i < l->n_mem; i += WT_WATCHED) {
    const wt_watch *w = &l->watch[i / WT_WATCHED];
    if (w->narrow && !(*w->we[0] | *w->we[1] | *w->we[2] | *w->we[3])) continue;
    for (unsigned k = wt_min(i + WT_WATCHED, l->n_mem); k-- > i;) note_writes(l, k);
  }
}

/* A block whose inputs stay as they are may come to rest: then an edge leaves every bit of its plug-in as it was, and so would all that follow. To see
 * that costs as much as several edges, so it is tried less and less often where it is in vain. */
static void edge_of(wt_ls_part *p) {
  enum { LONGEST = 64 };
  const wt_rtl_api *api = p->rtl.api;
  if (!p->changed && p->still) return;
  int look = !p->changed && !p->wait;
  if (look) p->still = api->still(p->rtl.h, WT_LS_HIGH, WT_LS_HIGH);
  else api->step(p->rtl.h, WT_LS_HIGH, WT_LS_HIGH), p->still = 0;
  if (p->wait) p->wait--;
  if (look) p->pause = p->still ? 1 : wt_min(2 * p->pause + 1, LONGEST), p->wait = p->still ? 0 : p->pause;
  p->changed = 0;
}
static void all_edges(wt_ls *l) {
  *l->said = 0;
  wt_rtl_says_listen(l->said);
  for (unsigned i = 0; i < l->n_part; i++)
    if (l->late) edge_of(&l->part[i]);
    else l->part[i].rtl.api->step(l->part[i].rtl.h, WT_LS_HIGH, WT_LS_HIGH);
  wt_rtl_says_listen(NULL);
}
/* The edge that the C machine has had and the blocks beside it have not. */
static void late_edge(wt_ls *l) {
  note_all_writes(l);
  all_edges(l);
  l->behind = 0, l->owed = 1;
}
void wt_ls_catch_up(wt_ls *l) {
  if (l->behind) late_edge(l);
}

void wt_ls_stir(wt_ls *l) {
  for (unsigned i = l->n_part; i--;) l->part[i].still = 0;
}
static void settle_with_inputs(wt_ls *l) {
  for (unsigned i = 0; i < l->n_in; i++)
    for (unsigned k = 0; k < l->in[i].n_reader; k++) memcpy(l->in[i].reader[k].rtl, l->in[i].packed, l->in[i].bytes);
  for (unsigned i = 0; i < l->n_part; i++) l->part[i].rtl.api->settle(l->part[i].rtl.h);
  wt_ls_stir(l);
}

void wt_ls_drive(wt_ls *l) {
  if (!l->registered || l->late) wt_ls_inputs(l);
  if (l->late && l->behind) late_edge(l);
  else if (l->late) settle_with_inputs(l);
  else if (!l->registered) l->part->rtl.api->step(l->part->rtl.h, WT_LS_LOW, WT_LS_HIGH);
  if (!l->late) note_all_writes(l);
  if (l->poke_settled) l->poke_settled(l->poke_ctx, l), wt_ls_stir(l);
}

void wt_ls_clock(wt_ls *l) {
  if (l->registered) wt_ls_inputs(l);
  all_edges(l);
}

void wt_ls_two_clocks_of_reset(wt_ls *l) {
  for (unsigned p = 0; p < l->n_part; p++)
    for (int i = 0; i < 4; i++) l->part[p].rtl.api->step(l->part[p].rtl.h, i & 1 ? WT_LS_HIGH : WT_LS_LOW, WT_LS_LOW);
  l->behind = l->owed = 0;
  wt_ls_stir(l);
}

void wt_ls_settle(wt_ls *l) {
  if (!l->late) settle_with_inputs(l); /* blocks beside the C machine get their inputs when it has settled */
}

/* ---- assertions ---- */

/* The block whose instance a path is, or the innermost around it; the path is cut down to it. */
static const wt_blk *block_around(const wt_ls *l, char *path, unsigned *inst) {
  char own[128];
  for (;;) {
    for (unsigned k = l->blks->n; k--;)
      for (*inst = l->blks->blk[k].count; (*inst)--;) {
        wt_blk_path(&l->blks->blk[k], *inst, own, sizeof own);
        if (l->blks->blk[k].chosen && !strcmp(own, path)) return &l->blks->blk[k];
      }
    char *dot = strrchr(path, '.');
    if (!dot) return NULL;
    *dot = 0;
  }
}
static void note_failed(wt_ls *l, const wt_ls_part *p) {
  char file[80], path[200], cut[200], label[80], where[140] = "";
  char top[160] = "wt_tb.u_gpu.", of_sm[128] = "";
  l->failed_blk = p->blk;
  l->failed_inst = 0;
  snprintf(l->failed, sizeof l->failed, "an assertion of the RTL failed (its message is above)");
  if (wt_rtl_says_what(l->said, file, path, label)) return;
  if (l->sm >= 0) { /* its path is that of the SM in the machine */
    wt_ls_sm_path(l, of_sm, sizeof of_sm);
    snprintf(top, sizeof top, "wt_tb.u_sm.");
  }
  if (!strncmp(path, top, strlen(top))) {
    char inner[200];
    snprintf(inner, sizeof inner, "%s", path + strlen(top));
    snprintf(path, sizeof path, "%.70s%.120s", of_sm, inner);
  }
  const char *from = path;
  snprintf(cut, sizeof cut, "%s", from);
  if (!p->blk) l->failed_blk = block_around(l, cut, &l->failed_inst);
  if (l->late) {
    sscanf(path, "wt_tb.g_block[%u]", &l->failed_inst);
    l->failed_inst += p->first;
    wt_blk_path(p->blk, l->failed_inst, cut, sizeof cut);
    from = cut;
  }
  const wt_blk *b = l->failed_blk;
  char which[80] = "";
  if (b)
    snprintf(where, sizeof where, "block wt_%s%s, ", b->stem, l->registered ? wt_blk_which(b, l->failed_inst, l->m->S, which, sizeof which) : "");
  snprintf(l->failed, sizeof l->failed, "%sassertion %s (%s, instance %s) failed", where, label, file, from);
}

int wt_ls_failed(wt_ls *l) {
  for (unsigned i = 0; i < l->n_part; i++)
    if (l->part[i].rtl.api->failed(l->part[i].rtl.h)) return note_failed(l, &l->part[i]), 1;
  return 0;
}
