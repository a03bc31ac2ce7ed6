/* wt_checks.h - what ends a run before the kernel does. A check is an object: something of its own, and a step that looks at the machine at
 * its moment of every cycle. The first that does not answer WT_OK ends the run with its report.
 */
#ifndef WT_CHECKS_H
#define WT_CHECKS_H
#include "lib/wt_check.h"
#include "lib/wt_guest.h"
#include "lib/wt_guest_rules.h"
#include "lib/wt_hazard.h"
#include "lib/wt_noend.h"
#include "lib/wt_twin.h"

/* The text of the end of a run. */
typedef struct {
  char *text; /* first line: what, where; then what led there */
  size_t size;
  wt_cause cause;
  const wt_tandem *t; /* of the SM that it is about: cycle, kernel, and the last instructions of every warp */
  const wt_shape *S;
} wt_report;

/* Word of a cause, for people: "ok", "deadlock", "livelock", "max-cycles", "diff", "fault", "hazard", "barrier", "jump", "unsupported", "assert", "trap". */
const char *wt_cause_word(wt_cause cause);
/* Starts the report and sets the cause; wt_report_more goes on after what there is. */
void wt_report_begin(wt_report *r, wt_cause cause, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void wt_report_more(wt_report *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* What has been said is about this SM; put in front of it, unless it is about the whole machine. */
void wt_report_of_sm(wt_report *r, unsigned sm);
/* Appends the last instructions of a warp slot. */
void wt_report_history(wt_report *r, unsigned warp);
/* Warp that a report about no warp in particular is about: the selected one, else the last that issued. */
unsigned wt_report_warp(const wt_report *r, const wt_m *m);

typedef enum {
  WT_WHEN_SETTLED,   /* both twins evaluated and compared, before the environment performs anything */
  WT_WHEN_PERFORMED, /* the memory operations of the cycle have been performed */
  WT_WHEN_EDGE       /* after the clock edge and its comparison; cycles are counted already */
} wt_when;

typedef struct {
  wt_when when;
  wt_status (*step)(void *self, wt_m *m, wt_report *r);
  void *self;
} wt_checker;

/* Everything of a run that the checks look at; unused parts are NULL. */
typedef struct {
  wt_check *model, *rtl;  /* invariants of the control-flow unit of either twin, NULL = not checked */
  const wt_twin_ops *ops; /* of rtl */
  wt_twin *twin;
  wt_tandem *tandem;
  wt_env *env;
  wt_mem *mem;
  uint64_t max_cycles; /* 0 = no limit */
  wt_noend *noend;
  int starves;           /* it is noted who is passed over */
  wt_guest_list *guests; /* blocks of somebody else that drive, and what they owe their neighbours; NULL after a checkpoint, which does not tell */
  wt_guest_rules *guest_rules; /* of every sub-core */
  int quiet;                   /* no notes on standard error */
  wt_hazard *hazard;           /* SCOREBOARD=codes */
  uint64_t active;             /* the newest cycle in which something issued or was on its way; kept where no end can be proved */
} wt_checked;

/* The checks in the order in which they look, moment after moment: those of moment i are check[first[i]] to check[first[i + 1] - 1]. */
enum { WT_CHECKS = 13, WT_WHENS = WT_WHEN_EDGE + 1 };
typedef struct {
  wt_checker check[WT_CHECKS];
  unsigned first[WT_WHENS + 1];
} wt_check_list;
/* c must outlive the list. */
void wt_checks_list(wt_checked *c, wt_check_list *list);
/* All checks of one moment. */
static inline wt_status wt_checks_step(const wt_check_list *list, wt_when when, wt_m *m, wt_report *r) {
  wt_status s = WT_OK;
  for (unsigned i = list->first[when]; i < list->first[when + 1] && !s; i++) s = list->check[i].step(list->check[i].self, m, r);
  return s;
}
#endif
