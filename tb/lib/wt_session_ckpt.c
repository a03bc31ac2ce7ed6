/* wt_session_ckpt.c - libwarptwin: checkpoints of a session, and sessions from checkpoints. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_session.h"

static uint64_t next_after(uint64_t cycle, uint64_t every) { return (cycle / every + 1) * every; }

/* At the start of a cycle that is due. */
static wt_status save(void *ctx, wt_running *u) {
  wt_session *s = ctx;
  uint64_t cycle = u->t->tally.cycles;
  u->x->visit.next = next_after(cycle, s->save.every);
  if ((!cycle && !s->save.start) || cycle % s->save.every) return WT_OK; /* the start, or a resumed run on its way to the next one */
  if (s->from && cycle == s->from->cycle) return WT_OK;
  if (u->x->backend == WT_BACKEND_RTL) u->x->ops->store(u->x->twin);
  wt_ckpt_more more = {s->opt.seed, s->save.note, s->x.cubin, s->x.cubin_bytes, s->save.leave_out - 1, NULL};
  char err[1500];
  snprintf(s->save.last, sizeof s->save.last, "%s/%.100s-%012llu.wtck", s->save.dir, u->L->kernel, (unsigned long long)cycle);
  if (!wt_ckpt_save(u, s->save.kind, &more, s->save.last, err, sizeof err)) return WT_OK;
  wt_report_begin(&u->r, WT_CAUSE_NONE, "%s", err);
  return WT_USAGE;
}

void wt_session_visit(wt_session *s) {
  if (!s->save.every) return;
  s->x.visit = (wt_visit){0, save, s};
}

void wt_set_checkpoints(wt_session *s, uint64_t every, const char *dir, int full, const char *note) {
  s->save.every = every, s->save.dir = dir, s->save.note = note;
  s->save.kind = full ? WT_CKPT_FULL : WT_CKPT_SEGMENT;
}
void wt_set_checkpoint_start(wt_session *s, int on) { s->save.start = on; }
const char *wt_checkpoint_last(const wt_session *s) { return s->save.last; }

wt_status wt_session_resume(const char *file, const wt_options *opt, wt_session **out) {
  wt_session *s;
  *out = NULL;
  wt_options o = {.backend = opt->backend, .max_cycles = opt->max_cycles, .no_oracle = opt->no_oracle};
  wt_status st = wt_session_open(&o, &s);
  if (st) return st;
  wt_ckpt *c = s->from = calloc(1, sizeof *c);
  if (!c) return wt_session_open_failed("out of memory"), wt_session_close(s), WT_USAGE;
  int bad = wt_ckpt_open(c, file);
  if (!bad && opt->backend == WT_BACKEND_ORACLE) bad = 1, snprintf(c->error, sizeof c->error, "%.300s: the oracle alone has no checkpoints", file);
  s->shape = c->shape;
  s->opt.seed = s->x.seed = c->seed;
  s->opt.no_oracle |= !c->oracle;
  if (!bad && opt->backend == WT_BACKEND_COSIM) s->x.beside = wt_ckpt_beside(c);
  if (!bad) bad = wt_ckpt_mem(c, s->x.mem, NULL);
  if (!bad) return *out = s, WT_OK;
  wt_session_open_failed(c->error);
  wt_session_close(s);
  return WT_USAGE;
}

/* Another checkpoint of the same shape and seed into a session of wt_session_resume that has not run. */
wt_status wt_session_reload(wt_session *s, const char *file) {
  wt_ckpt *c = calloc(1, sizeof *c);
  if (!c) return snprintf(s->error, sizeof s->error, "out of memory"), WT_USAGE;
  int bad = wt_ckpt_open(c, file);
  if (!bad && (wt_shape_hash(&c->shape) != wt_shape_hash(&s->shape) || c->seed != s->x.seed))
    bad = 1, snprintf(c->error, sizeof c->error, "%.300s: of another shape or seed than the checkpoint before it", file);
  if (!bad) bad = wt_ckpt_mem(c, s->x.mem, NULL);
  if (bad) {
    snprintf(s->error, sizeof s->error, "%s", c->error);
    wt_ckpt_close(c), free(c);
    return WT_USAGE;
  }
  wt_ckpt_close(s->from), free(s->from);
  s->from = c;
  return WT_OK;
}

wt_resumed wt_resume_what(const wt_session *s) {
  const wt_ckpt *c = s->from;
  if (!c) return (wt_resumed){0};
  const char *kernel = json_string_value(json_object_get(json_object_get(c->id, "launch"), "kernel"));
  return (wt_resumed){
    c->cycle, c->seed, !s->opt.no_oracle && s->opt.backend != WT_BACKEND_RTL, kernel ? kernel : "", wt_ckpt_note(c), wt_ckpt_expected(s->from)};
}

void wt_made_of(const wt_session *s, char rtl[80], char program[65]) {
  snprintf(rtl, 80, "%s", s->x.twin ? s->x.ops->made_of(s->x.twin) : "");
  wt_ckpt_program(program);
}

wt_status wt_resume(wt_session *s) {
  wt_launch_desc L;
  wt_ckpt *c = s->from;
  wt_status st = c ? wt_session_start(s) : WT_USAGE;
  if (!c) snprintf(s->error, sizeof s->error, "wt_resume: this session does not go on from a checkpoint");
  if (st) return st;
  if (s->x.started) return snprintf(s->error, sizeof s->error, "wt_resume: the launch of this session has been run"), WT_USAGE;
  if (s->x.check_paths)
    return snprintf(s->error, sizeof s->error, "wt_resume: the invariants of the control-flow unit need a run from its start"), WT_USAGE;
  if (s->x.oracle && !(s->x.omem = wt_mem_new())) return snprintf(s->error, sizeof s->error, "out of memory"), WT_USAGE;
  if (wt_ckpt_mem(c, s->x.mem, s->x.omem) || wt_ckpt_launch(c, &L)) return snprintf(s->error, sizeof s->error, "%s", c->error), WT_USAGE;
  s->x.cubin = wt_box_find(&c->box, "cubin") ? wt_box_find(&c->box, "cubin")->data : NULL;
  s->x.cubin_bytes = s->x.cubin ? wt_box_find(&c->box, "cubin")->n : 0;
  s->x.output = (wt_addr)json_integer_value(json_object_get(c->id, "output"));
  s->x.expected = wt_ckpt_expected(c) != NULL;
  s->x.initcheck = 0; /* what was written before is not in the file */
  wt_session_visit(s);
  st = wt_run_on(&s->x, &L, wt_ckpt_load, c);
  if (st) snprintf(s->error, sizeof s->error, "%s", s->x.error);
  st = wt_session_output(s, s->x.output, L.kernel, st);
  wt_launch_free(&L);
  return st;
}
