/* wt_oracle_int.h - state of the oracle, shared by its files only. */
#ifndef WT_ORACLE_INT_H
#define WT_ORACLE_INT_H
#include <string.h>

#include "oracle/wt_oracle_init.h"
#include "oracle/wt_oracle_l1.h"
#include "oracle/wt_oracle_marks.h"
#include "oracle/wt_oracle_meet.h"

/* Number of the lowest bit of a set that is not empty. */
static inline unsigned lowest(uint64_t m) { return (unsigned)__builtin_ctzll(m); }

/* Beginning of every message about a warp; the slot is the first argument. */
#define AT "oracle: warp slot %u"

enum { WT_O_BANKS = 32, WT_O_BARS = 16, WT_O_REGS = 256, WT_O_BX = 16, WT_O_POINTS = 192 };

/* An instruction of the code, decoded when first issued. */
typedef struct {
  wt_sem_insn i;
  uint8_t ready;
  uint8_t status; /* wt_status of the decode */
} wt_o_code;

/* A memory instruction with lanes that memory has not performed. */
typedef struct {
  const wt_sem_insn *i;
  uint32_t pc;
  uint64_t todo;
  uint64_t addr[WT_SEM_LANES];
  uint32_t data[WT_SEM_LANES][4];
  uint64_t born;       /* with a first-level cache: its version at the issue */
  uint8_t stored;      /* data is not all 0 */
  uint64_t nothing[4]; /* --initcheck: lanes in which a word of the data holds what nobody wrote */
  uint64_t base;       /* of addr: what does not come from registers of lanes */
  /* HAZARDS=run: lanes whose registers have not been read yet, those of them whose values the machine alone knows; number of the instruction */
  uint64_t unread, unknown, serial;
} wt_o_access;

typedef struct {
  wt_o_access *e; /* ring of cap entries, n in use from head */
  uint32_t cap, head, n;
} wt_o_fifo;

/* A place where the lanes of full meet: a pc at a call depth, or where the function of that depth returns to. */
typedef struct {
  uint32_t pc, born; /* born tells the users of one entry apart */
  uint64_t full, arrived;
  uint16_t up; /* the point around it, 0 = none */
  uint8_t depth, used, ret;
} wt_o_point;

/* Books of a warp (wt_oracle_meet.c). */
typedef struct {
  uint64_t mate[WT_SEM_LANES]; /* lanes that have to issue with this one, itself included */
  uint8_t why[WT_SEM_LANES];   /* since when: at a B register, ... */
  uint64_t off;                /* lanes in any of the sets below: their next issue is looked at closely */
  uint64_t held;               /* promised to wait, and may not go yet */
  uint64_t waiting;            /* came to a BSYNC, held or not: a sibling can end the promise */
  uint64_t yielded, barred;    /* not issued since YIELD, since BAR.SYNC */
  uint64_t fresh;              /* not issued since they met */
  uint64_t synced;             /* the instruction at hand has completed their WARPSYNC */
  uint64_t at[WT_O_BX];        /* waiting, by register */
  uint64_t in_use[WT_O_BX];    /* lanes that see a mask in Bn */
  uint64_t *view;              /* [WT_O_BX], or [WT_O_BX][warp_size] with a view a lane */
  /* points */
  uint64_t path; /* lanes whose next meeting is at `next`, for straight-line code */
  uint32_t next;
  uint8_t depth[WT_SEM_LANES];
  uint16_t top[WT_SEM_LANES], npt;
  uint32_t born, region[WT_O_BX], region_born[WT_O_BX];
  wt_o_point *pt;
} wt_o_meet;

typedef struct {
  unsigned cta;
  unsigned place; /* of lane 0 in the warp of 32 */
  uint8_t used;
  uint64_t launched, live, in_bar, in_ws;
  uint8_t bar[WT_SEM_LANES];
  uint16_t result[WT_SEM_LANES]; /* of the thread's last BAR.RED */
  uint64_t ws_mask[WT_SEM_LANES];
  uint32_t pc[WT_SEM_LANES];
  uint64_t together; /* these lanes are at `at`: the path of the last instruction, unless it was one of control flow */
  uint32_t at;
  uint32_t tid[3][WT_SEM_LANES];
  uint32_t *r;   /* [WT_O_REGS][warp_size]; row 255 stays zero, so RZ needs no special case */
  uint64_t p[8]; /* p[7] = all ones */
  uint32_t ur[WT_SEM_URZ + 1];
  uint8_t up; /* bit 7 set */
  /* write-backs outstanding, and those whose value is taken over */
  uint64_t r_pend[WT_O_REGS], r_adopt[WT_O_REGS], p_pend[8], ur_pend, ur_adopt;
  uint64_t r_owed[WT_O_REGS]; /* of r_pend: lanes whose value memory still has to give (of fifo) */
  uint8_t up_pend;
  wt_o_fifo fifo[WT_SPACES];
  uint8_t *local; /* local_bytes of each lane */
  uint32_t has_local, local_room;
  wt_o_meet meet;
} wt_o_warp;

typedef struct {
  unsigned arrived, need; /* need 0 = all threads of the CTA that have not exited */
  unsigned yes, op;       /* BAR.RED: threads with the predicate; 0 POPC, 1 AND, 2 OR */
  int red;
} wt_o_bar;

typedef struct {
  uint8_t used;
  unsigned ctaid[3], ntid[3], threads, exited;
  size_t smem_bytes;
  uint8_t *smem;
  wt_o_bar bar[WT_O_BARS];
} wt_o_cta;

/* An active mask and its expansion to 0 or ~0 words, kept because consecutive instructions mostly repeat it. */
typedef struct {
  uint64_t m;
  uint32_t w[WT_SEM_LANES];
} wt_o_mask;

/* Shadow of what has been written (wt_oracle_init.c): lanes of registers and predicates; a byte for each of local and shared memory. */
enum { WT_O_NEVER, WT_O_WRITTEN, WT_O_NOTHING /* stored from a register that held nothing */, WT_O_UNWRITTEN = 24 };
typedef struct {
  uint64_t r[WT_O_REGS], p[8], ur;
  uint8_t up, *local;
} wt_o_init_warp;
typedef struct {
  wt_o_init_warp *warp;
  uint8_t **shared; /* of a CTA slot */
  uint32_t own;     /* code behind this pc is not judged */
  int (*unwritten)(void *ctx, uint64_t addr, unsigned n);
  wt_unwritten list[WT_O_UNWRITTEN];
  uint64_t since[WT_O_UNWRITTEN], now; /* when each was found first; now: wt_oracle_init_now */
  unsigned n;
} wt_o_init;

/* Four bytes at a time where there are four: has each been written with a value. */
static inline int wt_o_init_written(const uint8_t *at, unsigned n) {
  uint32_t word;
  unsigned b = 0;
  for (; b + 4 <= n; b += 4) {
    memcpy(&word, at + b, 4);
    if (word != WT_O_WRITTEN * UINT32_C(0x01010101)) return 0;
  }
  while (b < n && at[b] == WT_O_WRITTEN) b++;
  return b == n;
}

/* HAZARDS=run (wt_oracle_marks.c), of a warp: what is not judged; predicates whose next value is taken over; results that are outstanding beyond one. */
typedef struct {
  uint64_t r[WT_O_REGS], p[8], ur, p_adopt[8];
  uint8_t up, up_adopt;
  uint8_t r_more[WT_O_REGS][WT_SEM_LANES], p_more[8][WT_SEM_LANES], ur_more[WT_SEM_URZ + 1];
  uint64_t serial; /* of the instruction that has issued last */
} wt_o_marked;
typedef struct {
  wt_o_marked *warp;
  const wt_oracle_early *early;              /* of the instruction at hand; the rest is about it as well */
  uint64_t exec, lanes;                      /* lanes that execute it, and those whose result is not judged */
  uint64_t unsure;                           /* lanes of which it is not judged whether they execute it */
  uint64_t blind;                            /* lanes whose registers the machine alone knows */
  uint64_t twice_r[4], twice_p[8], twice_ur; /* a result of that register was outstanding already */
  uint64_t p[8];
  uint32_t ur[WT_SEM_URZ + 1]; /* p, ur: the oracle's own, while early ones stand in for them */
  wt_o_access access;          /* room for one */
} wt_o_marks;

typedef struct wt_o_l1 wt_o_l1;
struct wt_oracle {
  unsigned warps, ws, ctas, places;
  struct {
    unsigned number, subcores, together;
  } sm; /* whose warps these are */
  size_t smem_bytes, local_bytes;
  uint64_t all; /* mask of warp_size lanes */
  wt_o_code *code;
  size_t n_code;
  uint8_t *bank[WT_O_BANKS];
  size_t bank_bytes[WT_O_BANKS];
  wt_oracle_mem mem;
  wt_o_warp *warp;
  wt_o_cta *cta;
  wt_o_mask act, exe;
  char err[320];
  wt_oracle_place where;
  /* outcome of the last issue, for the standalone run */
  const wt_sem_insn *last;
  uint64_t last_exec, last_taken;
  wt_oracle_rules rules;
  unsigned line_bytes, side_by_side; /* wt_oracle_set_lines */
  wt_o_init *init;                   /* NULL: not asked for */
  wt_o_l1 *l1;                       /* NULL: the machine has no first-level cache */
  wt_o_marks *marks;                 /* NULL: all is judged */
  struct {
    wt_oracle_waits on;
    uint8_t *b; /* entries behind each other */
    uint32_t n, cap, done;
    uint32_t events, through; /* wt_oracle_event, wt_oracle_effects so far */
    uint64_t line;            /* of the last event */
    uint64_t lines;           /* by tag: lines for the cache that are read later */
    wt_o_access access;
  } later;                          /* effects on global memory that wait (wt_oracle_later.c) */
  unsigned last_stop[MAX_SUBCORES]; /* of every sub-core: warp slot of the last instruction that can end a path */
  unsigned regs;                    /* registers from this one on are 0 in every slot: no instruction and nobody outside has named them */
};

/* Lanes that loops over a warp's own arrays may visit: none are active beyond warp_size, and whole vectors need no rest. */
static inline unsigned wt_o_lanes(const wt_oracle *o) { return (o->ws + 15) & ~15u; }

wt_status wt_o_fail(wt_oracle *o, wt_status st, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
const uint32_t *wt_o_expand(wt_oracle *o, wt_o_mask *c, uint64_t m);

/* An error of the program: another one than of memory, or an access. */
wt_status wt_o_wrong(wt_oracle *o, wt_cause cause, unsigned slot, uint32_t pc, unsigned lane, const char *fmt, ...)
  __attribute__((format(printf, 6, 7)));
wt_status wt_o_differs(wt_oracle *o, wt_cause cause, const char *fmt, ...) __attribute__((format(printf, 3, 4))); /* WT_DIFF */
wt_status wt_o_fault(wt_oracle *o, const wt_oracle_place *at, const char *what);

/* The instruction at pc, decoded when it is met for the first time. slot: for messages. */
wt_status wt_o_fetch(wt_oracle *o, unsigned slot, uint32_t pc, const wt_sem_insn **out);

/* Reads n bytes of a constant bank; WT_FAULT outside it. */
wt_status wt_o_const(wt_oracle *o, unsigned bank, uint64_t off, unsigned n, void *dst);

/* Stores d to register reg in the lanes of m and marks its write-back outstanding. */
void wt_o_set_reg(wt_oracle *o, wt_o_warp *w, unsigned reg, const uint32_t *d, uint64_t m);

/* The same for predicate p; bits: its value in the lanes of m. */
void wt_o_set_pred(wt_o_warp *w, unsigned p, uint64_t bits, uint64_t m);

/* Register rows of operand s, word k, for reading. Uniform, constant and immediate operands are spread into tmp. */
const uint32_t *wt_o_operand(wt_oracle *o, const wt_o_warp *w, const wt_sem_src *s, unsigned k, uint32_t *tmp);

static inline uint64_t wt_o_predval(const wt_o_warp *w, wt_sem_psrc p) {
  uint64_t v = p.uni ? (w->up >> p.reg & 1 ? ~UINT64_C(0) : 0) : w->p[p.reg];
  return p.neg ? ~v : v;
}

/* Everything but control flow: executes instruction i at pc for the lanes of exec (not empty). */
wt_status wt_o_exec(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec);
/* Control flow: also moves the PCs of the active lanes. */
wt_status wt_o_control(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t active, uint64_t exec);

/* Books of the meetings. start: all launched lanes are one path. before: may these lanes issue, and is nobody missing? control, advance:
 * after the PCs have moved; exec of BSYNC, BREAK and EXIT holds the second predicate. */
void wt_o_meet_start(wt_oracle *o, wt_o_warp *w);
wt_status wt_o_meet_look(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t active);
void wt_o_meet_control(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t active, uint64_t exec, uint64_t taken);
void wt_o_meet_arrive(wt_oracle *o, wt_o_warp *w, uint32_t pc, uint64_t active);
/* What BMOV Rd,Bn reads. 0: not known, the machine's value counts. */
int wt_o_meet_reads(const wt_oracle *o, const wt_o_warp *w, unsigned n, uint64_t active, uint32_t *value);
void wt_o_meet_free(wt_oracle *o);

static inline wt_status wt_o_meet_before(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t active) {
  const wt_o_meet *t = &o->warp[slot].meet;
  if (!o->rules.kind || (!(t->off & active) && t->mate[__builtin_ctzll(active)] == active)) return WT_OK;
  return wt_o_meet_look(o, slot, pc, active);
}
/* Straight-line code meets somebody only where the path's next point is. */
static inline void wt_o_meet_advance(wt_oracle *o, wt_o_warp *w, uint32_t pc, uint64_t active) {
  if (o->rules.kind == WT_MEET_POINTS && (w->meet.path != active || w->meet.next == pc + 16)) wt_o_meet_arrive(o, w, pc, active);
}

/* --initcheck: at the start of a CTA and a warp, at an issue, when an access is made, and lane by lane when it is performed. */
void wt_o_init_cta(wt_oracle *o, unsigned cta);
wt_status wt_o_init_warp_start(wt_oracle *o, unsigned slot);
void wt_o_init_look(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t active, uint64_t exec);
void wt_o_init_data(const wt_oracle *o, unsigned slot, wt_o_access *e);
void wt_o_init_perform(wt_oracle *o, unsigned slot, const wt_o_access *e, int space, unsigned lane);
void wt_o_init_free(wt_oracle *o);

/* Marks on what is not judged: a warp starts; around the execution of an instruction; of a result that comes, the lanes for which it is the last one that is
 * outstanding (of a uniform register: is it?). */
void wt_o_marks_start(wt_oracle *o, unsigned slot);
void wt_o_marks_begin(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint64_t active);
void wt_o_marks_end(wt_oracle *o, unsigned slot, const wt_sem_insn *i);
uint64_t wt_o_marks_reg(wt_oracle *o, unsigned slot, unsigned reg, uint64_t lanes);
uint64_t wt_o_marks_pred(wt_oracle *o, unsigned slot, unsigned p, uint64_t lanes, uint64_t bits);
int wt_o_marks_ureg(wt_oracle *o, unsigned slot, unsigned ur);
void wt_o_marks_upred(wt_oracle *o, unsigned slot, unsigned up, unsigned bit);
void wt_o_marks_saved(wt_oracle *o, wt_saved *l);
void wt_o_marks_free(wt_oracle *o);
/* Lanes that belong to the access that was made last as well. Accesses of the instruction at pc: the machine alone knows their operands in these lanes; they are those that the registers hold now. */
wt_status wt_o_mem_also(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t lanes);
void wt_o_mem_unknown(wt_o_warp *w, uint32_t pc, uint64_t lanes);
void wt_o_mem_as_read(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t lanes);

/* First-level cache, where there is one: a warp starts; its lanes execute CCTL.IVALL; a lane has written n bytes of global memory; the copy that lanes
 * read, and what one of them finds there (WT_FAULT: nothing). */
uint64_t wt_o_l1_now(const wt_oracle *o);
void wt_o_l1_start(wt_oracle *o, unsigned slot);
void wt_o_l1_forget(wt_oracle *o, unsigned slot, uint64_t lanes);
wt_status wt_o_l1_store(wt_oracle *o, unsigned slot, const wt_o_access *e, unsigned lane);
wt_status wt_o_l1_copy(wt_oracle *o, unsigned slot, const wt_o_access *e, uint64_t lanes, wt_oracle_source source, int tag, const void **out);
wt_status wt_o_l1_may_load(wt_oracle *o, unsigned slot, const wt_o_access *e, unsigned lane, wt_oracle_source source, const void *from);
int wt_o_l1_take(const wt_o_access *e, unsigned lane, const void *from, void *got); /* non-zero: not there */
/* The line that is on its way under a tag; its bytes are those that memory has now. */
const void *wt_o_l1_under_way(const wt_oracle *o, unsigned tag);
void wt_o_l1_read(wt_oracle *o, unsigned tag);
void wt_o_l1_saved(wt_oracle *o, wt_saved *l);
void wt_o_l1_loaded(wt_oracle *o);
void wt_o_l1_free(wt_oracle *o);

/* A member of the accesses in use of a warp and space. */
void wt_o_saved_access(wt_saved *l, wt_oracle *o, unsigned warp, unsigned space, size_t off, size_t bytes, const char *name);

wt_status wt_o_mem_issue(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec);
wt_status wt_o_ldc(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec);
/* What lanes of an access do to memory and registers. from: the copy of a line that they read, NULL: memory itself. */
wt_status wt_o_mem_effect(wt_oracle *o, unsigned slot, const wt_o_access *e, int space, uint64_t lanes, const void *from);
/* The same when wt_oracle_effects comes to it; tag: of the line that is on its way, -1: memory. And the bytes of such a line. */
wt_status wt_o_later_access(wt_oracle *o, unsigned slot, const wt_o_access *e, uint64_t lanes, int tag);
wt_status wt_o_later_line(wt_oracle *o, unsigned tag);
/* What the access reads or writes is known later only. */
int wt_o_is_later(const wt_oracle *o, int space, wt_oracle_source source, int tag);
/* WT_LATER_LINES: of the lanes, those with an access that waits, and where the first of them is in the code; the registers that wait for it, after a load of the
 * state; its rows. */
uint64_t wt_o_later_owed(const wt_oracle *o, unsigned slot, uint64_t lanes, uint32_t *pc);
wt_status wt_o_later_loaded(wt_oracle *o);
void wt_o_later_saved(wt_oracle *o, wt_saved *l);
/* Of the lanes, those with accesses of this space that memory has not performed. */
uint64_t wt_o_mem_owed(const wt_o_warp *w, unsigned space, uint64_t lanes);
#endif
