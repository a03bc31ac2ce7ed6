/* wt_ckpt.h - checkpoints: a launch at the start of one cycle as one file, and back.
 *
 * Segment: machine, environment, memory, counters. Full: the oracle with its memory and the proof of no end as well. docs/user/checkpoints.md
 * says what stands in the file.
 */
#ifndef WT_CKPT_H
#define WT_CKPT_H
#include <jansson.h>

#include "lib/wt_box.h"
#include "lib/wt_running.h"

typedef enum { WT_CKPT_SEGMENT, WT_CKPT_FULL } wt_ckpt_kind;

typedef struct {
  char *path;
  wt_box box;
  json_t *id;
  wt_ckpt_kind kind;
  int oracle; /* full: of a run with the oracle */
  uint64_t cycle, seed;
  wt_shape shape;
  int leave_out; /* a row that loading leaves out, for tests; -1 = none */
  char error[700];
  char *expected;
} wt_ckpt;

/* What a checkpoint holds besides the run. */
typedef struct {
  uint64_t seed;
  const char *note;  /* of the caller, to be found again; NULL = none */
  const void *cubin; /* image; NULL = none */
  size_t cubin_bytes;
  int leave_out;   /* a row that saving leaves out, for tests; -1 = none */
  const char *own; /* of the other twin, where its state is another one (wt_twin_ops.own); NULL = nowhere */
} wt_ckpt_more;

/* 0, or -1 with one line in err. */
int wt_ckpt_save(wt_running *u, wt_ckpt_kind kind, const wt_ckpt_more *more, const char *path, char *err, size_t errn);

/* Writes what was seen behind the checkpoint of a difference: the lines of the report, what both twins were made of, the blocks that ran beside the C
 * machine (NULL: all of the other twin). 0 or -1. */
int wt_ckpt_expect(const char *path, uint64_t cycle, const char *report, const char *rtl, const char *beside);
/* Those blocks, to free; NULL: none. */
char *wt_ckpt_beside(wt_ckpt *c);
/* The hash of this program's file, as text. */
void wt_ckpt_program(char hex[2 * WT_SHA + 1]);
/* Its text (JSON), or NULL: a checkpoint without a difference. */
const char *wt_ckpt_expected(wt_ckpt *c);

/* Reads and checks a file: 0, or -1 with one line in c->error. Always ends with wt_ckpt_close. */
int wt_ckpt_open(wt_ckpt *c, const char *path);
void wt_ckpt_close(wt_ckpt *c);
const char *wt_ckpt_note(const wt_ckpt *c);
/* The hash of the state it was made from (wt_running_hash), as text. */
const char *wt_ckpt_state(const wt_ckpt *c);
/* Device memory of the machine, and what of it is different in the oracle's. 0, or -1 with c->error. */
int wt_ckpt_mem(wt_ckpt *c, wt_mem *mem, wt_mem *omem);
/* The launch; wt_launch_free gives it back. Its names live as long as c. */
int wt_ckpt_launch(wt_ckpt *c, wt_launch_desc *L);
/* A wt_run_load: ctx is the wt_ckpt. */
wt_run_load wt_ckpt_load;
#endif
