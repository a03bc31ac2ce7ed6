/* wt_recheck.c - stored checkpoints, each to the next. */
#include "lib/wt_recheck.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_session.h"

typedef struct {
  wt_rechecked *r;
  uint64_t until;
  const char *state;
  int over;
} looking;

/* At the end of the segment, and once more behind it: the assertions look back by a cycle. */
static wt_status look(void *ctx, wt_running *u) {
  looking *k = ctx;
  wt_machine *x = u->x;
  uint64_t c = u->t->tally.cycles;
  uint8_t sha[WT_SHA];
  char what[900];
  if (c > k->until) {
    k->over = 1;
    return WT_USAGE; /* it has been seen; nothing more is wanted */
  }
  k->r->end = c;
  if (x->ops->sweep(x->twin)) {
    x->ops->describe(x->twin, what, sizeof what);
    wt_report_begin(&u->r, WT_CAUSE_DIFF, "DIFFERENCE  cycle %llu (memories at the end of a segment), kernel %s\n%s", (unsigned long long)c,
                    u->L->kernel, what);
    return WT_DIFF;
  }
  if (wt_running_hash(u, WT_STATE_MACHINE, sha)) {
    wt_report_begin(&u->r, WT_CAUSE_NONE, "out of memory");
    return WT_USAGE;
  }
  wt_sha_text(sha, k->r->to);
  if (!strcmp(k->r->to, k->state)) return WT_OK;
  wt_report_begin(&u->r, WT_CAUSE_DIFF,
                  "the segment to cycle %llu of kernel %s ends in another state than the next checkpoint holds (hash %.12s, not %.12s)",
                  (unsigned long long)c, u->L->kernel, k->r->to, k->state);
  return WT_DIFF;
}

static wt_status reset(wt_session *s) {
  char what[900];
  wt_machine *x = &s->x;
  if (!x->ops->reset(x->twin)) return WT_OK;
  x->ops->describe(x->twin, what, sizeof what);
  snprintf(s->error, sizeof s->error, "FIRST DIFFERENCE  cycle 0 (reset values)\n%s", what);
  return WT_DIFF;
}

void wt_recheck(wt_session *s, const char *file, uint64_t until, const char *state, wt_rechecked *r) {
  looking k = {r, until, state, 0};
  *r = (wt_rechecked){0};
  wt_status st = wt_session_start(s);
  if (!st) st = wt_session_reload(s, file);
  if (!st) {
    r->start = s->from->cycle;
    snprintf(r->from, sizeof r->from, "%s", wt_ckpt_state(s->from) ? wt_ckpt_state(s->from) : "");
    if (!r->start) st = reset(s);
  }
  if (!st) {
    if (until) s->x.visit = (wt_visit){until, look, &k};
    st = wt_resume(s);
    if (k.over) st = WT_OK;
    else if (!st && until && !r->to[0])
      st = WT_DIFF,
      snprintf(s->error, sizeof s->error, "the launch ended before cycle %llu, where the next checkpoint is", (unsigned long long)until);
    else if (!st) r->ended = 1, r->end = s->x.total.cycles;
  }
  r->status = (int)st;
  if (st) snprintf(r->text, sizeof r->text, "%s", wt_error(s));
}

static wt_status stop(void *ctx, wt_running *u) {
  uint64_t *end = ctx;
  *end = u->t->tally.cycles;
  return WT_USAGE;
}
wt_status wt_resume_until(wt_session *s, uint64_t last, uint64_t *end) {
  *end = UINT64_MAX;
  if (last < UINT64_MAX) s->x.visit = (wt_visit){last + 1, stop, end};
  wt_status st = wt_resume(s);
  if (*end < UINT64_MAX) return WT_OK;
  *end = s->x.total.cycles;
  return st;
}

/* ---- folders ---- */

static int by_cycle(const void *a, const void *b) {
  const wt_recheck_point *x = a, *y = b;
  return x->cycle < y->cycle ? -1 : 1; /* two of one cycle are refused, whichever comes first */
}

void wt_recheck_free(wt_recheck_point *list, size_t n) {
  for (size_t i = 0; i < n; i++) free(list[i].file);
  free(list);
}

/* The launch as one text: what checkpoints of one run have in common. */
static char *identity(wt_ckpt *c) {
  json_t *j = json_pack("{s:O,s:O,s:O,s:O}", "launch", json_object_get(c->id, "launch"), "shape", json_object_get(c->id, "shape"), "code",
                        json_object_get(c->id, "code"), "seed", json_object_get(c->id, "seed"));
  char *text = j ? json_dumps(j, JSON_SORT_KEYS) : NULL;
  json_decref(j);
  return text;
}

static int add(wt_recheck_point **list, size_t *n, const char *path, char **run, char *err, size_t errn) {
  wt_ckpt *c = calloc(1, sizeof *c);
  wt_recheck_point *more = c ? realloc(*list, (*n + 1) * sizeof *more) : NULL;
  if (more) *list = more;
  int bad = !more ? (snprintf(err, errn, "out of memory"), -1) : wt_ckpt_open(c, path) ? (snprintf(err, errn, "%s", c->error), -1) : 0;
  if (!bad) {
    char *id = identity(c);
    if (!*run) *run = id;
    else if (!id || strcmp(id, *run)) bad = -1, snprintf(err, errn, "%s: is not of the same run as the other checkpoints of its folder", path);
    if (*run != id) free(id);
  }
  if (!bad) {
    more[*n] = (wt_recheck_point){.file = strdup(path), .cycle = c->cycle};
    const char *kernel = json_string_value(json_object_get(json_object_get(c->id, "launch"), "kernel"));
    snprintf(more[*n].kernel, sizeof more->kernel, "%s", kernel ? kernel : "");
    more[*n].shape = c->shape;
    snprintf(more[(*n)++].state, sizeof more->state, "%s", wt_ckpt_state(c));
  }
  if (c) wt_ckpt_close(c);
  free(c);
  return bad;
}

int wt_recheck_list(const char *dir, wt_recheck_point **list, size_t *n, char *err, size_t errn) {
  DIR *d = opendir(dir);
  struct dirent *e;
  char path[2400], *run = NULL;
  int bad = 0;
  *list = NULL, *n = 0;
  if (!d) return snprintf(err, errn, "%s: cannot read the folder: %s", dir, strerror(errno)), -1;
  while (!bad && (e = readdir(d))) {
    size_t len = strlen(e->d_name);
    if (len < 6 || strcmp(e->d_name + len - 5, ".wtck")) continue;
    snprintf(path, sizeof path, "%.2000s/%.300s", dir, e->d_name);
    bad = add(list, n, path, &run, err, errn);
  }
  closedir(d);
  free(run);
  if (!bad && !*n) bad = -1, snprintf(err, errn, "%s: holds no checkpoints; cosim --checkpoint-every N --checkpoint-dir %s makes them", dir, dir);
  if (!bad) qsort(*list, *n, sizeof **list, by_cycle);
  for (size_t i = 1; !bad && i < *n; i++)
    if ((*list)[i].cycle == (*list)[i - 1].cycle)
      bad = -1, snprintf(err, errn, "%s: two checkpoints of cycle %llu", dir, (unsigned long long)(*list)[i].cycle);
  if (bad) wt_recheck_free(*list, *n), *list = NULL, *n = 0;
  return bad;
}

void wt_hash_bytes(const void *data, size_t n, char hex[65]) {
  uint8_t sha[WT_SHA];
  wt_sha(data, n, sha);
  wt_sha_text(sha, hex);
}
void wt_hash_program(char hex[65]) { wt_ckpt_program(hex); }
