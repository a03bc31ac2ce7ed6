/* test_wt_wave_warp.c - groups of warps in waves against trace, metrics and disassembly; memories; waves after a difference of the oracle. */
#include "bench/wt_bench.h"
#include "isa/wt_dis.h"
#include "lib/wt_module.h"
#include "warptwin_asm.h"
#include "wave_kit.h"

/* ---- values, cycle by cycle ---- */

/* Watched variables: their values at the end of every cycle. */
enum { MAX_WATCH = 400, TEXT = 400 };
static struct watched {
  char name[120], now[TEXT];
  fstHandle h;
} watch[MAX_WATCH];
static unsigned n_watch;
static fstHandle clk;
static void (*on_cycle)(uint64_t cycle);

static unsigned see(const char *name) {
  struct watched *w = &watch[n_watch];
  ck_assert_uint_lt(n_watch, MAX_WATCH);
  snprintf(w->name, sizeof w->name, "%s", name);
  const var *v = find(w->name);
  ck_assert_msg(v != NULL, "no variable %s", w->name);
  w->h = (fstHandle)(v - vars);
  w->now[0] = 0;
  return n_watch++;
}
static uint64_t bits_of(unsigned i) { return strtoull(watch[i].now, NULL, 2); }

static void walk_text(void *ctx, uint64_t time, fstHandle h, const unsigned char *value, uint32_t len) {
  (void)ctx, (void)time;
  for (unsigned i = 0; i < n_watch; i++)
    if (watch[i].h == h) snprintf(watch[i].now, TEXT, "%.*s", (int)len, (const char *)value);
}
static void walk(void *ctx, uint64_t time, fstHandle h, const unsigned char *value) {
  if (h == clk && *value == '0') on_cycle(time / 10);
  walk_text(ctx, time, h, value, (uint32_t)strlen((const char *)value));
}
static void each_cycle(const char *path, void (*fn)(uint64_t cycle)) {
  void *r = fstReaderOpen(path);
  ck_assert_ptr_nonnull(r);
  clk = (fstHandle)(find("clk") - vars);
  on_cycle = fn;
  fstReaderSetFacProcessMaskAll(r);
  fstReaderIterBlocks2(r, walk, walk_text, NULL, NULL);
  fstReaderClose(r);
}

/* ---- a warp's group against the trace and the metrics of the same run ---- */

enum { WARPS = 8, MOST_SMS = 2 };
typedef struct {
  unsigned issues, pc, insn, mask, why, paths, collectors;
  unsigned unit, at;           /* the control-flow unit of its sub-core: its state, the warp that it works on */
  unsigned valid[2], whose[2]; /* the collectors there */
} group;
static group warp[MOST_SMS * WARPS];
static unsigned n_warps, subcores; /* warps of all SMs, sub-cores of one */
static char *trace_text;
static const char *trace_at;
static const wt_cubin_kernel *kernel;
static uint64_t reasons[16], paths_seen, numbered, without_path, worked_on, holds[4];
static unsigned most; /* warps that issue in one cycle */

/* "0x0120 000000ff waits at meeting point 2; ...": what a path waits for has a number where there are several, and no other has. */
static void phrases(const char *paths) {
  static const struct {
    const char *words;
    int numbered;
  } known[] = {{"runs", 0}, {"ready", 0}, {"waits at meeting point ", 1}, {"waits at WARPSYNC", 0}, {"waits at CTA barrier ", 1}, {"below", 0}};
  for (const char *p = paths; *p && *p != '('; p += strcspn(p, ";"), p += 2 * (*p == ';')) {
    unsigned pc, mask, i = 0;
    int used = 0;
    if (sscanf(p, "0x%x %n", &pc, &used) == 1) p += used;
    ck_assert_msg(sscanf(p, "%8x %n", &mask, &used) == 1 && mask, "%s", paths);
    p += used;
    while (i < 6 && strncmp(p, known[i].words, strlen(known[i].words))) i++;
    ck_assert_msg(i < 6, "%s", paths);
    p += strlen(known[i].words);
    const size_t digits = strspn(p, "0123456789");
    ck_assert_msg((digits != 0) == known[i].numbered && (!p[digits] || p[digits] == ';'), "%s", paths);
    numbered += digits != 0;
  }
}
static void against_trace(uint64_t cycle) {
  unsigned issued = 0;
  for (unsigned w = 0; w < n_warps; w++) {
    reasons[bits_of(warp[w].why)]++;
    phrases(watch[warp[w].paths].now);
    if (*watch[warp[w].paths].now == '(') {
      ck_assert_str_eq(watch[warp[w].paths].now, "(being worked on)");
      ck_assert(bits_of(warp[w].unit) && bits_of(warp[w].at) == w % WARPS / subcores);
      worked_on++;
    }
    if (!*watch[warp[w].paths].now) {
      ck_assert_uint_eq(bits_of(warp[w].mask), 0);
      without_path++;
    }
    /* the path that runs has the lanes of the mask */
    char want[40];
    snprintf(want, sizeof want, "%08llx runs", (unsigned long long)bits_of(warp[w].mask));
    if (strstr(watch[warp[w].paths].now, " runs") || strstr(watch[warp[w].paths].now, "s runs")) {
      ck_assert_msg(strstr(watch[warp[w].paths].now, want) != NULL, "cycle %llu: '%s', mask %s", (unsigned long long)cycle, watch[warp[w].paths].now,
                    want);
      paths_seen++;
    }
    unsigned held = 0;
    for (unsigned i = 0; i < 2; i++) held |= (unsigned)(bits_of(warp[w].valid[i]) && bits_of(warp[w].whose[i]) == w % WARPS / subcores) << i;
    ck_assert_uint_eq(bits_of(warp[w].collectors), held);
    holds[held]++;
    issued += bits_of(warp[w].issues) != 0;
  }
  most = issued > most ? issued : most;
  for (; issued; issued--, trace_at = strchr(trace_at, '\n') + 1) { /* each has a line of its own */
    unsigned long long at, mask;
    unsigned sm = 0, slot, pc;
    const char *p = strchr(trace_at, ' ');
    if (n_warps > WARPS) ck_assert_int_eq(sscanf(trace_at, "%llu %u:%u %*s %*u %x %llx", &at, &sm, &slot, &pc, &mask), 5);
    else ck_assert_int_eq(p ? sscanf(trace_at, "%llu %u %*s %*u %x %llx", &at, &slot, &pc, &mask) : 0, 4);
    ck_assert_uint_eq(at, cycle);
    ck_assert(sm < MOST_SMS && slot < WARPS);
    const group *g = &warp[sm * WARPS + slot];
    ck_assert_uint_eq(bits_of(g->issues), 1);
    ck_assert_uint_eq(pc, bits_of(g->pc));
    ck_assert_uint_eq(mask, bits_of(g->mask));
    char text[WT_DIS_MAX];
    wt_dis_short(kernel->code[pc / 16], pc, text, sizeof text);
    ck_assert_str_eq(watch[g->insn].now, text);
  }
}

static void watch_warps(const char *side, unsigned sms) {
  char name[80], at[40], of[20] = "", unit[20] = "";
  n_watch = 0, n_warps = 0;
  for (unsigned sm = 0; sm < sms; sm++)
    for (unsigned w = 0; w < WARPS; w++) {
      group *g = &warp[n_warps++];
      if (sms > 1) snprintf(of, sizeof of, "sm[%u].", sm);
      snprintf(at, sizeof at, "%swarp[%u]", of, w);
      snprintf(name, sizeof name, "%s.why [3:0]", at), g->why = see(name);
      snprintf(name, sizeof name, "%s.paths", at), g->paths = see(name);
#define FIELD_OF(field, bits) snprintf(name, sizeof name, "%s.%s." #field bits, at, side), g->field = see(name)
      FIELD_OF(issues, ""), FIELD_OF(pc, " [31:0]"), FIELD_OF(insn, ""), FIELD_OF(mask, " [31:0]"), FIELD_OF(collectors, " [1:0]");
#undef FIELD_OF
      if (sms * subcores > 1) snprintf(unit, sizeof unit, "[%u]", sm * subcores + w % subcores);
      snprintf(name, sizeof name, "model.hanoi_yr%s.state [3:0]", unit), g->unit = see(name);
      snprintf(name, sizeof name, "model.hanoi_yr%s.at_warp [%u:0]", unit, subcores > 1 ? 1 : 2), g->at = see(name);
      for (unsigned i = 0; i < 2; i++) {
        const unsigned one = 2 * (sm * subcores + w % subcores) + i;
        snprintf(name, sizeof name, "%s.collector[%u].valid", side, one), g->valid[i] = see(name);
        snprintf(name, sizeof name, "%s.collector[%u].warp [%u:0]", side, one, subcores > 1 ? 1 : 2), g->whose[i] = see(name);
      }
    }
}

/* On one sub-core, with the RTL beside it, and on two SMs of two. */
START_TEST(warps_do_what_the_trace_says) {
  static const char *const sides[] = {"model", "rtl"}, *const several[] = {"SMS=2", "SUBCORES=2", NULL};
  const int rtl = _i == 1;
  wt_session *s = open_shape(rtl ? WT_BACKEND_COSIM : WT_BACKEND_C, _i == 2 ? several : NULL);
  size_t len;
  FILE *f = open_memstream(&trace_text, &len);
  wt_set_trace(s, f);
  wt_set_wave(s, file, 0, UINT64_MAX, -1);
  ck_assert_msg(nested(s) == WT_OK, "%s", wt_error(s));
  fclose(f);
  load(file);
  char err[200];
  ck_assert(!wt_module_kernel(s->mods[0], NULL, &kernel, err, sizeof err));
  for (int side = 0; side <= rtl; side++) {
    subcores = s->shape.SUBCORES;
    watch_warps(sides[side], s->shape.SMS);
    trace_at = trace_text, paths_seen = numbered = without_path = worked_on = 0, most = 0;
    memset(reasons, 0, sizeof reasons), memset(holds, 0, sizeof holds);
    each_cycle(file, against_trace);
    ck_assert_str_eq(trace_at, ""); /* all of it */
    ck_assert(paths_seen > 100 && numbered > 100 && without_path > 100 && worked_on > 100);
    ck_assert(holds[1] > 20 && holds[2] > 20);
    ck_assert(_i == 2 ? most > 2 : most == 1);
    for (unsigned i = 0; i < WT_REASONS; i++) ck_assert_uint_eq(reasons[i], wt_stats(s)->slots[i]);
    for (unsigned i = WT_REASONS; i < 16; i++) ck_assert_uint_eq(reasons[i], 0);
  }
  free(trace_text);
  wt_session_close(s);
}
END_TEST

/* ---- what belongs to one warp ---- */

/* With --warp everything that the whole file has in the group of that warp is there, with as many changes; and registers. */
START_TEST(nothing_of_the_warp_is_lost) {
  static const char mine[] = "warp[3].model.";
  wt_session *s = open_session(WT_BACKEND_C);
  wt_set_wave(s, file, 0, UINT64_MAX, -1);
  ck_assert_int_eq(vecadd(s, 300), WT_OK);
  load(file);
  alias *all = aliases;
  unsigned n = n_aliases, compared = 0, *changes = calloc(n + 1, sizeof *changes);
  for (unsigned i = 0; i < n; i++) changes[i] = vars[all[i].h].changes;
  unsigned everything = n_vars;
  aliases = NULL;
  wt_session_close(s);
  s = open_session(WT_BACKEND_C);
  wt_set_wave(s, file, 0, UINT64_MAX, 3);
  ck_assert_int_eq(vecadd(s, 300), WT_OK);
  load(file);
  for (unsigned i = 0; i < n; i++) {
    if (strncmp(all[i].name, mine, sizeof mine - 1)) continue;
    const var *v = find(all[i].name);
    ck_assert_msg(v && v->changes == changes[i], "%s: %u changes, %u in the whole file", all[i].name, v ? v->changes : 0, changes[i]);
    compared++;
  }
  ck_assert_uint_gt(compared, 60);
  ck_assert_uint_lt(n_vars, everything);
  /* memories of the control-flow unit, the scoreboard, PCs and registers among them */
  static const char *const must[] = {"fetch.pc[3] [31:0]",
                                     "hanoi_yr.cur_mask[3] [31:0]",
                                     "hanoi_yr.pool_pc[3] [1023:0]",
                                     "hanoi_yr.b_mask[3][15] [31:0]",
                                     "ibuffer.entries[3][1]_text",
                                     "pred.preds[3][0]",
                                     "registers.R4[0]",
                                     "lsu.outstanding[3] [8:0]"};
  for (unsigned i = 0; i < sizeof must / sizeof *must; i++) {
    char name[120];
    unsigned got = 0;
    snprintf(name, sizeof name, "%s%s", mine, must[i]);
    for (unsigned k = 0; k < n_aliases; k++) got += !strncmp(aliases[k].name, name, strlen(name));
    ck_assert_msg(got > 0, "%s is missing", name);
  }
  for (unsigned k = 0; k < n_aliases; k++) ck_assert(!strncmp(aliases[k].name, mine, sizeof mine - 1));
  free(all), free(changes);
  wt_session_close(s);
}
END_TEST

/* All warps of a shape with the most of them, which has no neighbour above, one of a shape with banks that are shown whole, and all, or one, of two SMs
 * of two sub-cores: each has its PC, from the block of its sub-core, and what no other has, and the one its registers, not those behind the last. */
START_TEST(no_warp_has_what_is_of_another) {
  static const struct {
    const char *set[4];
    int warp;
    unsigned sms, subcores, warps, registers;
  } k[] = {{{"WARPS=64", "REGS=32768", NULL}, -1, 1, 1, 64, 0},
           {{"WARPS=4", "REGS=2048", "RF_BANKS=8", NULL}, 0, 1, 1, 1, 2048 / 4 / 8}, /* a row has the registers of eight lanes */
           {{"SMS=2", "SUBCORES=2", NULL}, -1, 2, 2, 16, 0},
           {{"SMS=2", "SUBCORES=2", NULL}, 8 + 5, 2, 2, 1, 12 * 4}}; /* of vecadd, in four beats */
  wt_session *s = open_shape(WT_BACKEND_C, k[_i].set);
  wt_set_wave(s, file, 0, 20, k[_i].warp);
  ck_assert_msg(vecadd(s, 300) == WT_OK, "%s", wt_error(s));
  load(file);
  const unsigned slots = s->shape.SM_SLOTS, most = k[_i].warp < 0 ? k[_i].warps : (unsigned)k[_i].warp + 1;
  int *whose = calloc(MAX_VARS + 1, sizeof *whose);
  unsigned pcs = 0, registers = 0;
  for (unsigned i = 1; i <= n_vars; i++) {
    unsigned sm = 0, of;
    if (sscanf(vars[i].name, "warp[%u].", &of) == 1 || sscanf(vars[i].name, "sm[%u].warp[%u].", &sm, &of) == 2)
      ck_assert_msg(sm * slots + of < most && (k[_i].warp < 0 || sm * slots + of == (unsigned)k[_i].warp), "%s", vars[i].name);
  }
  for (unsigned i = 0; i < n_aliases; i++) {
    const alias *a = &aliases[i];
    unsigned sm = 0, w, subcore = 0, at;
    if (k[_i].sms > 1) ck_assert_int_eq(sscanf(a->name, "sm[%u].warp[%u].", &sm, &w), 2);
    else ck_assert_int_eq(sscanf(a->name, "warp[%u].", &w), 1);
    const unsigned one = sm * slots + w;
    ck_assert(w < slots && one < most && (k[_i].warp < 0 || one == (unsigned)k[_i].warp));
    ck_assert_msg(!whose[a->h] || whose[a->h] == (int)one + 1, "%s is of warp %d, too", a->name, whose[a->h] - 1);
    whose[a->h] = (int)one + 1;
    registers += strstr(a->name, ".model.registers.R") != NULL;
    const char *pc = strstr(a->name, ".model.fetch");
    if (!pc || !strstr(pc, ".pc[")) continue;
    pcs++;
    if (k[_i].subcores == 1) ck_assert_int_eq(sscanf(pc, ".model.fetch.pc[%u]", &at), 1);
    else ck_assert_int_eq(sscanf(pc, ".model.fetch[%u].pc[%u]", &subcore, &at), 2);
    ck_assert_uint_eq(subcore, sm * k[_i].subcores + w % k[_i].subcores);
    ck_assert_uint_eq(at, w / k[_i].subcores);
  }
  ck_assert_uint_eq(pcs, k[_i].warps);
  ck_assert_uint_eq(registers, k[_i].registers);
  free(whose);
  wt_session_close(s);
}
END_TEST

/* Of a kernel with as many registers as there may be R254 is the last; what is allocated behind it has no name. */
START_TEST(the_last_register_is_the_254th) {
  static const char *const set[] = {"REGS=32768", NULL};
  void *cubin;
  size_t bytes;
  char err[300];
  wt_module *m;
  const wt_dims d = {{1, 1, 1}, {32, 1, 1}, 0};
  wt_session *s = open_shape(WT_BACKEND_C, set);
  ck_assert_msg(wt_assemble(".kernel k\n.regs 255\nMOV R254, 0x1\nEXIT\n.end\n", "k.sass", &cubin, &bytes, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_msg(wt_module_load_image(s, cubin, bytes, "k.sass", &m) == WT_OK, "%s", wt_error(s));
  free(cubin);
  wt_set_wave(s, file, 0, UINT64_MAX, 0);
  ck_assert_msg(wt_launch(s, m, NULL, &d, NULL, 0) == WT_OK, "%s", wt_error(s));
  load(file);
  unsigned registers = 0, last = 0;
  for (unsigned i = 0; i < n_aliases; i++) {
    registers += strstr(aliases[i].name, ".model.registers.R") != NULL;
    last += strstr(aliases[i].name, ".model.registers.R254[") != NULL;
  }
  ck_assert_uint_eq(registers, 255 * s->shape.BEATS);
  ck_assert_uint_eq(last, s->shape.BEATS);
  wt_session_close(s);
}
END_TEST

/* ---- memories ---- */

/* What bank 1 is written at the end of every cycle, looked up where the arbiter says so. */
enum { MAX_CYCLES = 4000 };
static char (*wrote)[260], last_row[260];
static uint64_t n_wrote, n_cycles;
static unsigned row_item;
static void note_write(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  const wt_subcore *c = x->m->subcore;
  static uint32_t next_mask; /* after the edge the ALU shows that of the next cycle */
  unsigned lanes = x->m->S->LANES;
  uint32_t mask = c->bankarb.o.wsel[1] == 3 ? c->wb.o.mask : next_mask;
  next_mask = c->alu.o.wb_mask;
  if (!c->bankarb.o.wsel[1] || !mask || cycle >= MAX_CYCLES) return; /* of no lane: no write */
  const uint32_t *row = c->rfbank[1].q.mem + (size_t)c->bankarb.o.row[1] * lanes;
  for (unsigned b = 0; b < 32 * lanes; b++) wrote[cycle][32 * lanes - 1 - b] = row[b / 32] >> b % 32 & 1 ? '1' : '0';
  n_wrote++;
}
static void against_writes(uint64_t cycle) {
  if (*wrote[cycle]) strcpy(last_row, wrote[cycle]);
  if (*last_row)
    ck_assert_msg(!strcmp(last_row, watch[row_item].now), "cycle %llu: %s, not %s", (unsigned long long)cycle, watch[row_item].now, last_row);
  n_cycles++;
}

START_TEST(large_memories_are_seen_through_their_ports) {
  wt_session *s = open_session(_i ? WT_BACKEND_COSIM : WT_BACKEND_C);
  wrote = calloc(MAX_CYCLES, sizeof *wrote);
  wt_session_on_edge(s, note_write, NULL);
  wt_set_wave(s, file, 0, UINT64_MAX, -1);
  ck_assert_int_eq(vecadd(s, 300), WT_OK);
  ck_assert_uint_lt(wt_stats(s)->cycles, MAX_CYCLES);
  load(file);
  for (int side = 0; side <= _i; side++) {
    n_watch = 0, n_cycles = 0, *last_row = 0;
    row_item = see(side ? "rtl.rfbank[1].mem_written [255:0]" : "model.rfbank[1].mem_written [255:0]");
    each_cycle(file, against_writes);
    ck_assert_uint_eq(n_cycles, wt_stats(s)->cycles);
  }
  ck_assert_uint_gt(n_wrote, 50);
  free(wrote);
  wt_session_close(s);
}
END_TEST

/* ---- differences ---- */

/* The C twin's result of an instruction is wrong: the twins of `run` cannot tell, the oracle does. In a repeated run it may also die afterwards. */
static uint64_t break_at;
static int dies;
static pid_t first; /* the process that is not a copy */
static void wrong_result(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  wt_alu_out *a = &x->m->subcore->alu.o;
  if (dies && break_at && cycle > break_at + 4 && getpid() != first) abort();
  if (cycle < 120 || !a->wb_valid || !a->wb_n || !a->wb_mask || (break_at && cycle != break_at)) return;
  for (unsigned l = 0; l < x->m->S->LANES; l++) a->wb_lo[l] ^= 0x10;
  break_at = cycle;
}

START_TEST(difference_of_the_oracle_has_waves) {
  char line[200];
  wt_session *s = open_session(WT_BACKEND_C);
  dies = _i, break_at = 0, first = getpid();
  wt_session_on_edge(s, wrong_result, NULL);
  wt_set_mismatch(s, other);
  ck_assert_int_eq(vecadd(s, 300), WT_DIFF);
  ck_assert_msg(strstr(wt_error(s), "oracle"), "%s", wt_error(s));
  uint64_t bad = break_at, last = bad + (dies ? 0 : 32);
  snprintf(line, sizeof line, "waves of the C twin, cycles %llu to %llu: %s", (unsigned long long)bad - 64, (unsigned long long)last, other);
  ck_assert_msg(strstr(wt_error(s), line), "%s, not %s", wt_error(s), line);
  ck_assert_uint_eq(files_in(), 2);
  load(other);
  ck_assert_uint_eq(first_time, (bad - 64) * 10);
  ck_assert_uint_eq(last_time, last * 10 + 5);
  wt_session_close(s);
}
END_TEST

/* The bench of a block goes again over the cycles that it is told. Inputs are there, and both twins do the same in them. */
START_TEST(a_bench_has_waves) {
  uint64_t first, last;
  char err[300] = "";
  const var *d = NULL;
  wt_bench *b = wt_bench_open("sched", "tiny", NULL, 3, err, sizeof err);
  ck_assert_msg(b && !wt_bench_reset(b) && !wt_bench_random(b, 200), "%s", err);
  ck_assert_msg(!wt_bench_waves(b, "tiny", NULL, 3, file, &first, &last, err, sizeof err), "%s", err);
  ck_assert_uint_eq(first, 200 - 64);
  ck_assert_uint_eq(last, 200 + 32);
  load(file);
  ck_assert_uint_eq(first_time, first * 10);
  ck_assert_uint_eq(last_time, last * 10 + 5);
  ck_assert_uint_eq(different(&d), 0);
  ck_assert_uint_gt(with("rtl.sched."), 10);
  ck_assert_uint_eq(with("model.sched."), with("xor.sched."));
  ck_assert_uint_gt(find("model.sched.sel_valid")->ones, 5);
  ck_assert_uint_eq(find("model.sched.sel_valid")->ones, find("rtl.sched.sel_valid")->ones);
  ck_assert_uint_gt(find("in.ibuffer.head_valid [1:0]")->ones, 10);
  ck_assert_uint_gt(find("in.lsu.quiet [1:0]")->ones, 1);
  wt_bench_close(b);
  /* the save file begins with ten of its rows, the first ones, and ten of its inputs */
  static const char *const shown[] = {"\n+{rtl ", "\n+{model ", "\n+{xor ", "\n+{in "};
  static char text[1 << 16];
  FILE *f = fopen(save, "r");
  ck_assert_ptr_nonnull(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  ck_assert_ptr_nonnull(strstr(text, "\n-block\n"));
  for (int i = 0; i < 4; i++) {
    unsigned n = 0;
    for (const char *p = text; (p = strstr(p, shown[i])); p++) n++;
    ck_assert_msg(n == 10, "%u of%s", n, shown[i] + 1);
  }
  static const char *const rows[] = {"ready", "sel_valid", "sel_warp", "sel_beat", "sel_first", "sel_pop", "sync", "index", "whole", "more"};
  const char *at = text;
  for (int i = 0; i < 10; i++) {
    char name[60];
    snprintf(name, sizeof name, "} rtl.sched.%s", rows[i]);
    at = strstr(at, name);
    ck_assert_msg(at && strchr("[\n", at[strlen(name)]), "%s is not shown in its place", rows[i]);
  }
}
END_TEST

/* The save file opens with all of a warp that this suite looks at, each between the lines of its group. */
START_TEST(a_save_file_shows_what_warps_do) {
  static const char *const must[] = {
    "why[3:0]", "paths", "model.issues", "model.pc[31:0]", "model.insn", "model.mask[31:0]", "model.collectors[1:0]"};
  static char text[1 << 16];
  wt_session *s = open_session(WT_BACKEND_C);
  wt_set_wave(s, file, 0, 50, -1);
  ck_assert_int_eq(vecadd(s, 300), WT_OK);
  FILE *f = fopen(save, "r");
  ck_assert_ptr_nonnull(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  const char *from = strstr(text, "\n-warp 0\n"), *to = from ? strstr(from + 1, "\n-warp 0\n") : NULL;
  ck_assert(from && to);
  for (unsigned i = 0; i < sizeof must / sizeof *must; i++) {
    char name[60];
    snprintf(name, sizeof name, "} warp[0].%s\n", must[i]);
    const char *at = strstr(text, name);
    ck_assert_msg(at && from < at && at < to, "%s is missing", name);
  }
  wt_session_close(s);
}
END_TEST

/* A save file of the user's own stays. */
START_TEST(a_save_file_of_somebody_else_stays) {
  char text[40] = "";
  FILE *f = fopen(save, "w");
  fputs("[*] GTKWave Analyzer: mine", f);
  fclose(f);
  wt_session *s = open_session(WT_BACKEND_C);
  wt_set_wave(s, file, 0, 50, -1);
  ck_assert_int_eq(vecadd(s, 300), WT_OK);
  f = fopen(save, "r");
  ck_assert_ptr_nonnull(fgets(text, sizeof text, f));
  fclose(f);
  ck_assert_str_eq(text, "[*] GTKWave Analyzer: mine");
  wt_session_close(s);
  /* ours is renewed */
  remove(save);
  for (int i = 0; i < 2; i++) {
    char all[400] = "", start[40];
    s = open_session(WT_BACKEND_C);
    wt_set_wave(s, file, 10 * (uint64_t)i, 50, -1);
    ck_assert_int_eq(vecadd(s, 300), WT_OK);
    f = fopen(save, "r");
    ck_assert(f && fread(all, 1, sizeof all - 1, f) > 100);
    fclose(f);
    snprintf(start, sizeof start, "\n[timestart] %d\n", 100 * i);
    ck_assert_msg(strstr(all, start) != NULL, "no %s in: %s", start + 1, all);
    wt_session_close(s);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wave_warp");
  TCase *t = tcase_create("wave_warp");
  tcase_set_timeout(t, 900);
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_loop_test(t, warps_do_what_the_trace_says, 0, 3);
  tcase_add_test(t, nothing_of_the_warp_is_lost);
  tcase_add_loop_test(t, no_warp_has_what_is_of_another, 0, 4);
  tcase_add_test(t, the_last_register_is_the_254th);
  tcase_add_loop_test(t, large_memories_are_seen_through_their_ports, 0, 2);
  tcase_add_loop_test(t, difference_of_the_oracle_has_waves, 0, 2);
  tcase_add_test(t, a_bench_has_waves);
  tcase_add_test(t, a_save_file_shows_what_warps_do);
  tcase_add_test(t, a_save_file_of_somebody_else_stays);
  suite_add_tcase(s, t);
  return suite_run(s);
}
