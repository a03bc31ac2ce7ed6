/* wt_source.c - lines of source files, by the line table of a cubin. */
#include "lib/wt_source.h"

#include <stdlib.h>
#include <string.h>

#include "isa/wt_lines.h"

enum { MOST_TEXT = 120 };

/* A line of a source file, without its indent; NULL: the file is not there. */
static json_t *source(const char *file, unsigned long line) {
  char *text = NULL;
  size_t room = 0;
  ssize_t n = -1;
  FILE *f = fopen(file, "r");
  if (!f) return NULL;
  for (unsigned long i = 0; i < line && (n = getline(&text, &room, f)) >= 0; i++) continue;
  fclose(f);
  json_t *j = NULL;
  if (n >= 0) {
    const char *from = text + strspn(text, " \t");
    size_t len = strcspn(from, "\r\n");
    j = json_stringn(from, len < MOST_TEXT ? len : MOST_TEXT);
  }
  free(text);
  return j;
}

static const wt_cubin_kernel *kernel_of(const wt_launch_desc *L) {
  for (size_t i = 0; i < L->cubin->nkernels; i++)
    if (!strcmp(L->cubin->kernel[i].name, L->kernel)) return &L->cubin->kernel[i];
  return NULL;
}

void wt_source_json(json_t *one, const wt_launch_desc *L, uint32_t pc) {
  char at[300], beside[4096];
  const wt_cubin_kernel *k = kernel_of(L);
  if (!k || !wt_lines_find(L->cubin, k, pc, at, sizeof at)) return;
  json_object_set_new(one, "line", json_string(at));
  char *colon = strrchr(at, ':');
  if (!colon) return;
  *colon = 0;
  unsigned long line = strtoul(colon + 1, NULL, 10);
  const char *slash = strrchr(L->file, '/');
  snprintf(beside, sizeof beside, "%.*s%s", slash ? (int)(slash + 1 - L->file) : 0, L->file, at);
  json_t *text = source(at, line);
  if (!text) text = source(beside, line);
  if (text) json_object_set_new(one, "source", text);
}
