/* fake_twin_kit.h - lock-step with a twin that is whatever a suite says: equal to the C twin but where it was told to differ, and waves that are lines of text.
 * What goes on around the twins (differences, snapshots, segments, checkpoints) needs no RTL so, and happens in the cycles that the suite names.
 */
#ifndef FAKE_TWIN_KIT_H
#define FAKE_TWIN_KIT_H
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>

#include "lib/wt_session.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

#define NEVER UINT64_MAX
static struct {
  uint64_t cycle; /* the one that goes on, as wt_session_on_edge tells it */
  /* cycles in which it differs */
  uint64_t outputs_at, edge_at, sweep_at, load_at;
  uint64_t outputs_every;              /* in one of so many, too; 0 = no */
  int reset;                           /* its reset values are others */
  const char *(*says)(uint64_t cycle); /* what a difference is; NULL: always the same */
  unsigned idle_at;                    /* alone: from this cycle on it has nothing to do */
  int warp;                            /* of the difference */
  const char *own, *adopts;            /* its own state, as text; the text that it takes */
  void (*edge)(void *ctx, wt_machine *x, uint64_t cycle);
  void *edge_ctx;
} fake;
/* Calls in all processes. */
static struct { unsigned open, close, reset, drive, outputs, edge, sweep, load, own, adopted, clock, fetch, store, look; } * calls;

static inline unsigned fake_count(unsigned *n) { return __atomic_add_fetch(n, 1, __ATOMIC_SEQ_CST); }

static inline wt_twin *fake_open(wt_m *m, const wt_twin_how *how, char *err, size_t errn) {
  (void)how, (void)err, (void)errn;
  fake_count(&calls->open);
  return (wt_twin *)m;
}
static inline void fake_close(wt_twin *t) { (void)t, fake_count(&calls->close); }
static inline int fake_reset(wt_twin *t) {
  fake_count(&calls->reset);
  wt_m_reset((wt_m *)t);
  return fake.reset ? -1 : 0;
}
static inline void fake_drive(wt_twin *t) { (void)t, fake_count(&calls->drive); }
static inline int fake_outputs(wt_twin *t) {
  (void)t, fake_count(&calls->outputs);
  return fake.cycle == fake.outputs_at || (fake.outputs_every && fake.cycle % fake.outputs_every == 0) ? -1 : 0;
}
static inline int fake_edge(wt_twin *t) { return (void)t, fake_count(&calls->edge), fake.cycle == fake.edge_at ? -1 : 0; }
static inline int fake_sweep(wt_twin *t) { return (void)t, fake_count(&calls->sweep), fake.cycle == fake.sweep_at ? -1 : 0; }
static inline void fake_describe(const wt_twin *t, char *buf, size_t n) {
  (void)t, snprintf(buf, n, "%s", fake.says ? fake.says(fake.cycle) : "block wt_fake, state x: 1, 0");
}
static inline int fake_where(const wt_twin *t, const char **stem, unsigned *inst) { return (void)t, *stem = "alu", *inst = 0, 0; }
static inline const char *fake_failed(const wt_twin *t) { return (void)t, ""; }
static inline int fake_warp(const wt_twin *t) { return (void)t, fake.warp; }
static inline void fake_entry(const wt_twin *t, char *buf, size_t n) { (void)t, (void)n, *buf = 0; }
static inline void fake_clock(wt_twin *t) { (void)t, fake_count(&calls->clock); }
static inline void fake_fetch(wt_twin *t) { ((wt_m *)t)->gpu->ctasched.o.idle = fake_count(&calls->fetch) >= fake.idle_at; }
static inline wt_m *fake_look(wt_twin *t) { return fake_count(&calls->look), (wt_m *)t; }
static inline int fake_load(wt_twin *t) { return (void)t, fake_count(&calls->load), fake.cycle == fake.load_at ? -1 : 0; }
static inline void fake_store(wt_twin *t) { (void)t, fake_count(&calls->store); }
static inline char *fake_own(wt_twin *t) { return (void)t, fake_count(&calls->own), fake.own ? strdup(fake.own) : NULL; }
static inline int fake_adopt(wt_twin *t, const char *own) {
  return (void)t, fake_count(&calls->adopted), fake.adopts && !strcmp(fake.adopts, own) ? 0 : -1;
}
static inline const char *fake_made_of(const wt_twin *t) { return (void)t, "fake"; }
static inline void fake_bits(const wt_twin *t, uint64_t *ff, uint64_t *mem) { (void)t, *ff = *mem = 1; }
static const wt_twin_ops fake_twin = {fake_open,     fake_close, fake_reset,  fake_drive, fake_outputs, fake_edge,    fake_sweep,
                                      fake_describe, fake_where, fake_failed, fake_warp,  fake_entry,   fake_clock,   fake_fetch,
                                      fake_look,     fake_load,  fake_store,  fake_own,   fake_adopt,   fake_made_of, fake_bits,
                                      NULL,          NULL,       NULL,        NULL}; /* of one SM */

/* Files that this process has open. */
static inline unsigned open_files(void) {
  unsigned n = 0;
  for (int fd = 0; fd < 200; fd++) n += fcntl(fd, F_GETFD) >= 0;
  return n;
}

/* ---- waves ---- */

/* A file with a line for each call: "open WARP", "cycle N", "edge N", "mark N WARP", "close". */
static const char *waves_fail; /* "open" or "close" */
static inline wt_wave *lines_open(const char *file, wt_m *m, wt_twin *t, int warp, char *err, size_t errn) {
  (void)m;
  if (waves_fail && !strcmp(waves_fail, "open")) return snprintf(err, errn, "%s: cannot be opened", file), NULL;
  FILE *f = fopen(file, "w");
  ck_assert_msg(f != NULL, "%s", file);
  fprintf(f, "open %d%s\n", warp, t ? " both" : "");
  return (wt_wave *)f;
}
static inline void lines_cycle(wt_wave *w, uint64_t cycle) { fprintf((FILE *)w, "cycle %llu\n", (unsigned long long)cycle); }
static inline void lines_edge(wt_wave *w, uint64_t cycle) { fprintf((FILE *)w, "edge %llu\n", (unsigned long long)cycle); }
static inline void lines_mark(wt_wave *w, uint64_t cycle, int warp) { fprintf((FILE *)w, "mark %llu %d\n", (unsigned long long)cycle, warp); }
static inline int lines_close(wt_wave *w, char *err, size_t errn) {
  fprintf((FILE *)w, "close\n");
  fclose((FILE *)w);
  return waves_fail && !strcmp(waves_fail, "close") ? snprintf(err, errn, "the disk is full"), -1 : 0;
}
static const wt_wave_ops lines = {lines_open, lines_cycle, lines_edge, lines_mark, lines_close};

/* ---- a session ---- */

static inline void fake_edges(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  fake.cycle = cycle;
  if (fake.edge) fake.edge(fake.edge_ctx, x, cycle);
}
/* As it was before anything ran: equal twins. */
static inline void fake_new(void) {
  memset(&fake, 0, sizeof fake);
  fake.outputs_at = fake.edge_at = fake.sweep_at = fake.load_at = NEVER;
  fake.idle_at = UINT_MAX;
  fake.warp = -1, waves_fail = NULL;
  if (!calls) calls = mmap(NULL, sizeof *calls, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  memset(calls, 0, sizeof *calls);
}
static inline wt_session *fake_session(wt_backend backend, const char *const *set, uint64_t max_cycles, int no_oracle) {
  fake_new();
  wt_session *s = kit_open(backend, "tiny", set, 1, max_cycles, no_oracle);
  s->x.ops = &fake_twin, s->x.waves = &lines;
  wt_session_on_edge(s, fake_edges, NULL);
  return s;
}
#endif
