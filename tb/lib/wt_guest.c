/* wt_guest.c - binds blocks of somebody else to the C machine and calls them. */
#define _DEFAULT_SOURCE
#include "lib/wt_guest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/wt_infile.h"
#include "files/wt_outfile.h"
#include "lib/wt_box.h"

/* A port on the side of the C machine. */
typedef struct {
  const wt_row *row;
  char **each; /* C values, as many as the other side has: drivers of an input, instances here of an output */
  unsigned n_each;
  char *seen;       /* inputs: C values that `value` was made of */
  uint32_t *before; /* inputs: words of the evaluation; outputs: those that were shown */
  uint32_t *edge;   /* inputs: words of the clock edge before, with which outputs of the state alone were shown */
  uint32_t words;
} place;

/* In one copy of the block's module. */
struct wt_guest {
  wt_guest_list *list;
  unsigned copy;
  const wt_blk *blk;
  wt_blks *blks;
  wt_m *m;
  char *file, sha[2 * WT_SHA + 1];
  wt_world world;
  place *place; /* of its ports */
  wt_guest_object o;
  uint32_t *one;   /* room for a value of any port or row */
  int reads;       /* it answers for all rows that somebody looks at */
  uint64_t looked; /* clock edge before which it was read, and one */
  size_t bytes;    /* of its state, 0: it cannot be saved */
  char *state;
};

static void enter(const wt_guest *g, int in) { wt_guest_enter(g->blk->stem, g->file, g->list->cycle, in); }
#define CALL(g, in, ...) (enter(g, in), (g)->o.api->__VA_ARGS__, wt_guest_leave())

/* ---- ports ---- */

static int no_memory(char *err, size_t errn) {
  snprintf(err, errn, "out of memory");
  return -1;
}

/* Number of its first instance among all of the machine. */
static unsigned first_of(const wt_guest *g) { return g->copy * wt_blk_here(g->blk); }

static int add_places(wt_guest *g) {
  const wt_world *x = &g->world;
  unsigned most = 0;
  if (!(g->place = calloc(x->w.ports + 1, sizeof *g->place))) return -1;
  for (unsigned i = 0; i < x->w.ports; i++) {
    place *p = &g->place[i];
    const wt_row *row = &x->port_row[i];
    *p = (place){.row = row, .n_each = x->port[i].elements / row->n, .words = (x->port[i].bits + 31) / 32};
    p->each = calloc(p->n_each, sizeof *p->each);
    p->seen = calloc(p->n_each, wt_row_value_bytes(row));
    p->before = calloc(2 * p->words + 4, sizeof *p->before);
    if (!p->each || !p->seen || !p->before) return -1;
    p->edge = p->before + p->words + 2;
    for (unsigned k = 0; k < p->n_each; k++)
      p->each[k] =
        wt_port_is_input(&x->port[i]) ? wt_row_view(g->m, g->blk, first_of(g), x->owner[i], row, k) : wt_row_ptr(g->m, g->blk, row, first_of(g) + k);
    if (x->port[i].bits > most) most = x->port[i].bits;
  }
  for (unsigned i = 0; i < x->w.rows; i++) most = x->row[i].bits > most ? x->row[i].bits : most;
  return (g->one = calloc(most / 32 + 3, sizeof *g->one)) ? 0 : -1;
}

/* The values of now into the words of an input. */
static void take(wt_guest *g, unsigned i) {
  place *p = &g->place[i];
  const size_t bytes = wt_row_value_bytes(p->row);
  const unsigned bits = p->row->elemw * p->row->n;
  for (unsigned k = 0; k < p->n_each; k++) {
    if (!memcmp(p->seen + k * bytes, p->each[k], bytes)) continue;
    memcpy(p->seen + k * bytes, p->each[k], bytes);
    if (p->n_each == 1) wt_row_pack(p->row, p->each[0], g->world.port[i].value);
    else wt_row_pack(p->row, p->each[k], g->one), wt_words_copy(g->world.port[i].value, k * bits, bits, g->one);
  }
}
/* Words of an output into the C machine. */
static void give(wt_guest *g, unsigned i) {
  place *p = &g->place[i];
  const uint32_t *value = g->world.port[i].value;
  const unsigned bits = p->row->elemw * p->row->n;
  for (unsigned k = 0; k < p->n_each; k++) {
    for (unsigned at = 0, n; p->n_each > 1 && at < bits; at += n)
      n = bits - at < 32 ? bits - at : 32, g->one[at / 32] = (uint32_t)wt_words_get(value, k * bits + at, n);
    wt_row_unpack(p->row, p->each[k], p->n_each > 1 ? g->one : value);
  }
  memcpy(p->before, value, p->words * sizeof *value);
}

/* ---- rules that every block keeps ---- */

static void broke(wt_guest *g, const char *what, const char *port, const char *more) {
  char in[24] = "";
  if (*g->list->why) return;
  g->list->sm = wt_blk_sm(g->blk, first_of(g));
  if (g->m->S->SUBCORES > 1 && wt_blk_subcore(g->blk, first_of(g)) >= 0)
    snprintf(in, sizeof in, " in sub-core %d", wt_blk_subcore(g->blk, first_of(g)));
  snprintf(g->list->why, sizeof g->list->why, "cycle %llu, block %s of %s%s %s %s%s", (unsigned long long)g->list->cycle, g->blk->stem, g->file, in,
           what, port, more);
}
static void within(wt_guest *g, unsigned i) {
  const wt_block_port *p = &g->world.port[i];
  if (p->bits % 32 && p->value[p->bits / 32] >> p->bits % 32) {
    broke(g, "sets bits above the width of", p->name, "");
    p->value[p->bits / 32] &= (uint32_t)wt_mask64(p->bits % 32);
  }
}
static int is_other(const wt_guest *g, unsigned port) {
  return memcmp(g->world.port[port].value, g->place[port].before, g->place[port].words * sizeof(uint32_t)) != 0;
}
/* The first output that is not what was shown; -1: all are. */
static int other_output(const wt_guest *g) {
  for (unsigned i = 0; i < g->world.w.ports; i++)
    if (!wt_port_is_input(&g->world.port[i]) && is_other(g, i)) return (int)i;
  return -1;
}
static void exchange(const wt_guest *g, unsigned i) {
  for (unsigned k = 0; k < g->place[i].words; k++) {
    uint32_t v = g->world.port[i].value[k];
    g->world.port[i].value[k] = g->place[i].before[k], g->place[i].before[k] = v;
  }
}
static void evaluate(wt_guest *g) {
  if (g->o.api->eval) CALL(g, WT_GUEST_EVAL, eval(g->o.b));
}
/* All outputs anew, from the inputs as they are. A module shows all of its outputs in its evaluation, an object those of the state alone in moore. */
static void evaluate_all(wt_guest *g) {
  if (g->o.api->moore) CALL(g, WT_GUEST_MOORE, moore(g->o.b));
  evaluate(g);
}
static void exchange_inputs(const wt_guest *g) {
  for (unsigned i = 0; i < g->world.w.ports; i++)
    if (wt_port_is_input(&g->world.port[i])) exchange(g, i);
}
/* The first input that makes the output another one, all others as they were when it was shown. -1: none does alone; -2: it changes by itself. */
static int culprit(wt_guest *g, unsigned out) {
  const unsigned n = g->world.w.ports;
  int found = -1, by_itself = 0;
  for (unsigned i = 0; i < n && g->world.port[out].kind == WT_PORT_MOORE; i++)
    if (wt_port_is_input(&g->world.port[i])) memcpy(g->place[i].before, g->place[i].edge, g->place[i].words * sizeof(uint32_t));
  exchange_inputs(g);
  for (int twice = 0; twice < 2; twice++) evaluate_all(g), by_itself |= is_other(g, out);
  for (unsigned i = 0; i < n && found < 0 && !by_itself; i++) {
    if (!wt_port_is_input(&g->world.port[i]) || !is_other(g, i)) continue;
    exchange(g, i);
    evaluate_all(g);
    if (is_other(g, out)) found = (int)i;
    exchange(g, i);
  }
  exchange_inputs(g);
  return by_itself ? -2 : found;
}
static void name_culprit(wt_guest *g, unsigned out) {
  const int moore = g->world.port[out].kind == WT_PORT_MOORE, in = culprit(g, out);
  const char *port = g->world.port[out].name;
  char more[200];
  if (in == -2) {
    snprintf(more, sizeof more, ": its state changes in %s, which only a clock edge may do", moore ? "moore or eval" : "eval");
    broke(g, "changes its output", port, more);
    return;
  }
  snprintf(more, sizeof more, " depends on %s in the same cycle; %s", in < 0 ? "several inputs" : g->world.port[in].name,
           moore    ? "it may depend on the state alone"
           : in < 0 ? "some of them may only be used at the clock edge"
                    : "that input may only be used at the clock edge");
  broke(g, "is wrong:", port, more);
}

/* ---- calls ---- */

static wt_guest_list *list_of(wt_guests *hooks) { return (wt_guest_list *)(void *)hooks; }
/* The copy of the block's module in which this instance lies. */
static wt_guest *standing_at(const wt_guest_list *l, unsigned block, const void *at) {
  wt_guest *const *g = &l->guest[l->first[block]];
  const wt_blk *b = (*g)->blk;
  size_t off = (size_t)((const char *)at - (const char *)(*g)->m->gpu) - b->at;
  unsigned copy = 0;
  for (unsigned k = 0; k < b->modules; off %= b->stride[k++]) copy = copy * b->n[k] + (unsigned)(off / b->stride[k]);
  return g[copy];
}

static void on_eval(wt_guests *hooks, unsigned block, const void *at) {
  wt_guest *g = standing_at(list_of(hooks), block, at);
  for (unsigned i = 0; i < g->world.w.ports; i++)
    if (g->world.port[i].kind == WT_PORT_EARLY) take(g, i);
  evaluate(g);
  for (unsigned i = 0; i < g->world.w.ports; i++)
    if (g->world.port[i].kind == WT_PORT_MEALY) within(g, i), give(g, i);
}
static void on_tick(wt_guests *hooks) {
  wt_guest_list *l = list_of(hooks);
  for (unsigned k = 0; k < l->n; k++) {
    wt_guest *g = l->guest[k];
    for (unsigned i = 0; i < g->world.w.ports; i++) {
      if (!wt_port_is_input(&g->world.port[i])) continue;
      memcpy(g->place[i].before, g->world.port[i].value, g->place[i].words * sizeof(uint32_t));
      take(g, i);
    }
    evaluate_all(g);
    int out = other_output(g);
    if (out >= 0 && !*l->why) name_culprit(g, (unsigned)out), evaluate_all(g);
    for (unsigned i = 0; i < g->world.w.ports; i++)
      if (wt_port_is_input(&g->world.port[i])) memcpy(g->place[i].edge, g->world.port[i].value, g->place[i].words * sizeof(uint32_t));
  }
  for (unsigned k = 0; k < l->n; k++) {
    wt_guest *g = l->guest[k];
    if (g->o.api->tick) CALL(g, WT_GUEST_TICK, tick(g->o.b));
    if (g->o.failed && *g->o.failed(g->o.b)) broke(g, "stops:", g->o.failed(g->o.b), "");
  }
  l->cycle++;
}
static void show(wt_guest *g) {
  if (g->o.api->moore) CALL(g, WT_GUEST_MOORE, moore(g->o.b));
  for (unsigned i = 0; i < g->world.w.ports; i++)
    if (g->world.port[i].kind == WT_PORT_MOORE) within(g, i), give(g, i);
}
static void on_moore(wt_guests *hooks) {
  wt_guest_list *l = list_of(hooks);
  for (unsigned k = 0; k < l->n; k++) show(l->guest[k]);
}

static void on_reset(wt_guests *hooks) {
  wt_guest_list *l = list_of(hooks);
  for (unsigned k = 0; k < l->n; k++) CALL(l->guest[k], WT_GUEST_RESET, reset(l->guest[k]->o.b)), l->guest[k]->looked = 0;
}

/* ---- state that somebody outside looks at ---- */

static int read_row(wt_guest *g, unsigned inst, unsigned row, unsigned index) {
  memset(g->one, 0, (g->world.row[row].bits + 31) / 32 * sizeof *g->one);
  enter(g, WT_GUEST_READ);
  int rc = g->o.api->read(g->o.b, inst, row, index, g->one);
  wt_guest_leave();
  return rc;
}
static int reads_all(wt_guest *g) {
  for (unsigned i = 0; i < g->world.w.instances * g->world.w.rows; i++)
    if (!g->o.api->read || read_row(g, i % g->world.w.instances, i / g->world.w.instances, 0)) return 0;
  return 1;
}
/* Rows of the C machine get what the object says. */
static int look_at(wt_guest *g) {
  if (!g->reads) return 0;
  if (g->looked == g->list->cycle + 1) return 1;
  g->looked = g->list->cycle + 1;
  for (unsigned i = 0; i < g->world.w.instances; i++)
    for (unsigned k = 0; k < g->world.w.rows; k++) {
      char *to = wt_row_ptr(g->m, g->blk, g->world.row_of[k], first_of(g) + i);
      for (unsigned row = 0; row < g->world.row[k].depth; row++)
        if (!read_row(g, i, k, row)) wt_row_unpack(g->world.row_of[k], to + row * wt_row_stride(g->world.row_of[k]), g->one);
    }
  return 1;
}
static int on_look(wt_guests *hooks, unsigned block) {
  const wt_guest_list *l = list_of(hooks);
  wt_guest *const *g = &l->guest[l->first[block]];
  int told = 1;
  for (unsigned k = wt_blk_copies((*g)->blk); k--;) told &= look_at(g[k]);
  return told;
}

/* ---- open, close ---- */

static void guest_close(wt_guest *g) {
  if (!g) return;
  if (g->o.b) CALL(g, WT_GUEST_CLOSE, close(g->o.b));
  if (g->o.gone) g->o.gone(g->o.of);
  for (unsigned i = 0; g->place && i < g->world.w.ports; i++) free(g->place[i].each), free(g->place[i].seen), free(g->place[i].before);
  wt_world_close(&g->world);
  free(g->place), free(g->one), free(g->file), free(g->state);
  wt_blks_free(g->blks);
  free(g);
}

static int ends_with(const char *s, const char *end) { return strlen(s) > strlen(end) && !strcmp(s + strlen(s) - strlen(end), end); }

static const wt_blk *named_block(const wt_blks *blks, const char *spec, char file[1024], char module[64], char *err, size_t errn) {
  char block[64];
  if (wt_guest_split(spec, block, file, module, err, errn)) return NULL;
  const wt_blk *b = wt_blk_find(blks, block);
  if (!b || b->outside) return snprintf(err, errn, "--use %s: no block '%s'; 'warptwin bench' without a block lists them", spec, block), NULL;
  if (!b->chosen) return snprintf(err, errn, "--use %s: this shape has no %s", spec, block), NULL;
  if (!ends_with(file, ".so") && !ends_with(file, ".sv") && !ends_with(file, ".v"))
    return snprintf(err, errn, "--use %s: %s is neither a shared object (.so) nor Verilog (.sv, .v)", spec, file), NULL;
  if (access(file, R_OK)) return snprintf(err, errn, "--use %s: cannot read %s", spec, file), NULL;
  return b;
}
int wt_guest_check(const wt_shape *S, const char *spec, char *err, size_t errn) {
  char file[1024], module[64];
  wt_blks *blks = wt_blks_new(S);
  int bad = !blks ? no_memory(err, errn) : named_block(blks, spec, file, module, err, errn) ? 0 : -1;
  wt_blks_free(blks);
  return bad;
}

static int guest_open(wt_guest *g, const char *spec, const char *watched, uint64_t seed, char *err, size_t errn) {
  char file[1024], module[64], own[WT_GUEST_WHY];
  if (!(g->blks = wt_blks_new(g->m->S))) return no_memory(err, errn);
  if (!(g->blk = named_block(g->blks, spec, file, module, err, errn))) return -1;
  for (unsigned i = 0; i < g->list->n && !g->copy; i++)
    if (!strcmp(g->list->guest[i]->blk->stem, g->blk->stem)) return snprintf(err, errn, "--use %s: %s is named twice", spec, g->blk->stem), -1;
  if (!(g->file = strdup(file))) return no_memory(err, errn);
  size_t n;
  uint8_t sum[WT_SHA];
  void *text = wt_infile_read(file, &n, err, errn);
  if (!text) return -1;
  wt_sha(text, n, sum), wt_sha_text(sum, g->sha);
  free(text);
  if (wt_world_open(&g->world, g->blks, g->blk, wt_blk_here(g->blk)) || add_places(g)) return no_memory(err, errn);
  const int sm = wt_blk_sm(g->blk, first_of(g)), subcore = wt_blk_subcore(g->blk, first_of(g));
  g->world.w.sm = sm < 0 ? 0 : (uint32_t)sm, g->world.w.subcore = subcore < 0 ? 0 : (uint32_t)subcore;
  g->world.watched = !g->copy && watched && !strcmp(watched, g->blk->stem);
  if (g->world.watched && ends_with(file, ".so"))
    return snprintf(err, errn, "--activity %s: %s is a shared object, which has no nets; give Verilog", watched, file), -1;
  int bad = ends_with(file, ".so") ? wt_guest_of_object(&g->world.w, file, &g->o, own, sizeof own)
                                   : wt_guest_of_rtl(&g->world, file, module, seed, &g->o, own, sizeof own);
  if (bad) return snprintf(err, errn, "--use %s: %s", g->blk->stem, own), -1;
  g->reads = reads_all(g);
  enter(g, WT_GUEST_SAVE);
  g->bytes = g->o.api->save && g->o.api->load ? g->o.api->save(g->o.b, NULL) : 0;
  wt_guest_leave();
  if (g->bytes && !(g->state = calloc(1, g->bytes))) return no_memory(err, errn);
  return 0;
}

/* One copy of a guest more. The guest, or NULL with one line in err. */
static wt_guest *add_guest(wt_guest_list *l, wt_m *m, unsigned copy, const char *spec, const char *watched, uint64_t seed, char *err, size_t errn) {
  wt_guest **more = realloc(l->guest, (l->n + 1) * sizeof *more), *g = more ? calloc(1, sizeof *g) : NULL;
  if (more) l->guest = more;
  if (!g) return no_memory(err, errn), NULL;
  g->list = l, g->m = m, g->copy = copy;
  if (guest_open(g, spec, watched, seed, err, errn)) return guest_close(g), NULL;
  return l->guest[l->n++] = g;
}

wt_guest_list *wt_guests_open(wt_m *m, const char *const *specs, unsigned n, const char *watched, uint64_t seed, char *err, size_t errn) {
  wt_guest_list *l = calloc(1, sizeof *l);
  if (!l || n > WT_GUEST_MOST) return free(l), no_memory(err, errn), NULL;
  l->hooks.eval = on_eval, l->hooks.tick = on_tick, l->hooks.moore = on_moore, l->hooks.reset = on_reset, l->hooks.look = on_look;
  for (unsigned i = 0; i < n; i++)
    for (unsigned copy = 0, copies = 1; copy < copies; copy++) {
      const wt_guest *g = add_guest(l, m, copy, specs[i], watched, seed + i + copy * WT_GUEST_MOST, err, errn);
      if (!g) return wt_guests_close(l), NULL;
      if (!copy) l->first[g->blk - g->blks->blk] = l->n - 1;
      l->hooks.is[g->blk - g->blks->blk] = 1;
      copies = wt_blk_copies(g->blk);
    }
  m->gpu->guests = &l->hooks;
  return l;
}
void wt_guests_close(wt_guest_list *l) {
  if (!l) return;
  for (unsigned i = 0; i < l->n; i++) guest_close(l->guest[i]);
  free(l->guest), free(l);
}

const char *wt_guests_names(const wt_guest_list *l, int which, char *buf, size_t n) {
  *buf = 0;
  for (unsigned i = 0; l && i < l->n; i++) {
    const wt_guest *g = l->guest[i];
    if (g->copy) continue;
    if ((which == WT_GUESTS_UNREAD && g->reads) || (which == WT_GUESTS_UNSAVED && g->bytes)) continue;
    snprintf(buf + strlen(buf), n - strlen(buf), "%s%s", *buf ? ", " : "", g->blk->stem);
  }
  return buf;
}

int wt_guests_activity(const wt_guest_list *l, const char *file, char *err, size_t errn) {
  const wt_guest *g = NULL;
  wt_outfile o;
  for (unsigned i = 0; i < l->n; i++) g = l->guest[i]->world.watched ? l->guest[i] : g;
  FILE *f = g && !wt_outfile_begin(&o, file) ? fopen(o.part, "w") : NULL;
  if (f) {
    fprintf(f, "# %s of %s, shape %s: transitions a cycle and duty, for OpenSTA\n", g->blk->stem, g->file, g->world.shape);
    fprintf(f, "if {[info commands wt_flop] eq \"\"} { proc wt_flop {name activity duty} {} }\n");
    g->o.activity(g->o.b, f);
  }
  if (f && !wt_outfile_end(&o, !fclose(f))) return 0;
  return snprintf(err, errn, "--activity %s: cannot write", file), -1;
}

int wt_guests_what(const wt_guest_list *l, unsigned i, wt_guest_what *w) {
  for (unsigned k = 0; l && k < l->n; k++) {
    const wt_guest *g = l->guest[k];
    if (g->copy || i--) continue;
    *w = (wt_guest_what){g->blk->stem, g->file, g->sha};
    return 0;
  }
  return -1;
}
int wt_guests_hides_paths(const wt_guest_list *l) {
  for (unsigned i = 0; l && i < l->n; i++)
    if (!strcmp(l->guest[i]->blk->drv, "cfu") && !l->guest[i]->reads) return 1;
  return 0;
}

/* ---- state ---- */

static void save(const wt_guest *g) {
  if (g->bytes) CALL(g, WT_GUEST_SAVE, save(g->o.b, g->state));
}
void wt_guests_now(wt_guest_list *l) {
  for (unsigned i = 0; i < l->n; i++) save(l->guest[i]);
}
void wt_guests_saved(wt_guest_list *l, wt_saved *s) {
  wt_guests_now(l);
  for (unsigned i = 0; i < l->n; i++) {
    const wt_guest *g = l->guest[i];
    s->section = g->blk->stem;
    char which[16] = "";
    if (g->copy) snprintf(which, sizeof which, "[%u]", g->copy);
    if (g->bytes) wt_saved_add(s, g->state, 1, (uint32_t)g->bytes, "%s%s.state", g->blk->stem, which);
  }
}
int wt_guests_loaded(wt_guest_list *l) {
  int bad = 0;
  for (unsigned i = 0; i < l->n; i++) {
    wt_guest *g = l->guest[i];
    enter(g, WT_GUEST_SAVE);
    bad |= g->bytes && g->o.api->load(g->o.b, g->state, g->bytes);
    wt_guest_leave();
    g->looked = 0;
    show(g);
  }
  return bad ? -1 : 0;
}
const void *wt_guests_state(const wt_guest_list *l, unsigned i, size_t *bytes) {
  *bytes = l->guest[i]->bytes;
  return l->guest[i]->state;
}
