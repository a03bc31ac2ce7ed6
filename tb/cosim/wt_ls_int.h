/* wt_ls_int.h - what the files of the comparator share: wt_ls_bind.c finds the rows in both twins, wt_ls_step.c clocks the RTL, wt_lockstep.c compares. */
#ifndef WT_LS_INT_H
#define WT_LS_INT_H
#include "cosim/wt_lockstep.h"

#include <stdbool.h>
#include <string.h>

enum { WT_LS_BYTES, WT_LS_SCALAR, WT_LS_PACK };           /* how the values of a row are compared */
enum { WT_LS_LOW, WT_LS_HIGH };                           /* clock, reset */
enum { WT_LS_MAX_WRITE_PORTS = 64, WT_LS_WA_WORDS = 64 }; /* of one memory: enables in one word, addresses */

static inline unsigned wt_ls_words(unsigned bits) { return (bits + 31) / 32; }
static inline uint64_t wt_ls_number(const uint8_t *p, unsigned bytes) { /* 1 to 8 */
  uint64_t v = *p;
  memcpy(&v, p, bytes); /* little-endian host, as everywhere in this project */
  return v;
}
static inline void wt_ls_pack(const wt_bind *b, size_t n) {
  memcpy(b->c_seen, b->c, n);
  wt_row_pack(b->row, b->c, b->packed);
}
/* Values of the C machine into the RTL's inputs (the machine's: those that it takes at the next edge); each part knows whether one has changed. */
void wt_ls_inputs(wt_ls *l);
/* late: the clock edge that the RTL is behind, if there is one; compared later. */
void wt_ls_catch_up(wt_ls *l);
/* State of the RTL was written from outside: no part is at rest. */
void wt_ls_stir(wt_ls *l);
/* Of one SM: "<its path in the machine>.". */
void wt_ls_sm_path(const wt_ls *l, char *buf, size_t n);
void wt_ls_two_clocks_of_reset(wt_ls *l);
/* All that follows from state and inputs. */
void wt_ls_settle(wt_ls *l);
/* Has an assertion failed? Then l->failed and what belongs to it say which. */
int wt_ls_failed(wt_ls *l);
#endif
