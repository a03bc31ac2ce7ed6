/* wt_difference.c - the lines of the report of a difference, and what is left beside it. */
#include "lib/wt_difference.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "isa/wt_dis.h"
#include "isa/wt_lines.h"
#include "lib/wt_ckpt.h"
#include "lib/wt_repeat.h"
#include "spec/wt_paths.h"

/* "0x0120  IADD3 R1, R2, R3, RZ  (k.cu:12)" */
static void instruction(wt_report *r, const wt_machine *x, const wt_launch_desc *L, uint32_t pc) {
  char insn[WT_DIS_MAX] = "?", line[300], err[400];
  wt_cubin c;
  if (pc / 16 < L->n_insns) wt_dis_short(L->code[pc / 16], pc, insn, sizeof insn);
  wt_report_more(r, "0x%04x  %s", pc, insn);
  if (!x->cubin || wt_cubin_parse(x->cubin, x->cubin_bytes, L->file ? L->file : "", &c, err, sizeof err)) return;
  for (size_t i = 0; i < c.nkernels; i++)
    if (!strcmp(c.kernel[i].name, L->kernel) && wt_lines_find(&c, &c.kernel[i], pc, line, sizeof line)) wt_report_more(r, "  (%.120s)", line);
  wt_cubin_free(&c);
}

static void of_this_warp(wt_running *u, const wt_side *sm, unsigned w) {
  const wt_tandem *t = sm->t;
  wt_report *r = &u->r;
  wt_path p[WT_MAX_PATHS];
  const int n = wt_paths(&sm->m, w, p);
  wt_report_more(r, " (cta %u,%u,%u warp %u)", t->cta[w][0], t->cta[w][1], t->cta[w][2], t->warp_in_cta[w]);
  if (n > 0 && p[0].kind == WT_PATH_RUN)
    wt_report_more(r, ": its path of lanes %llx%s runs", (unsigned long long)p[0].mask, n > 1 ? " (of several)" : "");
  else wt_report_more(r, n < 0 ? ": its control flow is being worked on" : ": none of its paths runs");
  if (!t->hist_n[w]) return;
  wt_report_more(r, "\nit issued last  ");
  instruction(r, u->x, u->L, t->hist[w][(t->hist_n[w] - 1) % WT_HISTORY].pc);
}
/* Warps are numbered SM by SM here. */
static void warp_lines(wt_running *u, unsigned number) {
  const unsigned i = number / u->m->S->SM_SLOTS, w = number % u->m->S->SM_SLOTS;
  const wt_side *sm = &u->sm[i];
  u->r.t = sm->t;
  if (u->m->S->SMS > 1) wt_report_more(&u->r, "\nSM %u, warp %u", i, w);
  else wt_report_more(&u->r, "\nwarp %u", w);
  if (sm->t->resident >> w & 1) of_this_warp(u, sm, w);
  else wt_report_more(&u->r, ": no warp runs in this slot");
  wt_report_history(&u->r, w);
}

/* The instruction that the block itself holds. */
static void own_instruction(wt_running *u, const char *stem, unsigned inst) {
  wt_blks *blks = wt_blks_new(u->m->S);
  const wt_blk *b = blks ? wt_blk_find(blks, stem) : NULL;
  const wt_row *row = b ? wt_row_state(b, "uop") : NULL, *v = b ? wt_row_state(b, "valid") : NULL;
  if (row && v && row->kind == WT_ROW_FF && row->n == 1 && v->n == 1 && v->csize == 1 && *(const uint8_t *)wt_row_ptr(u->m, b, v, inst)) {
    wt_report_more(&u->r, "\nit holds  ");
    instruction(&u->r, u->x, u->L, uop_get_pc(wt_row_ptr(u->m, b, row, inst)));
  }
  wt_blks_free(blks);
}

void wt_difference_report(wt_running *u, const char *when, int edge, int w) {
  wt_machine *x = u->x;
  char what[900];
  const char *stem;
  unsigned inst;
  x->ops->describe(x->twin, what, sizeof what);
  wt_report_begin(&u->r, WT_CAUSE_DIFF, "FIRST DIFFERENCE  cycle %llu (%s), kernel %s\n%s", (unsigned long long)u->t->tally.cycles, when,
                  u->t->L->kernel, what);
  int known = !x->ops->where(x->twin, &stem, &inst);
  if (known && edge) wt_report_more(&u->r, "\nroot: wt_%s: its inputs agree in this cycle", stem);
  if (*x->ops->failed(x->twin)) wt_report_more(&u->r, "\nat the same edge: %s", x->ops->failed(x->twin));
  if (known) own_instruction(u, stem, inst);
  x->ops->entry(x->twin, what, sizeof what);
  if (*what) wt_report_more(&u->r, "\nwt_%s holds of it (hexadecimal; the rest is 0): %s", stem, what);
  if (w >= 0) warp_lines(u, (unsigned)w);
}

void wt_difference_block(const wt_running *u, int w, char *buf, size_t n) {
  const char *stem;
  unsigned inst;
  *buf = 0;
  if (!u->recent || !u->x->twin || u->x->ops->where(u->x->twin, &stem, &inst)) return;
  if (u->own)
    snprintf(buf, n, "\nrows that differed already when the cycles that are shown began, and nobody had looked at since: %.*s%s",
             (int)strcspn(u->own, "="), u->own, u->own[strcspn(u->own, "\n") + 1] ? " and more" : "");
  wt_recent_text(u->recent, stem, inst, w, buf + strlen(buf), n - strlen(buf));
}

void wt_difference_commands(wt_report *r, const char *bundle, const char *wave) {
  size_t n = wave ? strlen(wave) : 0;
  if (bundle) wt_report_more(r, "\nto see it again: warptwin replay %s", bundle);
  if (n > 4 && !strcmp(wave + n - 4, ".fst")) wt_report_more(r, "\nto look at it: gtkwave %.*s.gtkw", (int)(n - 4), wave);
}

/* ---- a difference has come ---- */

/* Waves around a difference: the file that is being written has them, or a snapshot runs them again and sees what the block did. */
static void left_beside(wt_running *u, uint64_t cycle, int w) {
  wt_machine *x = u->x;
  wt_report *r = &u->r;
  uint64_t from = cycle > WT_SNAP_WINDOW ? cycle - WT_SNAP_WINDOW : 0, last;
  const char *of = x->twin ? "waves of both twins" : "waves of the C twin", *shown = NULL, *again = NULL;
  char err[200], block[WT_SNAP_TEXT];
  if (u->wave) x->waves->mark(u->wave, cycle, w);
  if (u->wave && x->wave_from <= cycle && cycle <= x->wave_to) x->waves->edge(u->wave, cycle);
  wt_difference_block(u, w, block, sizeof block);
  int there = u->wave && x->wave_from <= from && cycle <= x->wave_to,
      bad = there || !u->snap || wt_snap_replay(u->snap, cycle, &last, err, sizeof err);
  if (!bad && !*block) snprintf(block, sizeof block, "%s", wt_snap_said(u->snap));
  wt_report_more(r, "%s", block);
  if (there) wt_report_more(r, "\n%s up to the difference: %s", of, shown = x->wave_file);
  else if (!bad) wt_report_more(r, "\n%s, cycles %llu to %llu: %s", of, (unsigned long long)from, (unsigned long long)last, shown = x->mismatch_file);
  else if (u->snap) wt_report_more(r, "\nno waves in %s: %s", x->mismatch_file, err);
  if (x->bundle_file && !x->n_opaque && u->snap && x->twin && !wt_ckpt_expect(x->bundle_file, cycle, r->text, x->ops->made_of(x->twin), x->beside))
    again = x->bundle_file;
  wt_difference_commands(r, again, shown);
}

wt_status wt_difference_found(wt_running *u, uint64_t cycle, int w) {
  if (wt_snap_is_child(u->snap)) return wt_repeat_differs(u, cycle, w);
  if (u->x->bundle_file) unlink(u->x->bundle_file); /* of another difference */
  left_beside(u, cycle, w);
  return WT_DIFF;
}

wt_status wt_difference_here(wt_running *u, const char *when, int edge) {
  if (u->over) return WT_OK;
  const int w = u->x->ops->warp(u->x->twin);
  wt_difference_report(u, when, edge, w);
  return wt_difference_found(u, u->t->tally.cycles, w);
}
