/* wt_gen.h - what the RTL of a shape is built from: the package of numbers and the list of signals the harness reads. */
#ifndef WT_GEN_H
#define WT_GEN_H
#include "lib/wt_world.h"
#include <stdio.h>

/* In the place of a block's stem: an SM by itself, of a shape with SMS=1. It reads what is outside of it, the value of now (NOW) of the blocks around the SMs,
 * of the others the value that a register in front of it takes at the clock edge (NEXT). */
#define WT_GEN_SM "sm"
enum { WT_GEN_NEXT = 1, WT_GEN_NOW };
/* Does an SM read this row of that block, and how; 0: no. */
int wt_gen_sm_reads(const wt_blks *b, const wt_blk *drives, const wt_row *x);
/* wt_pkg.sv: every key, derived number, constant, instruction id and layout. */
void wt_gen_pkg(FILE *f, const wt_shape *S);
/* Verilator configuration: state rows, memory write ports and outputs of all chosen blocks (stem = NULL) or of one. top = module whose
 * inputs the harness drives; beside: of all instances of the block, beside the C machine. */
void wt_gen_vlt(FILE *f, const wt_blks *b, const char *stem, int beside, const char *top);
/* Writes wt_pkg.sv, wt_public.vlt and what else the build wants into dir (which must exist). 0, or -1 with one line in err. */
int wt_gen_dir(const char *dir, const wt_shape *S, const char *stem, int beside, char *err, size_t errn);
/* What wt_gen_dir writes, but for the package, as one stream. */
void wt_gen_text(FILE *f, const wt_blks *b, const char *stem, int beside);
/* For a user's module in the place of a block: the package, wt_guest.sv (a module around all its instances, whose ports are the block's) and wt_public.vlt.
 * State of the module under the names of the block's rows is public where there is any. */
void wt_gen_guest_text(FILE *f, const wt_world *x, const char *module);
/* dir/wt_<block>.sv: our module's name and ports (x: of one instance) around the user's. */
void wt_gen_shim_text(FILE *f, const wt_world *x, const char *module);
int wt_gen_shim(const char *dir, const wt_world *x, const char *module, char *err, size_t errn);
int wt_gen_guest(const char *dir, const wt_world *x, const char *module, char *err, size_t errn);
#endif
