/* test_wt_lsu.c - load/store unit: whole instructions against a small memory, random lock-step.
 * Numbers in names of tests are rules of docs/blocks/mem/wt_lsu.md.
 */
#include "tests/block_suite.h"

#include "isa/wt_isa.h"

#include "tests/mem/lsu_rig.h"

#include "tests/mem/lsu_model.h"

START_TEST(a_unit_stride_load_is_one_request_rules_5_7) {
  rig *r = rig_open();
  addresses_by(r, 0x123456780, 4);
  send(r, WT_I_LDG, 20, 1);
  ck_assert(!quiet(r));
  cycles(r, 20);
  ck_assert_uint_eq(r->nreq, 1);
  ck_assert_uint_eq(r->req[0].line, 0x123456780 / 128);
  ck_assert_uint_eq(r->req[0].lanes, 0xffffffff);
  ck_assert_uint_eq(r->nwb, 2);
  ck_assert_uint_eq(r->nlast, 1);
  ck_assert(r->last_dst == 20 && r->last_ndst == 1 && r->last_at == 2);
  for (unsigned l = 0; l < LANES_OF_WARP; l++) ck_assert_uint_eq(r->reg[20][l], word_at(r->addr[l]));
  ck_assert(quiet(r));
  rig_close(r);
}
END_TEST

START_TEST(narrow_loads_are_extended_rule_7) {
  for (unsigned sz = 0; sz < 4; sz++) {
    rig *r = rig_open();
    unsigned n = sz < 2 ? 1 : 2;
    size(r, sz);
    addresses_by(r, 0x1000, n);
    send(r, WT_I_LDG, 8, 1);
    cycles(r, 20);
    for (unsigned l = 0; l < LANES_OF_WARP; l++) {
      uint32_t x = word_at(r->addr[l]) >> 8 * (r->addr[l] & 3);
      uint32_t sext = sz == 1 ? (uint32_t)(int8_t)x : (uint32_t)(int16_t)x;
      uint32_t want = sz == 0 ? (uint8_t)x : sz == 2 ? (uint16_t)x : sext;
      ck_assert_uint_eq(r->reg[8][l], want);
    }
    rig_close(r);
  }
}
END_TEST

START_TEST(wide_loads_fill_consecutive_registers_rule_7) {
  rig *r = rig_open();
  size(r, 6);
  addresses_by(r, 0x8000, 32);
  r->reverse = 1;
  r->answers = 0;
  send(r, WT_I_LDG, 16, 4);
  cycles(r, 20);
  ck_assert_uint_eq(r->nreq, 8);
  r->answers = 8;
  cycles(r, 100);
  for (unsigned k = 0; k < 4; k++)
    for (unsigned l = 0; l < LANES_OF_WARP; l++) ck_assert_uint_eq(r->reg[16 + k][l], word_at(r->addr[l] + 4 * k));
  ck_assert(r->nlast == 1 && r->last_at == r->nwb && r->last_ndst == 4);
  rig_close(r);
}
END_TEST

START_TEST(lines_return_in_any_order_and_tags_run_out_rules_5_6_7) {
  rig *r = rig_open();
  r->reverse = 1;
  r->answers = 0;
  addresses_by(r, 0x40000, 128);
  send(r, WT_I_LDG, 3, 1);
  cycles(r, 60);
  ck_assert_uint_eq(r->nreq, r->b->m->S->LSU_LINES);
  r->answers = ~0u;
  cycles(r, 200);
  ck_assert_uint_eq(r->nreq, 32);
  for (unsigned l = 0; l < LANES_OF_WARP; l++) ck_assert_uint_eq(r->reg[3][l], word_at(r->addr[l]));
  ck_assert(r->nlast == 1 && r->last_at == 32 && r->nwb == 32);
  ck_assert(quiet(r));
  rig_close(r);
}
END_TEST

START_TEST(entries_run_out_and_ready_falls_rule_4) {
  rig *r = rig_open();
  unsigned n = r->b->m->S->LSU_ENTRIES;
  r->answers = 0;
  addresses_by(r, 0x4000, 4);
  for (unsigned i = 0; i <= n; i++) send(r, WT_I_LDG, 4 * i, 1);
  cycles(r, 10);
  ck_assert_uint_eq(r->nreq, n);
  ck_assert(!r->b->m->sm->lsu.o.ready);
  r->answers = 1;
  cycles(r, 20);
  ck_assert_uint_eq(r->nreq, n + 1);
  ck_assert(r->b->m->sm->lsu.o.ready);
  r->answers = ~0u;
  cycles(r, 100);
  ck_assert(r->nlast == n + 1 && quiet(r));
  rig_close(r);
}
END_TEST

START_TEST(request_and_result_wait_rules_6_7) {
  rig *r = rig_open();
  wt_m *m = r->b->m;
  addresses_by(r, 0x4000, 4);
  m->sm->env.mem_ready = 0;
  m->subcore->wb.o.ack[WT_U_LSU] = 0;
  send(r, WT_I_LDG, 9, 1);
  cycles(r, 10);
  ck_assert(m->sm->lsu.o.req_valid && m->sm->lsu.o.req_line == 0x4000 / 128 && r->nreq == 0);
  m->sm->env.mem_ready = 1;
  cycles(r, 10);
  ck_assert(r->nreq == 1 && r->nwb == 0 && m->sm->lsu.o.wb_valid && m->sm->lsu.o.wb_beat == 0);
  m->subcore->wb.o.ack[WT_U_LSU] = 1;
  cycles(r, 10);
  ck_assert(r->nwb == 2 && r->nlast == 1);
  rig_close(r);
}
END_TEST

START_TEST(stores_are_quiet_after_their_acknowledgement_rules_6_9) {
  rig *r = rig_open();
  r->acks = 0;
  addresses_by(r, 0x2000, 8);
  for (unsigned l = 0; l < LANES_OF_WARP; l++) r->data[0][l] = 1000 + l;
  send(r, WT_I_STG, 255, 0);
  cycles(r, 10);
  ck_assert_uint_eq(r->nreq, 2);
  ck_assert(r->req[0].op == WT_MEM_STORE && r->req[1].lanes == 0xffff0000 && r->req[1].data[2] == 1017);
  ck_assert(!quiet(r) && r->b->m->sm->lsu.o.ready);
  r->acks = 1;
  cycles(r, 5);
  ck_assert(!quiet(r));
  r->acks = 1;
  cycles(r, 5);
  ck_assert(quiet(r) && r->nwb == 0);
  rig_close(r);
}
END_TEST

START_TEST(atomics_ascend_and_return_old_values_rules_5_7) {
  rig *r = rig_open();
  size(r, 0);
  r->hi |= UINT64_C(4) << 23; /* DEC */
  r->mask = 0xf00000f0;
  addresses_by(r, 0x3000, 4);
  send(r, WT_I_ATOMG, 7, 1);
  cycles(r, 60);
  ck_assert_uint_eq(r->nreq, 8);
  for (unsigned i = 0; i < 8; i++) {
    unsigned lane = i < 4 ? 4 + i : 24 + i;
    ck_assert(r->req[i].lanes == UINT64_C(1) << lane && r->req[i].op == WT_MEM_ATOM && r->req[i].aop == 4);
    ck_assert_uint_eq(r->reg[7][lane], word_at(r->addr[lane]));
  }
  ck_assert(r->written[7] == 0xf00000f0 && r->nlast == 1 && r->last_at == 8);
  rig_close(r);
}
END_TEST

START_TEST(misaligned_lanes_fault_and_are_dropped_rule_3) {
  rig *r = rig_open();
  addresses_by(r, 0x1000, 4);
  r->addr[5]++, r->addr[9]++;
  send(r, WT_I_LDG, 7, 1);
  cycles(r, 30);
  ck_assert(r->nfault == 1 && r->fault_lane == 5 && r->fault_kind == 0);
  ck_assert(r->req[0].lanes == 0xfffffddf && r->written[7] == 0xfffffddf && r->nlast == 1);
  addresses_by(r, 0x1001, 4);
  send(r, WT_I_LDG, 8, 1);
  cycles(r, 30);
  ck_assert(r->nfault == 2 && r->nreq == 1 && r->nlast == 2 && r->last_dst == 8 && !r->written[8] && quiet(r));
  rig_close(r);
}
END_TEST

START_TEST(accesses_beyond_shared_memory_fault_rule_3) {
  rig *r = rig_open();
  r->hi &= ~(UINT64_C(3) << 14);
  addresses_by(r, 4096 - 16 * 4, 4);
  send(r, WT_I_STS, 255, 0);
  cycles(r, 20);
  ck_assert(r->nfault == 1 && r->fault_lane == 16 && r->fault_kind == 1 && r->nperf == 1 && r->perf[0] == 0xffff);
  ck_assert(quiet(r) && r->nwb == 0);
  rig_close(r);
}
END_TEST

START_TEST(shared_words_come_back_rule_8) {
  static const unsigned sizes[] = {0, 3, 4, 5, 6}, bytes[] = {1, 2, 4, 8, 16};
  for (unsigned i = 0; i < 5; i++) {
    rig *r = rig_open();
    wt_dispatch_out *d = &r->b->m->sm->dispatch.o;
    d->launch_valid = d->launch_last = 1, d->launch_warp = WARP, d->cta_slot = 2;
    cycle(r);
    size(r, sizes[i]);
    addresses_by(r, 256, 2 * bytes[i]);
    for (unsigned k = 0; k < 4; k++)
      for (unsigned l = 0; l < LANES_OF_WARP; l++) r->data[k][l] = 0x01000083 + (k << 16) + l;
    send(r, WT_I_STS, 255, 0);
    cycles(r, 80);
    unsigned words = bytes[i] > 4 ? bytes[i] / 4 : 1, n = r->nperf;
    if (words > 1) ck_assert(n == 1 && r->perf[0] == 0xffffffff);
    if (words == 1) ck_assert_uint_eq(n, i == 2 ? 2 : 1);
    send(r, WT_I_LDS, 12, words);
    cycles(r, 80);
    for (unsigned k = 0; k < words; k++)
      for (unsigned l = 0; l < LANES_OF_WARP; l++) {
        uint32_t x = r->data[k][l], want = i == 0 ? (uint8_t)x : i == 1 ? (uint32_t)(int16_t)x : x;
        ck_assert_uint_eq(r->reg[12 + k][l], want);
      }
    ck_assert(r->nlast == 1 && r->last_at == r->nwb && r->nreq == 0 && quiet(r));
    /* rows of CTA slot 2 begin at 2 * cfg_smrows; byte 256 is row 2 of bank 0 */
    if (i == 4) ck_assert_uint_eq(r->b->m->sm->smbank[0].q.mem[2 * 40 + 2], r->data[0][0]);
    rig_close(r);
  }
}
END_TEST

/* Line and byte of a lane's local byte, counted piece by piece. */
static uint64_t local_byte(unsigned lane, uint64_t off) {
  uint64_t at = 0;
  for (uint64_t piece = 0; piece < off / 16; piece++) at += 16 * LANES_OF_WARP;
  return at + 16 * lane + off % 16;
}

START_TEST(local_lanes_lie_side_by_side_in_pieces_of_16_bytes_rule_2) {
  for (unsigned sz = 4; sz <= 6; sz++) {
    rig *r = rig_open();
    unsigned bytes = 4u << (sz - 4), per_line = 8;
    size(r, sz);
    r->hi &= ~(UINT64_C(3) << 14);
    r->b->m->gpu->cfg.local = 0x100;
    r->lo = (UINT64_C(0xfffff0)) << 40; /* -16 */
    for (unsigned l = 0; l < LANES_OF_WARP; l++) r->addr[l] = 0x40;
    for (unsigned k = 0; k < 4; k++)
      for (unsigned l = 0; l < LANES_OF_WARP; l++) r->data[k][l] = l * 16 + k;
    send(r, WT_I_STL, 0, 0);
    cycles(r, 40);
    ck_assert_uint_eq(r->nreq, LANES_OF_WARP / per_line);
    for (unsigned l = 0; l < LANES_OF_WARP; l++) {
      const request *q = &r->req[l / per_line];
      uint64_t at = local_byte(l, 0x30);
      ck_assert(q->space == WT_SP_LOCAL && q->op == WT_MEM_STORE && (q->lanes >> l & 1) && q->warp == WARP);
      ck_assert_uint_eq(q->line, UINT64_C(1) << 56 | (uint64_t)WARP << 33 | at / 128);
      for (unsigned i = 0; i < bytes / 4; i++) ck_assert_uint_eq(q->data[at % 128 / 4 + i], l * 16 + i);
    }
    ck_assert(quiet(r) && !r->nfault);
    rig_close(r);
  }
}
END_TEST

START_TEST(accesses_beyond_local_memory_fault_rule_3) {
  rig *r = rig_open();
  r->hi &= ~(UINT64_C(3) << 14);
  r->b->m->gpu->cfg.local = 0x60;
  for (unsigned l = 0; l < LANES_OF_WARP; l++) r->addr[l] = l == 9 ? 0x60 : l == 20 ? 0xfffffffc : 0x5c;
  send(r, WT_I_LDL, 7, 1);
  cycles(r, 40);
  ck_assert(r->nfault == 1 && r->fault_lane == 9 && r->fault_kind == 1);
  ck_assert_uint_eq(r->written[7], 0xffffffff & ~(1u << 9 | 1u << 20));
  size(r, 6);
  for (unsigned l = 0; l < LANES_OF_WARP; l++) r->addr[l] = l == 5 ? 0x58 : 0x50; /* not a multiple of 16 */
  send(r, WT_I_LDL, 8, 4);
  cycles(r, 60);
  ck_assert(r->nfault == 2 && r->fault_lane == 5 && r->fault_kind == 0);
  rig_close(r);
}
END_TEST

/* Three cycles a lane and word less one: read, compute, write; lanes ascend and see each other. */
/* Every operation on one word, by one lane: the word before, the operand, the word after; rule 13. */
START_TEST(shared_atomics_make_the_new_values_rule_13) {
  static const struct {
    unsigned aop, type; /* type 1: signed */
    uint32_t old, operand, want;
  } t[] = {{0, 0, 7, 5, 12},
           {1, 0, 0xfffffffe, 5, 5},
           {1, 1, 0xfffffffe, 5, 0xfffffffe},
           {2, 0, 0xfffffffe, 5, 0xfffffffe},
           {2, 1, 0xfffffffe, 5, 5},
           {3, 0, 4, 5, 5},
           {3, 0, 5, 5, 0},
           {4, 0, 0, 5, 5},
           {4, 0, 6, 5, 5},
           {4, 0, 5, 5, 4},
           {5, 0, 12, 10, 8},
           {6, 0, 12, 10, 14},
           {7, 0, 12, 10, 6},
           {8, 0, 12, 10, 10}};
  rig *r = rig_open();
  r->mask = 1;
  for (unsigned k = 0; k < sizeof t / sizeof *t; k++) {
    addresses_by(r, 0x40, 0);
    r->data[0][0] = t[k].old, r->hi = UINT64_C(4) << 9;
    send(r, WT_I_STS, 0, 0);
    cycles(r, 10);
    r->data[0][0] = t[k].operand, r->hi = (uint64_t)t[k].type << 9 | (uint64_t)t[k].aop << 23;
    send(r, WT_I_ATOMS, 9, 1);
    cycles(r, 20);
    ck_assert_uint_eq(r->reg[9][0], t[k].old);
    r->hi = UINT64_C(4) << 9;
    send(r, WT_I_LDS, 10, 1);
    cycles(r, 20);
    ck_assert_msg(r->reg[10][0] == t[k].want, "operation %u, type %u: %x by %x gives %x, not %x", t[k].aop, t[k].type, t[k].old, t[k].operand,
                  r->reg[10][0], t[k].want);
  }
  rig_close(r);
}
END_TEST

START_TEST(shared_atomics_ascend_and_return_old_values_rule_13) {
  rig *r = rig_open();
  r->hi = 0; /* ADD, U32 */
  r->mask = 0xfff;
  addresses_by(r, 0x40, 0);
  for (unsigned l = 0; l < LANES_OF_WARP; l++) r->data[0][l] = 10 + l;
  send(r, WT_I_STS, 0, 0);
  size(r, 0), r->hi = UINT64_C(4) << 9; /* 32-bit store of lane 11's word, the last of the mask */
  send(r, WT_I_STS, 0, 0);
  cycles(r, 20);
  unsigned before = r->nperf;
  r->hi = 0;
  send(r, WT_I_ATOMS, 9, 1);
  cycles(r, 3 * 12 + 10);
  uint32_t sum = 10 + 11;
  for (unsigned l = 0; l < 12; l++) {
    ck_assert_uint_eq(r->perf[before + l], UINT64_C(1) << l);
    ck_assert_uint_eq(r->reg[9][l], sum);
    sum += 10 + l;
  }
  ck_assert(r->nperf == before + 12 && r->nlast == 1 && r->last_dst == 9 && quiet(r));
  /* 64 bits: CAS of lanes 0 to 3 on one pair; the first one wins, CAST says who */
  r->mask = 0xf;
  addresses_by(r, 0x80, 0);
  for (unsigned l = 0; l < 4; l++) r->data[0][l] = 7, r->data[1][l] = 1;
  r->hi = UINT64_C(5) << 9;
  send(r, WT_I_STS, 0, 0);
  for (unsigned l = 0; l < 4; l++) r->data[2][l] = 100 + l, r->data[3][l] = l;
  r->hi = UINT64_C(2) << 9 | UINT64_C(3) << 23;
  send(r, WT_I_ATOMS_CAS, 12, 2);
  cycles(r, 40);
  for (unsigned l = 0; l < 4; l++) ck_assert(r->reg[12][l] == (l == 0) && r->reg[13][l] == 0);
  r->hi = UINT64_C(2) << 9;
  send(r, WT_I_ATOMS_CAS, 12, 2);
  cycles(r, 40);
  for (unsigned l = 0; l < 4; l++) ck_assert(r->reg[12][l] == 100 && r->reg[13][l] == 0);
  rig_close(r);
}
END_TEST

START_TEST(a_generic_load_serves_shared_lanes_first_rule_14) {
  rig *r = rig_open();
  r->b->m->gpu->cfg.local = 0x200;
  r->mask = 0xff;
  r->hi = UINT64_C(1) << 8 | UINT64_C(4) << 9;
  for (unsigned l = 0; l < 8; l++) r->addr[l] = 0x100 + 4 * l, r->data[0][l] = 0xabc0 + l;
  r->hi &= ~(UINT64_C(1) << 8);
  send(r, WT_I_STS, 0, 0);
  r->hi |= UINT64_C(1) << 8;
  for (unsigned l = 0; l < 8; l++)
    r->addr[l] = l % 3 == 0 ? UINT64_C(0x7e0000000000) + 0x100 + 4 * l : l % 3 == 1 ? UINT64_C(0x7e0100000040) : UINT64_C(0x7f0000001000) + 4 * l;
  send(r, WT_I_LD, 6, 1);
  cycles(r, 60);
  ck_assert(r->nreq == 2 && r->nlast == 1 && r->last_at == r->nwb && r->last_dst == 6 && quiet(r));
  ck_assert(r->req[0].space == WT_SP_LOCAL && r->req[0].lanes == 0x92 && r->req[1].space == WT_SP_GLOBAL && r->req[1].lanes == 0x24);
  ck_assert_uint_eq(r->req[1].line, UINT64_C(0x7f0000001000) / 128);
  for (unsigned l = 0; l < 8; l += 3) ck_assert_uint_eq(r->reg[6][l], 0xabc0 + l);
  ck_assert_uint_eq(r->written[6], 0xff);
  r->mask = 0x9; /* both in shared memory, one of them outside */
  r->addr[3] = UINT64_C(0x7e0000000000) + 0x1000;
  send(r, WT_I_LD, 7, 1);
  cycles(r, 40);
  ck_assert(r->nfault == 1 && r->fault_lane == 3 && r->fault_kind == 1 && r->written[7] == 1 && r->nlast == 2);
  r->mask = 0x4, r->addr[2] = UINT64_C(0x8000000000000040); /* not local, whatever its top bit says */
  send(r, WT_I_LD, 8, 1);
  cycles(r, 40);
  ck_assert(r->nreq == 3 && r->req[2].space == WT_SP_GLOBAL && r->req[2].line == (UINT64_C(0x2000000000000040) / 128));
  rig_close(r);
}
END_TEST

/* A sum of numbers is made in device memory only: the other lanes get 0 in the predicate and nothing else. */
START_TEST(a_generic_sum_tells_which_lanes_it_serves_rule_15) {
  rig *r = rig_open();
  r->b->m->gpu->cfg.local = 0x200;
  r->mask = 0xf00ff;
  for (unsigned l = 0; l < 32; l++)
    r->addr[l] = l % 4 == 1 ? UINT64_C(0x7e0000000000) + 0x100 + 8 * l : l % 4 == 2 ? UINT64_C(0x7e0100000043) : UINT64_C(0x7f0000001000) + 8 * l;
  r->hi = UINT64_C(1) << 8 | UINT64_C(6) << 9 | UINT64_C(3) << 17;
  send(r, WT_I_ATOM, 8, 2);
  cycles(r, 80);
  ck_assert(r->told[3] == 0xf00ff && r->yes[3] == 0x90099 && r->nfault == 0);
  ck_assert(r->nreq == 6 && r->written[8] == 0x90099 && r->written[9] == 0x90099 && r->nlast == 2 && r->last_dst == 8 && quiet(r));
  for (unsigned n = 0; n < 6; n++) ck_assert(r->req[n].space == WT_SP_GLOBAL && r->req[n].op == WT_MEM_ATOM && r->req[n].aop == 0);
  r->mask = 0x22; /* nobody is served */
  r->hi = UINT64_C(1) << 8 | UINT64_C(3) << 9 | UINT64_C(2) << 17;
  send(r, WT_I_ATOM, 10, 1);
  cycles(r, 40);
  ck_assert(r->told[2] == 0x22 && r->yes[2] == 0 && r->nreq == 6 && !r->written[10] && r->last_dst == 10 && r->nlast == 4 && quiet(r));
  r->mask = 0x2; /* integers are served everywhere */
  r->hi = UINT64_C(1) << 8 | UINT64_C(0) << 9 | UINT64_C(1) << 17;
  send(r, WT_I_ATOM, 11, 1);
  cycles(r, 40);
  ck_assert(r->told[1] == 2 && r->yes[1] == 2 && r->nreq == 6 && r->written[11] == 2);
  r->mask = 0; /* nobody executes: the predicate is released all the same */
  send(r, WT_I_ATOM, 12, 1);
  cycles(r, 40);
  ck_assert(r->nlast == 8 && r->told[1] == 2 && quiet(r));
  r->mask = 0x2; /* pairs of halves are numbers, too */
  r->hi = UINT64_C(1) << 8 | UINT64_C(4) << 9 | UINT64_C(4) << 17;
  send(r, WT_I_ATOM, 13, 1);
  cycles(r, 40);
  ck_assert(r->told[4] == 2 && r->yes[4] == 0 && r->nreq == 6 && quiet(r));
  rig_close(r);
}
END_TEST

START_TEST(unused_results_and_empty_instructions_rule_10) {
  rig *r = rig_open();
  addresses_by(r, 0x1000, 4);
  send(r, WT_I_LDG, 255, 0);
  cycles(r, 20);
  ck_assert(r->nreq == 1 && r->nwb == 0 && quiet(r));
  r->mask = 0;
  send(r, WT_I_LDG, 30, 1);
  cycles(r, 20);
  ck_assert(r->nreq == 1 && r->nwb == 1 && r->nlast == 1 && r->last_dst == 30 && !r->written[30]);
  send(r, WT_I_STG, 255, 0);
  cycles(r, 20);
  ck_assert(r->nreq == 1 && r->nwb == 1 && quiet(r));
  rig_close(r);
}
END_TEST

START_TEST(address_forms_rule_2) {
  rig *r = rig_open();
  const uint64_t ur = UINT64_C(1) << 27, r64 = UINT64_C(1) << 26, e = UINT64_C(1) << 8, plain = r->hi & ~e;
  r->mask = 1;
  r->addr[0] = 0x700000100;
  r->lo = (uint64_t)(-256 & 0xffffff) << 40;
  r->hi = plain | e, send(r, WT_I_LDG, 255, 0), cycles(r, 10);
  r->hi = plain, r->addr[0] = 0x100, send(r, WT_I_LDG, 255, 0), cycles(r, 10);
  r->bc = 0x500000000;
  r->hi = plain | ur | e, send(r, WT_I_LDG_U, 255, 0), cycles(r, 10);
  r->hi = plain | ur | r64, r->addr[0] = 0x200000100, send(r, WT_I_STG_U, 255, 0), cycles(r, 10);
  static const uint64_t want[] = {0x700000000, 0, 0x500000000, 0x700000000};
  for (unsigned i = 0; i < 4; i++) ck_assert_uint_eq(r->req[i].line, want[i] / 128);
  /* constant space: bank 3, offset 0xff80 + index 0x100 wraps to 0x80 */
  r->bc = 0, r->hi = plain, r->addr[0] = 0x100, r->lo = UINT64_C(3) << 54 | UINT64_C(0xff80) << 38;
  send(r, WT_I_LDC, 255, 0), cycles(r, 10);
  ck_assert(r->req[4].space == WT_SP_CONST && r->req[4].line == (0x30000 + 0x80) / 128);
  /* shared, Ra x 16 + 64 */
  r->hi = plain | UINT64_C(3) << 14, r->addr[0] = 5, r->lo = UINT64_C(64) << 40, r->data[0][0] = 77;
  send(r, WT_I_STS, 255, 0), cycles(r, 10);
  ck_assert_uint_eq(r->b->m->sm->lsu.o.addr[0], 5 * 16 + 64);
  rig_close(r);
}
END_TEST

/* ---- REPLAY=replay: this side plays wt_replay with one slot; what leaves comes back when the test says so ---- */

static const char *const again[] = {"REPLAY=replay", "LSU_ENTRIES=1", "LSU_LINES=2", NULL};
static struct {
  int full;
  unsigned why, n; /* of the last one; how many have left so far */
  uint32_t front[12];
  uint64_t addr[MAX_WS], pend[64];
  uint32_t data[4 * MAX_WS];
} kept;

static void leaves(rig *r) {
  const wt_lsu_out *o = &r->b->m->sm->lsu.o;
  const wt_shape *S = r->b->m->S;
  if (!o->park) return;
  ck_assert(!kept.full);
  kept.full = 1, kept.why = o->why, kept.pend[kept.n++ % 64] = wt_words_get(o->front, S->SM_WARP_W + S->ACC_LANES, 32);
  memcpy(kept.front, o->front, sizeof kept.front);
  memcpy(kept.addr, o->addr, S->ACC_LANES * sizeof *o->addr);
  memcpy(kept.data, o->data, 4 * S->ACC_LANES * sizeof *o->data);
}
static void run(rig *r, unsigned n) {
  while (n--) leaves(r), cycle(r);
}
static void comes_back(rig *r) {
  wt_replay_out *o = &r->b->m->sm->replay.o;
  ck_assert(kept.full && !r->b->m->sm->lsu.o.at);
  o->resume = 1, o->why = (uint8_t)kept.why;
  memcpy(o->front, kept.front, sizeof o->front);
  memcpy(o->addr, kept.addr, sizeof o->addr);
  memcpy(o->data, kept.data, sizeof o->data);
  kept.full = 0;
  cycle(r);
  memset(o, 0, sizeof *o);
  o->active = 1;
}

/* Four lines: four parts, 1111 -> 0111 -> 0011 -> 0001 of the book's example, a quarter of the warp each; other instructions could pass at any time. */
START_TEST(a_load_of_four_lines_is_four_parts_rules_19_20_21) {
  rig *r = rig_open_on(again);
  static const uint64_t left[] = {0xffffff00, 0xffff0000, 0xff000000};
  memset(&kept, 0, sizeof kept);
  r->answers = 0;
  addresses_by(r, 0x10000, 16);
  send(r, WT_I_LDG, 20, 1);
  run(r, 6);
  for (unsigned i = 0; i < 3; i++) {
    ck_assert(kept.full && r->nreq == i + 1 && kept.n == (i < 2 ? i + 1 : kept.n));
    ck_assert_uint_eq(kept.pend[kept.n - 1], left[i]);
    ck_assert_uint_eq(kept.why, WT_RP_LINE);
    ck_assert(r->b->m->sm->lsu.o.ready && !quiet(r) && !r->b->m->sm->lsu.o.at); /* the unit is free, the warp has it outstanding */
    if (i == 1) { /* the tags are used up: it leaves without a request, and its entry is not at its end when both lines have come */
      comes_back(r);
      run(r, 3);
      ck_assert(kept.full && kept.why == WT_RP_TAG && r->nreq == 2 && kept.pend[kept.n - 1] == left[1]);
      r->answers = 2;
      run(r, 12);
      ck_assert(r->nwb == 2 && r->nlast == 0 && r->b->m->sm->lsu.q.ent_valid == 1);
      r->answers = ~0u;
    }
    comes_back(r);
    run(r, 3);
    if (i == 2) break;
  }
  run(r, 20);
  ck_assert(!kept.full && r->nreq == 4 && r->nlast == 1 && quiet(r));
  for (unsigned l = 0; l < LANES_OF_WARP; l++) ck_assert_uint_eq(r->reg[20][l], word_at(r->addr[l]));
  rig_close(r);
}
END_TEST

START_TEST(what_cannot_go_on_leaves_rules_19_22) {
  rig *r = rig_open_on(again);
  wt_m *m = r->b->m;
  memset(&kept, 0, sizeof kept);
  r->answers = 0;
  addresses_by(r, 0x10000, 4);
  send(r, WT_I_LDG, 20, 1);
  run(r, 4);
  send(r, WT_I_LDG, 24, 1); /* the only entry is taken */
  ck_assert_uint_eq(m->sm->lsu.o.at, 1u << WARP);
  run(r, 4);
  ck_assert(kept.full && kept.why == WT_RP_ENTRY && kept.pend[0] == 0 && m->sm->lsu.o.no_ent && !m->sm->lsu.o.no_tag);
  r->answers = ~0u;
  run(r, 8);
  comes_back(r); /* to check */
  m->sm->replay.o.active = 1;
  run(r, 12);
  ck_assert(!kept.full && r->nreq == 2 && r->nlast == 2 && quiet(r));
  m->sm->replay.o.active = 0, m->sm->replay.o.warps = 1u << WARP; /* order: it waits, and nothing of it is anywhere else */
  send(r, WT_I_LDG, 28, 1);
  run(r, 4);
  ck_assert(kept.full && kept.why == WT_RP_ORDER && r->nreq == 2 && !quiet(r));
  m->sm->replay.o.warps = 0;
  comes_back(r);
  run(r, 12);
  ck_assert(!kept.full && r->nreq == 3 && r->nlast == 3 && quiet(r));
  m->sm->env.mem_ready = 0; /* the port: the first store fills the request register, the second leaves */
  m->sm->replay.o.active = 0;
  send(r, WT_I_STG, 255, 0);
  run(r, 4);
  ck_assert(!kept.full);
  send(r, WT_I_STG, 255, 0);
  run(r, 4);
  ck_assert(kept.full && kept.why == WT_RP_PORT);
  m->sm->env.mem_ready = 1;
  m->sm->replay.o.warps = 1u << WARP; /* order: while this one waits a younger one of the warp leaves before it is looked at */
  kept.full = 0;
  addresses_by(r, 0x10001, 4); /* it would fault */
  send(r, WT_I_LDG, 28, 1);
  run(r, 4);
  ck_assert(kept.full && kept.why == WT_RP_ORDER && r->nfault == 0);
  rig_close(r);
}
END_TEST

/* Stride of two words on 32 banks: two passes, lanes 0 to 15 and 16 to 31. An atomic on one word: a lane a part. Eight bytes a lane: not in parts. */
START_TEST(conflicts_leave_lanes_for_later_rule_19) {
  rig *r = rig_open_on(again);
  memset(&kept, 0, sizeof kept);
  addresses_by(r, 0, 8);
  for (unsigned l = 0; l < LANES_OF_WARP; l++) r->data[0][l] = 1000 + l;
  send(r, WT_I_STS, 255, 0);
  run(r, 6);
  ck_assert(kept.full && kept.why == WT_RP_CONFLICT && kept.pend[0] == 0xffff0000 && r->nperf == 1 && r->perf[0] == 0xffff);
  comes_back(r);
  run(r, 4);
  ck_assert(!kept.full && r->nperf == 2 && r->perf[1] == 0xffff0000 && quiet(r));
  r->b->m->sm->replay.o.active = 0;
  send(r, WT_I_LDS, 12, 1);
  run(r, 6);
  comes_back(r);
  run(r, 8);
  for (unsigned l = 0; l < LANES_OF_WARP; l++) ck_assert_uint_eq(r->reg[12][l], 1000 + l); /* both parts' data */
  r->b->m->sm->replay.o.active = 0;
  r->mask = 7;
  addresses_by(r, 64, 0);
  r->hi = (r->hi & ~(UINT64_C(7) << 9 | UINT64_C(15) << 23)) | UINT64_C(0) << 23;
  send(r, WT_I_ATOMS, 16, 1);
  run(r, 8);
  ck_assert(kept.full && kept.why == WT_RP_CONFLICT && kept.pend[(kept.n - 1) % 64] == 6);
  rig_close(r);
  r = rig_open_on(again);
  memset(&kept, 0, sizeof kept);
  size(r, 5);
  addresses_by(r, 0, 8);
  send(r, WT_I_STS, 255, 0);
  run(r, 12);
  ck_assert(!kept.n && r->nperf == 1 && r->perf[0] == 0xffffffff && quiet(r));
  rig_close(r);
}
END_TEST

/* Every output in every cycle, from the document's rules alone; lock-step with the RTL is the next test. */
START_TEST(rules_hold_on_random_traffic_rules_1_to_23) {
  static const struct {
    const char *preset, *set[8];
  } shapes[] = {{"tiny", {NULL}},
                {"small", {NULL}},
                {"default", {NULL}},
                {"default", {"LANES=32"}},
                {"tiny", {"WARPS=3"}},
                {"small", {"WARPS=1", "LSU_ENTRIES=1", "LSU_LINES=1", "CTAS=1"}},
                {"small", {"WARPS=48", "LSU_ENTRIES=3", "LSU_LINES=5", "CTAS=3"}},
                {"tiny", {"WARP_SIZE=2", "LANES=2", "SMEM_BANKS=2"}},
                {"tiny", {"L1_BYTES=1024"}},
                {"small-cc", {NULL}},
                {"tiny", {"SCOREBOARD=codes", "REPLAY=replay"}},
                {"default", {"WARPS=32", "WARP_SIZE=64", "LSU_ENTRIES=16", "LSU_LINES=64"}},
                {"default", {"WARPS=64", "LSU_ENTRIES=16", "LSU_LINES=64"}},
                {"tiny", {"REPLAY=replay"}},
                {"tiny", {"PACK=on", "WARP_SIZE=16", "LANES=2"}},
                {"small", {"PACK=on", "SCOREBOARD=codes", "REPLAY=replay"}},
                {"tiny", {"GROUPING=dwr", "WARPS=6", "DWR_SUBWARPS=2"}},
                {"default", {"GROUPING=dwr", "WARPS=16", "LANES=16", "DWR_SUBWARPS=4"}},
                {"tiny", {"GROUPING=dwr", "WARPS=4", "WARP_SIZE=16", "DWR_SUBWARPS=4"}}};
  memset(&met, 0, sizeof met);
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) suite_rules_alone(&lsu_model, shapes[i].preset, shapes[i].set, 20000);
  for (unsigned i = 0; i < 8; i++) ck_assert_msg(met.state[i] > 1000, "state %u is not reached", i);
  for (unsigned i = 0; i < 6; i++) ck_assert_msg(met.why[i] > 20, "reason %u is not reached", i);
  ck_assert_msg(met.fault[0] > 100 && met.fault[1] > 100 && met.full_counter && met.mixed > 100 && met.swapped > 100,
                "%u %u faults, %u full counters, %u mixed, %u swaps", met.fault[0], met.fault[1], met.full_counter, met.mixed, met.swapped);
}
END_TEST

START_TEST(twins_agree_on_random_traffic) {
  static const char *const one[] = {"WARPS=1", "LSU_ENTRIES=1", "LSU_LINES=1", "CTAS=1", NULL};
  static const char *const odd[] = {"WARPS=48", "LSU_ENTRIES=3", "LSU_LINES=5", "CTAS=3", NULL};
  static const char *const two[] = {"WARP_SIZE=2", "LANES=2", "SMEM_BANKS=2", NULL};
  static const char *const subcores[] = {"SUBCORES=2", "WARPS=4", NULL};
  suite_random_all("lsu", 20000);
  suite_random("lsu", "small", one, 20000);
  suite_random("lsu", "small", odd, 20000);
  suite_random("lsu", "tiny", two, 20000);
  static const char *const long_warps[] = {"WARP_SIZE=64", NULL}; /* more beats than an entry's description has bits */
  suite_random("lsu", "tiny", long_warps, 20000);
  static const char *const dwr[] = {"GROUPING=dwr", "WARPS=4", "WARP_SIZE=16", "DWR_SUBWARPS=4", NULL};
  static const char *const parts[] = {"REPLAY=replay", NULL}, *const codes[] = {"SCOREBOARD=codes", "REPLAY=replay", NULL};
  suite_random("lsu", "tiny", subcores, 20000);
  static const char *const packed[] = {"PACK=on", "WARP_SIZE=8", "LANES=2", NULL};
  suite_random("lsu", "tiny", packed, 20000);
  suite_random("lsu", "tiny", codes, 40000);
  suite_random("lsu", "tiny", parts, 40000); /* rules 19 to 22 */
  suite_random("lsu", "tiny", dwr, 40000);   /* rules 16 to 18 */
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, a_unit_stride_load_is_one_request_rules_5_7);
  tcase_add_test(tc, narrow_loads_are_extended_rule_7);
  tcase_add_test(tc, wide_loads_fill_consecutive_registers_rule_7);
  tcase_add_test(tc, lines_return_in_any_order_and_tags_run_out_rules_5_6_7);
  tcase_add_test(tc, entries_run_out_and_ready_falls_rule_4);
  tcase_add_test(tc, request_and_result_wait_rules_6_7);
  tcase_add_test(tc, stores_are_quiet_after_their_acknowledgement_rules_6_9);
  tcase_add_test(tc, atomics_ascend_and_return_old_values_rules_5_7);
  tcase_add_test(tc, misaligned_lanes_fault_and_are_dropped_rule_3);
  tcase_add_test(tc, accesses_beyond_shared_memory_fault_rule_3);
  tcase_add_test(tc, shared_words_come_back_rule_8);
  tcase_add_test(tc, local_lanes_lie_side_by_side_in_pieces_of_16_bytes_rule_2);
  tcase_add_test(tc, accesses_beyond_local_memory_fault_rule_3);
  tcase_add_test(tc, shared_atomics_make_the_new_values_rule_13);
  tcase_add_test(tc, shared_atomics_ascend_and_return_old_values_rule_13);
  tcase_add_test(tc, a_generic_load_serves_shared_lanes_first_rule_14);
  tcase_add_test(tc, a_generic_sum_tells_which_lanes_it_serves_rule_15);
  tcase_add_test(tc, unused_results_and_empty_instructions_rule_10);
  tcase_add_test(tc, address_forms_rule_2);
  tcase_add_test(tc, a_load_of_four_lines_is_four_parts_rules_19_20_21);
  tcase_add_test(tc, what_cannot_go_on_leaves_rules_19_22);
  tcase_add_test(tc, conflicts_leave_lanes_for_later_rule_19);
  tcase_add_test(tc, rules_hold_on_random_traffic_rules_1_to_23);
  tcase_add_test(tc, twins_agree_on_random_traffic);
}
int main(void) { return suite_main("wt_lsu", add); }
