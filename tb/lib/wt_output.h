/* wt_output.h - what a launch left in the buffer of its printf and assert calls, as text. */
#ifndef WT_OUTPUT_H
#define WT_OUTPUT_H
#include <stdio.h>

#include "lib/wt_mem.h"

/* Writes the text to out (NULL: nowhere), in the order in which the records were made, and empties the buffer (isa/wt_service.h) for the next
 * launch. The first assertions that failed and threads that trapped, a line each, are in text then (cut to n bytes, not 0). */
typedef struct {
  unsigned asserted, trapped, missed; /* threads; missed: they called a function that is not there */
  char name[32];                      /* of the first such function, "" = nobody knows */
} wt_output_count;
wt_output_count wt_output_take(wt_mem *mem, wt_addr buffer, FILE *out, char *text, size_t n);
#endif
