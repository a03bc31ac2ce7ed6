/* wt_oracle_meet_int.h - shared by the files of the books of meetings. */
#ifndef WT_ORACLE_MEET_INT_H
#define WT_ORACLE_MEET_INT_H
#include "oracle/wt_oracle_int.h"
#include <stdio.h>

/* Since when lanes are one path. */
enum { WT_O_PATH, WT_O_SYNC, WT_O_POINT, WT_O_B0 };

/* The lanes of set are one path; _by_pc: those of each pc. */
void wt_o_join(wt_o_meet *t, uint64_t set, unsigned why);
void wt_o_join_by_pc(wt_o_warp *w, uint64_t set, unsigned why);
uint64_t wt_o_same_pc(const wt_o_warp *w, uint64_t among, uint32_t pc);
void wt_o_refresh(const wt_oracle *o, wt_o_meet *t);

/* An instruction of control flow with WT_MEET_POINTS. */
void wt_o_points(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint32_t pc, uint64_t active, uint64_t exec, uint64_t taken);
/* Lane l goes on from a point that is not complete. */
wt_status wt_o_point_left(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t active, unsigned l);
#endif
