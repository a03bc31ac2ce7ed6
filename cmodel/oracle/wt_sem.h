/* wt_sem.h - what one sm_75 instruction means, without pipeline or timing.
 *
 * wt_sem_decode() takes the fields of a raw word apart, wt_sem_alu() computes the arithmetic instructions for a vector
 * of lanes. Both are written from the encoding tables alone and share no code with the twins' decoder and units.
 * Uniform-datapath instructions are the same operations on a vector of one element.
 */
#ifndef WT_SEM_H
#define WT_SEM_H
#include "isa/wt_isa.h"
#include "wt_status.h"

enum { WT_SEM_LANES = 64, WT_SEM_RZ = 255, WT_SEM_URZ = 63, WT_SEM_PT = 7 };

/* Where an operand comes from. WT_SRC_PREDS: the seven predicates of the lane (uniform: of the warp) in bits 6:0. */
enum { WT_SRC_NONE, WT_SRC_REG, WT_SRC_UREG, WT_SRC_IMM, WT_SRC_CONST, WT_SRC_PREDS };

typedef struct {
  uint8_t kind;
  uint8_t reg;  /* register number, or constant bank */
  uint8_t wide; /* 64 bits: reg and reg + 1, or 8 bytes of the bank */
  uint8_t inv;  /* negate; invert when the instruction has .X */
  uint8_t abs;  /* absolute value of a floating point operand, before it is negated */
  uint32_t lo;  /* IMM: value; CONST: byte offset */
  uint32_t hi;  /* IMM, wide: upper word */
} wt_sem_src;

/* A predicate operand; {7, 1, 0} is constant false. */
typedef struct {
  uint8_t reg, neg, uni;
} wt_sem_psrc;

/* How the oracle executes the instruction. */
enum wt_sem_class {
  WT_CL_NONE, /* not decoded */
  WT_CL_ALU,  /* wt_sem_alu per lane */
  WT_CL_UALU, /* wt_sem_alu once, uniform registers and predicates */
  WT_CL_SREG, /* S2R, CS2R, S2UR */
  WT_CL_R2P,
  WT_CL_LEPC,
  WT_CL_QSPC,
  WT_CL_B2R,
  WT_CL_R2UR,
  WT_CL_VOTE, /* VOTE, VOTEU */
  WT_CL_SHFL,
  WT_CL_MATCH,
  WT_CL_MEM, /* global, shared and local memory */
  WT_CL_LDC,
  WT_CL_CTL /* control flow, barriers, no-operations */
};

enum { WT_SPACE_GLOBAL, WT_SPACE_SHARED, WT_SPACE_LOCAL, WT_SPACES, WT_SPACE_GENERIC = WT_SPACES };
/* Generic addresses of the windows of shared and local memory: these upper words. */
enum { WT_SEM_SHARED_WINDOW = 0x7e00, WT_SEM_LOCAL_WINDOW = 0x7e01 };
enum { WT_BAR_SYNC, WT_BAR_ARV, WT_BAR_RED };
enum { WT_NUM_NONE, WT_NUM_FLOAT, WT_NUM_HALVES }; /* what an atomic adds: integers, fp32 or fp64, pairs of halves */
enum { WT_CCTL_IVALL = 4 };                        /* mode of CCTL */
enum { WT_MOP_LD, WT_MOP_ST, WT_MOP_ATOM, WT_MOP_REDUCE };
enum { WT_AOP_ADD, WT_AOP_MIN, WT_AOP_MAX, WT_AOP_INC, WT_AOP_DEC, WT_AOP_AND, WT_AOP_OR, WT_AOP_XOR, WT_AOP_EXCH, WT_AOP_CAS, WT_AOP_CAST };

typedef struct {
  wt_word w;
  uint8_t id; /* WT_I_... of the row */
  uint8_t op; /* WT_I_... of the operation: a uniform instruction has that of its per-lane counterpart */
  uint8_t cls;
  wt_sem_psrc guard, pp, pq, pr;
  wt_sem_src src[3]; /* A, B, C; memory: address, store or atomic data, CAS new value */
  /* destinations; udst: rd is a uniform register, pu and pv are uniform predicates */
  uint8_t rd, nrd; /* nrd consecutive registers, 0 = none */
  uint8_t pu, pv;  /* 7 = none */
  uint8_t udst;
  /* modifiers, meaning by operation */
  uint8_t sgn, x, hi, sx32, wrap, right, t64, sh, pand, ex, cmp, bop, shift, lut, lut2, mode;
  uint8_t rnd, ftz, sat; /* floating point: rounding mode 0 nearest, 1 down, 2 up, 3 to zero */
  uint8_t clear;         /* BMOV.CLEAR */
  uint8_t absolute;      /* CALL.ABS, RET.ABS: the address counts from the beginning of the code */
  uint8_t bx;            /* B register, CTA barrier number */
  uint16_t count;        /* BAR thread count, 0 = whole CTA */
  uint8_t sreg;
  int64_t imm;   /* branch displacement from pc + 16; memory or constant offset; shuffle lane */
  uint32_t mask; /* shuffle clamp and segment */
  /* memory */
  uint8_t mop, space, bytes, sext, a64, has_ur, ur, aop;
  uint8_t number; /* atomic addition: WT_NUM_... */
  uint8_t strong; /* global and generic: STRONG or MMIO, atomics; but for loads with `within` it goes by a first-level cache */
  uint8_t within; /* a load, STRONG, whose scope is a CTA or an SM */
  /* every register and predicate that is read or written, for hazard checks; RZ, URZ and PT left out */
  uint8_t nsr, nsu;
  uint8_t sr[8], su[6];
  uint8_t sp, sup, dp, dup; /* bit masks of predicates and uniform predicates, sources and destinations */
  const char *why;          /* reason when refused */
} wt_sem_insn;

/* Registers that hold what an access moves. */
static inline unsigned wt_sem_words(const wt_sem_insn *i) { return (i->bytes + 3u) / 4; }

/* Decodes w. WT_UNSUPPORTED (and ->why) when the word or one of its modifiers is not executed. */
wt_status wt_sem_decode(wt_word w, wt_sem_insn *i);

/* Operand vectors of n elements (n <= WT_SEM_LANES); predicate operands as bit masks, element 0 in bit 0. */
typedef struct {
  const uint32_t *a, *b, *c, *c_hi;
  const uint32_t *a_hi, *b_hi; /* fp64 */
  uint64_t pp, pq, pr;
  unsigned n;
} wt_sem_in;

typedef struct {
  uint32_t d[WT_SEM_LANES], d_hi[WT_SEM_LANES];
  uint64_t pu, pv;
} wt_sem_out;

/* Computes all n elements of a WT_CL_ALU or WT_CL_UALU instruction; the caller selects the ones that execute. */
void wt_sem_alu(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *out);

/* The same for MUFU and the conversions (WT_CL_ALU too), and why one is not executed, NULL when it is. */
void wt_sem_xu(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *out);
const char *wt_sem_xu_refuse(const wt_sem_insn *i);

/* Old value and operands -> new value of an atomic; bytes = 4 or 8, values zero-extended. */
uint64_t wt_sem_atom(const wt_sem_insn *i, uint64_t old, uint64_t data, uint64_t cas_new);

/* Source lane of a shuffle for lane `lane` with lane operand b and clamp/segment operand c; *ok = in range. */
unsigned wt_sem_shfl(unsigned mode, unsigned lane, uint32_t b, uint32_t c, unsigned warp_size, int *ok);
#endif
