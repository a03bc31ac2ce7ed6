/* warptwin_block.h - what a shared object must export to stand in the place of one of the machine's blocks (`--use BLOCK=FILE.so`).
 *
 * The object is built from C, or from anything that makes a shared object, against this header alone. `warptwin block ports BLOCK --c` prints the ports
 * of a block as a header: names, widths, and a function that finds them. docs/user/your-block.md shows the whole way.
 *
 * One object stands for all instances of the block in its sub-core or SM (`instances`; most blocks have one). Where there are several sub-cores or SMs,
 * open is called once for each, with a world of its own: what an object keeps belongs into what open returns. Time is counted in clock cycles; in each, in this order:
 *   moore  outputs that follow from the state alone (kind WT_PORT_MOORE). Called after reset and after every clock edge
 *   eval   outputs of kind WT_PORT_MEALY, from the state and the inputs of kind WT_PORT_EARLY, which are final now. State must not change: moore and eval
 *          are called again when all inputs are final, and must give the same outputs
 *   tick   the clock edge: the new state, from the old one and all inputs
 * Each of these may allocate, but runs once a cycle: better not. No call may keep a pointer into another block's values.
 */
#ifndef WARPTWIN_BLOCK_H
#define WARPTWIN_BLOCK_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WT_BLOCK_ABI = 1 };

enum {
  WT_PORT_EARLY, /* input that combinational outputs may depend on: final when eval is called */
  WT_PORT_LATE,  /* input that only the clock edge may depend on: final when tick is called */
  WT_PORT_MOORE, /* output that depends on the state alone */
  WT_PORT_MEALY  /* output that depends on the state and on early inputs */
};

/* A port and its value: a number of `bits` bits in 32-bit words, the lowest first; bits above are 0 in an input and must be 0 in an output. Elements of a
 * port lie side by side, element 0 in the lowest bits: element e of `element` bits begins at bit e * element. An output of a block with several
 * instances holds the values of all of them side by side, instance 0 lowest, and so does an input that a block with several instances drives. */
typedef struct {
  const char *name; /* as in the RTL: DRIVER_SIGNAL, "ibuffer_head_valid" */
  uint32_t kind, bits, element, elements;
  uint32_t *value; /* stays where it is; of an output the object writes it, of an input it only reads */
} wt_block_port;

/* A row of the state of the block that is replaced, which somebody outside looks at. */
typedef struct {
  const char *name;     /* as in the RTL, without _q */
  uint32_t bits, depth; /* of one row; rows of a memory, 1 of a register */
} wt_block_row;

typedef struct wt_block_world {
  uint32_t abi;       /* WT_BLOCK_ABI of the program */
  const char *block;  /* "sched" */
  uint32_t instances; /* as many of it has the machine */
  const char *shape;  /* the shape in words: "small WARPS=4" */
  const wt_block_port *port;
  uint32_t ports;
  const wt_block_row *row; /* what `read` is asked for */
  uint32_t rows;
  /* A key of the shape, a number derived from the keys, or a constant of the design, by the name it has in wt_pkg: "SLOTS", "WARP_W", "SCHED_gto".
   * 0 and *value, or -1: there is none of that name. */
  int (*number)(const struct wt_block_world *w, const char *name, uint32_t *value);
  uint32_t sm, subcore; /* where it stands; 0 of a block of the machine, or of the SM */
} wt_block_world;

typedef struct {
  uint32_t abi;      /* WT_BLOCK_ABI of this header */
  const char *block; /* the block whose place it takes */
  const char *name;  /* what reports call it */
  uint64_t ports;    /* the number that `warptwin block ports` printed: the object is refused where ports are others; 0: it looks itself */
  /* NULL with one line in err: it will not run in this shape. The world stays until close. */
  void *(*open)(const wt_block_world *w, char *err, size_t errn);
  void (*close)(void *b);
  void (*reset)(void *b); /* state as after reset */
  void (*moore)(void *b); /* NULL: it has no such outputs */
  void (*eval)(void *b);
  void (*tick)(void *b); /* NULL: it has no state */
  /* What follows may be NULL.
   * read: the value of row `index` of world->row[row]; 0, or -1: it has nothing of the kind. Asked for all rows of all instances. With it metrics, checks
   * and the oracle see what they would of our block.
   * save: all that decides the future into bytes; returns how many (bytes = NULL: only that; always the same number). load: the other way, 0 or -1. With
   * these a run can be proved to have no end, and checkpoints can be made. Equal states must give equal bytes. */
  int (*read)(void *b, uint32_t instance, uint32_t row, uint32_t index, uint32_t *value);
  size_t (*save)(void *b, void *bytes);
  int (*load)(void *b, const void *bytes, size_t n);
} wt_block_api;

/* The only symbol that is looked for. */
const wt_block_api *wt_block_get(void);

#ifdef __cplusplus
}
#endif
#endif
