/* test_wt_reuse.c - reuse of lines: stack distances against a list that is searched from its front, a stream counted by hand, pages of runs against what
 * the ports and the log of the dispatcher tell, and the rule by which a page says what may help.
 */
#define _GNU_SOURCE
#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/wt_reuse.h"
#include "lib/wt_session.h"
#include "tests/suite.h"

/* ---- stack distances ---- */

static uint64_t draw_state;
static uint64_t draw(void) {
  draw_state ^= draw_state << 13, draw_state ^= draw_state >> 7, draw_state ^= draw_state << 17;
  return draw_state >> 11;
}

/* Most recently touched first: where a line stands is its distance. */
typedef struct {
  uint64_t line[4096];
  unsigned n;
} list;
static uint64_t in_list(list *l, uint64_t line) {
  unsigned i = 0;
  while (i < l->n && l->line[i] != line) i++;
  const uint64_t d = i < l->n ? i : WT_LRU_FIRST;
  if (i == l->n) l->n++;
  ck_assert_uint_le(l->n, 4096);
  memmove(l->line + 1, l->line, i * sizeof *l->line);
  l->line[0] = line;
  return d;
}

START_TEST(distances_are_places_in_a_list) {
  static const struct {
    unsigned lines, near; /* near: so many of ten touches are of the last few lines */
  } streams[] = {{1, 0}, {2, 0}, {100, 0}, {3000, 0}, {3000, 8}, {3000, 10}};
  static list l;
  wt_lru r = {0};
  l.n = 0, draw_state = 88172645463325252u + (unsigned)_i;
  for (unsigned i = 0; i < 20000; i++) {
    uint32_t place;
    uint64_t line = draw() % streams[_i].lines, d;
    if (l.n && draw() % 10 < streams[_i].near) line = l.line[draw() % (l.n < 20 ? l.n : 20)];
    else line = line << 40 | (line ^ 77); /* high bits differ, too */
    const uint64_t want = in_list(&l, line);
    ck_assert_int_eq(wt_lru_touch(&r, line, &place, &d), 0);
    ck_assert_msg(d == want, "touch %u: %llu instead of %llu", i, (unsigned long long)d, (unsigned long long)want);
    ck_assert(r.line.key[place] == line);
  }
  ck_assert_uint_eq(r.line.n, l.n);
  wt_lru_free(&r);
}
END_TEST

START_TEST(memory_grows_with_the_lines_alone) {
  wt_lru r = {0};
  uint32_t place, end;
  uint64_t d;
  for (unsigned i = 0; i < 2000; i++) ck_assert_int_eq(wt_lru_touch(&r, i % 50, &place, &d), 0);
  end = r.end;
  for (unsigned i = 0; i < 200000; i++) {
    ck_assert_int_eq(wt_lru_touch(&r, i % 50, &place, &d), 0);
    ck_assert(d == 49 && place == i % 50);
  }
  ck_assert(r.end == end && end <= 512);
  wt_lru_free(&r);
}
END_TEST

/* ---- a stream, counted by hand ---- */

static wt_word no_code[4];
static const wt_cubin no_cubin;
static const wt_launch_desc launch = {
  .file = "", .kernel = "k", .cubin = &no_cubin, .code = no_code, .n_insns = 4, .grid = {4, 1, 1}, .block = {64, 1, 1}};
static wt_shape shape;
static void two_sms(const char *l1, const char *more) {
  char err[300];
  ck_assert_int_eq(wt_shape_preset(&shape, "small", err, sizeof err), 0);
  ck_assert(!wt_shape_set(&shape, "SMS=2", err, sizeof err) && !wt_shape_set(&shape, l1, err, sizeof err));
  if (more) ck_assert(!wt_shape_set(&shape, more, err, sizeof err) && !wt_shape_set(&shape, "L2_BYTES=65536", err, sizeof err));
  ck_assert_msg(wt_shape_check(&shape, err, sizeof err) == 0, "%s", err);
}

typedef struct {
  unsigned sm, cta, warp, kind, pc;
  uint64_t line;
} access_;
static void touched(wt_reuse *r, const access_ *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    ck_assert_int_eq(
      wt_reuse_touch(r, (wt_reuse_who){a[i].cta, (uint16_t)a[i].warp, (uint16_t)a[i].sm}, (wt_reuse_kind)a[i].kind, a[i].pc, a[i].line), 0);
}

START_TEST(a_stream_counted_by_hand) {
  static const access_ a[] = {
    /* SM CTA warp kind pc line      within the SM           over all                CTAs of the line */
    {0, 0, 0, WT_REUSE_LOAD, 0, 10},    /* nobody             nobody                  10: 1 */
    {0, 0, 0, WT_REUSE_LOAD, 0, 11},    /* nobody             nobody                  11: 1 */
    {0, 0, 0, WT_REUSE_LOAD, 0, 10},    /* same warp 1        same warp 1             */
    {0, 0, 1, WT_REUSE_LOAD, 16, 10},   /* other warp 0       other warp 0            */
    {1, 1, 0, WT_REUSE_LOAD, 0, 11},    /* other SM           other SM 1              11: 2 */
    {1, 1, 0, WT_REUSE_LOAD, 0, 12},    /* nobody             nobody                  12: 1 */
    {0, 2, 0, WT_REUSE_STORE, 32, 11},  /* other CTA 1        other SM 1              11: 3 */
    {0, 0, 0, WT_REUSE_ATOMIC, 48, 11}, /* other CTA 0        other CTA 0             */
    {1, 3, 0, WT_REUSE_LOAD, 0, 12},    /* other CTA 0        other CTA 1             12: 2 */
    {0, 0, 0, WT_REUSE_LOAD, 0, 12},    /* other SM           other SM 0              12: 3 */
    {0, 0, 0, WT_REUSE_LOAD, 0, 10},    /* other warp 2       other warp 2            */
    {0, 0, 0, WT_REUSE_LOAD, 0, 10},    /* same warp 0        same warp 0             */
  };
  two_sms("L1_BYTES=0", NULL);
  wt_reuse *r = wt_reuse_new(&shape, &launch);
  ck_assert(r && r->bytes == 128 && r->l1 == 0 && r->l2 == 0);
  r->l1 = 2, r->l2 = 1; /* such caches are no shape's */
  touched(r, a, sizeof a / sizeof *a);
  static const uint64_t sm[] = {2, 2, 3, 2, 3}, all[] = {2, 2, 2, 3, 3}, held_sm[] = {2, 1, 3, 0, 0}, held_all[] = {1, 1, 1, 1, 0},
                        loads[] = {2, 2, 1, 2, 3}, loads_held[] = {2, 1, 1, 0, 0};
  ck_assert_mem_eq(r->in_sm.n, sm, sizeof sm);
  ck_assert_mem_eq(r->in_all.n, all, sizeof all);
  ck_assert_mem_eq(r->in_sm.held, held_sm, sizeof held_sm);
  ck_assert_mem_eq(r->in_all.held, held_all, sizeof held_all);
  ck_assert_mem_eq(r->in_sm.loads, loads, sizeof loads);
  ck_assert_mem_eq(r->in_sm.load_held, loads_held, sizeof loads_held);
  static const uint64_t warp_bins[3] = {1, 1, 0}, cta_bins[3] = {1, 0, 1}, ctas_bins[3] = {2, 1, 0}, sms_bins[3] = {1, 2, 0};
  ck_assert_mem_eq(r->in_sm.bin[WT_FROM_WARP], warp_bins, sizeof warp_bins);
  ck_assert_mem_eq(r->in_sm.bin[WT_FROM_CTA], cta_bins, sizeof cta_bins);
  ck_assert_mem_eq(r->in_sm.bin[WT_FROM_CTAS], ctas_bins, sizeof ctas_bins);
  ck_assert_mem_eq(r->in_all.bin[WT_FROM_SMS], sms_bins, sizeof sms_bins);
  ck_assert(r->in_sm.bin[WT_FROM_SMS][0] == 0 && r->in_sm.bin[WT_FROM_SMS][1] == 0); /* no distance there */
  static const uint64_t kinds[] = {10, 1, 1};
  static const uint32_t ctas[] = {1, 3, 3};
  static const uint64_t touches[] = {5, 4, 3};
  ck_assert_mem_eq(r->kind, kinds, sizeof kinds);
  ck_assert(r->all.lru.line.n == 3);
  ck_assert_mem_eq(r->ctas, ctas, sizeof ctas);
  ck_assert_mem_eq(r->touches, touches, sizeof touches);
  static const uint64_t pc0[] = {2, 1, 1, 2, 3};
  ck_assert_mem_eq(r->pc[0].from, pc0, sizeof pc0);
  ck_assert(r->pc[0].n == 9 && r->pc[1].n == 1 && r->pc[1].from[WT_FROM_CTA] == 1 && r->pc[2].kind == WT_REUSE_STORE &&
            r->pc[3].kind == WT_REUSE_ATOMIC && r->pc[3].held == 1 && r->pc[0].held == 3);
  wt_reuse_free(r);
}
END_TEST

/* ---- what may help ---- */

/* Lines one behind the other, again and again; step of the CTA and of the warp from one touch to the next round's. */
static void rounds(wt_reuse *r, unsigned lines, unsigned times, unsigned ctas, unsigned warps, unsigned sms, unsigned first) {
  for (unsigned t = 0; t < times; t++)
    for (unsigned i = 0; i < lines; i++) {
      const access_ a = {t % sms, ctas > 1 ? t % ctas : 0, warps > 1 ? t % warps : 0, WT_REUSE_LOAD, 0, first + i};
      touched(r, &a, 1);
    }
}
static void says(const char *const *want, unsigned n, const uint64_t groups[WT_REUSE_GROUPS], wt_reuse *r) {
  char say[WT_REUSE_SAYS][WT_REUSE_SAY];
  uint64_t got[WT_REUSE_GROUPS];
  const unsigned said = wt_reuse_says(r, say);
  for (unsigned i = 0; i < n && i < said; i++) ck_assert_msg(!strncmp(say[i], want[i], strlen(want[i])), "%s instead of %s", say[i], want[i]);
  ck_assert_uint_eq(said, n);
  wt_reuse_misses(r, got);
  ck_assert_mem_eq(got, groups, sizeof got);
  wt_reuse_free(r);
}
#define SAYS(r, groups, ...)                                 \
  do {                                                       \
    const char *const want_[] = {__VA_ARGS__};               \
    static const uint64_t groups_[WT_REUSE_GROUPS] = groups; \
    says(want_, sizeof want_ / sizeof *want_, groups_, r);   \
  } while (0)
#define GROUPS(...) \
  { __VA_ARGS__ }

START_TEST(a_page_says_what_misses) {
  wt_reuse *r;
  two_sms("L1_BYTES=4096", NULL); /* 32 lines */
  r = wt_reuse_new(&shape, &launch);
  SAYS(r, GROUPS(0), "There are no loads of global memory");
  r = wt_reuse_new(&shape, &launch), rounds(r, 100, 1, 1, 1, 1, 0);
  SAYS(r, GROUPS(0, 100), "Streaming, 100 % of the misses (100 % of the loads): ");
  r = wt_reuse_new(&shape, &launch), rounds(r, 32, 20, 1, 1, 1, 0); /* 32 lines hold it: 608 of 640 hit */
  SAYS(r, GROUPS(608, 32), "Fits: L1 holds the lines of 95 % of the loads. No order of warps or CTAs can save more than the other 5 %.",
       "An L1 of 4096 bytes holds the lines of nine tenths of the loads that come again to their SM; this one has 4096.");
  r = wt_reuse_new(&shape, &launch), rounds(r, 33, 20, 1, 1, 1, 0); /* a line too many for LRU */
  SAYS(r, GROUPS(0, 33, 0, 627), "Intra-warp, 95 % of the misses", "An L1 of 8192 bytes");
  r = wt_reuse_new(&shape, &launch), rounds(r, 33, 20, 1, 2, 1, 0);
  SAYS(r, GROUPS(0, 33, 0, 0, 627), "Intra-CTA, 95 % of the misses (95 % of the loads)", "An L1 of 8192 bytes");
  r = wt_reuse_new(&shape, &launch), rounds(r, 33, 20, 4, 1, 1, 0);
  SAYS(r, GROUPS(0, 33, 627), "Inter-CTA, 95 % of the misses (95 % of the loads): another CTA of the SM had the line, too long ago",
       "An L1 of 8192 bytes");
  r = wt_reuse_new(&shape, &launch), rounds(r, 100, 2, 2, 1, 2, 0);
  SAYS(r, GROUPS(0, 100, 100), "Streaming, 50 % of the misses",
       "Inter-CTA, 50 % of the misses (50 % of the loads): a CTA of another SM had the line before");
  r = wt_reuse_new(&shape, &launch), rounds(r, 100, 1, 1, 1, 1, 1000), rounds(r, 33, 2, 1, 1, 1, 0); /* 33 of 166: less than a quarter */
  SAYS(r, GROUPS(0, 133, 0, 33), "Streaming, 80 % of the misses", "An L1 of 8192 bytes");
  r = wt_reuse_new(&shape, &launch), rounds(r, 100, 1, 1, 1, 1, 1000), rounds(r, 50, 2, 1, 1, 1, 0); /* 50 of 200: a quarter */
  SAYS(r, GROUPS(0, 150, 0, 50), "Streaming, 75 % of the misses", "Intra-warp, 25 % of the misses", "An L1 of 8192 bytes");
  r = wt_reuse_new(&shape, &launch), rounds(r, 9, 10, 1, 1, 1, 0); /* 9 of 90 miss: a tenth */
  SAYS(r, GROUPS(81, 9), "Streaming, 100 % of the misses (10 % of the loads)", "An L1 of 2048 bytes");
  two_sms("L1_BYTES=0", NULL);
  r = wt_reuse_new(&shape, &launch), rounds(r, 32, 20, 1, 1, 1, 0); /* judged as if there were an L1 of what is enough */
  SAYS(r, GROUPS(608, 32), "This shape has no L1. One of 4096 bytes holds", "Fits: it holds the lines of 95 % of the loads.");
}
END_TEST

/* ---- a run ---- */

static char dir[64], page[128];
static void setup(void) {
  snprintf(dir, sizeof dir, "/tmp/wt_reuse.XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(page, sizeof page, "%s/r.html", dir);
}
static void teardown(void) {
  remove(page);
  ck_assert_int_eq(rmdir(dir), 0); /* nothing else lies there */
}

typedef struct {
  uint64_t cycle, line;
  unsigned sm, slot, warp, op, pc, cta;
} request;
enum { MOST = 40000, MOST_SMS = 4 };
static request seen[MOST];
static unsigned n_seen;
static struct {
  wt_lsu_out o;
  int ready;
} before[MOST_SMS];

/* The request of the cycle before; its data say nothing here. A cache that is ready says so in that cycle, memory at the edge before. */
static void edge(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  for (unsigned k = 0; k < x->m->S->SMS; k++) {
    const wt_m *m = wt_m_sm(x->m, k);
    const wt_lsu_out *o = &before[k].o;
    const int taken = m->S->L1_BYTES ? m->sm->l1d.o.ready : before[k].ready;
    if (cycle && o->req_valid && taken && o->req_space == 0 && o->req_op < 4) {
      unsigned byte = 0, bytes = m->S->L1_BYTES ? m->S->L1_LINE : 128;
      while (!(o->req_bmask[byte / 32] >> byte % 32 & 1)) byte++;
      ck_assert_uint_lt(n_seen, MOST);
      seen[n_seen++] = (request){cycle - 1, (o->req_line * 128 + byte) / bytes, k, o->req_cta, o->req_warp, o->req_op, o->req_pc, 0};
    }
    before[k].o = m->sm->lsu.o, before[k].ready = m->sm->env.mem_ready;
  }
}

/* Which CTA was in the slot, as the log of the dispatcher says. */
static void name_ctas(const char *log, unsigned width) {
  for (unsigned i = 0; i < n_seen; i++) {
    const char *p = log;
    int found = 0;
    for (unsigned long long cycle; *p; p = strchr(p, '\n') + 1) {
      unsigned x, y, sm, slot;
      ck_assert_int_eq(sscanf(p, "%llu %u,%u,%*u %u %u", &cycle, &x, &y, &sm, &slot), 5);
      if (cycle <= seen[i].cycle && sm == seen[i].sm && slot == seen[i].slot) seen[i].cta = y * width + x, found = 1;
    }
    ck_assert(found);
  }
}

static unsigned who(const request *had, const request *now) {
  return had->cta == now->cta ? had->warp == now->warp ? 0 : 1 : had->sm == now->sm ? 2 : 3;
}
static unsigned bin(uint64_t d) {
  unsigned b = 0;
  for (; d; d /= 2) b++;
  return b;
}
/* The request of the same line before number i, of this SM (or of any), and the different lines in between. -1: none. */
static int looked_up(unsigned i, int any, uint64_t *distance) {
  static list l;
  l.n = 0;
  for (unsigned k = i; k--;) {
    if (!any && seen[k].sm != seen[i].sm) continue;
    if (seen[k].line == seen[i].line) return *distance = l.n, (int)k;
    in_list(&l, seen[k].line);
  }
  return -1;
}

static json_t *data(void) {
  static char text[1 << 20];
  FILE *f = fopen(page, "r");
  ck_assert_msg(f != NULL, "%s is missing", page);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  char *from = strstr(text, "id=\"data\">");
  ck_assert_ptr_nonnull(from);
  json_error_t e;
  json_t *j = json_loadb(from + 10, (size_t)(strstr(from, "</script>") - from - 10), 0, &e);
  ck_assert_msg(j != NULL, "%s", e.text);
  return j;
}
static void same(const json_t *list, const uint64_t *want, unsigned n, const char *what) {
  for (unsigned i = 0; i < n; i++) {
    const uint64_t got = (uint64_t)json_integer_value(json_array_get(list, i));
    ck_assert_msg(got == want[i], "%s, %u: %llu instead of %llu", what, i, (unsigned long long)got, (unsigned long long)want[i]);
  }
}

static void view_is(const json_t *v, int any, const uint64_t n[5], const uint64_t held[5], uint64_t bins[5][64]) {
  same(json_object_get(v, "requests"), n, 5, any ? "all" : "SM"), same(json_object_get(v, "held"), held, 5, "held");
  for (unsigned f = 0; f < 5; f++) {
    const json_t *b = json_array_get(json_object_get(v, "distance"), f);
    same(b, bins[f], 64, "distances"); /* beyond its end there are none */
  }
}
static void page_is_what_was_seen(unsigned l1, unsigned l2) {
  json_t *j = data();
  uint64_t n[2][5] = {{0}}, held[2][5] = {{0}}, kinds[3] = {0};
  static uint64_t bins[2][5][64];
  memset(bins, 0, sizeof bins);
  for (unsigned i = 0; i < n_seen; i++) {
    uint64_t d[2];
    const int at[2] = {looked_up(i, 0, &d[0]), looked_up(i, 1, &d[1])};
    kinds[seen[i].op < 2 ? seen[i].op : 2]++;
    for (int any = 0; any < 2; any++) {
      const unsigned f = at[any] >= 0 ? who(&seen[at[any]], &seen[i]) : at[1] >= 0 ? 3 : 4;
      n[any][f]++;
      if (at[any] >= 0) bins[any][f][bin(d[any])]++, held[any][f] += d[any] < (any ? l2 : l1);
    }
  }
  view_is(json_object_get(j, "in_sm"), 0, n[0], held[0], bins[0]), view_is(json_object_get(j, "in_all"), 1, n[1], held[1], bins[1]);
  same(json_object_get(j, "kinds"), kinds, 3, "kinds");
  /* CTAs of lines: pairs of their first touches */
  uint64_t lines[40] = {0}, all = 0;
  for (unsigned i = 0; i < n_seen; i++) {
    uint64_t d;
    unsigned ctas = 1, b = 0;
    if (looked_up(i, 1, &d) >= 0) continue;
    for (unsigned k = i + 1; k < n_seen; k++) {
      unsigned first = seen[k].line == seen[i].line && seen[k].cta != seen[i].cta;
      for (unsigned q = i + 1; first && q < k; q++) first = seen[q].line != seen[k].line || seen[q].cta != seen[k].cta;
      ctas += first;
    }
    while (1u << b < ctas) b++;
    lines[b]++, all++;
  }
  same(json_object_get(j, "lines_by_ctas"), lines, 40, "CTAs of lines");
  ck_assert(all == (uint64_t)json_integer_value(json_object_get(j, "lines")));
  json_decref(j);
}

static const struct {
  const char *set[8];
  unsigned l1, l2;
} runs[] = {{{NULL}, 0, 0},
            {{"SMS=3", NULL}, 0, 0},
            {{"SMS=3", "SUBCORES=2", "L1_BYTES=2048", "MEM_MODEL=l2dram", "L2_BYTES=32768", NULL}, 16, 256},
            {{"SMS=2", "L1_BYTES=1024", "L1_LINE=64", "COAL_BYTES=64", "L1_LAT=3", NULL}, 16, 0},
            {{"SMS=2", "L1_BYTES=2048", "REPLAY=replay", "LSU_LINES=1", NULL}, 16, 0}};

/* stencil2d: 64 x 24 points, 48 CTAs of 32 threads. */
static wt_status stencil(wt_session *s) {
  wt_addr in, out;
  wt_module *m;
  int w = 64, h = 24;
  ck_assert_int_eq(wt_module_load(s, WT_ROOT "/tests/kernels/stencil.cubin", &m), WT_OK);
  ck_assert(!wt_alloc(s, 64 * 24 * 4, &in) && !wt_alloc(s, 64 * 24 * 4, &out));
  const wt_dims d = {{8, 6, 1}, {8, 4, 1}, 0};
  const wt_arg args[] = {{&in, 8}, {&out, 8}, {&w, 4}, {&h, 4}};
  return wt_launch(s, m, "stencil2d", &d, args, 4);
}
static wt_session *open_(const char *const *set, uint64_t most) {
  wt_options o = {WT_BACKEND_C, "small", set, 1, most, 0};
  wt_session *s;
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1);
  return s;
}

START_TEST(a_page_counts_what_the_ports_show) {
  char *log = NULL;
  size_t len;
  wt_session *s = open_(runs[_i].set, 200000);
  FILE *f = open_memstream(&log, &len);
  n_seen = 0, memset(before, 0, sizeof before);
  wt_session_on_edge(s, edge, NULL), wt_set_dispatch(s, f), wt_set_reuse(s, page);
  ck_assert_msg(stencil(s) == WT_OK, "%s", wt_error(s));
  fclose(f);
  name_ctas(log, 8);
  free(log);
  ck_assert_uint_gt(n_seen, 500);
  if (!runs[_i].l1) ck_assert_uint_eq(wt_stats(s)->offchip_requests, n_seen);
  wt_session_close(s);
  page_is_what_was_seen(runs[_i].l1, runs[_i].l2);
}
END_TEST

START_TEST(a_run_that_stops_leaves_its_page) {
  wt_session *s = open_(NULL, 400);
  wt_set_reuse(s, page);
  ck_assert_int_eq(stencil(s), WT_NO_END);
  wt_session_close(s);
  json_t *j = data();
  ck_assert_str_eq(json_string_value(json_object_get(j, "verdict")), "max-cycles");
  ck_assert(json_integer_value(json_object_get(j, "lines")) > 0);
  json_decref(j);
}
END_TEST

/* The SMs run cycle by cycle then, whatever threads were asked for, and the machine does the same without the page. */
START_TEST(a_page_changes_nothing) {
  static const char *const set[] = {"SMS=3", "L1_BYTES=2048", NULL};
  uint64_t cycles[2];
  json_t *pages[2] = {NULL, NULL};
  for (int i = 0; i < 2; i++) {
    wt_session *s = open_(set, 200000);
    wt_set_threads(s, 3);
    if (i) wt_set_reuse(s, page);
    ck_assert_int_eq(stencil(s), WT_OK);
    cycles[i] = wt_stats(s)->cycles;
    if (i) { /* a later launch writes it again, from nothing */
      pages[0] = data();
      ck_assert_int_eq(stencil(s), WT_OK);
      pages[1] = data();
    }
    wt_session_close(s);
  }
  ck_assert_uint_eq(cycles[0], cycles[1]);
  ck_assert(json_equal(json_object_get(pages[0], "kinds"), json_object_get(pages[1], "kinds")) &&
            json_equal(json_object_get(pages[0], "lines"), json_object_get(pages[1], "lines")));
  json_decref(pages[0]), json_decref(pages[1]);
}
END_TEST

START_TEST(a_page_that_cannot_be) {
  wt_session *s = open_(NULL, 0);
  char place[200];
  snprintf(place, sizeof place, "%s/no/r.html", dir);
  wt_set_reuse(s, place);
  ck_assert_int_eq(stencil(s), WT_USAGE);
  snprintf(place, sizeof place, "%s/no/r.html: cannot write: No such file or directory", dir);
  ck_assert_str_eq(wt_error(s), place);
  wt_set_reuse(s, dir); /* a folder */
  ck_assert_int_eq(stencil(s), WT_USAGE);
  wt_set_reuse(s, page), wt_set_jobs(s, 2, 0, 0);
  ck_assert_int_eq(stencil(s), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "the page of --reuse shows a run from its start in one process: leave out --reuse, or --jobs");
  wt_set_reuse(s, "/dev/full"), wt_set_jobs(s, 0, 0, 0);
  ck_assert_int_eq(stencil(s), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "/dev/full: cannot write: No space left on device");
  wt_session_close(s);
}
END_TEST

int main(void) {
  Suite *s = suite_create("reuse");
  TCase *tc = tcase_create("counts"), *run = tcase_create("runs");
  tcase_add_loop_test(tc, distances_are_places_in_a_list, 0, 6);
  tcase_add_test(tc, memory_grows_with_the_lines_alone);
  tcase_add_test(tc, a_stream_counted_by_hand);
  tcase_add_test(tc, a_page_says_what_misses);
  tcase_add_checked_fixture(run, setup, teardown);
  tcase_set_timeout(run, 120);
  tcase_add_loop_test(run, a_page_counts_what_the_ports_show, 0, (int)(sizeof runs / sizeof *runs));
  tcase_add_test(run, a_run_that_stops_leaves_its_page);
  tcase_add_test(run, a_page_changes_nothing);
  tcase_add_test(run, a_page_that_cannot_be);
  suite_add_tcase(s, tc), suite_add_tcase(s, run);
  return suite_run(s);
}
