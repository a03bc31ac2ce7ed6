/* area_check.h - summaries of netlists and their comparison with the rows (area_sum.c). */
#ifndef WT_AREA_CHECK_H
#define WT_AREA_CHECK_H
#include <stdint.h>
#include <stdio.h>

#include "state/wt_rows.h"

/* What Yosys does. Only clocked processes and memory reads are kept: storage, memory ports and signals do not depend on the rest, which takes
 * nine tenths of the time. Registers stay even where a corner shape leaves them without a reader (the launch order of one warp), and so does
 * what a wire keep_* reads, for a memory in that case. A write address is undefined while nothing is written; -mux_undef makes the addresses
 * of one port's lanes the same. */
#define WT_AREA_SCRIPT                                                                                                                             \
  " delete p:* a:always_ff %%d; delete t:$* t:$mem* %%d t:$paramod* %%d; setattr -set keep 1 t:$mem*; proc; "                                      \
  "setattr -set keep 1 */w:*_q */w:keep_*; opt_expr -mux_undef; opt_clean; memory_collect; delete t:$* t:$*ff* %%d t:$*mem* %%d t:$paramod* %%d; " \
  "write_json %s/n.json"
/* For lint: the whole module, Yosys' own check of it, and latches. */
#define WT_AREA_LINT                                                                  \
  " proc; check; setattr -set keep 1 */w:*_q */w:keep_*; opt_clean; memory_collect; " \
  "delete t:$* t:$*ff* %%d t:$*mem* %%d t:$*latch* %%d t:$sr %%d t:$paramod* %%d; write_json %s/n.json"
#define WT_AREA_FORMAT "summary 6"

enum { WT_AREA_ROWS = 200, WT_AREA_SIGNALS = 400 };
typedef struct {
  uint64_t ff, mem, latch;
  unsigned nff, nmem, nsig;
  struct {
    char name[64]; /* of the row; a register outside the rows keeps its full name */
    uint64_t bits;
  } reg[WT_AREA_ROWS];
  struct {
    char name[64];
    unsigned width, depth, rd, wr;
  } ram[WT_AREA_ROWS];
  struct {
    char dir[8], name[64];
    uint64_t width;
    int seen;
  } sig[WT_AREA_SIGNALS];
} wt_area_sum;

/* Writes the summary of DIR/n.json. 0, or -1 with one line on stderr. */
int wt_area_summarise(const char *dir, const char *top, const char *path);
int wt_area_load(const char *path, wt_area_sum *s);
/* 1 when bits, memories with their ports, registers and signals are those of the block's rows; else says what differs. */
int wt_area_compare(const wt_blks *all, const wt_blk *b, wt_area_sum *s, const char *label, FILE *table);
void wt_area_row(FILE *f, const wt_blk *b, const wt_area_sum *s);
/* The comparison must be able to fail: a summary with one register more, one bit less, one port more is refused. 0 when it is. */
int wt_area_self_test(const wt_blks *all, const char *cache, char (*key)[40]);
/* 1 when the key has names and this is the value of none. */
int wt_area_unnamed(const wt_key *k, unsigned v);
#endif
