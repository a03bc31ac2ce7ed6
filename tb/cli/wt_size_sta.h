/* wt_size_sta.h - shortest period and power of a block in a gate library, by Debian's OpenSTA (`sta`). */
#ifndef WT_SIZE_STA_H
#define WT_SIZE_STA_H
#include "cli/wt_size_synth.h"

typedef struct {
  double period;           /* the library's time unit: of the longest path between registers, memories and ports, setup included; 0: there is none */
  unsigned cells;          /* on it */
  char from[128], to[128]; /* "register turn_q[2]", "memory mem_q", "input sb_ok[3]", "output sched_pop" */
  char netlist[1300];      /* mapped Verilog, kept until the cache is cleared */
  double seconds;          /* of processor time, when it ran */
} wt_synth_time;
typedef struct {
  double registers, gates, leakage; /* W: of the first two what changes, of all what leaks */
} wt_synth_power;

/* 1 where OpenSTA is installed. */
int wt_synth_has_sta(void);
/* Wants of->liberty. Ports are ideal: they arrive with the clock edge and are due at the next. */
int wt_synth_timing(const wt_synth_of *w, wt_synth_time *out, int *limit, char *err, size_t errn);
/* At a period of `period` with the toggles of a file of `run --activity`. */
int wt_synth_watts(const wt_synth_of *w, const char *activity, double period, wt_synth_power *out, char *err, size_t errn);
/* Reads the report of the longest path. 0, or -1: there is no path in it. */
int wt_sta_path(const char *report, double period, wt_synth_time *out);
#endif
