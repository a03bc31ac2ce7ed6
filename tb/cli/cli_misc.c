/* cli_misc.c - warptwin bench, build-rtl, asm and dis. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "isa/wt_asm.h"
#include "isa/wt_cubin.h"
#include "isa/wt_dis.h"
#include "isa/wt_elfw.h"
#include "bench/wt_bench_events.h"
#include "cli/wt_cli_guest.h"
#include "cosim/wt_gen.h"
#include "lib/wt_seconds.h"
#include "lib/wt_wide.h"

/* ---- bench ---- */

typedef struct {
  wt_cli_shape shape;
  const char *block, *emit, *out, *file, *use;
  uint64_t cycles;
} misc_opts;

static error_t parse_bench(int key, char *arg, struct argp_state *st) {
  misc_opts *o = st->input;
  switch (key) {
    case 'n':
      if (!wt_cli_number(arg, &o->cycles) || !o->cycles) argp_error(st, "--cycles %s: expected a number of clocks, 1 or more", arg);
      return 0;
    case 'u': o->use = arg; return 0;
    case ARGP_KEY_ARG:
      if (o->block) argp_error(st, "one BLOCK, not also '%s'", arg);
      o->block = arg;
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->shape; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static int benched(void *ctx) {
  const misc_opts *o = ctx;
  char err[600];
  const char *stem = strncmp(o->block, "wt_", 3) ? o->block : o->block + 3;
  wt_bench *b = wt_bench_open_use(stem, o->use, o->shape.preset, o->shape.set, o->shape.seed, err, sizeof err);
  if (!b) return wt_cli_error(2, "%s", err);
  double t0 = wt_seconds();
  int rc = wt_bench_reset(b) || wt_bench_random(b, o->cycles) ? 1 : 0;
  double dt = wt_seconds() - t0;
  if (rc) {
    uint64_t first, last;
    wt_cli_error(1, "wt_%s differs, seed %llu: %s", stem, (unsigned long long)o->shape.seed, b->report);
    if (wt_bench_waves(b, o->shape.preset, o->shape.set, o->shape.seed, "mismatch.fst", &first, &last, err, sizeof err))
      fprintf(stderr, "no waves in mismatch.fst: %s\n", err);
    else fprintf(stderr, "waves of both twins, cycles %llu to %llu: mismatch.fst\n", (unsigned long long)first, (unsigned long long)last);
    if (wt_bench_keep(b, o->shape.preset, o->shape.set, o->shape.seed, "mismatch.bench", err, sizeof err)) fprintf(stderr, "%s\n", err);
    else fprintf(stderr, "to see it again: warptwin replay mismatch.bench\nto make it smaller: warptwin shrink mismatch.bench\n");
  } else if (o->use)
    printf("wt_%s of %s: %llu cycles, 0 differences of its outputs, its state was not compared, seed %llu\n", stem, o->use,
           (unsigned long long)b->cycle, (unsigned long long)o->shape.seed);
  else
    printf("wt_%s: %llu cycles, 0 differences, %llu flip-flop and %llu memory bits, %.0f cycles/s, seed %llu\n", stem, (unsigned long long)b->cycle,
           (unsigned long long)b->ls.bits_ff, (unsigned long long)b->ls.bits_mem, (double)b->cycle / dt, (unsigned long long)o->shape.seed);
  wt_bench_close(b);
  return rc;
}

int wt_cmd_bench(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"cycles", 'n', "N", 0, "clocks to run (default 100000)", 0},
    {"use", 'u', "FILE[:MODULE]", 0,
     "in the place of our RTL a module or shared object of yours with the block's ports: its outputs alone are compared", 0},
    {0}};
  static const struct argp_child children[] = {{&wt_cli_shape_argp, 0, "Shape", 1}, {0}};
  static const struct argp a = {
    options,  parse_bench, "[BLOCK]", "One block in lock-step under constrained-random stimulus. Without BLOCK: lists the blocks.",
    children, NULL,        NULL};
  misc_opts o = {.cycles = 100000};
  wt_cli_parse(&a, argc, argv, &o);
  if (!o.block && o.use) return wt_cli_error(2, "--use %s: in the place of which block? give BLOCK before it", o.use);
  if (!o.block) {
    for (const wt_block_fns *f = wt_block_table; f->stem; f++) printf("%s\n", f->stem);
    return 0;
  }
  char spec[1200];
  snprintf(spec, sizeof spec, "%s=%s", o.block, o.use ? o.use : "");
  const wt_cli_guests own = {.use = {spec}, .n = o.use != NULL};
  return wt_cli_guarded(&own, benched, &o, NULL);
}

/* ---- build-rtl ---- */

static error_t parse_build(int key, char *arg, struct argp_state *st) {
  misc_opts *o = st->input;
  switch (key) {
    case 'e': o->emit = arg; return 0;
    case 'b': o->block = arg; return 0;
    case ARGP_KEY_ARG: argp_error(st, "no argument expected, not '%s'", arg); return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->shape; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static int is_block(const char *name) {
  const wt_block_fns *f = wt_block_table;
  while (f->stem && strcmp(f->stem, name) != 0) f++;
  return f->stem != NULL;
}

int wt_cmd_build_rtl(int argc, char **argv) {
  static const struct argp_option options[] = {{"emit", 'e', "DIR", 0, "only write wt_pkg.sv and wt_public.vlt of the shape into DIR", 0},
                                               {"block", 'b', "BLOCK", 0, "one block instead of the machine", 0},
                                               {0}};
  static const struct argp_child children[] = {{&wt_cli_shape_argp, 0, "Shape", 1}, {0}};
  static const struct argp a = {options, parse_build, "", "Verilates the RTL of a shape (cached).", children, NULL, NULL};
  misc_opts o = {0};
  wt_shape S;
  char err[500], path[1024];
  wt_cli_parse(&a, argc, argv, &o);
  if (wt_cli_shape_of(&o.shape, &S, err, sizeof err)) return wt_cli_error(2, "%s", err);
  if (o.block && !is_block(o.block)) return wt_cli_error(2, "--block %s: no such block; 'warptwin bench' without a block lists them", o.block);
  if (o.emit) return wt_gen_dir(o.emit, &S, o.block, 0, err, sizeof err) ? wt_cli_error(2, "%s", err) : 0;
  if (wt_wide_runs(&S, err, sizeof err)) return wt_cli_error(2, "%s", err);
  if (o.block ? wt_rtl_build(&S, o.block, 0, path, sizeof path, err, sizeof err) : wt_rtl_build_machine(&S, path, sizeof path, err, sizeof err))
    return wt_cli_error(2, "%s", err);
  printf("%s\n", path);
  return 0;
}

/* ---- asm, dis ---- */

static error_t parse_file(int key, char *arg, struct argp_state *st) {
  misc_opts *o = st->input;
  switch (key) {
    case 'o': o->out = arg; return 0;
    case ARGP_KEY_ARG:
      if (o->file) argp_error(st, "one file, not also '%s'", arg);
      o->file = arg;
      return 0;
    case ARGP_KEY_END:
      if (!o->file) argp_error(st, "which file?");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

int wt_cmd_asm(int argc, char **argv) {
  static const struct argp_option options[] = {{"output", 'o', "CUBIN", 0, "file to write", 0}, {0}};
  static const struct argp a = {options, parse_file, "FILE.sass", "Assembles sm_75 text to a cubin.", NULL, NULL, NULL};
  misc_opts o = {0};
  wt_asm_out out;
  char err[600];
  wt_cli_parse(&a, argc, argv, &o);
  if (!o.out) return wt_cli_error(2, "asm: where to? give -o CUBIN");
  wt_status st = wt_asm_file(o.file, &out, err, sizeof err);
  if (st) return wt_cli_error(st, "%s", err);
  st = wt_elfw_write(&out, o.out, err, sizeof err);
  wt_asm_free(&out);
  return st ? wt_cli_error(st, "%s", err) : 0;
}

int wt_cmd_dis(int argc, char **argv) {
  static const struct argp a = {NULL, parse_file, "FILE.cubin", "Disassembles the kernels of a cubin in the assembler's syntax.", NULL, NULL, NULL};
  misc_opts o = {0};
  wt_cubin c;
  char err[600], text[WT_DIS_MAX];
  wt_cli_parse(&a, argc, argv, &o);
  wt_status st = wt_cubin_load(o.file, &c, err, sizeof err);
  if (st) return wt_cli_error(st, "%s", err);
  for (size_t k = 0; k < c.nkernels; k++) {
    const wt_cubin_kernel *x = &c.kernel[k];
    printf(".kernel %s\n.regs %u\n.smem %u\n", x->name, x->regs, x->smem);
    if (x->stack) printf(".local %u\n", x->stack);
    printf(".params %u", x->param_bytes);
    for (uint32_t i = 0; i < x->nparams; i++) printf(",%u", x->param[i].size);
    printf("\n");
    for (size_t i = 0; i < x->n; i++) {
      wt_dis(x->code[i], (uint32_t)i * 16, text, sizeof text);
      printf("  %s  // 0x%04zx\n", text, i * 16);
    }
    printf(".end\n");
  }
  wt_cubin_free(&c);
  return 0;
}
