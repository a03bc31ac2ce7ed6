/* wt_wave_gtkw.c - the save file of GTKWave beside a wave: which signals to show, in groups, and the marker on the bad edge. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/wt_wave.h"

/* Flags of a trace in the file: how it is shown. */
enum { HEX = 0x22, BIN = 0x28, TEXT = 0x820, OPEN = 0x800200, CLOSE = 0x1000200 };
static const unsigned long long NAMED = 0x100000028; /* by the file's table of names */
enum { BEFORE = 150, SHOWN_WARPS = 4, SHOWN_ROWS = 10, WIDTH = 1500, HEIGHT = 900 };
static const char ours[] = "[*] warptwin: signals of a wave";

void wt_wave_gtkw_name(const char *wave, char *buf, size_t n) {
  size_t len = strlen(wave);
  if (len > 4 && !strcmp(wave + len - 4, ".fst")) len -= 4;
  snprintf(buf, n, "%.*s.gtkw", (int)len, wave);
}

/* The user's own save file stays: one that this program has not written. */
static int is_ours(const char *path) {
  char line[sizeof ours] = "";
  FILE *f = fopen(path, "r");
  if (!f) return 1;
  size_t n = fread(line, 1, sizeof ours - 1, f);
  fclose(f);
  return n == sizeof ours - 1 && !memcmp(line, ours, n);
}

/* A signal under a shorter name, without points: GTKWave shows what is behind the last one. */
static void show(FILE *f, unsigned long long flags, const char *at, const char *name, const char *bits, const char *alias) {
  fprintf(f, "@%llx\n+{%s ", flags, alias);
  for (const char *p = name; *p; p++) fputc(*p == '.' ? ' ' : *p, f);
  fprintf(f, "} %s.%s%s\n", at, name, bits);
}
static void group(FILE *f, const char *name, int begin) { fprintf(f, "@%x\n-%s\n", begin ? OPEN : CLOSE, name); }

/* The name of an element as GTKWave has it: without the blank before the bits. */
static void name_of(const wt_wave *v, size_t item, unsigned e, char *buf, size_t n) {
  char name[160];
  wt_wave_name(&v->it[item], e, name, sizeof name);
  char *blank = strchr(name, ' ');
  if (blank) memmove(blank, blank + 1, strlen(blank));
  snprintf(buf, n, "%s.%s", wt_wave_scope_of(v, item), name);
}

static const char *const sides_of[] = {"rtl", "model", "xor"};
/* One element on every side that has it. */
static void sides(FILE *f, const wt_wave *v, size_t item, unsigned e) {
  const wt_wave_item *p = &v->it[item];
  char name[240];
  name_of(v, item, e, name, sizeof name);
  for (int s = 0; s < WT_WAVE_SIDES; s++) {
    unsigned long long flags = p->names && s != WT_WAVE_XOR ? NAMED : p->w > 1 ? HEX : BIN;
    const char *at = p->h[WT_WAVE_XOR][0] || s != WT_WAVE_MODEL || v->n_warps ? sides_of[s] : "in";
    if (p->h[s][0]) show(f, flags, at, name, "", at);
  }
}

static void differences(FILE *f, const wt_wave *v) {
  if (!v->n_bad) return;
  group(f, "first difference", 1);
  for (int root = 1; root >= 0; root--)
    for (unsigned i = 0; i < v->n_bad; i++) {
      const wt_wave_item *p = &v->it[v->differs[i].item];
      if ((v->bad_row && v->bad_row->row == p->row && v->bad_row->inst == p->inst) == root) sides(f, v, v->differs[i].item, v->differs[i].element);
    }
  group(f, "first difference", 0);
}

static void warp(FILE *f, const wt_wave *v, const wt_wave_warp *x) {
  char title[48], group_at[48], at[60], bits[24], collectors[24] = "", of[2][24] = {"", ""};
  const wt_shape *S = v->m->S;
  if (S->SMS > 1) snprintf(of[0], sizeof of[0], "SM %u ", x->sm), snprintf(of[1], sizeof of[1], "sm[%u].", x->sm);
  snprintf(title, sizeof title, "%swarp %u", of[0], x->slot);
  snprintf(group_at, sizeof group_at, "%swarp[%u]", of[1], x->slot);
  snprintf(at, sizeof at, "%s", group_at);
  snprintf(bits, sizeof bits, "[%u:0]", S->SLOT_LANES - 1);
  if (S->COLLECTORS > 1) snprintf(collectors, sizeof collectors, "[%u:0]", S->COLLECTORS - 1);
  group(f, title, 1);
  show(f, NAMED, at, "why", "[3:0]", title);
  show(f, TEXT, at, "paths", "", title);
  for (int s = v->ls ? WT_WAVE_RTL : WT_WAVE_MODEL; s <= WT_WAVE_MODEL; s++) {
    snprintf(at, sizeof at, "%s.%s", group_at, sides_of[s]);
    show(f, BIN, at, "issues", "", sides_of[s]);
    show(f, HEX, at, "pc", "[31:0]", sides_of[s]);
    show(f, TEXT, at, "insn", "", sides_of[s]);
    show(f, HEX, at, "mask", bits, sides_of[s]);
    show(f, S->COLLECTORS > 1 ? HEX : BIN, at, "collectors", collectors, sides_of[s]);
  }
  group(f, title, 0);
}

static void warps(FILE *f, const wt_wave *v) {
  const int slots = (int)v->m->S->SM_SLOTS, chosen = v->only >= 0 ? v->sm * slots + v->only : v->bad_warp;
  for (unsigned i = 0; i < v->n_warps; i++) {
    const wt_wave_warp *x = &v->warp[i];
    if (chosen >= 0 ? (int)x->sm * slots + (int)x->slot == chosen : i < SHOWN_WARPS) warp(f, v, x);
  }
}

/* What the machine issues, sends and works on; of a block alone its rows. */
static void machine(FILE *f, const wt_wave *v) {
  static const struct {
    const char *drv, *row;
    enum wt_row_kind kind;
  } rows[] = {{"sched", "sel_valid", WT_ROW_OUT}, {"sched", "sel_warp", WT_ROW_OUT}, {"cfu", "state", WT_ROW_FF}, {"cfu", "at_warp", WT_ROW_FF},
              {"cfu", "mask", WT_ROW_OUT},        {"lsu", "state", WT_ROW_FF},       {"lsu", "warp", WT_ROW_FF}};
  const wt_shape *S = v->m->S; /* of several, those that are shown, or the first */
  const unsigned sm = v->sm < 0 ? 0 : (unsigned)v->sm, subcore = sm * S->SUBCORES + (v->only < 0 ? 0 : wt_subcore_of(S, (unsigned)v->only));
  group(f, v->ls && !v->ls->registered ? "block" : "machine", 1);
  for (size_t i = 0; i < sizeof rows / sizeof *rows && v->n_warps; i++) {
    size_t item = wt_wave_find(v, rows[i].drv, rows[i].kind, rows[i].row, strcmp(rows[i].drv, "lsu") ? subcore : sm, 0);
    if (item != (size_t)WT_WAVE_NONE) sides(f, v, item, 0);
  }
  if (v->n_warps) {
    static const char *const texts[] = {"decode", "ibuffer", "disp"};
    for (int i = 0; i < 3; i++) {
      char at[60];
      snprintf(at, sizeof at, S->SMS * S->SUBCORES > 1 ? "model.%s[%u]" : "model.%s", texts[i], subcore);
      show(f, TEXT, at, "uop_text", "", texts[i]);
    }
  }
  for (size_t i = 0, left[2] = {SHOWN_ROWS, SHOWN_ROWS}; i < v->n && !v->n_warps; i++) {
    int both = v->it[i].h[WT_WAVE_XOR][0] != 0;
    if (left[both] && (both || v->it[i].h[WT_WAVE_MODEL][0])) left[both]--, sides(f, v, i, 0);
  }
  group(f, v->ls && !v->ls->registered ? "block" : "machine", 0);
}

static void write_file(FILE *f, const wt_wave *v, const char *wave, const char *self) {
  char whole[PATH_MAX];
  uint64_t at = (v->marked ? v->bad : v->first) * WT_WAVE_TICKS;
  fprintf(f, "%s: gtkwave %s\n", ours, self);
  fprintf(f, "[dumpfile] \"%s\"\n", realpath(wave, whole) ? whole : wave);
  fprintf(f, "[timestart] %llu\n",
          (unsigned long long)(v->marked && v->first * WT_WAVE_TICKS + BEFORE < at ? at - BEFORE : v->first * WT_WAVE_TICKS));
  fprintf(f, "[size] %d %d\n[pos] -1 -1\n", WIDTH, HEIGHT);
  fprintf(f, "*-5.500000 %lld", v->marked ? (long long)at : -1LL);
  for (int i = 0; i < 26; i++) fprintf(f, " %lld", !i && v->marked ? (long long)at : -1LL);
  fprintf(f, "\n[sst_width] 220\n[signals_width] 340\n[sst_expanded] 1\n");
  fprintf(f, "@%x\nclk\n", BIN);
  differences(f, v);
  warps(f, v);
  machine(f, v);
  fprintf(f, "[pattern_trace] 1\n[pattern_trace] 0\n");
}

int wt_wave_gtkw(const wt_wave *v) {
  char path[WT_OUTFILE_PATH];
  wt_outfile o;
  wt_wave_gtkw_name(v->file.path, path, sizeof path);
  if (!is_ours(path)) return 0;
  if (wt_outfile_begin(&o, path)) return -1;
  FILE *f = fopen(o.part, "w");
  if (!f) return wt_outfile_end(&o, 0), -1;
  write_file(f, v, v->file.path, path);
  const int bad = wt_outfile_close(f);
  return wt_outfile_end(&o, !bad) || bad ? -1 : 0;
}
