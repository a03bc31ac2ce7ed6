/* wt_world.h - the ports of a block in a shape, and the rows of it that somebody looks at, as include/warptwin_block.h tells them: for objects that stand in
 * for a block, for modules that have its ports, and for whoever prints them.
 */
#ifndef WT_WORLD_H
#define WT_WORLD_H
#include "state/wt_rows.h"
#include "warptwin_block.h"

typedef struct {
  wt_block_world w; /* first: who is asked for a number has its address alone */
  const wt_blks *blks;
  const wt_blk *blk;
  wt_block_port *port;
  wt_block_row *row;
  /* of port i: the row with the shape in which it is seen, and the block that drives it */
  wt_row *port_row;
  const wt_blk **owner;
  const wt_row **row_of; /* of w.row[i] */
  char shape[200];
  int watched;      /* how often its nets change is counted */
  const char *nets; /* then: their names in its sources, a line each, which are built to be read; NULL: none */
} wt_world;
/* Of a block in one copy of its module. Inputs first, each in the order of the rows. instances: those of a copy, or 1 for one of them alone. blks must outlive it. 0, or -1: no memory. */
int wt_world_open(wt_world *x, const wt_blks *blks, const wt_blk *blk, unsigned instances);
/* Is this an input of the block that only several sub-cores or SMs would give a meaning? A guest may have it or not. */
int wt_world_of_several(const wt_world *x, const char *name);
void wt_world_close(wt_world *x);
/* Bits of the port of one module: of an output those of one instance. */
unsigned wt_world_bits(const wt_world *x, unsigned port);
static inline int wt_port_is_input(const wt_block_port *p) { return p->kind <= WT_PORT_LATE; }
/* Hash of names, kinds and widths of the ports: what an object says it was made for. */
uint64_t wt_world_hash(const wt_block_world *w);
#endif
