/* test_wt_ckpt_files.c - what stands in a checkpoint (docs/user/checkpoints.md) and what is refused of it, which cycles of a run are saved, what a session says of
 * the one that it goes on from, and memory that is short. On tiny, with a twin that is a fake (fake_twin_kit.h); that runs go on as they were is test_wt_ckpt.c.
 */
#define _GNU_SOURCE
#include <jansson.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "lib/wt_lot.h"
#include "fake_runs_kit.h"
#define FAILS_REALLOC
#include "tests/fails_kit.h"

void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n) { return fails() ? NULL : __real_malloc(n); }

static char file[100], other[100], err[1500];
static wt_ckpt c;

static void files_begin(void) {
  begin();
  snprintf(file, sizeof file, "%s/k-000000000400.wtck", dir), snprintf(other, sizeof other, "%s/o.wtck", dir);
}
static void files_end(void) {
  char cmd[100];
  fails_once = 0;
  wt_session_close(s), s = NULL;
  snprintf(cmd, sizeof cmd, "rm -f %s/*", dir);
  ck_assert_int_eq(system(cmd), 0);
  end();
}
/* A run with checkpoints every 200 cycles. */
static void saved(wt_backend backend, int full) {
  opened(backend, NULL, 100000, 0, LOOP);
  wt_set_checkpoints(s, 200, dir, full, "a note");
  ck_launch();
}

/* ---- which cycles ---- */

/* The cycles of the files, in their order. */
static const char *cycles_saved(void) {
  static char list[200];
  size_t n = 0;
  *list = 0;
  for (unsigned k = 0; k < 2000; k++) {
    char name[100];
    snprintf(name, sizeof name, "%s/k-%012u.wtck", dir, k);
    if (!access(name, F_OK)) n += (size_t)snprintf(list + n, sizeof list - n, "%u ", k), remove(name);
  }
  return list;
}
static wt_session *goes_on(const char *from, wt_backend backend) {
  wt_options o = {.backend = backend};
  if (s) wt_session_close(s);
  ck_assert_msg(wt_session_resume(from, &o, &s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1);
  s->x.ops = &fake_twin, s->x.waves = &lines;
  wt_session_on_edge(s, fake_edges, NULL);
  return s;
}
START_TEST(cycles_that_are_saved) {
  char want[100], cmd[250];
  saved(WT_BACKEND_C, 0);
  snprintf(want, sizeof want, "%s/k-000000000800.wtck", dir);
  ck_assert_str_eq(wt_checkpoint_last(s), want);
  snprintf(cmd, sizeof cmd, "cp %s %s", file, other);
  ck_assert_int_eq(system(cmd), 0);
  ck_assert_str_eq(cycles_saved(), "200 400 600 800 ");
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_checkpoints(s, 200, dir, 0, NULL);
  wt_set_checkpoint_start(s, 1);
  ck_launch();
  ck_assert_str_eq(cycles_saved(), "0 200 400 600 800 ");
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_checkpoints(s, 0, dir, 0, NULL);
  ck_launch();
  ck_assert_str_eq(cycles_saved(), "");
  ck_assert_str_eq(wt_checkpoint_last(s), "");
  goes_on(other, WT_BACKEND_C); /* from 400, which is there already */
  wt_set_checkpoints(s, 200, dir, 0, NULL);
  ck_assert_int_eq(wt_resume(s), WT_OK);
  ck_assert_str_eq(cycles_saved(), "600 800 ");
  goes_on(other, WT_BACKEND_C); /* on its way to the next one */
  wt_set_checkpoints(s, 300, dir, 0, NULL);
  ck_assert_int_eq(wt_resume(s), WT_OK);
  ck_assert_str_eq(cycles_saved(), "600 ");
  opened(WT_BACKEND_RTL, NULL, 100000, 1, LOOP); /* what the other twin holds is asked for first */
  fake.idle_at = 500;
  wt_set_checkpoints(s, 200, dir, 0, NULL);
  launch();
  ck_assert_uint_eq(calls->store, 2);
  ck_assert_str_eq(cycles_saved(), "200 400 ");
}
END_TEST

START_TEST(a_folder_that_is_not_there) {
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_checkpoints(s, 200, "/nowhere", 0, NULL);
  ck_assert_int_eq(launch(), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "/nowhere/k-000000000200.wtck: cannot write: No such file or directory");
  ck_assert_str_eq(wt_verdict(s), "ok");
}
END_TEST

/* A disk without room: the run ends with one line, and no part of a file stays. */
START_TEST(full_disk) {
  struct rlimit was_free, full;
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_checkpoints(s, 200, dir, 1, NULL);
  ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &was_free), 0);
  full = was_free, full.rlim_cur = 512;
  signal(SIGXFSZ, SIG_IGN);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &full), 0);
  wt_status got = launch();
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &was_free), 0);
  ck_assert_int_eq(got, WT_USAGE);
  begins(dir), has("cannot write: File too large");
  ck_assert_msg(!strchr(wt_error(s), '\n'), "%s", wt_error(s));
  ck_assert_msg(rmdir(dir) == 0 && mkdir(dir, 0700) == 0, "a part of a file is left");
}
END_TEST

/* ---- what stands in a file ---- */

static const char *text(const json_t *j, const char *key) {
  const char *t = json_string_value(json_object_get(j, key));
  return t ? t : "(none)";
}
static long long number(const json_t *j, const char *key) {
  return json_is_integer(json_object_get(j, key)) ? json_integer_value(json_object_get(j, key)) : -1;
}
static void sha_of(const char *part, char hex[65]) {
  uint8_t sha[WT_SHA];
  const wt_part *p = wt_box_find(&c.box, part);
  wt_sha(p->data, p->n, sha);
  wt_sha_text(sha, hex);
}
/* At the start of a cycle of its own. */
static wt_launch_desc was;
static wt_status kept(void *ctx, wt_running *u) {
  (void)ctx;
  u->x->visit.next = UINT64_MAX;
  u->x->output = 77;
  wt_ckpt_more more = {.seed = 5, .note = NULL, .cubin = "image", .cubin_bytes = 5, .leave_out = -1, .own = "alu/0 x=1\n"};
  ck_assert_msg(!wt_ckpt_save(u, WT_CKPT_FULL, &more, file, err, sizeof err), "%s", err);
  ck_assert(!wt_ckpt_open(&c, file) && !wt_ckpt_launch(&c, &was));
  const wt_launch_desc *a = u->L, *b = &was;
  ck_assert(!strcmp(a->kernel, b->kernel) && !strcmp(a->file, b->file) && a->n_insns == b->n_insns && a->regs == b->regs &&
            a->barriers == b->barriers);
  ck_assert(a->stack == b->stack && a->open == b->open && a->smem_static == b->smem_static && a->smem == b->smem && a->threads == b->threads);
  ck_assert(!memcmp(a->grid, b->grid, sizeof a->grid) && !memcmp(a->block, b->block, sizeof a->block) && a->ctas == b->ctas);
  ck_assert(a->warps_per_cta == b->warps_per_cta && a->slots_per_cta == b->slots_per_cta && a->places == b->places);
  ck_assert(!memcmp(a->code, b->code, a->n_insns * sizeof *a->code) && !memcmp(a->sens, b->sens, a->n_insns) &&
            !memcmp(a->reach, b->reach, a->n_insns));
  ck_assert(a->rpc && b->rpc && !memcmp(a->rpc, b->rpc, a->n_insns * sizeof *a->rpc));
  for (unsigned i = 0; i < WT_LAUNCH_BANKS; i++)
    ck_assert(a->bank[i].size == b->bank[i].size && (!a->bank[i].size || !memcmp(a->bank[i].data, b->bank[i].data, a->bank[i].size)));
  ck_assert(!a->bank[2].data == !b->bank[2].data);
  wt_launch_free(&was);
  return WT_OK;
}
START_TEST(what_is_in_it) {
  char hex[65], value[16];
  wt_arg arg = {&buf, sizeof buf};
  wt_dims d = {{5, 3, 2}, {3, 2, 1}, 30};
  opened(WT_BACKEND_C, NULL, 100000, 0, ".kernel k\n.regs 13\n.smem 20\n.local 40\n.params 8\nBAR.SYNC 0x0\nEXIT\n.end\n");
  s->x.visit = (wt_visit){7, kept, NULL};
  ck_assert_msg(wt_launch(s, m, NULL, &d, &arg, 1) == WT_OK && c.id, "%s", wt_error(s));
  ck_assert(number(c.id, "format") == 1 && number(c.id, "cycle") == 7 && number(c.id, "seed") == 5 && number(c.id, "output") == 77);
  ck_assert_str_eq(text(c.id, "warptwin"), WARPTWIN_VERSION);
  ck_assert_str_eq(text(c.id, "kind"), "full");
  ck_assert_str_eq(text(c.id, "note"), "");
  ck_assert(json_is_true(json_object_get(c.id, "oracle")) && !json_object_get(c.id, "use"));
  sha_of("Rows", hex);
  ck_assert_str_eq(text(c.id, "rows"), hex);
  sha_of("code", hex);
  ck_assert_str_eq(text(c.id, "code"), hex);
  ck_assert(strlen(text(c.id, "state")) == 64 && !strcmp(wt_ckpt_state(&c), text(c.id, "state")));
  const json_t *shape = json_object_get(c.id, "shape"), *l = json_object_get(c.id, "launch");
  ck_assert_uint_eq(json_object_size(shape), wt_nkeys);
  for (unsigned i = 0; i < wt_nkeys; i++)
    ck_assert_str_eq(text(shape, wt_keys[i].name), wt_key_text(&wt_keys[i], wt_key_get(&s->shape, &wt_keys[i]), value));
  ck_assert(!strcmp(text(l, "kernel"), "k") && !strcmp(text(l, "file"), "k.sass") && number(l, "regs") == 13 && number(l, "smem") == 50);
  ck_assert(number(l, "smem_static") == 20 && number(l, "stack") == 48 && number(l, "barriers") == 1 && number(l, "open") == 0 &&
            number(l, "places") == 0);
  ck_assert_int_eq(json_integer_value(json_array_get(json_object_get(l, "grid"), 2)), 2);
  ck_assert_int_eq(json_integer_value(json_array_get(json_object_get(l, "block"), 0)), 3);
  const wt_part *p = wt_box_find(&c.box, "cubin"), *own = wt_box_find(&c.box, "own");
  ck_assert(p && p->n == 5 && !memcmp(p->data, "image", 5) && own && own->n == 10 && !memcmp(own->data, "alu/0 x=1\n", 10));
  ck_assert(c.kind == WT_CKPT_FULL && c.oracle && c.cycle == 7 && c.seed == 5 && c.leave_out == -1 && !strcmp(c.path, file));
  ck_assert(wt_shape_hash(&c.shape) == wt_shape_hash(&s->shape) && !wt_ckpt_expected(&c) && !wt_ckpt_beside(&c) && !*wt_ckpt_note(&c));
  wt_ckpt_close(&c);
  ck_assert(!c.id && !c.path && !c.box.n);
}
END_TEST

/* Areas with their names, and of their pages those that are not zero; the last one may be short. */
static wt_status two_pages(void *ctx, wt_running *u) {
  const wt_addr *at = ctx;
  wt_ckpt_more more = {.leave_out = -1};
  static const uint8_t one[2] = {1, 2};
  u->x->visit.next = UINT64_MAX;
  ck_assert(!wt_mem_write(u->x->mem, *at + 4096, one, 1) && !wt_mem_write(u->x->mem, *at + 3 * 4096 + 99, one + 1, 1));
  ck_assert_msg(!wt_ckpt_save(u, WT_CKPT_SEGMENT, &more, file, err, sizeof err), "%s", err);
  return WT_OK;
}
START_TEST(pages_of_memory) {
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_addr at = kit_alloc(s, 3 * 4096 + 100, NULL);
  s->x.visit = (wt_visit){5, two_pages, &at};
  ck_assert_int_eq(launch(), WT_DIFF); /* the oracle has not written there */
  ck_assert(!wt_ckpt_open(&c, file));
  wt_mem *now = wt_mem_new(), *omem = wt_mem_new();
  ck_assert_msg(!wt_ckpt_mem(&c, now, omem), "%s", c.error);
  uint8_t page[3 * 4096 + 100], want[3 * 4096 + 100] = {0};
  want[4096] = 1, want[3 * 4096 + 99] = 2;
  ck_assert(!wt_mem_read(now, at, page, sizeof page) && !memcmp(page, want, sizeof page));
  ck_assert(!wt_mem_read(omem, at, page, sizeof page) && !memcmp(page, want, sizeof page)); /* of a segment: the same */
  ck_assert(wt_mem_count(now) == wt_mem_count(s->x.mem) && wt_mem_next(now) == wt_mem_next(s->x.mem));
  for (size_t i = 0; i < wt_mem_count(now); i++) {
    wt_mem_area a = wt_mem_get(now, i), b = wt_mem_get(s->x.mem, i);
    ck_assert(a.base == b.base && a.size == b.size && !strcmp(a.name, b.name));
  }
  const wt_part *p = wt_box_find(&c.box, "mem"), *o = wt_box_find(&c.box, "omem");
  ck_assert_uint_eq(p->n, 24 + wt_mem_count(now) * (16 + WT_MEM_NAME) + 2 * (16 + 4096));
  ck_assert_ptr_null(o);
  wt_mem_free(now), wt_mem_free(omem);
  wt_ckpt_close(&c);
}
END_TEST

/* ---- what is refused ---- */

static void copied(const char *but, void (*how)(wt_part *p)) {
  wt_box a = {.n = 0}, b = {.n = 0};
  ck_assert_msg(!wt_box_read(&a, file, err, sizeof err), "%s", err);
  for (unsigned i = 0; i < a.n; i++) {
    wt_part *p = &a.part[i];
    if (!strcmp(p->name, "Sum") || (!how && !strcmp(p->name, but))) continue;
    if (!strcmp(p->name, but)) how(p);
    memcpy(wt_box_add(&b, p->name, p->n), p->data, p->n);
  }
  ck_assert_msg(!wt_box_write(&b, other, err, sizeof err), "%s", err);
  wt_box_free(&a), wt_box_free(&b);
}
static void refused(const char *why) {
  char want[900];
  wt_options o = {.backend = WT_BACKEND_C};
  if (s) wt_session_close(s);
  snprintf(want, sizeof want, "%s: %s", other, why);
  s = NULL;
  wt_status st = wt_session_resume(other, &o, &s);
  ck_assert(st == WT_OK || (st == WT_USAGE && !s));
  snprintf(err, sizeof err, "%s", wt_error(NULL));
  if (s) {
    wt_set_quiet(s, 1);
    ck_assert_int_eq(wt_resume(s), WT_USAGE);
    snprintf(err, sizeof err, "%s", wt_error(s));
  }
  ck_assert_msg(!strncmp(err, want, strlen(want)), "not '%s': %s", want, err);
}
static void shorter(wt_part *p) { p->n--; }
static void empty(wt_part *p) { p->n = 0; }
static const char *from_text, *to_text;
static void replaced(wt_part *p) {
  char *at = memmem(p->data, p->n, from_text, strlen(from_text));
  size_t a = strlen(from_text), b = strlen(to_text), k = at ? (size_t)(at - (char *)p->data) : 0;
  ck_assert_msg(at != NULL, "no %s", from_text);
  char *q = malloc(p->n + b);
  memcpy(q, p->data, k), memcpy(q + k, to_text, b), memcpy(q + k + b, at + a, p->n - k - a);
  free(p->data), p->data = q, p->n += b - a;
}
static void edited(const char *part, const char *from, const char *to) {
  from_text = from, to_text = to;
  copied(part, replaced);
}
static uint64_t head_at, head_is;
static void head(wt_part *p) { memcpy((char *)p->data + head_at, &head_is, 8); }
static void with_number(size_t at, uint64_t is) {
  head_at = at, head_is = is;
  copied("mem", head);
}
START_TEST(files_that_are_refused) {
  char why[400];
  saved(WT_BACKEND_C, 0);
  copied("Id", NULL), refused("is no checkpoint: it does not say what it holds");
  copied("Id", shorter), refused("is no checkpoint: it does not say what it holds");
  edited("Id", "\"cycle\"", "\"cycel\""), refused("is no checkpoint: it does not say what it holds");
  edited("Id", "\"format\": 1", "\"format\": 2");
  refused("is a checkpoint of format 2 (warptwin " WARPTWIN_VERSION "), this program reads format 1; make it again");
  edited("Id", "\"WARPS\": \"2\",", "");
  snprintf(why, sizeof why, "names %u keys of a shape, this program has %u; make the checkpoint again", wt_nkeys - 1, wt_nkeys);
  refused(why);
  edited("Id", "\"WARPS\": \"2\"", "\"WARPS\": \"three\""), refused("");
  ck_assert_ptr_nonnull(strstr(err, "; make the checkpoint again"));
  edited("Id", "\"RF_BANKS\": \"4\"", "\"RF_BANKS\": \"1\""), refused("");
  ck_assert_ptr_nonnull(strstr(err, "; make the checkpoint again"));
  edited("Id", "\"kernel\"", "\"colonel\""), refused("its launch cannot be read");
  copied("code", NULL), refused("its launch cannot be read");
  copied("code", shorter), refused("its launch cannot be read");
  copied("mem", NULL), refused("has no part mem");
  copied("mem", empty), refused("has no part mem");
  copied("mem", shorter), refused("part mem has ");
  ck_assert_ptr_nonnull(strstr(err, " bytes, which do not fit its head"));
  with_number(0, UINT64_C(1) << 60), refused("part mem has ");
  with_number(8, UINT64_C(1) << 60), refused("part mem has ");
  with_number(16, 0), refused("device memory of part mem cannot be made again: out of memory"); /* where the next area goes */
  copied("Rows", NULL), refused("out of memory, or it has no table of rows");
  copied("fetch", NULL), refused("has no part fetch: it was made without the oracle or is no checkpoint");
  copied("fetch", shorter), refused("row fetch.");
  ck_assert_ptr_nonnull(strstr(err, " cannot be loaded: too few bytes, or memory is short"));
  edited("Id", "\"state\": \"", "\"state\": \"0"), refused("the state is not the one that was saved (hash ");
}
END_TEST

static void longer(wt_part *p) { p->data = realloc(p->data, p->n + 1), ((char *)p->data)[p->n++] = 0; }
/* A page of no area, or behind its area's end. */
static size_t page_at;
static int which;
static void page(wt_part *p) {
  uint64_t areas, big = which ? UINT64_C(1) << 30 : 1000;
  memcpy(&areas, p->data, 8);
  page_at = 24 + areas * (16 + WT_MEM_NAME) + (which ? 8 : 0);
  ck_assert_uint_gt(p->n, page_at + 8);
  memcpy((char *)p->data + page_at, &big, 8);
}
START_TEST(more_files_that_are_refused) {
  saved(WT_BACKEND_C, 0);
  copied("fetch", longer), refused("part fetch has ");
  ck_assert_ptr_nonnull(strstr(err, " bytes, its rows have "));
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  ck_assert_int_eq(wt_copy_in(s, buf, "text", 4), WT_OK); /* a page that is not zero */
  wt_set_checkpoints(s, 200, dir, 0, NULL);
  ck_launch();
  for (which = 0; which < 2; which++) copied("mem", page), refused("device memory of part mem cannot be made again: out of memory");
}
END_TEST

/* The first four lines that differ are named, of both tables. */
START_TEST(other_rows) {
  saved(WT_BACKEND_C, 1);
  edited("Rows", "fetch.req_pc 4 x 1\n", "");
  refused("its rows are not those of this program: fetch.req_pc 4 x 1 (only here); make the checkpoint again");
  edited("Rows", "fetch.req_pc 4 x 1\n", "fetch.req_pc 4 x 1\nfetch.a 1 x 1\n");
  refused("its rows are not those of this program: fetch.a 1 x 1 (only there); make the checkpoint again");
  edited("Rows", "fetch.req_pc 4 x 1\n", "a 1 x 1\nb 1 x 1\nc 1 x 1\nd 1 x 1\n");
  refused("its rows are not those of this program: fetch.req_pc 4 x 1 (only here), a 1 x 1 (only there), b 1 x 1 (only there), c 1 x 1 (only there), "
          "...; make the checkpoint again");
  edited("Rows", "fetch.req_pc 4 x 1\n", "a 1 x 1\nb 1 x 1\nc 1 x 1\n");
  refused("its rows are not those of this program: fetch.req_pc 4 x 1 (only here), a 1 x 1 (only there), b 1 x 1 (only there), c 1 x 1 (only there); "
          "make the checkpoint again");
}
END_TEST

/* ---- sessions ---- */

START_TEST(what_a_session_says) {
  wt_options o = {.backend = WT_BACKEND_ORACLE};
  wt_session *none = (wt_session *)&o;
  char want[300];
  saved(WT_BACKEND_C, 1);
  ck_assert_str_eq(wt_resume_what(s).kernel ? "some" : "none", "none");
  ck_assert_int_eq(wt_resume(s), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "wt_resume: this session does not go on from a checkpoint");
  ck_assert(wt_session_resume(file, &o, &none) == WT_USAGE && !none);
  snprintf(want, sizeof want, "%s: the oracle alone has no checkpoints", file);
  ck_assert_str_eq(wt_error(NULL), want);
  for (int rtl = 0; rtl < 2; rtl++) {
    goes_on(file, rtl ? WT_BACKEND_RTL : WT_BACKEND_COSIM);
    wt_resumed w = wt_resume_what(s);
    ck_assert(w.cycle == 400 && w.seed == 1 && !strcmp(w.kernel, "k") && !strcmp(w.note, "a note") && !w.expect && w.oracle == !rtl);
  }
  goes_on(file, WT_BACKEND_C);
  wt_set_invariants(s, 1);
  ck_assert_int_eq(wt_resume(s), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "wt_resume: the invariants of the control-flow unit need a run from its start");
  goes_on(file, WT_BACKEND_C);
  ck_assert_int_eq(wt_resume(s), WT_OK);
  ck_assert(s->x.cubin_bytes == wt_box_find(&s->from->box, "cubin")->n && s->x.cubin && !s->x.initcheck && !s->x.expected && s->x.oracle);
  ck_assert_int_eq(wt_resume(s), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "wt_resume: the launch of this session has been run");
  saved(WT_BACKEND_C, 0); /* a segment: without the oracle */
  goes_on(file, WT_BACKEND_C);
  ck_assert_int_eq(wt_resume_what(s).oracle, 0);
  ck_assert_int_eq(wt_resume(s), WT_OK);
  ck_assert_ptr_null(s->x.oracle);
  wt_options few = {.backend = WT_BACKEND_C, .max_cycles = 500}, no = {.backend = WT_BACKEND_C, .no_oracle = 1};
  saved(WT_BACKEND_C, 1);
  wt_session_close(s), s = NULL;
  ck_assert_int_eq(wt_session_resume(file, &no, &s), WT_OK);
  ck_assert_int_eq(wt_resume_what(s).oracle, 0);
  wt_session_close(s), s = NULL;
  ck_assert_int_eq(wt_session_resume(file, &few, &s), WT_OK);
  wt_set_quiet(s, 1);
  ck_assert_int_ne(wt_resume(s), WT_OK);
  ck_assert_str_eq(wt_verdict(s), "max-cycles");
}
END_TEST

START_TEST(what_comes_after_it) {
  char program[65], want[700], *beside;
  saved(WT_BACKEND_C, 0);
  ck_assert_int_eq(wt_ckpt_expect(file, 444, "first line\nsecond line\nthird", "the rtl", "alu,fpu"), 0);
  ck_assert(!wt_ckpt_open(&c, file));
  wt_ckpt_program(program);
  snprintf(want, sizeof want,
           "{\n  \"cycle\": 444,\n  \"first\": \"first line\",\n  \"what\": \"second line\",\n  \"rtl\": \"the rtl\",\n  \"program\": \"%s\",\n"
           "  \"beside\": \"alu,fpu\"\n}",
           program);
  ck_assert_str_eq(wt_ckpt_expected(&c), want);
  ck_assert_pstr_eq(beside = wt_ckpt_beside(&c), "alu,fpu");
  free(beside);
  wt_ckpt_close(&c);
  goes_on(file, WT_BACKEND_COSIM);
  ck_assert_pstr_eq(s->x.beside, "alu,fpu");
  ck_assert_str_eq(wt_resume_what(s).expect, want);
  char rtl[80], hex[65];
  wt_made_of(s, rtl, hex); /* no other twin yet */
  ck_assert(!*rtl && !strcmp(hex, program));
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  wt_made_of(s, rtl, hex);
  ck_assert(!strcmp(rtl, "fake") && !strcmp(hex, program));
  goes_on(file, WT_BACKEND_C);
  ck_assert_ptr_null(s->x.beside);
  ck_assert_int_eq(wt_resume(s), WT_OK);
  ck_assert_int_eq(s->x.expected, 1);
  saved(WT_BACKEND_C, 0);
  ck_assert_int_eq(wt_ckpt_expect(file, 1, "one line", "", NULL), 0);
  ck_assert(!wt_ckpt_open(&c, file) && strstr(wt_ckpt_expected(&c), "\"what\": \"\"") && !strstr(wt_ckpt_expected(&c), "beside"));
  wt_ckpt_close(&c);
  ck_assert_int_eq(wt_ckpt_expect("/nowhere/a", 1, "one line", "", NULL), -1);
}
END_TEST

/* ---- memory is short ---- */

static unsigned refused_saves;
static wt_status short_save(void *ctx, wt_running *u) {
  wt_ckpt_more more = {.leave_out = -1, .cubin = "image", .cubin_bytes = 5, .own = "x"};
  char want[200];
  (void)ctx;
  u->x->visit.next = UINT64_MAX;
  for (unsigned k = 0;; k += 1 + k / 16) { /* the hash alone takes one for each row */
    before_it_fails = k, fails_once = 1;
    int bad = wt_ckpt_save(u, WT_CKPT_FULL, &more, file, err, sizeof err);
    if (fails_once) break;
    snprintf(want, sizeof want, "%s: ", file);
    ck_assert_msg(!bad || !strncmp(err, want, strlen(want)), "%s", err);
    refused_saves += bad != 0;
  }
  fails_once = 0;
  return WT_OK;
}
START_TEST(no_memory_to_save) {
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  s->x.visit = (wt_visit){5, short_save, NULL};
  ck_launch();
  ck_assert_uint_gt(refused_saves, 60);
}
END_TEST

START_TEST(no_memory_to_go_on) {
  wt_options o = {.backend = WT_BACKEND_C};
  unsigned bad = 0;
  saved(WT_BACKEND_C, 1);
  wt_session_close(s), s = NULL;
  for (unsigned k = 0;; k += 1 + k / 8) {
    before_it_fails = k, fails_once = 1;
    wt_status st = wt_session_resume(file, &o, &s);
    if (!st) wt_set_quiet(s, 1), st = wt_resume(s);
    int all = fails_once;
    fails_once = 0;
    ck_assert_msg(st == WT_OK || (st == WT_USAGE && *wt_error(s)), "%u: %d %s", k, st, wt_error(s));
    bad += st != WT_OK;
    if (s) wt_session_close(s), s = NULL;
    if (all) break;
  }
  ck_assert_uint_gt(bad, 20);
}
END_TEST

/* ---- rows ---- */

START_TEST(rows_of_every_kind) {
  wt_saved l = {.section = "x"};
  uint16_t plain[3] = {1, 2, 3}, spread[6] = {1, 0, 2, 0, 3, 0}, base[3] = {7, 7, 7}, masked[3] = {1, 2, 3};
  uint32_t n = 2, a = 5, b = 6, *through[2] = {&a, &b};
  unsigned room = 0;
  struct {
    uint16_t head, v;
  } *own = NULL;
  uint16_t to[3] = {0};
  wt_saved_row *r = wt_saved_add(&l, plain, 2, 3, "a[%d].%s", 4, "b");
  ck_assert(!strcmp(r->name, "a[4].b") && !strcmp(r->section, "x") && wt_saved_bytes(r) == 6);
  wt_saved_get(r, to);
  ck_assert(!memcmp(to, plain, 6));
  ck_assert(wt_saved_put(r, base, 5) == -1 && plain[0] == 1 && wt_saved_put(r, base, 6) == 6 && plain[2] == 7);
  wt_saved_spoil(r);
  ck_assert(plain[0] == 0xa5a5 && plain[2] == 0xa5a5);
  r = wt_saved_add(&l, spread, 2, 3, "spread"), r->stride = 4;
  wt_saved_get(r, to);
  ck_assert(to[0] == 1 && to[1] == 2 && to[2] == 3);
  ck_assert(wt_saved_put(r, base, 6) == 6 && spread[0] == 7 && spread[1] == 0 && spread[4] == 7);
  r = wt_saved_add(&l, through, 4, 2, "through"), r->through = 1, r->stride = sizeof *through;
  uint32_t two[2];
  wt_saved_get(r, two);
  ck_assert(two[0] == 5 && two[1] == 6);
  two[1] = 9;
  ck_assert(wt_saved_put(r, two, 8) == 8 && a == 5 && b == 9);
  r = wt_saved_add(&l, masked, 2, 3, "masked"), r->base = (const char *)base;
  wt_saved_get(r, to);
  ck_assert(to[0] == (1 ^ 7) && to[2] == (3 ^ 7) && masked[0] == 1);
  masked[0] = masked[2] = 0;
  ck_assert(wt_saved_put(r, to, 6) == 6 && masked[0] == 1 && masked[2] == 3);
  r = wt_saved_add(&l, plain, 2, 3, "counted"), r->count = &n;
  ck_assert_uint_eq(wt_saved_bytes(r), 4);
  plain[2] = 8;
  wt_saved_spoil(r);
  ck_assert(plain[2] == 8 && plain[0] == 0xa5a5); /* what a counter says is in use is not spoilt, it is the counter's */
  ck_assert(wt_saved_put(r, base, 4) == 4 && plain[1] == 7 && plain[2] == 8);
  n = 3;
  ck_assert_int_eq(wt_saved_put(r, base, 6), 6);
  n = 4;
  ck_assert_int_eq(wt_saved_put(r, base, 8), -1);
  n = 2;
  r = wt_saved_add(&l, (void *)2, 2, 9, "own"), r->stride = 4, r->count = &n, r->own = (void **)&own, r->room = &room;
  ck_assert(wt_saved_put(r, base, 4) == 4 && own && room == 2 && own[0].v == 7 && own[1].v == 7);
  void *same = own;
  ck_assert(wt_saved_put(r, base, 4) == 4 && own == same && room == 2);
  n = 5, before_it_fails = 0, fails_once = 1;
  uint16_t five[5] = {1, 2, 3, 4, 5};
  ck_assert(wt_saved_put(r, five, 10) == -1 && own == same && room == 2);
  ck_assert(wt_saved_put(r, five, 10) == 10 && room == 5 && own[4].v == 5);
  n = 0;
  wt_saved_get(r, to);
  ck_assert(wt_saved_bytes(r) == 0 && wt_saved_put(r, base, 0) == 0);
  free(own);
  while (l.n < 256) wt_saved_add(&l, plain, 2, 3, "more");
  before_it_fails = 0, fails_once = 1;
  wt_saved_add(&l, plain, 2, 3, "more")->stride = 4;
  ck_assert(l.no_memory && l.n == 256);
  wt_saved_add(&l, plain, 2, 3, "last");
  ck_assert(l.n == 257 && !strcmp(l.row[256].name, "last") && !strcmp(l.row[0].name, "a[4].b"));
  wt_saved_free(&l);
  ck_assert(!l.row && !l.n && !l.no_memory);
}
END_TEST

START_TEST(numbers_of_names) {
  ck_assert(wt_lot("", 0) == UINT64_C(1469598103934665603) && wt_lot("", 5) == UINT64_C(1469598103934665608));
  ck_assert(wt_lot_on(UINT64_C(14695981039346656037), "a") == UINT64_C(0xaf63dc4c8601ec8c)); /* FNV-1a */
  ck_assert(wt_lot_on(UINT64_C(14695981039346656037), "foobar") == UINT64_C(0x85944171f73967e8));
}
END_TEST

int main(void) {
  Suite *suite = suite_create("ckpt_files");
  TCase *t = tcase_create("ckpt_files");
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, files_begin, files_end);
  tcase_add_test(t, cycles_that_are_saved);
  tcase_add_test(t, a_folder_that_is_not_there);
  tcase_add_test(t, full_disk);
  tcase_add_test(t, what_is_in_it);
  tcase_add_test(t, pages_of_memory);
  tcase_add_test(t, files_that_are_refused);
  tcase_add_test(t, more_files_that_are_refused);
  tcase_add_test(t, other_rows);
  tcase_add_test(t, what_a_session_says);
  tcase_add_test(t, what_comes_after_it);
  tcase_add_test(t, no_memory_to_save);
  tcase_add_test(t, no_memory_to_go_on);
  tcase_add_test(t, rows_of_every_kind);
  tcase_add_test(t, numbers_of_names);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
