/* ask.c - questions about the rows that were read. */
#include <string.h>

#include "gen.h"

/* Of what VALID(valid, ...) lists. */
int means_with(const block *b, const char *valid, const char *sig) {
  for (int i = 0; i < b->nvalids; i++)
    if (!strcmp(b->valids[i].a[0], valid) && listed(b->valids[i].a[1], sig)) return 1;
  return 0;
}
int single(const block *b) { return !strcmp(b->count, "1"); }
int alternative(const block *b) { return *b->socket != 0; }
int option(const block *b) { return !alternative(b) && strcmp(b->chosen, "1"); }
int first_of_driver(int i) {
  for (int j = 0; j < i; j++)
    if (!strcmp(blk[j].drv, blk[i].drv)) return 0;
  return 1;
}
const block *driver(const char *drv) {
  for (int i = 0; i < nblk; i++)
    if (!strcmp(blk[i].drv, drv)) return &blk[i];
  die("no block drives %s", drv);
}
const row *find_out(const char *drv, const char *sig) {
  for (int i = 0; i < nblk; i++)
    for (int r = 0; !strcmp(blk[i].drv, drv) && r < blk[i].nrows; r++)
      if (blk[i].rows[r].kind <= R_OUTQ && !strcmp(blk[i].rows[r].a[0], sig)) return &blk[i].rows[r];
  return NULL;
}
const row *shape_of(const block *b, const row *r) {
  if (r->kind == R_OUT || r->kind == R_FF) return r;
  const row *ff = ff_row(b, r->a[1]);
  if (ff) return ff;
  die("%s: OUTQ(%s, %s) names no FF row", b->stem, r->a[0], r->a[1]);
}
const char *exported_as(const block *b, const row *ff) {
  for (int i = 0; ff->kind == R_FF && i < b->nrows; i++)
    if (b->rows[i].kind == R_OUTQ && !strcmp(b->rows[i].a[1], ff->a[0])) return b->rows[i].a[0];
  return NULL;
}
static int has_read(const block *b, const char *drv, const char *sig, int through) {
  for (int r = 0; r < b->nrows; r++)
    if ((b->rows[r].kind == R_IN || b->rows[r].kind == R_INT) && (through || b->rows[r].bundle < 0) && !strcmp(b->rows[r].a[0], drv) &&
        !strcmp(b->rows[r].a[1], sig))
      return 1;
  return 0;
}
int reads(const block *b, const char *drv, const char *sig) { return has_read(b, drv, sig, 1); }
int reads_itself(const block *b, const char *drv, const char *sig) { return has_read(b, drv, sig, 0); }
int reads_bundle(const block *b, int k) {
  for (int r = 0; r < b->nrows; r++)
    if (b->rows[r].kind == R_IN && b->rows[r].bundle == k) return 1;
  return 0;
}
static const block *called(const char *stem) {
  for (int i = 0; i < nblk; i++)
    if (!strcmp(blk[i].stem, stem)) return &blk[i];
  die("units.def: %s is no block", stem);
}
const block *unit_block(int u) { return called(units[u].stem); }
const block *instead_of(int u, int k) {
  if (!*units[u].instead) return NULL;
  const block *b = called(units[u].instead);
  return find_out(b->drv, bun[k].rows[0].a[0]) ? b : NULL;
}
int leaves(const char *drv, const char *sig) {
  for (int i = 0; i < nport; i++)
    if (!strcmp(port[i][0], drv) && !strcmp(port[i][1], sig)) return 1;
  return 0;
}
int has_routes(int m, const block *b) {
  for (int i = 0; i < nroutes; i++)
    if (routes[i].module == m && !strcmp(routes[i].drv, b->drv)) return 1;
  return 0;
}
int shared_by(int m, const block *b) {
  for (; m >= 0; m = mod[m].parent)
    if (has_routes(m, b) && !below(b->module, m)) return m;
  return -1;
}
int child_of(int m) {
  for (int c = 0; c < nmod; c++)
    if (mod[c].parent == m) return c;
  return -1;
}
const route *routed(int m, const block *b, const char *sig) {
  for (int i = 0; i < nroutes; i++) {
    const route *t = &routes[i];
    if (t->module != shared_by(m, b) || strcmp(t->drv, b->drv)) continue;
    if (!strcmp(sig, t->sig) || (*t->valid && (!strcmp(sig, t->valid) || means_with(b, t->valid, sig)))) return t;
  }
  return NULL;
}
void inside_of(char *to, const char *outer) {
  static const char *const words[][2] = {{"SM_SLOTS", "SLOTS"}, {"SM_WARP_W", "WARP_W"}, {"SUBCORES", "1"}, {"SM_W", "1"}};
  strcpy(to, outer);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(outer, words[i][0])) strcpy(to, words[i][1]);
}
int one_a_copy(const row *s) {
  char inner[ARG_LEN];
  inside_of(inner, s->a[strcmp(s->a[C_COUNT], "1") ? C_COUNT : C_WIDTH]);
  return !strcmp(inner, "1");
}
int below(int m, int top) {
  while (m >= 0 && m != top) m = mod[m].parent;
  return m == top;
}
