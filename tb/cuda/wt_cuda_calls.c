/* wt_cuda_calls.c - which functions the program called, and how often each gave which error. */
#include <string.h>

#include "cuda/wt_cuda.h"

enum { PAIRS = 2048 };
static struct {
  const char *name;
  wt_cuda_error e;
  uint64_t n;
} pairs[PAIRS];
static unsigned n_pairs;

void wt_cuda_count(const char *name, wt_cuda_error e) {
  unsigned i = 0;
  while (i < n_pairs && (pairs[i].e != e || strcmp(pairs[i].name, name) != 0)) i++;
  if (i == PAIRS) return;
  if (i == n_pairs) n_pairs++, pairs[i].name = name, pairs[i].e = e;
  pairs[i].n++;
}

/* Only names of ours come here: nothing has to be escaped. */
void wt_cuda_counts(FILE *f) {
  unsigned functions = 0;
  fputc('{', f);
  for (unsigned i = 0; i < n_pairs; i++) {
    unsigned k = 0;
    while (strcmp(pairs[k].name, pairs[i].name) != 0) k++;
    if (k < i) continue; /* came with its first pair */
    fprintf(f, "%s\"%s\": {", functions++ ? ", " : "", pairs[i].name);
    for (const char *comma = ""; k < n_pairs; k++) {
      if (strcmp(pairs[k].name, pairs[i].name) != 0) continue;
      fprintf(f, "%s\"%s\": %llu", comma, wt_cuda_error_name(pairs[k].e), (unsigned long long)pairs[k].n);
      comma = ", ";
    }
    fputc('}', f);
  }
  fputs("}\n", f);
}
