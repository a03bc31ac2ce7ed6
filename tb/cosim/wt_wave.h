/* wt_wave.h - inside of the wave writer: a file is a list of items, each a row (or a part of one) with its value in either twin.
 * docs/user/waves.md describes what comes of it.
 */
#ifndef WT_WAVE_H
#define WT_WAVE_H
#include <fstapi.h>

#include "cosim/wt_lockstep.h"
#include "files/wt_outfile.h"
#include "lib/wt_twin.h"

/* One cycle is ten time units; clk is high in the first half, so registers change with its rising edge. */
enum { WT_WAVE_TICKS = 10 };
enum { WT_WAVE_DIFFERS = 12 }; /* rows that differ, as many as the save file shows */
enum { WT_WAVE_RTL, WT_WAVE_MODEL, WT_WAVE_XOR, WT_WAVE_SIDES };

/* What of a row belongs to one warp slot: so many rows of a memory, elements, or bits of the only element. 0: the row knows no slots. */
typedef struct {
  unsigned rows, elements, bits;
} wt_wave_own;

typedef struct {
  const wt_blk *blk;
  const wt_row *row;
  unsigned inst;
  const char *c;      /* C value, NULL: none */
  const uint8_t *rtl; /* RTL value, NULL: none */
  uint32_t c_bytes, rtl_bytes;
  unsigned lo, w, n;   /* first bit, bits and number of the elements that are shown */
  unsigned first;      /* number of the first of them in the row; MEM: the row of the memory */
  wt_wave_own own;     /* of the row */
  int port;            /* MEM that is seen through its write ports: which one; else -1 */
  const wt_bind *bind; /* MEM: its binding, NULL without RTL */
  fstHandle *h[WT_WAVE_SIDES];
  uint32_t *seen[WT_WAVE_SIDES];
  void *raw_c, *raw_rtl; /* what the values looked like when `seen` was made */
  int known;
  fstEnumHandle names;           /* of its values, 0: none */
  fstHandle text[WT_WAVE_SIDES]; /* an instruction word: its mnemonic; 0: none */
  char name[96];
} wt_wave_item;

/* A block and the items of it. */
typedef struct {
  size_t from, to;
  char name[64];
  int inputs;
} wt_wave_scope;

/* What a warp does, on one side. */
typedef struct {
  size_t cnt, head, ent, cv, cm; /* items: fill of the I-buffer, its head, first of its entries; whether and with which lanes a path runs */
  fstHandle issues, pc, insn, mask, collectors;
  uint64_t shown[4];
  uint32_t key[6]; /* instruction that the text is of */
} wt_wave_side;
typedef struct {
  wt_wave_side side[WT_WAVE_SIDES];
  fstHandle why, paths;
  unsigned sm, slot, shown_why; /* slot: of the SM */
  char shown_paths[400];
} wt_wave_warp;

struct wt_wave {
  wt_outfile file;
  void *fst;
  fstHandle clk;
  const wt_ls *ls; /* NULL: C twin alone */
  wt_m *m;
  wt_blks *own, *blks;
  wt_wave_item *it;
  size_t n;
  wt_wave_scope *scope;
  size_t n_scopes;
  wt_wave_warp *warp;
  unsigned n_warps;
  int sm, only;                                        /* SM and warp slot of it that are shown, -1: all */
  size_t *sel_warp, *issue_valid, *coll_v, *coll_warp; /* of every sub-core, those of all SMs numbered through; which of them are shown */
  uint32_t *now[WT_WAVE_SIDES], *one;
  wt_row *ports; /* write enables and addresses of the RTL's memories, as rows */
  size_t n_ports;
  uint64_t first, next; /* first cycle; cycle that has not been written yet */
  int any;
  /* for the save file: the bad edge, the row that differs there, its warp, and all that differs first, by item and element */
  int marked, bad_warp;
  uint64_t bad;
  const wt_bind *bad_row;
  unsigned n_bad;
  uint64_t differs_at, at;
  struct {
    size_t item;
    unsigned element;
  } differs[WT_WAVE_DIFFERS];
};

/* Number of warp w of the SM among those of an instance of a block: the slot in its sub-core; -1: it lies in another one, or in another SM. */
int wt_wave_place(const wt_wave *v, const wt_blk *b, unsigned inst, unsigned sm, unsigned warp);
/* wt_wave_rows.c: what is in the file. 0, or -1 without memory. */
int wt_wave_collect(wt_wave *v);
size_t wt_wave_find(const wt_wave *v, const char *drv, enum wt_row_kind kind, const char *row, unsigned inst, unsigned warp);
enum { WT_WAVE_NONE = -1 };
/* Block of an item, as its scope is called. */
const char *wt_wave_scope_of(const wt_wave *v, size_t item);
/* Text of an item's element as it stands in the file. */
void wt_wave_name(const wt_wave_item *p, unsigned element, char *buf, size_t n);

/* wt_wave_names.c */
fstEnumHandle wt_wave_names(void *fst, const char *block, const char *drv, const wt_row *row);
fstEnumHandle wt_wave_reasons(void *fst);

/* wt_wave_warp.c: groups of warps; after the variables of the rows are declared. 0, or -1 without memory. */
int wt_wave_warps(wt_wave *v);
void wt_wave_warps_sample(wt_wave *v, int ff_only);
/* The mnemonic of a packed instruction word. */
void wt_wave_text(void *fst, fstHandle h, const uint32_t *uop);

/* A wave of the machine (t = NULL: C twin alone) or of the block of a bench. */
wt_wave *wt_wave_open(const char *file, wt_m *m, const wt_ls *ls, int warp, char *err, size_t errn);
void wt_wave_mark(wt_wave *v, uint64_t cycle, int warp);

/* wt_wave_gtkw.c: the save file of GTKWave beside a wave. 0, or -1 with errno. */
int wt_wave_gtkw(const wt_wave *v);
/* Its name: that of the wave with another ending. */
void wt_wave_gtkw_name(const char *wave, char *buf, size_t n);
#endif
