/* test_wt_constport.c - constant port: one request a cycle later, payload 0 otherwise, random lock-step. */
#include <stdlib.h>

#include "tests/block_suite.h"

static void cycle(wt_bench *b) {
  if (wt_bench_cycle(b)) ck_abort_msg("%s", b->report);
}

START_TEST(request_follows_a_uop_with_a_constant) {
  wt_bench *b = suite_open("constport", "tiny", NULL, 1);
  wt_m *m = b->m;
  m->subcore->ibuffer.o.tail[1] = 1;
  m->subcore->fetch.o.epoch[1] = 3;
  m->subcore->decode.o.valid = m->subcore->decode.o.cvalid = 1;
  m->subcore->decode.o.warp = 1;
  m->subcore->decode.o.caddr = 0x30160;
  cycle(b);
  ck_assert_uint_eq(m->subcore->constport.o.req_valid, 1);
  ck_assert_uint_eq(m->subcore->constport.o.req_addr, 0x30160);
  ck_assert_uint_eq(m->subcore->constport.o.req_warp, 1);
  ck_assert_uint_eq(m->subcore->constport.o.req_slot, 1);
  ck_assert_uint_eq(m->subcore->constport.o.req_epoch, 3);
  m->subcore->decode.o.warp = 0;
  cycle(b);
  ck_assert_uint_eq(m->subcore->constport.o.req_valid, 1);
  ck_assert_uint_eq(m->subcore->constport.o.req_warp + m->subcore->constport.o.req_slot + m->subcore->constport.o.req_epoch, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(no_request_without_a_constant) {
  wt_bench *b = suite_open("constport", "tiny", NULL, 2);
  wt_m *m = b->m;
  m->subcore->decode.o.valid = m->subcore->decode.o.cvalid = 1;
  m->subcore->decode.o.warp = 1;
  m->subcore->decode.o.caddr = 0x1ffffc;
  cycle(b);
  m->subcore->decode.o.cvalid = 0;
  m->subcore->decode.o.caddr = 0;
  cycle(b);
  ck_assert_uint_eq(m->subcore->constport.o.req_valid, 0);
  ck_assert_uint_eq(m->subcore->constport.o.req_addr + m->subcore->constport.o.req_warp, 0);
  wt_bench_close(b);
}
END_TEST

/* rule 4 */
START_TEST(a_constant_with_an_index_is_asked_for_when_decode_does_not) {
  wt_bench *b = suite_open("constport", "tiny", NULL, 3);
  wt_subcore *c = b->m->subcore;
  c->fetch.o.epoch[1] = 2;
  c->sched.o.index = 1, c->sched.o.sel_warp = 1, c->ibuffer.o.slot = 1;
  uop_put_lo(c->ibuffer.o.uop, UINT64_C(2) << 54 | UINT64_C(0xfff8) << 38);
  c->ureg.o.a = UINT64_C(0x70000010c);
  c->decode.o.valid = c->decode.o.cvalid = 1, c->decode.o.caddr = 0x20044;
  cycle(b);
  ck_assert_uint_eq(c->constport.o.req_addr, 0x20044); /* the port is taken */
  c->decode.o.valid = c->decode.o.cvalid = 0, c->decode.o.caddr = 0;
  cycle(b);
  ck_assert_uint_eq(c->constport.o.req_valid, 1);
  ck_assert_uint_eq(c->constport.o.req_addr, 0x20104);
  ck_assert_uint_eq(c->constport.o.req_warp, 1);
  ck_assert_uint_eq(c->constport.o.req_slot, 1);
  ck_assert_uint_eq(c->constport.o.req_epoch, 2);
  c->sched.o.index = 0;
  cycle(b);
  ck_assert_uint_eq(c->constport.o.req_valid, 0);
  wt_bench_close(b);
}
END_TEST

static const struct {
  const char *preset;
  const char *set[4];
} shapes[] = {
  {"tiny", {NULL}},
  {"small", {NULL}},
  {"default", {NULL}},
  {"tiny", {"WARPS=3", "IBUF_DEPTH=3", NULL}},
  {"tiny", {"WARPS=1", "IBUF_DEPTH=1", NULL}},
  {"small", {"WARPS=48", "IBUF_DEPTH=8", NULL}},
};

START_TEST(random_lockstep) {
  wt_bench *b = suite_open("constport", shapes[_i].preset, shapes[_i].set, 100 + (unsigned)_i);
  if (wt_bench_random(b, 20000)) ck_abort_msg("%s", b->report);
  wt_bench_close(b);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_constport");
  TCase *t = tcase_create("all");
  tcase_set_timeout(t, 600);
  tcase_add_test(t, request_follows_a_uop_with_a_constant);
  tcase_add_test(t, no_request_without_a_constant);
  tcase_add_test(t, a_constant_with_an_index_is_asked_for_when_decode_does_not);
  tcase_add_loop_test(t, random_lockstep, 0, sizeof shapes / sizeof shapes[0]);
  suite_add_tcase(s, t);
  return suite_run(s);
}
