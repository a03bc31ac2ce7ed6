/* wt_object_rtl.c - a shared object (include/warptwin_block.h) as if it were a plug-in of RTL: beside our C block, which it is compared with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/wt_rtl.h"
#include "lib/wt_guest.h"

enum { NAME = 112 };

typedef struct {
  wt_blks *blks; /* own ones: of the caller's list the world would outlive */
  wt_world world;
  wt_guest_object o;
  int registered;  /* inputs are taken at the clock edge */
  uint32_t **next; /* of the inputs, where they are registered */
  wt_rtl_var *var;
  char (*name)[NAME], scope[80], file[300];
  uint32_t vars;
  uint64_t cycle;
} object;
#define CALL(x, in, ...) (wt_guest_enter((x)->world.w.block, (x)->file, (x)->cycle, in), (x)->o.api->__VA_ARGS__, wt_guest_leave())

/* Width as Verilator would lay it out, so that the comparator reads the same places. */
static uint32_t bytes_of(uint32_t bits) { return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : bits <= 64 ? 8 : (bits + 31) / 32 * 4; }

static void add_var(object *x, const char *scope, const char *name, const char *suffix, void *at, uint32_t bits) {
  snprintf(x->name[x->vars], NAME, "%s%s", name, suffix);
  x->var[x->vars] = (wt_rtl_var){scope, x->name[x->vars], at, bits, 1, bytes_of(bits)};
  x->vars++;
}
static int add_vars(object *x) {
  const wt_block_world *w = &x->world.w;
  x->var = calloc(2 * w->ports * (w->instances + 1) + 1, sizeof *x->var), x->name = calloc(2 * w->ports * (w->instances + 1) + 1, NAME);
  x->next = calloc(w->ports + 1, sizeof *x->next);
  if (!x->var || !x->name || !x->next) return -1;
  for (uint32_t i = 0; i < w->ports; i++) {
    const wt_block_port *p = &w->port[i];
    if (wt_port_is_input(p)) {
      if (!(x->next[i] = calloc(p->bits / 32 + 3, sizeof **x->next))) return -1;
      add_var(x, x->registered ? "TOP.wt_tb" : "TOP.TOP", p->name, "", p->value, p->bits);
      if (x->registered) add_var(x, "TOP.wt_tb", p->name, "_next", x->next[i], p->bits);
    } else if (!x->registered) {
      add_var(x, x->scope, p->name, "", p->value, p->bits);
    } else {
      add_var(x, "TOP.wt_tb.u_block", p->name, "", p->value, p->bits);
    }
  }
  return 0;
}

static void evaluate(object *x) {
  if (x->o.api->eval) CALL(x, WT_GUEST_EVAL, eval(x->o.b));
}
static void settle(void *h) { evaluate(h); }
static void edge(object *x, int rst_n) {
  if (!rst_n) x->cycle = 0, CALL(x, WT_GUEST_RESET, reset(x->o.b));
  else if (x->o.api->tick) CALL(x, WT_GUEST_TICK, tick(x->o.b)), x->cycle++;
}
static void step(void *h, int clk, int rst_n) {
  object *x = h;
  if (clk) edge(x, rst_n);
  for (uint32_t i = 0; clk && x->registered && i < x->world.w.ports; i++)
    if (x->next[i]) memcpy(x->world.port[i].value, x->next[i], bytes_of(x->world.port[i].bits));
  if (clk && x->o.api->moore) CALL(x, WT_GUEST_MOORE, moore(x->o.b));
  if (!clk || x->registered) evaluate(x);
}
static int still(void *h, int clk, int rst_n) { return step(h, clk, rst_n), 0; }
static const wt_rtl_var *vars(void *h, uint32_t *n) { return *n = ((const object *)h)->vars, ((const object *)h)->var; }
static int failed(void *h) { return (void)h, 0; }
static void object_close(void *h) {
  object *x = h;
  if (x->o.b) CALL(x, WT_GUEST_CLOSE, close(x->o.b));
  if (x->o.gone) x->o.gone(x->o.of);
  for (uint32_t i = 0; x->next && i < x->world.w.ports; i++) free(x->next[i]);
  wt_world_close(&x->world);
  wt_blks_free(x->blks);
  free(x->next), free(x->var), free(x->name), free(x);
}
static const wt_rtl_api api = {
  .abi = WT_RTL_ABI, .close = object_close, .step = step, .vars = vars, .failed = failed, .settle = settle, .still = still};

int wt_rtl_of_object(wt_rtl *r, const wt_blks *blks, const wt_blk *blk, const char *file, int registered, char *err, size_t errn) {
  memset(r, 0, sizeof *r);
  if (registered && wt_blk_here(blk) > 1)
    return snprintf(err, errn, "%s: beside the C machine an object stands for one instance, %s has %u: take --use", file, blk->stem,
                    wt_blk_here(blk)),
           -1;
  object *x = calloc(1, sizeof *x);
  if (!x || !(x->blks = wt_blks_new(blks->S))) return free(x), snprintf(err, errn, "out of memory"), -1;
  x->registered = registered;
  snprintf(x->file, sizeof x->file, "%.290s", file);
  snprintf(x->scope, sizeof x->scope, "TOP.wt_%.60s", blk->stem);
  if (wt_world_open(&x->world, x->blks, wt_blk_find(x->blks, blk->stem), 1) || add_vars(x)) snprintf(err, errn, "out of memory");
  else if (!wt_guest_of_object(&x->world.w, file, &x->o, err, errn)) return r->api = &api, r->h = x, 0;
  return object_close(x), -1;
}
