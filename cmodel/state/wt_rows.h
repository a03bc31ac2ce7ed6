/* wt_rows.h - the rows of all blocks for one shape: what the comparator, the plug-in, the waves and the size table walk over. */
#ifndef WT_ROWS_H
#define WT_ROWS_H
#include "spec/wt_gpu.h"

/* Size of one C element; 0 = wide row kept as 32-bit words. */
enum { WT_CS_u8 = 1, WT_CS_u16 = 2, WT_CS_u32 = 4, WT_CS_u64 = 8, WT_CS_w32 = 0, WT_CS_warps = sizeof(wt_warps) };
enum { WT_LEVELS = 3 };
enum wt_row_kind { WT_ROW_OUT, WT_ROW_OUTQ, WT_ROW_FF, WT_ROW_MEM, WT_ROW_IN };

typedef struct {
  enum wt_row_kind kind;
  const char *name;      /* signal or state name; IN: signal of `drv` */
  const char *drv;       /* IN: driver */
  unsigned csize;        /* WT_CS_... */
  unsigned elemw;        /* bits of an element (MEM: of a row) */
  unsigned n;            /* elements (MEM: 1) */
  unsigned depth, ports; /* MEM */
  int flag;              /* OUT, OUTQ: 1 = MOORE; FF: 1 = reset to 0; IN: 1 = its combinational outputs depend on it, 0 = the clock edge alone */
  size_t off, log;       /* offset in the block; MEM: of the pointer and of the write log */
  const char *expr[3];   /* width, elements, depth as written in the row */
  unsigned whose;        /* number of its WARP row; 0: the block has nothing of a warp */
  const char *
    valid; /* OUT, OUTQ: it means something only where one of these outputs of the block, or of what it reads ("sched_sel_valid"), is not 0; NULL: always */
  const char *text; /* OUT, OUTQ: what it means; "" where its row does not say */
  int seen;         /* state that somebody outside of the block looks at (SEEN) */
} wt_row;

/* A structure of a block as users of the size table know it (SIZE and LOGIC rows; the kinds: docs/user/size.md). */
enum wt_size_kind { WT_SZ_REG, WT_SZ_RAM, WT_SZ_RAM1, WT_SZ_CAM, WT_SZ_LOGIC };
typedef struct {
  enum wt_size_kind kind;
  const char *name, *text;
  unsigned entries, rd, wr, srch; /* of one instance; ports are addresses: lanes of one access share a port */
  double ge;                      /* LOGIC */
  const char *expr;               /* LOGIC: of ge, else of entries */
  const char *rows;               /* its state rows, separated by blanks */
} wt_size_row;

enum { WT_INSIDE, WT_OUTSIDE, WT_WIRED };

typedef struct {
  const char *stem, *drv, *group;
  const char *path;              /* of an instance below the top module of the RTL: printf text of the numbers of wt_blk_path */
  unsigned count;                /* instances in the whole machine */
  int chosen;                    /* the shape uses it */
  int outside;                   /* WT_INSIDE: a block; else rows that it sees: of the environment, or a constant of the wiring */
  size_t at, size;               /* in wt_gpu: the first instance, one instance */
  unsigned levels, n[WT_LEVELS]; /* modules and arrays that it is inside, outermost first: how many */
  size_t stride[WT_LEVELS];      /* ... and how far apart */
  unsigned modules;              /* of these levels; an array is the last */
  wt_row *rows;
  unsigned nrows;
  wt_size_row *sizes;
  unsigned nsizes;
  int (*warp_of)(const void *block, const wt_m *at, unsigned whose, unsigned e, unsigned b); /* the WARP rows; NULL: it has none */
  int no_memory;                                                                             /* a row is missing */
} wt_blk;

typedef struct {
  const wt_shape *S;
  wt_blk *blk;
  unsigned n;
} wt_blks;

/* All blocks of the machine, evaluated for the shape (which must outlive the result). NULL when out of memory. */
wt_blks *wt_blks_new(const wt_shape *S);
/* The same without what is said of the rows (text, whose, valid, seen): where the state lies, for who asks at every launch. */
wt_blks *wt_blks_bare(const wt_shape *S);
/* As a block alone sees them that stands in a copy of a module: neighbours in the copy are those of one copy, what comes from around it is as wide as the
 * copy sees it. */
void wt_blks_alone(wt_blks *b, const wt_blk *one);
void wt_blks_free(wt_blks *b);
const wt_blk *wt_blk_find(const wt_blks *b, const char *stem);
/* The chosen block that drives this prefix, or the one that would. */
const wt_blk *wt_blk_driver(const wt_blks *b, const char *drv);
/* The OUT or OUTQ row of a signal; *owner receives its block (may be NULL). */
const wt_row *wt_row_signal(const wt_blks *b, const char *drv, const char *sig, const wt_blk **owner);
const wt_row *wt_row_state(const wt_blk *b, const char *name);
/* Path of instance i in the RTL, below the top module. */
void wt_blk_path(const wt_blk *b, unsigned i, char *buf, size_t n);
/* Address of the C value of a row of instance i (MEM: of row 0 of the array). */
void *wt_row_ptr(wt_m *m, const wt_blk *b, const wt_row *r, unsigned i);
/* Instances in one copy of its module; copies of the module. */
unsigned wt_blk_here(const wt_blk *b);
static inline unsigned wt_blk_copies(const wt_blk *b) { return b->count / wt_blk_here(b); }
/* What instance i of block b sees of a signal (owner, row), as many values as wt_row_views: of each driver the one that is there for it. Between copies of a module and what lies
 * around them stand the routes of machine.def: shape is the row as it is seen, bits the IN row's. */
unsigned wt_row_views(const wt_blk *b, const wt_blk *owner);
void *wt_row_view(wt_m *m, const wt_blk *b, unsigned i, const wt_blk *owner, const wt_row *row, unsigned k);
wt_row wt_row_shape(const wt_blk *b, const wt_blk *owner, const wt_row *row, unsigned bits);
/* Does what it drives mean something only where there are several sub-cores or SMs? It is 0 elsewhere. */
int wt_blk_of_several(const wt_blk *b);
/* ... and this is elsewhere. */
int wt_blk_silent(const wt_blk *b);
/* "[3]", " of SM 1, sub-core 2" or " of SM 1, sub-core 2, [3]": which of its kind instance i is, of one that is alone nothing. buf is returned. */
const char *wt_blk_which(const wt_blk *b, unsigned i, const wt_shape *S, char *buf, size_t n);
/* SM in which instance i lies, -1 = none: the block is the machine's. */
int wt_blk_sm(const wt_blk *b, unsigned i);
/* Sub-core of its SM in which instance i lies, -1 = none: the block is the SM's. */
int wt_blk_subcore(const wt_blk *b, unsigned i);
/* Slot of the warp that element e (MEM: row e) of a row of instance i belongs to, of a row of one bit an entry bit b, as the block's WARP rows say;
 * -1: none, or the entry is empty. */
int wt_row_warp(const wt_m *m, const wt_blk *b, const wt_row *r, unsigned i, unsigned e, unsigned bit);
/* The list of rows of a MEM that were written in this cycle. */
wt_mlog *wt_row_log(wt_m *m, const wt_blk *b, const wt_row *r, unsigned i);
/* Bits of a row: elemw * n, times depth for a MEM. */
uint64_t wt_row_bits(const wt_row *r);
/* Packs the C value (n elements) into little-endian 32-bit words, elemw bits each; words beyond are not touched. */
void wt_row_pack(const wt_row *r, const void *c, uint32_t *words);
void wt_row_unpack(const wt_row *r, void *c, const uint32_t *words);
/* Bytes of one C row of a MEM. */
size_t wt_row_stride(const wt_row *r);
/* Bytes of the C value of a register, port or input. */
static inline size_t wt_row_value_bytes(const wt_row *r) { return r->csize ? (size_t)r->csize * r->n : (r->elemw + 31) / 32 * 4; }
/* Bytes of any row: of a MEM all its rows. */
size_t wt_row_bytes(const wt_row *r);

/* used by the generated tables */
extern void (*const wt_desc_fns[])(const wt_shape *, wt_blk *);
extern void (*const wt_said_fns[])(wt_blk *); /* text, whose, valid, seen of the rows */
extern const unsigned wt_ndescs;
extern const unsigned wt_eval_rank[];
typedef struct {
  const char *drv;
  size_t at;        /* in wt_gpu, of the first copy */
  unsigned modules; /* levels of the module */
} wt_seen;
extern const wt_seen wt_seens[];
extern const unsigned wt_nseens;
void wt_blk_init(wt_blk *b, const char *stem, const char *drv, const char *group, const char *path, int chosen, int outside);
void wt_blk_inside(wt_blk *b, unsigned n, size_t stride, size_t at);
/* What leaves the machine: driver and signal. */
extern const char *const wt_ports[][2];
extern const unsigned wt_nports;
void wt_row_add(wt_blk *b, enum wt_row_kind k, const char *name, unsigned csize, unsigned w, unsigned n, unsigned depth, unsigned ports, int flag,
                size_t off, size_t log, const char *we, const char *ne, const char *de);
void wt_size_add(wt_blk *b, enum wt_size_kind k, const char *name, const char *text, unsigned entries, unsigned rd, unsigned wr, unsigned srch,
                 double ge, const char *expr, const char *rows);
void wt_warp_add(wt_blk *b, unsigned whose, const char *rows);
void wt_seen_add(wt_blk *b, const char *rows);
void wt_text_add(wt_blk *b, const char *out, const char *text);
void wt_valid_add(wt_blk *b, const char *port, const char *rows);
void wt_row_addi(wt_blk *b, const char *drv, const char *sig, int early, unsigned bits); /* bits: of all that the block sees of it */
#endif
