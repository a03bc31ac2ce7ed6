/* wt_distance.h - how many cycles must lie between two instructions of a warp so that the second finds what the first leaves: a program is made of the two,
 * with every stall count between them, and runs on the machine. What is right is what the program leaves when they are far apart.
 */
#ifndef WT_DISTANCE_H
#define WT_DISTANCE_H
#include "warptwin.h"

enum { WT_DISTANCE_MOST = 120, WT_DISTANCE_TEXT = 200 };
/* What the second instruction has to do with the first: it reads what that writes, writes it too, or writes what that reads. */
typedef enum { WT_DEP_NONE, WT_DEP_READ, WT_DEP_ORDER, WT_DEP_OVERWRITE } wt_dep;
typedef struct {
  wt_dep dep;
  char on[16];      /* the lowest register or predicate that it is about: "R4", "UR6", "P0", "UP1" */
  int codes;        /* SCOREBOARD=codes: stall counts count, and need, cycles and hazards are found; else 0 */
  int variable;     /* the first instruction goes to a unit whose time compiled code does not count on: it has a barrier there */
  unsigned need;    /* lowest stall count between them from which on the result is right; 0: more than WT_DISTANCE_MOST */
  unsigned cycles;  /* from issue to issue with it */
  unsigned hazards; /* that the check of hazards counted with one less; need of 1: 0 */
  /* cycles from issue to issue when the second waits: for a barrier of the first, without control codes for the scoreboard; 0: it has none */
  unsigned waited;
  char text[2][WT_DISTANCE_TEXT]; /* the two as they were assembled */
} wt_distance;
typedef struct {
  const char *preset;
  const char *const *set; /* NULL at its end; NULL = none */
  uint64_t seed;
  int lockstep; /* both twins run every program */
} wt_distance_shape;

/* Texts as the assembler reads them, without control codes; a branch goes to `over`, behind an instruction that it leaves out. WT_OK; or a status with one line in err:
 * WT_USAGE also when the two have nothing to do with each other, or nothing that they leave tells whether they came too close. */
wt_status wt_distance_find(const wt_distance_shape *o, const char *first, const char *second, wt_distance *d, char *err, size_t errn);
#endif
