/* wt_m.h - the C twin of the machine: state and outputs of every block, declared from the rows in spec/blocks.
 *
 *   m->q.<stem>.<row>       state (flip-flops; memories are pointers, row-major, wide rows in 32-bit words)
 *   m->o.<driver>.<signal>  outputs of the block that drives them; blocks with several instances are arrays
 * Contract of a block, for instance i of an array (functions of single blocks have no i):
 *   wt_<stem>_moore(m, i)   outputs that depend on state (and cfg) only; called after reset and after every clock edge
 *   wt_<stem>_eval(m, i)    outputs that depend on other blocks' outputs, called in an order in which those are final; no state changes
 *   wt_<stem>_tick(m, i)    one clock edge: changes only its own state, reads its own state and final outputs
 * An OUTQ row is an output that equals a flip-flop row: readers take it from m->q (all readers tick before the owner).
 * ACTIVE(eval, tick) of an array block: C expressions for the instances that a cycle has to visit. An instance outside the first has idle
 * outputs; one outside the second does not change.
 * A block leaves out the functions it does not need (see wt_order.c, made from the rows).
 * A write to a memory row is reported with WT_TOUCH so that lock-step can compare that row. Nothing allocates in a cycle.
 */
#ifndef WT_M_H
#define WT_M_H
#include "spec/wt_bits.h"
#include "spec/wt_shape.h"

enum { WT_MAX_BLOCKS = 80 };
/* Rows written in this cycle, one ring per memory; only lock-step reads and clears it. */
enum { WT_MLOG = 128 };
typedef struct {
  uint32_t n, row[WT_MLOG];
} wt_mlog;
#define WT_TOUCH(log, r) ((log).row[(log).n++ % WT_MLOG] = (uint32_t)(r))

#define WT_CT_u8 uint8_t
#define WT_CT_u16 uint16_t
#define WT_CT_u32 uint32_t
#define WT_CT_u64 uint64_t
#define WT_CT_w32 uint32_t
/* [n], or nothing when n is the token 1 */
#define WT_PROBE_1 ~,
#define WT_SECOND_(a, b, ...) b
#define WT_SECOND(...) WT_SECOND_(__VA_ARGS__)
#define WT_DIM(n) WT_SECOND(WT_PROBE_##n, [n], ~)

#define BLOCK(...)
#define ACTIVE(...)
#define IN(...)
#define INT(...)
#define OUTQ(...)
#define SIZE(...)
#define LOGIC(...)

/* outputs */
#define FF(...)
#define MEM(...)
#define OUT(name, ct, w, n, maxn, kind) WT_CT_##ct name WT_DIM(maxn);
#define WT_OUT_STRUCT(drv) wt_##drv##_out
#include "spec/wt_outs.h"
#undef OUT
#undef FF
#undef MEM

/* state */
#define OUT(...)
#define FF(name, ct, w, n, maxn, rst) WT_CT_##ct name WT_DIM(maxn);
#define MEM(name, ct, w, maxw, depth, maxd, ports) WT_CT_##ct *name; wt_mlog name##_log;
#include "spec/wt_states.h"
#undef OUT
#undef FF
#undef MEM
#undef BLOCK
#undef ACTIVE
#undef IN
#undef INT
#undef OUTQ
#undef SIZE
#undef LOGIC

typedef struct wt_m {
  const wt_shape *S;
  uint64_t lit[WT_MAX_BLOCKS]; /* order of evaluation: instances of an array block that were active in the last cycle */
  struct {
    wt_cfg_out cfg;
    wt_env_out env;
#define MACH_OUT_1(drv, max) wt_##drv##_out drv;
#define MACH_OUT_N(drv, max) wt_##drv##_out drv[max];
#include "spec/wt_members.h"
#undef MACH_OUT_1
#undef MACH_OUT_N
  } o;
  struct {
#define MACH_ST_1(stem, max) wt_##stem##_state stem;
#define MACH_ST_N(stem, max) wt_##stem##_state stem[max];
#include "spec/wt_members.h"
#undef MACH_ST_1
#undef MACH_ST_N
  } q;
} wt_m;

/* Allocates all memories for the shape, zeroed. NULL when out of memory. */
wt_m *wt_m_new(const wt_shape *S);
void wt_m_free(wt_m *m);
/* Order of evaluation, generated from the rows: all moore outputs; all combinational outputs; one clock edge; reset values of all RST rows. */
void wt_m_moore(wt_m *m);
void wt_m_eval(wt_m *m);
void wt_m_tick(wt_m *m);
void wt_m_reset(wt_m *m);
#endif
