/* tables.c - tables of rows for the programs, and what the benches and check-reads get. */
#include <string.h>

#include "gen.h"

/* ---- row tables ---- */

/* Bits of what block b reads: of all instances of an array and all copies that its module sees together, and of a route its own part. */
static void bits_seen(FILE *f, const block *b, const row *in) {
  const block *d = driver(in->a[0]);
  const row *s = shape_of(d, find_out(in->a[0], in->a[1]));
  const route *t = routed(b->module, d, in->a[1]);
  const char *copies = copies_below(b->module, d);
  char width[ARG_LEN], count[ARG_LEN];
  strcpy(width, s->a[C_WIDTH]), strcpy(count, s->a[C_COUNT]);
  if (t && !strcmp(t->sig, in->a[1])) inside_of(width, s->a[C_WIDTH]), inside_of(count, s->a[C_COUNT]);
  fprintf(f, "(%s) * (%s) * (%s) * (%s)", width, count, d->count, copies ? copies : "1");
}

static void emit_row(FILE *f, const block *b, const row *r) {
  static const char *const kind[] = {"OUT", "OUTQ", "FF", "MEM"};
  if (r->kind == R_IN || r->kind == R_INT) {
    fprintf(f, "  ADDI(\"%s\", \"%s\", %d, ", r->a[0], r->a[1], r->kind == R_IN), bits_seen(f, b, r), fprintf(f, ");\n");
    return;
  }
  if (r->kind == R_MEM) {
    fprintf(f, "  ADD(MEM, \"%s\", %s, %s, 1, %s, %s, 0, offsetof(BT, q.%s), offsetof(BT, q.%s_log));\n", r->a[0], r->a[C_TYPE], r->a[C_WIDTH],
            r->a[3], r->a[4], r->a[0], r->a[0]);
    return;
  }
  const row *s = shape_of(b, r);
  int out = r->kind == R_OUT || r->kind == R_OUTQ || exported_as(b, r);
  int flag = r->kind == R_OUT ? !strcmp(r->a[C_KIND], "MOORE") : r->kind == R_OUTQ ? 1 : is_reset(r);
  fprintf(f, "  ADD(%s, \"%s\", %s, %s, %s, 0, 0, %d, offsetof(BT, %s%s), 0);\n", kind[r->kind], r->a[0], s->a[C_TYPE], s->a[C_WIDTH], s->a[C_COUNT],
          flag,
          b->outside ? ""
          : out      ? "o."
                     : "q.",
          s->a[C_NAME]);
}

/* Where the instances of a block lie in the C machine and in the RTL. */
static void emit_place(FILE *f, int i) {
  const block *b = &blk[i];
  int chain[MAX_MODULES], n = 0;
  for (int m = b->module; mod[m].parent >= 0; m = mod[m].parent) chain[n++] = m;
  fprintf(f, "  wt_blk_init(b, \"%s\", \"%s\", \"%s\", \"", b->stem, b->drv, b->group);
  for (int k = n - 1; k >= 0; k--) fprintf(f, "g_%s[%%u].u_%s.", mod[chain[k]].name, mod[chain[k]].name);
  if (alternative(b)) fprintf(f, "g_%s.u_%s", b->drv, b->drv);
  else if (option(b)) fprintf(f, "g_%s.u_%s", b->stem, b->stem);
  else if (single(b)) fprintf(f, "u_%s", b->stem);
  else fprintf(f, "g_%s[%%u].u_%s", b->stem, b->stem);
  fprintf(f, "\", %s, %s);\n  b->at = offsetof(wt_%s, %s), b->size = sizeof(BT);\n", b->chosen,
          b->number    ? "WT_WIRED"
          : b->outside ? "WT_OUTSIDE"
                       : "WT_INSIDE",
          mod[b->module].name, b->stem);
  for (int k = n - 1; k >= 0; k--)
    fprintf(f, "  wt_blk_inside(b, %s, sizeof(wt_%s), offsetof(wt_%s, %s));\n", mod[chain[k]].count, mod[chain[k]].name,
            mod[mod[chain[k]].parent].name, mod[chain[k]].name);
  fprintf(f, "  b->modules = %d;\n", n);
  if (!single(b)) fprintf(f, "  wt_blk_inside(b, %s, sizeof(BT), 0);\n", b->count);
}

/* Where copies of a module keep what they see of a driver around them, in the first of them. */
static void emit_seen(FILE *f) {
  fprintf(f, "\n/* what copies see of blocks around them */\nconst wt_seen wt_seens[] = {\n");
  for (int m = 0; m < nmod; m++)
    for (int d = 0; d < nblk; d++) {
      if (!has_routes(m, &blk[d])) continue;
      int modules = 0;
      fprintf(f, "  {\"%s\", offsetof(wt_%s, seen_%s)", blk[d].drv, mod[m].name, blk[d].drv);
      for (int k = m; mod[k].parent >= 0; k = mod[k].parent, modules++) fprintf(f, " + offsetof(wt_%s, %s)", mod[mod[k].parent].name, mod[k].name);
      fprintf(f, ", %d},\n", modules);
    }
  fprintf(f, "};\nconst unsigned wt_nseens = sizeof wt_seens / sizeof *wt_seens;\n");
}

/* Whose the rows are: the expressions of the WARP rows, by their number. */
static void emit_warps(FILE *f, const block *b) {
  if (!b->nwarps) return;
  fprintf(f, "\nstatic int warp_of_%s(const void *block, const wt_m *at, unsigned group, unsigned e, unsigned b) {\n", b->stem);
  fprintf(f, "  const wt_shape *S = at->S;\n#include \"spec/wt_locals.h\"\n  const wt_%s *self = block;\n  (void)self, (void)e, (void)b;\n", b->stem);
  for (int m = b->module; m >= 0; m = mod[m].parent)
    fprintf(f, "  const wt_%s *%s = at->%s;\n  (void)%s;\n", mod[m].name, mod[m].name, mod[m].name, mod[m].name);
  if (child_of(b->module) >= 0) {
    const char *in = mod[child_of(b->module)].name;
    fprintf(f, "  const wt_%s *%s = at->%s;\n  (void)%s;\n", in, in, in, in);
  }
  fprintf(f, "  switch (group) {\n");
  for (int i = 0; i < b->nwarps; i++) {
    const char(*a)[ARG_LEN] = (const char(*)[ARG_LEN])b->warps[i].a;
    if (strcmp(a[0], "0")) fprintf(f, "    case %d: return (%s) ? (int)(%s) : -1;\n", i + 1, a[0], a[1]);
  }
  fprintf(f, "    default: return -1;\n  }\n}\n");
}

static void in_string(FILE *f, const char *text) {
  for (; *text; text++) fprintf(f, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
}

void emit_descs(FILE *f) {
  fprintf(f, "#include <stddef.h>\n\n#include \"state/wt_rows.h\"\n");
  fprintf(f, "#define ADD(k, nm, ct, w, n, d, p, flag, o, lo) wt_row_add(b, WT_ROW_##k, nm, WT_CS_##ct, w, n, d, p, flag, o, lo, #w, #n, #d)\n"
             "#define SIZE(k, nm, text, e, r, w, s, rows) wt_size_add(b, WT_SZ_##k, nm, text, e, r, w, s, 0, #e, rows)\n"
             "#define LOGIC(nm, text, ge) wt_size_add(b, WT_SZ_LOGIC, nm, text, 1, 0, 0, 0, ge, #ge, \"\")\n"
             "#define ADDI(drv, sig, early, bits) wt_row_addi(b, drv, sig, early, bits)\n");
  for (int i = 0; i < nblk; i++) {
    const block *b = &blk[i];
    emit_warps(f, b);
    fprintf(f, "\nstatic void d_%s(const wt_shape *S, wt_blk *b) {\n#include \"spec/wt_locals.h\"\n", b->stem);
    fprintf(f, b->outside ? "  typedef wt_%s_out BT;\n" : "  typedef wt_%s BT;\n", b->stem);
    emit_place(f, i);
    for (int r = 0; r < b->nrows; r++) emit_row(f, b, &b->rows[r]);
    for (int r = 0; r < b->nsizes; r++) {
      const char(*a)[ARG_LEN] = (const char(*)[ARG_LEN])b->sizes[r].a;
      if (b->sizes[r].kind == R_SIZE) fprintf(f, "  SIZE(%s, \"%s\", %s, %s, %s, %s, %s, \"%s\");\n", a[2], a[0], a[1], a[3], a[4], a[5], a[6], a[7]);
      else fprintf(f, "  LOGIC(\"%s\", %s, %s);\n", a[0], a[1], a[2]);
    }
    if (b->nwarps) fprintf(f, "  b->warp_of = warp_of_%s;\n", b->stem);
    fprintf(f, "}\nstatic void said_%s(wt_blk *b) {\n  (void)b;\n", b->stem);
    for (int r = 0; r < b->nwarps; r++) fprintf(f, "  wt_warp_add(b, %d, \"%s\");\n", r + 1, b->warps[r].a[2]);
    for (int r = 0; r < b->nrows; r++) {
      const row *x = &b->rows[r];
      const char *text = *x->text || x->kind != R_OUTQ ? x->text : shape_of(b, x)->text;
      if (x->kind <= R_OUTQ && *text) fprintf(f, "  wt_text_add(b, \"%s\", \"", x->a[C_NAME]), in_string(f, text), fprintf(f, "\");\n");
    }
    for (int r = 0; r < b->nvalids; r++) fprintf(f, "  wt_valid_add(b, \"%s\", \"%s\");\n", b->valids[r].a[0], b->valids[r].a[1]);
    if (*b->seen) fprintf(f, "  wt_seen_add(b, \"%s\");\n", b->seen);
    fprintf(f, "}\n");
  }
  fprintf(f, "\nvoid (*const wt_desc_fns[])(const wt_shape *, wt_blk *) = {\n");
  for (int i = 0; i < nblk; i++) fprintf(f, "  d_%s,\n", blk[i].stem);
  fprintf(f, "};\nvoid (*const wt_said_fns[])(wt_blk *) = {\n");
  for (int i = 0; i < nblk; i++) fprintf(f, "  said_%s,\n", blk[i].stem);
  fprintf(f, "};\nconst unsigned wt_ndescs = %d;\n", nblk);
  emit_seen(f);
  fprintf(f, "\n/* what leaves the machine */\nconst char *const wt_ports[][2] = {\n");
  for (int i = 0; i < nport; i++) fprintf(f, "  {\"%s\", \"%s\"},\n", port[i][0], port[i][1]);
  fprintf(f, "};\nconst unsigned wt_nports = %d;\n", nport);
}

/* Functions of every block for the block benches; weak, so that a bench can be linked with the blocks it needs only. */
void emit_table(FILE *f) {
  static const char *const fn[] = {"moore", "eval", "tick"};
  fprintf(f, "#include \"bench/wt_bench.h\"\n");
  for (int i = 0; i < nblk; i++) {
    const block *b = &blk[i];
    if (b->outside) continue;
    for (int k = 0; k < 3; k++)
      if (has_part(b, fn[k])) {
        fprintf(f, "void wt_%s_%s(wt_%s *b) __attribute__((weak));\n", b->stem, fn[k], b->stem);
        fprintf(f, "static void %s_%s(wt_m *m) {\n  if (wt_%s_%s) wt_%s_%s(&m->%s->%s%s);\n}\n", b->stem, fn[k], b->stem, fn[k], b->stem, fn[k],
                mod[b->module].name, b->stem, single(b) ? "" : "[0]");
      }
    fprintf(f, "void stim_%s(wt_m *m, wt_rng *r, uint64_t cycle) __attribute__((weak));\n", b->stem);
  }
  fprintf(f, "const wt_block_fns wt_block_table[] = {\n");
  for (int i = 0; i < nblk; i++) {
    const block *b = &blk[i];
    if (b->outside) continue;
    fprintf(f, "  {\"%s\"", b->stem);
    for (int k = 0; k < 3; k++) {
      if (has_part(b, fn[k])) fprintf(f, ", %s_%s", b->stem, fn[k]);
      else fprintf(f, ", 0");
    }
    fprintf(f, ", stim_%s},\n", b->stem);
  }
  fprintf(f, "  {0, 0, 0, 0, 0}};\n");
}

/* For check-reads: every declared read, and behind a macro each one that no block of the view's kind may compile. */
void emit_reads(FILE *f) {
  fprintf(f, "#include \"spec/wt_gpu.h\"\n");
  for (int i = 0; i < nblk; i++) {
    const block *b = &blk[i];
    if (b->outside) continue;
    fprintf(f, "\nunsigned wt_%s_reads(const wt_%s *self);\nunsigned wt_%s_reads(const wt_%s *self) {\n  unsigned n = 0;\n", b->stem, b->stem,
            b->stem, b->stem);
    for (int d = 0; d < nblk; d++) {
      if (!first_of_driver(d) || !reads_any(b, &blk[d])) continue;
      for (int r = 0; r < blk[d].nrows; r++) {
        const char *sig = blk[d].rows[r].a[0];
        if (blk[d].rows[r].kind > R_OUTQ) continue;
        if (!reads_itself(b, blk[d].drv, sig)) fprintf(f, "#ifdef READ_%s_%s_%s\n", b->stem, blk[d].drv, sig);
        fprintf(f, "  n += sizeof self->in.%s%s->%s;\n", blk[d].drv, copies_below(b->module, &blk[d]) ? "[0]" : "", sig);
        if (!reads_itself(b, blk[d].drv, sig)) fprintf(f, "#endif\n");
      }
    }
    fprintf(f, "#ifdef READ_%s_other_driver\n  n += sizeof self->in.", b->stem);
    for (int d = 0; d < nblk; d++)
      if (first_of_driver(d) && !reads_any(b, &blk[d])) {
        fprintf(f, "%s;\n#endif\n", blk[d].drv);
        break;
      }
    fprintf(f, "#ifdef READ_%s_parent\n  n += sizeof self->in.%s;\n#endif\n  return n;\n}\n", b->stem, mod[b->module].name);
  }
}
