/* test_wt_guest_parts.c - blocks of somebody else in the C machine (lib/wt_guest.h), called here by hand: the test is the object, whose ports, calls and state are what it wants.
 * What of a port arrives, which rule is broken, what is asked of its state, and that nothing is kept when something is refused.
 */
#include <string.h>

#include "lib/wt_guest.h"
#include "tests/cli_kit.h"
#include "tests/fails_kit.h"

/* ---- the object ---- */

static const wt_block_world *w; /* of the one that was opened last */
static int what;
static unsigned state, ticks, resets, closes, goes, reads;
static const char *stops = "";
static char calls[400];
static void called(char c) {
  size_t n = strlen(calls);
  if (n + 1 < sizeof calls) calls[n] = c, calls[n + 1] = 0;
}
enum { RIGHT, LATE, TWO, BY_ITSELF, MOORE, MOORE_BY_ITSELF, WIDE, WIDE_MOORE, EARLY_ONLY };

static const wt_block_port *port(const char *name) {
  for (uint32_t i = 0; i < w->ports; i++)
    if (!strcmp(w->port[i].name, name)) return &w->port[i];
  ck_abort_msg("no port %s", name);
}
static void *block_open(const wt_block_world *world, char *err, size_t errn) { return (void)err, (void)errn, (void *)(uintptr_t)world; }
static void block_close(void *b) { (void)b, closes++, called('c'); }
static void block_reset(void *b) { (void)b, state = 0, resets++, called('r'); }
static void block_moore(void *b) {
  (void)b, called('m');
  if (w->block[0] != 's') return;
  *port("sched_busy")->value = (ticks & 1) ^ (what == MOORE ? *w->port[0].value & *port("cfu_idle")->value & 1 : 0);
  if (what == MOORE_BY_ITSELF) *port("sched_busy")->value ^= ++state & 1;
  if (what == WIDE_MOORE) *port("sched_busy")->value |= 6;
}
static void block_eval(void *b) {
  (void)b, called('e');
  if (w->block[0] != 's') return;
  uint32_t v = *port("cfu_run")->value ^ ticks;
  if (what == LATE) v ^= *port("cfu_done_warp")->value;
  if (what == TWO) v ^= (*port("cfu_done_valid")->value & *port("dispatch_launch_valid")->value) << 2;
  if (what == BY_ITSELF) v ^= ++state & 1;
  *port("sched_ready")->value = what == WIDE ? 0x155 : v & 0xff;
}
static void block_tick(void *b) { (void)b, state++, ticks++, called('t'); }
static int block_read(void *b, uint32_t instance, uint32_t row, uint32_t index, uint32_t *value) {
  (void)b, reads++, called('R');
  if (what == EARLY_ONLY && row + 1 == w->rows) return -1;
  for (uint32_t i = 0; i < (w->row[row].bits + 31) / 32; i++) ck_assert_uint_eq(value[i], 0);
  *value = (instance * 40 + index * 4 + row + 1) & (w->row[row].bits < 32 ? (1u << w->row[row].bits) - 1 : ~0u);
  return index == 3 ? -1 : 0; /* which it does not know */
}
static size_t block_save(void *b, void *bytes) {
  (void)b;
  if (bytes) memcpy(bytes, &state, sizeof state), called('S');
  return sizeof state;
}
static int block_load(void *b, const void *bytes, size_t n) {
  (void)b, called('L');
  memcpy(&state, bytes, sizeof state);
  return n == sizeof state ? 0 : -1;
}
static wt_block_api api;
static const wt_block_api whole = {.abi = WT_BLOCK_ABI,
                                   .open = block_open,
                                   .close = block_close,
                                   .reset = block_reset,
                                   .moore = block_moore,
                                   .eval = block_eval,
                                   .tick = block_tick,
                                   .read = block_read,
                                   .save = block_save,
                                   .load = block_load};
static const char *block_failed(void *b) { return (void)b, stops; }
static void block_gone(void *of) { (void)of, goes++; }
static void block_activity(void *b, FILE *f) { (void)b, fprintf(f, "changes\n"); }
static int refused_by_itself;
int __wrap_wt_guest_of_object(const wt_block_world *world, const char *file, wt_guest_object *o, char *err, size_t errn);
int __wrap_wt_guest_of_object(const wt_block_world *world, const char *file, wt_guest_object *o, char *err, size_t errn) {
  (void)file;
  w = world;
  *o = (wt_guest_object){0};
  if (refused_by_itself) return snprintf(err, errn, "it will not"), -1;
  *o = (wt_guest_object){&api, block_open(world, err, errn), block_failed, block_activity, block_gone, NULL};
  return 0;
}
int __wrap_wt_guest_of_rtl(const wt_world *x, const char *file, const char *module, uint64_t seed, wt_guest_object *o, char *err, size_t errn);
static uint64_t seed_given;
static char module_given[64];
int __wrap_wt_guest_of_rtl(const wt_world *x, const char *file, const char *module, uint64_t seed, wt_guest_object *o, char *err, size_t errn) {
  seed_given = seed, strcpy(module_given, module);
  return __wrap_wt_guest_of_object(&x->w, file, o, err, errn);
}

/* ---- the machine ---- */

static wt_shape S;
static wt_m *m;
static wt_guest_list *l;
static char err[WT_GUEST_WHY + 100], so[100], sv[100], v[100];
static void open_machine(const char *preset) {
  ck_assert(!wt_shape_preset(&S, preset, err, sizeof err));
  ck_assert_ptr_nonnull(m = wt_m_new(&S));
  api = whole, what = RIGHT, stops = "", state = ticks = resets = closes = goes = reads = 0;
  file("o.so", "object", 6), file("o.sv", "verilog", 7), file("o.v", "verilog", 7);
  snprintf(so, sizeof so, "%s/o.so", dir), snprintf(sv, sizeof sv, "%s/o.sv", dir), snprintf(v, sizeof v, "%s/o.v", dir);
}
static const char *spec(const char *block, const char *of) {
  static char text[4][200];
  static unsigned n;
  snprintf(text[n = (n + 1) % 4], sizeof text[0], "%s=%s", block, of);
  return text[n];
}
static void use(const char *block) {
  const char *specs[] = {spec(block, so)};
  l = wt_guests_open(m, specs, 1, NULL, 7, err, sizeof err);
  ck_assert_msg(l != NULL, "%s", err);
  ck_assert_ptr_eq(wt_guests_of(m), l);
  memset(calls, 0, sizeof calls);
}
static void close_all(void) {
  m->gpu->guests = NULL;
  wt_guests_close(l), l = NULL;
  wt_m_free(m);
}

/* ---- ports ---- */

static uint64_t lot(void) {
  static uint64_t x;
  return x = x * 6364136223846793005u + 1442695040888963407u, x ^ x >> 29;
}
static unsigned bit_of(const uint32_t *x, unsigned i) { return x[i / 32] >> i % 32 & 1; }
/* Every element of every driver of input i gets a value by lot; what the port has to be comes back. */
static void drive(const wt_blks *blks, const wt_blk *blk, const wt_block_port *p, uint32_t *want) {
  const wt_row *row = NULL;
  const wt_blk *owner = NULL;
  for (unsigned r = 0; r < blk->nrows && !row; r++) {
    char name[100];
    snprintf(name, sizeof name, "%s_%s", blk->rows[r].kind == WT_ROW_IN ? blk->rows[r].drv : blk->drv, blk->rows[r].name);
    if (blk->rows[r].kind == WT_ROW_IN && !strcmp(name, p->name)) row = wt_row_signal(blks, blk->rows[r].drv, blk->rows[r].name, &owner);
  }
  ck_assert_msg(row && p->bits == row->elemw * row->n * owner->count, "%s", p->name);
  ck_assert(p->element == row->elemw && p->elements == row->n * owner->count);
  memset(want, 0, (p->bits + 31) / 32 * 4);
  for (unsigned b = 0; b < p->bits; b++) want[b / 32] |= (uint32_t)(lot() & 1) << b % 32;
  for (unsigned k = 0; k < owner->count; k++) {
    uint32_t one[400] = {0};
    for (unsigned b = 0; b < row->elemw * row->n; b++) one[b / 32] |= bit_of(want, k * row->elemw * row->n + b) << b % 32;
    wt_row_unpack(row, wt_row_ptr(m, owner, row, k), one);
  }
}
static const char *const blocks[] = {"sched", "bankarb", "collector", "lsu", "wb", "ureg"};
START_TEST(inputs_arrive_when_they_are_final) {
  static uint32_t want[160][400];
  open_machine("small");
  use(blocks[_i]);
  wt_blks *blks = wt_blks_new(&S);
  const wt_blk *blk = wt_blk_find(blks, blocks[_i]);
  const unsigned number = (unsigned)(blk - blks->blk);
  unsigned early = 0;
  ck_assert(l->hooks.is[number] == 1 && w->instances == blk->count && w->ports < 160);
  for (int round = 0; round < 3; round++) {
    for (uint32_t i = 0; i < w->ports; i++)
      if (w->port[i].kind <= WT_PORT_LATE) drive(blks, blk, &w->port[i], want[i]);
    l->hooks.eval(&l->hooks, number, wt_row_ptr(m, blk, &(wt_row){.kind = WT_ROW_OUT}, 0));
    for (uint32_t i = 0; i < w->ports; i++)
      if (w->port[i].kind == WT_PORT_EARLY)
        ck_assert_msg(!memcmp(want[i], w->port[i].value, (w->port[i].bits + 31) / 32 * 4), "%s", w->port[i].name), early++;
      else if (w->port[i].kind == WT_PORT_LATE && w->port[i].bits > 40)
        ck_assert_msg(memcmp(want[i], w->port[i].value, 4) != 0, "%s", w->port[i].name);
    l->hooks.tick(&l->hooks);
    for (uint32_t i = 0; i < w->ports; i++)
      if (w->port[i].kind <= WT_PORT_LATE) ck_assert_msg(!memcmp(want[i], w->port[i].value, (w->port[i].bits + 31) / 32 * 4), "%s", w->port[i].name);
    l->hooks.moore(&l->hooks);
    ck_assert_msg(!*l->why, "%s", l->why);
  }
  ck_assert(early > 0 || _i == 3); /* the load/store unit has none */
  ck_assert_uint_eq(l->cycle, 3);
  /* outputs: of all instances side by side */
  for (uint32_t i = 0; i < w->ports; i++) {
    if (w->port[i].kind <= WT_PORT_LATE) continue;
    const wt_row *row = wt_row_signal(blks, blk->drv, w->port[i].name + strlen(blk->drv) + 1, NULL);
    ck_assert_uint_eq(w->port[i].bits, row->elemw * row->n * blk->count);
    for (unsigned b = 0; b < w->port[i].bits; b++) {
      w->port[i].value[b / 32] &= ~(1u << b % 32);
      w->port[i].value[b / 32] |= (uint32_t)(lot() & 1) << b % 32;
    }
  }
  api.eval = api.moore = NULL; /* they stay */
  l->hooks.eval(&l->hooks, number, wt_row_ptr(m, blk, &(wt_row){.kind = WT_ROW_OUT}, 0)), l->hooks.moore(&l->hooks);
  for (uint32_t i = 0; i < w->ports; i++) {
    if (w->port[i].kind <= WT_PORT_LATE) continue;
    const wt_row *row = wt_row_signal(blks, blk->drv, w->port[i].name + strlen(blk->drv) + 1, NULL);
    for (unsigned k = 0; k < blk->count; k++) {
      uint32_t one[400] = {0};
      wt_row_pack(row, wt_row_ptr(m, blk, row, k), one);
      for (unsigned b = 0; b < row->elemw * row->n; b++)
        ck_assert_msg(bit_of(one, b) == bit_of(w->port[i].value, k * row->elemw * row->n + b), "%s of %u, bit %u", w->port[i].name, k, b);
    }
  }
  wt_blks_free(blks);
  close_all();
}
END_TEST
/* moore, eval, then both again with all inputs, and the edge: nothing else is called. */
START_TEST(calls_come_in_order) {
  wt_use_watch seen;
  memset(&seen, 0, sizeof seen);
  open_machine("small");
  wt_watch_use(&seen);
  use("sched");
  ck_assert_uint_eq(seen.calls, 1); /* does it save? It has no rows to be read */
  l->hooks.reset(&l->hooks), l->hooks.moore(&l->hooks);
  for (int i = 0; i < 2; i++) l->hooks.eval(&l->hooks, WT_B_sched, &m->subcore->sched), l->hooks.tick(&l->hooks), l->hooks.moore(&l->hooks);
  ck_assert_str_eq(calls, "rmemetmemetm");
  ck_assert(seen.calls == 13 && seen.in == WT_GUEST_IDLE && seen.cycle == 2 && !strcmp(seen.block, "sched") && !strcmp(seen.file, so));
  ck_assert(resets == 1 && ticks == 2);
  close_all();
  ck_assert(closes == 1 && goes == 1 && seen.calls == 14);
  wt_watch_use(NULL);
  wt_guest_enter("b", "f", 1, WT_GUEST_EVAL), wt_guest_leave(); /* nobody watches */
  ck_assert_uint_eq(seen.calls, 14);
  wt_watch_use(&seen);
  wt_guest_enter("b", "f", 9, WT_GUEST_TICK);
  ck_assert(seen.in == WT_GUEST_TICK && seen.cycle == 9 && !strcmp(seen.block, "b") && !strcmp(seen.file, "f"));
  wt_guest_leave();
  ck_assert_int_eq(seen.in, WT_GUEST_IDLE);
  wt_watch_use(NULL);
  static const char *const names[] = {"", "open", "reset", "moore", "eval", "tick", "read", "save", "close"};
  for (int i = 0; i < 9; i++) ck_assert_str_eq(wt_use_call(i), names[i]);
  ck_assert(!*wt_use_call(-1) && !*wt_use_call(9));
}
END_TEST

/* ---- rules ---- */

static void cycle(void) {
  l->hooks.eval(&l->hooks, WT_B_sched, &m->subcore->sched);
  /* what comes late: known at the edge alone */
  m->subcore->cfu->done_warp = (uint8_t)(l->cycle % 8);
  m->subcore->cfu->done_valid = m->sm->dispatch.o.launch_valid = l->cycle & 1;
  l->hooks.tick(&l->hooks);
  l->hooks.moore(&l->hooks);
}
static const struct {
  int what;
  const char *says;
} wrong[] = {
  {RIGHT, ""},
  {LATE,
   "cycle 1, block sched of %s is wrong: sched_ready depends on cfu_done_warp in the same cycle; that input may only be used at the clock edge"},
  {TWO,
   "cycle 1, block sched of %s is wrong: sched_ready depends on several inputs in the same cycle; some of them may only be used at the clock edge"},
  {BY_ITSELF, "cycle 0, block sched of %s changes its output sched_ready: its state changes in eval, which only a clock edge may do"},
  {MOORE_BY_ITSELF, "cycle 0, block sched of %s changes its output sched_busy: its state changes in moore or eval, which only a clock edge may do"},
  {MOORE, "cycle 2, block sched of %s is wrong: sched_busy depends on ibuffer_head_valid in the same cycle; it may depend on the state alone"},
  {WIDE, "cycle 0, block sched of %s sets bits above the width of sched_ready"},
  {WIDE_MOORE, "cycle 0, block sched of %s sets bits above the width of sched_busy"},
};
START_TEST(a_rule_that_is_broken) {
  char says[400];
  open_machine("small");
  use("sched");
  what = wrong[_i].what;
  l->hooks.reset(&l->hooks), l->hooks.moore(&l->hooks);
  m->subcore->cfu->run = 0x5a, m->subcore->cfu->idle = 1;
  for (int i = 0; i < 5; i++) {
    m->subcore->ibuffer.o.head_valid = i >= 2; /* the first port */
    cycle();
    for (uint32_t k = 0; k < w->ports; k++) /* its state takes them as they are at the edge */
      if (!strcmp(w->port[k].name, "cfu_done_warp")) ck_assert_uint_eq(w->port[k].value[0], m->subcore->cfu->done_warp);
    ck_assert_uint_eq(m->subcore->sched.o.busy & ~1u, 0); /* cut to its width */
    ck_assert_uint_eq((uint64_t)m->subcore->sched.o.ready & ~UINT64_C(0xff), 0);
  }
  snprintf(says, sizeof says, wrong[_i].says, so);
  ck_assert_str_eq(l->why, says);
  if (what == RIGHT) ck_assert_uint_eq((uint64_t)m->subcore->sched.o.ready, (0x5a ^ 4) & 0xff);
  close_all();
}
END_TEST
START_TEST(it_stops_and_says_why) {
  open_machine("small");
  use("sched");
  l->hooks.reset(&l->hooks), l->hooks.moore(&l->hooks);
  cycle();
  stops = "assertion x failed";
  cycle();
  char says[300];
  snprintf(says, sizeof says, "cycle 1, block sched of %s stops: assertion x failed", so);
  ck_assert_str_eq(l->why, says);
  stops = "another";
  cycle();
  ck_assert_str_eq(l->why, says);
  close_all();
}
END_TEST

/* ---- state ---- */

START_TEST(state_is_read_once_a_cycle) {
  open_machine("small");
  use("rfbank"); /* four of them, each with a memory */
  wt_blks *blks = wt_blks_new(&S);
  const wt_blk *blk = wt_blk_find(blks, "rfbank");
  const unsigned number = (unsigned)(blk - blks->blk);
  const wt_row *mem = wt_row_state(blk, "mem");
  ck_assert(w->rows == 1 && w->row[0].depth == mem->depth && w->row[0].bits == mem->elemw && !strcmp(w->row[0].name, "mem"));
  wt_use_watch seen;
  memset(&seen, 0, sizeof seen);
  wt_watch_use(&seen);
  reads = 0;
  for (unsigned i = 0; i < blk->count; i++) memset(wt_row_ptr(m, blk, mem, i), 0x11, wt_row_bytes(mem));
  ck_assert_int_eq(l->hooks.look(&l->hooks, number), 1);
  ck_assert(seen.in == WT_GUEST_IDLE && seen.calls == blk->count * mem->depth);
  wt_watch_use(NULL);
  ck_assert_uint_eq(reads, blk->count * mem->depth);
  for (unsigned i = 0; i < blk->count; i++)
    for (unsigned k = 0; k < mem->depth; k++) {
      uint32_t words[40] = {0};
      wt_row_pack(mem, (char *)wt_row_ptr(m, blk, mem, i) + k * wt_row_stride(mem), words);
      ck_assert_uint_eq(words[0], k == 3 ? 0x11111111 : i * 40 + k * 4 + 1);
    }
  ck_assert_int_eq(l->hooks.look(&l->hooks, number), 1);
  ck_assert_uint_eq(reads, blk->count * mem->depth);
  l->hooks.tick(&l->hooks), reads = 0;
  ck_assert(l->hooks.look(&l->hooks, number) == 1 && reads == blk->count * mem->depth);
  l->hooks.reset(&l->hooks), reads = 0;
  ck_assert(l->hooks.look(&l->hooks, number) == 1 && reads > 0);
  ck_assert_int_eq(wt_guests_loaded(l), 0);
  reads = 0;
  ck_assert(l->hooks.look(&l->hooks, number) == 1 && reads > 0);
  wt_blks_free(blks);
  close_all();
}
END_TEST
START_TEST(what_does_not_tell_is_named) {
  char names[100];
  for (int k = 0; k < 3; k++) {
    open_machine("small");
    const char *specs[] = {spec("hanoi_yr", so), spec("sched", sv)};
    what = k == 1 ? EARLY_ONLY : RIGHT; /* it lacks its last row */
    if (k == 2) api.read = NULL, api.load = NULL;
    ck_assert_ptr_nonnull(l = wt_guests_open(m, specs, 2, NULL, 7, err, sizeof err));
    ck_assert_str_eq(wt_guests_names(l, WT_GUESTS_ALL, names, sizeof names), "hanoi_yr, sched");
    ck_assert_str_eq(wt_guests_names(l, WT_GUESTS_UNREAD, names, sizeof names), k ? "hanoi_yr" : ""); /* nobody looks into sched */
    ck_assert_str_eq(wt_guests_names(l, WT_GUESTS_UNSAVED, names, sizeof names), k == 2 ? "hanoi_yr, sched" : "");
    char little[12] = "xxxxxxxxxxx";
    ck_assert_str_eq(wt_guests_names(l, WT_GUESTS_ALL, little, 11), "hanoi_yr, ");
    ck_assert_int_eq(wt_guests_hides_paths(l), k != 0);
    ck_assert_int_eq(l->hooks.look(&l->hooks, WT_B_hanoi_yr), k == 0);
    ck_assert_uint_eq(seed_given, 8); /* the second */
    size_t bytes;
    ck_assert((wt_guests_state(l, 1, &bytes) != NULL) == (k != 2));
    ck_assert_uint_eq(bytes, k == 2 ? 0 : 4);
    close_all();
  }
  ck_assert_str_eq(wt_guests_names(NULL, WT_GUESTS_ALL, names, sizeof names), "");
  wt_guest_what of;
  ck_assert(!wt_guests_hides_paths(NULL) && wt_guests_what(NULL, 0, &of) == -1);
  wt_guests_close(NULL);
}
END_TEST
START_TEST(state_goes_and_comes) {
  wt_guest_what of;
  wt_saved rows = {0};
  uint8_t bytes[8] = {0};
  size_t n;
  open_machine("small");
  use("sched");
  ck_assert(wt_guests_what(l, 1, &of) == -1 && wt_guests_what(l, 0, &of) == 0);
  ck_assert(!strcmp(of.block, "sched") && !strcmp(of.file, so));
  ck_assert_str_eq(of.sha, "2958d416d08aa5a472d7b509036cb7eafd542add84527e66a145ea64cb4cdc75"); /* of "object" */
  state = 77;
  wt_guests_saved(l, &rows);
  ck_assert(rows.n == 1 && !strcmp(rows.row[0].name, "sched.state") && !strcmp(rows.row[0].section, "sched") && wt_saved_bytes(&rows.row[0]) == 4);
  wt_saved_get(&rows.row[0], bytes);
  ck_assert_mem_eq(bytes, &(unsigned){77}, 4);
  state = 78, memset(calls, 0, sizeof calls);
  wt_guests_now(l);
  ck_assert_mem_eq(wt_guests_state(l, 0, &n), &(unsigned){78}, 4);
  ck_assert(n == 4 && !strcmp(calls, "S"));
  state = 1;
  ck_assert_int_eq(wt_guests_loaded(l), 0);
  ck_assert(state == 78 && !strcmp(calls, "SLm")); /* and its moore outputs are shown */
  api.load = NULL;
  wt_saved_free(&rows);
  close_all();
  open_machine("small");
  api.save = NULL;
  use("sched");
  wt_guests_saved(l, &rows);
  ck_assert(rows.n == 0 && wt_guests_loaded(l) == 0 && wt_guests_state(l, 0, &n) == NULL && n == 0);
  close_all();
}
END_TEST
/* Each call reaches all of them. */
START_TEST(all_guests_are_called) {
  char out[100];
  wt_saved rows = {0};
  open_machine("small");
  const char *specs[] = {spec("wb", sv), spec("pred", so)};
  ck_assert_ptr_nonnull(l = wt_guests_open(m, specs, 2, "wb", 7, err, sizeof err));
  memset(calls, 0, sizeof calls);
  l->hooks.reset(&l->hooks), l->hooks.moore(&l->hooks), l->hooks.tick(&l->hooks);
  ck_assert_str_eq(calls, "rrmmmemett");
  memset(calls, 0, sizeof calls);
  wt_guests_now(l), wt_guests_saved(l, &rows);
  ck_assert(wt_guests_loaded(l) == 0 && !strcmp(calls, "SSSSLmLm"));
  ck_assert(rows.n == 2 && !strcmp(rows.row[0].name, "wb.state") && !strcmp(rows.row[1].name, "pred.state") && !strcmp(rows.row[1].section, "pred"));
  snprintf(out, sizeof out, "%s/a.tcl", dir);
  ck_assert_int_eq(wt_guests_activity(l, out, err, sizeof err), 0);
  wt_saved_free(&rows);
  close_all();
  ck_assert(closes == 2 && goes == 2);
}
END_TEST
static int never(void *b, const void *bytes, size_t n) { return (void)b, (void)bytes, (void)n, -1; }
START_TEST(state_that_does_not_come_back) {
  open_machine("small");
  api.load = never;
  use("sched");
  ck_assert_int_eq(wt_guests_loaded(l), -1);
  close_all();
}
END_TEST

/* ---- names and files ---- */

START_TEST(what_is_no_guest) {
  open_machine("small");
  file("o.txt", "", 0);
  char txt[100], none[100];
  snprintf(txt, sizeof txt, "%s/o.txt", dir), snprintf(none, sizeof none, "%s/none.so", dir);
  const struct {
    const char *spec, *says;
  } bad[] = {{spec("schd", so), "no block 'schd'; 'warptwin bench' without a block lists them"},
             {spec("env", so), "no block 'env'; 'warptwin bench' without a block lists them"},
             {spec("l1d", so), "this shape has no l1d"},
             {"sched=.so", ".so is neither a shared object (.so) nor Verilog (.sv, .v)"},
             {"sched", "expected BLOCK=FILE.so, or BLOCK=FILE.sv[:MODULE]"}};
  char says[400];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    snprintf(says, sizeof says, "--use %s: %s", bad[i].spec, bad[i].says);
    ck_assert_int_eq(wt_guest_check(&S, bad[i].spec, err, sizeof err), -1);
    ck_assert_str_eq(err, says);
    ck_assert_ptr_null(wt_guests_open(m, &bad[i].spec, 1, NULL, 1, err, sizeof err));
    ck_assert_str_eq(err, says);
  }
  const char *files[] = {txt, none};
  for (int i = 0; i < 2; i++) {
    snprintf(says, sizeof says, i ? "--use sched=%s: cannot read %s" : "--use sched=%s: %s is neither a shared object (.so) nor Verilog (.sv, .v)",
             files[i], files[i]);
    ck_assert_int_eq(wt_guest_check(&S, spec("sched", files[i]), err, sizeof err), -1);
    ck_assert_str_eq(err, says);
  }
  const char *good[] = {so, sv, v};
  for (int i = 0; i < 3; i++) ck_assert_int_eq(wt_guest_check(&S, spec("sched", good[i]), err, sizeof err), 0);
  const char *twice[] = {spec("sched", so), spec("sched", sv)};
  ck_assert_ptr_null(wt_guests_open(m, twice, 2, NULL, 1, err, sizeof err));
  snprintf(says, sizeof says, "--use sched=%s: sched is named twice", sv);
  ck_assert_str_eq(err, says);
  ck_assert(closes == 1 && goes == 1); /* the first one */
  ck_assert_ptr_null(m->gpu->guests);
  refused_by_itself = 1;
  ck_assert_ptr_null(wt_guests_open(m, twice, 1, NULL, 1, err, sizeof err));
  ck_assert_str_eq(err, "--use sched: it will not");
  refused_by_itself = 0;
  const char *many[WT_GUEST_MOST + 1];
  static const char *const stems[] = {"sched", "fetch", "decode", "issue", "war", "pred", "ureg", "sreg", "ualu",
                                      "disp",  "wb",    "alu",    "shfl",  "xu",  "fpu",  "dpu",  "brx"};
  static char text[WT_GUEST_MOST + 1][200];
  for (unsigned i = 0; i <= WT_GUEST_MOST; i++) snprintf(text[i], sizeof text[i], "%s=%s", stems[i], so), many[i] = text[i];
  ck_assert_ptr_null(wt_guests_open(m, many, WT_GUEST_MOST + 1, NULL, 1, err, sizeof err));
  ck_assert_ptr_nonnull(l = wt_guests_open(m, many, WT_GUEST_MOST, NULL, 1, err, sizeof err));
  unsigned is = 0;
  for (unsigned i = 0; i < WT_MAX_BLOCKS; i++) is += l->hooks.is[i];
  ck_assert(is == WT_GUEST_MOST && l->hooks.is[WT_B_dpu] && l->n == WT_GUEST_MOST);
  close_all();
}
END_TEST
START_TEST(changes_of_nets_are_written) {
  char out[100], text[1000], want[600];
  snprintf(out, sizeof out, "%s/a.tcl", dir);
  open_machine("small");
  const char *specs[] = {spec("wb", so), spec("sched", sv)};
  ck_assert_ptr_null(wt_guests_open(m, specs, 2, "wb", 1, err, sizeof err));
  snprintf(want, sizeof want, "--activity wb: %s is a shared object, which has no nets; give Verilog", so);
  ck_assert_str_eq(err, want);
  ck_assert_ptr_nonnull(l = wt_guests_open(m, specs, 2, "sched", 1, err, sizeof err));
  ck_assert_int_eq(wt_guests_activity(l, out, err, sizeof err), 0);
  slurp("a.tcl", text, sizeof text);
  snprintf(want, sizeof want,
           "# sched of %s, shape small: transitions a cycle and duty, for OpenSTA\n"
           "if {[info commands wt_flop] eq \"\"} { proc wt_flop {name activity duty} {} }\nchanges\n",
           sv);
  ck_assert_str_eq(text, want);
  ck_assert_int_eq(wt_guests_activity(l, "/none/a.tcl", err, sizeof err), -1);
  ck_assert_str_eq(err, "--activity /none/a.tcl: cannot write");
  close_all();
  open_machine("small");
  ck_assert_ptr_nonnull(l = wt_guests_open(m, specs, 2, NULL, 1, err, sizeof err)); /* nobody is watched */
  ck_assert_int_eq(wt_guests_activity(l, out, err, sizeof err), -1);
  ck_assert_str_eq(module_given, "");
  close_all();
}
END_TEST

/* ---- as if it were RTL ---- */

static const wt_rtl_var *var(const wt_rtl *r, const char *scope, const char *name) {
  const wt_rtl_var *v = wt_rtl_find(r, scope, name);
  ck_assert_msg(v != NULL, "no %s in %s", name, scope);
  return v;
}
static void laid_out(const wt_rtl *r, int registered, const char *block) {
  for (uint32_t i = 0; i < w->ports; i++) {
    const int in = w->port[i].kind <= WT_PORT_LATE;
    const uint32_t bits = w->port[i].bits, most[] = {8, 16, 32, 64};
    const wt_rtl_var *x = var(r, registered ? (in ? "TOP.wt_tb" : "TOP.wt_tb.u_block") : in ? "TOP.TOP" : block, w->port[i].name);
    uint32_t bytes = (bits + 31) / 32 * 4;
    for (int k = 4; k--;)
      if (bits <= most[k]) bytes = 1u << k;
    ck_assert_msg(x->ptr == w->port[i].value && x->width == bits && x->row_bytes == bytes && x->depth == 1, "%s: %u, %u", x->name, x->width,
                  x->row_bytes);
  }
}
/* Beside our block of one instance: places as Verilator would lay them out, edges and settling as the comparison asks for them. */
START_TEST(an_object_beside_the_machine) {
  const int registered = _i;
  wt_rtl r;
  uint32_t n;
  open_machine("small");
  wt_blks *blks = wt_blks_new(&S);
  wt_use_watch seen;
  memset(&seen, 0, sizeof seen);
  wt_watch_use(&seen);
  ck_assert_msg(!wt_rtl_of_object(&r, blks, wt_blk_find(blks, "sched"), so, registered, err, sizeof err), "%s", err);
  ck_assert(r.api->vars(r.h, &n) != NULL && w->instances == 1);
  unsigned inputs = 0;
  for (uint32_t i = 0; i < w->ports; i++) inputs += w->port[i].kind <= WT_PORT_LATE;
  ck_assert_uint_eq(n, w->ports + (registered ? inputs : 0));
  laid_out(&r, registered, "TOP.wt_sched");
  const wt_rtl_var *out = var(&r, registered ? "TOP.wt_tb.u_block" : "TOP.wt_sched", "sched_ready");
  ck_assert(out->ptr == port("sched_ready")->value && out->width == 8);
  memset(calls, 0, sizeof calls);
  r.api->step(r.h, 0, 0), r.api->step(r.h, 1, 0), r.api->step(r.h, 0, 1), r.api->step(r.h, 1, 1);
  ck_assert_str_eq(calls, registered ? "ermeetme" : "ermetm");
  ck_assert(!strcmp(seen.block, "sched") && seen.cycle == 1 && seen.in == WT_GUEST_IDLE);
  if (registered) { /* inputs are taken at the edge */
    *(uint8_t *)var(&r, "TOP.wt_tb", "cfu_run_next")->ptr = 0x5a;
    memset(var(&r, "TOP.wt_tb", "ibuffer_head_ctl_next")->ptr, 0x11, 28);
    *port("cfu_run")->value = 0;
    r.api->step(r.h, 0, 1);
    ck_assert_uint_eq(*port("cfu_run")->value, 0);
    r.api->step(r.h, 1, 1);
    ck_assert(*port("cfu_run")->value == 0x5a && port("ibuffer_head_ctl")->value[6] == 0x11111111);
    ck_assert_uint_eq(*port("sched_ready")->value, (0x5a ^ ticks) & 0xff);
  } else {
    *port("cfu_run")->value = 0x5a;
    ck_assert_int_eq(r.api->still(r.h, 0, 1), 0);
    ck_assert_uint_eq(*port("sched_ready")->value, (0x5a ^ ticks) & 0xff);
  }
  memset(calls, 0, sizeof calls);
  r.api->settle(r.h);
  ck_assert(!strcmp(calls, "e") && !r.api->failed(r.h));
  r.api->step(r.h, 1, 0); /* cycles count from the reset */
  r.api->settle(r.h);
  ck_assert_uint_eq(seen.cycle, 0);
  wt_rtl_close(&r);
  ck_assert(closes == 1 && goes == 1 && !r.api);
  refused_by_itself = 1;
  ck_assert(wt_rtl_of_object(&r, blks, wt_blk_find(blks, "sched"), so, registered, err, sizeof err) == -1 && !strcmp(err, "it will not") && !r.h);
  refused_by_itself = 0;
  snprintf(calls, sizeof calls, "%s: beside the C machine an object stands for one instance, collector has 2: take --use", so);
  const int rc = wt_rtl_of_object(&r, blks, wt_blk_find(blks, "collector"), so, registered, err, sizeof err);
  ck_assert(rc == (registered ? -1 : 0) && (!registered || !strcmp(err, calls)));
  if (!rc) laid_out(&r, 0, "TOP.wt_collector"), wt_rtl_close(&r);
  ck_assert_msg(!wt_rtl_of_object(&r, blks, wt_blk_find(blks, "fetch"), so, 0, err, sizeof err), "%s", err);
  laid_out(&r, 0, "TOP.wt_fetch"); /* addresses of 32 bits */
  wt_rtl_close(&r);
  wt_watch_use(NULL);
  wt_blks_free(blks);
  wt_m_free(m);
}
END_TEST

/* A block around the SMs lies in none, and is told of the first. */
START_TEST(where_a_guest_lies) {
  open_machine("small");
  const char *specs[] = {spec("ctasched", so)};
  ck_assert_ptr_nonnull(l = wt_guests_open(m, specs, 1, NULL, 1, err, sizeof err));
  ck_assert(!strcmp(w->block, "ctasched") && w->sm == 0 && w->subcore == 0);
  m->gpu->guests = NULL;
  wt_guests_close(l), l = NULL;
  wt_m_free(m);
}
END_TEST

/* ---- no memory ---- */

START_TEST(a_world_without_memory) {
  open_machine("small");
  wt_blks *blks = wt_blks_new(&S);
  wt_world x;
  unsigned n = 0;
  for (int done = 0; !done; n++) {
    before_it_fails = n, fails_once = 1;
    const int rc = wt_world_open(&x, blks, wt_blk_find(blks, "sched"), 1);
    done = fails_once;
    fails_once = 0;
    ck_assert_msg(rc == (done ? 0 : -1), "allocation %u: %d", n, rc);
    if (done) wt_world_close(&x);
  }
  ck_assert_uint_gt(n, 5);
  wt_blks_free(blks);
  wt_m_free(m);
}
END_TEST

START_TEST(a_host_without_memory) {
  open_machine("small");
  const char *specs[] = {spec("rfbank", so), spec("sched", sv)};
  size_t heap = 0;
  for (int run = 0; run < 4; run++) {
    unsigned n = 0;
    for (;; n += 7) {
      before_it_fails = n, fails_once = 1, *err = 0;
      l = wt_guests_open(m, specs, 2, NULL, 1, err, sizeof err);
      const int done = fails_once;
      fails_once = 0;
      ck_assert_msg(done == (l != NULL) && (done || *err), "allocation %u: %s", n, err);
      m->gpu->guests = NULL;
      wt_guests_close(l), l = NULL;
      if (done) break;
    }
    ck_assert_uint_gt(n, 10);
    if (run > 2) ck_assert_uint_lt(suite_heap(), heap + 8192);
    heap = suite_heap();
  }
  wt_m_free(m);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("guest_parts");
  tcase_set_timeout(t, 60);
  tcase_add_loop_test(t, inputs_arrive_when_they_are_final, 0, sizeof blocks / sizeof *blocks);
  tcase_add_test(t, calls_come_in_order);
  tcase_add_loop_test(t, a_rule_that_is_broken, 0, sizeof wrong / sizeof *wrong);
  tcase_add_test(t, it_stops_and_says_why);
  tcase_add_test(t, state_is_read_once_a_cycle);
  tcase_add_test(t, what_does_not_tell_is_named);
  tcase_add_test(t, state_goes_and_comes);
  tcase_add_test(t, all_guests_are_called);
  tcase_add_test(t, state_that_does_not_come_back);
  tcase_add_test(t, what_is_no_guest);
  tcase_add_test(t, changes_of_nets_are_written);
  tcase_add_loop_test(t, an_object_beside_the_machine, 0, 2);
  tcase_add_test(t, where_a_guest_lies);
  tcase_add_test(t, a_world_without_memory);
  tcase_add_test(t, a_host_without_memory);
  return run_suite("guest_parts", t);
}
