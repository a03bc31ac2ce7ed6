/* wt_windows.h - many small values of both twins compared at once, on processors that can put the bytes and the bits of a word in another order.
 *
 * The twins keep the same values in another order and in other sizes: the C twin block by block, an element a byte or more; Verilator sorts
 * variables by their size, and packs the elements of an array. A window is 16 bytes of each twin; what is a value in both is brought to the
 * same place, what is only filling of the wider one is compared with zero. A spread is 8 bytes of C elements, to which bits of the RTL are spread out.
 */
#ifndef WT_WINDOWS_H
#define WT_WINDOWS_H
#include "cosim/wt_pairs.h"

/* Bytes that may be read: the values themselves, and gaps between them in which nothing else can begin or end. Sorted after wt_readable_ready. */
typedef struct {
  const char *from, *to;
} wt_span;
typedef struct {
  wt_span *span;
  unsigned n;
} wt_spans;
typedef struct {
  wt_spans c, rtl;
  int usable; /* by this processor: else nothing is taken */
} wt_readable;

/* Twice 16 bytes a twin. Places 0 to 15 belong to the first of them: byte of it that is compared there; WT_NO_BYTE: none, zero. */
enum { WT_WINDOW = 16, WT_NO_BYTE = 0x80 };
typedef struct {
  const char *c[2], *rtl[2];
  uint8_t from_c[2 * WT_WINDOW], from_rtl[2 * WT_WINDOW];
} wt_window;

/* mask: the bits of the elements; from bit `shift` of the RTL's 8 bytes on they stand behind each other. */
typedef struct {
  const char *c, *rtl;
  uint64_t mask, shift;
} wt_spread;

typedef struct {
  wt_window *window;
  wt_spread *spread;
  unsigned halves;            /* windows are filled one half after the other */
  unsigned n_whole, n_spread; /* first those that need no shift */
} wt_windows;

/* First of all, where values lie, also those that are not compared: objects of which none begins within another, in any order, also more than once; at
 * least one of each twin. 0, or -1 when there is no memory. */
int wt_readable_add(wt_spans *s, const void *at, size_t bytes);
void wt_readable_ready(wt_readable *m);
void wt_readable_free(wt_readable *m);
/* n elements of csize bytes, elemw bits each, that the RTL keeps without gaps. 1: compared here; 0: they do not fit; -1: no memory. */
int wt_windows_add_bits(wt_windows *w, const wt_readable *m, const void *c, unsigned csize, unsigned elemw, unsigned n, const void *rtl);
/* After all elements: takes over small values that lie near others in both twins. 0, or -1 when there is no memory. */
int wt_windows_take(wt_windows *w, const wt_readable *m, wt_pairs *p);
void wt_windows_free(wt_windows *w);
int wt_windows_differ(const wt_windows *w);
#endif
