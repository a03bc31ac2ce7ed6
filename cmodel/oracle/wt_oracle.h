/* wt_oracle.h - the third opinion: one SM executed thread by thread, without pipeline or timing.
 *
 * In tandem the caller reports what the twins did: wt_oracle_issue() when a warp instruction is issued,
 * wt_oracle_mem_perform() when lanes of a memory instruction take effect, wt_oracle_wb_*() when a destination is
 * written. Each report is checked against the per-thread semantics. wt_oracle_run() does without twins: it runs a grid
 * by itself under a seeded random interleaving.
 *
 * Shapes: warp_size (1..64) lanes; lane masks are uint64_t, lane 0 in bit 0, bits from warp_size up are zero; lane
 * vectors are arrays of warp_size elements. PCs and code addresses are byte offsets in the kernel's code.
 * Every wt_status function returns WT_OK, or WT_DIFF (a check failed), WT_FAULT (memory fault of the kernel),
 * WT_PROGRAM (another error of it: the line begins with "barrier: " or "jump: "), WT_UNSUPPORTED (instruction outside the set),
 * WT_USAGE (bad argument); wt_oracle_error() then says in one line which warp slot, pc and lane, what was expected and what was seen. After an error the state of the oracle is undefined
 * until the next wt_oracle_reset().
 */
#ifndef WT_ORACLE_H
#define WT_ORACLE_H
#include "state/wt_saved.h"
#include "isa/wt_isa.h"
#include "oracle/wt_sem.h"
#include "wt_status.h"

/* Global memory of the oracle: up to 128 bytes are read, up to 16 written at a time; non-zero = not all of them are mapped. */
typedef struct {
  int (*read)(void *ctx, uint64_t addr, unsigned size, void *dst);
  int (*write)(void *ctx, uint64_t addr, unsigned size, const void *src);
  void *ctx;
} wt_oracle_mem;

typedef struct wt_oracle wt_oracle;

/* ctas CTA slots with smem_bytes of shared memory each. NULL: out of memory or a shape outside 1..128 warps and 1..64 lanes.
 */
wt_oracle *wt_oracle_new(unsigned warps, unsigned warp_size, unsigned ctas, size_t smem_bytes);
/* Bytes that it takes at first. */
size_t wt_oracle_bytes(unsigned warps, unsigned warp_size, unsigned ctas, size_t smem_bytes);
void wt_oracle_free(wt_oracle *o);

/* Last error, "" when none. */
const char *wt_oracle_error(const wt_oracle *o);

/* Cause of the last WT_DIFF, WT_FAULT or WT_PROGRAM, and where the latter two were; addr, bytes and space of an access. what: the part of
 * wt_oracle_error that says what happened, without warp and place. */
enum { WT_SPACE_CONSTANT = WT_SPACE_GENERIC + 1 };
typedef struct {
  unsigned slot, lane, bytes, bank; /* bank: of constants */
  uint32_t pc;
  int space;
  uint64_t addr;
  wt_cause cause;
  const char *what; /* of WT_PROGRAM */
} wt_oracle_place;
const wt_oracle_place *wt_oracle_where(const wt_oracle *o);

/* Forgets warps, CTAs and the error; keeps code, banks and memory. */
void wt_oracle_reset(wt_oracle *o);

/* Code and constant banks (0..31) are copied. They do not change while a kernel runs: new code resets the oracle. */
wt_status wt_oracle_set_code(wt_oracle *o, const wt_word *code, size_t n_insns);
wt_status wt_oracle_set_const(wt_oracle *o, unsigned bank, const uint8_t *data, size_t bytes);
/* Local memory of every thread from now on; no warp may be running. It is zero when a warp starts. */
void wt_oracle_set_local(wt_oracle *o, size_t bytes);
/* A warp narrower than 32 is a part of a warp of 32 from now on: numbers and masks of lanes say their place there (off: their own numbers). */
void wt_oracle_set_places(wt_oracle *o, unsigned on);
/* The number of the SM whose warps these are, how many sub-cores share them, and how many warps that follow each other lie together in one: warp w lies
 * in sub-core w / together modulo their number. 0, 1 and 1 unless said. */
void wt_oracle_set_sm(wt_oracle *o, unsigned sm, unsigned subcores, unsigned together);
/* Lines in which memory performs accesses, 128 bytes unless said, a power of two; local memory is laid out side by side for that many warps, each
 * group beginning with a slot that is a multiple of it (1 unless said). */
void wt_oracle_set_lines(wt_oracle *o, unsigned bytes, unsigned warps);
void wt_oracle_set_mem(wt_oracle *o, const wt_oracle_mem *mem);

/* Starts a CTA in a slot: its shared memory is zero, its barriers are empty. smem_bytes: size an access may reach.
 */
wt_status wt_oracle_cta_start(wt_oracle *o, unsigned cta_slot, const unsigned ctaid[3], const unsigned ntid[3], size_t smem_bytes);
/* Starts a warp: PC, registers and predicates 0. Lane l is thread warp_in_cta * warp_size + l of its CTA, x fastest. */
wt_status wt_oracle_warp_start(wt_oracle *o, unsigned slot, unsigned cta_slot, unsigned warp_in_cta, uint64_t launched);

/* What the machine's storage held before anybody wrote it: values that a kernel may read although it never set them. All of it is 0 after the start. */
/* Shared memory of a CTA, smem_bytes of wt_oracle_cta_start. */
uint8_t *wt_oracle_shared(wt_oracle *o, unsigned cta_slot);
/* Register reg of a warp: a word per lane; NULL: no such register. */
uint32_t *wt_oracle_register(wt_oracle *o, unsigned slot, unsigned reg);
/* Uniform registers UR0 to UR62 and predicates, bit i = UPi. */
void wt_oracle_set_uniform(wt_oracle *o, unsigned slot, const uint32_t *ur, unsigned up);

/* The twins issued the instruction at pc for the lanes of active (before its guard).
 * Checks that every one of these lanes is live, has this pc as its own next one, does not wait at a BAR.SYNC or
 * WARPSYNC that is not complete, that no operand or destination has a write-back outstanding in these lanes, and that they neither leave
 * a meeting too early nor go without lanes that belong to them (wt_oracle_meet.h). */
wt_status wt_oracle_issue(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t active);

/* What memory is about to see: the oldest memory instruction of this warp and space (WT_SPACE_...) that
 * any of the lanes still has to perform. The pointers live until the next call that changes the oracle. */
typedef struct {
  uint32_t pc;
  const wt_sem_insn *insn;   /* mop, bytes, aop */
  uint64_t todo;             /* lanes not performed yet */
  const uint64_t *addr;      /* [warp_size] byte addresses */
  const uint32_t (*data)[4]; /* [warp_size] store data or atomic operand; CAS: new value in words 2 and 3 */
} wt_oracle_access;
wt_status wt_oracle_mem_peek(wt_oracle *o, unsigned slot, int space, uint64_t lanes, wt_oracle_access *out);

/* Memory performs exactly these lanes of that instruction, in ascending lane order. Lanes of one thread's program
 * order: an instruction is refused when a lane of it still has an older one to perform in the same space. */
wt_status wt_oracle_mem_perform(wt_oracle *o, unsigned slot, int space, uint64_t lanes);
/* The same where memory does not keep a thread's accesses to different lines in order: of the instructions that access this line (byte address /
 * bytes of wt_oracle_set_lines, in local memory among the warp's own bytes as the load/store unit lays them out) the oldest; every one of these lanes
 * accesses it. */
#define WT_ORACLE_ANY_LINE UINT64_MAX
wt_status wt_oracle_mem_perform_at(wt_oracle *o, unsigned slot, int space, uint64_t lanes, uint64_t line);

/* Write-backs: compared with the oracle's value, and no longer outstanding. bits: one per lane.
 * Registers written by S2R, CS2R or S2UR of a clock take the value given here, and by BMOV Rd,Bn where the rules say nothing of it. */
wt_status wt_oracle_wb_reg(wt_oracle *o, unsigned slot, unsigned reg, uint64_t lanes, const uint32_t *data);
wt_status wt_oracle_wb_pred(wt_oracle *o, unsigned slot, unsigned p, uint64_t lanes, uint64_t bits);
wt_status wt_oracle_wb_ureg(wt_oracle *o, unsigned slot, unsigned ur, uint32_t value);
wt_status wt_oracle_wb_upred(wt_oracle *o, unsigned slot, unsigned up, unsigned bit);

/* The twins issued a MEMBAR for these lanes: every older access of theirs to global and local memory has been performed. */
wt_status wt_oracle_fence(wt_oracle *o, unsigned slot, uint64_t lanes);

/* 1 when all launched lanes of the warp have exited. */
int wt_oracle_done(const wt_oracle *o, unsigned slot);
/* The twins retire the warp: checks that it is done, with no memory access and no write-back left. */
wt_status wt_oracle_warp_end(wt_oracle *o, unsigned slot);
/* Lanes that have not exited, and lanes that must not issue now (BAR.SYNC, WARPSYNC). */
uint64_t wt_oracle_live(const wt_oracle *o, unsigned slot);
uint64_t wt_oracle_waiting(const wt_oracle *o, unsigned slot);

/* State, to look at and to preset. Registers: [warp_size] lanes of one register (255 reads zero). */
uint32_t *wt_oracle_reg(wt_oracle *o, unsigned slot, unsigned reg);
uint32_t wt_oracle_pc(const wt_oracle *o, unsigned slot, unsigned lane);
uint64_t *wt_oracle_pred(wt_oracle *o, unsigned slot, unsigned p);
uint32_t *wt_oracle_ureg(wt_oracle *o, unsigned slot, unsigned ur);
uint8_t *wt_oracle_upreds(wt_oracle *o, unsigned slot);   /* bit 7 is UPT: keep it set */
uint8_t *wt_oracle_smem(wt_oracle *o, unsigned cta_slot); /* smem_bytes of wt_oracle_new */

/* What the oracle is told of global memory may take effect later than it is told, when others have had their turn there. From now on every operation is
 * judged when it is told, and waits; the caller says before each that memory performs, wt_oracle_event, and later, once for each, wt_oracle_effects.
 * WT_LATER_ALL: these come in the order of the events. The event and all that was told up to the next one take effect; once more for what was told behind the
 * last one's turn, or without any.
 * WT_LATER_LINES: these come in the order of the events of each line, address / 128. The oldest event of the line takes effect, with what was told
 * behind it and of it: loads of the line that was read then. Until then its lanes have not performed it: no fence, no result, no end of their warp.
 * WT_LATER_NOT: nothing waits any more. */
typedef enum { WT_LATER_NOT, WT_LATER_ALL, WT_LATER_LINES } wt_oracle_waits;
void wt_oracle_later(wt_oracle *o, wt_oracle_waits how);
void wt_oracle_event(wt_oracle *o, uint64_t line);
wt_status wt_oracle_effects(wt_oracle *o, uint64_t line);

/* Rows of its state but for code, constants, rules and global memory, which come with the launch; and what to do when they have been loaded. */
void wt_oracle_saved(wt_oracle *o, wt_saved *l);
wt_status wt_oracle_loaded(wt_oracle *o);

/* Standalone run of a whole grid; code, banks and memory must be set. Warp slots and CTA slots of the oracle bound how
 * much is resident at a time. WT_NO_END: deadlock, or max_insns warp instructions passed (0 = no limit). */
typedef struct {
  unsigned grid[3], block[3];
  size_t smem_bytes; /* static plus dynamic, of one CTA */
  uint64_t max_insns;
  uint64_t insns, threads; /* out: warp instructions, and lanes they were issued for */
} wt_oracle_launch;
wt_status wt_oracle_run(wt_oracle *o, wt_oracle_launch *launch, uint64_t seed);
#endif
