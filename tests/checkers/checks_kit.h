/* checks_kit.h - a program of one CTA on tiny, its verdict and the whole report of its end. */
#ifndef WT_CHECKS_KIT_H
#define WT_CHECKS_KIT_H
#include "lib/wt_session.h"
#include "tests/kernel_kit.h"

static char report[8200];
static const char *verdict_of(wt_session *s) {
  static char word[16];
  snprintf(word, sizeof word, "%s", wt_verdict(s));
  return word;
}
static struct {
  unsigned kind, warp, pc;
  uint64_t at;
} err;
static void fail_unit(void *ctx, wt_machine *x, uint64_t cycle) {
  wt_cfu_out *o = &x->m->subcore->hanoi_yr.o;
  (void)ctx;
  if (cycle == err.at) o->err_valid = 1, o->err_kind = (uint8_t)err.kind, o->err_warp = (uint8_t)err.warp, o->err_pc = err.pc;
}
static wt_status run_text(const char *body, unsigned block, uint64_t max_cycles, int fails, uint32_t init) {
  static char text[2000];
  static const char *const slow[] = {"MEM_LAT=200", NULL};
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", slow, 1, max_cycles, 0);
  const uint32_t words[4] = {init, init, init, init};
  wt_addr buf = kit_alloc(s, sizeof words, words);
  if (fails) wt_session_on_edge(s, fail_unit, NULL);
  snprintf(text, sizeof text, ".kernel k\n.regs 16\n.smem 16\n.params 8\n  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\n%s", body);
  wt_status st = kit_launch(s, kit_text(s, text, "k.sass"), 1, block, &buf, 1);
  snprintf(report, sizeof report, "%s|%s", verdict_of(s), st ? wt_error(s) : "");
  wt_session_close(s);
  return st;
}
#endif
