/* wt_fault.c - memory faults and other errors of the program in words. */
#define _DEFAULT_SOURCE
#include "lib/wt_fault.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "isa/wt_lines.h"
#include "oracle/wt_sem.h"

/* ---- where ---- */

/* " (k.cu:12)", or nothing where the file has no lines. */
static void source_line(wt_report *r, uint32_t pc) {
  const wt_launch_desc *L = r->t->L;
  char line[200];
  for (size_t i = 0; L->cubin && i < L->cubin->nkernels; i++) {
    const wt_cubin_kernel *k = &L->cubin->kernel[i];
    if (strcmp(k->name, L->kernel)) continue;
    const char *at = wt_lines_find(L->cubin, k, pc, line, sizeof line);
    if (at) wt_report_more(r, " (%s)", at);
    return;
  }
}

static unsigned highest(uint64_t mask) { return 63 - (unsigned)__builtin_clzll(mask); }

static void triple(wt_report *r, const char *name, const wt_tandem *t, unsigned w, unsigned lane) {
  const unsigned *n = t->L->block;
  unsigned i = t->warp_in_cta[w] * t->S->SLOT_LANES + lane;
  wt_report_more(r, ", %s (%u,%u,%u)", name, i % n[0], i / n[0] % n[1], i / n[0] / n[1]);
}

/* " in kernel k at pc 0x0040 (k.cu:3), block (1,0,0), thread (2,0,0), warp 3 lane 4, cycle 77". Of bare RTL nobody knows the blocks. */
static void place(wt_report *r, uint32_t pc, unsigned w, uint64_t lanes) {
  const wt_tandem *t = r->t;
  unsigned first = wt_lowest(lanes), last = highest(lanes);
  wt_report_more(r, "kernel %s at pc 0x%04x", t->L->kernel, pc);
  source_line(r, pc);
  if (t->resident & wt_warp(w)) {
    wt_report_more(r, ", block (%u,%u,%u)", t->cta[w][0], t->cta[w][1], t->cta[w][2]);
    triple(r, "thread", t, w, first);
    if (last != first) triple(r, "or one up to", t, w, last);
  }
  wt_report_more(r, ", warp %u lane %u", w, first);
  if (last != first) wt_report_more(r, " to %u", last);
  wt_report_more(r, ", cycle %llu", (unsigned long long)t->tally.cycles);
}

/* ---- what lies there ---- */

/* The process can see the address: a pointer of the host. */
static int of_the_host(uint64_t addr) {
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  unsigned char in;
  return !mincore((void *)(uintptr_t)(addr / page * page), (size_t)page, &in);
}

typedef struct {
  char what[80], where[300];
} found;
static void call(found *x, const char *what) { snprintf(x->what, sizeof x->what, "%s", what); }

static void look_up(const wt_fault *f, const wt_mem *mem, found *x) {
  wt_mem_place p = wt_mem_where(mem, f->addr, x->where, sizeof x->where);
  call(x, f->misaligned ? "misaligned access" : p == WT_MEM_FREED ? "access to freed memory" : "address outside every allocation");
  if (p != WT_MEM_FAR) return;
  if (f->addr < WT_MEM_GUARD) {
    if (!f->misaligned) call(x, "null pointer");
    x->where[0] = 0;
  } else if (f->addr >> 32 == WT_LAUNCH_SHARED_WINDOW >> 32 || f->addr >> 32 == WT_LAUNCH_LOCAL_WINDOW >> 32) {
    snprintf(x->where, sizeof x->where, "an address of %s memory", f->addr >> 32 == WT_LAUNCH_SHARED_WINDOW >> 32 ? "shared" : "local");
  } else if (of_the_host(f->addr)) {
    if (!f->misaligned) call(x, "address of the host");
    snprintf(x->where, sizeof x->where, "memory of the host program, which the device does not see");
  }
}

/* A stack grows downward. */
static int is_below(const wt_fault *f) { return f->space == WT_SPACE_LOCAL && f->addr >> 31; }

static void look_in(const wt_report *r, const wt_fault *f, found *x) {
  static const char *const of[] = {"", "the CTA's shared", "the thread's local", "", "a constant bank's"};
  const wt_launch_desc *L = r->t->L;
  if (f->misaligned) call(x, "misaligned access");
  else snprintf(x->what, sizeof x->what, "access outside %s memory", of[f->space]);
  x->where[0] = 0;
  if (f->space == WT_SPACE_SHARED) snprintf(x->where, sizeof x->where, "the CTA has %u bytes (%u static)", L->smem, L->smem_static);
  if (f->space == WT_SPACE_CONSTANT) snprintf(x->where, sizeof x->where, "bank %u has %zu bytes", f->bank, L->bank[f->bank % WT_LAUNCH_BANKS].size);
  if (f->space == WT_SPACE_LOCAL)
    snprintf(x->where, sizeof x->where, "the thread has %u bytes%s", L->stack,
             L->open && is_below(f) ? "; --stack BYTES gives its stack more, in a CUDA program cudaLimitStackSize" : "");
}

/* ---- reports ---- */

wt_status wt_fault_report(wt_report *r, const wt_fault *f, const wt_mem *mem) {
  static const char *const how[] = {"read", "write", "atomic access", "atomic access"}; /* by WT_MOP_... */
  static const char *const in[] = {"", " of shared memory", " of local memory", "", " of constant memory"};
  wt_sem_insn i;
  found x;
  if (wt_sem_decode(r->t->L->code[f->pc / 16], &i)) memset(&i, 0, sizeof i);
  if (f->space == WT_SPACE_GLOBAL) look_up(f, mem, &x);
  else look_in(r, f, &x);
  wt_report_begin(r, f->misaligned ? WT_CAUSE_MISALIGNED : WT_CAUSE_BOUNDS, "memory fault: %s in ", x.what);
  place(r, f->pc, f->warp, f->lanes);
  wt_report_more(r, ": %s of %u byte%s at ", how[i.cls == WT_CL_MEM ? i.mop % 4 : 0], f->bytes, f->bytes == 1 ? "" : "s");
  if (is_below(f)) wt_report_more(r, "-%u", -(uint32_t)f->addr);
  else wt_report_more(r, "0x%llx", (unsigned long long)f->addr);
  wt_report_more(r, "%s", in[f->space]);
  if (f->misaligned) wt_report_more(r, ", which is no multiple of %u", f->bytes);
  if (x.where[0]) wt_report_more(r, ", %s", x.where);
  return WT_FAULT;
}

/* Where byte `off` of a lane's local memory lies: docs/blocks/mem/wt_lsu.md, rule 2. */
static uint64_t local_offset(const wt_shape *S, uint64_t at) { return (uint32_t)((uint32_t)(at >> (S->ACC_LANE_W + 4)) << 4 | (at & 15)); }

int wt_fault_of(const wt_shape *S, const wt_launch_desc *L, const wt_env_fault *e, wt_fault *f) {
  wt_sem_insn i;
  if (e->pc / 16 >= L->n_insns || wt_sem_decode(L->code[e->pc / 16], &i)) return -1;
  *f = (wt_fault){e->warp, e->lanes, e->pc, i.space, e->kind == WT_FAULT_ALIGN, i.bytes, 0, e->addr};
  if (i.space == WT_SPACE_GENERIC) f->space = e->addr >> 63 ? WT_SPACE_LOCAL : e->addr >> 62 & 1 ? WT_SPACE_SHARED : WT_SPACE_GLOBAL;
  if (f->space == WT_SPACE_LOCAL) f->addr = local_offset(S, e->addr);
  if (f->space == WT_SPACE_SHARED) f->addr = (uint32_t)e->addr;
  if (i.cls == WT_CL_LDC) f->space = WT_SPACE_CONSTANT, f->bank = e->addr >> 16 & 31, f->addr = e->addr & 0xffff;
  return 0;
}

wt_status wt_fault_program(wt_report *r, const wt_oracle_place *at) {
  char what[400]; /* it may lie where the report goes */
  snprintf(what, sizeof what, "%s", at->what);
  wt_report_begin(r, at->cause, "%s: ", wt_cause_word(at->cause));
  place(r, at->pc, at->slot, UINT64_C(1) << at->lane);
  wt_report_more(r, ": %s", what);
  return WT_PROGRAM;
}
