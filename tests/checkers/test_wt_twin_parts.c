/* test_wt_twin_parts.c - lock-step behind the library's interface of a twin, by itself: which comparators each call goes to, of one SM and of several, and what
 * is told of a difference in one of them. The comparator is wrapped and notes who was asked for what; allocations are wrapped, too, and one fails. No RTL is built.
 */
#include "rtl_kit.h"

#include "cosim/wt_ls_int.h"
#include "cosim/wt_ls_warp.h"
#include "cosim/wt_twin_rtl.h"

enum { SMS = 3, SEED = 77 };
static wt_m m;
static wt_twin *t;
static wt_twin_how how;

/* ---- memory: how much of it is in use, and one that fails ---- */

static long in_use;
static unsigned before_it_fails;
static int fails_once;
static int fails(void) { return fails_once && !before_it_fails-- && fails_once--; }
static void *taken(void *p) { return in_use += p != NULL, p; }
void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n) { return taken(__real_malloc(n)); }
void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size) { return fails() ? NULL : taken(__real_calloc(n, size)); }
void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size) { return fails() ? NULL : p ? __real_realloc(p, size) : taken(__real_realloc(p, size)); }
void __real_free(void *p);
void __wrap_free(void *p);
void __wrap_free(void *p) { in_use -= p != NULL, __real_free(p); }

/* ---- the comparator ---- */

static char noted[20000]; /* a line each: who was asked for what */
static const wt_ls *bad;  /* there it is not as it should be */
static unsigned opened, closed, refused_at;
static int no_sm, no_view;
static const wt_ls *viewed;
static wt_ls_how asked;

static int note(const char *what, const wt_ls *l) {
  const size_t n = strlen(noted);
  int who = -1; /* ls */
  for (unsigned i = 0; t && i < t->n_part; i++)
    if (l == &t->part[i]) who = (int)i;
  ck_assert(who >= 0 || (t && l == &t->ls));
  snprintf(noted + n, sizeof noted - n, "%s %d\n", what, who);
  return l == bad ? -1 : 0;
}
static int was_noted(const char *want) {
  const int same = !strcmp(noted, want);
  if (!same) printf("'%s' instead of '%s'\n", noted, want);
  *noted = 0;
  return same;
}
/* Adds the rows of that kind: there is room for no other. */
static void add(wt_bind **list, unsigned *n, const wt_blk *blk, unsigned inst, enum wt_row_kind kind) {
  unsigned of_kind = 0;
  for (unsigned r = 0; r < blk->nrows; r++) of_kind += blk->rows[r].kind == kind;
  if (!of_kind) return;
  wt_bind *more = malloc((*n + of_kind) * sizeof **list);
  if (*n) memcpy(more, *list, *n * sizeof **list);
  free(*list);
  *list = more;
  for (unsigned r = 0; r < blk->nrows; r++)
    if (blk->rows[r].kind == kind) more[(*n)++] = (wt_bind){.blk = blk, .row = &blk->rows[r], .inst = inst};
}
static int open_one(wt_ls *l, const wt_blk *blk, unsigned inst) {
  add(&l->out, &l->n_out, blk, inst, WT_ROW_OUT), add(&l->out, &l->n_out, blk, inst, WT_ROW_OUTQ);
  add(&l->ff, &l->n_ff, blk, inst, WT_ROW_FF), add(&l->mem, &l->n_mem, blk, inst, WT_ROW_MEM);
  return 0;
}
static int is_opened(wt_ls *l, char *e, size_t n) {
  opened++;
  l->bits_ff = 3u << opened, l->bits_mem = 5u << opened;
  snprintf(l->made_of, sizeof l->made_of, "made %u", opened);
  return opened == refused_at ? snprintf(e, n, "refused"), -1 : 0;
}
wt_blks *__real_wt_blks_new(const wt_shape *of);
static wt_blks *all_blks(const wt_shape *of) { /* what the comparator needs itself does not fail */
  const int fail = fails_once;
  fails_once = 0;
  wt_blks *b = __real_wt_blks_new(of);
  fails_once = fail;
  return b;
}
wt_blks *__wrap_wt_blks_new(const wt_shape *of);
wt_blks *__wrap_wt_blks_new(const wt_shape *of) { /* it fails as a whole */
  return fails() ? NULL : all_blks(of);
}
int __wrap_wt_ls_open_how(wt_ls *l, wt_m *of, const wt_ls_how *h, char *e, size_t n);
int __wrap_wt_ls_open_how(wt_ls *l, wt_m *of, const wt_ls_how *h, char *e, size_t n) {
  ck_assert_ptr_eq(of, &m);
  asked = *h;
  l->m = of, l->blks = h->blks ? h->blks : all_blks(of->S), l->borrowed = h->blks != NULL;
  snprintf(noted + strlen(noted), 80, "how %s\n", h->stem ? h->stem : "");
  const unsigned first = h->stem ? 0 : (unsigned)(wt_blk_driver(l->blks, wt_ports[0][0]) - l->blks->blk); /* the first row is that of a port */
  for (unsigned i = 0; i < l->blks->n; i++) {
    const wt_blk *b = &l->blks->blk[(first + i) % l->blks->n];
    if (h->stem ? !strcmp(b->stem, h->stem) : b->chosen && !b->outside) open_one(l, b, 0);
  }
  return is_opened(l, e, n);
}
int __wrap_wt_ls_open_sm(wt_ls *l, wt_m *of, wt_blks *b, unsigned sm, const char *path, uint64_t seed, char *e, size_t n);
int __wrap_wt_ls_open_sm(wt_ls *l, wt_m *of, wt_blks *b, unsigned sm, const char *path, uint64_t seed, char *e, size_t n) {
  ck_assert(of == &m && !strcmp(path, "the SM's") && seed == SEED);
  l->m = of, l->blks = b, l->borrowed = 1;
  snprintf(noted + strlen(noted), 80, "sm %u\n", sm);
  open_one(l, wt_blk_find(b, sm ? "ibuffer" : "alu"), sm); /* the first has no memory: room for nothing is no failure */
  return is_opened(l, e, n);
}
int __wrap_wt_rtl_build_sm(const wt_shape *of, char *path, size_t pathn, char *e, size_t n);
int __wrap_wt_rtl_build_sm(const wt_shape *of, char *path, size_t pathn, char *e, size_t n) {
  ck_assert_ptr_eq(of, &S);
  snprintf(path, pathn, "the SM's");
  return no_sm ? snprintf(e, n, "not built"), -1 : 0;
}
void __wrap_wt_ls_close(wt_ls *l);
void __wrap_wt_ls_close(wt_ls *l) {
  closed += *l->made_of != 0; /* or it was never opened */
  free(l->out), free(l->ff), free(l->mem);
  if (!l->borrowed) wt_blks_free(l->blks);
}
int __wrap_wt_ls_reset(wt_ls *l);
int __wrap_wt_ls_reset(wt_ls *l) { return note("reset", l); }
int __wrap_wt_ls_outputs(wt_ls *l);
int __wrap_wt_ls_outputs(wt_ls *l) { return note("outputs", l); }
int __wrap_wt_ls_edge(wt_ls *l);
int __wrap_wt_ls_edge(wt_ls *l) { return note("edge", l); }
int __wrap_wt_ls_sweep(wt_ls *l);
int __wrap_wt_ls_sweep(wt_ls *l) { return note("sweep", l); }
int __wrap_wt_ls_load(wt_ls *l);
int __wrap_wt_ls_load(wt_ls *l) { return note("load", l); }
void __wrap_wt_ls_drive(wt_ls *l);
void __wrap_wt_ls_drive(wt_ls *l) { note("drive", l); }
void __wrap_wt_ls_clock(wt_ls *l);
void __wrap_wt_ls_clock(wt_ls *l) { note("clock", l); }
void __wrap_wt_ls_store(wt_ls *l);
void __wrap_wt_ls_store(wt_ls *l) { note("store", l); }
void __wrap_wt_ls_settle(wt_ls *l);
void __wrap_wt_ls_settle(wt_ls *l) { note("settle", l); }
char *__wrap_wt_ls_own(wt_ls *l);
char *__wrap_wt_ls_own(wt_ls *l) { return note("own", l), noted; }
int __wrap_wt_ls_adopt_own(wt_ls *l, const char *text);
int __wrap_wt_ls_adopt_own(wt_ls *l, const char *text) { return note(text, l); }
void __wrap_wt_ls_describe(const wt_ls *l, char *buf, size_t n);
void __wrap_wt_ls_describe(const wt_ls *l, char *buf, size_t n) { note("describe", l), snprintf(buf, n, "described"); }
int __wrap_wt_ls_warp(const wt_ls *l);
int __wrap_wt_ls_warp(const wt_ls *l) { return note("warp", l), 5; }
void __wrap_wt_ls_entry(const wt_ls *l, char *buf, size_t n);
void __wrap_wt_ls_entry(const wt_ls *l, char *buf, size_t n) { note("entry", l), snprintf(buf, n, "the entry"); }
static const wt_bind *adopted[1000];
static unsigned n_adopted;
void __wrap_wt_ls_adopt(const wt_bind *b);
void __wrap_wt_ls_adopt(const wt_bind *b) { adopted[n_adopted++] = b; }
int __wrap_wt_ls_view_open(wt_ls_view *v, const wt_ls *l);
int __wrap_wt_ls_view_open(wt_ls_view *v, const wt_ls *l) {
  note("view", l);
  if (!no_view) v->m = &m;
  return no_view ? -1 : 0;
}
void __wrap_wt_ls_view_read(wt_ls_view *v);
void __wrap_wt_ls_view_read(wt_ls_view *v) { ck_assert(v == &t->view && v->m == &m), strcat(noted, "read\n"); }
void __wrap_wt_ls_view_close(wt_ls_view *v);
void __wrap_wt_ls_view_close(wt_ls_view *v) { viewed = (const void *)v; }

/* ---- one SM, and several ---- */

static long before;
static void open_twin(const char *set) {
  open_shape("small", set);
  m.S = &S, how.seed = SEED, before = in_use, opened = closed = n_adopted = 0, *noted = 0, *err = 0, t = NULL;
  t = wt_twin_rtl.open(&m, &how, err, sizeof err);
}
static void close_twin(void) { /* nothing is left of it */
  const unsigned all = opened;
  const wt_ls_view *view = &t->view;
  wt_twin_rtl.close(t);
  ck_assert(closed == all && viewed == (const void *)view && in_use == before);
  t = NULL;
}
/* A call goes to all of them; of those that can say no up to the first that does. */
static void goes_to_all(unsigned n) {
  const struct {
    const char *name;
    int (*can_say_no)(wt_twin *);
    void (*is_told)(wt_twin *);
  } * c, calls[] = {{"reset", wt_twin_rtl.reset, NULL}, {"outputs", wt_twin_rtl.outputs, NULL}, {"edge", wt_twin_rtl.edge, NULL},
                    {"sweep", wt_twin_rtl.sweep, NULL}, {"load", wt_twin_rtl.load, NULL},       {"drive", NULL, wt_twin_rtl.drive},
                    {"clock", NULL, wt_twin_rtl.clock}, {"store", NULL, wt_twin_rtl.store}};
  for (c = calls; c < calls + sizeof calls / sizeof *calls; c++)
    for (unsigned no = 0; no <= (c->can_say_no ? n : 0); no++) { /* n: nobody */
      char want[400] = "";
      for (unsigned i = 0; i < n && (!c->can_say_no || i <= no); i++) snprintf(want + strlen(want), 40, "%s %d\n", c->name, t->n_part ? (int)i : -1);
      bad = no == n ? NULL : t->n_part ? &t->part[no] : &t->ls;
      if (c->can_say_no) ck_assert_int_eq(c->can_say_no(t), bad ? -1 : 0);
      else c->is_told(t);
      ck_assert_msg(was_noted(want), "%s, %u of %u says no", c->name, no, n);
      bad = NULL;
    }
}

START_TEST(one_sm_is_one_comparator) {
  static const char *const opaque[] = {"sched"};
  static const struct {
    const char *set;
    wt_twin_how how;
  } ways[] = {{NULL, {.beside = NULL}}, {"SMS=3", {.whole = 1}}, {"SMS=3", {.beside = "pred"}}, {"SMS=3", {.opaque = opaque, .n_opaque = 1}}};
  for (int i = 0; i < 4; i++) {
    how = ways[i].how;
    open_twin(ways[i].set);
    ck_assert_msg(t != NULL, "%s", err);
    ck_assert(was_noted("how \n") && !t->n_part && !asked.stem && !asked.blks && asked.seed == SEED && asked.beside == how.beside);
    ck_assert(asked.opaque == how.opaque && asked.n_opaque == how.n_opaque && wt_twin_rtl.apart(t) == 0);
    goes_to_all(1);
    close_twin();
  }
}
END_TEST
START_TEST(what_leaves_the_machine_is_fetched) {
  how = (wt_twin_how){.beside = NULL};
  open_twin(NULL);
  unsigned n = 0;
  wt_twin_rtl.fetch(t);
  for (unsigned k = 0; k < wt_nports; k++)
    for (unsigned i = 0; i < t->ls.n_out; i++) {
      const wt_bind *b = &t->ls.out[i];
      if (strcmp(b->blk->drv, wt_ports[k][0]) || strcmp(b->row->name, wt_ports[k][1])) continue;
      ck_assert_msg(n < n_adopted && adopted[n] == b, "%s_%s", wt_ports[k][0], wt_ports[k][1]);
      n++;
    }
  ck_assert(n == n_adopted && n > 20);
  close_twin();
}
END_TEST
START_TEST(what_is_said_of_ls) {
  char text[40];
  const char *stem;
  unsigned inst;
  uint64_t ff, mem;
  how = (wt_twin_how){.beside = NULL};
  open_twin(NULL);
  *noted = 0;
  wt_twin_rtl.describe(t, text, sizeof text);
  ck_assert(was_noted("describe -1\n") && !strcmp(text, "described"));
  wt_twin_rtl.entry(t, text, sizeof text);
  ck_assert(was_noted("entry -1\n") && !strcmp(text, "the entry"));
  ck_assert(wt_twin_rtl.warp(t) == 5 && was_noted("warp -1\n"));
  ck_assert(wt_twin_rtl.own(t) == noted && was_noted("own -1\n"));
  ck_assert(!wt_twin_rtl.adopt_own(t, "the text") && was_noted("the text -1\nsettle -1\n"));
  bad = &t->ls;
  ck_assert(wt_twin_rtl.adopt_own(t, "the text") == -1 && was_noted("the text -1\n"));
  bad = NULL;
  ck_assert_str_eq(wt_twin_rtl.made_of(t), "made 1");
  wt_twin_rtl.bits(t, &ff, &mem);
  ck_assert(ff == 6 && mem == 10);
  /* where: the row that differs, or the block of an assertion */
  strcpy(t->ls.failed, "the assertion");
  ck_assert(wt_twin_rtl.where(t, &stem, &inst) == -1 && !*wt_twin_rtl.failed(t));
  t->ls.failed_blk = wt_blk_find(t->ls.blks, "pred"), t->ls.failed_inst = 3;
  ck_assert(!wt_twin_rtl.where(t, &stem, &inst) && !strcmp(stem, "pred") && inst == 3 && !*wt_twin_rtl.failed(t));
  const wt_bind d = {.blk = wt_blk_find(t->ls.blks, "wb"), .inst = 2};
  t->ls.diff = &d;
  ck_assert(!wt_twin_rtl.where(t, &stem, &inst) && !strcmp(stem, "wb") && inst == 2 && !strcmp(wt_twin_rtl.failed(t), "the assertion"));
  t->ls.failed_blk = NULL;
  ck_assert(!wt_twin_rtl.where(t, &stem, &inst) && !strcmp(stem, "wb"));
  /* the machine that shows the other twin: opened once, read at each look */
  no_view = 1;
  ck_assert(!wt_twin_rtl.look(t) && was_noted("view -1\n"));
  no_view = 0;
  ck_assert(wt_twin_rtl.look(t) == &m && was_noted("view -1\nread\n"));
  ck_assert(wt_twin_rtl.look(t) == &m && was_noted("read\n"));
  close_twin();
}
END_TEST
START_TEST(several_sms_are_parts) {
  uint64_t ff, mem;
  how = (wt_twin_how){.beside = NULL};
  open_twin("SMS=3");
  ck_assert_msg(t != NULL, "%s", err);
  ck_assert(was_noted("sm 0\nsm 1\nsm 2\nhow ctasched\n") && t->n_part == SMS + 1 && wt_twin_rtl.apart(t) == SMS);
  ck_assert(asked.blks == t->ls.blks && asked.seed == SEED && !asked.beside && !asked.n_opaque);
  ck_assert(t->ls.m == &m && t->ls.sm == -1 && t->ls.registered == 1 && !strcmp(wt_twin_rtl.made_of(t), "made 1"));
  wt_twin_rtl.bits(t, &ff, &mem);
  ck_assert(ff == 3 * 30 && mem == 5 * 30);
  /* the lists of ls are those of the parts behind each other */
  unsigned out = 0, n_ff = 0, n_mem = 0;
  for (unsigned i = 0; i < t->n_part; i++) {
    const wt_ls *x = &t->part[i];
    ck_assert(!memcmp(&t->ls.out[out], x->out, x->n_out * sizeof *x->out) && !memcmp(&t->ls.ff[n_ff], x->ff, x->n_ff * sizeof *x->ff) &&
              !memcmp(&t->ls.mem[n_mem], x->mem, x->n_mem * sizeof *x->mem));
    out += x->n_out, n_ff += x->n_ff, n_mem += x->n_mem;
  }
  ck_assert(t->ls.n_out == out && t->ls.n_ff == n_ff && t->ls.n_mem == n_mem && out > 8 && n_ff > 8 && n_mem >= 2);
  goes_to_all(SMS + 1);
  ck_assert(!wt_twin_rtl.adopt_own(t, "the text") && was_noted("the text -1\nsettle 0\nsettle 1\nsettle 2\nsettle 3\n"));
  wt_twin_rtl.fetch(t); /* nothing is picked */
  ck_assert_uint_eq(n_adopted, 0);
  /* one at a time: an SM is a part, all that lies around them is what is behind */
  t->part[SMS + 1] = (wt_ls){.blks = NULL}, t->n_part++;
  for (unsigned i = 0; i <= SMS; i++) {
    const char *const verbs[] = {"drive", "outputs", "edge"};
    for (int v = 0; v < 3; v++)
      for (unsigned no = 0; no <= (v ? SMS + 2 : 0); no++) { /* SMS + 2: nobody */
        char want[100];
        snprintf(want, sizeof want, "%s %u\n", verbs[v], i);
        if (i == SMS) snprintf(want + strlen(want), 40, "%s %d\n", verbs[v], SMS + 1);
        bad = v && no < SMS + 2 ? &t->part[no] : NULL;
        const int mine = bad && (no == i || (i == SMS && no > SMS)) ? -1 : 0;
        if (!v) wt_twin_rtl.drive_one(t, i);
        else ck_assert_int_eq((v == 1 ? wt_twin_rtl.outputs_one : wt_twin_rtl.edge_one)(t, i), mine);
        ck_assert(was_noted(want));
      }
  }
  bad = NULL, t->n_part--;
  close_twin();
}
END_TEST
/* A difference in a part is told as one of ls. */
static void is_told(wt_ls *p, const wt_bind *d, unsigned k) {
  static const wt_bind twice;
  const wt_bind *found = NULL;
  p->diff = d, p->diff_is_output = (int)k, p->diff_row = 7 + k, p->failed_blk = wt_blk_find(t->ls.blks, "wb"), p->failed_inst = 9 + k;
  snprintf(p->failed, sizeof p->failed, "failed %u", k), snprintf(p->said, sizeof p->said, "said %u", k);
  bad = p;
  ck_assert_int_eq(wt_twin_rtl.edge(t), -1);
  wt_bind *const lists[] = {t->ls.out, t->ls.ff, t->ls.mem};
  const unsigned n[] = {t->ls.n_out, t->ls.n_ff, t->ls.n_mem};
  for (int l = 0; d && l < 3; l++)
    for (unsigned i = 0; i < n[l]; i++)
      if (!memcmp(&lists[l][i], d, sizeof *d)) found = found ? &twice : &lists[l][i];
  ck_assert(t->ls.diff == found && (found != NULL) == (d != NULL));
  ck_assert(t->ls.diff_is_output == (int)k && t->ls.diff_row == 7 + k && t->ls.failed_blk == p->failed_blk && t->ls.failed_inst == 9 + k);
  ck_assert(!strcmp(t->ls.failed, p->failed) && !strcmp(t->ls.said, p->said));
}
START_TEST(a_difference_in_a_part_is_told) {
  how = (wt_twin_how){.beside = NULL};
  open_twin("SMS=3");
  for (unsigned i = 0, k = 1; i < t->n_part; i++) {
    wt_ls *p = &t->part[i];
    for (unsigned j = 0; j < p->n_out; j++) is_told(p, &p->out[j], k++);
    for (unsigned j = 0; j < p->n_ff; j++) is_told(p, &p->ff[j], k++);
    for (unsigned j = 0; j < p->n_mem; j++) is_told(p, &p->mem[j], k++);
    is_told(p, NULL, k++); /* an assertion alone: no row of before */
    *noted = 0;
  }
  bad = NULL;
  close_twin();
}
END_TEST
START_TEST(a_twin_that_does_not_open) {
  static const char *const sets[] = {NULL, "SMS=3"};
  how = (wt_twin_how){.beside = NULL};
  for (int i = 0; i < 2; i++) {
    open_twin(sets[i]);
    const unsigned all = opened;
    close_twin();
    for (refused_at = 1; refused_at <= all; refused_at++) {
      open_twin(sets[i]);
      ck_assert(!t && !strcmp(err, "refused") && opened == refused_at && closed == refused_at && in_use == before);
    }
    refused_at = 0;
  }
  no_sm = 1;
  open_twin("SMS=3");
  ck_assert(!t && !strcmp(err, "not built") && !opened && in_use == before);
  open_twin("SMS=1");
  ck_assert(t != NULL);
  close_twin();
  no_sm = 0;
}
END_TEST
START_TEST(without_memory_there_is_no_twin) {
  static const char *const sets[] = {NULL, "SMS=3"};
  for (int i = 0; i < 2; i++) {
    open_shape("small", sets[i]);
    m.S = &S, how = (wt_twin_how){.seed = SEED}, before = in_use;
    unsigned at = 0;
    for (t = NULL; !t; at++) {
      *noted = 0, *err = 0, opened = closed = 0;
      before_it_fails = at, fails_once = 1;
      t = wt_twin_rtl.open(&m, &how, err, sizeof err);
      const int failed = !fails_once;
      fails_once = 0;
      ck_assert_msg(t ? !failed : !strcmp(err, "out of memory") && closed == opened && in_use == before, "allocation %u: %s", at, err);
    }
    close_twin();
    ck_assert_uint_gt(at, i ? 10 : 2);
  }
}
END_TEST
START_TEST(nobody_is_closed) { wt_twin_rtl.close(NULL); }
END_TEST

int main(void) {
  TCase *c = tcase_create("twin_parts");
  tcase_set_timeout(c, 60);
  tcase_add_test(c, one_sm_is_one_comparator);
  tcase_add_test(c, what_leaves_the_machine_is_fetched);
  tcase_add_test(c, what_is_said_of_ls);
  tcase_add_test(c, several_sms_are_parts);
  tcase_add_test(c, a_difference_in_a_part_is_told);
  tcase_add_test(c, a_twin_that_does_not_open);
  tcase_add_test(c, without_memory_there_is_no_twin);
  tcase_add_test(c, nobody_is_closed);
  return run_suite("twin_parts", c);
}
