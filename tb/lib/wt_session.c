/* wt_session.c - libwarptwin: sessions. */
#include "lib/wt_session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/wt_env.h"
#include "lib/wt_fault.h"
#include "lib/wt_home.h"
#include "lib/wt_left.h"
#include "lib/wt_min.h"
#include "lib/wt_segments.h"
#include "lib/wt_space.h"
#include "isa/wt_cfg.h"
#include "isa/wt_delay.h"
#include "lib/wt_output.h"
#include "lib/wt_room.h"
#include "lib/wt_unwritten.h"
#include "lib/wt_wide.h"

static _Thread_local char open_error[8200];

static wt_status fail(wt_session *s, wt_status st, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(s->error, sizeof s->error, fmt, ap);
  va_end(ap);
  return st;
}
const char *wt_version(void) { return WARPTWIN_VERSION; }
const char *wt_error(const wt_session *s) { return s ? s->error : open_error; }

void wt_session_open_failed(const char *why) { snprintf(open_error, sizeof open_error, "%s", why); }

wt_status wt_session_open(const wt_options *opt, wt_session **out) {
  wt_session *s = calloc(1, sizeof *s);
  *out = NULL;
  if (!s) return snprintf(open_error, sizeof open_error, "out of memory"), WT_USAGE;
  s->opt = *opt;
  wt_isa_ready();
  int bad = wt_shape_preset(&s->shape, opt->preset ? opt->preset : "default", s->error, sizeof s->error);
  for (const char *const *p = opt->set; !bad && p && *p; p++) bad = wt_shape_set(&s->shape, *p, s->error, sizeof s->error);
  if (!bad) bad = wt_shape_check(&s->shape, s->error, sizeof s->error) || wt_wide_runs(&s->shape, s->error, sizeof s->error);
  if (!bad && opt->backend == WT_BACKEND_RTL && wt_hazard_let(&s->shape))
    bad = 1, snprintf(s->error, sizeof s->error, "HAZARDS=run: the RTL alone does not tell what comes too early: run the C twin, or both twins");
  if (!bad && !(s->x.mem = wt_mem_new())) bad = 1, snprintf(s->error, sizeof s->error, "out of memory");
  if (bad) {
    snprintf(open_error, sizeof open_error, "%s", s->error);
    wt_session_close(s);
    return WT_USAGE;
  }
  s->opt.preset = NULL, s->opt.set = NULL; /* the caller's, perhaps gone after this call */
  s->x.backend = opt->backend;
  s->x.ops = &wt_twin_rtl, s->x.waves = &wt_wave_fst;
  s->x.max_cycles = opt->max_cycles;
  s->x.seed = opt->seed;
  s->x.threads = 1, s->x.window.first = 4096;
  s->x.progress.quiet = !isatty(2);
  s->output = stdout;
  s->stack = WT_CUBIN_STACK_OPEN;
  s->x.initcheck = !opt->no_oracle;
  s->x.wave_to = UINT64_MAX, s->x.wave_warp = -1;
  s->x.visit.next = UINT64_MAX;
  *out = s;
  return WT_OK;
}

static wt_status no_machine(wt_session *s) {
  wt_machine *x = &s->x;
  wt_guests_close(x->guests);
  wt_m_free(x->m);
  x->guests = NULL, x->m = NULL;
  return WT_USAGE;
}
/* Values that the oracle looks up in the machine: a guest that does not tell them cannot be judged. */
static wt_status judged(wt_session *s) {
  const wt_machine *x = &s->x;
  const wt_gpu *gpu = x->m->gpu;
  if (!x->guests || s->opt.no_oracle) return WT_OK;
  if (wt_look(gpu, WT_B_rfbank) && wt_look(gpu, WT_B_smbank) && wt_look(gpu, WT_B_ureg) && (!s->shape.L1_BYTES || wt_look(gpu, WT_B_l1d)))
    return WT_OK;
  char names[200];
  return fail(s, WT_USAGE, "the oracle looks into %s, and this one tells nothing (no read of its rows): give it read, or run with --no-oracle",
              wt_guests_names(x->guests, WT_GUESTS_UNREAD, names, sizeof names));
}

/* Machine, environment, what is remembered of both for the proof of no end, and oracles; a run in which that has no room is refused before it takes any. */
static wt_status has_memory(wt_session *s) {
  const wt_shape *S = &s->shape;
  const int oracle = !s->opt.no_oracle && s->opt.backend != WT_BACKEND_RTL;
  const uint64_t machine = wt_m_bytes(S), judges = oracle ? S->SMS * wt_oracle_bytes(S->SM_SLOTS, S->SLOT_LANES, S->CTAS, S->SMEM_BYTES) : 0,
                 needs = 2 * (machine + wt_env_bytes(S)) + judges, left = wt_left(), mb = 1 << 20;
  if (!machine) return fail(s, WT_USAGE, "out of memory");
  if (needs <= left) return WT_OK;
  return fail(s, WT_USAGE, "SMS=%u: a run takes %llu MB of memory, and there are %llu MB: take a smaller shape%s", S->SMS,
              (unsigned long long)(needs / mb + 1), (unsigned long long)(left / mb), S->SMS > 1 ? ", or fewer SMs" : "");
}

wt_status wt_session_start(wt_session *s) {
  wt_machine *x = &s->x;
  const wt_shape *S = &s->shape;
  if (x->m || s->opt.backend == WT_BACKEND_ORACLE) return WT_OK;
  const wt_twin_how how = {x->beside, (const char *const *)x->opaque, x->n_opaque, s->opt.seed, x->whole || x->backend == WT_BACKEND_RTL};
  if (s->n_guests && s->opt.backend == WT_BACKEND_COSIM && !x->beside)
    return fail(s, WT_USAGE,
                "a block of somebody else drives the C machine alone: name the blocks whose RTL runs beside it (--beside all), or take run");
  if (has_memory(s)) return WT_USAGE;
  if (!(x->m = wt_m_new(S))) return fail(s, WT_USAGE, "out of memory");
  if (s->n_guests && !(x->guests = wt_guests_open(x->m, (const char *const *)s->guest, s->n_guests, *s->watched ? s->watched : NULL, s->opt.seed,
                                                  s->error, sizeof s->error)))
    return no_machine(s);
  if (s->opt.backend != WT_BACKEND_C && !(x->twin = x->ops->open(x->m, &how, s->error, sizeof s->error))) return no_machine(s);
  if (judged(s)) return no_machine(s);
  if (S->SMS > 1 && !(x->each = calloc(S->SMS, sizeof *x->each))) return fail(s, WT_USAGE, "out of memory");
  if (s->opt.no_oracle || s->opt.backend == WT_BACKEND_RTL) return WT_OK;
  if (!(x->oracle = calloc(S->SMS, sizeof *x->oracle))) return fail(s, WT_USAGE, "out of memory");
  for (unsigned i = 0; i < S->SMS; i++) {
    if (!(x->oracle[i] = wt_oracle_new(S->SM_SLOTS, S->SLOT_LANES, S->CTAS, S->SMEM_BYTES))) return fail(s, WT_USAGE, "out of memory");
    wt_oracle_set_sm(x->oracle[i], i, S->SUBCORES, S->GANG);
  }
  return WT_OK;
}

void wt_session_close(wt_session *s) {
  if (!s) return;
  for (unsigned i = 0; i < s->n_mods; i++) wt_module_close(s->mods[i]);
  free(s->mods);
  if (s->x.twin) s->x.ops->close(s->x.twin);
  wt_guests_close(s->x.guests);
  for (unsigned i = 0; i < s->n_guests; i++) free(s->guest[i]);
  for (unsigned i = 0; i < s->x.n_opaque; i++) free(s->x.opaque[i]);
  wt_space_free(s->x.space);
  wt_m_free(s->x.m);
  for (unsigned i = 0; s->x.oracle && i < s->shape.SMS; i++) wt_oracle_free(s->x.oracle[i]);
  free(s->x.oracle), free(s->x.each);
  if (s->x.omem) wt_mem_free(s->x.omem);
  if (s->x.mem) wt_mem_free(s->x.mem);
  if (s->from) wt_ckpt_close(s->from);
  free(s->from);
  free(s->x.beside);
  free(s);
}

wt_status wt_alloc(wt_session *s, size_t bytes, wt_addr *out) {
  return wt_mem_alloc(s->x.mem, bytes, NULL, out) ? fail(s, WT_USAGE, "cannot allocate %zu bytes of device memory", bytes) : WT_OK;
}
wt_status wt_alloc_aligned(wt_session *s, size_t bytes, size_t align, wt_addr *out) {
  if (wt_mem_align(s->x.mem, align)) return fail(s, WT_USAGE, "memory at a multiple of %zu: expected a power of two up to 1 MiB", align);
  return wt_alloc(s, bytes, out);
}
wt_status wt_free(wt_session *s, wt_addr addr) {
  return wt_mem_release(s->x.mem, addr) ? fail(s, WT_USAGE, "0x%llx: no allocation of wt_alloc starts here", (unsigned long long)addr) : WT_OK;
}
wt_status wt_name(wt_session *s, wt_addr addr, const char *name) {
  return wt_mem_name(s->x.mem, addr, name) ? fail(s, WT_USAGE, "0x%llx: no allocation of wt_alloc starts here", (unsigned long long)addr) : WT_OK;
}
wt_status wt_set_base(wt_session *s, wt_addr base) {
  if (!wt_mem_base(s->x.mem, base)) return WT_OK;
  return fail(s, WT_USAGE, "0x%llx: not before the first allocation, or not a multiple of 1 MiB up to 0x7f0000000000", (unsigned long long)base);
}
wt_status wt_alloc_at(wt_session *s, wt_addr addr, wt_addr *base, size_t *size) {
  wt_mem_area a;
  if (!wt_mem_find(s->x.mem, addr, &a)) return fail(s, WT_USAGE, "0x%llx lies in no allocation", (unsigned long long)addr);
  if (base) *base = a.base;
  if (size) *size = (size_t)a.size;
  return WT_OK;
}
void wt_memory_left(const wt_session *s, size_t *left, size_t *all) {
  *all = (size_t)WT_MEM_LIMIT;
  *left = (size_t)(WT_MEM_LIMIT - wt_mem_used(s->x.mem));
}
wt_status wt_fill(wt_session *s, wt_addr dst, int value, size_t bytes) {
  uint8_t *p = bytes ? wt_mem_ptr(s->x.mem, dst, bytes) : NULL;
  if (bytes && !p) return fail(s, WT_FAULT, "fill of %zu bytes at 0x%llx leaves its allocation", bytes, (unsigned long long)dst);
  if (bytes) memset(p, value, bytes);
  return WT_OK;
}
wt_status wt_copy(wt_session *s, wt_addr dst, wt_addr src, size_t bytes) {
  const uint8_t *from = bytes ? wt_mem_ptr(s->x.mem, src, bytes) : NULL;
  uint8_t *to = bytes ? wt_mem_ptr(s->x.mem, dst, bytes) : NULL;
  if (bytes && (!from || !to))
    return fail(s, WT_FAULT, "copy of %zu bytes from 0x%llx to 0x%llx leaves an allocation", bytes, (unsigned long long)src, (unsigned long long)dst);
  if (bytes) memmove(to, from, bytes);
  return WT_OK;
}
wt_status wt_copy_in(wt_session *s, wt_addr dst, const void *src, size_t bytes) {
  return wt_mem_write(s->x.mem, dst, src, bytes)
           ? fail(s, WT_FAULT, "copy of %zu bytes to 0x%llx leaves its allocation", bytes, (unsigned long long)dst)
           : WT_OK;
}
wt_status wt_copy_out(wt_session *s, void *dst, wt_addr src, size_t bytes) {
  return wt_mem_read(s->x.mem, src, dst, bytes)
           ? fail(s, WT_FAULT, "copy of %zu bytes from 0x%llx leaves its allocation", bytes, (unsigned long long)src)
           : WT_OK;
}

static wt_status keep_module(wt_session *s, struct wt_module *m, wt_module **out) {
  struct wt_module **list = realloc(s->mods, (s->n_mods + 1) * sizeof *list);
  if (!list) return wt_module_close(m), fail(s, WT_USAGE, "out of memory");
  s->mods = list;
  list[s->n_mods++] = m;
  *out = m;
  return WT_OK;
}
wt_status wt_module_load(wt_session *s, const char *path, wt_module **out) {
  struct wt_module *m;
  wt_status st = wt_module_open(s->x.mem, path, &m, s->error, sizeof s->error);
  return st ? st : keep_module(s, m, out);
}
wt_status wt_module_load_image(wt_session *s, const void *image, size_t bytes, const char *name, wt_module **out) {
  struct wt_module *m;
  wt_status st = wt_module_open_image(s->x.mem, image, bytes, name ? name : "image", &m, s->error, sizeof s->error);
  return st ? st : keep_module(s, m, out);
}
size_t wt_module_kernels(const wt_module *m) { return m->cubin.nkernels; }
static unsigned switches_anywhere(const wt_shape *S) {
  return S->PATH_SWITCH && (S->DIVERGENCE == WT_DIVERGENCE_barrier || S->DIVERGENCE == WT_DIVERGENCE_multipath);
}
static wt_launch_limits limits(const wt_session *s) {
  const wt_shape *S = &s->shape;
  return (wt_launch_limits){S->SM_SLOTS,
                            S->SLOT_LANES,
                            S->REGS,
                            S->RF_BANKS,
                            S->SMEM_BYTES,
                            S->GANG,
                            s->opt.no_oracle || s->opt.backend == WT_BACKEND_RTL,
                            s->stack,
                            S->SMS,
                            switches_anywhere(S),
                            s->grids + 1};
}
wt_status wt_kernel_get(wt_session *s, const wt_module *m, size_t i, wt_kernel_info *out) {
  const wt_launch_limits lim = limits(s);
  if (i >= m->cubin.nkernels) return fail(s, WT_USAGE, "%s: has %zu kernels, there is no number %zu", m->cubin.path, m->cubin.nkernels, i);
  const wt_cubin_kernel *k = &m->cubin.kernel[i];
  *out = (wt_kernel_info){k->name, k->nparams, k->regs, k->smem, wt_launch_local(&lim, k)};
  return WT_OK;
}
wt_status wt_kernel_check(wt_session *s, const wt_module *m, const char *kernel) {
  const wt_launch_limits lim = limits(s);
  return wt_launch_check(m, kernel, &lim, s->error, sizeof s->error);
}
wt_status wt_kernel_attribute(wt_session *s, const wt_module *m, const char *kernel, wt_kernel_attributes *out) {
  const wt_cubin_kernel *k;
  const wt_launch_limits lim = limits(s);
  wt_status st = wt_module_kernel(m, kernel, &k, s->error, sizeof s->error);
  if (st) return st;
  *out =
    (wt_kernel_attributes){k->regs,        k->smem,    wt_launch_local(&lim, k), (unsigned)(m->cubin.place[WT_CUBIN_CONST3].size + k->const2.size),
                           k->param_bytes, k->nparams, wt_launch_most(k, &lim)};
  return WT_OK;
}
/* The kernel, and how many CTAs of this size run at a time. */
static wt_status resident(wt_session *s, const wt_module *m, const char *kernel, unsigned threads, size_t dyn_smem, const wt_cubin_kernel **out,
                          unsigned *ctas) {
  const wt_shape *S = &s->shape;
  wt_status st = wt_module_kernel(m, kernel, out, s->error, sizeof s->error);
  if (st) return st;
  const wt_cubin_kernel *k = *out;
  const wt_launch_limits lim = limits(s);
  unsigned warps = (threads + S->SLOT_LANES - 1) / S->SLOT_LANES;
  *ctas = 0;
  if (!threads || threads > WT_LAUNCH_BLOCK_MAX) return fail(s, WT_USAGE, "a CTA of %u threads cannot be, the limit is 1024", threads);
  if (dyn_smem <= S->SMEM_BYTES && k->smem + dyn_smem <= S->SMEM_BYTES)
    *ctas = wt_run_resident(S, k->regs, warps, wt_launch_slots(&lim, wt_launch_places(&lim, k), warps), k->smem + (unsigned)dyn_smem);
  return WT_OK;
}
wt_status wt_kernel_occupancy(wt_session *s, const wt_module *m, const char *kernel, unsigned threads, size_t dyn_smem, unsigned *ctas) {
  const wt_cubin_kernel *k;
  return resident(s, m, kernel, threads, dyn_smem, &k, ctas);
}
wt_status wt_kernel_fits(wt_session *s, const wt_module *m, const char *kernel, unsigned threads, size_t dyn_smem) {
  const wt_cubin_kernel *k;
  unsigned ctas;
  wt_status st = resident(s, m, kernel, threads, dyn_smem, &k, &ctas);
  if (st || ctas) return st;
  s->x.cause = WT_CAUSE_SHAPE;
  wt_room_text(&s->shape, &(wt_room){k->regs, threads, k->smem, dyn_smem}, s->error, sizeof s->error);
  return WT_USAGE;
}
wt_status wt_kernel_grid_fits(wt_session *s, const wt_module *m, const char *kernel, unsigned threads, size_t dyn_smem, uint64_t ctas) {
  const wt_cubin_kernel *k;
  unsigned each;
  wt_status st = resident(s, m, kernel, threads, dyn_smem, &k, &each);
  if (st || ctas <= (uint64_t)each * s->shape.SMS) return st;
  s->x.cause = WT_CAUSE_SHAPE;
  wt_room_grid_text(&s->shape, &(wt_room){k->regs, threads, k->smem, dyn_smem}, ctas, (uint64_t)each * s->shape.SMS, s->error, sizeof s->error);
  return WT_USAGE;
}
wt_status wt_kernel_param(wt_session *s, const wt_module *m, const char *kernel, unsigned i, wt_param *out) {
  const wt_cubin_kernel *k;
  wt_status st = wt_module_kernel(m, kernel, &k, s->error, sizeof s->error);
  if (st) return st;
  if (i >= k->nparams) return fail(s, WT_USAGE, "%s: kernel %s has %u parameters, there is no number %u", m->cubin.path, k->name, k->nparams, i);
  *out = (wt_param){k->param[i].offset, k->param[i].size};
  return WT_OK;
}
wt_status wt_module_symbol(wt_session *s, wt_module *m, const char *name, wt_addr *addr, size_t *size) {
  return wt_module_find(m, name, addr, size, s->error, sizeof s->error);
}
wt_status wt_symbol_write(wt_session *s, wt_module *m, const char *name, const void *src, size_t bytes) {
  return wt_module_put(m, name, src, bytes, s->error, sizeof s->error);
}

wt_status wt_symbol_read(wt_session *s, wt_module *m, const char *name, void *dst, size_t bytes) {
  wt_addr addr;
  size_t size;
  wt_status st = wt_module_find(m, name, &addr, &size, s->error, sizeof s->error);
  if (st) return st;
  if (bytes > size) return fail(s, WT_USAGE, "%s: variable %s has %zu bytes, not %zu, read at most its size", m->cubin.path, name, size, bytes);
  return wt_copy_out(s, dst, addr, bytes);
}

_Static_assert(WT_CFG_NO_RPC == WT_RPC_NONE && WT_CFG_RPC_RET == WT_RPC_RET, "marks of the side band");

/* Reconvergence points beside the instructions: units that reconverge without the compiler's barriers cannot do without them, the others
 * and the oracle do not read them. RPC_DELAY is a mode of multipath only. */
static wt_status side_band(wt_session *s, wt_launch_desc *L) {
  const wt_shape *S = &s->shape;
  wt_cfg_in in = {
    .code = L->code, .n = (uint32_t)L->n_insns, .entry = 0, .targets = L->brx, .ntargets = L->nbrx, .funcs = L->func, .nfuncs = L->nfunc};
  wt_cfg cfg;
  wt_status st = wt_cfg_build(&in, &cfg, s->error, sizeof s->error);
  if (st && s->opt.backend != WT_BACKEND_ORACLE && (S->DIVERGENCE == WT_DIVERGENCE_simt_stack || S->DIVERGENCE == WT_DIVERGENCE_multipath)) return st;
  if (st) return WT_OK;
  if (S->DIVERGENCE == WT_DIVERGENCE_multipath && S->RPC_DELAY == WT_RPC_DELAY_static && wt_cfg_delay(L->code, &cfg))
    st = fail(s, WT_USAGE, "out of memory");
  if (!st && !(L->rpc = malloc(L->n_insns * sizeof *L->rpc))) st = fail(s, WT_USAGE, "out of memory");
  if (!st) memcpy(L->rpc, cfg.rpc, L->n_insns * sizeof *L->rpc);
  wt_cfg_free(&cfg);
  return st;
}

static wt_status run_oracle_alone(wt_session *s, const wt_module *m, const wt_launch_desc *L) {
  const wt_shape *S = &s->shape;
  wt_oracle *o = wt_oracle_new(S->SM_SLOTS, S->SLOT_LANES, S->CTAS, S->SMEM_BYTES);
  if (!o) return fail(s, WT_USAGE, "out of memory");
  wt_status st = wt_run_oracle_load(o, L, s->x.mem, s->x.initcheck);
  wt_oracle_launch l = {.grid = {L->grid[0], L->grid[1], L->grid[2]},
                        .block = {L->block[0], L->block[1], L->block[2]},
                        .smem_bytes = L->smem,
                        .max_insns = s->opt.max_cycles};
  if (!st) st = wt_oracle_run(o, &l, s->opt.seed);
  if (st) snprintf(s->error, sizeof s->error, "%s", wt_oracle_error(o));
  s->x.cause = st == WT_FAULT || st == WT_PROGRAM ? wt_oracle_where(o)->cause
               : st == WT_UNSUPPORTED             ? WT_CAUSE_UNSUPPORTED
               : st == WT_NO_END                  ? WT_CAUSE_MAX_CYCLES
               : st                               ? WT_CAUSE_DIFF
                                                  : WT_CAUSE_NONE;
  wt_unwritten_text(&o, 1, m, L, s->warnings, sizeof s->warnings);
  s->x.total.warp_instructions += l.insns, s->x.total.thread_instructions += l.threads;
  wt_oracle_free(o);
  return st;
}

/* What the kernel printed, and its assertions that failed and traps, which end the launch as a check that failed. Twins that differ count more. */
wt_status wt_session_output(wt_session *s, wt_addr buffer, const char *kernel, wt_status st) {
  char text[4000];
  wt_output_count c = {0, 0, 0, ""};
  if (buffer) c = wt_output_take(s->x.mem, buffer, s->output, text, sizeof text);
  if ((!c.asserted && !c.trapped && !c.missed) || st == WT_DIFF) return st;
  const char *where = *text ? ":" : ", the buffer was too full to say which";
  if (c.asserted)
    snprintf(s->x.error, sizeof s->x.error, "kernel %s: %u assertion%s failed%s\n%s", kernel, c.asserted, c.asserted > 1 ? "s" : "", where, text);
  else if (c.missed)
    snprintf(s->x.error, sizeof s->x.error,
             "kernel %s: %u thread%s called %s, which this machine's runtime does not have, remove its use from the source%s\n%s", kernel, c.missed,
             c.missed > 1 ? "s" : "", *c.name ? c.name : "a function", where, text);
  else snprintf(s->x.error, sizeof s->x.error, "kernel %s: %u thread%s trapped%s\n%s", kernel, c.trapped, c.trapped > 1 ? "s" : "", where, text);
  s->x.cause = c.asserted ? WT_CAUSE_ASSERT : c.missed ? WT_CAUSE_UNSUPPORTED : WT_CAUSE_TRAP;
  return fail(s, c.missed && !c.asserted ? WT_UNSUPPORTED : WT_DIFF, "%s", s->x.error);
}

/* The barrier of a grid is code of the kernel; its counter is the second word of memory whose address stands in bank 0, halves exchanged. Other
 * launches find 0 there, and trap in grid.sync. */
static wt_status cooperate(wt_session *s, const wt_module *m, const wt_dims *d, wt_launch_desc *L) {
  enum { HIGH = 0x8c, LOW = 0x90, BYTES = 256 };
  wt_status st = wt_kernel_grid_fits(s, m, L->kernel, L->threads, d->dyn_smem, L->ctas);
  if (st) return st;
  if (!s->grid_barrier && wt_alloc(s, BYTES, &s->grid_barrier)) return WT_USAGE;
  if ((st = wt_fill(s, s->grid_barrier, 0, BYTES))) return st;
  uint8_t *bank = (uint8_t *)(uintptr_t)L->bank[0].data; /* ours */
  const uint32_t high = (uint32_t)(s->grid_barrier >> 32), low = (uint32_t)s->grid_barrier;
  memcpy(bank + HIGH, &high, 4), memcpy(bank + LOW, &low, 4);
  return WT_OK;
}
void wt_set_cooperative(wt_session *s, int on) { s->cooperative = on; }
wt_status wt_set_stack(wt_session *s, size_t bytes) {
  if (bytes > WT_CUBIN_STACK_MAX)
    return fail(s, WT_USAGE, "a stack of %zu bytes: a thread has at most %d of local memory", bytes, WT_CUBIN_STACK_MAX);
  s->stack = (unsigned)(bytes + 15) / 16 * 16;
  return WT_OK;
}
size_t wt_stack(const wt_session *s) { return s->stack; }

wt_status wt_launch(wt_session *s, wt_module *m, const char *kernel, const wt_dims *dims, const wt_arg *args, size_t nargs) {
  wt_launch_desc L;
  const wt_launch_limits lim = limits(s);
  if (s->from) return fail(s, WT_USAGE, "this session goes on from a checkpoint: its launch is wt_resume");
  wt_status st = wt_launch_build(&L, m, kernel, dims, args, nargs, &lim, s->error, sizeof s->error);
  if (st) return s->x.cause = L.cause, st;
  s->grids++;
  s->warnings[0] = 0;
  if (s->cooperative) st = cooperate(s, m, dims, &L);
  if (!st) st = side_band(s, &L);
  if (!st) st = wt_session_start(s);
  if (!st && s->opt.backend == WT_BACKEND_ORACLE) {
    st = run_oracle_alone(s, m, &L);
  } else if (!st) {
    if (s->x.oracle) {
      const int bad = s->x.omem ? wt_mem_copy_from(s->x.omem, s->x.mem) : !(s->x.omem = wt_mem_clone(s->x.mem));
      if (bad) st = fail(s, WT_USAGE, "out of memory");
    }
    s->x.output = m->output;
    s->x.cubin = m->cubin.image, s->x.cubin_bytes = m->cubin.image_size;
    wt_session_visit(s);
    if (!st) st = wt_run(&s->x, &L);
    char why[1200];
    if (*s->watched && st != WT_USAGE && wt_guests_activity(s->x.guests, s->activity, why, sizeof why) && !st) { /* what the run found counts more */
      snprintf(s->x.error, sizeof s->x.error, "%s", why);
      st = WT_USAGE;
    }
    if (s->x.oracle) wt_unwritten_text(s->x.oracle, s->shape.SMS, m, &L, s->warnings, sizeof s->warnings);
    if (st && s->x.error[0]) snprintf(s->error, sizeof s->error, "%s", s->x.error);
  }
  st = wt_session_output(s, m->output, L.kernel, st);
  wt_launch_free(&L);
  return st;
}

wt_cause wt_cause_of(const wt_session *s) { return s->x.cause; }
const char *wt_verdict(const wt_session *s) { return wt_cause_word(s->x.cause); }

uint64_t wt_hazards(const wt_session *s) { return s->x.hazards; }
int wt_ended(const wt_session *s) { return s->x.ended; }

wt_status wt_shape_key(wt_session *s, const char *key, unsigned *out) {
  for (unsigned i = 0; i < wt_nkeys; i++)
    if (!strcmp(wt_keys[i].name, key)) return *out = wt_key_get(&s->shape, &wt_keys[i]), WT_OK;
  return fail(s, WT_USAGE, "unknown key '%s'; 'warptwin --keys' lists them", key);
}

/* ---- settings ---- */

void wt_set_initcheck(wt_session *s, int on) { s->x.initcheck = on; }
const char *wt_warnings(const wt_session *s) { return s->warnings; }
void wt_set_output(wt_session *s, FILE *f) { s->output = f; }
void wt_set_cycle_limit(wt_session *s, uint64_t cycles) { s->x.max_cycles = cycles; }
void wt_set_quiet(wt_session *s, int quiet) { s->x.progress.quiet = quiet; }
void wt_set_progress(wt_session *s, void (*fn)(void *ctx, const wt_progress *now), void *ctx) { s->x.progress.fn = fn, s->x.progress.ctx = ctx; }
void wt_set_trace(wt_session *s, FILE *f) { s->x.trace = f; }
void wt_set_dispatch(wt_session *s, FILE *f) { s->x.dispatch = f; }
void wt_set_wave(wt_session *s, const char *file, uint64_t from, uint64_t to, int warp) {
  s->x.wave_file = file, s->x.wave_from = from, s->x.wave_to = to, s->x.wave_warp = warp;
}
void wt_set_jobs(wt_session *s, unsigned jobs, uint64_t segment, int all) {
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  const unsigned n = wt_min(jobs != WT_JOBS_AUTO ? jobs : cpus > 0 ? (unsigned)cpus : 1, WT_SEGMENT_JOBS);
  s->x.parallel.jobs = jobs == WT_JOBS_AUTO ? 0 : n;
  s->x.parallel.later = jobs == WT_JOBS_AUTO ? n : 0;
  s->x.parallel.segment = segment ? segment : WT_SEGMENT_CYCLES;
  s->x.parallel.all = all;
}
void wt_set_threads(wt_session *s, unsigned threads) {
  const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  s->x.threads = threads != WT_THREADS_AUTO ? threads : cpus > 0 ? (unsigned)cpus : 1;
}
void wt_set_whole(wt_session *s, int on) { s->x.whole = on; }
void wt_set_worker_places(wt_session *s, int *pool, int *taken) { s->x.parallel.pool = pool, s->x.parallel.taken = taken; }
void wt_set_mismatch(wt_session *s, const char *file) { s->x.mismatch_file = file; }
void wt_set_bundle(wt_session *s, const char *file) { s->x.bundle_file = file; }
void wt_set_pictures(wt_session *s, const char *report, const char *kanata, const char *perfetto) {
  s->x.pictures = (wt_draw_files){report, kanata, perfetto};
}
void wt_set_reuse(wt_session *s, const char *file) { s->x.reuse_file = file; }
wt_status wt_set_use(wt_session *s, const char *use) {
  if (s->x.m) return fail(s, WT_USAGE, "the machine is there already: name the blocks that drive in it before the first launch");
  if (s->opt.backend == WT_BACKEND_ORACLE || s->opt.backend == WT_BACKEND_RTL)
    return fail(s, WT_USAGE, "a block of somebody else drives the C machine: it belongs to the C twin, or to lock-step with blocks beside it");
  if (s->n_guests == WT_GUEST_MOST) return fail(s, WT_USAGE, "--use %s: more than %d blocks", use, WT_GUEST_MOST);
  if (wt_guest_check(&s->shape, use, s->error, sizeof s->error)) return WT_USAGE;
  if (!(s->guest[s->n_guests] = strdup(use))) return fail(s, WT_USAGE, "out of memory");
  s->n_guests++;
  return WT_OK;
}
wt_status wt_set_activity(wt_session *s, const char *block, const char *file) {
  const size_t n = strlen(block);
  char own[1200];
  if (s->x.m || s->from) return fail(s, WT_USAGE, "--activity: the launch has begun already; changes are counted from its first cycle");
  if (s->opt.backend != WT_BACKEND_C) return fail(s, WT_USAGE, "--activity: changes are counted in runs of the C twin");
  if (n >= sizeof s->watched || strlen(file) >= sizeof s->activity) return fail(s, WT_USAGE, "--activity %s=%s: too long", block, file);
  for (unsigned i = 0; i < s->n_guests; i++)
    if (!strncmp(s->guest[i], block, n) && s->guest[i][n] == '=') return strcpy(s->watched, block), strcpy(s->activity, file), WT_OK;
  wt_blks *blks = wt_blks_new(&s->shape); /* ours: its RTL runs in the C machine */
  const wt_blk *b = blks ? wt_blk_find(blks, block) : NULL;
  if (b && !b->outside) snprintf(own, sizeof own, "%s=%s/rtl/%s/wt_%s.sv", block, wt_root(), b->group, b->stem);
  else snprintf(s->error, sizeof s->error, "--activity %s: no such block; 'warptwin bench' without a block lists them", block);
  const int found = b && !b->outside;
  wt_blks_free(blks);
  if (!found) return WT_USAGE;
  wt_status st = wt_set_use(s, own);
  if (!st) strcpy(s->watched, block), strcpy(s->activity, file);
  return st;
}
wt_status wt_set_opaque(wt_session *s, const char *block) {
  if (s->x.m) return fail(s, WT_USAGE, "the machine is there already: name the blocks whose outputs alone count before the first launch");
  if (s->opt.backend != WT_BACKEND_COSIM) return fail(s, WT_USAGE, "blocks whose outputs alone are compared belong to lock-step");
  if (s->x.n_opaque == WT_GUEST_MOST) return fail(s, WT_USAGE, "--opaque %s: more than %d blocks", block, WT_GUEST_MOST);
  if (!(s->x.opaque[s->x.n_opaque] = strdup(block))) return fail(s, WT_USAGE, "out of memory");
  s->x.n_opaque++;
  return WT_OK;
}
int wt_guest_paths_hidden(const wt_session *s) { return wt_guests_hides_paths(s->x.guests); }
wt_status wt_set_beside(wt_session *s, const char *blocks) {
  if (s->x.m) return fail(s, WT_USAGE, "the machine is there already: name the blocks beside it before the first launch");
  if (blocks && s->opt.backend != WT_BACKEND_COSIM) return fail(s, WT_USAGE, "blocks beside the C machine belong to lock-step");
  free(s->x.beside);
  s->x.beside = blocks ? strdup(blocks) : NULL;
  return blocks && !s->x.beside ? fail(s, WT_USAGE, "out of memory") : WT_OK;
}
void wt_set_invariants(wt_session *s, int twins) { s->x.check_paths = twins; }
void wt_set_idle(wt_session *s, int on) { s->x.count_idle = on; }
void wt_set_occupancy(wt_session *s, int on) { s->x.count_occupancy = on; }
void wt_session_on_edge(wt_session *s, void (*fn)(void *ctx, wt_machine *x, uint64_t cycle), void *ctx) { s->x.on_edge = fn, s->x.on_edge_ctx = ctx; }
