/* main.c - gen_machine [--max KEY=N]... SPECDIR OUTDIR [RTLDIR]
 *
 * Reads cmodel/spec/machine.def, keys.def, units.def, ports/ and blocks/ and writes, into OUTDIR,
 *   spec/wt_max.h        maxima of the structural keys
 *   spec/wt_units.def    numbers of the execution units
 *   spec/wt_blocks.h     structs of blocks and modules: outputs, state, and of the neighbours what each block declares to read
 *   wt_order.c           binding of the blocks; order of evaluation (a cycle, or a row that nobody drives, is an error)
 *   wt_descs.c           row tables, one function per block, evaluated for a shape at run time
 *   wt_table.c           functions of every block for the block benches
 * and into RTLDIR/top the SystemVerilog of the modules, which only wires blocks together, into RTLDIR/ports lists of ports that blocks share,
 * into RTLDIR/rows the registers and memories of every block as its module includes them.
 * --max raises the maximum of a key: machines with more warps, which no shape of the normal build has.
 */
#include <stdlib.h>
#include <string.h>

#include "parse.h"

/* What is written gets its name at the end, and only where it differs from what bears it: make then leaves alone what was made of it. */
static char written[256][520];
static int n_written;

FILE *open_out(const char *dir, const char *name) {
  if (n_written == sizeof written / sizeof *written) die("%s: too many files", name);
  char *path = written[n_written++];
  snprintf(path, sizeof *written, "%.400s/%.64s.new", dir, name);
  FILE *f = fopen(path, "w");
  if (!f) die("%s: cannot write", path);
  return f;
}
static int same(const char *a, const char *b) {
  FILE *f = fopen(a, "r"), *g = fopen(b, "r");
  int c = 0, equal = f && g;
  while (equal && c != EOF) equal = (c = getc(f)) == getc(g);
  if (f) fclose(f);
  if (g) fclose(g);
  return equal;
}
static void name_all(void) {
  for (int i = 0; i < n_written; i++) {
    char name[520];
    snprintf(name, sizeof name, "%.*s", (int)(strlen(written[i]) - strlen(".new")), written[i]);
    if (same(written[i], name) ? remove(written[i]) : rename(written[i], name)) die("%s: cannot write", name);
  }
}

/* Must block x come before block y in this order?  tick = 0: eval (y reads a MEALY output of x); 1: tick (x reads an OUTQ of y). */
static int before(int x, int y, int tick) {
  const block *reader = &blk[tick ? x : y], *drives = &blk[tick ? y : x];
  if (!strcmp(reader->drv, drives->drv)) return 0;
  for (int r = 0; r < reader->nrows; r++) {
    const row *in = &reader->rows[r];
    if ((in->kind != R_IN && (in->kind != R_INT || !tick)) || strcmp(in->a[0], drives->drv)) continue;
    const row *o = find_out(in->a[0], in->a[1]);
    if (tick ? o->kind == R_OUTQ : o->kind == R_OUT && !strcmp(o->a[C_KIND], "MEALY")) return 1;
  }
  return 0;
}

static int ready(const int *done, int y, int tick) {
  for (int x = 0; x < nblk; x++)
    if (x != y && !done[x] && before(x, y, tick)) return 0;
  return 1;
}

/* All blocks in an order that obeys before(); blocks of one module stay together as long as they can. */
static void order(int *out, int tick) {
  int done[MAX_BLOCKS] = {0}, n = 0, at = 0;
  for (int idle = 0; n < nblk && idle < nmod;) {
    int got = 0;
    for (int y = 0; y < nblk; y++)
      if (!done[y] && blk[y].module == at && ready(done, y, tick)) done[y] = got = 1, out[n++] = y;
    if (!got) at = (at + 1) % nmod;
    idle = got ? 0 : idle + 1;
  }
  for (int y = 0; y < nblk; y++)
    if (!done[y]) fprintf(stderr, "gen_machine: in a %s cycle: %s\n", tick ? "tick" : "combinational", blk[y].stem);
  if (n != nblk) exit(2);
}

static void raise_max(const char *arg) {
  const char *eq = strchr(arg, '=');
  for (int i = 0; eq && i < nkeys; i++)
    if (strlen(keys[i].name) == (size_t)(eq - arg) && !strncmp(keys[i].name, arg, (size_t)(eq - arg))) {
      keys[i].max = (unsigned)strtoul(eq + 1, NULL, 10);
      return;
    }
  die("--max %s: expected KEY=N with a structural key", arg);
}

int main(int argc, char **argv) {
  const char *raised[MAX_KEYS];
  int n_raised = 0, i = 1;
  for (; i + 1 < argc && !strcmp(argv[i], "--max") && n_raised < MAX_KEYS; i += 2) raised[n_raised++] = argv[i + 1];
  if (argc - i != 2 && argc - i != 3) die("usage: gen_machine [--max KEY=N]... SPECDIR OUTDIR [RTLDIR]");
  load(argv[i]);
  for (int k = 0; k < n_raised; k++) raise_max(raised[k]);
  int eval_order[MAX_BLOCKS], tick_order[MAX_BLOCKS];
  order(eval_order, 0);
  order(tick_order, 1);
  gen_c(argv[i + 1], eval_order, tick_order);
  if (argc - i == 3) gen_sv(argv[i + 2]), gen_rows(argv[i + 2]);
  name_all();
  return 0;
}
