/* wt_guest_rtl.c - a verilated module of a user as a block that drives the C machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/wt_activity.h"
#include "cosim/wt_lockstep.h"
#include "cosim/wt_rtl_says.h"
#include "lib/wt_guest.h"

enum { LOW, HIGH };

typedef struct {
  wt_rtl rtl;
  const wt_block_world *w;
  const wt_rtl_var **port; /* of the world's ports; behind them NULL */
  const wt_rtl_var **row;  /* of the world's rows, instance by instance; NULL: it has none */
  char failed[700];        /* an assertion; "": none has */
  wt_activity *activity;   /* NULL: nobody watches it */
  char *nets;              /* what is counted then */
} guest;

static void copy_in(const guest *g) {
  for (uint32_t i = 0; g->port[i]; i++)
    if (g->w->port[i].kind <= WT_PORT_LATE) memcpy(g->port[i]->ptr, g->w->port[i].value, g->port[i]->row_bytes);
}
static void copy_out(const guest *g, uint32_t kind) {
  for (uint32_t i = 0; g->port[i]; i++)
    if (g->w->port[i].kind == kind) memcpy(g->w->port[i].value, g->port[i]->ptr, g->port[i]->row_bytes);
}
static void clock(guest *g, int clk, int rst_n) {
  char said[WT_RTL_SAID] = "", file[80], path[200], label[80];
  wt_rtl_says_listen(said);
  g->rtl.api->step(g->rtl.h, clk, rst_n);
  wt_rtl_says_listen(NULL);
  const int finish = wt_rtl_says_finish(said);
  if (!rst_n || *g->failed || (!finish && !g->rtl.api->failed(g->rtl.h))) return;
  if (finish) snprintf(g->failed, sizeof g->failed, "it calls $finish (%.*s)", (int)strcspn(said + 2, " ") - 1, said + 2);
  else if (wt_rtl_says_what(said, file, path, label)) snprintf(g->failed, sizeof g->failed, "an assertion of it failed (its message is above)");
  else snprintf(g->failed, sizeof g->failed, "assertion %s (%s) failed", label, file);
}

static void guest_reset(void *b) {
  guest *g = b;
  copy_in(g);
  for (int i = 0; i < 4; i++) clock(g, i & 1 ? HIGH : LOW, 0);
  clock(g, LOW, 1);
  g->failed[0] = 0;
  if (g->activity) wt_activity_reset(g->activity);
}
static void guest_moore(void *b) { copy_out(b, WT_PORT_MOORE); }
static void guest_eval(void *b) {
  copy_in(b);
  clock(b, LOW, 1);
  copy_out(b, WT_PORT_MEALY);
  copy_out(b, WT_PORT_MOORE); /* are they still those that were shown? */
}
static void guest_tick(void *b) {
  const guest *g = b;
  copy_in(g);
  if (g->activity) wt_activity_sample(g->activity); /* with its last evaluation, everything has settled */
  clock(b, HIGH, 1);
}
static const char *guest_failed(void *b) { return ((const guest *)b)->failed; }

static int guest_read(void *b, uint32_t instance, uint32_t row, uint32_t index, uint32_t *value) {
  const guest *g = b;
  const wt_rtl_var *v = g->row[instance * g->w->rows + row];
  if (!v || index >= v->depth) return -1;
  memcpy(value, (const char *)v->ptr + (size_t)index * v->row_bytes, v->row_bytes);
  return 0;
}
/* State under the names of our rows, where the module has it. */
static void find_rows(guest *g) {
  for (uint32_t i = 0; i < g->w->instances; i++) {
    char scope[96];
    snprintf(scope, sizeof scope, g->w->instances > 1 ? "TOP.wt_guest.g_block[%u].u_block" : "TOP.wt_guest.u_block", i);
    for (uint32_t k = 0; k < g->w->rows; k++) {
      const wt_rtl_var *v = wt_ls_state(&g->rtl, scope, g->w->row[k].name, "q");
      if (v && v->width == g->w->row[k].bits && v->depth == g->w->row[k].depth) g->row[i * g->w->rows + k] = v;
    }
  }
}
static size_t guest_save(void *b, void *bytes) { return ((const guest *)b)->rtl.api->save(((const guest *)b)->rtl.h, bytes); }
static int guest_load(void *b, const void *bytes, size_t n) {
  guest *g = b;
  g->failed[0] = 0;
  return g->rtl.api->load(g->rtl.h, bytes, n);
}

static void guest_activity(void *b, FILE *f) { wt_activity_write(((const guest *)b)->activity, f); }

static void guest_close(void *b) { (void)b; } /* `gone` does it */
static void gone(void *of) {
  guest *g = of;
  wt_activity_free(g->activity);
  free(g->nets);
  wt_rtl_close(&g->rtl);
  free(g->port), free(g->row);
  free(g);
}

static const wt_block_api api = {.abi = WT_BLOCK_ABI,
                                 .close = guest_close,
                                 .reset = guest_reset,
                                 .moore = guest_moore,
                                 .eval = guest_eval,
                                 .tick = guest_tick,
                                 .read = guest_read,
                                 .save = guest_save,
                                 .load = guest_load};

/* Nets whose changes are counted are built to be read. */
static int watched(guest *g, wt_world *built, const wt_user *u, char *err, size_t errn) {
  if (!built->watched) return 0;
  char *text = wt_user_text(u);
  built->nets = g->nets = text ? wt_activity_nets(text) : NULL;
  free(text);
  return g->nets ? 0 : (snprintf(err, errn, "out of memory"), -1);
}

int wt_guest_of_rtl(const wt_world *x, const char *file, const char *module, uint64_t seed, wt_guest_object *o, char *err, size_t errn) {
  const wt_block_world *w = &x->w;
  wt_user u;
  wt_world built = *x;
  char path[1024];
  guest *g = calloc(1, sizeof *g);
  if (!g || !(g->port = calloc(w->ports + 1, sizeof *g->port)) || !(g->row = calloc(w->instances * w->rows + 1, sizeof *g->row)))
    return g ? free(g->port), free(g) : (void)0, snprintf(err, errn, "out of memory"), -1;
  g->w = w;
  if (wt_user_open(&u, x->blk, file, module, err, errn) || watched(g, &built, &u, err, errn) ||
      wt_rtl_build_guest(&built, &u, path, sizeof path, err, errn))
    return gone(g), -1;
  wt_guest_enter(w->block, file, 0, WT_GUEST_OPEN);
  int bad = wt_rtl_open(&g->rtl, path, seed, err, errn);
  wt_guest_leave();
  if (bad) return gone(g), -1;
  for (uint32_t i = 0; i < w->ports; i++) {
    g->port[i] = wt_rtl_find(&g->rtl, w->port[i].kind <= WT_PORT_LATE ? "TOP.TOP" : "TOP.wt_guest", w->port[i].name);
    if (!g->port[i] || g->port[i]->width != w->port[i].bits) {
      snprintf(err, errn, "%s: port %s is not found in what was built", file, w->port[i].name);
      return gone(g), -1;
    }
  }
  find_rows(g);
  if (x->watched && !(g->activity = wt_activity_new(&g->rtl, w, g->port, g->nets))) return gone(g), snprintf(err, errn, "out of memory"), -1;
  *o = (wt_guest_object){.api = &api, .b = g, .failed = guest_failed, .activity = guest_activity, .gone = gone, .of = g};
  return 0;
}
