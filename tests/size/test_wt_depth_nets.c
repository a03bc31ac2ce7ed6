/* test_wt_depth_nets.c - gate levels of netlists whose depths are known: written by hand, and drawn at random with a model of the rules of
 * docs/user/size.md ("Depth") beside them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "depth_kit.h"

static int io(const wt_depth *d, const char *in, const char *to) {
  for (unsigned i = 0; i < d->nports; i++)
    for (unsigned o = 0; o < d->nports; o++)
      if (!strcmp(d->port[i].name, in) && !d->port[i].out && !strcmp(d->port[o].name, to) && d->port[o].out) return d->io[i * d->nports + o];
  ck_abort_msg("no ports %s, %s", in, to);
  return 0;
}

static int reg(const wt_depth *d, const char *port) {
  for (unsigned i = 0; i < d->nports; i++)
    if (!strcmp(d->port[i].name, port)) return d->port[i].reg;
  ck_abort_msg("no port %s", port);
  return 0;
}

/* a chain of inverters between registers, two ports of which one bit is deeper, a feed-through, constants, a reset */
static const char netlist[] =
  ".model t\n.inputs clk rst_n a[0] a[1] b c\n.outputs x y[0] y[1] z k\n.names $false\n.names $true\n1\n"
  ".gate $_NOT_ A=q Y=n1\n.gate $_NOT_ A=n1 Y=n2\n.gate $_AND_ A=n2 B=rst_n Y=n3\n.gate $_DFF_P_ C=clk D=n3 Q=q\n"
  ".gate $_AND_ A=a[0] B=b Y=m1\n.gate $_NOT_ A=a[1] Y=m2\n.gate $_NOT_ A=m2 Y=m3\n.gate $_MUX_ A=m3 B=m1 S=q Y=y[0]\n"
  ".gate $_XOR_ A=$true B=b Y=y[1]\n.names c z\n1 1\n.names q x\n1 1\n.names $false k\n1 1\n.gate $_DFF_P_ C=clk D=m1 Q=r\n.end\n";

START_TEST(levels_of_a_netlist_are_known) {
  wt_depth d;
  ck_assert_msg(!read_text(netlist, &d), "%s", err);
  ck_assert_int_eq(d.levels[WT_DEPTH_RR], 3); /* q through two inverters and the reset */
  ck_assert_int_eq(d.levels[WT_DEPTH_IR], 1);
  ck_assert_int_eq(d.levels[WT_DEPTH_RO], 1);
  ck_assert_int_eq(d.levels[WT_DEPTH_IO], 3);
  ck_assert_str_eq(d.from[WT_DEPTH_IO], "a[1]");
  ck_assert_str_eq(d.to[WT_DEPTH_IO], "y[0]");
  ck_assert_str_eq(d.from[WT_DEPTH_RR], "q");
  ck_assert_int_eq(io(&d, "a", "y"), 3);
  ck_assert_int_eq(io(&d, "b", "y"), 2);
  ck_assert_int_eq(io(&d, "c", "z"), 0); /* a wire */
  ck_assert_int_eq(io(&d, "c", "y"), WT_DEPTH_NONE);
  ck_assert_int_eq(io(&d, "a", "x"), WT_DEPTH_NONE);
  ck_assert_int_eq(reg(&d, "a"), 1);
  ck_assert_int_eq(reg(&d, "c"), WT_DEPTH_NONE);
  ck_assert_int_eq(reg(&d, "x"), 0);
  ck_assert_int_eq(reg(&d, "k"), WT_DEPTH_NONE); /* a constant is no path */
  ck_assert_uint_eq(d.cells, 9 - 1);
  ck_assert_uint_eq(d.dff, 2);
  wt_depth_free(&d);
}
END_TEST

/* Eight words: three levels from address or contents to data; a read with a clock, and every write, ends at the memory. */
START_TEST(memories_are_passed_by_a_tree_or_end_paths) {
  char text[2000];
  for (int clocked = 0; clocked < 2; clocked++) {
    snprintf(
      text, sizeof text,
      ".model t\n.inputs clk a[0] a[1] a[2] w\n.outputs x\n.gate $_NOT_ A=a[2] Y=n\n"
      ".gate $mem_v2 RD_ADDR[0]=a[0] RD_ADDR[1]=a[1] RD_ADDR[2]=n RD_CLK=clk RD_DATA=d RD_EN=$true WR_ADDR[0]=a[0] WR_CLK=clk WR_DATA=v WR_EN=w\n"
      ".param ABITS 00000000000000000000000000000011\n.param MEMID \"\\mem_q\"\n.param RD_CLK_ENABLE %d\n.param WIDTH 1\n"
      ".gate $_NOT_ A=d Y=x\n.gate $_NOT_ A=w Y=v\n.end\n",
      clocked);
    wt_depth d;
    ck_assert_msg(!read_text(text, &d), "%s", err);
    ck_assert_int_eq(d.levels[WT_DEPTH_IO], clocked ? WT_DEPTH_NONE : 5);
    ck_assert_int_eq(d.levels[WT_DEPTH_RO], clocked ? 1 : 4);
    ck_assert_int_eq(reg(&d, "w"), 1);
    ck_assert_int_eq(reg(&d, "a"), clocked ? 1 : 0);
    ck_assert_str_eq(d.to[WT_DEPTH_IR], "mem_q");
    ck_assert_uint_eq(d.mems, 1);
    wt_depth_free(&d);
  }
}
END_TEST

/* Parameters are those of the memory before them.
 * A read of which the address, the data or the number of bits is not known is no way; the memory is there. The last line of a text need not be .end. */
START_TEST(a_read_that_is_known_in_part_is_no_way) {
  static const struct {
    const char *text;
    int io, reg, other; /* from a to x; from the memory to x and to y */
  } t[] = {{"RD_ADDR[0]=a RD_DATA[0]=x RD_DATA[1]=y WR_EN=w\n.param ABITS 1\n.param WIDTH 1", 1, 1, WT_DEPTH_NONE},
           {"RD_ADDR[0]=a RD_ADDR[1]=a RD_DATA[0]=x WR_EN=w\n.param ABITS 1\n.param WIDTH 1", 1, 1, WT_DEPTH_NONE},
           {"RD_ADDR[0]=a RD_DATA[0]=x RD_DATA[1]=y WR_EN=w\n.param WIDTH 1", WT_DEPTH_NONE, WT_DEPTH_NONE, WT_DEPTH_NONE},
           {"RD_ADDR[0]=a RD_DATA[0]=x RD_DATA[1]=y WR_EN=w\n.param ABITS 1\n.param\n.param WIDTH\n.param WIDTH 10", 1, 1, 1}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++)
    for (unsigned end = 0; end < 2; end++) {
      char text[400];
      wt_depth d;
      snprintf(text, sizeof text, ".model t\n.inputs a w\n.outputs x y\n.param ABITS 1\n.gate $mem_v2 %s%s", t[i].text, end ? "\n.end\n" : "");
      ck_assert_msg(!read_text(text, &d), "%s", err);
      ck_assert_uint_eq(d.mems, 1);
      ck_assert(io(&d, "a", "x") == t[i].io && reg(&d, "x") == t[i].reg && reg(&d, "y") == t[i].other);
      ck_assert(reg(&d, "w") == 0 && !strcmp(d.to[WT_DEPTH_IR], "memory"));
      wt_depth_free(&d);
    }
}
END_TEST

/* Of paths that are equally deep the first is named: by the end, and at a cell by its pins. */
START_TEST(of_equally_deep_paths_the_first_is_named) {
  wt_depth d;
  ck_assert(!read_text(".model t\n.inputs a b c\n.outputs x y\n.gate $_AND_ A=b B=a Y=y\n.gate $_AND_ A=c B=b Y=x\n"
                       ".gate $_DFF_P_ C=clk D=q Q=p\n.gate $_DFF_P_ C=clk D=p Q=q\n.end\n",
                       &d));
  ck_assert(d.levels[WT_DEPTH_IO] == 1 && d.levels[WT_DEPTH_RR] == 0);
  ck_assert_str_eq(d.from[WT_DEPTH_IO], "a"); /* ports in their order, then what they reach */
  ck_assert_str_eq(d.to[WT_DEPTH_IO], "y");
  ck_assert_str_eq(d.from[WT_DEPTH_RR], "q");
  ck_assert_str_eq(d.to[WT_DEPTH_RR], "p");
  wt_depth_free(&d);
  ck_assert(!read_text(".model t\n.inputs clk\n.outputs x\n.gate $_AND_ A=p B=q Y=x\n"
                       ".gate $_DFF_P_ C=clk D=q Q=q\n.gate $_DFF_P_ C=clk D=p Q=p\n.end\n",
                       &d));
  ck_assert_str_eq(d.from[WT_DEPTH_RO], "p");
  wt_depth_free(&d);
}
END_TEST

START_TEST(what_is_no_flat_mapped_netlist_is_refused) {
  static const char *const bad[][2] = {{"", "no .model line: not a netlist"},
                                       {".model a\n.end\n.model b\n.end\n", "more than one module: the netlist is not flat"},
                                       {".model a\n.gate $_NOT_ A=x Y=y\n.gate $_NOT_ A=y Y=x\n.end\n", "a combinational loop"},
                                       {".model a\n.gate wt_part A=x Y=y\n.end\n", "cell wt_part is neither gate, register nor memory"},
                                       {".model a\n.gate $_DLATCH_P_ D=x E=e Q=y\n.end\n", "cell $_DLATCH_P_ is neither gate, register nor memory"},
                                       {".model a\n.names x y z\n11 1\n.end\n", ".names x y ...: the netlist is not mapped"},
                                       {".model a\n.gate\n.end\n", "a cell without a type"},
                                       {".model a\n.gate $_NOT_ A=x Y\n.end\n", "cell $_NOT_: pin 'Y' has no net"},
                                       {".model a\n.gate $_NOT_ A=x\n.end\n", "cell $_NOT_ has no output"},
                                       {".model a\n.gate $_DFF_P_ C=clk D=x\n.end\n", "cell $_DFF_P_ has no output"}};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    wt_depth d;
    ck_assert_int_eq(read_text(bad[i][0], &d), -1);
    ck_assert_str_eq(err, bad[i][1]);
    ck_assert(!d.nports && !d.port && !d.io);
  }
}
END_TEST

/* ---- random netlists ---- */

static unsigned seed;
static unsigned upto(unsigned n) { return (unsigned)rand_r(&seed) % n; }

enum { NETS = 6000, SOURCES = 12000, LINES = 16000, NAME = 24 };
typedef struct {
  unsigned from, to;
  int add;
} edge;
typedef struct {
  unsigned net;
  int base; /* levels at the net: those of the memory that drives it */
  int port; /* -1: register or memory */
  const char *name;
} source;
typedef struct {
  unsigned net;
  int port;
  const char *name;
} sink;
static struct {
  unsigned nnet, nedge, nsource, nsink, nline, nport, cells, dff, mems;
  char net[NETS][NAME];
  edge e[4 * NETS];
  source from[SOURCES];
  sink to[SOURCES];
  char *line[LINES];
  char port[400][NAME], mem[NETS][NAME];
  int out[400];
  char in_list[NETS * NAME], out_list[NETS * NAME];
} w;

static unsigned new_net(const char *name) {
  if (name) snprintf(w.net[w.nnet], NAME, "%s", name);
  else snprintf(w.net[w.nnet], NAME, "n%u", w.nnet);
  return w.nnet++;
}
static void begins(unsigned net, int base, int port, const char *name) { w.from[w.nsource++] = (source){net, base, port, name}; }
static void ends(unsigned net, int port, const char *name) { w.to[w.nsink++] = (sink){net, port, name}; }
static void keep_line(const char *s) { w.line[w.nline++] = strdup(s); }

/* A port of `bits` bits: "p7[0]", or "p7" for one bit that is not a vector. */
static void bit_name(char *to, unsigned port, unsigned bit, int vector) {
  if (vector) snprintf(to, NAME, "p%u[%u]", port, bit);
  else snprintf(to, NAME, "p%u", port);
}

static void draw_gate(unsigned y) {
  static const char *const types[] = {"$_NOT_", "$_NAND_", "$_AOI3_", "$_MUX16_"};
  static const char pins[] = "ABCS"; /* C: no clock here */
  char s[300];
  unsigned n = 1 + upto(4);
  int at = snprintf(s, sizeof s, "%s %s", upto(2) ? ".gate" : ".subckt", types[n - 1]);
  for (unsigned i = 0; i < n; i++) {
    unsigned a = upto(8) ? y - 1 - upto(y < 60 ? y : 60) : upto(y);
    w.e[w.nedge++] = (edge){a, y, 1};
    at += snprintf(s + at, sizeof s - (size_t)at, " %c=%s", pins[i], w.net[a]);
  }
  snprintf(s + at, sizeof s - (size_t)at, " Y=%s\n", w.net[y]);
  keep_line(s), w.cells++;
}
static void draw_alias(unsigned y) {
  char s[100];
  unsigned a = upto(y);
  w.e[w.nedge++] = (edge){a, y, 0};
  snprintf(s, sizeof s, ".names %s %s\n1 1\n", w.net[a], w.net[y]);
  keep_line(s);
}

static void binary(char *to, unsigned v, unsigned digits) {
  for (unsigned i = 0; i < digits; i++) to[i] = (char)('0' + (v >> (digits - 1 - i) & 1));
  to[digits] = 0;
}

/* Reads without a clock take their addresses from nets that are there already; what begins a path at the memory's end may come later. */
static void draw_memory(unsigned total) {
  static char s[4000];
  char *name = w.mem[w.mems], bits[40], clocks[8];
  unsigned ports = 1 + upto(3), abits = 1 + upto(4), width = 1 + upto(3), n = w.nnet, clocked = upto(1u << ports);
  int at = snprintf(s, sizeof s, ".gate $mem_v2 RD_CLK=clk");
  snprintf(name, NAME, "mem%u", w.mems++);
  for (unsigned p = 0; p < ports; p++) {
    unsigned first = w.nnet;
    for (unsigned i = 0; i < width; i++) {
      const unsigned q = new_net(NULL);
      at += ports * width == 1 ? snprintf(s + at, sizeof s - (size_t)at, " RD_DATA=%s", w.net[q])
                               : snprintf(s + at, sizeof s - (size_t)at, " RD_DATA[%u]=%s", p * width + i, w.net[q]);
      if (clocked >> p & 1) begins(q, 0, -1, w.net[q]);
      else begins(q, (int)abits, -1, name);
    }
    for (unsigned i = 0; i < abits; i++) {
      const unsigned a = upto(n);
      at += ports * abits == 1 ? snprintf(s + at, sizeof s - (size_t)at, " RD_ADDR=%s", w.net[a])
                               : snprintf(s + at, sizeof s - (size_t)at, " RD_ADDR[%u]=%s", p * abits + i, w.net[a]);
      if (clocked >> p & 1) ends(a, -1, name);
      else
        for (unsigned k = 0; k < width; k++) w.e[w.nedge++] = (edge){a, first + k, (int)abits};
    }
  }
  static const char *const written[] = {"WR_ADDR[0]", "WR_DATA[0]", "WR_DATA[1]", "WR_EN[0]", "RD_EN"};
  for (unsigned i = 0; i < 5; i++) {
    const unsigned a = upto(w.nnet < total ? w.nnet : total);
    at += snprintf(s + at, sizeof s - (size_t)at, " %s=%s", written[i], w.net[a]);
    ends(a, -1, name);
  }
  binary(clocks, clocked, ports); /* the first port is the last digit */
  binary(bits, abits, 32);
  at += snprintf(s + at, sizeof s - (size_t)at, " WR_CLK=clk\n.param ABITS %s\n.param SIZE 0\n.param MEMID \"\\%s\"\n", bits, name);
  binary(bits, width, 32);
  snprintf(s + at, sizeof s - (size_t)at, ".param RD_CLK_ENABLE %s\n.param WIDTH %s\n", clocks, bits);
  keep_line(s);
}

/* About `total` nets, `inputs` and `outputs` ports; cells are listed in no order. */
static char *draw(unsigned total, unsigned inputs, unsigned outputs) {
  char name[NAME];
  for (unsigned i = 0; i < w.nline; i++) free(w.line[i]);
  memset(&w, 0, sizeof w);
  strcpy(w.in_list, ".inputs clk rst_n"), strcpy(w.out_list, ".outputs");
  for (unsigned p = 0; p < inputs; p++) {
    const unsigned bits = 1 + upto(3), vector = bits > 1 || upto(2);
    snprintf(w.port[w.nport], NAME, "p%u", p);
    for (unsigned b = 0; b < bits; b++) {
      bit_name(name, p, b, (int)vector);
      const unsigned v = new_net(name);
      begins(v, 0, (int)w.nport, w.net[v]);
      strcat(strcat(w.in_list, " "), name);
    }
    w.nport++;
  }
  new_net("rst_n"), new_net("$true");
  unsigned registers[NETS], nreg = 0;
  for (unsigned o = 0; w.nnet < total || o < outputs;) {
    const unsigned k = upto(20);
    if (w.nnet >= total || (k == 0 && o < outputs)) { /* an output port: its bits are gates or wires, and others may read them */
      const unsigned p = inputs + o++, bits = 1 + upto(3), vector = bits > 1 || upto(2);
      snprintf(w.port[w.nport], NAME, "p%u", p), w.out[w.nport] = 1;
      for (unsigned b = 0; b < bits; b++) {
        bit_name(name, p, b, (int)vector);
        const unsigned y = new_net(name);
        if (upto(2)) draw_gate(y);
        else draw_alias(y);
        ends(y, (int)w.nport, w.net[y]);
        strcat(strcat(w.out_list, " "), name);
      }
      w.nport++;
    } else if (k < 5) {
      const unsigned q = new_net(NULL);
      registers[nreg++] = q;
      begins(q, 0, -1, w.net[q]);
    } else if (k == 5) {
      draw_alias(new_net(NULL));
    } else if (k == 6) {
      draw_memory(total);
    } else {
      draw_gate(new_net(NULL));
    }
  }
  for (unsigned i = 0; i < nreg; i++) {
    char s[200];
    const unsigned q = registers[i], d = upto(w.nnet), e = upto(w.nnet);
    const int enabled = (int)upto(2);
    if (enabled) snprintf(s, sizeof s, ".gate $_DFFE_PN_ E=%s D=%s C=clk Q=%s\n", w.net[e], w.net[d], w.net[q]);
    else snprintf(s, sizeof s, ".gate $_SDFF_PN0_ C=clk Q=%s R=rst_n D=%s\n", w.net[q], w.net[d]);
    ends(d, -1, w.net[q]);
    if (enabled) ends(e, -1, w.net[q]);
    keep_line(s), w.dff++;
  }
  size_t n = strlen(w.in_list) + strlen(w.out_list) + 100;
  for (unsigned i = 0; i < w.nline; i++) {
    const unsigned k = i + upto(w.nline - i);
    char *t = w.line[i];
    w.line[i] = w.line[k], w.line[k] = t;
    n += strlen(w.line[i]);
  }
  char *text = malloc(n), *at = text;
  at += sprintf(at, "# a comment\n\n.model t\n%s\n%s\n.names $true\n1\n", w.in_list, w.out_list);
  for (unsigned i = 0; i < w.nline; i++) at += sprintf(at, "%s", w.line[i]);
  strcpy(at, ".end\n");
  return text;
}

/* ---- the model: nets are numbered so that every edge but those of registers goes upwards ---- */

static int by_end(const void *a, const void *b) { return (int)((const edge *)a)->to - (int)((const edge *)b)->to; }
static int at[NETS];
/* Levels of every net from the sources of a port (-1: registers and memories), of one name alone if there is one. */
static void model_run(int port, const char *name) {
  for (unsigned v = 0; v < w.nnet; v++) at[v] = -1;
  for (unsigned i = 0; i < w.nsource; i++)
    if (w.from[i].port == port && (!name || !strcmp(w.from[i].name, name)) && w.from[i].base > at[w.from[i].net]) at[w.from[i].net] = w.from[i].base;
  for (unsigned i = 0; i < w.nedge; i++) {
    const edge *e = &w.e[i];
    if (at[e->from] >= 0 && at[e->from] + e->add > at[e->to]) at[e->to] = at[e->from] + e->add;
  }
}
static int model_deepest(int to_port, const char *name) { /* to_port: -1 registers and memories, -2 any port, else that one */
  int most = -1;
  for (unsigned i = 0; i < w.nsink; i++)
    if ((to_port == -2 ? w.to[i].port >= 0 : w.to[i].port == to_port) && (!name || !strcmp(w.to[i].name, name)) && at[w.to[i].net] > most)
      most = at[w.to[i].net];
  return most;
}

static int greater(int a, int b) { return a > b ? a : b; }
/* The ends that are named are ends of a path of that many levels. */
static void named(const wt_depth *d, enum wt_depth_kind k, int in, int out) {
  int most = -1;
  if (d->levels[k] < 0) {
    ck_assert(!strcmp(d->from[k], "-") && !strcmp(d->to[k], "-"));
    return;
  }
  for (int p = -1; p < (int)w.nport; p++)
    if ((p >= 0) == in) model_run(p, d->from[k]), most = greater(most, model_deepest(out ? -2 : -1, d->to[k]));
  ck_assert_msg(most == d->levels[k], "kind %d from %s to %s: %d, model %d", (int)k, d->from[k], d->to[k], d->levels[k], most);
}

static void compare(const wt_depth *d) {
  int most[WT_DEPTH_KINDS] = {-1, -1, -1, -1};
  ck_assert(d->cells == w.cells && d->dff == w.dff && d->mems == w.mems && d->nports == w.nport);
  qsort(w.e, w.nedge, sizeof *w.e, by_end);
  for (unsigned p = 0; p < w.nport; p++) ck_assert(!strcmp(d->port[p].name, w.port[p]) && d->port[p].out == w.out[p]);
  for (int p = -1; p < (int)w.nport; p++) {
    if (p >= 0 && w.out[p]) {
      for (unsigned o = 0; o < w.nport; o++) ck_assert_int_eq(d->io[(unsigned)p * w.nport + o], WT_DEPTH_NONE);
      continue;
    }
    model_run(p, NULL);
    const int to_reg = model_deepest(-1, NULL);
    most[p < 0 ? WT_DEPTH_RR : WT_DEPTH_IR] = greater(most[p < 0 ? WT_DEPTH_RR : WT_DEPTH_IR], to_reg);
    if (p >= 0) ck_assert_int_eq(d->port[p].reg, to_reg);
    for (unsigned o = 0; o < w.nport; o++) {
      const int n = w.out[o] ? model_deepest((int)o, NULL) : -1;
      most[p < 0 ? WT_DEPTH_RO : WT_DEPTH_IO] = greater(most[p < 0 ? WT_DEPTH_RO : WT_DEPTH_IO], n);
      if (p < 0 && w.out[o]) ck_assert_int_eq(d->port[o].reg, n);
      if (p >= 0) ck_assert_int_eq(d->io[(unsigned)p * w.nport + o], n);
    }
  }
  int all = -1;
  for (int k = 0; k < WT_DEPTH_KINDS; k++) {
    ck_assert_int_eq(d->levels[k], most[k]);
    all = greater(all, most[k]);
  }
  ck_assert_int_eq(wt_depth_most(d), all);
  named(d, WT_DEPTH_RR, 0, 0), named(d, WT_DEPTH_IR, 1, 0), named(d, WT_DEPTH_RO, 0, 1), named(d, WT_DEPTH_IO, 1, 1);
}

static void same_figures(const wt_depth *a, const wt_depth *b) {
  ck_assert(a->cells == b->cells && a->dff == b->dff && a->mems == b->mems && a->nports == b->nports);
  ck_assert(!memcmp(a->levels, b->levels, sizeof a->levels));
  for (int k = 0; k < WT_DEPTH_KINDS; k++) ck_assert(!strcmp(a->from[k], b->from[k]) && !strcmp(a->to[k], b->to[k]));
  for (unsigned p = 0; p < a->nports; p++)
    ck_assert(!strcmp(a->port[p].name, b->port[p].name) && a->port[p].out == b->port[p].out && a->port[p].reg == b->port[p].reg);
  ck_assert(!memcmp(a->io, b->io, (size_t)a->nports * a->nports * sizeof *a->io));
}

/* From a handful of nets to more than the first tables hold; what is kept of each is read back the same. */
START_TEST(random_netlists_are_those_of_the_model) {
  static char kept[400000];
  for (seed = 1; seed <= 120;) {
    const unsigned s = seed, big = s % 40 == 0;
    char *text = big ? draw(5200, 12, 12) : s % 4 ? draw(10 + upto(200), 1 + upto(6), upto(6)) : draw(1 + upto(12), upto(3), upto(3));
    wt_depth d, e;
    ck_assert_msg(!read_text(text, &d), "%u: %s", s, err);
    compare(&d);
    FILE *f = fmemopen(kept, sizeof kept, "w");
    ck_assert_int_eq(wt_depth_save(f, &d), 0);
    fclose(f);
    f = fmemopen(kept, strlen(kept), "r");
    ck_assert_int_eq(wt_depth_load(f, &e), 0);
    fclose(f);
    same_figures(&d, &e);
    wt_depth_free(&d), wt_depth_free(&e);
    free(text);
    seed = s + 1;
  }
}
END_TEST

/* A chain of 100 000 inverters: so many levels, read in a fraction of a second. */
START_TEST(a_long_chain_is_as_deep_as_it_is_long) {
  enum { LONG = 100000 };
  char *text = malloc(LONG * 60), *at_text = text;
  wt_depth d;
  at_text += sprintf(at_text, ".model t\n.inputs a\n.outputs x\n.names a n0\n1 1\n.names n%d x\n1 1\n", LONG);
  for (unsigned i = 0; i < LONG; i++) at_text += sprintf(at_text, ".gate $_NOT_ A=n%u Y=n%u\n", i, i + 1);
  ck_assert_msg(!read_text(text, &d), "%s", err);
  ck_assert(d.levels[WT_DEPTH_IO] == LONG && d.cells == LONG && io(&d, "a", "x") == LONG);
  wt_depth_free(&d), free(text);
}
END_TEST

/* ---- kept figures ---- */

static const char kept_text[] = "wt_depth 1 3 4 2 1\n3 q q\n2 a[1] q\n-1 - -\n0 a[0] x\na 0 2\nx 1 -1\ny 1 7\n0 1 0\n0 2 5\nend\n";

START_TEST(kept_figures_are_text_and_a_cut_file_is_none) {
  char text[300];
  wt_depth d;
  FILE *f = fmemopen((void *)(uintptr_t)kept_text, strlen(kept_text), "r");
  ck_assert(!wt_depth_load(f, &d));
  fclose(f);
  ck_assert(d.nports == 3 && d.cells == 4 && d.dff == 2 && d.mems == 1);
  ck_assert(d.levels[WT_DEPTH_RR] == 3 && d.levels[WT_DEPTH_IR] == 2 && d.levels[WT_DEPTH_RO] == -1 && d.levels[WT_DEPTH_IO] == 0);
  ck_assert(io(&d, "a", "x") == 0 && io(&d, "a", "y") == 5 && reg(&d, "a") == 2 && reg(&d, "x") == -1 && reg(&d, "y") == 7);
  ck_assert_str_eq(d.from[WT_DEPTH_IR], "a[1]");
  f = fmemopen(text, sizeof text, "w");
  ck_assert(!wt_depth_save(f, &d));
  fclose(f);
  ck_assert_str_eq(text, kept_text);
  wt_depth_free(&d);
  for (size_t n = 1; n < strlen(kept_text) - 1; n++) { /* without its last line break it is whole */
    f = fmemopen((void *)(uintptr_t)kept_text, n, "r");
    memset(&d, 0x5a, sizeof d); /* whatever it held */
    ck_assert_msg(wt_depth_load(f, &d) == -1 && !d.nports && !d.port && !d.io, "%zu of its characters are read", n);
    fclose(f);
  }
  static const char *const wrong[][2] = {{"0 1 0", "3 1 0"}, {"0 1 0", "0 3 0"}, {"end", "eng"}, {"wt_depth 1", "wt_depth 2"}};
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    strcpy(text, kept_text);
    memcpy(strstr(text, wrong[i][0]), wrong[i][1], strlen(wrong[i][1]));
    f = fmemopen(text, strlen(text), "r");
    ck_assert_msg(wt_depth_load(f, &d) == -1, "%s", wrong[i][1]);
    fclose(f);
  }
}
END_TEST

/* What was read, kept, or refused leaves nothing behind. */
START_TEST(nothing_is_left_in_memory) {
  char text[4000];
  size_t before = 0;
  for (unsigned round = 0; round < 400; round++) {
    wt_depth d, e;
    seed = 3;
    if (round == 300) before = suite_heap(); /* until then the C library fills its own shelves */
    ck_assert(!read_text(netlist, &d) && read_text(".model a\n.gate $_NOT_ A=x Y\n", &e));
    FILE *f = fmemopen(text, sizeof text, "w");
    ck_assert(!wt_depth_save(f, &d));
    fclose(f);
    f = fmemopen(text, strlen(text), "r");
    ck_assert(!wt_depth_load(f, &e));
    fclose(f);
    wt_depth_free(&d), wt_depth_free(&e);
    f = fmemopen(text, strlen(text) / 2, "r");
    ck_assert(wt_depth_load(f, &e));
    fclose(f);
    char *drawn = draw(100, 3, 3);
    ck_assert(!read_text(drawn, &d));
    wt_depth_free(&d), free(drawn);
  }
  ck_assert_uint_lt(suite_heap(), before + 1000); /* of a hundred rounds */
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_depth_nets");
  TCase *tc = tcase_create("depth");
  tcase_set_timeout(tc, 30);
  tcase_add_test(tc, levels_of_a_netlist_are_known);
  tcase_add_test(tc, memories_are_passed_by_a_tree_or_end_paths);
  tcase_add_test(tc, a_read_that_is_known_in_part_is_no_way);
  tcase_add_test(tc, of_equally_deep_paths_the_first_is_named);
  tcase_add_test(tc, what_is_no_flat_mapped_netlist_is_refused);
  tcase_add_test(tc, random_netlists_are_those_of_the_model);
  tcase_add_test(tc, a_long_chain_is_as_deep_as_it_is_long);
  tcase_add_test(tc, kept_figures_are_text_and_a_cut_file_is_none);
  tcase_add_test(tc, nothing_is_left_in_memory);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
