/* gen.h - gen_machine: rows of cmodel/spec in memory, shared by its parts. */
#ifndef GEN_H
#define GEN_H
#include <stdio.h>

enum {
  MAX_UNITS = 14,
  MAX_BUNDLES = 6,
  MAX_BLOCKS = 96,
  MAX_MODULES = 8,
  MAX_KEYS = 128,
  MAX_PORTS = 128,
  MAX_ROUTES = 16,
  MAX_ROWS = 1000,
  MAX_SIZES = 40,
  MAX_WARPS_ROWS = 40,
  MAX_ARGS = 10,
  ARG_LEN = 240
};
enum row_kind {
  R_OUT,
  R_OUTQ,
  R_FF,
  R_MEM,
  R_IN,
  R_INT,
  R_SIZE,
  R_LOGIC,
  R_WARP,
  R_VALID,
  R_ENUM,
  R_LOADS,
  R_OWN,
  R_HELD,
  R_MOVE,
  R_AT,
  R_LOOK,
  R_SOME
};

/* One row of a block's file; the columns of every kind: cmodel/spec/README.md. */
typedef struct {
  enum row_kind kind;
  char a[MAX_ARGS][ARG_LEN];
  int n;
  char text[ARG_LEN]; /* the comment behind it */
  int like;           /* a row of state of another block: STATE */
  int bundle;         /* the bundle that it comes from, -1 = a row of its own; SOCKET_ROW = of the socket */
  int takes;          /* number of the interface that it takes, + 1 */
} row;
enum { NO_BUNDLE = -1, SOCKET_ROW = -2, STATE_ALONE = -3 /* a file of which STATE takes the rows of state */ };

/* Columns of OUT and FF rows; of MEM rows the fourth and fifth differ. */
enum { C_NAME, C_TYPE, C_WIDTH, C_COUNT, C_MAX, C_KIND };
enum { C_DEPTH = C_COUNT, C_WRITES = C_MAX };
/* Of MOVE rows; C_ROWS: its registers by their whole names, made when the row is read. */
enum { C_LOAD, C_TO, C_FROM, C_ENTRIES, C_FIELDS, C_ROWS };

typedef struct {
  char name[32], count[48], text[ARG_LEN];
  int parent; /* number of the module that holds it, -1 = top */
} module;

typedef struct {
  char stem[32], drv[32], group[32], count[48], chosen[96];
  char socket[32]; /* alternatives: the socket, else empty */
  char like[32];   /* the block whose state it has: STATE */
  int module;
  int all;                                    /* outside: one for everything inside its module, not one an instance */
  int number;                                 /* outside: no port of the machine, the wiring itself says which instance of the module it is */
  char seen[ARG_LEN];                         /* state rows that somebody outside looks at, separated by blanks */
  char active[2][ARG_LEN];                    /* C expressions: instances that eval, tick must visit; "" = all */
  row *rows, *sizes, *warps, *valids, *forms; /* forms: ENUM, LOADS, OWN, HELD, MOVE, AT, LOOK, SOME */
  int nrows, nsizes, nwarps, nvalids, nforms;
  int outside;           /* no block: driven by the environment */
  int moore, eval, tick; /* has such outputs or state */
} block;

typedef struct {
  char name[32];
  unsigned max;
} key;

/* Signals that every execution unit of a kind drives, so that a reader can loop over the units (ports/); or an interface: signals of a block that
 * others of its kind would drive as well. */
typedef struct {
  char name[32], count[32]; /* count: constant that holds how many units drive it; empty for an interface */
  row *rows, *warps, *valids;
  int nrows, nwarps, nvalids;
  int nunits; /* the first ones of the list of units */
} bundle;

typedef struct {
  char name[32], stem[32]; /* stem: empty for a place that is no unit */
  char instead[32];        /* the block that is the unit where a shape has it, else empty */
  int whole, strict, slow;
} unit;

extern bundle bun[MAX_BUNDLES];
extern int nbun;
extern unit units[MAX_UNITS];
extern int nunits, nplaces; /* places: units and what goes to none of them */
extern block blk[MAX_BLOCKS];
extern int nblk;
extern module mod[MAX_MODULES];
extern int nmod;
extern key keys[MAX_KEYS];
extern int nkeys;
extern char port[MAX_PORTS][2][64]; /* signals that leave the machine: driver, signal */
extern int nport;
/* What each copy of a module sees of a driver around it: ROUTE, or DEAL where valid is empty. */
typedef struct {
  char drv[32], valid[32], sig[32]; /* sig: the warp's number, or what is dealt */
  int module;
} route;
extern route routes[MAX_ROUTES];
extern int nroutes;

void die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));
FILE *open_out(const char *dir, const char *name);

/* ---- questions about the rows ---- */
int is_state(const row *r);
int is_reset(const row *r);                                               /* of an FF row: 0 after a reset */
const row *ff_row(const block *b, const char *name);                      /* NULL: there is none */
int listed(const char *names, const char *name);                          /* is it one of them, which blanks separate? */
const row *form_of(const block *b, enum row_kind kind, const char *name); /* the ENUM, LOADS, ... row that lists this row, NULL = none does */
const char *count_bits(const char *expr);                                 /* the derived number that is CLOG2 of the expression */
int single(const block *b);                                               /* one instance in its module */
int alternative(const block *b);                                          /* a choice of a socket */
int option(const block *b);                                               /* a block that some shapes do not have */
int first_of_driver(int i);
const block *driver(const char *drv); /* the first block with this prefix */
const row *find_out(const char *drv, const char *sig);
const row *shape_of(const block *b, const row *r);      /* the row that has width and type: OUTQ -> its FF */
const char *exported_as(const block *b, const row *ff); /* an OUTQ that shows this FF, NULL = none does */
int reads(const block *b, const char *drv, const char *sig);
int reads_itself(const block *b, const char *drv, const char *sig); /* by a row of its own, not through a bundle */
int reads_bundle(const block *b, int k);
const block *unit_block(int u);
const block *instead_of(int u, int k);                              /* the block whose bundle k readers see in the place of unit u's, NULL = none */
int leaves(const char *drv, const char *sig);                       /* the signal leaves the machine */
int below(int m, int top);                                          /* is module m top or inside it? */
int means_with(const block *b, const char *valid, const char *sig); /* is sig of what VALID(valid, ...) lists? */
int has_routes(int m, const block *b); /* do copies of module m see block b, which is outside, through ROUTE or DEAL rows? */
int child_of(int m);                   /* the module inside, -1 = none */
int shared_by(int m, const block *b);  /* module m or one around it whose copies see block b, which is outside, through routes; -1 = none */
const route *routed(int m, const block *b, const char *sig); /* the row by which a module with copies sees this signal, NULL = as it is */
void inside_of(char *to, const char *outer);                 /* a width or count of what is routed, as the copy sees it */

/* parts */
void emit_descs(FILE *f);
void emit_table(FILE *f);
void emit_reads(FILE *f);
int has_part(const block *b, const char *what);  /* is there something of it to do in this part (moore, eval, tick, wake) of a cycle? */
int reads_any(const block *b, const block *d);   /* does block b read anything of block d, a first of its driver? */
const char *copies_below(int m, const block *d); /* count of the copies of d's module that module m sees together, NULL = one */
void gen_c(const char *dir, const int *eval_order, const int *tick_order);
void gen_sv(const char *dir);
void gen_rows(const char *dir);
/* ---- text of SystemVerilog ---- */
enum { TEXT = 600 };
void qualified(char *to, const char *expr); /* with every name qualified by the package */
void product(char *to, const char *const *factors, int n);
void bits_of(char *to, const block *b, const row *r, const char *copies, int one_instance); /* bits of a signal */
void bits_at(char *to, int m, const block *b, const row *r); /* ... in module m, where several copies of its driver lie side by side */
void range_of(char *to, const char *bits);                   /* [bits-1:0] */
void part(FILE *f, const char *i, const char *bits);         /* part i of a vector of such signals */
#endif
