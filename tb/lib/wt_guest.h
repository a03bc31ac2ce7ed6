/* wt_guest.h - blocks of somebody else that drive the C machine in the place of ours: a shared object (include/warptwin_block.h), or Verilog that the
 * room of the co-simulation makes into one.
 *
 * In a cycle: at the block's place in the order of evaluation its early inputs are packed, it is evaluated, and its combinational outputs are put where the
 * C machine has those of our block. Before the clock edge all its inputs are packed and it is evaluated again: an output that is another one now, one of
 * the state alone too, depends on an input that its rows do not allow it, which ends the run. Then it has its edge, and at the end of the cycle shows its
 * moore outputs.
 */
#ifndef WT_GUEST_H
#define WT_GUEST_H
#include <stdio.h>

#include "lib/wt_twin.h"
#include "lib/wt_world.h"
#include "state/wt_saved.h"
#include "warptwin.h"

enum { WT_GUEST_MOST = 16, WT_GUEST_WHY = 600 };

/* An object that stands in for a block; `gone` forgets it. */
typedef struct {
  const wt_block_api *api;
  void *b;
  const char *(*failed)(void *b);     /* what it says against itself, "": nothing; NULL: it never does */
  void (*activity)(void *b, FILE *f); /* writes how often its nets changed since the reset, if its world is watched; NULL: it has none */
  void (*gone)(void *of);
  void *of;
} wt_guest_object;
/* Makes it of a file for the world: of a shared object, of Verilog (module: the one that counts, "" = named after the file). 0, or -1 with a line in err. */
int wt_guest_of_object(const wt_block_world *w, const char *file, wt_guest_object *o, char *err, size_t errn);
int wt_guest_of_rtl(const wt_world *x, const char *file, const char *module, uint64_t seed, wt_guest_object *o, char *err, size_t errn);

enum { WT_GUEST_IDLE, WT_GUEST_OPEN, WT_GUEST_RESET, WT_GUEST_MOORE, WT_GUEST_EVAL, WT_GUEST_TICK, WT_GUEST_READ, WT_GUEST_SAVE, WT_GUEST_CLOSE };

/* Around every call of a user's code: which one it is, for the watch of wt_watch_use. Building Verilog is none: it takes as long as it takes. */
void wt_guest_enter(const char *block, const char *file, uint64_t cycle, int in);
void wt_guest_leave(void);

typedef struct wt_guest wt_guest;
typedef struct {
  wt_guests hooks;  /* first: what the C machine calls */
  wt_guest **guest; /* one object a copy of its block's module: those of a block behind each other, SM by SM */
  unsigned n, first[WT_MAX_BLOCKS];
  uint64_t cycle;
  char why[WT_GUEST_WHY]; /* "": nobody broke a rule; else what, and which cycle */
  int sm;                 /* ... in which SM; -1: in none */
} wt_guest_list;

/* Of a machine; NULL: it has none. */
static inline wt_guest_list *wt_guests_of(const wt_m *m) { return (wt_guest_list *)(void *)m->gpu->guests; }

/* Has one broken a rule that stands in no SM? */
static inline int wt_guests_broke_outside(const wt_guest_list *l) { return l && *l->why && l->sm < 0; }

/* "BLOCK=FILE[:MODULE]" in three parts, module "" where there is none; 0, or -1 with a line in err. */
int wt_guest_split(const char *spec, char block[64], char file[1024], char module[64], char *err, size_t errn);
/* Is "BLOCK=FILE[:MODULE]" the name of a block and of a file that can be read? 0, or -1 with a line in err. */
int wt_guest_check(const wt_shape *S, const char *spec, char *err, size_t errn);
/* The blocks of n such texts, bound to the machine. watched: the one whose nets' changes are counted; NULL: none. NULL with one line in err. */
wt_guest_list *wt_guests_open(wt_m *m, const char *const *specs, unsigned n, const char *watched, uint64_t seed, char *err, size_t errn);
/* Those changes, as Tcl for OpenSTA, into a file. 0, or -1 with one line in err. */
int wt_guests_activity(const wt_guest_list *g, const char *file, char *err, size_t errn);
void wt_guests_close(wt_guest_list *g);
/* Names of the blocks, "sched, fpu"; of those alone that cannot be read, or saved. buf is returned, "" = none. */
enum { WT_GUESTS_ALL, WT_GUESTS_UNREAD, WT_GUESTS_UNSAVED };
const char *wt_guests_names(const wt_guest_list *g, int which, char *buf, size_t n);
/* What is given for block i: its name, the file, and the hash of that. 0, or -1: there are not so many. */
typedef struct {
  const char *block, *file, *sha;
} wt_guest_what;
int wt_guests_what(const wt_guest_list *g, unsigned i, wt_guest_what *w);
/* Is one of them a control-flow unit that does not tell its paths? Nothing checks their invariants then. */
int wt_guests_hides_paths(const wt_guest_list *g);
/* Their states as rows of a checkpoint, taken now; all can be saved. wt_guests_loaded: into the objects again, 0 or -1. */
void wt_guests_saved(wt_guest_list *l, wt_saved *s);
int wt_guests_loaded(wt_guest_list *g);
/* The same bytes, where a proof of no end looks at them: made anew by wt_guests_now. NULL: that guest has none. */
const void *wt_guests_state(const wt_guest_list *g, unsigned i, size_t *bytes);
void wt_guests_now(wt_guest_list *g);
#endif
