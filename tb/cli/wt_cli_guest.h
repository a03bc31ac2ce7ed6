/* wt_cli_guest.h - blocks of the user's that drive the machine (--use): options, words for the verdict, and runs in a process of their own, as an object may
 * crash or hang.
 */
#ifndef WT_CLI_GUEST_H
#define WT_CLI_GUEST_H
#include "cli/wt_cli.h"
#include "lib/wt_guest.h"

typedef struct {
  const char *use[WT_GUEST_MOST];
  unsigned n;
  const char *opaque[WT_GUEST_MOST]; /* --opaque: blocks whose outputs alone are compared */
  unsigned n_opaque;
} wt_cli_guests;
/* --use, and --use with --opaque for lock-step, as child parsers; their input is a wt_cli_guests. */
extern const struct argp wt_cli_guest_argp, wt_cli_guest_both_argp;
/* 2 with a line when one of them cannot stand in this shape, or its file is none: before many runs that would all say so. */
int wt_cli_guests_check(const wt_cli_guests *g, const wt_shape *S);
/* Tells the session, before its first launch. WT_OK, or with wt_error(). */
wt_status wt_cli_guests_set(wt_session *s, const wt_cli_guests *g);
/* " with sched of my_sched.sv in it", and what is then not checked; "" without any. buf is returned. */
const char *wt_cli_guests_words(const wt_cli_guests *g, char *buf, size_t n);

/* "; outputs of sched compared, not its state", or "". buf is returned. */
const char *wt_cli_opaque_words(const wt_cli_guests *g, char *buf, size_t n);
/* Of a control-flow unit that does not tell its paths. */
#define WT_CLI_HIDDEN "; invariants of the control-flow unit were not looked at, as it does not tell its paths"
/* Of a scheduler where sub-warps are grouped (GROUPING=dwr): that its rules were not looked at; else "". */
const char *wt_cli_guests_unchecked(wt_session *s, const wt_cli_guests *g);
/* Is there code of the user's that may crash, hang or end the process? Objects stand beside the machine with --opaque, too. */
int wt_cli_guests_any(const wt_cli_guests *g);
/* Has the call that it is in gone on for longer than anybody waits? `since` remembers the call between two looks. */
typedef struct {
  uint64_t calls;
  double start;
} wt_cli_stuck;
int wt_cli_is_stuck(const wt_use_watch *w, wt_cli_stuck *since);
/* What sig may be instead of a signal: it hung; it ended the process. */
enum { WT_CLI_HUNG = 0, WT_CLI_EXITED = -1 };
/* "block sched of my.so crashed (SIGSEGV) in eval, cycle 17". buf is returned. */
const char *wt_cli_guest_end(const wt_use_watch *w, int sig, char *buf, size_t n);
/* fn in a process of its own, which is ended when a guest does not come back; what a guest did is one line on standard error, and no unfinished file
 * stays. The exit code of fn, or 1 where a guest crashed, hung or ended the process: *ended is 1 then (ended: or NULL). Without guests: fn here. */
int wt_cli_guarded(const wt_cli_guests *g, int (*fn)(void *ctx), void *ctx, int *ended);
#endif
