/* wt_depth.c - levels of a netlist: longest paths over its cells in topological order, once from all registers and once from every input port. */
#include "size/wt_depth.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FREE = -1 };
typedef struct {
  unsigned in, nin, out, nout; /* pins, in netlist.pin */
  int add, state;              /* levels; it reads a memory: paths begin here */
  const char *mem;
} cell;
typedef struct {
  unsigned net;
  int port;         /* FREE: a register or memory */
  const char *name; /* of the register */
} end;
typedef struct {
  char **name; /* of a net */
  int *driver, *port;
  unsigned char *start; /* output of a register */
  unsigned nnet, cap;
  unsigned *slot, nslot; /* hash of the names: net + 1 */
  cell *cell;
  unsigned ncell, ccell;
  unsigned *pin, npin, cpin;
  end *end;
  unsigned nend, cend;
  unsigned *order; /* of the cells */
  int *at;         /* levels of every net in the present run */
  wt_depth *d;
} netlist;
/* a memory until its parameters are read */
typedef struct {
  int open;
  unsigned *addr, *data, naddr, ndata, abits, width;
  char clocked[1024], name[WT_DEPTH_NAME];
  unsigned other_end; /* first of its ends in netlist.end, whose name comes later */
} memory;

static void *grown(void *p, unsigned n, unsigned *cap, size_t size) {
  if (n < *cap) return p;
  *cap = *cap ? 2 * *cap : 1024;
  if (!(p = realloc(p, *cap * size))) abort();
  return p;
}
static void *made(size_t n, size_t size) {
  void *p = calloc(n, size);
  if (!p && n) abort();
  return p;
}
static char *copied(const char *s) {
  char *t = strdup(s);
  if (!t) abort();
  return t;
}

static unsigned place(const netlist *n, const char *name) {
  uint64_t h = UINT64_C(1469598103934665603);
  for (const char *p = name; *p; p++) h = (h ^ (unsigned char)*p) * UINT64_C(1099511628211);
  const unsigned mask = n->nslot - 1;
  unsigned i = (unsigned)(h ^ h >> 32) & mask;
  while (n->slot[i] && strcmp(n->name[n->slot[i] - 1], name)) i = (i + 1) & mask;
  return i;
}

static unsigned net(netlist *n, const char *name) {
  if (2 * n->nnet >= n->nslot) {
    n->slot = grown(n->slot, n->nslot, &n->nslot, sizeof *n->slot);
    memset(n->slot, 0, n->nslot * sizeof *n->slot);
    for (unsigned i = 0; i < n->nnet; i++) n->slot[place(n, n->name[i])] = i + 1;
  }
  unsigned i = place(n, name);
  if (n->slot[i]) return n->slot[i] - 1;
  if (n->nnet == n->cap) {
    unsigned c = n->cap;
    n->name = grown(n->name, n->nnet, &c, sizeof *n->name), c = n->cap;
    n->driver = grown(n->driver, n->nnet, &c, sizeof *n->driver), c = n->cap;
    n->port = grown(n->port, n->nnet, &c, sizeof *n->port), c = n->cap;
    n->start = grown(n->start, n->nnet, &c, sizeof *n->start);
    n->cap = c;
  }
  n->name[n->nnet] = copied(name);
  n->driver[n->nnet] = n->port[n->nnet] = FREE, n->start[n->nnet] = 0;
  n->slot[i] = ++n->nnet;
  return n->nnet - 1;
}

static void add_pin(netlist *n, unsigned v) {
  n->pin = grown(n->pin, n->npin, &n->cpin, sizeof *n->pin);
  n->pin[n->npin++] = v;
}
static void add_end(netlist *n, unsigned v, int port, const char *name) {
  n->end = grown(n->end, n->nend, &n->cend, sizeof *n->end);
  n->end[n->nend++] = (end){v, port, name};
}
static cell *add_cell(netlist *n, int add) {
  n->cell = grown(n->cell, n->ncell, &n->ccell, sizeof *n->cell);
  n->cell[n->ncell] = (cell){.in = n->npin, .add = add};
  return &n->cell[n->ncell++];
}

/* ---- reading ---- */

/* "wb_data[3]": bit 3 of port wb_data. Ports are listed bit by bit. */
static void add_port(netlist *n, const char *bit, int out) {
  wt_depth *d = n->d;
  char name[WT_DEPTH_NAME];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(bit, "["), bit);
  if (!d->nports || strcmp(d->port[d->nports - 1].name, name) || d->port[d->nports - 1].out != out) {
    if (!(d->port = realloc(d->port, (d->nports + 1) * sizeof *d->port))) abort();
    strcpy(d->port[d->nports].name, name);
    d->port[d->nports].out = out, d->port[d->nports++].reg = WT_DEPTH_NONE;
  }
  const unsigned v = net(n, bit);
  if (out) add_end(n, v, (int)d->nports - 1, n->name[v]);
  else n->port[v] = (int)d->nports - 1;
}

static void put_bit(unsigned **v, unsigned *n, unsigned i, unsigned value) {
  if (i >= *n) {
    *n = i + 1;
    if (!(*v = realloc(*v, *n * sizeof **v))) abort();
  }
  (*v)[i] = value;
}

/* One pin of a memory. Writes end at its pins; what an address of a read does is known with the parameters. */
static void mem_pin(netlist *n, memory *m, const char *pin, unsigned v) {
  const char *br = strchr(pin, '[');
  const unsigned i = br ? (unsigned)strtoul(br + 1, NULL, 10) : 0;
  if (!strncmp(pin, "RD_ADDR", 7)) put_bit(&m->addr, &m->naddr, i, v);
  else if (!strncmp(pin, "RD_DATA", 7)) put_bit(&m->data, &m->ndata, i, v);
  else if (!strstr(pin, "CLK")) add_end(n, v, FREE, NULL);
}

static void mem_close(netlist *n, memory *m) {
  if (!m->open) return;
  const char *name = n->name[net(n, *m->name ? m->name : "memory")]; /* kept with the names of the nets */
  for (unsigned i = m->other_end; i < n->nend; i++)
    if (!n->end[i].name) n->end[i].name = name;
  const size_t ports = strlen(m->clocked);
  for (unsigned p = 0; m->abits && (p + 1) * m->abits <= m->naddr; p++) {
    const unsigned *a = m->addr + p * m->abits, *q = m->data + p * m->width;
    if ((p + 1) * m->width > m->ndata) break;
    if (p < ports && m->clocked[ports - 1 - p] == '1') {
      for (unsigned i = 0; i < m->abits; i++) add_end(n, a[i], FREE, name);
      for (unsigned i = 0; i < m->width; i++) n->start[q[i]] = 1;
      continue;
    }
    cell *c = add_cell(n, (int)m->abits);
    c->state = 1, c->mem = name;
    for (unsigned i = 0; i < m->abits; i++) add_pin(n, a[i]);
    c->nin = m->abits, c->out = n->npin, c->nout = m->width;
    for (unsigned i = 0; i < m->width; i++) add_pin(n, q[i]);
  }
  free(m->addr), free(m->data);
  memset(m, 0, sizeof *m);
  n->d->mems++;
}

static void mem_param(memory *m, const char *key, const char *value) {
  if (!m->open || !key || !value) return;
  if (!strcmp(key, "ABITS")) m->abits = (unsigned)strtoul(value, NULL, 2);
  if (!strcmp(key, "WIDTH")) m->width = (unsigned)strtoul(value, NULL, 2);
  if (!strcmp(key, "RD_CLK_ENABLE")) snprintf(m->clocked, sizeof m->clocked, "%s", value);
  if (!strcmp(key, "MEMID")) {
    value += strspn(value, "\"\\");
    snprintf(m->name, sizeof m->name, "%.*s", (int)strcspn(value, "\""), value);
  }
}

/* .gate TYPE PIN=NET...: -1 when the type is none that this pass knows. */
static int read_cell(netlist *n, memory *m, char **save, char *err, size_t errn) {
  const char *type = strtok_r(NULL, " \n", save);
  char *w;
  if (!type) return snprintf(err, errn, "a cell without a type"), -1;
  const int dff = !strncmp(type, "$_", 2) && strstr(type, "DFF"), mem = !strncmp(type, "$mem", 4);
  if (!dff && !mem && (strncmp(type, "$_", 2) || strstr(type, "LATCH")))
    return snprintf(err, errn, "cell %s is neither gate, register nor memory", type), -1;
  unsigned out = 0, have = 0;
  const unsigned first = n->nend, pins = n->npin;
  if (mem) m->open = 1, m->other_end = first;
  while ((w = strtok_r(NULL, " \n", save))) {
    char *eq = strchr(w, '=');
    if (!eq) return snprintf(err, errn, "cell %s: pin '%s' has no net", type, w), -1;
    *eq = 0;
    const unsigned v = net(n, eq + 1);
    if (mem) mem_pin(n, m, w, v);
    else if (!strcmp(w, dff ? "Q" : "Y")) out = v, have = 1;
    else if (!dff) add_pin(n, v);
    else if (strcmp(w, "C")) add_end(n, v, FREE, NULL);
  }
  if (mem) return 0;
  if (!have) return snprintf(err, errn, "cell %s has no output", type), -1;
  if (dff) {
    n->start[out] = 1, n->d->dff++;
    for (unsigned i = first; i < n->nend; i++) n->end[i].name = n->name[out];
    return 0;
  }
  const unsigned nin = n->npin - pins;
  cell *c = add_cell(n, 1);
  c->in = pins, c->nin = nin, c->out = n->npin, c->nout = 1;
  add_pin(n, out);
  n->d->cells++;
  return 0;
}

/* .names A B: the net B is A. More than one input does not occur in a mapped netlist. */
static int read_names(netlist *n, char **save, char *err, size_t errn) {
  const char *a = strtok_r(NULL, " \n", save), *b = strtok_r(NULL, " \n", save);
  if (!a || !b) return 0;
  if (strtok_r(NULL, " \n", save)) return snprintf(err, errn, ".names %s %s ...: the netlist is not mapped", a, b), -1;
  cell *c = add_cell(n, 0);
  c->nin = 1, c->out = n->npin + 1, c->nout = 1;
  add_pin(n, net(n, a)), add_pin(n, net(n, b));
  return 0;
}

static int read_line(netlist *n, memory *m, char *line, char *err, size_t errn) {
  char *save = NULL, *w = strtok_r(line, " \n", &save);
  if (!w || *w != '.') return 0;
  if (!strcmp(w, ".param")) {
    const char *key = strtok_r(NULL, " \n", &save);
    return mem_param(m, key, strtok_r(NULL, " \n", &save)), 0;
  }
  mem_close(n, m);
  const int in = !strcmp(w, ".inputs");
  if (in || !strcmp(w, ".outputs")) {
    while ((w = strtok_r(NULL, " \n", &save)))
      if (!in || (strcmp(w, "clk") && strcmp(w, "rst_n"))) add_port(n, w, !in);
    return 0;
  }
  if (!strcmp(w, ".gate") || !strcmp(w, ".subckt")) return read_cell(n, m, &save, err, errn);
  return strcmp(w, ".names") ? 0 : read_names(n, &save, err, errn);
}

/* ---- longest paths ---- */

/* Every cell after those that drive it; -1 when there is a loop. */
static int sort(netlist *n, char *err, size_t errn) {
  unsigned *wait = made(n->ncell, sizeof *wait), *first = made(n->nnet + 1, sizeof *first), *put, *user, done = 0, todo = 0;
  for (unsigned c = 0; c < n->ncell; c++)
    for (unsigned i = 0; i < n->cell[c].nout; i++) n->driver[n->pin[n->cell[c].out + i]] = (int)c;
  for (unsigned c = 0; c < n->ncell; c++)
    for (unsigned i = 0; i < n->cell[c].nin; i++) {
      const unsigned v = n->pin[n->cell[c].in + i];
      if (n->driver[v] != FREE) first[v + 1]++, wait[c]++;
    }
  for (unsigned v = 0; v < n->nnet; v++) first[v + 1] += first[v];
  user = made(first[n->nnet], sizeof *user), put = made(n->nnet, sizeof *put);
  memcpy(put, first, n->nnet * sizeof *put);
  for (unsigned c = 0; c < n->ncell; c++)
    for (unsigned i = 0; i < n->cell[c].nin; i++) {
      const unsigned v = n->pin[n->cell[c].in + i];
      if (n->driver[v] != FREE) user[put[v]++] = c;
    }
  n->order = made(n->ncell, sizeof *n->order);
  for (unsigned c = 0; c < n->ncell; c++)
    if (!wait[c]) n->order[todo++] = c;
  for (; done < todo; done++) {
    const cell *c = &n->cell[n->order[done]];
    for (unsigned i = 0; i < c->nout; i++)
      for (unsigned v = n->pin[c->out + i], k = first[v]; k < first[v + 1]; k++)
        if (!--wait[user[k]]) n->order[todo++] = user[k];
  }
  free(wait), free(first), free(user), free(put);
  return done == n->ncell ? 0 : (snprintf(err, errn, "a combinational loop"), -1);
}

/* Levels of every net from input port `port`, or from the registers (FREE). */
static void run(netlist *n, int port) {
  for (unsigned v = 0; v < n->nnet; v++) n->at[v] = (port == FREE ? n->start[v] : n->port[v] == port) ? 0 : WT_DEPTH_NONE;
  for (unsigned k = 0; k < n->ncell; k++) {
    const cell *c = &n->cell[n->order[k]];
    int most = c->state && port == FREE ? 0 : WT_DEPTH_NONE;
    for (unsigned i = 0; i < c->nin; i++)
      if (n->at[n->pin[c->in + i]] > most) most = n->at[n->pin[c->in + i]];
    for (unsigned i = 0; i < c->nout; i++) n->at[n->pin[c->out + i]] = most == WT_DEPTH_NONE ? most : most + c->add;
  }
}

/* Where a path of the present run that ends at net v begins. */
static const char *begin(const netlist *n, unsigned v) {
  while (n->driver[v] != FREE) {
    const cell *c = &n->cell[n->driver[v]];
    unsigned i = 0;
    while (i < c->nin && n->at[n->pin[c->in + i]] != n->at[v] - c->add) i++;
    if (i == c->nin) return c->mem;
    v = n->pin[c->in + i];
  }
  return n->name[v];
}

static void deeper(const netlist *n, enum wt_depth_kind k, const end *e) {
  wt_depth *d = n->d;
  if (n->at[e->net] <= d->levels[k]) return;
  d->levels[k] = n->at[e->net];
  snprintf(d->from[k], WT_DEPTH_NAME, "%s", begin(n, e->net));
  snprintf(d->to[k], WT_DEPTH_NAME, "%s", e->name);
}

static void measure(netlist *n) {
  wt_depth *d = n->d;
  for (int k = 0; k < WT_DEPTH_KINDS; k++) d->levels[k] = WT_DEPTH_NONE, strcpy(d->from[k], "-"), strcpy(d->to[k], "-");
  d->io = made((size_t)d->nports * d->nports, sizeof *d->io);
  for (unsigned i = 0; i < d->nports * d->nports; i++) d->io[i] = WT_DEPTH_NONE;
  for (int p = FREE; p < (int)d->nports; p++) {
    if (p != FREE && d->port[p].out) continue;
    run(n, p);
    for (unsigned i = 0; i < n->nend; i++) {
      const end *e = &n->end[i];
      int *most = p == FREE         ? e->port == FREE ? NULL : &d->port[e->port].reg
                  : e->port == FREE ? &d->port[p].reg
                                    : &d->io[(unsigned)p * d->nports + (unsigned)e->port];
      if (most) *most = wt_depth_larger(*most, n->at[e->net]);
      deeper(n, p == FREE ? e->port == FREE ? WT_DEPTH_RR : WT_DEPTH_RO : e->port == FREE ? WT_DEPTH_IR : WT_DEPTH_IO, e);
    }
  }
}

int wt_depth_netlist(FILE *f, wt_depth *d, char *err, size_t errn) {
  netlist n = {.d = d};
  memory m = {0};
  char *line = NULL;
  size_t cap = 0;
  int rc = 0, models = 0;
  memset(d, 0, sizeof *d);
  while (!rc && getline(&line, &cap, f) != -1) {
    if (!strncmp(line, ".model", 6) && models++) rc = (snprintf(err, errn, "more than one module: the netlist is not flat"), -1);
    else rc = read_line(&n, &m, line, err, errn);
  }
  mem_close(&n, &m);
  free(line);
  if (!rc && !models) rc = (snprintf(err, errn, "no .model line: not a netlist"), -1);
  if (!rc && !(rc = sort(&n, err, errn))) {
    n.at = made(n.nnet, sizeof *n.at);
    measure(&n);
  }
  if (rc) wt_depth_free(d);
  for (unsigned i = 0; i < n.nnet; i++) free(n.name[i]);
  free(n.name), free(n.driver), free(n.port), free(n.start), free(n.slot), free(n.cell), free(n.pin), free(n.end), free(n.order), free(n.at);
  return rc;
}

void wt_depth_free(wt_depth *d) {
  free(d->port), free(d->io);
  memset(d, 0, sizeof *d);
}

int wt_depth_most(const wt_depth *d) {
  int most = WT_DEPTH_NONE;
  for (int k = 0; k < WT_DEPTH_KINDS; k++) most = wt_depth_larger(most, d->levels[k]);
  return most;
}

/* ---- kept results: the number changes with what this file makes of a netlist ---- */

#define KEPT "wt_depth 1"

int wt_depth_save(FILE *f, const wt_depth *d) {
  fprintf(f, KEPT " %u %u %u %u\n", d->nports, d->cells, d->dff, d->mems);
  for (int k = 0; k < WT_DEPTH_KINDS; k++) fprintf(f, "%d %s %s\n", d->levels[k], d->from[k], d->to[k]);
  for (unsigned i = 0; i < d->nports; i++) fprintf(f, "%s %d %d\n", d->port[i].name, d->port[i].out, d->port[i].reg);
  for (unsigned i = 0; i < d->nports; i++)
    for (unsigned o = 0; o < d->nports; o++)
      if (d->io[i * d->nports + o] != WT_DEPTH_NONE) fprintf(f, "%u %u %d\n", i, o, d->io[i * d->nports + o]);
  return fprintf(f, "end\n") < 0 ? -1 : 0;
}

int wt_depth_load(FILE *f, wt_depth *d) {
  unsigned i, o;
  int v, ok;
  char word[8] = "";
  memset(d, 0, sizeof *d);
  ok = fscanf(f, KEPT " %u %u %u %u", &d->nports, &d->cells, &d->dff, &d->mems) == 4 && d->nports < 100000;
  for (int k = 0; ok && k < WT_DEPTH_KINDS; k++) ok = fscanf(f, "%d %95s %95s", &d->levels[k], d->from[k], d->to[k]) == 3;
  if (!ok) return d->nports = 0, -1;
  d->port = made(d->nports, sizeof *d->port), d->io = made((size_t)d->nports * d->nports, sizeof *d->io);
  for (i = 0; ok && i < d->nports; i++) ok = fscanf(f, "%95s %d %d", d->port[i].name, &d->port[i].out, &d->port[i].reg) == 3;
  for (i = 0; i < d->nports * d->nports; i++) d->io[i] = WT_DEPTH_NONE;
  while (ok && fscanf(f, "%u %u %d", &i, &o, &v) == 3)
    if ((ok = i < d->nports && o < d->nports)) d->io[i * d->nports + o] = v;
  ok = ok && fscanf(f, "%7s", word) == 1 && !strcmp(word, "end"); /* a file that was cut off is none */
  if (!ok) wt_depth_free(d);
  return ok ? 0 : -1;
}
