/* wt_cases_pick.c - which cases a command is about: kernels of the manifest, or cubins of the user's. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_cases.h"
#include "warptwin_host.h"

int wt_is_cubin(const char *name) {
  static const char magic[] = "\177ELF";
  size_t n = strlen(name);
  char head[4] = "";
  if (n > 6 && !strcmp(name + n - 6, ".cubin")) return 1;
  FILE *f = wt_cli_open(name);
  if (!f) return 0;
  int elf = fread(head, 1, 4, f) == 4 && !memcmp(head, magic, 4);
  fclose(f);
  return elf;
}

/* The kernel's name where one was given, else the file's; a second one of the same name gets a number. */
static char *name_of(const wt_cases *k, const char *cubin, const wt_cli_kernel *launch) {
  const char *slash = strrchr(cubin, '/'), *base = launch->kernel ? launch->kernel : slash ? slash + 1 : cubin;
  size_t len = strlen(base), room = len + 16;
  unsigned again = 1;
  char *name = malloc(room);
  if (!name) return NULL;
  if (!launch->kernel && len > 6 && !strcmp(base + len - 6, ".cubin")) len -= 6;
  snprintf(name, room, "%.*s", (int)len, base);
  while (wt_cases_find(k, name) && again < 1000) snprintf(name, room, "%.*s-%u", (int)len, base, ++again);
  return name;
}

int wt_cases_add(wt_cases *k, const char *cubin, const wt_cli_kernel *launch) {
  wt_case *more = realloc(k->c, (k->n + 1) * sizeof *more);
  if (!more) return wt_cli_error(2, "out of memory");
  k->c = more;
  wt_case *c = &k->c[k->n];
  *c = (wt_case){.own_name = name_of(k, cubin, launch), .cubin = strdup(cubin), .launch = malloc(sizeof *launch)};
  k->n++;
  if (!c->own_name || !c->cubin || !c->launch) return wt_cli_error(2, "out of memory");
  c->name = c->own_name;
  *c->launch = *launch;
  c->launch->text = NULL;
  return 0;
}

int wt_cases_hosts(const wt_case *const *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (list[i]->host && access(list[i]->host, R_OK))
      return wt_cli_error(2, "%s: no host reference of %s (%s); run make kernels-host, or name its folder with --hosts", list[i]->host, list[i]->name,
                          strerror(errno));
  return 0;
}

/* 0: medium; otherwise the number, small is 1. */
static int scale_of(const char *scale, uint64_t *n) {
  *n = 1;
  if (!scale || !strcmp(scale, "small")) return 1;
  *n = 0;
  return !strcmp(scale, "medium") || (wt_cli_number(scale, n) && *n && *n <= WT_HOST_SCALE_MAX);
}
int wt_scale_known(const char *scale) {
  uint64_t n;
  return scale_of(scale, &n);
}

/* The inputs of the cases of the list get their size; of those with one size only, a name that was given is an error, and "all" leaves them out. */
static int resize(wt_cases *k, const char *scale, const char *const *name, unsigned names, const wt_case **list, size_t *n) {
  uint64_t wanted;
  size_t kept = 0;
  if (!scale_of(scale, &wanted)) return wt_cli_error(2, "--scale %s: expected " WT_SCALE_OPTION, scale);
  if (wanted == 1) return 0;
  for (size_t i = 0; i < *n; i++) {
    wt_case *c = &k->c[list[i] - k->c];
    if (c->own_name) return wt_cli_error(2, "--scale %s: the inputs of %s are what its launch options say", scale, c->name);
    for (unsigned j = 0; !c->medium && j < names; j++)
      if (!strcmp(name[j], c->name))
        return wt_cli_error(2, "--scale %s: %s has inputs of one size; kernels with sizes have a member \"medium\" in the manifest", scale, c->name);
    if (!c->medium) continue;
    c->scale = wanted ? (unsigned)wanted : c->medium;
    size_t room = strlen(c->name) + 16;
    if (!(c->sized_name = malloc(room))) return wt_cli_error(2, "out of memory");
    snprintf(c->sized_name, room, "%s@%u", c->name, c->scale);
    list[kept++] = c;
  }
  *n = kept;
  for (size_t i = 0; i < kept; i++) { /* when all names that were given have been looked at */
    wt_case *c = &k->c[list[i] - k->c];
    c->name = c->sized_name;
  }
  return 0;
}

/* Those that were given one by one or as lists; a cubin may have commas in its name. One piece to free; NULL: said, no memory. */
static const char **all_names(const wt_cases_wish *w, size_t *n) {
  size_t most = 1, bytes = 0;
  for (unsigned i = 0; i < w->n; i++) {
    bytes += strlen(w->name[i]) + 1, most++;
    for (const char *c = w->name[i]; *c; c++) most += *c == ',';
  }
  const char **list = malloc(most * sizeof *list + bytes);
  *n = 0;
  if (!list) return wt_cli_error(2, "out of memory"), NULL;
  char *text = (char *)(list + most);
  for (unsigned i = 0; i < w->n; text += strlen(w->name[i++]) + 1) {
    const char *between = wt_is_cubin(w->name[i]) ? "" : ",";
    for (char *p = strtok(strcpy(text, w->name[i]), between); p; p = strtok(NULL, between)) list[(*n)++] = p;
  }
  return list;
}

int wt_cases_pick(wt_cases *k, const wt_cases_wish *w, const wt_case ***list, size_t *n) {
  const char **name;
  unsigned cubins = 0;
  size_t names;
  int rc = 0;
  memset(k, 0, sizeof *k);
  *list = NULL, *n = 0;
  if (!(name = all_names(w, &names))) return 2;
  for (size_t i = 0; i < names; i++) cubins += wt_is_cubin(name[i]) != 0;
  if (w->launch->given && !cubins)
    rc = wt_cli_error(2, "%s says how a cubin is launched; kernels of the manifest are launched by their host programs", w->launch->given);
  if (!rc && cubins < names) rc = wt_cases_load(k, w->suite, w->hosts);
  for (size_t i = 0; !rc && i < names; i++)
    if (wt_is_cubin(name[i])) rc = wt_cases_add(k, name[i], w->launch);
  size_t manifest = k->n - cubins, own = manifest;
  char *listed = calloc(k->n + 1, 1);
  if (!rc && (!listed || !(*list = calloc(k->n + names + 1, sizeof **list)))) rc = wt_cli_error(2, "out of memory");
  for (size_t i = 0; !rc && i < names; i++) {
    const wt_case *c = wt_is_cubin(name[i]) ? &k->c[own++] : wt_cases_find(k, name[i]);
    if (!c && strcmp(name[i], "all"))
      rc =
        wt_cli_error(2, "%s: no such kernel in the manifest, and no cubin; use its names, all, or FILE.cubin with --grid, --block, --arg", name[i]);
    for (size_t j = c ? (size_t)(c - k->c) : 0; !rc && j < (c ? (size_t)(c - k->c) + 1 : manifest); j++)
      if (!listed[j]) listed[j] = 1, (*list)[(*n)++] = &k->c[j];
  }
  free(listed);
  if (!rc) rc = resize(k, w->scale, name, names, *list, n);
  free(name);
  if (!rc && !*n) rc = wt_cli_error(2, "no kernel to run");
  return rc;
}

int wt_case_probe(const wt_case *c, const char *preset, const char *const *set, uint64_t seed, wt_cause *cause, char *msg, size_t n) {
  wt_session *s;
  wt_options so = {WT_BACKEND_C, preset, set, seed, 1, 1};
  int st = (int)wt_session_open(&so, &s);
  *cause = WT_CAUSE_NONE;
  if (st) return snprintf(msg, n, "%s", wt_error(NULL)), st;
  wt_set_quiet(s, 1);
  wt_set_output(s, NULL);
  st = wt_case_run(c, s, seed, msg, n);
  *cause = wt_cause_of(s);
  wt_session_close(s);
  return st == WT_NO_END ? 0 : st;
}

int wt_cases_ready(const wt_case *const *list, size_t n, const char *preset, const char *const *set, uint64_t seed, const char *const *out,
                   unsigned n_out) {
  const char **in = calloc(n + WT_CLI_MAX_FILES, sizeof *in);
  wt_cli_files own = {.n_in = 0};
  unsigned count = 0;
  char msg[600];
  wt_cause cause;
  if (!in) return wt_cli_error(2, "out of memory");
  for (size_t i = 0; i < n; i++) {
    in[count++] = list[i]->cubin;
    if (!own.n_in && list[i]->own_name) wt_cli_kernel_files(list[i]->launch, &own); /* the same options for every cubin */
  }
  for (unsigned i = 0; i < own.n_in; i++) in[count++] = own.in[i];
  int rc = wt_cli_outputs(out, n_out, in, count);
  wt_cli_files_free(&own);
  free(in);
  for (size_t i = 0; !rc && i < n; i++)
    if (list[i]->own_name && (rc = wt_case_probe(list[i], preset, set, seed, &cause, msg, sizeof msg))) {
      if (cause == WT_CAUSE_SHAPE) rc = 0;
      else wt_cli_error(rc, "%s", msg);
    }
  return rc;
}
