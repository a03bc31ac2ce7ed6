/* wt_pipe.c - follows instructions by what the blocks show each other; nothing of the machine knows of it. */
#include "lib/wt_pipe.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_dis.h"

enum { FLIGHT = 64 }; /* instructions of a warp that may be on their way at a time */

typedef struct {
  uint64_t id;
  int stage, flush;
} wt_pipe_ended;

/* What is on its way in an SM. */
typedef struct {
  wt_pipe *p;
  unsigned sm;
  wt_pipe_insn (*on)[FLIGHT + 1];           /* per warp slot, oldest first; used = 0 ends the list, as the last one always does */
  uint64_t left_rows[MAX_WARPS];            /* rows of instructions that end in this cycle: their slices reach to its end */
  uint64_t beat_of[MAX_SUBCORES][MAX_COLL]; /* instruction whose beat a collector holds, + 1 */
  unsigned why[MAX_WARPS];                  /* reasons run */
  uint64_t why_from[MAX_WARPS];
  uint32_t resident;
} flow;

struct wt_pipe {
  const wt_shape *S;
  const wt_launch_desc *L;
  FILE *kanata, *perfetto;
  uint64_t next_id, retire_id, at; /* at: cycle that the Kanata log has come to */
  int begun;                       /* the trace has an event */
  wt_pipe_counts n;
  wt_pipe_ended *ended; /* in this cycle: the log shows it at the start of the next one */
  unsigned n_ended;
  flow *sm;
};

static const char *const letters[] = {"F", "B", "C", "X"}, *const stage_names[] = {"fetch", "buffer", "collect", "execute"};

/* In front of a warp where there are several SMs. */
static const char *sm_text(const flow *u, char buf[16]) {
  *buf = 0;
  if (u->p->S->SMS > 1) snprintf(buf, 16, "SM%u ", u->sm);
  return buf;
}
static void text_of(const wt_pipe *p, uint32_t pc, char buf[WT_DIS_MAX]) {
  strcpy(buf, "?");
  if (pc / 16 < p->L->n_insns) wt_dis_short(p->L->code[pc / 16], pc, buf, WT_DIS_MAX);
}

/* ---- Kanata ---- */

static void kanata_time(wt_pipe *p, uint64_t cycle) {
  if (cycle > p->at) fprintf(p->kanata, "C\t%" PRIu64 "\n", cycle - p->at);
  p->at = cycle;
}
static void kanata_start(const flow *u, const wt_pipe_insn *x, uint64_t cycle) {
  char text[WT_DIS_MAX], of[16];
  wt_pipe *p = u->p;
  if (!p->kanata) return;
  kanata_time(p, cycle);
  text_of(p, x->pc, text);
  fprintf(p->kanata, "I\t%" PRIu64 "\t%" PRIu64 "\t%u\nL\t%" PRIu64 "\t0\t%sw%u %04x: %s\nS\t%" PRIu64 "\t0\t%s\n", x->id, x->id,
          u->sm * p->S->SM_SLOTS + x->warp, x->id, sm_text(u, of), x->warp, x->pc, text, x->id, letters[WT_STAGE_FETCH]);
}
static void kanata_stage(wt_pipe *p, const wt_pipe_insn *x, unsigned from, uint64_t cycle) {
  if (!p->kanata) return;
  kanata_time(p, cycle);
  fprintf(p->kanata, "E\t%" PRIu64 "\t0\t%s\nS\t%" PRIu64 "\t0\t%s\n", x->id, letters[from], x->id, letters[x->stage]);
}
/* Instructions that end with the cycle before. */
static void kanata_ends(wt_pipe *p, uint64_t cycle) {
  for (unsigned i = 0; i < p->n_ended; i++) {
    const wt_pipe_ended *x = &p->ended[i];
    kanata_time(p, cycle);
    fprintf(p->kanata, "E\t%" PRIu64 "\t0\t%s\nR\t%" PRIu64 "\t%" PRIu64 "\t%d\n", x->id, letters[x->stage], x->id, x->flush ? x->id : p->retire_id,
            x->flush);
    p->retire_id += !x->flush;
  }
  p->n_ended = 0;
}

/* ---- trace of Perfetto and Chrome: a microsecond is a cycle ---- */

static void event(wt_pipe *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void event(wt_pipe *p, const char *fmt, ...) {
  va_list ap;
  if (!p->perfetto) return;
  fputs(p->begun ? ",\n" : "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", p->perfetto);
  p->begun = 1;
  va_start(ap, fmt);
  vfprintf(p->perfetto, fmt, ap);
  va_end(ap);
}
static void slice(wt_pipe *p, const char *name, unsigned pid, unsigned tid, uint64_t from, uint64_t to) {
  if (to > from)
    event(p, "{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64 ",\"dur\":%" PRIu64 "}", name, pid, tid, from, to - from);
}
/* Processes: two of an SM. */
static unsigned slots_of(const flow *u) { return 2 * u->sm + 1; }
static unsigned insns_of(const flow *u) { return 2 * u->sm + 2; }

static void thread_name(const flow *u, unsigned pid, unsigned tid, unsigned w) {
  const unsigned n = u->p->S->SUBCORES;
  char in[24] = "";
  if (n > 1) snprintf(in, sizeof in, "sub-core %u, ", w % n);
  event(u->p, "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%u,\"tid\":%u,\"args\":{\"name\":\"%swarp %u\"}}", pid, tid, in, w);
  if (n == 1) return; /* else the rows of a sub-core together */
  event(u->p, "{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":%u,\"tid\":%u,\"args\":{\"sort_index\":%u}}", pid, tid,
        w % n * u->p->S->SM_SLOTS + w);
}
static void names(const flow *u) {
  char of[16];
  sm_text(u, of);
  event(u->p, "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%u,\"args\":{\"name\":\"%swarp slots: why they issue or not\"}}", slots_of(u), of);
  event(u->p, "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%u,\"args\":{\"name\":\"%sinstructions\"}}", insns_of(u), of);
  for (unsigned w = 0; w < u->p->S->SM_SLOTS; w++) {
    thread_name(u, slots_of(u), w, w);
    for (unsigned l = 0; l < 4; l++) thread_name(u, insns_of(u), w * FLIGHT + l, w);
  }
}
static void trace_insn(const flow *u, const wt_pipe_insn *x, int flush, uint64_t cycle) {
  char text[WT_DIS_MAX], name[2 * WT_DIS_MAX];
  wt_pipe *p = u->p;
  if (!p->perfetto) return;
  text_of(p, x->pc, text);
  snprintf(name, sizeof name, "%04x %s%s", x->pc, text, flush ? " (void)" : "");
  unsigned tid = x->warp * FLIGHT + x->lane;
  slice(p, name, insns_of(u), tid, x->at[0], cycle);
  for (unsigned s = x->stage + 1u; s-- > 0;) {
    if (!x->at[s]) continue;
    slice(p, stage_names[s], insns_of(u), tid, x->at[s], cycle);
    cycle = x->at[s];
  }
}
static void reasons(flow *u, const wt_tandem *t, uint64_t cycle) {
  wt_pipe *p = u->p;
  uint32_t resident = wt_warps_count(t->resident);
  if (!p->perfetto) return;
  for (unsigned w = 0; w < p->S->SM_SLOTS; w++) {
    unsigned why = 0;
    while (!(t->slots[why] & wt_warp(w))) why++;
    if (why == u->why[w]) continue;
    slice(p, wt_why_names[u->why[w]], slots_of(u), w, u->why_from[w], cycle);
    u->why[w] = why, u->why_from[w] = cycle;
  }
  if (resident == u->resident) return;
  event(p, "{\"ph\":\"C\",\"name\":\"resident warps\",\"pid\":%u,\"ts\":%" PRIu64 ",\"args\":{\"warps\":%u}}", slots_of(u), cycle, resident);
  u->resident = resident;
}

/* ---- instructions on their way ---- */

static void take_out(flow *u, wt_pipe_insn *x) {
  wt_pipe_insn *list = u->on[x->warp];
  memmove(x, x + 1, (size_t)(list + FLIGHT - x) * sizeof *x);
}
static void end(flow *u, wt_pipe_insn *x, int flush, uint64_t cycle) {
  wt_pipe *p = u->p;
  trace_insn(u, x, flush, cycle + 1);
  if (p->kanata) p->ended[p->n_ended++] = (wt_pipe_ended){x->id, x->stage, flush};
  u->left_rows[x->warp] |= UINT64_C(1) << x->lane;
  if (flush) p->n.flushed++;
  else p->n.retired++;
  take_out(u, x);
}
static void enter(wt_pipe *p, wt_pipe_insn *x, wt_stage s, uint64_t cycle) {
  unsigned from = x->stage;
  x->stage = (uint8_t)s, x->at[s] = cycle;
  kanata_stage(p, x, from, cycle);
}
static wt_pipe_insn *oldest(const flow *u, unsigned warp, wt_stage s) {
  for (wt_pipe_insn *x = u->on[warp]; x->used; x++)
    if (x->stage == s) return x;
  return NULL;
}
static wt_pipe_insn *by_id(const flow *u, unsigned warp, uint64_t id) {
  for (wt_pipe_insn *x = u->on[warp]; x->used; x++)
    if (x->id == id) return x;
  return NULL;
}

static void fetch(flow *u, const wt_fetch_out *o, unsigned warp, uint64_t cycle) {
  wt_pipe *p = u->p;
  wt_pipe_insn *list = u->on[warp], *x = list;
  uint64_t lanes = u->left_rows[warp];
  while (x->used) lanes |= UINT64_C(1) << x++->lane;
  p->n.fetched++;
  if (x == list + FLIGHT) { /* cannot happen with credits of fetch and the collectors there are */
    p->n.left++;
    return;
  }
  *x = (wt_pipe_insn){.id = p->next_id++, .pc = o->req_pc, .warp = (uint8_t)warp, .used = 1};
  x->lane = (uint8_t)(~lanes ? __builtin_ctzll(~lanes) : FLIGHT - 1);
  x->at[WT_STAGE_FETCH] = cycle;
  kanata_start(u, x, cycle);
}

/* What was fetched and not issued is void. */
static void redirect(flow *u, unsigned warp, uint64_t cycle) {
  for (wt_pipe_insn *x = u->on[warp]; x->used;)
    if (x->stage <= WT_STAGE_BUFFER) end(u, x, 1, cycle);
    else x++;
}

/* Beats go to collectors; an instruction without them ends where it issues. */
static void issue(flow *u, const wt_m *m, uint64_t cycle) {
  const wt_subcore *c = m->subcore;
  unsigned w = wt_sm_warp(m, c->sched.o.sel_warp);
  const uint32_t *uop = c->ibuffer.o.uop;
  if (c->sched.o.sel_first) {
    wt_pipe_insn *x = oldest(u, w, WT_STAGE_BUFFER);
    if (!x) return;
    x->dst = (uint8_t)uop_get_dst(uop), x->ndst = (uint8_t)uop_get_ndst(uop), x->pw = (uint8_t)uop_get_pw(uop);
    if (!c->issue.o.alloc_valid) {
      end(u, x, 0, cycle);
      return;
    }
    enter(u->p, x, WT_STAGE_COLLECT, cycle);
  }
  if (!c->issue.o.alloc_valid) return;
  wt_pipe_insn *last = NULL;
  for (wt_pipe_insn *x = u->on[w]; x->used; x++)
    if (x->stage >= WT_STAGE_COLLECT) last = x;
  u->beat_of[c->place.subcore][c->disp.o.alloc_idx] = last ? last->id + 1 : 0;
}

static void dispatch(flow *u, const wt_m *m, uint64_t cycle) {
  const wt_disp_out *o = &m->subcore->disp.o;
  uint64_t *of = &u->beat_of[m->subcore->place.subcore][o->idx];
  wt_pipe_insn *x = *of ? by_id(u, wt_sm_warp(m, o->warp), *of - 1) : NULL;
  *of = 0;
  if (!x) return;
  if (x->stage < WT_STAGE_EXECUTE) enter(u->p, x, WT_STAGE_EXECUTE, cycle);
  if (o->last && !x->ndst && !x->pw) end(u, x, 0, cycle);
}

/* The last result of an instruction is written: the oldest that executes and has these destinations. */
static void release(flow *u, unsigned warp, unsigned dst, unsigned ndst, unsigned pw, uint64_t cycle) {
  if (!ndst && !pw) return;
  for (wt_pipe_insn *x = u->on[warp]; x->used; x++)
    if (x->stage == WT_STAGE_EXECUTE && x->ndst == ndst && (!ndst || x->dst == dst) && x->pw == pw) {
      end(u, x, 0, cycle);
      return;
    }
}

/* What the pipeline of one sub-core does in this cycle. */
static void stages(flow *u, const wt_m *m, uint64_t cycle) {
  const wt_subcore *c = m->subcore;
  /* backwards through the pipeline: what moves on in this cycle leaves its place to the next */
  if (c->alu.o.rel_valid) release(u, wt_sm_warp(m, c->alu.o.rel_warp), c->alu.o.rel_dst, c->alu.o.rel_ndst, c->alu.o.rel_pw, cycle);
  if (c->wb.o.rel_valid) release(u, wt_sm_warp(m, c->wb.o.rel_warp), c->wb.o.rel_dst, c->wb.o.rel_ndst, c->wb.o.rel_pw, cycle);
  if (c->disp.o.valid) dispatch(u, m, cycle);
  if (c->sched.o.sel_valid) issue(u, m, cycle);
  if (c->decode.o.valid) {
    wt_pipe_insn *x = oldest(u, wt_sm_warp(m, c->decode.o.warp), WT_STAGE_FETCH);
    if (x) enter(u->p, x, WT_STAGE_BUFFER, cycle);
  }
  if (c->fetch.o.req_valid) fetch(u, &c->fetch.o, wt_sm_warp(m, c->fetch.o.req_warp), cycle);
  if (c->cfu->redir_valid) redirect(u, wt_sm_warp(m, c->cfu->redir_warp), cycle);
}

static void of_sm(flow *u, const wt_m *m, uint64_t cycle) {
  WT_EACH_SUBCORE(at, m) { stages(u, at, cycle); }
}

void wt_pipe_cycle(wt_pipe *p, const wt_m *m, const wt_tandem t[], uint64_t cycle) {
  for (unsigned i = 0; i < p->S->SMS; i++) {
    memset(p->sm[i].left_rows, 0, sizeof p->sm[i].left_rows);
    reasons(&p->sm[i], &t[i], cycle);
  }
  if (p->kanata) kanata_ends(p, cycle);
  for (unsigned i = 0; i < p->S->SMS; i++) of_sm(&p->sm[i], wt_m_sm(m, i), cycle);
}

static int new_flow(wt_pipe *p, unsigned sm) {
  flow *u = &p->sm[sm];
  if (!(u->on = calloc(p->S->SM_SLOTS, sizeof *u->on))) return -1;
  u->p = p, u->sm = sm;
  for (unsigned w = 0; w < p->S->SM_SLOTS; w++) u->why[w] = WT_WHY_EMPTY;
  return 0;
}
wt_pipe *wt_pipe_new(const wt_shape *S, const wt_launch_desc *L, FILE *kanata, FILE *perfetto) {
  wt_pipe *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->S = S, p->L = L, p->kanata = kanata, p->perfetto = perfetto;
  p->ended = calloc(S->SMS * S->SUBCORES, 2 * FLIGHT * sizeof *p->ended), p->sm = calloc(S->SMS, sizeof *p->sm);
  int bad = !p->ended || !p->sm;
  for (unsigned i = 0; !bad && i < S->SMS; i++) bad = new_flow(p, i);
  if (bad) return wt_pipe_free(p), NULL;
  if (kanata) fputs("Kanata\t0004\nC=\t0\n", kanata);
  for (unsigned i = 0; i < S->SMS; i++) names(&p->sm[i]);
  return p;
}

static void end_of_sm(flow *u, uint64_t cycles) {
  wt_pipe *p = u->p;
  for (unsigned w = 0; w < p->S->SM_SLOTS; w++) {
    slice(p, wt_why_names[u->why[w]], slots_of(u), w, u->why_from[w], cycles);
    while (u->on[w]->used) {
      if (u->on[w]->stage > WT_STAGE_BUFFER) p->n.left++;
      end(u, u->on[w], 1, cycles - 1);
      if (p->kanata) kanata_ends(p, cycles);
    }
  }
}
wt_pipe_counts wt_pipe_end(wt_pipe *p, uint64_t cycles) {
  for (unsigned i = 0; i < p->S->SMS; i++) end_of_sm(&p->sm[i], cycles);
  if (p->kanata) kanata_ends(p, cycles);
  if (p->perfetto) fputs("\n]}\n", p->perfetto);
  return p->n;
}

void wt_pipe_free(wt_pipe *p) {
  if (!p) return;
  for (unsigned i = 0; p->sm && i < p->S->SMS; i++) free(p->sm[i].on);
  free(p->sm), free(p->ended), free(p);
}
