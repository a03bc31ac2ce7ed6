/* wt_oracle_int.h - state of the oracle, shared by its files only. */
#ifndef WT_ORACLE_INT_H
#define WT_ORACLE_INT_H
#include "oracle/wt_oracle.h"

/* Beginning of every message about a warp; the slot is the first argument. */
#define AT "oracle: warp slot %u"

enum { WT_O_BANKS = 32, WT_O_BARS = 16, WT_O_REGS = 256 };

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
} wt_o_access;

typedef struct {
  wt_o_access *e; /* ring of cap entries, n in use from head */
  unsigned cap, head, n;
} wt_o_fifo;

typedef struct {
  unsigned cta;
  uint8_t used;
  uint64_t launched, live, in_bar, in_ws;
  uint8_t bar[WT_SEM_LANES];
  uint64_t ws_mask[WT_SEM_LANES];
  uint32_t pc[WT_SEM_LANES];
  uint32_t tid[3][WT_SEM_LANES];
  uint32_t *r;   /* [WT_O_REGS][warp_size]; row 255 stays zero, so RZ needs no special case */
  uint64_t p[8]; /* p[7] = all ones */
  uint32_t ur[WT_SEM_URZ + 1];
  uint8_t up; /* bit 7 set */
  /* write-backs outstanding, and those whose value is taken over */
  uint64_t r_pend[WT_O_REGS], r_adopt[WT_O_REGS], p_pend[8], ur_pend, ur_adopt;
  uint8_t up_pend;
  wt_o_fifo fifo[WT_SPACES];
} wt_o_warp;

typedef struct {
  unsigned arrived, need; /* need 0 = all threads of the CTA that have not exited */
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

struct wt_oracle {
  unsigned warps, ws, ctas;
  size_t smem_bytes;
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
  /* outcome of the last issue, for the standalone run */
  const wt_sem_insn *last;
  uint64_t last_exec, last_taken;
};

wt_status wt_o_fail(wt_oracle *o, wt_status st, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
const uint32_t *wt_o_expand(wt_oracle *o, wt_o_mask *c, uint64_t m);

/* Reads n bytes of a constant bank; WT_FAULT outside it. */
wt_status wt_o_const(wt_oracle *o, unsigned bank, uint64_t off, unsigned n, void *dst);

/* Stores d to register reg in the lanes of m and marks its write-back outstanding. */
void wt_o_set_reg(wt_oracle *o, wt_o_warp *w, unsigned reg, const uint32_t *d, uint64_t m);

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

wt_status wt_o_mem_issue(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec);
wt_status wt_o_ldc(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec);
/* True if a memory access that is not performed will write reg in one of the lanes. */
int wt_o_mem_owes(const wt_oracle *o, const wt_o_warp *w, unsigned reg, uint64_t lanes);
#endif
