/* wt_cli_say.h - what commands tell besides their results: notes, progress, the verdict in words. */
#ifndef WT_CLI_SAY_H
#define WT_CLI_SAY_H
#include "cli/wt_cli.h"

/* One line on stderr, "warptwin: note: ..."; nothing with --quiet. */
void wt_cli_note(const wt_cli_shape *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A note for every --set whose key is not read by any of the n shapes. */
void wt_cli_note_keys(const wt_cli_shape *o, const wt_shape *shapes, size_t n);

/* The last word of a check, "PASS: ..." or "FAIL: ...", on stdout. */
void wt_cli_verdict(int pass, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* What the verdict of a run with --beside adds, and the words for its blocks. */
#define WT_CLI_BESIDE "; the wiring between blocks is not in it (make wiring, make check-mirror, one run of the whole machine a shape)"
const char *wt_cli_beside(const char *list);
/* Text in a colour (of ANSI: 31 red, 32 green) where stdout is a terminal and NO_COLOR is not set; else as it is. buf is returned. */
const char *wt_cli_colour(int colour, const char *text, char *buf, size_t n);

/* "SIGTERM". */
const char *wt_cli_signal(int sig);

/* n of m things. On a terminal one line that moves on; else a line every few seconds. */
typedef struct {
  const char *what; /* "runs" */
  size_t n;
  int quiet;
  double start, said;
} wt_cli_progress;
void wt_cli_progress_begin(wt_cli_progress *p, const char *what, size_t n, int quiet);
void wt_cli_progress_step(wt_cli_progress *p, size_t done, const char *item);
void wt_cli_progress_end(wt_cli_progress *p);
/* Warp slots of the session's machine: with GROUPING=dwr those of sub-warps, whatever WARPS says. */
unsigned wt_cli_slots(wt_session *s);
#endif
