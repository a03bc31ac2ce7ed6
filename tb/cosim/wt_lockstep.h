/* wt_lockstep.h - the comparator: binds the rows of C machine and RTL and compares every output and every state bit.
 *
 * One cycle of a block alone:  fill inputs - C eval - wt_ls_drive (inputs to the RTL, settle) - wt_ls_outputs (compare) - C tick -
 * wt_ls_edge (RTL clock edge, compare state) - C moore.
 * One cycle of the machine, whose RTL takes its inputs at the clock edge and so needs one evaluation instead of two:  C eval - wt_ls_drive
 * (notes the RTL's memory writes) - wt_ls_outputs - C tick - C moore - fill inputs of the next cycle - wt_ls_edge.
 */
#ifndef WT_LOCKSTEP_H
#define WT_LOCKSTEP_H
#include "cosim/wt_opaque.h"
#include "cosim/wt_pairs.h"
#include "cosim/wt_rtl.h"
#include "cosim/wt_rtl_says.h"
#include "cosim/wt_windows.h"

/* Where an input of the RTL is written: the machine's becomes rtl at the clock edge, that of a block alone lies there. */
typedef struct {
  uint8_t *next, *rtl;
  unsigned part; /* of the comparator: whose input it is */
} wt_reader;

typedef struct {
  const wt_blk *blk;
  const wt_row *row;
  unsigned inst;
  unsigned how; /* comparison method */
  char *c;      /* C value; MEM: array */
  uint8_t *rtl;
  wt_reader *reader; /* inputs: who reads them */
  unsigned n_reader;
  char **each; /* inputs: the C values of their drivers, n_each */
  unsigned n_each;
  const char
    *valid[3]; /* of an opaque block: C values; an output means nothing while all of them are 0. NULL: no more; none: it always means something */
  uint32_t valid_bytes[3];
  uint32_t bytes; /* of the RTL value; MEM: of a row */
  char *c_seen;   /* packed rows: C value when `packed` was made */
  uint32_t *packed;
  const uint8_t *we, *wa; /* MEM: write enables and addresses of the RTL */
  uint32_t we_bytes, wa_bytes, wa_w;
  wt_mlog *log;
} wt_bind;

/* A row whose C value is packed before it is compared; most of the time it is the one that was packed last. */
typedef struct {
  const char *c;
  char *seen;           /* C value that was packed last */
  uint32_t bytes, bind; /* of both; index in the list */
} wt_packed;

/* A list of bound rows, and how to find out quickly that none of them differs. */
typedef struct {
  wt_pairs pairs;     /* what is compared value by value, or in runs that lie alike in both twins */
  wt_windows windows; /* the rest */
  wt_packed *packed;  /* rows that are packed for `pairs` */
  unsigned n_packed;
} wt_quick;

/* What of four memories is looked at in every cycle: enables of the RTL, writes of the C twin. Behind the last memory stands what is never written. */
enum { WT_WATCHED = 4 };
typedef struct {
  const uint8_t *we[WT_WATCHED];
  wt_mlog *log[WT_WATCHED];
  int narrow; /* enables of one byte each */
} wt_watch;

/* Inputs whose C values lie near each other: most of the time all of them are what was written last. */
typedef struct {
  const char *c;
  char *seen;
  uint32_t bytes, first, n; /* of both; which inputs */
} wt_in_run;

/* One object of a plug-in: the whole machine, one block alone, or one block beside the C machine with all its instances in one copy of its module. */
typedef struct {
  wt_rtl rtl;
  const wt_blk *blk;    /* NULL: the machine */
  unsigned first;       /* of its instances */
  int changed;          /* an input has since the last clock edge */
  int still;            /* the last edge changed nothing in it, and no input has changed since: the next one would change nothing either */
  unsigned wait, pause; /* edges until the next look whether it is still; how many there are between two looks */
} wt_ls_part;

typedef struct wt_ls {
  wt_m *m;
  wt_blks *blks;
  int borrowed; /* blks is somebody else's */
  int sm;       /* one SM of the machine, -1: all of it, or a block */
  wt_ls_part *part;
  unsigned n_part;
  wt_row **shape; /* rows as copies of a module see them, where they are others */
  unsigned n_shape;
  wt_bind *in, *out, *ff, *mem;
  char made_of[80];   /* name of the plug-in's file, in which is the hash of what it was made from; beside: a sum of them */
  int registered;     /* the machine, and blocks beside it: inputs are taken at the clock edge */
  int late;           /* blocks beside the C machine: the RTL's clock edge comes when the C machine has settled in the cycle behind it */
  int behind, owed;   /* late: an edge is to come; an edge has come that is not compared yet */
  const wt_blk *only; /* the block that is compared alone; NULL: the machine */
  unsigned n_in, n_out, n_ff, n_mem, n_q_in;
  unsigned n_plain;  /* of the outputs those that always mean something; behind them stand those of opaque blocks */
  wt_opaque *opaque; /* NULL: all state is compared */
  wt_bind *begin;    /* state of opaque blocks that reset leaves open, where their RTL has it under our names: the C twin begins with it */
  unsigned n_begin;
  wt_quick q_out, q_ff;
  wt_readable readable; /* around the values of both lists */
  wt_in_run *q_in;
  wt_watch *watch;               /* of n_mem memories */
  uint32_t *pend_mem, *pend_row; /* RTL writes of this cycle: index in mem, row; room for every write port */
  unsigned n_pend, n_ports;
  uint64_t bits_ff, bits_mem; /* compared state bits */
  /* first difference */
  const wt_bind *diff;
  int diff_is_output;
  uint32_t diff_row; /* MEM */
  /* an assertion of the RTL that failed at the newest edge: the block in which it stands (NULL: not known), the rest in words; "" = none failed */
  const wt_blk *failed_blk;
  unsigned failed_inst;
  char failed[700], said[WT_RTL_SAID];
  /* fault injection: called after a clock edge of both twins and after a reset, before the comparison; NULL = none */
  void (*poke)(void *ctx, struct wt_ls *l);
  /* the same before the comparison of the outputs, when both twins have settled */
  void (*poke_settled)(void *ctx, struct wt_ls *l);
  void *poke_ctx;
} wt_ls;

/* What runs beside the C machine m: its RTL as a whole, that of one block alone (stem), or that of the blocks of a list "stem,stem" or "all" (beside), each
 * with all its instances. opaque: blocks whose outputs alone are compared, "BLOCK" or "BLOCK=FILE[:MODULE]" with a user's module or object in our place. */
typedef struct {
  const char *stem, *beside;
  const char *const *opaque;
  unsigned n_opaque;
  uint64_t seed;
  wt_blks *blks; /* of m, which live longer; NULL: its own */
} wt_ls_how;
/* 0, or -1 with one line in err. */
int wt_ls_open_how(wt_ls *l, wt_m *m, const wt_ls_how *how, char *err, size_t errn);
static inline int wt_ls_open(wt_ls *l, wt_m *m, const char *stem, uint64_t seed, char *err, size_t errn) {
  return wt_ls_open_how(l, m, &(wt_ls_how){.stem = stem, .seed = seed}, err, errn);
}
static inline int wt_ls_open_beside(wt_ls *l, wt_m *m, const char *list, uint64_t seed, char *err, size_t errn) {
  return wt_ls_open_how(l, m, &(wt_ls_how){.beside = list, .seed = seed}, err, errn);
}
/* SM number sm of m by itself, an object of the plug-in of wt_rtl_build_sm. blks, seed: as above. */
int wt_ls_open_sm(wt_ls *l, wt_m *m, wt_blks *blks, unsigned sm, const char *path, uint64_t seed, char *err, size_t errn);
void wt_ls_close(wt_ls *l);
/* Reset: two clocks with rst_n low; then compares the reset rows and copies the unreset bits of the RTL into the C machine. 0 or -1. */
int wt_ls_reset(wt_ls *l);
void wt_ls_drive(wt_ls *l);
/* 0, or -1 when an output differs: l->diff is the first one in evaluation order, or the state that differs before the
   edge already. */
int wt_ls_outputs(wt_ls *l);
/* Clock edge of the RTL alone, without comparison. */
void wt_ls_clock(wt_ls *l);
/* Clock edge and comparison of the state. 0 or -1 (state differs, or an assertion of the RTL failed: l->diff = NULL). */
int wt_ls_edge(wt_ls *l);
/* Compares every row of every memory. */
int wt_ls_sweep(wt_ls *l);
/* Whole state and inputs of the C machine into the RTL, between two cycles; everything that follows from them is worked out and all of it
 * compared: 0 or -1. store: the RTL's state into the C machine. */
int wt_ls_load(wt_ls *l);
void wt_ls_store(wt_ls *l);
/* State of the RTL where it differs from the C machine's, between two cycles: a line "stem[instance].row[index]=bytes" each; NULL: nowhere. */
char *wt_ls_own(wt_ls *l);
int wt_ls_adopt_own(wt_ls *l, const char *text);
/* Text of the first difference: block, field, both values, xor; or block and label of the assertion. */
void wt_ls_describe(const wt_ls *l, char *buf, size_t n);
/* RTL value -> C value of one bound row (not a MEM). */
void wt_ls_adopt(const wt_bind *b);
/* The same for every row of a memory. */
void wt_ls_adopt_mem(const wt_bind *b);
/* A row of state and what belongs to it: suffix q, we or wa. Memories that are read through a part of rtl/lib stand in its instance u_<row>, where the
 * array is called mem and the output register (row <row>_out) out. */
const wt_rtl_var *wt_ls_state(const wt_rtl *r, const char *scope, const char *row, const char *suffix);
/* Row of l by "stem[.inst].name"; for fault injection and waves. */
wt_bind *wt_ls_find(wt_ls *l, const char *stem, unsigned inst, const char *row);
#endif
