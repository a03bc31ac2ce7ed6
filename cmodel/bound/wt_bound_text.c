/* wt_bound_text.c - issues that are kept, and as text. */
#include <stdlib.h>
#include <string.h>

#include "bound/wt_bound.h"

void wt_bound_keep(void *ctx, uint64_t cycle, size_t cta, uint32_t pc, const int32_t *lane) {
  wt_bound_log *l = ctx;
  if (l->skip) {
    l->skip--;
    return;
  }
  if (l->failed || (l->most && l->n == l->most)) return;
  if (l->n == l->size) {
    const size_t size = l->size ? 2 * l->size : 256;
    wt_bound_issue *v = realloc(l->v, size * sizeof *v);
    if (v) l->v = v;
    int32_t *place = realloc(l->place, size * l->lanes * sizeof *place);
    if (place) l->place = place;
    if (!v || !place) {
      l->failed = 1;
      return;
    }
    l->size = size;
  }
  memcpy(&l->place[l->n * l->lanes], lane, l->lanes * sizeof *lane);
  l->v[l->n++] = (wt_bound_issue){cycle, cta, pc};
}
void wt_bound_log_free(wt_bound_log *l) {
  free(l->v), free(l->place);
  *l = (wt_bound_log){.lanes = l->lanes};
}

void wt_bound_heading(const wt_bound_input *in, const wt_bound_numbers *n, FILE *f) {
  fprintf(f, "thread instructions %llu; bound %llu (%.1f %%), free %llu, greedy %llu\n", (unsigned long long)n->threads, (unsigned long long)n->bound,
          wt_bound_activity(n->threads, n->bound, in->lanes), (unsigned long long)n->free_lanes, (unsigned long long)n->greedy);
}

/* Rows of one digit stand side by side, others between commas; several CTAs: which one. */
static void issues(const wt_bound_input *in, const wt_bound_log *l, FILE *f) {
  int wide = 0;
  uint64_t cycle = 0;
  for (size_t c = 0; c < in->n_ctas; c++) wide |= in->cta[c].n > 10 * in->lanes;
  for (size_t i = 0; i < l->n; i++) {
    const wt_bound_issue *v = &l->v[i];
    fputc(' ', f);
    if (v->cycle != cycle + 1) fprintf(f, "@%llu ", (unsigned long long)v->cycle);
    cycle = v->cycle;
    if (in->n_ctas > 1) fprintf(f, "%zu/", v->cta);
    fprintf(f, in->bytes > 1 ? "%x:" : "%u:", v->pc * in->bytes);
    for (unsigned k = 0; k < in->lanes; k++) {
      const int32_t p = l->place[i * in->lanes + k];
      if (wide && k) fputc(',', f);
      if (p < 0) fputc('.', f);
      else fprintf(f, "%u", (unsigned)p / in->lanes);
    }
  }
}

/* How one engine issues; NULL without memory. */
static char *told(const wt_bound_input *in, wt_bound_kind kind, const wt_bound_opt *opt) {
  wt_bound_log log = {.lanes = in->lanes};
  wt_bound_opt o = *opt;
  wt_bound_run r;
  char *text = NULL;
  size_t size;
  o.issued = wt_bound_keep, o.ctx = &log;
  FILE *f = wt_bound_simulate(in, kind, &o, &r) || log.failed ? NULL : open_memstream(&text, &size);
  if (f) {
    fprintf(f, "%llu%s %5.1f%% ", (unsigned long long)r.issues, r.deadlock ? " deadlock" : "", wt_bound_activity(r.lanes, r.issues, in->lanes));
    issues(in, &log, f);
    fclose(f);
  }
  wt_bound_log_free(&log);
  return text;
}

/* "DWF-maj/min/pc": what a name has in front as the one before it is not said again. */
static void add_name(char *to, size_t n, const char *name, char last[WT_BOUND_KIND_NAME]) {
  const char *dash = strchr(name, '-');
  const size_t at = strlen(to), front = dash ? (size_t)(dash - name) + 1 : 0;
  snprintf(to + at, n - at, "%s%s", at ? "/" : "", name + (strncmp(last, name, front) ? 0 : front));
  snprintf(last, WT_BOUND_KIND_NAME, "%s", name);
}

int wt_bound_text(const wt_bound_input *in, const wt_bound_kind *kind, unsigned n, const wt_bound_opt *opt, FILE *f) {
  char **text = calloc(n + 1, sizeof *text);
  int rc = text ? 0 : -1;
  for (unsigned i = 0; !rc && i < n; i++) rc = (text[i] = told(in, kind[i], opt)) ? 0 : -1;
  for (unsigned i = 0; !rc && i < n; i++) {
    char names[512] = "", name[WT_BOUND_KIND_NAME], last[WT_BOUND_KIND_NAME] = "";
    int said = 0;
    for (unsigned k = 0; k < i; k++) said |= !strcmp(text[k], text[i]);
    if (said) continue;
    for (unsigned k = i; k < n; k++)
      if (!strcmp(text[k], text[i])) add_name(names, sizeof names, wt_bound_name(kind[k], name), last);
    fprintf(f, "%-22s %s\n", names, text[i]);
  }
  for (unsigned i = 0; text && i < n; i++) free(text[i]);
  free(text);
  return rc;
}
