/* wave_kit.h - a launch of vecadd with waves, and what an FST holds: for the suites of waves. */
#ifndef WAVE_KIT_H
#define WAVE_KIT_H
#include <dirent.h>
#include <fstapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cosim/wt_twin_rtl.h"
#include "lib/wt_session.h"
#include "tests/suite.h"

enum { MAX_VARS = 60000, MAX_TABLES = 128 };
static char dir[64], file[128], other[128], save[128], other_save[128];

static inline void setup(void) {
  snprintf(dir, sizeof dir, "/tmp/wt_wave.XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(file, sizeof file, "%s/w.fst", dir);
  snprintf(other, sizeof other, "%s/mismatch.fst", dir);
  snprintf(save, sizeof save, "%s/w.gtkw", dir);
  snprintf(other_save, sizeof other_save, "%s/mismatch.gtkw", dir);
}
static inline unsigned files_in(void) {
  unsigned n = 0;
  DIR *d = opendir(dir);
  for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
  closedir(d);
  return n;
}
static inline void teardown(void) {
  remove(file), remove(other), remove(save), remove(other_save);
  ck_assert_msg(files_in() == 0, "files are left in %s", dir);
  ck_assert_int_eq(rmdir(dir), 0);
}

/* ---- a launch of vecadd ---- */

static inline wt_session *open_shape(wt_backend b, const char *const *set) {
  wt_options o = {.backend = b, .preset = "small", .set = set, .seed = 1, .max_cycles = 200000};
  wt_session *s = NULL;
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK && wt_session_start(s) == WT_OK, "%s", wt_error(s));
  wt_set_quiet(s, 1);
  return s;
}
static inline wt_session *open_session(wt_backend b) { return open_shape(b, NULL); }
static inline wt_status vecadd(wt_session *s, int n) {
  wt_addr a, b, c;
  wt_module *m;
  ck_assert_int_eq(wt_module_load(s, WT_ROOT "/tests/kernels/vecadd.cubin", &m), WT_OK);
  ck_assert(!wt_alloc(s, 4 * (size_t)n, &a) && !wt_alloc(s, 4 * (size_t)n, &b) && !wt_alloc(s, 4 * (size_t)n, &c));
  wt_dims d = {{(unsigned)(n + 127) / 128, 1, 1}, {128, 1, 1}, 0};
  wt_arg args[] = {{&a, 8}, {&b, 8}, {&c, 8}, {&n, 4}};
  return wt_launch(s, m, NULL, &d, args, 4);
}

/* Paths that divide. */
static inline wt_status nested(wt_session *s) {
  enum { N = 256, ROUNDS = 6 };
  uint32_t in[N];
  int n = N, rounds = ROUNDS;
  wt_addr a, b;
  wt_module *m;
  for (unsigned i = 0; i < N; i++) in[i] = i * 2654435761u;
  ck_assert_int_eq(wt_module_load(s, WT_ROOT "/tests/kernels/nested.cubin", &m), WT_OK);
  ck_assert(!wt_alloc(s, sizeof in, &a) && !wt_alloc(s, sizeof in, &b) && !wt_copy_in(s, a, in, sizeof in));
  wt_dims d = {{N / 64, 1, 1}, {64, 1, 1}, 0};
  wt_arg args[] = {{&a, 8}, {&b, 8}, {&n, 4}, {&rounds, 4}};
  return wt_launch(s, m, NULL, &d, args, 4);
}

/* ---- what an FST holds ---- */

typedef struct {
  char name[200], states[600];  /* states: "bits=NAME bits=NAME ..." where the file names the values */
  unsigned bits, changes, ones; /* ones: changes to something that is not all 0 */
  int text, wire;               /* holds strings; is no register */
  uint64_t first_one, last_one, last;
} var;
typedef struct {
  char name[200];
  fstHandle h;
} alias;
static alias *aliases;
static unsigned n_aliases;
static var *vars;
static unsigned n_vars;
static uint64_t first_time, last_time;

static inline void change(void *ctx, uint64_t time, fstHandle h, const unsigned char *value) {
  (void)ctx;
  if (h > MAX_VARS) return;
  vars[h].changes++, vars[h].last = time;
  if (!strchr((const char *)value, '1')) return;
  if (!vars[h].ones++) vars[h].first_one = time;
  vars[h].last_one = time;
}
static inline void change_text(void *ctx, uint64_t time, fstHandle h, const unsigned char *value, uint32_t len) {
  (void)ctx, (void)time, (void)value, (void)len;
  if (h <= MAX_VARS) vars[h].changes++;
}

/* An enum table, or a reference to one: the text for the variable that follows. */
static inline void names_of(const struct fstHier *h, char table[][600], char *text) {
  ck_assert_uint_lt(h->u.attr.arg, MAX_TABLES);
  if (!h->u.attr.name_length) {
    strcpy(text, table[h->u.attr.arg]);
    return;
  }
  struct fstETab *t = fstUtilityExtractEnumTableFromString(h->u.attr.name);
  ck_assert_ptr_nonnull(t);
  char *to = table[h->u.attr.arg];
  for (uint32_t i = 0; i < t->elem_count; i++) {
    size_t n = strlen(to);
    snprintf(to + n, 600 - n, "%s%s=%s", i ? " " : "", t->val_arr[i], t->literal_arr[i]);
  }
  fstUtilityFreeEnumTable(t);
}

static inline void load(const char *path) {
  static char table[MAX_TABLES][600];
  char states[600] = "";
  memset(table, 0, sizeof table);
  free(vars), free(aliases);
  vars = calloc(MAX_VARS + 1, sizeof *vars), aliases = calloc(MAX_VARS, sizeof *aliases);
  n_vars = n_aliases = 0;
  void *r = fstReaderOpen(path);
  ck_assert_msg(r != NULL, "%s cannot be read", path);
  char scope[400] = "";
  for (struct fstHier *h; (h = fstReaderIterateHier(r));) {
    if (h->htyp == FST_HT_SCOPE) {
      snprintf(scope + strlen(scope), sizeof scope - strlen(scope), "%.100s.", h->u.scope.name);
    } else if (h->htyp == FST_HT_UPSCOPE) {
      scope[strlen(scope) - 1] = 0;
      char *dot = strrchr(scope, '.');
      *(dot ? dot + 1 : scope) = 0;
    } else if (h->htyp == FST_HT_VAR && h->u.var.is_alias) {
      ck_assert_uint_lt(n_aliases, MAX_VARS);
      alias *a = &aliases[n_aliases++];
      snprintf(a->name, sizeof a->name, "%.99s%.99s", scope, h->u.var.name);
      a->h = h->u.var.handle;
      states[0] = 0;
    } else if (h->htyp == FST_HT_VAR) {
      ck_assert_uint_le(h->u.var.handle, MAX_VARS);
      var *v = &vars[h->u.var.handle];
      snprintf(v->name, sizeof v->name, "%.99s%.99s", scope, h->u.var.name);
      v->bits = h->u.var.length, v->text = h->u.var.typ == FST_VT_GEN_STRING, v->wire = h->u.var.typ == FST_VT_VCD_WIRE;
      strcpy(v->states, states);
      states[0] = 0;
      n_vars++;
    } else if (h->htyp == FST_HT_ATTRBEGIN && h->u.attr.typ == FST_AT_MISC && h->u.attr.subtype == FST_MT_ENUMTABLE) {
      names_of(h, table, states);
    }
  }
  first_time = fstReaderGetStartTime(r), last_time = fstReaderGetEndTime(r);
  fstReaderSetFacProcessMaskAll(r);
  fstReaderIterBlocks2(r, change, change_text, NULL, NULL);
  fstReaderClose(r);
}
static inline const var *find(const char *name) {
  for (unsigned i = 0; i < n_aliases; i++)
    if (!strcmp(aliases[i].name, name)) return &vars[aliases[i].h];
  for (unsigned i = 1; i <= n_vars; i++)
    if (!strcmp(vars[i].name, name)) return &vars[i];
  return NULL;
}
/* Variables that hold bits. */
static inline unsigned with(const char *prefix) {
  unsigned n = 0;
  for (unsigned i = 1; i <= n_vars; i++) n += !vars[i].text && !strncmp(vars[i].name, prefix, strlen(prefix));
  return n;
}
/* Rows that differ somewhere in the file; *one = the last of them. */
static inline unsigned different(const var **one) {
  unsigned n = 0;
  for (unsigned i = 1; i <= n_vars; i++)
    if (!strncmp(vars[i].name, "xor.", 4) && vars[i].ones) n++, *one = &vars[i];
  return n;
}

/* ---- a difference ---- */

/* One bit of older[2] of the scheduler flips in one twin. */
static uint64_t poke_at, edges;
static int poke_rtl;
static inline void poke(void *ctx, wt_ls *l) {
  (void)ctx;
  if (edges++ != poke_at) return; /* the first call is that after the reset */
  wt_bind *b = wt_ls_find(l, "sched", 0, "older");
  if (poke_rtl) b->rtl[2] ^= 4;
  else b->c[2 * b->row->csize] ^= 4;
}

static inline void fails_at(wt_session *s, uint64_t cycle, int rtl) {
  poke_at = cycle, poke_rtl = rtl, edges = 0;
  s->x.twin->ls.poke = poke;
  wt_set_mismatch(s, other);
  ck_assert_int_eq(vecadd(s, 4000), WT_DIFF);
  ck_assert_msg(strstr(wt_error(s), "block wt_sched, state older"), "%s", wt_error(s));
}
#endif
