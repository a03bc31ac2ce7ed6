/* test_wt_decode.c - decoder: golden words against texts of their uops, all 4096 opcodes, dropping of responses,
 * random lock-step. Numbers in names are the rules of docs/blocks/front/wt_decode.md.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_isa.h"
#include "oracle/wt_sem.h"
#include "tests/block_suite.h"

static const struct {
  wt_word w;
  const char *uop;
} golden[] = {
#include "tests/front/wt_decode_golden.h"
};
enum { N_GOLDEN = sizeof golden / sizeof golden[0] };

static wt_bench *open_shape(const char *preset, const char *const *set, uint64_t seed) { return suite_open("decode", preset, set, seed); }
static void cycle(wt_bench *b) {
  if (wt_bench_cycle(b)) ck_abort_msg("%s", b->report);
}

static void respond(wt_bench *b, wt_word w) {
  wt_imem_out *e = &b->m->subcore->imem;
  e->valid = 1;
  e->insn[0] = (uint32_t)w.lo, e->insn[1] = (uint32_t)(w.lo >> 32);
  e->insn[2] = (uint32_t)w.hi, e->insn[3] = (uint32_t)(w.hi >> 32);
}

/* Canonical text of a uop: op unit [c[d[q]]: cfwait, drain, quiet] [d<dst>*<n>] [<slot>=<reg>...] [sel.pos] [k<bank>:<offset>] [p<read>] [w<written>]
 * [u]. */
static void show(const wt_m *m, char *s, size_t n) {
  static const char *const units[] = {[WT_U_SHFL] = "SHFL", [WT_U_LSU] = "LSU", [WT_U_FPU] = "FPU", [WT_U_DPU] = "DPU",
                                      [WT_U_XU] = "XU",     [WT_U_ALU] = "ALU", [WT_U_UNI] = "UNI", [WT_U_NONE] = "NONE"};
  static const char *const sels[] = {"none", "imm", "const", "ureg"}, *const poss[] = {"none", "B", "C", "addr"};
  const uint32_t *u = m->subcore->decode.o.uop;
  unsigned op = (unsigned)uop_get_op(u), need = (unsigned)uop_get_need(u);
  const uint64_t regs[] = {uop_get_s0(u), uop_get_s1(u), uop_get_s2(u), uop_get_s3(u), uop_get_s4(u), uop_get_s5(u)};
  size_t k = 0;
#define SAY(...) (k += (size_t)snprintf(s + k, k < n ? n - k : 0, __VA_ARGS__))
  SAY("%s %s", op == 255 ? "?" : wt_isa_rows[op].id, units[uop_get_unit(u)]);
  if (uop_get_cfwait(u)) SAY(" c%s%s", uop_get_drain(u) ? "d" : "", uop_get_quiet(u) ? "q" : "");
  if (uop_get_ndst(u) || uop_get_dst(u)) SAY(" d%u*%u", (unsigned)uop_get_dst(u), (unsigned)uop_get_ndst(u));
  for (unsigned i = 0; i < 6; i++)
    if ((need >> i & 1) || regs[i]) SAY(need >> i & 1 ? " %u=%u" : " !%u=%u", i, (unsigned)regs[i]);
  if (uop_get_bcsel(u) || uop_get_bcpos(u)) SAY(" %s.%s", sels[uop_get_bcsel(u)], poss[uop_get_bcpos(u)]);
  if (m->subcore->decode.o.cvalid || m->subcore->decode.o.caddr)
    SAY(" k%x:%x", m->subcore->decode.o.caddr >> 16, m->subcore->decode.o.caddr & 0xffff);
  if (uop_get_pmask(u)) SAY(" p%02x", (unsigned)uop_get_pmask(u));
  if (uop_get_pw(u)) SAY(" w%02x", (unsigned)uop_get_pw(u));
  if (uop_get_u_use(u)) SAY(" u");
#undef SAY
}

START_TEST(golden_words) {
  wt_bench *b = open_shape("tiny", NULL, 1);
  char seen[WT_I_COUNT] = {0}, text[200];
  for (unsigned i = 0; i < N_GOLDEN; i++) {
    respond(b, golden[i].w);
    cycle(b);
    show(b->m, text, sizeof text);
    ck_assert_str_eq(text, golden[i].uop);
    ck_assert_uint_eq(uop_get_lo(b->m->subcore->decode.o.uop), golden[i].w.lo);
    ck_assert_uint_eq(uop_get_hi(b->m->subcore->decode.o.uop), golden[i].w.hi);
    unsigned id = wt_isa_find(golden[i].w);
    if (id < WT_I_COUNT) seen[id] = 1;
  }
  for (unsigned i = 0; i < WT_I_COUNT; i++) ck_assert_msg(seen[i] || !wt_isa_rows[i].supported, "no golden word of %s", wt_isa_rows[i].id);
  wt_bench_close(b);
}
END_TEST

/* Rule 9: bit 91 of a CAS belongs to nothing, and bits 69:64 are part of its new value. Rule 13: ULDC counts bytes. Compiled code leaves both alone. */
START_TEST(bits_that_mean_something_else) {
  static const struct {
    wt_word w;
    const char *uop;
  } t[] = {{{UINT64_C(0x00000004020273a9), UINT64_C(0x000ea200081f4105)}, "ATOMG_CAS LSU d2*1 0=2 1=3 2=4 4=5"},
           {{UINT64_C(0x00005a4000067ab9), UINT64_C(0x000fc60000000000)}, "ULDC UNI const.B k0:169 u"},
           /* LEA reads its third register only for the upper half of {C, A}, and not when A's sign stands for C */
           {{UINT64_C(0x00000004050e7211), UINT64_C(0x000fe200078f0807)}, "LEA ALU d14*1 0=5 1=4 2=7"},
           {{UINT64_C(0x00000004050e7211), UINT64_C(0x000fe200078e0807)}, "LEA ALU d14*1 0=5 1=4"},
           {{UINT64_C(0x00000004050e7211), UINT64_C(0x000fe200078f0a07)}, "LEA ALU d14*1 0=5 1=4"},
           /* no pair of registers makes an address of shared memory */
           {{UINT64_C(0x0000000007057984), UINT64_C(0x000fe20000005900)}, "LDS LSU d5*1 0=7"}};
  wt_bench *b = open_shape("tiny", NULL, 1);
  char text[200];
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    respond(b, t[i].w);
    cycle(b);
    show(b->m, text, sizeof text);
    ck_assert_str_eq(text, t[i].uop);
  }
  wt_bench_close(b);
}
END_TEST

/* rules 2 and 3: the row by bits 11:0, recomputed here from isa.def; unsupported rows have no fields */
START_TEST(every_opcode) {
  wt_bench *b = open_shape("tiny", NULL, 2);
  const uint32_t *u = b->m->subcore->decode.o.uop;
  for (unsigned code = 0; code < 4096; code++) {
    unsigned want = 255;
    for (unsigned i = WT_I_COUNT; i-- > 0;) {
      const wt_insn_row *r = &wt_isa_rows[i];
      if (r->key == WT_KEY_FIX ? r->code == code : r->code == (code & 511) && (r->forms >> (code >> 9) & 1)) want = i;
    }
    respond(b, (wt_word){UINT64_C(0x123456789abcd000) | code, UINT64_C(0x0fedcba987654321)});
    cycle(b);
    ck_assert_uint_eq(uop_get_op(u), want);
    if (want != 255 && wt_isa_rows[want].supported) continue;
    ck_assert_uint_eq(uop_get_unit(u), WT_U_NONE);
    ck_assert_uint_eq(uop_get_cfwait(u) | uop_get_drain(u) | uop_get_quiet(u), 0);
    ck_assert_uint_eq(uop_get_need(u) | uop_get_ndst(u) | uop_get_pw(u) | uop_get_bcsel(u) | uop_get_u_use(u), 0);
    if (want != WT_I_DEPBAR) ck_assert_uint_eq(uop_get_pmask(u), 0);
  }
  wt_bench_close(b);
}
END_TEST

/* Rule 4: where an instruction goes and what issue waits for, of every control instruction and of some others. */
START_TEST(units_and_what_issue_waits_for) {
  static const struct {
    uint8_t op, unit, cfwait, drain, quiet;
  } t[] = {
    {WT_I_IADD3, WT_U_ALU, 0, 0, 0},        {WT_I_BMOV_RB, WT_U_ALU, 0, 0, 0},     {WT_I_VOTE, WT_U_ALU, 0, 0, 0},
    {WT_I_MUFU, WT_U_XU, 0, 0, 0},          {WT_I_I2F_64, WT_U_XU, 0, 0, 0},       {WT_I_FRND, WT_U_XU, 0, 0, 0},
    {WT_I_LDG, WT_U_LSU, 0, 0, 0},          {WT_I_RED, WT_U_LSU, 0, 0, 0},         {WT_I_SHFL_II, WT_U_SHFL, 0, 0, 0},
    {WT_I_ULDC_U, WT_U_UNI, 0, 0, 0},       {WT_I_VOTEU, WT_U_UNI, 0, 0, 0},       {WT_I_ULDC, WT_U_UNI, 0, 0, 0},
    {WT_I_NOP, WT_U_NONE, 0, 0, 0},         {WT_I_CCTL, WT_U_NONE, 0, 0, 0},       {WT_I_BSSY, WT_U_NONE, 0, 0, 0},
    {WT_I_BRA, WT_U_NONE, 1, 0, 0},         {WT_I_BSYNC, WT_U_NONE, 1, 0, 0},      {WT_I_BREAK, WT_U_NONE, 1, 0, 0},
    {WT_I_WARPSYNC_I, WT_U_NONE, 1, 0, 0},  {WT_I_WARPSYNC_C, WT_U_NONE, 1, 0, 0}, {WT_I_YIELD, WT_U_NONE, 1, 0, 0},
    {WT_I_NANOSLEEP_R, WT_U_NONE, 1, 0, 0}, {WT_I_CALL_REL, WT_U_NONE, 1, 0, 0},   {WT_I_WARPSYNC_R, WT_U_ALU, 1, 0, 0},
    {WT_I_BMOV_BR, WT_U_ALU, 1, 0, 0},      {WT_I_BRX, WT_U_ALU, 1, 1, 0},         {WT_I_RET, WT_U_ALU, 1, 1, 0},
    {WT_I_CALL_REL_R, WT_U_ALU, 1, 1, 0},   {WT_I_CALL_ABS_R, WT_U_ALU, 1, 1, 0},  {WT_I_QSPC, WT_U_ALU, 0, 0, 0},
    {WT_I_B2R, WT_U_ALU, 0, 0, 0},          {WT_I_MATCH, WT_U_SHFL, 0, 0, 0},      {WT_I_ATOM, WT_U_LSU, 0, 0, 0},
    {WT_I_BAR_RR, WT_U_ALU, 1, 1, 0},       {WT_I_BAR_RI, WT_U_ALU, 1, 1, 0},      {WT_I_BAR_IR, WT_U_ALU, 1, 1, 0},
    {WT_I_BAR_II, WT_U_NONE, 1, 1, 0},      {WT_I_MEMBAR, WT_U_NONE, 1, 1, 1},     {WT_I_EXIT, WT_U_NONE, 1, 1, 1},
  };
  wt_bench *b = open_shape("tiny", NULL, 4);
  const uint32_t *u = b->m->subcore->decode.o.uop;
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    const wt_insn_row *r = &wt_isa_rows[t[i].op];
    unsigned code = r->key == WT_KEY_FIX ? r->code : r->code | 1u << 9;
    respond(b, (wt_word){UINT64_C(0x123456789abc7000) | code, UINT64_C(0x0fedcba987654321)});
    cycle(b);
    ck_assert_uint_eq(uop_get_op(u), t[i].op);
    ck_assert_msg(uop_get_unit(u) == t[i].unit && uop_get_cfwait(u) == t[i].cfwait && uop_get_drain(u) == t[i].drain &&
                    uop_get_quiet(u) == t[i].quiet,
                  "%s: unit %u, waits %u %u %u", r->id, (unsigned)uop_get_unit(u), (unsigned)uop_get_cfwait(u), (unsigned)uop_get_drain(u),
                  (unsigned)uop_get_quiet(u));
  }
  wt_bench_close(b);
}
END_TEST

/* rule 1 */
START_TEST(old_epochs_and_redirects_are_dropped) {
  wt_bench *b = open_shape("tiny", NULL, 3);
  wt_m *m = b->m;
  uint32_t zero[UOP_WORDS] = {0};
  respond(b, golden[0].w);
  m->subcore->imem.warp = 1, m->subcore->imem.pc = 0x120, m->subcore->imem.rpc = 0x340, m->subcore->imem.sens = 1;
  m->subcore->imem.epoch = 2, m->subcore->fetch.o.epoch[1] = 2;
  cycle(b);
  ck_assert_uint_eq(m->subcore->decode.o.valid, 1);
  ck_assert_uint_eq(m->subcore->decode.o.warp, 1);
  ck_assert_uint_eq(uop_get_pc(m->subcore->decode.o.uop), 0x120);
  ck_assert_uint_eq(uop_get_rpc(m->subcore->decode.o.uop), 0x340);
  ck_assert_uint_eq(uop_get_sens(m->subcore->decode.o.uop), 1);
  m->subcore->cfu->redir_valid = 1, m->subcore->cfu->redir_warp = 0;
  cycle(b);
  ck_assert_uint_eq(m->subcore->decode.o.valid, 1);
  m->subcore->cfu->redir_warp = 1;
  cycle(b);
  ck_assert_uint_eq(m->subcore->decode.o.valid, 0);
  ck_assert_uint_eq(m->subcore->decode.o.warp, 0);
  ck_assert_mem_eq(m->subcore->decode.o.uop, zero, sizeof zero);
  m->subcore->cfu->redir_valid = m->subcore->cfu->redir_warp = 0;
  m->subcore->fetch.o.epoch[1] = 3;
  cycle(b);
  ck_assert_uint_eq(m->subcore->decode.o.valid, 0);
  wt_bench_close(b);
}
END_TEST

static const struct {
  const char *preset;
  const char *set[4];
  unsigned cycles;
} shapes[] = {
  {"tiny", {NULL}, 400000},           {"small", {NULL}, 30000},           {"default", {NULL}, 30000},
  {"tiny", {"WARPS=3", NULL}, 30000}, {"tiny", {"WARPS=1", NULL}, 30000},
};

/* 5 to 11: what the oracle, which executes words without this block, says that a word reads and writes. A jump through a register does not read the
 * upper half of its pair. Rows of memory whose bits 72 and 91 no code has are left to rules 8 and 9. */
static int has_no_code(const wt_sem_insn *i) {
  int atomic = i->id == WT_I_ATOMG || i->id == WT_I_ATOM;
  return i->cls == WT_CL_MEM && wt_bit(i->w, 91) && (atomic || !wt_bit(i->w, 72));
}
static void same_as_the_oracle(const wt_bench *b, const wt_sem_insn *i) {
  const uint32_t *u = b->m->subcore->decode.o.uop;
  const wt_insn_row *row = &wt_isa_rows[i->id];
  const uint64_t s[] = {uop_get_s0(u), uop_get_s1(u), uop_get_s2(u), uop_get_s3(u), uop_get_s4(u), uop_get_s5(u)};
  unsigned need = (unsigned)uop_get_need(u), lanes = i->cls != WT_CL_UALU && uop_get_unit(u) != WT_U_UNI;
  uint64_t reads[4] = {0}, wanted[4] = {0};
  for (unsigned k = 0; k < 6; k++)
    if (need >> k & 1) reads[s[k] / 64] |= UINT64_C(1) << s[k] % 64;
  int jump = i->id == WT_I_BRX || i->id == WT_I_RET || i->id == WT_I_CALL_REL_R || i->id == WT_I_CALL_ABS_R;
  for (unsigned k = 0; k < (jump && i->nsr ? 1u : i->nsr); k++) wanted[i->sr[k] / 64] |= UINT64_C(1) << i->sr[k] % 64;
  ck_assert_msg(!memcmp(reads, wanted, sizeof reads), "%s %016llx %016llx: other registers are read", row->id, (unsigned long long)i->w.hi,
                (unsigned long long)i->w.lo);
  unsigned writes = lanes && !i->udst ? i->nrd : 0;
  if (i->rd + uop_get_ndst(u) <= 255)
    ck_assert_msg(uop_get_ndst(u) == writes && uop_get_dst(u) == (writes ? i->rd : 0), "%s %016llx %016llx: other registers are written", row->id,
                  (unsigned long long)i->w.hi, (unsigned long long)i->w.lo);
  unsigned dp = i->udst ? 0 : i->dp, may = i->cls == WT_CL_CTL ? 1u << wt_bits(i->w, 89, 87) & 0x7f : 0;
  ck_assert_msg(uop_get_pw(u) == dp && (uop_get_pmask(u) & ~may) == ((i->sp | dp) & ~may), "%s %016llx %016llx: predicates %x, %x, oracle %x, %x",
                row->id, (unsigned long long)i->w.hi, (unsigned long long)i->w.lo, (unsigned)uop_get_pmask(u), (unsigned)uop_get_pw(u), i->sp, dp);
}
START_TEST(registers_and_predicates_are_those_of_the_oracle) {
  wt_bench *b = open_shape("tiny", NULL, 5);
  unsigned checked[WT_I_COUNT] = {0};
  for (unsigned n = 0; n < 400000; n++) {
    const wt_insn_row *row = &wt_isa_rows[wt_below(&b->rng, WT_I_COUNT)];
    unsigned form = row->key == WT_KEY_FIX ? row->code >> 9 : wt_below(&b->rng, 8);
    /* modifiers are rarely legal when all of them are drawn: mostly a few of them, no predicates, no further registers */
    uint64_t hi = wt_rand(&b->rng) & (wt_chance(&b->rng, 50) ? wt_rand(&b->rng) & wt_rand(&b->rng) : ~UINT64_C(0));
    if (wt_chance(&b->rng, 60)) hi |= UINT64_C(0x3f) << 17;
    if (wt_chance(&b->rng, 60)) hi = (hi & ~(UINT64_C(15) << 23)) | UINT64_C(7) << 23;
    if (wt_chance(&b->rng, 20)) hi |= 255;
    uint64_t lo = wt_rand(&b->rng);
    if (wt_chance(&b->rng, 30)) hi &= 0x31fdff, lo &= ~(UINT64_C(3) << 60);              /* what a conversion has: even registers, whole ones */
    if (wt_chance(&b->rng, 15)) hi = (hi & ~(UINT64_C(3) << 20)) | (hi >> 11 & 3) << 20; /* ... both sizes the same */
    if (wt_chance(&b->rng, 30)) lo &= ~(UINT64_C(1) << 16 | UINT64_C(1) << 32);
    if (wt_chance(&b->rng, 10)) lo |= 255 << 16;
    if (row == &wt_isa_rows[WT_I_HADD2_C]) { /* the one form of it that is executed */
      lo = (lo & UINT64_C(0x07ffffff00ffffff)) | UINT64_C(0x10000000ff000000);
      hi = (hi & ~(UINT64_C(0x1ff) << 8)) | UINT64_C(9) << 8;
    }
    wt_word w = {(lo & ~UINT64_C(0xfff)) | (row->code & 511) | form << 9, hi};
    wt_sem_insn i;
    if (wt_sem_decode(w, &i) != WT_OK || has_no_code(&i)) continue;
    respond(b, w);
    cycle(b);
    same_as_the_oracle(b, &i);
    checked[i.id]++;
  }
  for (unsigned i = 0; i < WT_I_COUNT; i++)
    if (wt_isa_rows[i].supported) ck_assert_msg(checked[i] > 0, "%s: %u words", wt_isa_rows[i].id, checked[i]);
  wt_bench_close(b);
}
END_TEST

START_TEST(random_lockstep) {
  wt_bench *b = open_shape(shapes[_i].preset, shapes[_i].set, 100 + (unsigned)_i);
  if (wt_bench_random(b, shapes[_i].cycles)) ck_abort_msg("%s", b->report);
  wt_bench_close(b);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_decode");
  TCase *t = tcase_create("all");
  tcase_set_timeout(t, 600);
  tcase_add_test(t, golden_words);
  tcase_add_test(t, bits_that_mean_something_else);
  tcase_add_test(t, registers_and_predicates_are_those_of_the_oracle);
  tcase_add_test(t, every_opcode);
  tcase_add_test(t, units_and_what_issue_waits_for);
  tcase_add_test(t, old_epochs_and_redirects_are_dropped);
  tcase_add_loop_test(t, random_lockstep, 0, sizeof shapes / sizeof shapes[0]);
  suite_add_tcase(s, t);
  return suite_run(s);
}
