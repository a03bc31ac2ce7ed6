/* wt_gen.c - package and Verilator configuration of a shape. */
#include "cosim/wt_gen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_isa.h"

static void gen_layouts(FILE *f) {
#define STRUCT(s) fprintf(f, "  typedef struct packed {\n");
#define FIELD(s, n, w) fprintf(f, "    logic [%d:0] %s;\n", (w)-1, #n);
#define END(s) fprintf(f, "  } %s_t;\n", #s);
#include "spec/structs.def"
}

/* States of the machines of the blocks: a module makes its enum of them. */
static void gen_states(FILE *f) {
  int width = 0;
#define FSM(block, row, tag, bits) width = (bits);
#define STATE(tag, name, value, text) fprintf(f, "  parameter logic [%d:0] " #tag "_" #name " = %d'd%d;\n", width - 1, width, value);
#include "spec/states.def"
}

/* A value that has a name: as wide as its mode's wire, or an int like the structural key. */
static void gen_named(FILE *f, const char *key, const char *name, unsigned value) {
  unsigned k = 0, width = 1;
  while (k < wt_nkeys && strcmp(wt_keys[k].name, key) != 0) k++;
  if (k == wt_nkeys || wt_keys[k].kind != 'M') {
    fprintf(f, "  parameter int unsigned %s_%s = %u;\n", key, name, value);
    return;
  }
  while (wt_keys[k].max >> width) width++;
  fprintf(f, "  parameter logic [%u:0] %s_%s = %u'd%u;\n", width - 1, key, name, width, value);
}

void wt_gen_pkg(FILE *f, const wt_shape *S) {
  fprintf(f, "// wt_pkg: numbers of one shape, written by warptwin from cmodel/spec. Do not edit.\npackage wt_pkg;\n");
#define SKEY(name, ...) fprintf(f, "  parameter int unsigned %s = %u;\n", #name, S->name);
#define NAMED(key, name, value) gen_named(f, #key, #name, value);
#include "spec/keys.def"
#define DERIVED(name, expr) fprintf(f, "  parameter int unsigned %s = %u;\n", #name, S->name);
#include "spec/derived.def"
#define CONST(name, width, value)                                                                               \
  if (width) fprintf(f, "  parameter logic [%d:0] %s = %d'd%u;\n", width - 1, #name, width, (unsigned)(value)); \
  else fprintf(f, "  parameter int unsigned %s = %u;\n", #name, (unsigned)(value));
#include "spec/consts.def"
  gen_states(f);
  fprintf(f, "  parameter int unsigned UOP_W = %d;\n  parameter int unsigned HSRC_W = %d;\n  parameter int unsigned HCTL_W = %d;\n", UOP_W, HSRC_W,
          HCTL_W);
  fprintf(f, "  parameter int unsigned ALUB_W = %d;\n", ALUB_W);
  for (unsigned i = 0; i < WT_I_COUNT; i++) fprintf(f, "  parameter logic [7:0] I_%s = 8'd%u;\n", wt_isa_rows[i].id, i);
  gen_layouts(f);
/* least significant bit of every field, for use where a struct variable is not possible (inside generate blocks) */
#define FIELD(s, n, w) fprintf(f, "  parameter int unsigned %s_%s_L = %d;\n", #s, #n, s##_W_ - 1 - s##_##n##_E);
#include "spec/structs.def"
  fprintf(f, "endpackage\n");
}

static void vlt_block(FILE *f, const wt_blk *b) {
  for (unsigned r = 0; r < b->nrows; r++) {
    const wt_row *w = &b->rows[r];
    if (w->kind == WT_ROW_OUT || w->kind == WT_ROW_OUTQ) fprintf(f, "public_flat_rd -module \"wt_%s\" -var \"%s_%s\"\n", b->stem, b->drv, w->name);
    if (w->kind == WT_ROW_FF || w->kind == WT_ROW_MEM) fprintf(f, "public_flat_rd -module \"wt_%s\" -var \"%s_q\"\n", b->stem, w->name);
    if (w->kind == WT_ROW_MEM)
      fprintf(f, "public_flat_rd -module \"wt_%s\" -var \"%s_we\"\npublic_flat_rd -module \"wt_%s\" -var \"%s_wa\"\n", b->stem, w->name, b->stem,
              w->name);
  }
}

static int is_sm(const char *stem) { return stem && !strcmp(stem, WT_GEN_SM); }

int wt_gen_sm_reads(const wt_blks *b, const wt_blk *drives, const wt_row *x) {
  const int around = drives->outside == WT_INSIDE && !drives->modules;
  if (x->kind != WT_ROW_OUT && x->kind != WT_ROW_OUTQ) return 0;
  if (!around && drives->outside != WT_OUTSIDE && (drives->outside != WT_WIRED || drives->modules != 1)) return 0;
  for (unsigned k = 0; k < b->n; k++)
    for (unsigned r = 0; r < b->blk[k].nrows && !b->blk[k].outside && b->blk[k].modules; r++) {
      const wt_row *in = &b->blk[k].rows[r];
      if (in->kind == WT_ROW_IN && !strcmp(in->drv, drives->drv) && !strcmp(in->name, x->name)) return around ? WT_GEN_NOW : WT_GEN_NEXT;
    }
  return 0;
}
/* Input i of the SM, likewise; *how: WT_GEN_.... */
static unsigned sm_input(const wt_blks *b, unsigned i, char *name, size_t n, int *how) {
  for (unsigned k = 0; k < b->n; k++)
    for (unsigned r = 0; r < b->blk[k].nrows; r++) {
      const wt_row *x = &b->blk[k].rows[r];
      if (!(*how = wt_gen_sm_reads(b, &b->blk[k], x)) || i--) continue;
      snprintf(name, n, "%s_%s", b->blk[k].drv, x->name);
      return x->elemw * x->n * b->blk[k].count;
    }
  return 0;
}

/* Input i of the module for the harness, of the machine (what is outside drives) or of a block in one copy of its module (what it reads): its bits, or 0. */
static unsigned tb_input(const wt_blks *b, const char *stem, unsigned i, char *name, size_t n, int *how) {
  *how = WT_GEN_NEXT;
  if (is_sm(stem)) return sm_input(b, i, name, n, how);
  for (unsigned k = 0; k < b->n; k++) {
    if (stem ? strcmp(b->blk[k].stem, stem) != 0 : b->blk[k].outside != WT_OUTSIDE) continue;
    for (unsigned r = 0; r < b->blk[k].nrows; r++) {
      const wt_row *x = &b->blk[k].rows[r];
      const char *drv = b->blk[k].drv;
      if (stem && x->kind != WT_ROW_IN) continue;
      if (i--) continue;
      if (stem) drv = x->drv;
      snprintf(name, n, "%s_%s", drv, x->name);
      return stem ? x->elemw : x->elemw * x->n * b->blk[k].count;
    }
  }
  return 0;
}

void wt_gen_vlt(FILE *f, const wt_blks *b, const char *stem, int beside, const char *top) {
  const int sm = is_sm(stem), whole = !stem || sm;
  static const char *const rams[] = {"wt_ram_1rw", "wt_ram_1r1w"}, *const vars[] = {"mem_q", "out_q", "mem_we", "mem_wa"};
  fprintf(f, "`verilator_config\n");
  for (unsigned k = 0; k < 8; k++) fprintf(f, "public_flat_rd -module \"%s\" -var \"%s\"\n", rams[k / 4], vars[k % 4]);
  for (unsigned k = 0; k < b->n; k++) {
    const wt_blk *x = &b->blk[k];
    if (x->outside || (whole ? !x->chosen || (sm && !x->modules) : strcmp(x->stem, stem))) continue;
    vlt_block(f, x);
    if (whole) continue;
    if (getenv("WT_BREAK_PORTS")) fprintf(f, "public_flat_rw -module \"%s\" -var \"break_sel\"\n", top);
    for (unsigned r = 0; !beside && r < x->nrows; r++)
      if (x->rows[r].kind == WT_ROW_IN) fprintf(f, "public_flat_rw -module \"%s\" -var \"%s_%s\"\n", top, x->rows[r].drv, x->rows[r].name);
  }
  for (unsigned i = 0; whole || beside; i++) {
    char name[96];
    int how;
    if (!tb_input(b, stem, i, name, sizeof name, &how)) break;
    if (how == WT_GEN_NOW) fprintf(f, "public_flat_rw -module \"wt_tb\" -var \"%s\"\n", name);
    else fprintf(f, "public_flat_rd -module \"wt_tb\" -var \"%s\"\npublic_flat_rw -module \"wt_tb\" -var \"%s_next\"\n", name, name);
  }
}

/* Module around wt_gpu, or around the instances of a block in one copy of its module, for the harness: every input is a register that takes <input>_next at the clock edge, so one
 * evaluation a cycle settles everything (an input port that changes after the edge would need a second one). */
static void gen_tb(FILE *f, const wt_blks *b, const char *stem) {
  const wt_blk *one = stem ? wt_blk_find(b, stem) : NULL;
  char name[96];
  unsigned w;
  int how;
  fprintf(f, "module wt_tb (input wire logic clk, input wire logic rst_n");
  for (unsigned i = 0; (w = tb_input(b, stem, i, name, sizeof name, &how)); i++)
    if (how == WT_GEN_NOW) fprintf(f, ", input wire logic [%u:0] %s", w - 1, name);
  fprintf(f, ");\n");
  for (unsigned i = 0; (w = tb_input(b, stem, i, name, sizeof name, &how)); i++)
    if (how == WT_GEN_NEXT) fprintf(f, "  logic [%u:0] %s, %s_next;\n", w - 1, name, name);
  fprintf(f, "  always_ff @(posedge clk) begin\n");
  for (unsigned i = 0; tb_input(b, stem, i, name, sizeof name, &how); i++)
    if (how == WT_GEN_NEXT) fprintf(f, "    %s <= %s_next;\n", name, name);
  fprintf(f, "  end\n  /* verilator lint_off PINMISSING */\n");
  const unsigned here = one ? wt_blk_here(one) : 1;
  if (here > 1) fprintf(f, "  for (genvar i = 0; i < %u; i++) begin : g_block\n  wt_%s #(.Idx(i)) u_block (.clk, .rst_n", here, stem);
  else if (one) fprintf(f, "  wt_%s u_block (.clk, .rst_n", stem);
  else fprintf(f, stem ? "  wt_sm u_sm (.clk, .rst_n" : "  wt_gpu u_gpu (.clk, .rst_n");
  for (unsigned i = 0; tb_input(b, stem, i, name, sizeof name, &how); i++) fprintf(f, ", .%s", name);
  fprintf(f, ");\n%s  /* verilator lint_on PINMISSING */\nendmodule\n", here > 1 ? "  end\n" : "");
}

/* WT_BREAK_PORTS: the output ports of the block and their bits, for a build that can break each of them. */
static void gen_ports(FILE *f, const wt_blk *b) {
  for (unsigned r = 0; r < b->nrows; r++)
    if (b->rows[r].kind == WT_ROW_OUT || b->rows[r].kind == WT_ROW_OUTQ)
      fprintf(f, "%s_%s %u\n", b->drv, b->rows[r].name, b->rows[r].elemw * b->rows[r].n);
}

/* Alternatives that the shape does not choose: their sources are not read. */
static void gen_unused(FILE *f, const wt_blks *b, const char *stem) {
  for (unsigned k = 0; k < b->n; k++)
    if ((!stem || is_sm(stem)) && !b->blk[k].chosen) fprintf(f, "wt_%s\n", b->blk[k].stem);
}

enum { GEN_PKG, GEN_VLT, GEN_TB, GEN_UNUSED, GEN_PORTS, GEN_FILES };
static const char *const gen_names[GEN_FILES] = {"wt_pkg.sv", "wt_public.vlt", "wt_tb.sv", "unused_modules", "ports"};

/* Is there such a file for this module? */
static int gen_has(int what, const char *stem, int beside) {
  return what == GEN_TB ? !stem || is_sm(stem) || beside : what == GEN_PORTS ? stem && getenv("WT_BREAK_PORTS") : 1;
}

static void gen_file(FILE *f, int what, const wt_blks *b, const char *stem, int beside) {
  char top[64] = "wt_gpu";
  if (stem) snprintf(top, sizeof top, "wt_%s", stem);
  if (what == GEN_PKG) wt_gen_pkg(f, b->S);
  else if (what == GEN_VLT) wt_gen_vlt(f, b, stem, beside, top);
  else if (what == GEN_TB) gen_tb(f, b, stem);
  else if (what == GEN_UNUSED) gen_unused(f, b, stem);
  else gen_ports(f, wt_blk_find(b, stem));
}

int wt_gen_dir(const char *dir, const wt_shape *S, const char *stem, int beside, char *err, size_t errn) {
  wt_blks *b = wt_blks_new(S);
  int bad = 0;
  if (!b) return snprintf(err, errn, "out of memory"), -1;
  for (int i = 0; i < GEN_FILES && !bad; i++) {
    char path[1024];
    if (!gen_has(i, stem, beside)) continue;
    snprintf(path, sizeof path, "%s/%s", dir, gen_names[i]);
    FILE *f = fopen(path, "w");
    if (f) gen_file(f, i, b, stem, beside);
    if (!(bad = !f || fclose(f))) continue;
    int full = errno == ENOSPC || errno == EDQUOT;
    snprintf(err, errn, "%s: cannot write: %s; %s", path, strerror(errno),
             full ? "make room ('warptwin cache prune'), or name another folder with WARPTWIN_CACHE"
                  : "check that the folder exists and is writable");
  }
  wt_blks_free(b);
  return bad ? -1 : 0;
}

void wt_gen_text(FILE *f, const wt_blks *b, const char *stem, int beside) {
  for (int i = GEN_VLT; i < GEN_FILES; i++)
    if (gen_has(i, stem, beside)) fprintf(f, "%s\n", gen_names[i]), gen_file(f, i, b, stem, beside);
}
