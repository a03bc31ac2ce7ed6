/* wt_saved.h - rows of everything that decides the future of a run, wherever it lies: one list that saves, loads, hashes and names it.
 *
 * Whoever owns such state adds its rows; nobody else knows what they mean. A row has a fixed number of elements, or as many as a counter says
 * whose own row stands before it. Two lists made from machines of one shape and one launch have the same rows.
 */
#ifndef WT_SAVED_H
#define WT_SAVED_H
#include <stddef.h>
#include <stdint.h>

#include "spec/wt_gpu.h"

enum { WT_SAVED_NAME = 72 };
typedef struct {
  char name[WT_SAVED_NAME]; /* "owner.row", "owner[3].row" */
  const char *section;      /* rows of one section follow each other */
  char *at;                 /* element 0; with own: how far it lies behind the beginning of that memory */
  size_t elem, stride;      /* bytes of an element, and from one to the next (0: they touch) */
  uint32_t n;               /* elements; with a counter: the most */
  int through;              /* at, and every stride further, holds the address of an element */
  const char *base;         /* saved as the difference to these bytes, which belong to rows before it; NULL = as it is */
  uint32_t *count;          /* elements in use, NULL = all */
  void **own;               /* of a counted row: loading gets the memory (malloc) and puts its address here; *room elements then */
  unsigned *room;
  unsigned still; /* one more than the SM that leaves it as it is while nothing goes on there; 0: nobody says so */
} wt_saved_row;
typedef struct {
  wt_saved_row *row;
  unsigned n, cap;
  const char *section;                       /* of the rows that are added next */
  char of[16];                               /* in front of their names: whose they are where there are several */
  unsigned still;                            /* theirs */
  int (*left)(const void *ctx, unsigned sm); /* of which SMs rows that are still are left out; NULL: of none */
  const void *left_ctx;
  int unnamed; /* nobody asks for names */
  int no_memory;
} wt_saved;

/* Each returns the row (a spare one when memory is short: no_memory tells), so that its other members can be set. */
wt_saved_row *wt_saved_add(wt_saved *l, void *at, size_t elem, uint32_t n, const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* Rows that are added next are of this SM; those of SM 0 bear no number. */
void wt_saved_of_sm(wt_saved *l, unsigned sm);
/* Rows that are added next are still in this SM. 0: they are left out. */
int wt_saved_still(wt_saved *l, unsigned sm);
/* No rows, with the memory that the list has. */
void wt_saved_empty(wt_saved *l);
void wt_saved_free(wt_saved *l);

/* The bytes of a row now, and copies of them to and from one piece of memory. */
size_t wt_saved_bytes(const wt_saved_row *r);
void wt_saved_get(const wt_saved_row *r, void *to);
/* The same over a copy that was made before: what has not changed is not written again, so that its pages stay one with those of copies of the process. */
void wt_saved_renew(const wt_saved_row *r, void *to);
void wt_saved_copy(void *to, const void *from, size_t n);
/* from has `have` bytes; the row takes what it needs. The number of bytes, or -1: a counter that cannot be, too few bytes, no memory. */
long wt_saved_put(const wt_saved_row *r, const void *from, size_t have);
/* Overwrites a row that has no counter with something that is nobody's state: what a load then leaves out shows. */
void wt_saved_spoil(const wt_saved_row *r);

/* All state rows of the machine's own blocks, and what the environment and the launch show it. */
void wt_saved_machine(wt_saved *l, wt_m *m);
/* After a load: what follows from the state, so that the next evaluation finds it. */
void wt_saved_machine_loaded(wt_m *m);
#endif
