/* wt_ckpt.c - what a checkpoint is made of. */
#include "lib/wt_ckpt.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/wt_infile.h"
#include "lib/wt_wide.h"

enum { FORMAT = 1, PAGE = 4096 };
/* Parts: Id (JSON), Rows (their table), a part for every section of rows, and these. */
static const char id_part[] = "Id", rows_part[] = "Rows", mem_part[] = "mem", omem_part[] = "omem", cubin_part[] = "cubin", own_part[] = "own";

/* ---- rows ---- */

/* One line a row: two lists with equal tables are made of the same state. */
static char *table_of(const wt_saved *l, int leave_out) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  for (unsigned i = 0; f && i < l->n; i++)
    if ((int)i != leave_out) fprintf(f, "%s %zu x %u%s\n", l->row[i].name, l->row[i].elem, l->row[i].n, l->row[i].count ? " at most" : "");
  if (!f || fclose(f)) return free(text), NULL;
  return text;
}

static int put_rows(wt_box *b, const wt_saved *l, int leave_out) {
  char *table = table_of(l, leave_out);
  char *p = table ? wt_box_add(b, rows_part, strlen(table)) : NULL;
  if (p) memcpy(p, table, strlen(table));
  free(table);
  for (unsigned i = 0, k; p && i < l->n; i = k) {
    size_t n = 0;
    for (k = i; k < l->n && l->row[k].section == l->row[i].section; k++) n += (int)k == leave_out ? 0 : wt_saved_bytes(&l->row[k]);
    if (!(p = wt_box_add(b, l->row[i].section, n))) return -1;
    for (char *q = p; i < k; i++) {
      if ((int)i == leave_out) continue;
      wt_saved_get(&l->row[i], q);
      q += wt_saved_bytes(&l->row[i]);
    }
  }
  return p ? 0 : -1;
}

static int fail(wt_ckpt *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static int fail(wt_ckpt *c, const char *fmt, ...) {
  va_list ap;
  int n = snprintf(c->error, sizeof c->error, "%.300s: ", c->path);
  va_start(ap, fmt);
  vsnprintf(c->error + n, sizeof c->error - (size_t)n, fmt, ap);
  va_end(ap);
  return -1;
}

/* The first lines that differ, as many as fit into one line of a message. */
static int rows_differ(wt_ckpt *c, const char *mine, const char *theirs) {
  char text[400] = "";
  size_t k = 0;
  unsigned n = 0;
  for (int turn = 0; turn < 2; turn++) {
    const char *a = turn ? theirs : mine, *b = turn ? mine : theirs;
    for (const char *p = a; *p; p += strcspn(p, "\n") + 1) {
      char line[WT_SAVED_NAME + 64];
      int len = snprintf(line, sizeof line, "%.*s\n", (int)strcspn(p, "\n"), p);
      const char *at = strstr(b, line);
      while (at && at != b && at[-1] != '\n') at = strstr(at + 1, line);
      if (at) continue;
      if (n++ < 4) k += (size_t)snprintf(text + k, sizeof text - k, "%s%.*s (%s)", k ? ", " : "", len - 1, line, turn ? "only there" : "only here");
    }
  }
  return fail(c, "its rows are not those of this program: %s%s; make the checkpoint again", n ? text : "another order", n > 4 ? ", ..." : "");
}

/* What was loaded is what stands there. */
static int check_row(wt_ckpt *c, const wt_saved_row *r, const char *from, size_t have) {
  size_t n = wt_saved_bytes(r);
  char *now = n <= have ? malloc(n + 1) : NULL;
  if (now) wt_saved_get(r, now);
  int bad = !now || memcmp(now, from, n);
  free(now);
  return bad ? fail(c, "row %s does not hold what the file says: the checkpoint cannot be resumed", r->name) : 0;
}

/* Loads all, then looks at all: a counter decides how many bytes its row has, so both go through a section from its start. */
static int get_rows(wt_ckpt *c, const wt_saved *l) {
  for (unsigned i = 0; i < l->n; i++) wt_saved_spoil(&l->row[i]);
  for (int look = 0; look < 2; look++)
    for (unsigned i = 0, k; i < l->n; i = k) {
      const wt_part *p = wt_box_find(&c->box, l->row[i].section);
      if (!p) return fail(c, "has no part %s: it was made without the oracle or is no checkpoint", l->row[i].section);
      size_t at = 0;
      for (k = i; k < l->n && l->row[k].section == l->row[i].section; k++) {
        const char *from = (const char *)p->data + at;
        int skip = !look && (int)k == c->leave_out;
        if (look ? check_row(c, &l->row[k], from, p->n - at) : !skip && wt_saved_put(&l->row[k], from, p->n - at) < 0)
          return look ? -1 : fail(c, "row %s cannot be loaded: too few bytes, or memory is short", l->row[k].name);
        at += skip && !l->row[k].count ? l->row[k].elem * l->row[k].n : wt_saved_bytes(&l->row[k]);
      }
      if (at != p->n) return fail(c, "part %s has %zu bytes, its rows have %zu", l->row[i].section, p->n, at);
    }
  return 0;
}

/* ---- memory ---- */

/* Areas by name, then the pages that are not those of `base` (NULL: not zero): number of the area, of the page, contents. */
typedef struct {
  uint64_t base, size;
  char name[WT_MEM_NAME];
} mem_area;
typedef struct {
  uint64_t areas, pages, next;
} mem_head;
typedef struct {
  uint64_t area, page;
  uint8_t data[PAGE];
} mem_page;

static size_t page_bytes(const wt_mem_area *a, uint64_t page) { return a->size - page * PAGE < PAGE ? (size_t)(a->size - page * PAGE) : PAGE; }

static uint64_t walk_pages(wt_mem *m, wt_mem *base, mem_page *out) {
  static const uint8_t zero[PAGE];
  uint64_t n = 0;
  for (size_t i = 0; i < wt_mem_count(m); i++) {
    wt_mem_area a = wt_mem_get(m, i);
    for (uint64_t k = 0; k * PAGE < a.size; k++) {
      size_t bytes = page_bytes(&a, k);
      const uint8_t *p = wt_mem_ptr(m, a.base + k * PAGE, bytes), *q = base ? wt_mem_ptr(base, a.base + k * PAGE, bytes) : zero;
      if (!memcmp(p, q, bytes)) continue;
      if (out) out[n].area = i, out[n].page = k, memcpy(out[n].data, p, bytes);
      n++;
    }
  }
  return n;
}

static int put_mem(wt_box *b, const char *part, wt_mem *m, wt_mem *base) {
  mem_head h = {wt_mem_count(m), walk_pages(m, base, NULL), wt_mem_next(m)};
  char *p = wt_box_add(b, part, sizeof h + h.areas * sizeof(mem_area) + h.pages * sizeof(mem_page));
  if (!p) return -1;
  memcpy(p, &h, sizeof h);
  for (size_t i = 0; i < h.areas; i++) {
    wt_mem_area a = wt_mem_get(m, i);
    mem_area x = {.base = a.base, .size = a.size};
    strncpy(x.name, a.name, sizeof x.name - 1);
    memcpy(p + sizeof h + i * sizeof x, &x, sizeof x);
  }
  walk_pages(m, base, (mem_page *)(void *)(p + sizeof h + h.areas * sizeof(mem_area)));
  return 0;
}

static int get_mem(wt_ckpt *c, const char *part, wt_mem *m, int keep) {
  const wt_part *p = wt_box_find(&c->box, part);
  mem_head h;
  if (!p || p->n < sizeof h) return fail(c, "has no part %s", part);
  memcpy(&h, p->data, sizeof h);
  if (h.areas > p->n || h.pages > p->n || p->n != sizeof h + h.areas * sizeof(mem_area) + h.pages * sizeof(mem_page))
    return fail(c, "part %s has %zu bytes, which do not fit its head", part, p->n);
  const mem_area *a = (const mem_area *)(const void *)((const char *)p->data + sizeof h);
  const mem_page *g = (const mem_page *)(const void *)(a + h.areas);
  wt_mem_area *list = calloc(h.areas + 1, sizeof *list);
  for (uint64_t i = 0; list && i < h.areas; i++) list[i] = (wt_mem_area){a[i].base, a[i].size, a[i].name};
  int bad = !list || (!keep && wt_mem_rebuild(m, list, h.areas, h.next));
  for (uint64_t i = 0; !bad && i < h.pages; i++) {
    bad = g[i].area >= h.areas || g[i].page * PAGE >= list[g[i].area].size;
    if (!bad) bad = wt_mem_write(m, list[g[i].area].base + g[i].page * PAGE, g[i].data, page_bytes(&list[g[i].area], g[i].page));
  }
  free(list);
  return bad ? fail(c, "device memory of part %s cannot be made again: out of memory", part) : 0;
}

int wt_ckpt_mem(wt_ckpt *c, wt_mem *mem, wt_mem *omem) {
  if (get_mem(c, mem_part, mem, 0)) return -1;
  if (!omem) return 0;
  if (wt_mem_copy_from(omem, mem)) return fail(c, "out of memory");
  return c->oracle ? get_mem(c, omem_part, omem, 1) : 0;
}

/* ---- the launch ---- */

static int put_bytes(wt_box *b, const char *name, const void *data, size_t n) {
  if (!data) return 0;
  void *p = wt_box_add(b, name, n);
  if (p && n) memcpy(p, data, n);
  return p ? 0 : -1;
}
/* The member of the launch behind a part, and bytes of an instruction in it. */
static int put_launch(wt_box *b, const wt_launch_desc *L) {
  int bad = put_bytes(b, "code", L->code, L->n_insns * sizeof *L->code) || put_bytes(b, "rpc", L->rpc, L->n_insns * sizeof *L->rpc) ||
            put_bytes(b, "sens", L->sens, L->n_insns) || put_bytes(b, "reach", L->reach, L->n_insns);
  for (unsigned i = 0; !bad && i < WT_LAUNCH_BANKS; i++) {
    char name[16];
    snprintf(name, sizeof name, "bank%u", i);
    bad = put_bytes(b, name, L->bank[i].data, L->bank[i].size);
  }
  return bad;
}
static json_t *numbers(const unsigned v[3]) { return json_pack("[I,I,I]", (json_int_t)v[0], (json_int_t)v[1], (json_int_t)v[2]); }
static json_t *launch_id(const wt_launch_desc *L) {
  return json_pack("{s:s,s:s,s:o,s:o,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I}", "file", L->file ? L->file : "", "kernel", L->kernel, "grid", numbers(L->grid),
                   "block", numbers(L->block), "regs", (json_int_t)L->regs, "barriers", (json_int_t)L->barriers, "stack", (json_int_t)L->stack,
                   "smem_static", (json_int_t)L->smem_static, "smem", (json_int_t)L->smem, "slots", (json_int_t)L->slots_per_cta, "places",
                   (json_int_t)L->places, "open", (json_int_t)L->open);
}

/* A copy of a part; *n receives its bytes. NULL: there is none, or no memory. */
static void *copy_part(const wt_ckpt *c, const char *name, size_t *n) {
  const wt_part *p = wt_box_find(&c->box, name);
  void *q = p ? malloc(p->n + 1) : NULL;
  if (q) memcpy(q, p->data, p->n);
  *n = q ? p->n : 0;
  return q;
}

int wt_ckpt_launch(wt_ckpt *c, wt_launch_desc *L) {
  const json_t *j = json_object_get(c->id, "launch");
  const wt_part *code = wt_box_find(&c->box, "code");
  json_int_t g[3], b[3], regs, bars, stack, ss, smem, slots, places, open = 0;
  const char *file, *kernel;
  size_t n;
  *L = (wt_launch_desc){0};
  if (!code || code->n % sizeof(wt_word) ||
      json_unpack((json_t *)(uintptr_t)j, "{s:s,s:s,s:[I,I,I],s:[I,I,I],s:I,s:I,s:I,s:I,s:I,s:I,s:I,s?I}", "file", &file, "kernel", &kernel, "grid",
                  &g[0], &g[1], &g[2], "block", &b[0], &b[1], &b[2], "regs", &regs, "barriers", &bars, "stack", &stack, "smem_static", &ss, "smem",
                  &smem, "slots", &slots, "places", &places, "open", &open))
    return fail(c, "its launch cannot be read");
  L->file = file, L->kernel = kernel, L->code = code->data, L->n_insns = code->n / sizeof(wt_word);
  L->regs = (unsigned)regs, L->barriers = (unsigned)bars, L->stack = (unsigned)stack, L->smem_static = (unsigned)ss, L->smem = (unsigned)smem;
  L->threads = 1, L->ctas = 1;
  for (int i = 0; i < 3; i++) {
    L->grid[i] = (unsigned)g[i], L->block[i] = (unsigned)b[i];
    L->threads *= L->block[i], L->ctas *= L->grid[i];
  }
  L->warps_per_cta = (L->threads + c->shape.SLOT_LANES - 1) / c->shape.SLOT_LANES;
  L->slots_per_cta = (unsigned)slots, L->places = (unsigned)places, L->open = (unsigned)open;
  L->rpc = copy_part(c, "rpc", &n);
  L->sens = copy_part(c, "sens", &n);
  L->reach = copy_part(c, "reach", &n);
  for (unsigned i = 0; i < WT_LAUNCH_BANKS; i++) {
    char name[16];
    snprintf(name, sizeof name, "bank%u", i);
    L->bank[i].data = copy_part(c, name, &L->bank[i].size);
  }
  return 0;
}

/* ---- the whole file ---- */

static json_t *shape_id(const wt_shape *S) {
  json_t *j = json_object();
  for (unsigned i = 0; j && i < wt_nkeys; i++) {
    char buf[16];
    json_object_set_new(j, wt_keys[i].name, json_string(wt_key_text(&wt_keys[i], wt_key_get(S, &wt_keys[i]), buf)));
  }
  return j;
}

static json_t *text_sha(const void *data, size_t n) {
  uint8_t sha[WT_SHA];
  char hex[2 * WT_SHA + 1];
  wt_sha(data, n, sha);
  wt_sha_text(sha, hex);
  return json_string(hex);
}

static json_t *guests_id(const wt_guest_list *g) {
  json_t *list = json_array();
  wt_guest_what w;
  for (unsigned i = 0; !wt_guests_what(g, i, &w); i++)
    json_array_append_new(list, json_pack("{s:s,s:s,s:s}", "block", w.block, "file", w.file, "sha", w.sha));
  return list;
}
/* The blocks of users that drove the machine drive this one, too, as they were. */
static int same_guests(wt_ckpt *c, const wt_guest_list *g) {
  const json_t *list = json_object_get(c->id, "use");
  json_t *one;
  size_t i;
  wt_guest_what w;
  json_array_foreach(list, i, one) {
    const char *block = "", *file = "", *sha = "";
    unsigned k = 0;
    json_unpack(one, "{s:s,s:s,s:s}", "block", &block, "file", &file, "sha", &sha);
    while (!wt_guests_what(g, k, &w) && strcmp(w.block, block) != 0) k++;
    if (wt_guests_what(g, k, &w)) return fail(c, "was made with --use %s=%s, give that here, too", block, file);
    if (strcmp(w.sha, sha)) return fail(c, "was made with %s as the %s, and this %s is another one or has been changed", file, block, w.file);
  }
  if (!wt_guests_what(g, (unsigned)json_array_size(list), &w)) return fail(c, "was made without --use %s=%s, leave it out here", w.block, w.file);
  return 0;
}

static int put_id(wt_box *b, wt_running *u, wt_ckpt_kind kind, const wt_ckpt_more *more) {
  uint8_t sha[WT_SHA];
  char hex[2 * WT_SHA + 1];
  const wt_part *rows = wt_box_find(b, rows_part), *code = wt_box_find(b, "code");
  if (wt_running_hash(u, WT_STATE_MACHINE, sha)) return -1;
  wt_sha_text(sha, hex);
  json_t *j = json_pack("{s:i,s:s,s:s,s:s,s:I,s:I,s:I,s:s,s:o,s:o,s:o,s:o,s:o}", "format", FORMAT, "warptwin", WARPTWIN_VERSION, "kind",
                        kind == WT_CKPT_FULL ? "full" : "segment", "state", hex, "cycle", (json_int_t)u->t->tally.cycles, "seed",
                        (json_int_t)more->seed, "output", (json_int_t)u->x->output, "note", more->note ? more->note : "", "rows",
                        text_sha(rows->data, rows->n), "code", code ? text_sha(code->data, code->n) : json_null(), "shape", shape_id(u->m->S),
                        "launch", launch_id(u->L), "oracle", json_boolean(kind == WT_CKPT_FULL && u->x->oracle));
  if (j && u->x->guests) json_object_set_new(j, "use", guests_id(u->x->guests));
  char *text = j ? json_dumps(j, JSON_INDENT(2) | JSON_PRESERVE_ORDER) : NULL;
  int bad = !text || put_bytes(b, id_part, text, strlen(text));
  free(text);
  json_decref(j);
  return bad;
}

int wt_ckpt_save(wt_running *u, wt_ckpt_kind kind, const wt_ckpt_more *more, const char *path, char *err, size_t errn) {
  wt_box *b = calloc(1, sizeof *b);
  wt_saved l = {0};
  int full = kind == WT_CKPT_FULL && u->x->oracle, bad = !b || wt_running_rows(u, kind == WT_CKPT_FULL ? WT_STATE_FULL : WT_STATE_SEGMENT, &l);
  if (!bad) {
    bad = put_rows(b, &l, more->leave_out) || put_launch(b, u->L) || put_id(b, u, kind, more) || put_mem(b, mem_part, u->x->mem, NULL) ||
          (full && put_mem(b, omem_part, u->x->omem, u->x->mem)) || put_bytes(b, cubin_part, more->cubin, more->cubin_bytes) ||
          put_bytes(b, own_part, more->own, more->own ? strlen(more->own) : 0);
    wt_saved_free(&l);
  }
  int rc = bad ? (snprintf(err, errn, "%s: out of memory", path), -1) : wt_box_write(b, path, err, errn);
  if (b) wt_box_free(b);
  free(b);
  return rc;
}

/* ---- a difference to see again ---- */

static const char expect_part[] = "Expect";

void wt_ckpt_program(char hex[2 * WT_SHA + 1]) {
  char why[300];
  size_t n;
  uint8_t sha[WT_SHA];
  void *p = wt_infile_read("/proc/self/exe", &n, why, sizeof why);
  strcpy(hex, "unknown");
  if (p) {
    wt_sha(p, n, sha);
    wt_sha_text(sha, hex);
  }
  free(p);
}

int wt_ckpt_expect(const char *path, uint64_t cycle, const char *report, const char *rtl, const char *beside) {
  wt_box *b = calloc(1, sizeof *b);
  char err[700], program[2 * WT_SHA + 1];
  size_t first = strcspn(report, "\n"), second = report[first] ? strcspn(report + first + 1, "\n") : 0;
  if (!b) return -1;
  int bad = wt_box_read(b, path, err, sizeof err);
  if (!bad) free(b->part[--b->n].data); /* the sums, which are written again */
  wt_ckpt_program(program);
  json_t *j = json_pack("{s:I,s:s%,s:s%,s:s,s:s,s:s*}", "cycle", (json_int_t)cycle, "first", report, first, "what", second ? report + first + 1 : "",
                        second, "rtl", rtl, "program", program, "beside", beside);
  char *text = j ? json_dumps(j, JSON_INDENT(2) | JSON_PRESERVE_ORDER) : NULL;
  bad = bad || !text || put_bytes(b, expect_part, text, strlen(text)) || wt_box_write(b, path, err, sizeof err);
  free(text);
  json_decref(j);
  wt_box_free(b);
  free(b);
  return bad ? -1 : 0;
}

const char *wt_ckpt_expected(wt_ckpt *c) {
  const wt_part *p = wt_box_find(&c->box, expect_part);
  if (p && !c->expected) c->expected = strndup(p->data, p->n);
  return c->expected;
}
char *wt_ckpt_beside(wt_ckpt *c) {
  json_t *j = json_loads(wt_ckpt_expected(c) ? c->expected : "", 0, NULL);
  const char *list = json_string_value(json_object_get(j, "beside"));
  char *own = list ? strdup(list) : NULL;
  json_decref(j);
  return own;
}

static int get_shape(wt_ckpt *c) {
  char err[300] = "", set[80];
  const char *key;
  json_t *v;
  unsigned n = 0;
  int bad = wt_shape_preset(&c->shape, "default", err, sizeof err);
  json_object_foreach(json_object_get(c->id, "shape"), key, v) {
    snprintf(set, sizeof set, "%s=%s", key, json_string_value(v));
    if (!bad) bad = wt_shape_set(&c->shape, set, err, sizeof err);
    n++;
  }
  if (!bad && n != wt_nkeys) return fail(c, "names %u keys of a shape, this program has %u; make the checkpoint again", n, wt_nkeys);
  if (bad || wt_shape_check(&c->shape, err, sizeof err)) return fail(c, "%s; make the checkpoint again", err);
  if (wt_wide_runs(&c->shape, err, sizeof err)) return fail(c, "%s", err);
  return 0;
}

int wt_ckpt_open(wt_ckpt *c, const char *path) {
  json_int_t format = 0, cycle, seed;
  const char *kind = "", *by = "";
  *c = (wt_ckpt){.path = strdup(path), .leave_out = -1};
  if (wt_box_read(&c->box, path, c->error, sizeof c->error)) return -1;
  const wt_part *p = wt_box_find(&c->box, id_part);
  if (!p || !(c->id = json_loadb(p->data, p->n, 0, NULL)) ||
      json_unpack(c->id, "{s:I,s:s,s:s,s:I,s:I}", "format", &format, "warptwin", &by, "kind", &kind, "cycle", &cycle, "seed", &seed))
    return fail(c, "is no checkpoint: it does not say what it holds");
  if (format != FORMAT)
    return fail(c, "is a checkpoint of format %d (warptwin %s), this program reads format %d; make it again", (int)format, by, FORMAT);
  c->kind = strcmp(kind, "full") ? WT_CKPT_SEGMENT : WT_CKPT_FULL;
  c->oracle = json_is_true(json_object_get(c->id, "oracle"));
  c->cycle = (uint64_t)cycle, c->seed = (uint64_t)seed;
  return get_shape(c);
}
void wt_ckpt_close(wt_ckpt *c) {
  json_decref(c->id);
  wt_box_free(&c->box);
  free(c->path);
  free(c->expected);
  *c = (wt_ckpt){0};
}
const char *wt_ckpt_note(const wt_ckpt *c) { return json_string_value(json_object_get(c->id, "note")); }
const char *wt_ckpt_state(const wt_ckpt *c) { return json_string_value(json_object_get(c->id, "state")); }

wt_status wt_ckpt_load(void *ctx, wt_running *u) {
  wt_ckpt *c = ctx;
  int whole = c->kind == WT_CKPT_FULL && c->oracle == (u->x->oracle != NULL) && u->sm->c.noend, what = whole ? WT_STATE_FULL : WT_STATE_SEGMENT;
  const wt_part *theirs = wt_box_find(&c->box, rows_part);
  wt_saved l = {0};
  if (wt_running_rows(u, what, &l)) {
    fail(c, "out of memory");
    snprintf(u->x->error, sizeof u->x->error, "%s", c->error);
    return WT_USAGE;
  }
  char *mine = table_of(&l, -1);
  char *there = theirs ? strndup(theirs->data, theirs->n) : NULL;
  int bad = !mine || !there ? fail(c, "out of memory, or it has no table of rows") : same_guests(c, u->x->guests);
  /* a full checkpoint resumed without the oracle has rows behind those that are wanted */
  if (!bad && (whole || c->kind == WT_CKPT_SEGMENT ? strcmp(mine, there) : strncmp(mine, there, strlen(mine)))) bad = rows_differ(c, mine, there);
  if (!bad) bad = get_rows(c, &l);
  if (!bad && u->x->guests && wt_guests_loaded(u->x->guests)) bad = fail(c, "a block of --use does not take the state that it holds");
  uint8_t sha[WT_SHA];
  char hex[2 * WT_SHA + 1] = "";
  if (!bad && !wt_running_hash(u, WT_STATE_MACHINE, sha)) wt_sha_text(sha, hex);
  if (!bad && strcmp(hex, wt_ckpt_state(c)))
    bad = fail(c, "the state is not the one that was saved (hash %.12s, the file says %.12s)", hex, wt_ckpt_state(c));
  wt_saved_free(&l);
  free(mine);
  free(there);
  const wt_part *own = wt_box_find(&c->box, own_part);
  if (own) free(u->own), u->own = strndup(own->data, own->n);
  if (bad) return snprintf(u->x->error, sizeof u->x->error, "%s", c->error), WT_USAGE;
  return wt_running_loaded(u, what);
}
