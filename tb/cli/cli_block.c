/* cli_block.c - warptwin block: the ports of a block for somebody who writes one, a folder to begin with, and the linter's word on a file. */
#define _DEFAULT_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/wt_cli_say.h"
#include "cosim/wt_rtl_src.h"
#include "cosim/wt_user.h"
#include "lib/wt_guest.h"
#include "lib/wt_home.h"

enum { OPT_C = 770, OPT_SV, OPT_LIKE };

typedef struct {
  wt_cli_shape shape;
  const char *what, *arg, *like;
  int c, sv;
} block_opts;

/* ---- ports ---- */

static const char *const kinds[] = {"early", "late", "moore", "mealy"};

/* A width as the rows have it, in words of the package: "SLOTS" becomes wt_pkg::SLOTS. */
static void in_package(const char *expr, char *buf, size_t n) {
  size_t at = 0;
  for (const char *p = expr; *p && at + 20 < n;) {
    size_t len = 0;
    while (isalnum((unsigned char)p[len]) || p[len] == '_') len++;
    if (!len) buf[at++] = *p++;
    else at += (size_t)snprintf(buf + at, n - at, "%s%.*s", isdigit((unsigned char)*p) ? "" : "wt_pkg::", (int)len, p), p += len;
  }
  buf[at] = 0;
}
static int is_word(const char *expr) { return expr[strspn(expr, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")] == 0; }

/* "[W-1:0]" of port i, or "" for a bit. */
static const char *range(const wt_world *x, unsigned i, char *buf, size_t n) {
  const wt_row *r = &x->port_row[i];
  char width[200], count[200];
  const unsigned drivers = wt_port_is_input(&x->port[i]) ? wt_row_views(x->blk, x->owner[i]) : 1;
  if (wt_world_bits(x, i) == 1 && (!*r->expr[0] || r->expr[0][0] == '1')) return *buf = 0, buf;
  in_package(r->expr[0], width, sizeof width), in_package(r->expr[1], count, sizeof count);
  const int number = isdigit((unsigned char)r->expr[0][0]) && is_word(r->expr[0]);
  if (drivers > 1 || !*r->expr[0] || (number && r->n == 1 && !strcmp(r->expr[1], "1"))) snprintf(buf, n, "[%u:0]", wt_world_bits(x, i) - 1);
  else if (r->n == 1 && !strcmp(r->expr[1], "1")) snprintf(buf, n, is_word(r->expr[0]) ? "[%s-1:0]" : "[(%s)-1:0]", width);
  else if (!strcmp(r->expr[0], "1")) snprintf(buf, n, is_word(r->expr[1]) ? "[%s-1:0]" : "[(%s)-1:0]", count);
  else snprintf(buf, n, "[(%s)*(%s)-1:0]", width, count);
  return buf;
}

static void ports_sv(FILE *f, const wt_world *x, const char *module) {
  char text[500];
  fprintf(
    f,
    "// Ports of block %s, here for the shape %s (warptwin block ports %s --sv). early: inputs that the outputs of the same cycle may depend on;\n"
    "// late: the clock edge alone; moore: outputs of the state alone; mealy: of the state and of early inputs.\n",
    x->w.block, x->w.shape, x->w.block);
  fprintf(f, "`default_nettype none\nmodule %s ", module);
  if (wt_blk_here(x->blk) > 1) fprintf(f, "#(\n  parameter int unsigned Idx = 0 // which of the %u it is\n) ", wt_blk_here(x->blk));
  fprintf(f, "(\n  input  wire logic clk,\n  input  wire logic rst_n, // synchronous, low for two cycles");
  for (unsigned i = 0; i < x->w.ports; i++) {
    const wt_block_port *p = &x->port[i];
    const char *means = x->port_row[i].text;
    range(x, i, text, sizeof text);
    fprintf(f, "\n  %s logic %s%s%s%s // %s, %u bit%s%s%s", wt_port_is_input(p) ? "input  wire" : "output", text, *text ? " " : "", p->name,
            i + 1 < x->w.ports ? "," : "", kinds[p->kind], wt_world_bits(x, i), wt_world_bits(x, i) == 1 ? "" : "s", *means ? ": " : "", means);
  }
  fprintf(f, "\n);\nendmodule\n`default_nettype wire\n");
}

static void ports_c(FILE *f, const wt_world *x) {
  char up[64];
  const char *b = x->w.block;
  size_t k = 0;
  for (; b[k] && k + 1 < sizeof up; k++) up[k] = (char)toupper((unsigned char)b[k]);
  up[k] = 0;
  fprintf(f, "/* Ports of block %s for the shape %s (warptwin block ports %s --c). Values are numbers in 32-bit words, the lowest first. */\n", b,
          x->w.shape, b);
  fprintf(f, "#ifndef %s_PORTS_H\n#define %s_PORTS_H\n#include <string.h>\n\n#include \"warptwin_block.h\"\n\n", up, up);
  fprintf(f, "/* For wt_block_api.ports: other shapes have other ports. */\n#define %s_PORTS UINT64_C(0x%016" PRIx64 ")\n\ntypedef struct {\n", up,
          wt_world_hash(&x->w));
  for (unsigned i = 0; i < x->w.ports; i++) {
    const wt_block_port *p = &x->port[i];
    const char *means = x->port_row[i].text;
    fprintf(f, "  %suint32_t *%s; /* %s, %u bit%s", wt_port_is_input(p) ? "const " : "", p->name, kinds[p->kind], p->bits, p->bits == 1 ? "" : "s");
    if (p->elements > 1) fprintf(f, ", %u elements of %u", p->elements, p->element);
    fprintf(f, "%s%s */\n", *means ? ": " : "", means);
  }
  fprintf(f, "} %s_ports;\n\n/* 0, or -1: the world has other ports. */\nstatic inline int %s_ports_find(const wt_block_world *w, %s_ports *p) {\n",
          b, b, b);
  fprintf(f, "  static const char *const names[] = {");
  for (unsigned i = 0; i < x->w.ports; i++) fprintf(f, "%s\"%s\"", i ? ", " : "", x->port[i].name);
  fprintf(f,
          "};\n  uint32_t *at[sizeof names / sizeof *names];\n  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {\n"
          "    at[i] = NULL;\n    for (uint32_t k = 0; k < w->ports; k++)\n      if (!strcmp(w->port[k].name, names[i])) at[i] = w->port[k].value;\n"
          "    if (!at[i]) return -1;\n  }\n");
  for (unsigned i = 0; i < x->w.ports; i++) fprintf(f, "  p->%s = at[%u];\n", x->port[i].name, i);
  fprintf(f, "  return 0;\n}\n#endif\n");
}

static int ports(const block_opts *o, const wt_blks *blks) {
  const wt_blk *b = wt_blk_find(blks, o->arg);
  char module[80];
  wt_world x;
  if (!b || b->outside) return wt_cli_error(2, "block ports %s: no such block; 'warptwin bench' without a block lists them", o->arg);
  if (o->c + o->sv != 1) return wt_cli_error(2, "block ports %s: give one of --c, a header, or --sv, the head of a module", o->arg);
  if (wt_world_open(&x, blks, b, wt_blk_here(b))) return wt_cli_error(2, "out of memory");
  snprintf(module, sizeof module, "my_%s", b->stem);
  if (o->sv) ports_sv(stdout, &x, module);
  else ports_c(stdout, &x);
  wt_world_close(&x);
  return 0;
}

/* ---- a folder to begin with ---- */

/* Words of SystemVerilog (IEEE 1800-2017, annex B) that look like a name of a module. */
static int is_keyword(const char *name) {
  static const char words[] =
    " accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before begin bind bins binsof bit break buf "
    "bufif0 "
    "bufif1 byte case casex casez cell chandle checker class clocking cmos config const constraint context continue cover covergroup coverpoint "
    "cross "
    "deassign default defparam design disable dist do edge else end endcase endchecker endclass endclocking endconfig endfunction endgenerate "
    "endgroup "
    "endinterface endmodule endpackage endprimitive endprogram endproperty endsequence endspecify endtable endtask enum event eventually expect "
    "export "
    "extends extern final first_match for force foreach forever fork forkjoin function generate genvar global highz0 highz1 if iff ifnone "
    "ignore_bins "
    "illegal_bins implements implies import incdir include initial inout input inside instance int integer interconnect interface intersect join "
    "join_any join_none large let liblist library local localparam logic longint macromodule matches medium modport module nand negedge nettype new "
    "nexttime nmos nor noshowcancelled not notif0 notif1 null or output package packed parameter pmos posedge primitive priority program property "
    "protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence rcmos real realtime ref reg "
    "reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1 s_always s_eventually s_nexttime s_until s_until_with scalared "
    "sequence shortint shortreal showcancelled signed small soft solve specify specparam static string strong strong0 strong1 struct super supply0 "
    "supply1 sync_accept_on sync_reject_on table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand "
    "trior trireg type typedef union unique unique0 unsigned until until_with untyped use uwire var vectored virtual void wait wait_order wand weak "
    "weak0 weak1 while wildcard wire with within wor xnor xor ";
  char word[64];
  snprintf(word, sizeof word, " %.60s ", name);
  return strstr(words, word) != NULL;
}

/* Text of our module with another name, and what it includes of its ports and its state written out. */
static char *renamed(const wt_blk *blk, const char *name) {
  char path[1200], ours[64], *text = NULL;
  size_t n = 0;
  snprintf(path, sizeof path, "%s/rtl/%s/wt_%s.sv", wt_root(), blk->group, blk->stem);
  snprintf(ours, sizeof ours, "module wt_%s", blk->stem);
  char *whole = wt_src_written_out(wt_root(), path);
  FILE *out = whole ? open_memstream(&text, &n) : NULL;
  for (char *line = whole, *e; out && (e = strchr(line, '\n')); line = e + 1) {
    *e = 0;
    const char *at = strstr(line, ours);
    if (!strncmp(line, "// ", 3) && (strstr(line, "Model  ") || strstr(line, "Doc  "))) continue;
    if (!strncmp(line, "// wt_", 6))
      fprintf(out, "// %s, which began as wt_%s: %s\n", name, blk->stem, strchr(line, ':') ? strchr(line, ':') + 2 : "");
    else if (at) fprintf(out, "%.*smodule %s%s\n", (int)(at - line), line, name, at + strlen(ours));
    else fprintf(out, "%s\n", line);
  }
  if (out) fclose(out);
  free(whole);
  return text;
}

static int write_text(const char *dir, const char *name, const char *text) {
  char path[1200];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return wt_cli_write(path, text, strlen(text));
}

static int new_folder(const block_opts *o, const wt_blks *blks) {
  char text[3000], file[200];
  const wt_blk *b = o->like ? wt_blk_find(blks, o->like) : NULL;
  const char *name = o->arg;
  if (!o->like) return wt_cli_error(2, "block new %s: like which block? --like sched", name);
  if (!b || b->outside) return wt_cli_error(2, "--like %s: no such block; 'warptwin bench' without a block lists them", o->like);
  if (!isalpha((unsigned char)*name) || name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] || strlen(name) > 50)
    return wt_cli_error(2, "block new %s: the name is that of a module: letters, digits and _", name);
  if (is_keyword(name)) return wt_cli_error(2, "block new %s: the name is that of the module, and this is a word of SystemVerilog", name);
  if (o->c)
    return wt_cli_error(2, "block new %s --c: the folder begins with SystemVerilog; for C see examples/block/youngest.c and 'block ports %s --c'",
                        name, b->stem);
  if (!strncmp(name, "wt_", 3)) return wt_cli_error(2, "block new %s: names that begin with wt_ are those of our modules", name);
  if (mkdir(name, 0777)) return wt_cli_error(2, "block new %s: cannot make the folder: %s", name, strerror(errno));
  char *sv = renamed(b, name);
  snprintf(file, sizeof file, "%s.sv", name);
  int bad = !sv || write_text(name, file, sv);
  free(sv);
  snprintf(text, sizeof text,
           "# %s, a block in the place of %s\n\n%s.sv drives the machine: its ports are those of the block, inside it is yours.\n"
           "`make` lints it, runs its bench and kernels, and says what it costs; CONFIG=default takes another shape.\n"
           "`warptwin block ports %s --sv` says what each port means; `warptwin run k.cubin ... --use %s=%s.sv` runs a program with it.\n",
           name, b->stem, name, b->stem, b->stem, name);
  bad = bad || write_text(name, "README.md", text);
  snprintf(
    text, sizeof text,
    "# make: lint, bench, kernels, price of %s.sv in the place of %s\nWARPTWIN ?= warptwin\nCONFIG ?= small\nKERNELS ?= bfs,matmul,nw,hist,vecadd\n"
    "SHAPE = --config $(CONFIG)\n\nall: lint bench kernels price\nlint:\n\t$(WARPTWIN) block lint %s=%s.sv $(SHAPE)\n"
    "# outputs against ours under random stimulus: right for a block that must behave as ours does\nbench:\n"
    "\t$(WARPTWIN) bench %s --use %s.sv $(SHAPE)\n# cycles of ours and of this one, every result judged by the oracle and the kernels' "
    "references\nkernels:\n"
    "\t$(WARPTWIN) compare --over use:%s=-,%s.sv $(SHAPE) $(KERNELS)\nprice:\n\t$(WARPTWIN) size --rtl %s.sv --block %s $(SHAPE)\n"
    ".PHONY: all lint bench kernels price\n",
    name, b->stem, b->stem, name, b->stem, name, b->stem, name, name, b->stem);
  bad = bad || write_text(name, "Makefile", text);
  if (bad) return 2;
  printf("%s: %s.sv, README.md, Makefile; begin with: cd %s && make lint\n", name, name, name);
  return 0;
}

/* ---- lint ---- */

static int lint(const block_opts *o, const wt_blks *blks) {
  char block[64], file[1024], module[64], err[2000], *said = NULL, dir[] = "/tmp/warptwin-lint.XXXXXX";
  wt_world x;
  wt_user u;
  if (wt_guest_split(o->arg, block, file, module, err, sizeof err)) return wt_cli_error(2, "%s", err);
  const wt_blk *b = wt_blk_find(blks, block);
  if (!b || b->outside) return wt_cli_error(2, "block lint %s: no block '%s'; 'warptwin bench' without a block lists them", o->arg, block);
  if (wt_user_open(&u, b, file, module, err, sizeof err)) return wt_cli_error(2, "%s", err);
  if (wt_world_open(&x, blks, b, wt_blk_here(b))) return wt_cli_error(2, "out of memory");
  if (!mkdtemp(dir)) return wt_world_close(&x), wt_cli_error(2, "%s: %s", dir, strerror(errno));
  int bad = wt_user_lint(&u, &x, dir, &said, err, sizeof err);
  if (bad > 0) {
    fputs(said ? said : "", stderr);
    printf("%s: ports as block %s has them in %s; what Verilator's -Wall says is on standard error\n", file, block, x.w.shape);
  }
  free(said);
  if (bad < 0) wt_cli_error(2, "%s", err);
  if (!bad) printf("%s: ports as block %s has them in %s, no word of Verilator's -Wall\n", file, block, x.w.shape);
  wt_user_forget(dir);
  wt_world_close(&x);
  return bad < 0 ? 2 : bad;
}

static error_t parse(int key, char *arg, struct argp_state *st) {
  block_opts *o = st->input;
  switch (key) {
    case OPT_C: o->c = 1; return 0;
    case OPT_SV: o->sv = 1; return 0;
    case OPT_LIKE: o->like = arg; return 0;
    case ARGP_KEY_ARG:
      if (!o->what) o->what = arg;
      else if (!o->arg) o->arg = arg;
      else argp_error(st, "one thing at a time, not also '%s'", arg);
      return 0;
    case ARGP_KEY_END:
      if (!o->what || (strcmp(o->what, "ports") && strcmp(o->what, "new") && strcmp(o->what, "lint")))
        argp_error(st, "expected ports BLOCK, new NAME --like BLOCK, or lint BLOCK=FILE.sv");
      else if (!o->arg) argp_error(st, "%s of what? %s", o->what, !strcmp(o->what, "new") ? "a name for the folder and its module" : "a block");
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->shape; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

int wt_cmd_block(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"sv", OPT_SV, NULL, 0, "ports: as the head of a SystemVerilog module", 0},
    {"c", OPT_C, NULL, 0, "ports: as a header in C, for a shared object (warptwin_block.h)", 0},
    {"like", OPT_LIKE, "BLOCK", 0, "new: the block in whose place it will stand, and whose text it begins with", 0},
    {0}};
  static const struct argp_child children[] = {{&wt_cli_shape_argp, 0, "Shape", 1}, {0}};
  static const struct argp a = {options,
                                parse,
                                "ports BLOCK --sv\nports BLOCK --c\nnew NAME --like BLOCK\nlint BLOCK=FILE.sv[:MODULE]",
                                "For a block of your own (--use): its ports in a shape, a folder to begin with, the linter's word on it.",
                                children,
                                NULL,
                                NULL};
  block_opts o = {0};
  wt_shape S;
  char err[500];
  wt_cli_parse(&a, argc, argv, &o);
  if (wt_cli_shape_of(&o.shape, &S, err, sizeof err)) return wt_cli_error(2, "%s", err);
  wt_blks *blks = wt_blks_new(&S);
  if (!blks) return wt_cli_error(2, "out of memory");
  int rc = !strcmp(o.what, "ports") ? ports(&o, blks) : !strcmp(o.what, "new") ? new_folder(&o, blks) : lint(&o, blks);
  wt_blks_free(blks);
  return rc;
}
