/* wt_gen_guest.c - the module around a user's block, and what of it is public. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cosim/wt_gen.h"

/* Inputs that mean something only where there are several sub-cores or SMs: each with these texts around its width and its name. How many there are. */
static unsigned silent(FILE *f, const wt_world *x, const char *before, const char *behind) {
  unsigned n = 0;
  for (unsigned r = 0; r < x->blk->nrows; r++) {
    const wt_row *in = &x->blk->rows[r];
    char port[96];
    snprintf(port, sizeof port, "%s_%s", in->kind == WT_ROW_IN ? in->drv : "", in->name);
    if (wt_world_of_several(x, port)) fprintf(f, "%slogic [%u:0] %s%s", before, in->elemw - 1, port, behind), n++;
  }
  return n;
}
/* A module of that name, whose ports are the block's, around the user's; shim: it stands in the place of ours in the RTL; idx: of the instances of an array
 * it is one, and knows which. The user's module has silent inputs or not: `.*` joins those that it has. */
static void around(FILE *f, const wt_world *x, const char *name, const char *module, int shim, int idx) {
  const unsigned n = x->w.instances;
  fprintf(f, "module %s %s(\n  input wire logic clk,\n  input wire logic rst_n", name, idx ? "#(\n  parameter int unsigned Idx = 0\n) " : "");
  for (unsigned i = 0; i < x->w.ports; i++)
    fprintf(f, ",\n  %s logic [%u:0] %s", wt_port_is_input(&x->port[i]) ? "input wire" : "output", x->port[i].bits - 1, x->port[i].name);
  unsigned more = shim ? silent(f, x, ",\n  input wire ", "") : 0;
  fprintf(f, "\n);\n");
  if (!shim) more = silent(f, x, "  wire ", " = '0;\n");
  if (n > 1) fprintf(f, "  for (genvar i = 0; i < %u; i++) begin : g_block\n", n);
  fprintf(f, "  %s %su_block (.clk, .rst_n", module, n > 1 ? "#(.Idx(i)) " : idx ? "#(.Idx(Idx)) " : "");
  for (unsigned i = 0; i < x->w.ports; i++) {
    const char *port = x->port[i].name;
    const unsigned w = wt_world_bits(x, i);
    if (w != x->port[i].bits) fprintf(f, ",\n    .%s(%s[i * %u +: %u])", port, port, w, w);
    else fprintf(f, ",\n    .%s", port);
  }
  fprintf(f, "%s);\n%sendmodule\n", more ? ", .*" : "", n > 1 ? "  end\n" : "");
}

static void public(FILE *f, const wt_world *x, const char *module) {
  static const char *const rams[] = {"wt_ram_1rw", "wt_ram_1r1w"}, *const vars[] = {"mem_q", "out_q"};
  fprintf(f, "`verilator_config\n");
  for (unsigned k = 0; k < 4; k++) fprintf(f, "public_flat_rd -module \"%s\" -var \"%s\"\n", rams[k / 2], vars[k % 2]);
  for (unsigned i = 0; i < x->w.ports; i++)
    fprintf(f, "public_flat_r%c -module \"wt_guest\" -var \"%s\"\n", wt_port_is_input(&x->port[i]) ? 'w' : 'd', x->port[i].name);
  for (const char *p = x->nets ? x->nets : ""; *p; p += strcspn(p, "\n") + 1)
    fprintf(f, "public_flat_rd -module \"*\" -var \"%.*s\"\n", (int)strcspn(p, "\n"), p);
  for (unsigned i = 0; i < x->w.rows; i++) fprintf(f, "public_flat_rd -module \"%s\" -var \"%s_q\"\n", module, x->row[i].name);
}

void wt_gen_guest_text(FILE *f, const wt_world *x, const char *module) {
  around(f, x, "wt_guest", module, 0, 0);
  public(f, x, module);
}

int wt_gen_guest(const char *dir, const wt_world *x, const char *module, char *err, size_t errn) {
  static const char *const names[] = {"wt_pkg.sv", "wt_guest.sv", "wt_public.vlt"};
  for (int i = 0; i < 3; i++) {
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", dir, names[i]);
    FILE *f = fopen(path, "w");
    if (f && !i) wt_gen_pkg(f, x->blks->S);
    if (f && i == 1) around(f, x, "wt_guest", module, 0, 0);
    if (f && i == 2) public(f, x, module);
    if (!f || fclose(f)) return snprintf(err, errn, "%s: cannot write: %s", path, strerror(errno)), -1;
  }
  return 0;
}

void wt_gen_shim_text(FILE *f, const wt_world *x, const char *module) {
  char name[80];
  snprintf(name, sizeof name, "wt_%s", x->w.block);
  around(f, x, name, module, 1, wt_blk_here(x->blk) > 1);
}
int wt_gen_shim(const char *dir, const wt_world *x, const char *module, char *err, size_t errn) {
  char name[80], path[1300];
  snprintf(name, sizeof name, "wt_%s", x->w.block);
  snprintf(path, sizeof path, "%s/%s.sv", dir, name);
  FILE *f = fopen(path, "w");
  if (f) wt_gen_shim_text(f, x, module);
  return !f || fclose(f) ? (snprintf(err, errn, "%s: cannot write: %s", path, strerror(errno)), -1) : 0;
}
